"""Functions on small sets: shuffle a pile, sort a hand, find the places within reach."""

import cython
from cython.cimports.bellringer.core.compiled.dice import roll
from cython.cimports.bellringer.core.compiled.legal import lowest_bit


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


def sort_distinct(items, n):
    """Sort in place items that all differ and are below 128. A bit set makes this quick for long piles."""
    found = cython.declare(cython.ulonglong[2])
    found[0] = 0
    found[1] = 0
    for i in range(n):
        found[items[i] >> 6] |= cython.cast(cython.ulonglong, 1) << (items[i] & 63)
    place: cython.int = 0
    for half in range(2):
        while found[half] != 0:
            items[place] = 64 * half + lowest_bit(found[half])
            found[half] &= found[half] - 1
            place += 1


def within_reach(neighbours, place, steps):
    """The bit set of the places at most `steps` steps away, including the start. `neighbours`: a bit set by place."""
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
