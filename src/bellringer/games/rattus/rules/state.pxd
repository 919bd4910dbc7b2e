# The state of a game of Rattus: one struct of fixed size, no pointers, every field with its meaning.
# The names of the numbers, for people, stand in names.py in the same order.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from bellringer.core.compiled.head cimport Head

cdef enum:
    REGIONS = 17            # of the largest map; a table plays on some of them
    MOST_SEATS = 6
    CLASS_ROOM = 40         # class cards that there can be; cards/class_numbers.pxd has those that there are
    PALACE = REGIONS        # the place after the regions, where citizens are safe for good
    TOKENS = 65             # rat tokens of the larger box
    RATS = 3                # that a region may hold
    LOOKS = 4               # rats that can be looked at, to be arranged
    POTIONS = 30            # in the box
    PODIUMS = 15            # in the box
    BEARERS = 45            # citizens that can bear something: as many as potions and podiums
    ON_PODIUM = 31          # plus its potions: the number of a citizen on a podium; that of another one are its potions
    REGULAR = 2147483647    # bit set of the numbers of citizens that are no diplomats
    NUNS = 3                # pieces, each of which raises the limits of its region
    BISHOPS = 2             # pieces, each of which keeps new rats out of its region
    WALLS = 3               # pieces, each of which closes a border
    UNIVERSITIES = 2        # pieces: the green one, then the white one
    EVENT_KINDS = 10        # of event cards; event_cards.pxd names them
    NEXT_EVENTS = 6         # event cards that can be looked at, to be arranged
    ANYWHERE = 99           # steps of cards that let the piece go to any region
    NO_LIMIT = 99           # more than anybody can have of anything that scores
    MOST_TURNS = 1000       # after so many the game ends as if the rats had run out
    REGION_DECK = 68        # region cards in the box: four of each region, in the order of the regions
    GUILD_SPACES = 6        # of the guilds' board; each is for the ability of the card with its number

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

cdef enum:                  # the modules that a table may play with, as bits of `modules`
    WITH_UPGRADES = 0
    WITH_REGION_CARDS
    WITH_GUILDS
    WITH_INNS
    WITH_UNIVERSITIES

cdef enum:                  # where a region card is
    NOT_IN_PLAY = 0         # in the box: of a region that is not in play, or without the module
    IN_DECK
    DISCARDED
    BEING_DRAWN             # by the seat that acts, which chooses among them
    PLAYED                  # on a class card, until the plague there is over
    IN_HAND                 # + seat

cdef enum:                  # what the game is doing
    SETTLING = 0            # the citizens of the set-up
    ACTING                  # a turn, until the plague piece moves
    SPREADING               # new rats around the plague region
    COUNTING                # may the piece count as citizens
    RAVAGING                # the plague region's rats, one at a time
    TURN_ENDS               # what comes after the plague
    LAST_ROUND              # abilities once more, anticlockwise
    LAST_RAVAGE             # every region

cdef enum:                  # modules that have a board beside the map, as their bits in `modules`
    GUILDS_BOARD = 4
    INNS_BOARD = 8

cdef enum:                  # in the last round: whether the seat has resolved a plague
    UNRESOLVED = 0
    RESOLVING
    RESOLVED

cdef enum:                  # how far the rat that is being turned has got
    NO_RAT = 0              # between two of them
    MAJORITY_HIT            # the majority owes its losses
    CLASSES_HIT             # the classes owe theirs
    PROTECTING              # between these two: region cards may be played

# A citizen that bears potions, or stands on a podium. Those that bear nothing are only counted.
ctypedef struct Bearer:
    uint8_t seat
    uint8_t place           # region, or PALACE
    uint8_t potions
    uint8_t podium          # 1: it is a diplomat, of which a seat has one a region at most

# What a card's effect must remember between its asks; all 0 when none is under way.
ctypedef struct Errand:
    uint8_t source          # region
    uint8_t target          # region
    uint8_t seat
    uint8_t citizen         # which of the seat's citizens, as moves number them
    uint8_t left            # how many times more; of citizens, how many go
    uint8_t again           # 1: this is not the first time

ctypedef struct Rat:
    int8_t token            # which token lies there, face down
    uint8_t seen            # bit set of the seats that have looked at it
    uint8_t laid_out        # 1: one of those laid out at the set-up, so a starting token
    uint8_t open            # 1: face up, all rats of the region having been revealed together
    uint8_t returned        # 1: drawn from the rats that had been turned, so one of `turned_then`

# A card at the top of the pile of events, where a seat has put it.
ctypedef struct NextEvent:
    uint8_t event           # its kind
    uint8_t seen            # bit set of the seats that know it

