from bellringer.core.dice cimport Dice
from bellringer.core.play cimport Player
from bellringer.core.rules cimport Rules, SEATS_ROOM

cdef enum:
    STREAMS = 16        # of dice that one deal uses: the game's own, and one a bot

# A player with a watch beside it.
ctypedef struct Clocked:
    Player player
    long decisions
    double seconds

cdef double seconds_now() noexcept nogil
cdef int choose_on_the_clock(void* memory, const Rules* rules, void* state, int seat, Dice* dice) noexcept nogil
cdef void deal_game(const Rules* rules, void* memory, const void* source, unsigned long long number, int seats,
                    unsigned long long root, const Player* brought, Player* seated, Dice* dice) noexcept nogil
