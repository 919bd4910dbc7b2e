"""The tree of a search: a pool of nodes, filled from the front and emptied in one go."""

import cython
from cython.cimports.bellringer.core.legal import is_allowed, refuse


def clear_tree(tree):
    """Nothing but a root without answers."""
    tree.used = 1
    root = cython.address(tree.nodes[ROOT])
    root.child = NONE
    root.sibling = NONE
    root.visits = 0
    root.available = 0
    root.worth = 0
    root.guess = 0
    root.move = NONE
    root.seat = NONE


def add_node(tree, parent, seat, move, guess):
    """A new answer to what is asked at a node; NONE when the pool is full."""
    if tree.used == tree.room:
        return NONE
    number = tree.used
    tree.used += 1
    node = cython.address(tree.nodes[number])
    node.child = NONE
    node.sibling = tree.nodes[parent].child
    node.visits = 0
    node.available = 1
    node.worth = 0
    node.guess = guess
    node.move = move
    node.seat = seat
    tree.nodes[parent].child = number
    return number


def mark_available(tree, parent, seat, legal, found, count):
    """Count the known answers of a seat that are legal now, list them, and take them out of `legal`."""
    count[0] = 0
    number: cython.int = tree.nodes[parent].child
    while number != NONE:
        node = cython.address(tree.nodes[number])
        if node.seat == seat and is_allowed(legal, node.move):
            node.available += 1
            found[count[0]] = number
            count[0] += 1
            refuse(legal, node.move)
        number = node.sibling


def answer_at(tree, parent, move):
    """The node of a certain answer to what is asked at a node, or NONE."""
    number: cython.int = tree.nodes[parent].child
    while number != NONE and tree.nodes[number].move != move:
        number = tree.nodes[number].sibling
    return number


def most_visited(tree, parent):
    """The answer that most iterations went through, or NONE."""
    best: cython.int = NONE
    number: cython.int = tree.nodes[parent].child
    while number != NONE:
        if best == NONE or tree.nodes[number].visits > tree.nodes[best].visits:
            best = number
        number = tree.nodes[number].sibling
    return best
