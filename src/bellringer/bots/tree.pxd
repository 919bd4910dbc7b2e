# The tree that a search grows: nodes in one pool of fixed size, children as a linked list.
from libc.stdint cimport int8_t, int16_t, int32_t, uint64_t

from bellringer.core.compiled.rules cimport LEGAL_WORDS

cdef enum:
    NONE = -1
    ROOT = 0

ctypedef struct Node:
    int32_t child       # the first child, or NONE
    int32_t sibling     # the next child of the same parent, or NONE
    int32_t visits      # iterations that came through here
    int32_t available   # iterations that reached the parent and in which this move was legal
    double worth        # sum of the seat's results; a float would stop growing at 2^24 visits
    float guess         # the seat's expected result before any visit
    int16_t move        # the move that leads here
    int8_t seat         # the seat that makes it

ctypedef struct Tree:
    Node* nodes
    int room
    int used

cdef void clear_tree(Tree* tree) noexcept nogil
cdef int add_node(Tree* tree, int parent, int seat, int move, double guess) noexcept nogil
cdef void mark_available(Tree* tree, int parent, int seat, uint64_t* legal, int* found, int* count) noexcept nogil
cdef int answer_at(const Tree* tree, int parent, int move) noexcept nogil
cdef int most_visited(const Tree* tree, int parent) noexcept nogil
