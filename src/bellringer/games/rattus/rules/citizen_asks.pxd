from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    FEW = 3         # citizens that go at once by a card as it is printed
    MOST_GO = 31    # that ever go at once

cdef void allow_that_may_go(const Europe* s, int owner, uint64_t* legal, int source, int target) noexcept nogil
cdef bint may_exchange(const Europe* s) noexcept nogil
cdef uint32_t with_exchange(const Europe* s, int owner) noexcept nogil
cdef uint32_t exchange_targets(const Europe* s, int owner, int source, int citizen) noexcept nogil
cdef uint32_t led_seats(const Europe* s, int p, int source, int target) noexcept nogil
cdef void lead_rats(Europe* s, int p) noexcept nogil
cdef int room_for_rats(const Europe* s, int region) noexcept nogil
cdef void allow_counts(uint64_t* legal, int most) noexcept nogil
cdef int count_of(int move) noexcept nogil
cdef bint has_second_potion(int level) noexcept nogil
cdef void ask_move_in(Europe* s, int p, int most, int card) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_from_own(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void legal_go_from(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void legal_go_far_from(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void legal_citizen(const Europe* s, int p, uint64_t* legal, int region) noexcept nogil
cdef void legal_place_one(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_place_one(Europe* s, int p, int move) noexcept nogil
cdef void answer_go_from(Europe* s, int p, int move, int most) noexcept nogil
cdef void answer_go_far_from(Europe* s, int p, int move, int most) noexcept nogil
cdef void legal_go_to(const Europe* s, int p, uint64_t* legal, int source) noexcept nogil
cdef void legal_go_anywhere(const Europe* s, int p, uint64_t* legal, int source) noexcept nogil
cdef void answer_go_to(Europe* s, int p, int move, int source, int most) noexcept nogil
cdef void legal_go_count(const Europe* s, int p, uint64_t* legal, int source, int target) noexcept nogil
cdef void answer_go_count(Europe* s, int p, int move, int source, int target) noexcept nogil
cdef void legal_go_which(const Europe* s, int p, uint64_t* legal, int source, int target) noexcept nogil
cdef void answer_go_which(Europe* s, int p, int move, int source, int target) noexcept nogil
cdef void legal_haven_from(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void legal_haven_any(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_haven_from(Europe* s, int p, int move) noexcept nogil
cdef void answer_haven_any(Europe* s, int p, int move, int most) noexcept nogil
cdef void legal_haven_which(const Europe* s, int p, uint64_t* legal, int region) noexcept nogil
cdef void answer_haven_which(Europe* s, int p, int move, int region, int again) noexcept nogil
cdef void legal_haven_also(const Europe* s, int p, uint64_t* legal, int region) noexcept nogil
cdef void answer_haven_also(Europe* s, int p, int move, int region) noexcept nogil
cdef void answer_keep_from(Europe* s, int p, int move, int card) noexcept nogil
cdef void answer_keep_which(Europe* s, int p, int move, int region, int card) noexcept nogil
cdef void legal_potion_in(const Europe* s, int p, uint64_t* legal, int again) noexcept nogil
cdef void answer_potion_in(Europe* s, int p, int move, int level, int again) noexcept nogil
cdef void answer_potion_to(Europe* s, int p, int move, int region, int again) noexcept nogil
cdef void legal_potion_also(const Europe* s, int p, uint64_t* legal, int region) noexcept nogil
cdef void answer_potion_also(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_exchange_from(const Europe* s, uint64_t* legal) noexcept nogil
cdef void answer_exchange_from(Europe* s, int p, int move) noexcept nogil
cdef void legal_exchange_whose(const Europe* s, uint64_t* legal, int region) noexcept nogil
cdef void answer_exchange_whose(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_exchange_which(const Europe* s, uint64_t* legal, int region, int owner) noexcept nogil
cdef void answer_exchange_which(Europe* s, int p, int move, int region, int owner) noexcept nogil
cdef void legal_exchange_to(const Europe* s, uint64_t* legal, int source) noexcept nogil
cdef void answer_exchange_to(Europe* s, int p, int move) noexcept nogil
cdef void legal_exchange_with(const Europe* s, uint64_t* legal, int region) noexcept nogil
cdef void answer_exchange_with(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_exchange_for(const Europe* s, uint64_t* legal, int region, int owner) noexcept nogil
cdef void answer_exchange_for(Europe* s, int p, int move, int region, int owner) noexcept nogil
cdef void legal_exchange_also(const Europe* s, uint64_t* legal, int source, int target) noexcept nogil
cdef void answer_exchange_also(Europe* s, int p, int move, int source) noexcept nogil
cdef void answer_lead_from(Europe* s, int p, int move) noexcept nogil
cdef void answer_lead_to(Europe* s, int p, int move, int source) noexcept nogil
cdef void legal_lead_which(const Europe* s, int p, uint64_t* legal, int source, int target) noexcept nogil
cdef void answer_lead_which(Europe* s, int p, int move, int source, int target) noexcept nogil
cdef void legal_lead_whose(const Europe* s, int p, uint64_t* legal, int source, int target) noexcept nogil
cdef void answer_lead_whose(Europe* s, int p, int move, int source) noexcept nogil
cdef void legal_lead_other(const Europe* s, uint64_t* legal, int source, int owner) noexcept nogil
cdef void answer_lead_other(Europe* s, int p, int move, int source, int owner) noexcept nogil
cdef void legal_lead_rat(const Europe* s, uint64_t* legal, int source, int target) noexcept nogil
cdef void answer_lead_rat(Europe* s, int p, int move, int source, int target) noexcept nogil
cdef void legal_lead_on(const Europe* s, int p, uint64_t* legal, int region, int before) noexcept nogil
cdef void answer_lead_on(Europe* s, int p, int move, int region) noexcept nogil
cdef void legal_move_in(const Europe* s, int p, uint64_t* legal, int most) noexcept nogil
cdef void answer_move_in(Europe* s, int p, int move, int card) noexcept nogil
# end
