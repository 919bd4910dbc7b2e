# What chance decides in Rattus: the kinds of draws (draws.pxd). A draw's number is its place in its kind, whoever
# makes it and whatever comes between. Records depend on the numbers of the kinds: they stay as they are.
cdef enum:
    # at the set-up
    STARTING_DRAWS = 0  # the order of the starting tokens
    REGULAR_DRAWS       # that of the others, the last of which are removed
    PIECE_DRAWS         # where the plague piece begins
    UNIVERSITY_DRAWS    # and each university's piece
    # in the game
    RAT_DRAWS           # the next rat out of the supply, face down or for all to see
    TURNED_DRAWS        # the next of those that have been turned
    REGION_CARD_DRAWS   # the next card of the deck, dealt or drawn, shuffled anew or not
    EVENT_DRAWS         # the next event that is certain
    DROP_DRAWS          # everything about the next two citizens that are dropped
