from bellringer.rattus.europe cimport Europe

cdef Europe* europe_of(object state) except NULL
