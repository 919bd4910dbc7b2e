"""The tree of a search: a pool of nodes that is filled from the front and emptied at once."""

import cython
from cython.cimports.bellringer.core.compiled.legal import is_allowed, refuse


def clear_tree(tree):
    """Reset the tree to a root without children."""
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
    """Add a child for a move. Returns its number, or NONE if the pool is full."""
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
    """List the seat's children whose moves are legal, count them as available, and remove them from `legal`."""
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
    """The child with a certain move, or NONE."""
    number: cython.int = tree.nodes[parent].child
    while number != NONE and tree.nodes[number].move != move:
        number = tree.nodes[number].sibling
    return number


def most_visited(tree, parent):
    """The child with the most visits, or NONE if there is no child."""
    best: cython.int = NONE
    number: cython.int = tree.nodes[parent].child
    while number != NONE:
        if best == NONE or tree.nodes[number].visits > tree.nodes[best].visits:
            best = number
        number = tree.nodes[number].sibling
    return best
