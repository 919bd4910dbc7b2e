# Where what a seat gains and loses comes from. Nobody pays for it who does not ask: only while `recording` is TRACED does
# a block lie in memory, right before the state (`State.traced`), and a verb enters what it does there, with its source.
# The state's own bytes know nothing of it.
#
# A source is a number of the game's (its rules/sources.pxd); 0 is what the state began with, or had under way then. What
# acts now is named where it begins to act: a card's hook, a sector, a step of the rules. An ask remembers what has put it,
# so that what an answer brings has that source too, whatever happened in between.
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from bellringer.core.compiled.asks cimport ASK_DEPTH
from bellringer.core.compiled.events cimport TRACED
from bellringer.core.compiled.head cimport Head

cdef enum:
    FLOWS_ROOM = 512  # more than can be entered between two pauses of the rules (is_full of events.pxd)

ctypedef struct Flow:
    uint16_t event      # how many events there were: the next one tells of it
    uint8_t seat
    uint8_t column      # what of the seat changed: each game numbers its own
    uint8_t source
    int16_t amount

ctypedef struct Block:
    uint64_t entered    # how many flows there are; 64 bits wide, so that the state behind the block is aligned
    Flow flows[FLOWS_ROOM]
    uint8_t source      # what acts now
    uint8_t of_ask[ASK_DEPTH]   # what has put each ask that waits

cdef inline bint is_traced(const void* state) noexcept nogil:
    return (<const Head*> state).events.recording == TRACED

cdef inline Block* block_of(void* state) noexcept nogil:
    return <Block*> state - 1

# Let a source act from now on. Returns the one before, for who lets that go on afterwards.
cdef inline int name_source(void* state, int source) noexcept nogil:
    cdef int before
    if not is_traced(state):
        return 0
    before = block_of(state).source
    block_of(state).source = <uint8_t> source
    return before

# An ask has been put on top: it remembers what has put it.
cdef inline void remember_source(void* state) noexcept nogil:
    cdef Head* head = <Head*> state
    if is_traced(state):
        block_of(state).of_ask[head.asks.depth - 1] = block_of(state).source

# The ask on top is going to be answered: what has put it acts.
cdef inline void take_source_up(void* state) noexcept nogil:
    cdef Head* head = <Head*> state
    if is_traced(state):
        block_of(state).source = block_of(state).of_ask[head.asks.depth - 1]

# Enter what changes for a seat: by a source, or by what acts now.
cdef inline void enter_by(void* state, int seat, int column, int source, int amount) noexcept nogil:
    cdef Block* block
    cdef Flow* flow
    if not is_traced(state) or amount == 0:
        return
    block = block_of(state)
    if block.entered < FLOWS_ROOM:
        flow = &block.flows[block.entered]
        flow.event = (<Head*> state).events.count
        flow.seat = <uint8_t> seat
        flow.column = <uint8_t> column
        flow.source = <uint8_t> source
        flow.amount = <int16_t> amount
    block.entered += 1

cdef inline void enter(void* state, int seat, int column, int amount) noexcept nogil:
    if is_traced(state):
        enter_by(state, seat, column, block_of(state).source, amount)
