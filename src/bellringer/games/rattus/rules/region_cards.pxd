from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef enum:
    FIRST_HAND = 3          # cards dealt to a seat, and drawn at once
    CLASSES = 127           # the seven classes, as a bit set of symbols
    NONE = -1

cdef bint has_bit(const uint64_t* cards, int card) noexcept nogil
cdef void set_bit(uint64_t* cards, int card) noexcept nogil
cdef void clear_bit(uint64_t* cards, int card) noexcept nogil
cdef int count_at(const Europe* s, int place) noexcept nogil
cdef void deal_region_cards(Europe* s) noexcept nogil
cdef bint can_draw(const Europe* s) noexcept nogil
cdef int take_from_deck(Europe* s, int place) noexcept nogil
cdef int shuffle_discards(Europe* s) noexcept nogil
cdef int draw_cards(Europe* s, int p, int n) noexcept nogil
cdef void keep_drawn(Europe* s, int p) noexcept nogil
cdef void keep_two(Europe* s, int p) noexcept nogil
cdef void lay_open(Europe* s, int card, int place) noexcept nogil
cdef void drop_card(Europe* s, int p, int card) noexcept nogil
cdef void drop_drawn(Europe* s, int p) noexcept nogil
cdef void keep_card(Europe* s, int p, int card) noexcept nogil
cdef void explore(Europe* s, int p, int level) noexcept nogil
cdef int classes_on(int symbols) noexcept nogil
cdef uint64_t unprotected(const Europe* s, int p, int classes) noexcept nogil
cdef uint64_t to_protect(const Europe* s, int p, int card) noexcept nogil
cdef bint might_protect(const Europe* s, int p, int region) noexcept nogil
cdef int who_may_protect(const Europe* s, int region) noexcept nogil
cdef void protect(Europe* s, int p, int card, int class_card) noexcept nogil
cdef void discard_played(Europe* s) noexcept nogil
cdef int points_in_hand(const Europe* s, int p) noexcept nogil
cdef void score_hands(Europe* s) noexcept nogil
