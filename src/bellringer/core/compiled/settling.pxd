# From one choice to the next: the protocol by which every game answers and runs on, written once. A game's `apply` and
# `settle` are a line each, and hand over the game's own parts:
#
#   go_on       takes the next step of the rules. Called when nothing is asked and the game is not over. It asks something,
#               changes what the next step will be, or ends the game.
#   waits       whether the ask on top surely waits for the seat: it has two legal moves or more, which need not be counted
#               then, or its only one must not be made by itself, since that would tell what a seat holds.
#   find_legal  as in rules.pxd; here it may find one move or none.
#   take        takes the ask on top off: `take_top`, or the game's own where others go with it.
#   answer      carries out a move that answers an ask of the seat. It asks what else it wants to know.
#
# What holds for all games, and what `State` relies on (state.py):
#
#   An ask with one answer is answered, an ask with none is dropped; both of the seat that is lowest.
#   Several seats may owe an answer to one ask. It is taken off when the last of them answers, and only then the rules go on.
#   While events are recorded, `settle` returns before their ring is full, with nothing asked. Whoever reads them calls again.
#   While somebody looks at each step (STEPWISE), it returns after each: between two steps, or at an ask.
#
# All of it is inline: a game's own parts are known when it is compiled, so that they are called as directly as in a loop of
# its own.
from libc.stdint cimport uint64_t

from bellringer.core.compiled.asks cimport Ask, Asks, pop_ask, top_ask
from bellringer.core.compiled.events cimport has_stepped, is_full
from bellringer.core.compiled.head cimport Head
from bellringer.core.compiled.legal cimport count_legal, lowest_bit, nth_legal
from bellringer.core.compiled.rules cimport LEGAL_WORDS
from bellringer.core.compiled.sources cimport name_source, take_source_up

ctypedef void (*GoOn)(void* state) noexcept nogil
ctypedef bint (*Waits)(void* state, int seat, Ask ask) noexcept nogil
ctypedef void (*FindLegal)(void* state, int seat, uint64_t* legal) noexcept nogil
ctypedef Ask (*Take)(void* state) noexcept nogil
ctypedef void (*Answer)(void* state, int seat, Ask ask, int move) noexcept nogil

cdef inline Ask take_top(void* state) noexcept nogil:
    return pop_ask(&(<Head*> state).asks)

# Run the rules up to the next real choice. `words`: of a set of the game's moves.
cdef inline void settle_by(
    void* state, int words, GoOn go_on, Waits waits, FindLegal find_legal, Take take, Answer answer
) noexcept nogil:
    cdef uint64_t legal[LEGAL_WORDS]
    cdef Head* head = <Head*> state
    cdef Ask ask
    cdef int seat, choices
    while not head.over:
        if head.asks.depth == 0:
            if is_full(&head.events) or has_stepped(&head.events):
                return
            name_source(state, 0)
            go_on(state)
            continue
        ask = top_ask(&head.asks)[0]
        seat = lowest_bit(ask.seats)
        if waits(state, seat, ask):
            return
        find_legal(state, seat, legal)
        choices = count_legal(legal, words)
        if choices > 1 or has_stepped(&head.events):
            return
        take_source_up(state)
        ask = take(state)
        if choices == 1:
            answer(state, seat, ask, nth_legal(legal, words, 0))

# Carry out a seat's answer to the ask on top. Returns whether the rules go on: not while others owe an answer to it.
cdef inline bint answer_by(void* state, int seat, int move, Take take, Answer answer) noexcept nogil:
    cdef Ask* top = top_ask(&(<Head*> state).asks)
    cdef Ask ask = top[0]
    take_source_up(state)
    if ask.seats == 1 << seat:
        answer(state, seat, take(state), move)
        return True
    answer(state, seat, ask, move)
    top.seats &= ~(1 << seat)
    return False
