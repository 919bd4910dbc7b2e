# Where prestige comes from, and where it goes (core/compiled/sources.pxd). Its columns are the rounds, from 0.
# The names of the sources, for people, stand in sources.py of the game in the same order.
cdef enum:
    OF_PLACE = 1            # + place of the pieces: what a sector brings; of the park, its bonus; of the cathedral, donations
    OF_SHARE = 9            # the cathedral's share after a period
    OF_MESSAGE = 10         # + kind of message
    OF_PLAGUE = 14
    OF_PERSON = 15          # + person
