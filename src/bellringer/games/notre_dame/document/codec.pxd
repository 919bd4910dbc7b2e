from bellringer.games.notre_dame.rules.state cimport Town

cdef Town* town_of(object state) except NULL
