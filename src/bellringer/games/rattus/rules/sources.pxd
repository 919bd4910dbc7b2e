# Where citizens and points come from, and where they go (core/compiled/sources.pxd). The names of the sources and of the
# columns, for people, stand in sources.py of the game in the same order.
cdef enum:
    OF_SETTLING = 1         # the first citizens
    OF_PLACING              # phase B of a turn: a citizen for each rat
    OF_MODULE               # + for what points are scored (points.pxd)
    OF_EVENT = 9            # + kind of event card
    OF_SYMBOL = 19          # + symbol of a rat token
    OF_POTION = 28
    OF_CARD = 29            # + class card

cdef enum:                  # the columns: how many citizens, but for the last
    PLACED_COLUMN = 0       # came to a region or the palace from elsewhere
    MOVED_COLUMN            # went from region to region
    SAVED_COLUMN            # came to the palace; one that is knocked out of it counts down
    KILLED_COLUMN           # fell to a rat
    LEFT_COLUMN             # left regions and palace otherwise: taken back, onto a card or a board, lost
    SPARED_COLUMN           # would have fallen but for a potion
    POINTS_COLUMN           # victory points
