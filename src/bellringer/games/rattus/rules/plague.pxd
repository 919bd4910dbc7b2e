from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    COUNTED = 256   # more than the citizens that can count in a region (the event RAT_TURNED)
    NEW_RATS = 2    # that come at most with the plague, but for cards that bring more

cdef void begin_plague(Europe* s, int p, int region) noexcept nogil
cdef void ask_more_rats(Europe* s, int p) noexcept nogil
cdef uint32_t spread_targets(const Europe* s) noexcept nogil
cdef void spread(Europe* s) noexcept nogil
cdef void ask_before_ravage(Europe* s, int p) noexcept nogil
cdef int counting_card(const Europe* s, int p) noexcept nogil
cdef void ask_counting(Europe* s, int p) noexcept nogil
cdef bint goes_on_ravaging(const Europe* s, int region) noexcept nogil
cdef bint ravage(Europe* s, int region) noexcept nogil
cdef void put_away(Europe* s, int region) noexcept nogil
cdef void end_plague(Europe* s, int p) noexcept nogil
cdef void forget_fallen(Europe* s) noexcept nogil
cdef int limit_of(const Europe* s, int region, int token) noexcept nogil
cdef bint piece_acts(const Europe* s) noexcept nogil
cdef int raised_by_a_nun(const Europe* s) noexcept nogil
cdef void turn_rat(Europe* s, int region, int slot) noexcept nogil
cdef void go_on_with_rat(Europe* s, int region) noexcept nogil
cdef void end_rat(Europe* s, int p) noexcept nogil
cdef bint hits_nobody(const Europe* s) noexcept nogil
cdef void strike_majority(Europe* s, int region) noexcept nogil
cdef int losses_to(const Europe* s, int p, int symbols) noexcept nogil
cdef int most_owed(const Europe* s, int p) noexcept nogil
cdef void strike_classes(Europe* s, int region, int symbols) noexcept nogil
cdef void lose(Europe* s, int p, int region, int n) noexcept nogil
cdef void enter_fallen(Europe* s, int p, int n) noexcept nogil
cdef int symbol_by_which(const Europe* s, int p, int loss) noexcept nogil
cdef void ask_next(Europe* s, int seats, int kind, int region) noexcept nogil
cdef void let_fall(Europe* s, int p, int region, int citizen) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_more_rats(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_more_rats(Europe* s, int p, int move, int most, int card) noexcept nogil
cdef void legal_spread(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_spread(Europe* s, int p, int move) noexcept nogil
cdef void legal_count_piece(uint64_t* legal) noexcept nogil
cdef void answer_count_piece(Europe* s, int p, int move, int citizens) noexcept nogil
cdef void answer_lift_limits(Europe* s, int p, int move) noexcept nogil
cdef void legal_reveal_all(uint64_t* legal) noexcept nogil
cdef void answer_reveal_all(Europe* s, int p, int move, int card) noexcept nogil
cdef void legal_draw_rat(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_draw_rat(Europe* s, int p, int move) noexcept nogil
cdef void legal_replace_rat(const Europe* s, uint64_t* legal, int region) noexcept nogil
cdef void answer_replace_rat(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_next_rat(const Europe* s, uint64_t* legal, int region) noexcept nogil
cdef void answer_next_rat(Europe* s, int move, int region) noexcept nogil
cdef void legal_lose_which(const Europe* s, int p, uint64_t* legal, int region) noexcept nogil
cdef void answer_lose_which(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_spend_potion(uint64_t* legal) noexcept nogil
cdef void answer_spend_potion(Europe* s, int p, int move, int region, int potions) noexcept nogil
# end
