from libc.stdint cimport int16_t

from bellringer.core.compiled.state cimport RuleBook, State
from bellringer.core.compiled.weights cimport Changes, Part, Place, Sums, Weights


cdef class Net:
    cdef Weights weights
    cdef readonly RuleBook book
    cdef readonly object file       # the NetFile
    cdef list kept                  # copies of its arrays, to which the weights point
    cdef take_parts(self)
    cdef fill(self, Part* part, object source)
    cdef const char* keep(self, object numbers) except NULL
    cdef list scores_of(self, const Sums* sums, int seats)
    cdef check_serves(self, State state)

cdef void begin_place(const Weights* weights, void* state, int seats, Place* place) noexcept nogil
cdef void change_place(const Weights* weights, void* state, int seats, const Place* before, Place* place) noexcept nogil
cdef int changes_of(const int16_t* before, const int16_t* after, int count, Changes* changes) noexcept nogil
cdef void add_block(const Weights* weights, const Part* part, int seats, int block, const Changes* changes, int count,
                    Sums* sums) noexcept nogil
cdef void write_scores(const Weights* weights, const Sums* sums, int seats, double* scores) noexcept nogil

# The weights for so many seats, or NULL where a net has none.
cdef inline const Part* part_for(const Weights* weights, int seats) noexcept nogil:
    cdef int part = weights.part_of[seats]
    if part < 0:
        return NULL
    return <const Part*> weights.parts + part
