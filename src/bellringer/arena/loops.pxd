from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.play cimport Player
from bellringer.core.compiled.rules cimport Rules, SEATS_ROOM

cdef enum:
    STREAMS = 16        # streams of dice for one deal: one for the game, one for each bot, and some to spare

# A player, and the time that it has used.
ctypedef struct Clocked:
    Player player
    long decisions
    double seconds

cdef double seconds_now() noexcept nogil
cdef int choose_on_the_clock(void* memory, const Rules* rules, void* state, int seat, Dice* dice) noexcept nogil
cdef void deal_game(const Rules* rules, void* memory, const void* source, unsigned long long number, int seats,
                    unsigned long long root, const Player* brought, Player* seated, Dice* dice) noexcept nogil
