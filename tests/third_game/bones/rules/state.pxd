# The state of a game of Bones.
from libc.stdint cimport uint8_t

from bellringer.core.compiled.head cimport Head

cdef enum:
    MOST_SEATS = 3
    MOST_AT_ONCE = 3
    FEWEST_BONES = 12
    SIDES = 6           # of the die that gives each seat its secret
    TAKE = 1            # the question: how many bones
    BONES_TAKEN = 1     # the event
    MOVES = 3
    WORDS = 1

ctypedef struct Bones:
    Head head
    uint8_t phase               # there is one
    uint8_t bones               # at the beginning
    uint8_t heap                # still there
    uint8_t start               # the seat that begins
    uint8_t turn                # the seat on turn
    uint8_t taken[MOST_SEATS]
    uint8_t secret[MOST_SEATS]  # counts at the end; known to its owner alone
