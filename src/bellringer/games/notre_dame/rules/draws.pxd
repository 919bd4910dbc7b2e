# What chance decides in Notre Dame: the kinds of draws (draws.pxd). All of it is drawn in the same order in every
# game, so that a draw's number says what it is. Records depend on the numbers of the kinds: they stay as they are.
cdef enum:
    MESSAGE_DRAWS = 0   # three for each borough's four messages, borough by borough
    GRAY_DRAWS          # for the persons of A, then B, then C: one for each person of the letter but one
    BROWN_DRAWS         # two in each round
    CARD_DRAWS          # in each round, seat by seat, three
