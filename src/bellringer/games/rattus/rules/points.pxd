from bellringer.games.rattus.rules.state cimport Europe

cdef enum:                  # what points are scored for
    REGION_CARDS = 0
    DIPLOMATS
    UNIVERSITY
    TOKEN                   # a victory point token that a card gives
    GUILDS
    INNS

cdef void score_points(Europe* s, int p, int points, int reason) noexcept nogil
cdef void score_most(Europe* s, const int* counts, int first, int second, int reason) noexcept nogil
cdef int most_below(const Europe* s, const int* counts, int limit) noexcept nogil
cdef int how_many_have(const Europe* s, const int* counts, int count) noexcept nogil
cdef void score_all(Europe* s, const int* counts, int count, int points, int reason) noexcept nogil
