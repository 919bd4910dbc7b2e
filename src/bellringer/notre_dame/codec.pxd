from bellringer.notre_dame.town cimport Town

cdef Town* town_of(object state) except NULL
