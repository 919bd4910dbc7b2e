# The weights of a net and what is kept while it is used, as nets.py works with them.
from libc.stdint cimport int8_t, int16_t, int32_t

from bellringer.core.compiled.layout cimport Layout, Numbers
from bellringer.core.compiled.vectors cimport AddRows

cdef enum:
    MOST_SEATS = 8          # as SEATS_ROOM in rules.pxd
    MOST_LANES = 64
    IN_A_WORD = 4           # numbers that are compared as one word
    NUMBERS_ROOM = 288      # the larger of the rooms in layout.pxd
    HIDDEN_CEILING = 2047

ctypedef struct Part:       # the weights for some numbers of seats; edges/net_file.py says what they are
    int width
    int shift               # of a first layer's sum, to what a hidden unit counts in
    double last_unit        # what 1 of a last layer's sum is, in logits
    double linear_unit      # what 1 of the linear lane's sum is
    const int32_t* bias
    const int16_t* blocks[MOST_SEATS]   # a row of weights for each number of the seat that sits so many places clockwise
    const int16_t* table
    const int16_t* last

ctypedef struct Weights:    # a net, ready to be used
    AddRows add_rows
    const Layout* layout
    Part parts[MOST_SEATS]
    int8_t part_of[MOST_SEATS + 1]      # for each number of seats; -1: the net does not serve it

ctypedef struct Sums:       # the first layer's sums of a state, for each seat
    int32_t of_seat[MOST_SEATS][MOST_LANES]

ctypedef struct Place:      # a state as a net reads it: what was read, and its sums
    Numbers numbers
    Sums sums

ctypedef struct Changes:    # of one block: which numbers have changed, and by how much
    int32_t which[NUMBERS_ROOM]
    int32_t amounts[NUMBERS_ROOM]
