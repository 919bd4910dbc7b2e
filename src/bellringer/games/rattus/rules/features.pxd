from libc.stdint cimport int8_t, int16_t, uint32_t, uint64_t

from bellringer.core.compiled.features cimport Features
from bellringer.games.rattus.rules.ask_numbers cimport ASK_KINDS
from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    CARDS_READ = 33         # class cards that have numbers of their own; one that is added later is read by its class
    UPGRADES_READ = 27      # and of these, the first ones, which there are upgrades for
    DISTANCES = 4           # of a region from the plague piece: there, beside it, two steps, farther
    RAT_COUNTS = 4          # that a region may have: none to three
    FIRST_CITIZENS = 4      # of a seat in the set-up
    PACES = 3               # rats a turn with which the turns to come are counted
    BITS_OF_A_CLASS = 8     # of `hits_by_class`
    MOST_OF_A_CLASS = 255
    UNIT = 16               # parts of a citizen in which expected losses are told
    LIMIT_OF_LEAD = 12      # citizens; a larger lead is told as this

ctypedef struct Lands:      # the regions by their distance from the plague piece, as bit sets
    uint32_t at[DISTANCES]

ctypedef struct Others:     # the other seats' citizens in a region
    int citizens            # in all
    int most                # of one seat

cdef Features FEATURES
cdef int8_t group_of[ASK_KINDS]

cdef inline const Europe* europe(const void* state) noexcept nogil:
    return <const Europe*> state

cdef inline int clockwise(const Europe* s, int first, int p) noexcept nogil:
    cdef int by = p - first
    return by + s.head.seats if by < 0 else by

cdef inline Others others_in(const Europe* s, int p, int region) noexcept nogil:
    cdef Others found
    cdef int other, theirs
    found.citizens = 0
    found.most = 0
    for other in range(s.head.seats):
        theirs = s.citizens[other][region] if other != p else 0
        found.citizens += theirs
        found.most = theirs if theirs > found.most else found.most
    return found

cdef void write_set(int16_t* numbers, uint64_t members) noexcept nogil
cdef Lands lands_of(const Europe* s) noexcept nogil
cdef int distance_of(const Lands* lands, int region) noexcept nogil
cdef void standings_now(const Europe* s, int* scores) noexcept nogil
cdef void take_off_board(int* scores, int occupant) noexcept nogil
cdef int wait(const Europe* s, int p) noexcept nogil
cdef int losses_by_faces(const Europe* s, int p, int region, uint64_t hits) noexcept nogil
cdef uint64_t hits_by_class(const Europe* s, int p) noexcept nogil
cdef int average_loss(const Europe* s, int p, int region) noexcept nogil
cdef int last_turn(const Europe* s, int pace) noexcept nogil
cdef bint still_acts(const Europe* s, int p) noexcept nogil

# of a seat
cdef void score_now(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void points(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void lead(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void place_now(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void supply(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void palace(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void set_aside(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void by_region(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void by_distance(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void regions_held(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void expected_losses(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void dealt_losses(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cards_held(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void how_many_cards(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cards_by_class(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void fresh_cards(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void fresh_seconds(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void upgrades(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cards_apart(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void turn_in(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void tempo(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void settling_left(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void part_in(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void turns_left(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void gets_a_turn(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void has_last_turn(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void plague_losses(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void potions(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void diplomats(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void hand(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void guild_spaces(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cities(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void universities(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void largest_area(const void* state, int p, int16_t* numbers) noexcept nogil

# of the table
cdef void how_many_seats(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void modules(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cards_on_table(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void rats_in(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void regions_by_rats(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void rats_left(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void few_rats_left(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void piece_in(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void nuns_in(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void bishops_in(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void caravan_in(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void walled_borders(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void phase(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void asked(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void this_plague(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void turns_begun(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cards_changed(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void event(const void* state, int p, int16_t* numbers) noexcept nogil
