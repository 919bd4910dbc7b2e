from libc.stdint cimport uint64_t

from bellringer.core.compiled.layout cimport Numbers
from bellringer.core.compiled.weights cimport View, Weights

cdef int write_priors(const Weights* weights, const Numbers* numbers, int seats, int seat, const uint64_t* legal, int words,
                      View* view, double* priors) noexcept nogil
cdef void look(const Weights* weights, const Numbers* numbers, int seats, int seat, View* view) noexcept nogil
cdef int write_logits(const Weights* weights, const View* view, const uint64_t* legal, int words,
                      double* logits) noexcept nogil
