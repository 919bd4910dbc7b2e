from libc.stdint cimport uint64_t

from bellringer.games.notre_dame.rules.state cimport Town

cdef enum:
    HOTEL_USES = 2      # of a hotel with many pieces

cdef void cloister_school(Town* s, int p) noexcept nogil
cdef void bank(Town* s, int p) noexcept nogil
cdef void residence(Town* s, int p) noexcept nogil
cdef void carriage_house(Town* s, int p) noexcept nogil
cdef void hotel(Town* s, int p) noexcept nogil
cdef void park(Town* s, int p) noexcept nogil
cdef void hospital(Town* s, int p) noexcept nogil
cdef void use_sector(Town* s, int p, int sector) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_hotel_use(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_hotel_use(Town* s, int p, int move, int uses) noexcept nogil
# end
