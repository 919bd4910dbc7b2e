from libc.stdint cimport int16_t

from bellringer.core.compiled.layout cimport Layout
from bellringer.core.compiled.state cimport RuleBook
from bellringer.core.compiled.weights cimport Changes, Part, Place, Sums, Weights


cdef class Net:
    cdef Weights weights
    cdef readonly RuleBook book
    cdef readonly object file       # the NetFile
    cdef take(self, const Layout* layout)
    cdef fill(self, Part* part, object kept)

cdef size_t place_of(object kept) except 0
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
