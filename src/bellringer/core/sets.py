"""Functions on small sets: shuffle a pile, sort a hand, find the places within reach."""

import cython
from cython.cimports.bellringer.core.dice import roll
from cython.cimports.bellringer.core.legal import lowest_bit


def shuffle(dice, items, n):
    """Shuffle in place, all orders equally likely."""
    for i in range(n - 1, 0, -1):
        j = roll(dice, i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


def sort(items, n):
    """Sort in place, ascending, so that equal sets have equal bytes."""
    for i in range(1, n):
        j = i
        while j > 0 and items[j - 1] > items[j]:
            item = items[j]
            items[j] = items[j - 1]
            items[j - 1] = item
            j -= 1


def within_reach(neighbours, place, steps):
    """The bit set of the places at most so many steps away, including the start. `neighbours`: a bit set by place."""
    reached: cython.uint = 1 << place
    edge: cython.uint = reached
    while steps > 0 and edge != 0:
        beyond: cython.uint = 0
        while edge != 0:
            beyond |= neighbours[lowest_bit(edge)]
            edge &= edge - 1
        edge = beyond & ~reached
        reached |= beyond
        steps -= 1
    return reached
