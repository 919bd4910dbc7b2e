from libc.stdint cimport uint64_t

from bellringer.games.notre_dame.rules.state cimport Town


# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_hire(const Town* s, int p, uint64_t* legal, int left_out) noexcept nogil
cdef void answer_hire(Town* s, int p, int move, int further, int left_out) noexcept nogil
# end
