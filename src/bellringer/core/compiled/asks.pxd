# Asks: the decisions that a game waits for, as a short stack in the state. So a game can be copied, stored and
# searched even in the middle of a card's effect.
from libc.stdint cimport uint8_t

cdef enum:
    ASK_DEPTH = 16

ctypedef struct Ask:
    uint8_t kind        # which question; each game numbers its own
    uint8_t seats       # bit set of the seats that still owe an answer
    uint8_t about       # what the question is about; the kind says what the number means
    uint8_t more        # a second such number

ctypedef struct Asks:
    Ask stack[ASK_DEPTH]
    uint8_t depth
    uint8_t is_lost         # 1: an ask found no room. Each game's laws refuse that

cdef inline Ask* top_ask(const Asks* asks) noexcept nogil:
    return <Ask*> &asks.stack[asks.depth - 1]

cdef inline void push_ask(Asks* asks, int kind, int seats, int about, int more) noexcept nogil:
    cdef Ask* ask = &asks.stack[asks.depth]
    if asks.depth == ASK_DEPTH:
        asks.is_lost = 1
        return
    ask.kind = <uint8_t> kind
    ask.seats = <uint8_t> seats
    ask.about = <uint8_t> about
    ask.more = <uint8_t> more
    asks.depth += 1

# Remove the top ask. Its slot is cleared, so that equal positions have equal bytes.
cdef inline Ask pop_ask(Asks* asks) noexcept nogil:
    cdef Ask* slot = &asks.stack[asks.depth - 1]
    cdef Ask ask = slot[0]
    slot.kind = 0
    slot.seats = 0
    slot.about = 0
    slot.more = 0
    asks.depth -= 1
    return ask
