# The kinds of events (core/compiled/events.pxd), each with the meaning of `what`, `where` and `amount`.
cdef enum:
    ROUND_BEGINS = 1        # amount: round, from 1
    PERSON_OPENS            # what: person
    CARDS_DRAWN             # every seat took three of its pile
    CARDS_PASSED            # the draft's picks went on. amount: cards each
    CARD_PLAYED             # what: action, where: whose colour (0 own, 1 right neighbour's, 2 next)
    ACTION_FORGONE          # what: action
    MARKER_PLACED           # where: place; from the own supply
    MARKER_GRANTED          # where: place; from the general supply
    MARKER_MOVED            # what: from, where: to, amount: how many
    MARKER_RETURNED         # what: place; to the general supply
    FRIEND_MOVED            # what: from (TRUSTED_FRIEND: from beside the board), where: to
    SECTOR_USED             # what: sector
    COINS_GAINED            # amount
    COINS_PAID              # amount
    COINS_TAKEN             # what: seat they come from, amount
    MARKERS_GAINED          # amount; from the general to the own supply
    PRESTIGE_GAINED         # amount without the bonus; where: bonus of the park
    PRESTIGE_LOST           # amount
    RAT_MOVED               # what: from, where: to
    CARRIAGE_MOVED          # what: from, where: to
    MESSAGE_TAKEN           # what: token
    PERSON_HIRED            # what: person
    GRAY_PILE_SEEN          # the seat has looked through it
    PLAGUE_STRIKES          # what, where: rats on the first two persons, amount: the round's plague value
    RATS_COUNTED            # what: rats that come, where: pieces in the hospital, amount: the space that they lead to
    RAT_OVERRUNS            # the rat would have passed the last space
    CATHEDRAL_SHARED        # amount: prestige a marker
    PERIOD_ENDS             # amount: period, from 1
    GAME_ENDS
