# The move numbers: one table of spans. names.py names each number; a test keeps the numbers as they are.
cdef enum:
    PASS = 0                    # no, enough
    PLACE = 1                   # + region: citizens there
    PLAGUE = 18                 # + region: the plague piece goes there
    TAKE = 35                   # + class card
    USE = 68                    # + class card
    RAT = 101                   # + region * 3 + slot: this rat
    FROM = 152                  # + region
    TO = 169                    # + region
    GO = 186                    # + citizens - 1
    ONE_MORE = 189              # a citizen above the rats
    SWAP_THEM = 190
    COUNT_IT = 191
    MOVES = 192
    WORDS = 3                   # of 64 bits, for a set of moves