ctypedef struct Europe:
    Head head
    # what the table has chosen, and its box
    uint8_t big_box                 # 1: the Big Box's map and tokens
    uint8_t reach                   # steps of cards that let the piece go farther
    uint8_t citizens_each           # of a seat, in all
    uint8_t tokens                  # in the box
    uint8_t taken_out               # regular tokens removed unseen before play
    uint32_t regions                # bit set of the regions in play
    uint32_t borders[REGIONS]       # bit set of a region's neighbours in play, walls or not
    uint8_t limit[TOKENS]           # citizens from which the token acts
    uint16_t symbols[TOKENS]        # bit set of what it hits
    uint8_t starting[TOKENS]        # 1: a starting token
    uint8_t symbol_of[CLASS_ROOM]   # the class of each card
    uint8_t protects[REGION_DECK]   # bit set of the classes against which a region card can be played
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
    uint8_t no_limits               # 1: all limits there are zero
    uint64_t used_also              # this turn: bit set of class cards whose second ability was used
    uint32_t within                 # this turn: the regions where citizens come one by one
    uint32_t to_fill                # and those where one is still to come
    Errand errand
    uint8_t looked[LOOKS]           # the rats that were looked at to be arranged, region * RATS + slot, + 1
    uint8_t arranged[LOOKS]         # those that come to the places of the former, one by one
    # a plague
    uint8_t rat_stage               # how far the rat that is being turned has got
    uint8_t token                   # which it is, + 1; 0 for none
    uint8_t owing                   # bit set of the seats that still owe citizens to it
    uint8_t owed[MOST_SEATS]
    uint8_t killed[MOST_SEATS]      # by the last rat
    uint8_t fallen[MOST_SEATS]      # in this plague, by all its rats
    uint8_t revealed_all            # 1: the region's rats have been revealed together
    uint8_t drawn                   # a rat drawn from the supply, face up, + 1; 0 for none
    uint8_t has_moved               # in the last round: the plague piece
    uint8_t has_resolved            # in the last round: a plague
    # the board
    uint8_t piece                   # region of the plague piece
    uint32_t open_to[REGIONS]       # bit set of a region's neighbours that no wall keeps off
    uint32_t closed_in              # bit set of the regions in play that walls close in all round
    uint8_t nuns[REGIONS]           # pieces there
    uint32_t bishops                # bit set of the regions with such a piece
    uint8_t caravan                 # the region of the caravan, + 1; 0 while it is not on the map
    uint8_t citizens[MOST_SEATS][REGIONS]
    uint8_t supply[MOST_SEATS]      # citizens not on the board
    uint8_t palace[MOST_SEATS]      # safe for the rest of the game
    uint8_t kept[MOST_SEATS]        # citizens on the class card that keeps them: only one seat's at a time
    uint8_t lodged[MOST_SEATS]      # and on the card that borrows tiles: they came there by such a tile
    Bearer bearers[BEARERS]         # by seat, place and what they bear, in ascending order
    uint8_t bearer_count
    uint32_t diplomats[MOST_SEATS]  # bit set of the regions where a seat has one
    uint64_t cards[MOST_SEATS]      # bit set of the class cards that a seat holds
    uint64_t on_table               # and of those beside the board; the others are left in the box
    uint8_t modules                 # bit set of those that the table plays with
    uint64_t tiles                  # bit set of the cards that the table has upgrade tiles for
    uint64_t upgraded[2]            # bit sets of the cards at level II or better, and at level III
    uint64_t blocked                # bit set of the cards that give no ability now
    uint64_t granted[MOST_SEATS]    # bit set of the abilities that a seat has without such a card
    uint8_t lent                    # the card whose tile another card has borrowed, at level III, + 1; 0 for none
    uint8_t lent_to                 # and that other card, which a seat holds
    uint8_t points[MOST_SEATS]      # victory points taken so far
    # region cards
    uint8_t card_at[REGION_DECK]    # where each is
    uint64_t open_cards[2]          # bit set of those in hands, or being drawn, which everybody knows
    uint64_t held_then[2]           # and of those that were there when the discard pile was last shuffled
    uint64_t protected              # bit set of the class cards that rats do not hit in this plague
    uint8_t may_protect             # bit set of the seats still to be asked for a region card against this rat
    # the boards of guilds and inns
    uint8_t guilds[GUILD_SPACES]    # the seat with a citizen on each space, + 1; 0 for none
    uint8_t new_guilds              # this turn: bit set of the spaces taken
    uint8_t guild_used              # this turn: the guild ability that was used, as a class card, + 1; 0 for none
    uint8_t counts_later            # in the last round: what earlier seats let the piece count as in the last ravage
    uint8_t no_limits_later         # 1: and an earlier seat let all limits be zero where it stands then
    uint8_t cities[REGIONS]         # the seat with a citizen in each region's city, + 1; 0 for none
    uint32_t new_cities             # this turn: bit set of the cities taken
    uint32_t cities_due             # bit set of the cities that may still add a citizen in phase B
    uint8_t rat_count[REGIONS]
    Rat rats[REGIONS][RATS]         # in the order in which they came; that is the order of turning
    # tokens not on the board: the supply from the front, those removed unseen from the end, each in no order
    int8_t pool[TOKENS]
    uint8_t in_supply
    uint8_t in_removed
    uint64_t turned_then[2]         # bit set of the tokens that the returned rats can be
    uint64_t shuffled_in[2]         # bit set of the tokens that all saw come to the supply: none of those is removed
    # the universities
    uint8_t university[UNIVERSITIES]    # the region of each piece, + 1; 0 at a table without them
    uint32_t founded                # bit set of the regions with a token
    uint8_t event_pile[EVENT_KINDS] # cards of each kind in the pile; the others are drawn, or put away face up
    NextEvent next_events[NEXT_EVENTS]  # those at its top whose order is certain, the next one first
    uint8_t next_count
    uint8_t drawn_events[EVENT_KINDS]   # in the last round: of which one is chosen
    uint8_t event                   # the kind of the event that is on, + 1; 0 for none
    uint8_t event_step              # how far it has got

