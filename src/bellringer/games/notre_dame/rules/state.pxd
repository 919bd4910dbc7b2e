# The state of a game of Notre Dame: one struct of fixed size, no pointers, every field with its meaning.
# The names of the numbers, for people, stand in names.py in the same order.
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from bellringer.core.compiled.head cimport Head

cdef enum:              # the places of a borough's pieces, and the nine action cards
    CLOISTER_SCHOOL = 0
    BANK
    RESIDENCE
    CARRIAGE_HOUSE
    HOTEL
    PARK
    HOSPITAL
    NOTRE_DAME          # the cathedral: a place for markers, and a card
    TRUSTED_FRIEND      # a card; among the places: the friend himself
    ACTIONS             # nine cards a seat

cdef enum:
    SECTORS = 7         # the first seven places
    PLACES = 8          # the sectors and the cathedral
    MOST_SEATS = 5
    MARKERS = 14        # of each colour, for ever
    NOWHERE = -1        # friend beside the board; no message on a market; no card in a slot
    LAST_SPACE = 9      # of the rat's track
    BOX_COINS = 25      # what the box holds; only the anniversary edition runs out
    ALL_ROUNDS = 9
    PERIOD_ROUNDS = 3
    HAND = 3            # cards in a hand
    KINDS = 4           # of messages
    MARKETS = 5         # of a borough: the centre, then four at its edge
    ALL_MARKETS = 25
    PERSONS_OPEN = 3
    BROWN_PERSONS = 6
    GRAY_PILE = 9
    PERSON_ROOM = 48    # persons that there can be; cards/person_numbers.pxd has those that there are

cdef enum:              # kinds of messages, by what they bring
    COIN_MESSAGE = 0    # 1 prestige, 1 coin
    MARKER_MESSAGE      # 2 prestige, 1 marker
    RAT_MESSAGE         # 3 prestige, the rat may go back
    PRESTIGE_MESSAGE    # 4 prestige

cdef enum:              # what a round is doing
    KEEPING_OWN = 0     # draft: one of the three drawn
    KEEPING_PASSED      # draft: one of the two received
    PLAYING
    HIRING
    PLAGUE              # over but for those who choose what it takes

cdef enum:
    CARRY_SOME = 0      # one to three pieces, and the sector stays unused
    CARRY_ALL = 1       # every piece, and the new sector acts

ctypedef struct Town:
    Head head
    # what the table has chosen
    uint8_t anniversary             # 1: the anniversary edition, 0: 2007
    uint8_t new_persons             # the pool of persons: 0 the base game's, 1 with the New Persons, then later decks
    uint8_t open_prestige           # 1: everybody's prestige is shown
    uint8_t boroughs                # 3, 4, 5; four with two players
    uint8_t cathedral               # prestige shared out there after each period
    uint8_t rats[PERSON_ROOM]       # printed on the person cards
    uint8_t back[PERSON_ROOM]       # 0 brown, 1 to 3 for the letters A to C
    uint32_t streets[ALL_MARKETS]   # bit set of the markets one step away
    # where the game stands
    uint8_t round                   # 0 to 8, 9 when all is over
    uint8_t phase                   # KEEPING_OWN ...
    uint8_t start                   # the seat that begins the round
    uint8_t turn                    # turns taken in this phase
    # the seats
    uint8_t supply[MOST_SEATS]      # own markers
    uint8_t general[MOST_SEATS]     # markers in the general supply
    uint8_t markers[MOST_SEATS][PLACES]
    int8_t friend[MOST_SEATS]       # a sector, or NOWHERE
    uint8_t rat[MOST_SEATS]         # 0 to 9
    uint8_t carriage[MOST_SEATS]    # a market
    int16_t coins[MOST_SEATS]
    int16_t prestige[MOST_SEATS]
    uint32_t collected[MOST_SEATS]  # bit set of message tokens: colour * KINDS + kind
    int8_t message[ALL_MARKETS]     # the token on a market, or NOWHERE
    # the cards of this period: what was pile q's n-th card drawn. Round r's three lie in slots 3r (kept by q),
    # 3r + 1 (kept by q's left neighbour), 3r + 2 (went on to the next); the rest is the pile, a set: it
    # lies in the order of the actions, and is drawn from at random.
    int8_t deck[MOST_SEATS][ACTIONS]
    uint16_t played[MOST_SEATS]     # bit 3r + k: this seat has played, face up, the card it got as the k-th
    # the persons
    int8_t open[PERSONS_OPEN]       # two brown, one gray
    uint8_t brown                   # bit set of the brown persons still in the pile
    int8_t gray[GRAY_PILE]          # in the order of the rounds; those of past rounds lie under the pile
    uint8_t immune                  # bit set of seats that the plague passes this round
    uint8_t knows_gray              # bit set of seats that have looked through the gray pile

# Seats sit clockwise: the left neighbour is the next number.
cdef inline int left_of(const Town* s, int p, int by) noexcept nogil:
    p += by
    return p - s.head.seats if p >= s.head.seats else p

cdef inline int right_of(const Town* s, int p, int by) noexcept nogil:
    p -= by
    while p < 0:
        p += s.head.seats
    return p

# The first slot of this round's cards in each pile.
cdef inline int first_slot(const Town* s) noexcept nogil:
    return HAND * (s.round % PERIOD_ROUNDS)

# The card that seat p got as the k-th: its own, its right neighbour's, the next one's. With two seats the
# third comes back from the own pile.
cdef inline int card_of(const Town* s, int p, int k) noexcept nogil:
    return s.deck[right_of(s, p, k)][first_slot(s) + k]

# The same with the round's first slot at hand, and the set of hand cards still unplayed: bit k for the k-th.
cdef inline int card_in(const Town* s, int p, int first, int k) noexcept nogil:
    return s.deck[right_of(s, p, k)][first + k]

cdef inline int unplayed(const Town* s, int p, int first) noexcept nogil:
    return (~s.played[p] >> first) & 7

# In whose colour the k-th card of a hand is: 0 own, 1 the right neighbour's, 2 the next one's. Of two seats, the card that
# went to the other seat and came back is in the own colour again. [ND-14.9]
cdef inline int colour_in_hand(const Town* s, int k) noexcept nogil:
    return k if k < s.head.seats else 0

# Markers and the friend together: the number that counts everywhere.
cdef inline int pieces(const Town* s, int p, int place) noexcept nogil:
    return s.markers[p][place] + (s.friend[p] == place)

# The borough of a seat; two seats sit at opposite sides of four boroughs.
cdef inline int home_of(const Town* s, int p) noexcept nogil:
    return 2 * p if s.head.seats == 2 else p
