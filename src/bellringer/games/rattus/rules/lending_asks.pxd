from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef void ask_block(Europe* s, int p, int least) noexcept nogil
cdef uint32_t losers(const Europe* s, int p) noexcept nogil
cdef uint64_t tiles_left(const Europe* s) noexcept nogil
cdef void allow_anywhere(const Europe* s, uint64_t* legal, int citizens) noexcept nogil
cdef void ask_owner(Europe* s, int card) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_block_card(const Europe* s, uint64_t* legal, int seats) noexcept nogil
cdef void answer_block_card(Europe* s, int p, int move) noexcept nogil
cdef void answer_walk_to(Europe* s, int p, int move) noexcept nogil
cdef void legal_borrow_tile(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_borrow_tile(Europe* s, int p, int move, int card) noexcept nogil
cdef void legal_place_of(const Europe* s, uint64_t* legal, int owner) noexcept nogil
cdef void answer_place_of(Europe* s, int move, int owner) noexcept nogil
cdef void legal_place_lodged(const Europe* s, uint64_t* legal, int owner) noexcept nogil
cdef void answer_place_lodged(Europe* s, int move, int owner) noexcept nogil
cdef void legal_haven_new(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_haven_new(Europe* s, int p, int move) noexcept nogil
# end
