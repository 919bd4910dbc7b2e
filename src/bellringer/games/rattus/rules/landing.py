"""The verbs for a drop of citizens: what drop.py has found happens on the board.

The podiums of those that were knocked away are lifted before anybody comes down, so that the order of the moves does
not matter. A citizen that leaves the board gives back what it bears; that is no death by the plague.
"""

import cython
from cython.cimports.bellringer.core.compiled.dice import Dice
from cython.cimports.bellringer.core.compiled.draws import open_draw
from cython.cimports.bellringer.core.compiled.legal import lowest_bit
from cython.cimports.bellringer.core.compiled.sources import enter
from cython.cimports.bellringer.games.rattus.rules.ask_numbers import LANDS_IN
from cython.cimports.bellringer.games.rattus.rules.citizens import add_bearer, drop_bearer
from cython.cimports.bellringer.games.rattus.rules.diplomats import is_diplomat_in
from cython.cimports.bellringer.games.rattus.rules.draws import DROP_DRAWS
from cython.cimports.bellringer.games.rattus.rules.drop import DROPPED, MOST_KNOCKED, citizens_at, drop_citizens
from cython.cimports.bellringer.games.rattus.rules.events import (
    CITIZEN_DROPPED,
    CITIZEN_KNOCKED,
    CITIZEN_LANDED,
    RAT_FLIPPED,
)
from cython.cimports.bellringer.games.rattus.rules.ground import NOWHERE
from cython.cimports.bellringer.games.rattus.rules.rats import draw_token, forget_returned
from cython.cimports.bellringer.games.rattus.rules.sources import LEFT_COLUMN, MOVED_COLUMN, PLACED_COLUMN, SAVED_COLUMN
from cython.cimports.bellringer.games.rattus.rules.state import ON_PODIUM, PALACE, RATS, Rat, number_of
from cython.cimports.bellringer.games.rattus.rules.verbs import ask, tell


