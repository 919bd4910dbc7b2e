from libc.stdint cimport int16_t

from bellringer.core.compiled.features cimport Features
from bellringer.games.notre_dame.rules.state cimport Town

cdef enum:
    MOST_STEPS = 6          # amounts of coins and markers that are told one by one
    SECTOR_STEPS = 4        # the same of a sector's pieces
    CATHEDRAL_STEPS = 3     # of markers there
    RAT_STEPS = 12          # of the rat with the coming plague; from the tenth on it is overrun
    NEAR = 3                # steps of the carriage that are told one by one
    PLAGUE_STEPS = 7        # of the plague value from 2 on
    LEADS = 11              # leads that are told apart
    PERSONS = 33            # that are told apart; more would be another layout, which no net of today knows
    BROWN = 6               # the first of them

cdef Features FEATURES
cdef int STEPS_OF_LEADS[LEADS]

# 1 for each of the amounts 1, 2, 3 ... that is reached.
cdef inline void mark_reached(int16_t* numbers, int value, int steps) noexcept nogil:
    cdef int i
    for i in range(steps):
        numbers[i] = value > i

cdef inline int at_most(int value, int most) noexcept nogil:
    return value if value < most else most

cdef inline int at_least(int value, int least) noexcept nogil:
    return value if value > least else least

cdef const Town* town(const void* state) noexcept nogil

# what several features ask
cdef int rounds_to_come(const Town* s) noexcept nogil
cdef int plays_left(const Town* s, int p) noexcept nogil
cdef int hirings_left(const Town* s, int p) noexcept nogil
cdef int lead_of(const Town* s, int p) noexcept nogil
cdef int rat_after_plague(const Town* s, int p) noexcept nogil
cdef int cathedral_markers(const Town* s) noexcept nogil
cdef int share_a_marker(const Town* s) noexcept nogil
cdef bint is_asked(const Town* s, int p) noexcept nogil
cdef bint has_kept(const Town* s, int p) noexcept nogil
cdef int service_of(const Town* s, int p, int first, int end) noexcept nogil
cdef int carriage_steps(const Town* s, int p) noexcept nogil

# of a seat
cdef void prestige(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void lead(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void lead_reached(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void place_now(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void coins(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void coins_reached(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void coins_of_use(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void markers_at_hand(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void supply_reached(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void general_reached(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void sectors_pieces(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void sectors_reached(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void sectors_to_come(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void friend_place(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void board_shape(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cathedral_own(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cathedral_reached(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cathedral_share(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void rat(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void rat_reached(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void rat_after(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void rat_after_reached(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void immune(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void messages(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void message_colours(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void messages_near(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void carriage_market(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void hand(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void hand_brings(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void hand_choice(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void hand_coming(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void hand_over(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void pile(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void plays(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void hirings(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void service(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void service_to_come(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void turn_order(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void asked(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void amounts_asked(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void on_its_way(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void message_offered(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void knows_gray(const void* state, int p, int16_t* numbers) noexcept nogil

# of the table
cdef void seats(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void options(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void rounds_left(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void round_now(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void phase_now(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void top_kind(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void cathedral(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void share(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void persons_open(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void persons_to_come(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void plague(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void plague_reached(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void rats_to_come(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void messages_left(const void* state, int p, int16_t* numbers) noexcept nogil
cdef void coins_left(const void* state, int p, int16_t* numbers) noexcept nogil
