"""What the module of universities asks: by its events, and by the cards that need it. No card is named here."""

from cython.cimports.bellringer.core.compiled.legal import allow, allow_if, allow_set
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import (
    ARRANGE_EVENT,
    CHOOSE_EVENT,
    JOIN_TO,
    PUT_AWAY,
    UNIVERSITY_TO,
)
from cython.cimports.bellringer.games.rattus.rules.citizen_asks import answer_go_to
from cython.cimports.bellringer.games.rattus.rules.citizens import place_citizens
from cython.cimports.bellringer.games.rattus.rules.event_cards import (
    lay_out_events,
    look_at_events,
    move_event,
    place_of_event,
    take_event,
)
from cython.cimports.bellringer.games.rattus.rules.events import EVENT_PUT_AWAY
from cython.cimports.bellringer.games.rattus.rules.moves import EVENT_CARD, FROM, PASS, PLACE, TO, USE
from cython.cimports.bellringer.games.rattus.rules.state import EVENT_KINDS
from cython.cimports.bellringer.games.rattus.rules.universities import (
    GREEN,
    begin_event,
    beside_universities,
    free_for_university,
    move_university,
    place_token,
    take_tokens_back,
    universities_beside,
    university_targets,
    with_university,
)
from cython.cimports.bellringer.games.rattus.rules.verbs import ask as put_ask
from cython.cimports.bellringer.games.rattus.rules.verbs import give_up_card, tell

# what the events ask


def legal_give_up_card(s, p, legal):
    """Any class card of the seat, or none."""
    if s.cards[p] != 0:
        allow(legal, PASS)
        allow_set(legal, USE, s.cards[p])


def answer_give_up_card(s, p, move):
    """The card goes back, unless the seat passes."""
    if move != PASS:
        give_up_card(s, p, move - USE)


def legal_bonus_in(s, p, legal):
    """Either university's region, or none."""
    if s.supply[p] > 0:
        allow(legal, PASS)
        allow_set(legal, PLACE, with_university(s))


def answer_bonus_in(s, p, move):
    """A citizen comes there, unless the seat passes."""
    if move != PASS:
        place_citizens(s, p, move - PLACE, 1)


def legal_university_goes(s, legal):
    """Any region that is free for one."""
    allow_set(legal, TO, free_for_university(s))


def answer_university_goes(s, p, move, source):
    """The piece goes there, and leaves a token where it was. [RA-15.13]"""
    move_university(s, p, source, move - TO)
    place_token(s, p, source)
    take_tokens_back(s, p)


# what cards ask


def ask_for_university(s, p, founded_too):
    """Ask where the green piece goes."""
    put_ask(s, p, UNIVERSITY_TO, s.university[GREEN] - 1, founded_too)


def legal_university_from(s, legal):
    """Either university."""
    allow_set(legal, FROM, with_university(s))


def answer_university_from(s, p, move):
    """Ask where it goes, also where a token lies."""
    put_ask(s, p, UNIVERSITY_TO, move - FROM, 1)


def legal_university_to(s, legal, founded):
    """Any other region; where a token lies only if `founded`."""
    allow_set(legal, TO, university_targets(s, founded))


def answer_university_to(s, p, move, source):
    """The university goes there."""
    move_university(s, p, source, move - TO)
    take_tokens_back(s, p)


def legal_university_in(s, legal):
    """Either university's region."""
    allow_set(legal, PLACE, with_university(s))


def answer_university_in(s, p, move, citizens):
    """So many citizens come there."""
    place_citizens(s, p, move - PLACE, citizens)


def legal_join_from(s, p, legal):
    """Any region with an own citizen that can go to a university beside it."""
    allow_set(legal, FROM, beside_universities(s, p))


def answer_join_from(s, p, move):
    """Ask to which university."""
    put_ask(s, p, JOIN_TO, move - FROM, 0)


def legal_join_to(s, p, legal, source):
    """Any university beside the region."""
    allow_set(legal, TO, universities_beside(s, p, source))


def answer_join_to(s, p, move, source):
    """One citizen goes there."""
    answer_go_to(s, p, move, source, 1)


def begin_to_arrange(s, p, n, may_put_away):
    """Look at the next n events; put some away, if that is allowed, and the others back in any order. [RA-15.25]"""
    look_at_events(s, p, n)
    if may_put_away:
        put_ask(s, p, PUT_AWAY, n, 0)
    else:
        ask_to_arrange(s, p, 0, n)


def allow_events(s, legal, first, n):
    """Any kind of event among the next n, from a place on, or none: so the ask never shows how many kinds there are."""
    allow(legal, PASS)
    for i in range(first, n):
        allow(legal, EVENT_CARD + s.next_events[i].event)


def legal_put_away(s, legal, most):
    """Any of the next events, or no more."""
    allow_events(s, legal, 0, most)


def answer_put_away(s, p, move, most):
    """Put that event away, for all to see, and ask for another one; then the rest is arranged."""
    if move == PASS:
        ask_to_arrange(s, p, 0, most)
        return
    tell(s, p, EVENT_PUT_AWAY, take_event(s, place_of_event(s, move - EVENT_CARD, 0)), 0, 0)
    if most > 1:
        put_ask(s, p, PUT_AWAY, most - 1, 0)


def ask_to_arrange(s, p, place, n):
    """Ask what comes at a place, while more than one event is left for it."""
    if place < n - 1:
        put_ask(s, p, ARRANGE_EVENT, place + 1, n)


def legal_arrange_event(s, legal, number, most):
    """Any event from this place on, or the order in which they lie."""
    allow_events(s, legal, number - 1, most)


def answer_arrange_event(s, p, move, number, most):
    """The event comes to this place, from 1; or the seat leaves the rest in its order."""
    if move != PASS:
        move_event(s, place_of_event(s, move - EVENT_CARD, number - 1), number - 1)
        ask_to_arrange(s, p, number, most)


def draw_to_choose(s, p, n):
    """Draw n events; one of them happens. [RA-15.30]"""
    lay_out_events(s, n)
    put_ask(s, p, CHOOSE_EVENT, 0, 0)


def legal_choose_event(s, legal):
    """Any kind that was drawn."""
    for kind in range(EVENT_KINDS):
        allow_if(legal, EVENT_CARD + kind, s.drawn_events[kind] > 0)


def answer_choose_event(s, p, move):
    """The event happens; the others that were drawn are put away."""
    s.drawn_events[move - EVENT_CARD] -= 1
    for kind in range(EVENT_KINDS):
        while s.drawn_events[kind] > 0:
            s.drawn_events[kind] -= 1
            tell(s, p, EVENT_PUT_AWAY, kind, 0, 0)
    begin_event(s, move - EVENT_CARD)
