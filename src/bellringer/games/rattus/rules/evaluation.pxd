from bellringer.games.rattus.rules.state cimport Europe

cdef double evaluate(void* state, int p) noexcept nogil
cdef void evaluate_all(void* state, double* worth) noexcept nogil
cdef double danger(void* state, int p) noexcept nogil
cdef double standing(const Europe* s, int p) noexcept nogil
cdef double expected_loss(const Europe* s, int p, int region) noexcept nogil
cdef double threat(const Europe* s, int region) noexcept nogil
cdef double symbols_borne(const Europe* s, int p) noexcept nogil
cdef double lateness(const Europe* s) noexcept nogil
cdef double worth_of_diplomats(const Europe* s, int p) noexcept nogil
cdef double scored_by_universities(const Europe* s, int p) noexcept nogil
cdef double worth_of_cards(const Europe* s, int p) noexcept nogil
cdef int potions_of(const Europe* s, int p, int region) noexcept nogil
cdef double worth_of_hand(const Europe* s, int p) noexcept nogil
