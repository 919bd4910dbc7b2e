# The contract between a game and everything that plays it: one table of functions a game. `book_by` (state.py) has a game
# fill it, and refuses a table that lacks one.
#
#   deal        shuffles and sets up; `state` holds the options only, and seeded dice. Called once, first.
#   find_legal  writes the legal moves of `seat` for the ask on top, as a bit set of `words` 64-bit words.
#               Called only for a seat that is pending. Never empty; two or more moves, but for the
#               asks that must not tell what a seat holds (`secret_asks` of core/contract/game.py).
#   apply       answers the top ask for `seat` with a legal move and runs the rules up to the next real choice.
#   settle      runs the rules up to the next real choice, for a state that was put together by hand, and after a pause.
#               Both follow the protocol of settling.pxd, which has all of it but the game's own steps: a game whose
#               functions are those of that file keeps it.
#   determinize deals anew what `seat` can't see, uniformly, from `dice`. A function of the seat's view and
#               the dice alone: two states that look the same to the seat become the same bytes. A seat beyond the table
#               is a spectator; EVERYBODY stands for all seats together, who know what any of them knows.
#   evaluate    how good the state looks for `seat`, in points of the game; uses only what is in the state.
#   evaluate_all  the same for all seats at once, one after the other in `worth`: for games in which the seats share
#               most of it. NULL where each is a matter of its own.
#   danger      points of the game that `seat` may still lose as things stand, to the plague or its like; 0 if nothing.
#   swing       points of `evaluate` by which a lead decides: a search makes chances of it (odds of e to 1 a swing).
#   horizon     decisions after which a search's playout asks `evaluate` rather than go on; below 0: to the end.
#   place       final (or present) place of `seat`, from 1; equal places are shared.
#   score       points of `seat` that decide first.
#   levels      how much each level of the bots thinks (core/levels.py), filled in by `book_by` and `with_levels`.
#   layout      what a learned value reads of a state (layout.pxd), filled in by `book_by`; NULL: none can be learned.
#   net         the learned value that ships (nets.py), or NULL.
#   broken_law  0, or the number of the first conservation law that does not hold (the game names them).
from libc.stdint cimport uint64_t

from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.layout cimport Layout
from bellringer.core.compiled.weights cimport Weights

# What any game may need, for those who set memory aside for all games. A state of a game that needs more is refused.
cdef enum:
    LEGAL_WORDS = 8                 # 64-bit words of a set of legal moves
    MOVES_ROOM = 64 * LEGAL_WORDS   # move numbers
    SEATS_ROOM = 8                  # seats: one bit each in an ask
    STATE_ROOM = 4096               # bytes of a state
    EVERYBODY = -1                  # in the place of a seat whose knowledge is asked for: all seats together
    LEVELS = 6                      # of the bots

ctypedef struct Level:
    int iterations      # of a search, for a decision
    double noise        # of its choice

ctypedef struct Rules:
    size_t size         # bytes of the state
    int moves           # how many move numbers the game has
    int words           # 64-bit words of its legal sets
    int most_seats
    double swing
    int horizon
    Level levels[LEVELS]    # the weakest first
    const Layout* layout
    const Weights* net
    void (*deal)(void* state) noexcept nogil
    void (*find_legal)(void* state, int seat, uint64_t* legal) noexcept nogil
    void (*apply)(void* state, int seat, int move) noexcept nogil
    void (*settle)(void* state) noexcept nogil
    void (*determinize)(void* state, int seat, Dice* dice) noexcept nogil
    double (*evaluate)(void* state, int seat) noexcept nogil
    void (*evaluate_all)(void* state, double* worth) noexcept nogil
    double (*danger)(void* state, int seat) noexcept nogil
    int (*place)(void* state, int seat) noexcept nogil
    int (*score)(void* state, int seat) noexcept nogil
    int (*broken_law)(void* state) noexcept nogil
