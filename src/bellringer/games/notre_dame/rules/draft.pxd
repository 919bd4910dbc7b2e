from libc.stdint cimport uint64_t

from bellringer.games.notre_dame.rules.state cimport Town

cdef void draw_cards(Town* s) noexcept nogil
cdef void draw_card(Town* s, int p, int slot) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_keep(const Town* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_keep(Town* s, int p, int move) noexcept nogil
# end
