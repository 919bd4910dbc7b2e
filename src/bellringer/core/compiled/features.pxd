from libc.stdint cimport int16_t

from bellringer.core.compiled.layout cimport Layout, Numbers, Read, Reader

cdef class Features:
    cdef Layout layout
    cdef readonly list of_seats     # the features of a seat, in order
    cdef readonly list of_table
    cdef int add(self, list features, int used, Reader* readers, int16_t* lowest, int16_t* highest, int room,
                 object feature, Read read) except -1
    cdef seat(self, Read read, object feature)
    cdef table(self, Read read, object feature)

cdef void read_numbers(const Layout* layout, const void* state, int seats, Numbers* numbers) noexcept nogil
cdef void read_unbounded(const Layout* layout, const void* state, int seats, Numbers* numbers) noexcept nogil
cdef void keep_within(int16_t* numbers, const int16_t* lowest, const int16_t* highest, int count) noexcept nogil

# The number, and then 1 for each of the amounts 1, 2, 3 ... that it reaches.
cdef inline void count_up(int16_t* numbers, int value, int steps) noexcept nogil:
    cdef int i
    numbers[0] = <int16_t> value
    for i in range(steps):
        numbers[1 + i] = value > i
