# Written by tools/fields.py from the table of fields: do not edit.
from bellringer.games.notre_dame.rules.state cimport Town

cdef Town* struct_of(object state) except NULL
cdef size_t before(const Town* s, const void* member) noexcept
cdef bytes bytes_of(const void* memory, Py_ssize_t length)
cdef int counted(object values, int most) except -1
cdef void write_numbers(Town* s, dict numbers) except *
cdef void write_box(Town* s, dict numbers) except *
cdef void write_lists(Town* s, dict numbers) except *
cdef void write_by_seat(Town* s, int seats, dict numbers) except *
