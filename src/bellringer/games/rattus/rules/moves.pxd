# The move numbers: one table of spans. names.py gives each number its name; a golden test freezes them.
# The spans of the class cards have room for 40, so that a later card moves no number. A number in that room has no
# name and is never legal. RAT and FROM begin a word of the set, so that no span after them lies in two: that is quicker.
cdef enum:
    PASS = 0                    # no, enough
    PLACE = 1                   # + region: citizens there
    PLAGUE = 18                 # + region: the plague piece goes there
    TAKE = 35                   # + class card
    USE = 75                    # + class card
    RAT = 128                   # + region * 3 + slot: this rat
    FROM = 192                  # + region
    TO = 209                    # + region
    GO = 226                    # + citizens - 1
    ONE_MORE = 229              # a citizen above the rats
    SWAP_THEM = 230
    COUNT_IT = 231
    ALSO = 232                  # + class card: its second ability
    UPGRADE = 272               # + class card
    GO_MANY = 312               # + citizens - 4
    CITIZEN = 340               # + potions under it, no podium
    OF = 384                    # + seat
    REVEAL_THEM = 390
    DRAW_ONE = 391
    SPEND_IT = 392
    AT_PALACE = 393             # the palace
    AT_BORDER = 394             # a border
    CARD = 395                  # + region card
    DIPLOMAT = 463              # + potions under it
    GUILD = 494                 # + space of the guilds' board
    EVENT_CARD = 500            # + kind of event
    MOVES = 510
    WORDS = 8                   # of 64 bits, for a set of moves
