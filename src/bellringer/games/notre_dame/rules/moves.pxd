# The move numbers: one table of spans. names.py names each number; a test keeps the numbers as they are.
cdef enum:
    PASS = 0                    # no, none, enough
    KEEP = 1                    # + action: keep this card in the draft
    PLAY = 10                   # + action: play this card
    WHOSE = 19                  # + k: the own pile's, the right neighbour's, the next one's
    FROM = 22                   # + place: a marker from there
    FRIEND = 30                 # the friend rather than a marker
    TO = 31                     # + sector
    USE = 38                    # + sector
    LOSE = 45                   # + sector
    CARRIAGE = 52               # + market
    TAKE = 77                   # the message
    GET_COIN = 78
    GET_MARKER = 79
    MOVE_RAT = 80
    GIVE = 81                   # + coins - 1: one to three coins to the church
    CARRY = 84                  # + 3 * (friend along) + markers - 1, or + markers with him
    REPEAT = 90                 # + kind of message
    PAY = 94                    # one coin
    HIRED = 95                  # + person
    MOVES = 128
    WORDS = 2                   # of 64 bits, for a set of moves
