# Written by tools/fields.py from the table of fields: do not edit.
from bellringer.games.rattus.rules.state cimport Europe

cdef Europe* struct_of(object state) except NULL
cdef size_t before(const Europe* s, const void* member) noexcept
cdef bytes bytes_of(const void* memory, Py_ssize_t length)
cdef int counted(object values, int most) except -1
cdef void write_numbers(Europe* s, dict numbers) except *
cdef void write_box(Europe* s, dict numbers) except *
cdef void write_lists(Europe* s, dict numbers) except *
cdef void write_by_seat(Europe* s, int seats, dict numbers) except *
