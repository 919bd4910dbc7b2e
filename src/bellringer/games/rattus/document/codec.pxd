from bellringer.games.rattus.rules.state cimport Europe

cdef Europe* europe_of(object state) except NULL
