from libc.stdint cimport uint32_t, uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef void begin_turn(Europe* s, int p) noexcept nogil
cdef void forget_use(Europe* s) noexcept nogil
cdef int piece_steps(const Europe* s, int p) noexcept nogil
cdef int farthest(const Europe* s, int p, uint64_t cards) noexcept nogil
cdef void use_steps(Europe* s, int p, int region) noexcept nogil
cdef uint32_t piece_targets(const Europe* s, int far) noexcept nogil
cdef uint64_t others_cards(const Europe* s, int p) noexcept nogil
cdef uint64_t guarded_cards(const Europe* s) noexcept nogil
cdef int guard(const Europe* s, int p) noexcept nogil
cdef bint can_surely_take(const Europe* s, int p) noexcept nogil
cdef uint64_t upgradable(const Europe* s, int p) noexcept nogil
cdef void legal_abilities(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void begin_taking(Europe* s, int p, int card) noexcept nogil
cdef void begin_ability(Europe* s, int p, int card) noexcept nogil
cdef void begin_second_ability(Europe* s, int p, int card) noexcept nogil

# asks: the pairs. Written by tools/asks.py from asks.toml: do not edit.
cdef void legal_act(const Europe* s, int p, uint64_t* legal) noexcept nogil
cdef void answer_act(Europe* s, int p, int move) noexcept nogil
# end
