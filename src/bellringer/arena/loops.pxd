from bellringer.core.rules cimport Rules

cdef enum:
    SEATS_ROOM = 6      # the largest table of any game
