from libc.stdint cimport uint64_t

from bellringer.games.notre_dame.rules.state cimport Town

cdef void legal_hire(const Town* s, int p, uint64_t* legal, int left_out) noexcept nogil
cdef void answer_hire(Town* s, int p, int move, int more_hirings, int left_out) noexcept nogil
