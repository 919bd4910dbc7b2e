# The first member of every game's struct: what the machinery of the core needs to know of any state.
from libc.stdint cimport uint8_t, uint16_t

from bellringer.core.compiled.asks cimport Asks
from bellringer.core.compiled.dice cimport Dice
from bellringer.core.compiled.events cimport Events

cdef enum:
    DRAW_KINDS = 12     # that a game may have

ctypedef struct Head:
    Dice dice           # all chance of this game: the dice, or while a live table makes a move the key of its draws
    Asks asks           # what waits for an answer
    uint8_t seats       # how many play
    uint8_t over        # 1 when the game has ended
    uint16_t revealed   # how often something hidden came to light: no undo goes past a change of it
    Events events
    uint8_t is_keyed    # 1: `dice` is a key
    uint16_t drawn[DRAW_KINDS]  # how many draws of each kind have been made with such a key
