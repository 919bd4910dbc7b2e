from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef uint64_t adding_cards(const Europe* s, int p) noexcept nogil
cdef uint32_t may_place(const Europe* s, int p) noexcept nogil
cdef void place_in(Europe* s, int p, int region) noexcept nogil
cdef void use_once(Europe* s, int p, int card) noexcept nogil
cdef void place_each(Europe* s, int p, uint32_t regions) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_settle(const Europe* s, uint64_t* legal) noexcept nogil
cdef void legal_anywhere(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_settle(Europe* s, int p, int move) noexcept nogil
cdef void legal_place_more(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_place_more(Europe* s, int p, int move, int region, int card) noexcept nogil
cdef void legal_place_anywhere(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_place_anywhere(Europe* s, int p, int move, int card) noexcept nogil
cdef void legal_fill(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_fill(Europe* s, int p, int move) noexcept nogil
cdef void legal_place_within(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_place_within(Europe* s, int p, int move, int card) noexcept nogil
cdef void answer_place_kept(Europe* s, int move, int owner) noexcept nogil
# end
