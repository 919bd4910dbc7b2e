from libc.stdint cimport uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef void ask_again(Europe* s, int p, int region) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_drawn(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_keep_card(Europe* s, int p, int move) noexcept nogil
cdef void answer_drop_card(Europe* s, int p, int move) noexcept nogil
cdef void legal_protect(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_protect(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_protect_which(const Europe* s, int p, uint64_t* legal, int region_card) noexcept nogil
cdef void answer_protect_which(Europe* s, int p, int move, int region_card, int region) noexcept nogil
cdef void answer_explore(Europe* s, int p, int move, int level) noexcept nogil
# end
