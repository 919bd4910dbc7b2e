# The move numbers: one table of spans. names.py gives each number its name; a golden test freezes them.
# The spans of the class cards have room for 40, so that a later card moves no number. A number in that room has no
# name and is never legal.
cdef enum:
    PASS = 0                    # no, enough
    PLACE = 1                   # + region: citizens there
    PLAGUE = 18                 # + region: the plague piece goes there
    TAKE = 35                   # + class card
    USE = 75                    # + class card
    RAT = 115                   # + region * 3 + slot: this rat
    FROM = 166                  # + region
    TO = 183                    # + region
    GO = 200                    # + citizens - 1
    ONE_MORE = 203              # a citizen above the rats
    SWAP_THEM = 204
    COUNT_IT = 205
    MOVES = 206
    WORDS = 4                   # of 64 bits, for a set of moves