# Seats sit clockwise.
cdef inline int left_of(const Europe* s, int p, int by) noexcept nogil:
    p += by
    return p - s.head.seats if p >= s.head.seats else p

cdef inline bint holds(const Europe* s, int p, int card) noexcept nogil:
    return (s.cards[p] >> card) & 1

# The class cards of the table, with seats and beside the board, as a bit set.
cdef inline uint64_t cards_in_play(const Europe* s) noexcept nogil:
    cdef uint64_t found = s.on_table
    cdef int p
    for p in range(MOST_SEATS):
        found |= s.cards[p]
    return found

# 1 for a card as it is printed, 2 and 3 with its upgrades.
cdef inline int card_level(const Europe* s, int card) noexcept nogil:
    return 1 + <int> (s.upgraded[0] >> card & 1) + <int> (s.upgraded[1] >> card & 1)

# The card whose tile another card has borrowed, as a bit set.
cdef inline uint64_t lent_tile(const Europe* s) noexcept nogil:
    return (<uint64_t> 1 << s.lent) >> 1

# Whether the tile of a card lies on another card, which the seat holds and which is not blocked.
cdef inline bint borrows(const Europe* s, int p, int card) noexcept nogil:
    return s.lent == card + 1 and (s.cards[p] & ~s.blocked) >> s.lent_to & 1

# The card that gives a seat an ability: that on which the tile lies which it has borrowed, or the ability's own.
cdef inline int acting_card(const Europe* s, int p, int card) noexcept nogil:
    return s.lent_to if borrows(s, p, card) else card

# Where the tile of a card lies: on another one that has borrowed it, or else its own card.
cdef inline int tile_place(const Europe* s, int card) noexcept nogil:
    return s.lent_to if s.lent == card + 1 else card

# The level of a seat's ability: that of its card, or of the tile that it has borrowed; other abilities are as printed.
cdef inline int level(const Europe* s, int p, int card) noexcept nogil:
    if s.lent != 0 and borrows(s, p, card):
        return 3
    return card_level(s, card) if holds(s, p, card) else 1

# The abilities that a seat has now, as a bit set of class cards. What rats hit are the cards that it holds, `cards`.
cdef inline uint64_t abilities(const Europe* s, int p) noexcept nogil:
    cdef uint64_t found = (s.cards[p] & ~s.blocked) | s.granted[p]
    if s.lent != 0 and borrows(s, p, s.lent - 1):
        found |= lent_tile(s)
    return found

# Those that it has not used in this turn.
cdef inline uint64_t fresh_abilities(const Europe* s, int p) noexcept nogil:
    return abilities(s, p) & ~s.used

# The abilities with a second one that a seat has not used in this turn. Which of them have it depends on their level.
cdef inline uint64_t fresh_second_abilities(const Europe* s, int p) noexcept nogil:
    return abilities(s, p) & ~s.used_also & (s.upgraded[0] | lent_tile(s))

# The seat that holds a class card, or -1.
cdef inline int holder(const Europe* s, int card) noexcept nogil:
    cdef int p
    for p in range(MOST_SEATS):
        if holds(s, p, card):
            return p
    return -1

# The seat whose plague it is, or that acts in the last round.
cdef inline int actor(const Europe* s) noexcept nogil:
    return left_of(s, s.turn, s.head.seats - s.step) if s.phase == LAST_ROUND else s.turn

cdef inline bint plays_region_cards(const Europe* s) noexcept nogil:
    return (s.modules >> WITH_REGION_CARDS) & 1

# Four region cards of each region follow one another.
cdef inline int region_of(int card) noexcept nogil:
    return card >> 2

cdef inline bint are_neighbours(const Europe* s, int one, int other) noexcept nogil:
    return (s.open_to[one] >> other) & 1

# Which of its seat's citizens a bearer is, as moves number them.
cdef inline int number_of(Bearer bearer) noexcept nogil:
    return bearer.potions + ON_PODIUM * bearer.podium

# All citizens of a region, whosever they are.
cdef inline int crowd(const Europe* s, int region) noexcept nogil:
    cdef int n = 0
    cdef int p
    for p in range(MOST_SEATS):
        n += s.citizens[p][region]
    return n
