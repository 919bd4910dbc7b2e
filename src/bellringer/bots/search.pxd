from libc.stdint cimport int32_t, uint64_t

from bellringer.bots.bot cimport Bot
from bellringer.bots.results cimport Results
from bellringer.bots.tree cimport Tree
from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.rules cimport Rules, LEVELS, MOVES_ROOM, SEATS_ROOM, STATE_ROOM
from bellringer.core.compiled.state cimport RuleBook
from bellringer.core.compiled.weights cimport Place, Weights

cdef enum:
    DEEPEST = 400           # decisions that one iteration may walk down the tree
    LOOK_AT_CLOCK = 32      # iterations between two readings of the clock
    WORTH_A_BASE = 3        # new moves of a state, from which it pays to read that state first
    SINGLE = 8192           # visits of a node whose results are added in single precision

ctypedef struct Style:      # the options of a search, explained in search.py
    int iterations
    double seconds
    double exploration
    double trust
    int horizon
    double swing
    double place_weight
    double noise
    int manner              # of bots/manners.pxd
    int forced              # a move that is played whenever it is legal, or NONE
    int forbidden           # a move that is not played while there is another, or NONE
    const Weights* net      # of the style, or NULL: that which ships with the game, if any
    bint plain              # no net at all
    int level               # of the rules' levels, from 1: what it says goes for iterations and noise; 0: none
    int eyes                # a seat whose knowledge worlds are dealt by, EVERYBODY, or below: the one that decides

ctypedef struct Tally:      # sums over the visits of one move at the root
    double win
    double square
    double place
    double liking           # of the bot's manner, where it has one
    double wins[SEATS_ROOM] # of each seat
    double guess            # of a net, of the seat's chance to win, where noise may choose the move; 0: none
    int visits

ctypedef struct Mind:       # everything that a search holds while it thinks
    Style style
    Tree tree
    Tally tallies[MOVES_ROOM]
    unsigned char world[STATE_ROOM]
    unsigned char copy[STATE_ROOM]
    int32_t path[DEEPEST + 1]
    double swing            # of the style, or the game's own
    int horizon
    int most                # iterations to make, of the style or the level; 0: as many as the time allows
    double noise            # likewise
    double total            # sum of the results of the root's seat; `squares`: sum of their squares
    double squares
    double bonus            # the style's exploration times the standard deviation of those results
    int iterations          # made so far
    int stopped             # 1: stop after this iteration
    const Weights* net      # by which this search values states, or NULL
    bint has_base           # whether there is a base
    Place places[2]         # a state that was read, and one whose sums follow from those of the first
    int base                # which of the two is the first
    int foreseen            # the new node of this iteration with the highest first guess, or NONE
    Results foresight       # what was expected of it


cdef class Search(Bot):
    cdef Mind* mind
    cdef readonly list others       # a search for each further thread
    cdef dict given                 # the options that it was made with
    cdef dict made_with(self)
    cdef tuple chances(self)
    cdef put_chances(self, tuple words)
    cdef check_plays(self, RuleBook book)
    cdef check_net(self, RuleBook book)

cdef list expected_line(const Tree* tree, int start)
cdef void think(Mind* mind, const Rules* rules, const void* state, int seat, Dice* dice) noexcept nogil
cdef int choose_by_search(void* memory, const Rules* rules, void* state, int seat, Dice* dice) noexcept nogil
cdef void add_up(Mind* mine, const Mind* other) noexcept nogil
cdef double seconds_now() noexcept nogil
cdef void guess_all(Mind* mind, const Rules* rules, const void* state, int seat, Dice* dice) noexcept nogil
cdef void iterate(Mind* mind, const Rules* rules, const void* state, int seat, Dice* dice) noexcept nogil
cdef int walk(Mind* mind, const Rules* rules, int seat) noexcept nogil
cdef void ask_manner(Mind* mind, const Rules* rules, int seat, double before) noexcept nogil
cdef int best_answer(Mind* mind, const Rules* rules, int parent, int seat) noexcept nogil
cdef void bind_root(const Mind* mind, const Rules* rules, uint64_t* legal) noexcept nogil
cdef int best_of(const Mind* mind, const int* found, int count) noexcept nogil
cdef double guess(Mind* mind, const Rules* rules, int seat, int move, Results* results) noexcept nogil
cdef const Weights* net_for(const Style* style, const Rules* rules, const void* state) noexcept nogil
cdef void set_base(Mind* mind, void* state, int seats) noexcept nogil
cdef void expect(Mind* mind, const Rules* rules, void* state, Results* results) noexcept nogil
cdef void play_on(Mind* mind, const Rules* rules, Dice* dice, Results* results) noexcept nogil
cdef void bring_back(Mind* mind, int depth, const Results* results) noexcept nogil
cpdef double sum_of(double before, double worth, int visits) noexcept nogil
cdef int decide(const Mind* mind, const Rules* rules, Dice* dice) noexcept nogil
cdef int most_tried(const Mind* mind, const Rules* rules) noexcept nogil
cdef int best_liked(const Mind* mind, const Rules* rules) noexcept nogil
cdef bint is_liked_more(const Mind* mind, int move, int other) noexcept nogil
cdef int drawn(const Mind* mind, const Rules* rules, double total, Dice* dice) noexcept nogil
cdef double odds(const Mind* mind, int move) noexcept nogil
