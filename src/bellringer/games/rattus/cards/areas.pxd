# Whether a table has a card for which it matters how large a seat's connected area is.
from bellringer.games.rattus.cards.class_numbers cimport QUEEN
from bellringer.games.rattus.rules.state cimport Europe, cards_in_play

cdef inline bint area_counts(const Europe* s) noexcept nogil:
    return (cards_in_play(s) >> QUEEN) & 1
