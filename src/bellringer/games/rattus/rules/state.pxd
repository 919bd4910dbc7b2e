# The state of a game of Rattus: one struct of fixed size, no pointers, every field with its meaning.
# The names of the numbers, for people, stand in names.py in the same order.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from bellringer.core.head cimport Head

cdef enum:
    REGIONS = 17            # of the largest map; a table plays on some of them
    MOST_SEATS = 6
    CLASS_ROOM = 40         # class cards that there can be; cards/class_numbers.pxd has those that there are
    TOKENS = 65             # rat tokens of the larger box
    RATS = 3                # that a region may hold
    MOST_TURNS = 1000       # after so many the game ends as if the rats had run out

cdef enum:                  # the symbols of rat tokens, as bits; the seven classes first
    PEASANTRY = 0
    BOURGEOISIE
    CHURCH
    CHIVALRY
    MAGIC
    ROYALTY
    ISLAMIC
    MAJORITY
    ALL
    CLASS_SYMBOLS = 7

cdef enum:                  # what the game is doing
    SETTLING = 0            # the citizens of the set-up
    ACTING                  # a turn, until the plague piece moves
    SPREADING               # new rats around the plague region
    COUNTING                # may the piece count as citizens
    RAVAGING                # the plague region's rats, one at a time
    LAST_ROUND              # abilities once more, anticlockwise
    LAST_RAVAGE             # every region

cdef enum:                  # the questions of the game (core/asks.pxd); `about` and `more` are said at each
    SETTLE = 1              # two citizens to which region
    ACT                     # take a card, place citizens, use an ability, or move the plague piece
    PLACE_MORE              # one citizen more than the rats. about: region
    RAT_FROM                # which rat moves
    RAT_TO                  # and where to. about: the rat, region * RATS + slot
    GO_FROM                 # citizens leave which region. about: how many at most
    GO_TO                   # and go to which neighbour. about: region; more: how many at most
    GO_COUNT                # and how many are they. about: from; more: to
    LOOK                    # at which rat
    LOOK_AGAIN              # at which other. about: the first
    SWAP                    # the two that were looked at, or not. about, more: the two
    HAVEN_FROM              # a citizen of which region goes to the palace
    SPREAD                  # a new rat in which neighbour
    COUNT_PIECE             # does the piece count as citizens. about: how many
    LAST_ACT                # in the last round: use an ability, or enough
    PLACE_ONE               # a citizen in any region
    PIECE_TO                # in the last round: the plague piece goes where, or stays. about: steps

ctypedef struct Rat:
    int8_t token            # which token lies there, face down
    uint8_t seen            # bit set of the seats that have looked at it
    uint8_t laid_out        # 1: one of those laid out at the set-up, so a starting token

ctypedef struct Europe:
    Head head
    # what the table has chosen, and its box
    uint8_t big_box                 # 1: the Big Box's map and tokens
    uint8_t reach                   # steps of cards that let the piece go farther
    uint8_t citizens_each           # of a seat, in all
    uint8_t tokens                  # in the box
    uint8_t taken_out               # regular tokens removed unseen before play
    uint32_t regions                # bit set of the regions in play
    uint32_t borders[REGIONS]       # bit set of a region's neighbours in play
    uint8_t limit[TOKENS]           # citizens from which the token acts
    uint16_t symbols[TOKENS]        # bit set of what it hits
    uint8_t starting[TOKENS]        # 1: a starting token
    uint8_t symbol_of[CLASS_ROOM]   # the class of each card
    # where the game stands
    uint8_t phase
    uint8_t start                   # the seat that began
    uint8_t turn                    # the seat whose turn it is, or was
    uint8_t step                    # of the set-up's placings; of the last ravage: the region; of the last round: seats done
    uint16_t turns                  # begun so far
    uint8_t has_taken               # this turn: a class card
    uint8_t has_placed              # this turn: citizens
    uint64_t used                   # this turn: bit set of class cards
    uint8_t rats_to_come            # still to be placed by the spreading plague
    uint8_t piece_counts            # as so many citizens, in the plague region
    # the board
    uint8_t piece                   # region of the plague piece
    uint8_t citizens[MOST_SEATS][REGIONS]
    uint8_t supply[MOST_SEATS]      # citizens not on the board
    uint8_t palace[MOST_SEATS]      # safe for the rest of the game
    uint64_t cards[MOST_SEATS]      # bit set of the class cards that a seat holds
    uint64_t on_table               # and of those beside the board; the others are left in the box
    uint64_t upgraded[2]            # bit sets of the cards at level II or better, and at level III
    uint8_t rat_count[REGIONS]
    Rat rats[REGIONS][RATS]         # in the order in which they came; that is the order of turning
    # tokens not on the board: the supply from the front, those removed unseen from the end, each in no order
    int8_t pool[TOKENS]
    uint8_t in_supply
    uint8_t in_removed

# Seats sit clockwise.
cdef inline int left_of(const Europe* s, int p, int by) noexcept nogil:
    p += by
    return p - s.head.seats if p >= s.head.seats else p

cdef inline bint holds(const Europe* s, int p, int card) noexcept nogil:
    return (s.cards[p] >> card) & 1

# 1 for a card as it is printed, 2 and 3 with its upgrades.
cdef inline int level(const Europe* s, int card) noexcept nogil:
    return 1 + <int> (s.upgraded[0] >> card & 1) + <int> (s.upgraded[1] >> card & 1)

# The class cards of a seat that it has not used in this turn.
cdef inline uint64_t fresh_cards(const Europe* s, int p) noexcept nogil:
    return s.cards[p] & ~s.used

cdef inline bint are_neighbours(const Europe* s, int one, int other) noexcept nogil:
    return (s.borders[one] >> other) & 1

# All citizens of a region, whosever they are.
cdef inline int crowd(const Europe* s, int region) noexcept nogil:
    cdef int n = 0
    cdef int p
    for p in range(MOST_SEATS):
        n += s.citizens[p][region]
    return n