def drop_from_hand(s, p, x, y):
    """Drop two citizens of the supply above a point of the map. Nobody can take that back."""
    drop = cython.declare(Drop)
    own = cython.declare(Dice)
    dice = open_draw(cython.address(s.head), cython.address(own), DROP_DRAWS)
    drop_citizens(s, p, x, y, dice, cython.address(drop))
    s.head.revealed += 1
    for cube in range(DROPPED):
        trail = drop.trails[cube]
        first = trail.column[0] * 256 + trail.row[0] - 32768
        tell(s, p, CITIZEN_DROPPED, trail.column[trail.count - 1], trail.row[trail.count - 1], first)
    move_knocked(s, cython.address(drop))
    settle_dropped(s, cython.address(drop), 1)
    settle_dropped(s, cython.address(drop), 0)
    left: cython.ulonglong = drop.flipped
    while left != 0:
        rat = lowest_bit(left)
        left &= left - 1
        flip_rat(s, p, rat // RATS, rat % RATS)


# those that were knocked away


def citizen_of(s, one):
    """Which of its seat's citizens in its place a knocked one is, as moves number them: by what it bears."""
    turn: cython.int = one.number - citizens_at(s, one.seat, one.origin)
    for i in range(s.bearer_count):
        turn += s.bearers[i].seat == one.seat and s.bearers[i].place == one.origin
    if turn < 0:
        return 0
    for i in range(s.bearer_count):
        if s.bearers[i].seat == one.seat and s.bearers[i].place == one.origin:
            if turn == 0:
                return number_of(s.bearers[i])
            turn -= 1
    return 0


def move_knocked(s, drop):
    """Move them to where they lie now, with what they bear."""
    bears = cython.declare(cython.uchar[MOST_KNOCKED])
    for i in range(drop.knocked_count):
        bears[i] = citizen_of(s, cython.address(drop.knocked[i]))
    for i in range(drop.knocked_count):
        if bears[i] >= ON_PODIUM:
            lift_podium(s, drop.knocked[i].seat, drop.knocked[i].origin, bears[i])
    for i in range(drop.knocked_count):
        one = drop.knocked[i]
        lift(s, one.seat, one.origin, bears[i] % ON_PODIUM)
        enter_way(s, one.seat, one.origin, one.place)
        put_down(s, one.seat, one.place, bears[i])
        if one.place != one.origin:
            tell(s, one.seat, CITIZEN_KNOCKED, one.origin, one.place, 0)


def enter_way(s, p, origin, place):
    """Enter what has become of a citizen that came from one place to another."""
    if origin == place:
        return
    if origin == NOWHERE:
        enter(s, p, PLACED_COLUMN, 1)
    elif place == NOWHERE:
        enter(s, p, LEFT_COLUMN, 1)
    elif origin != PALACE and place != PALACE:
        enter(s, p, MOVED_COLUMN, 1)
    enter(s, p, SAVED_COLUMN, (place == PALACE) - (origin == PALACE))


def lift_podium(s, p, place, citizen):
    """Take the podium from a diplomat that is about to leave its place."""
    drop_bearer(s, p, place, citizen)
    if citizen > ON_PODIUM:
        add_bearer(s, p, place, citizen - ON_PODIUM)


def lift(s, p, place, citizen):
    """Take a citizen off its region or the palace."""
    if place == PALACE:
        s.palace[p] -= 1
    else:
        s.citizens[p][place] -= 1
    if citizen > 0:
        drop_bearer(s, p, place, citizen)


def put_down(s, p, place, citizen):
    """Put a citizen where it lies now; a lost one goes to its supply, and what it bears to the box.

    Where no diplomat of the seat can be, the podium goes back, too. [RA-17.17]
    """
    if place == NOWHERE:
        s.supply[p] += 1
        return
    if place == PALACE:
        s.palace[p] += 1
    else:
        s.citizens[p][place] += 1
    if citizen >= ON_PODIUM and (place == PALACE or is_diplomat_in(s, p, place)):
        citizen -= ON_PODIUM
    if citizen > 0:
        add_bearer(s, p, place, citizen)


# those that were dropped


def settle_dropped(s, drop, cube):
    """One that lies in one place stays there; of one that lies in two, the seat is asked."""
    one = drop.dropped[cube]
    if one.place == one.other:
        land(s, one.seat, one.place)
    else:
        ask(s, one.seat, LANDS_IN, one.place, one.other)


def land(s, p, place):
    """A citizen from the hand comes to a place; a lost one stays in the supply."""
    if place != NOWHERE:
        enter_way(s, p, NOWHERE, place)
        s.supply[p] -= 1
        put_down(s, p, place, 0)
    tell(s, p, CITIZEN_LANDED, place, 0, 0)


# rats that were flipped


def flip_rat(s, p, region, slot):
    """Everybody sees a rat: another one of the supply comes in its place, and it is shuffled into the supply.

    With an empty supply it is turned back, and everybody knows which it is.
    """
    rat = s.rats[region][slot]
    replaced: cython.bint = s.in_supply > 0
    if replaced:
        s.rats[region][slot] = Rat(token=draw_token(s), seen=0, laid_out=0, open=0, returned=0)
        put_in_supply(s, rat.token)
        if rat.returned:
            s.turned_then[rat.token >> 6] &= ~(cython.cast(cython.ulonglong, 1) << (rat.token & 63))
            forget_returned(s)
    else:
        s.rats[region][slot].seen = (1 << s.head.seats) - 1
    tell(s, p, RAT_FLIPPED, rat.token, region, replaced)


def put_in_supply(s, token):
    """Put a token that everybody has seen into the supply, where nobody knows its place."""
    s.pool[s.in_supply] = token
    s.in_supply += 1
    s.shuffled_in[token >> 6] |= cython.cast(cython.ulonglong, 1) << (token & 63)
