"""What is offered: whatever a seat chooses leads to something, and any region means every region in play.

Both are looked for in random games of all cards and modules, and at positions with diplomats wherever they may be.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.games.rattus.box import has_tile, needed_module, shipped
from bellringer.games.rattus.names import ASKS, EVENTS
from tools.rattus.dealt import dealt_cards, dealt_state, sampled_states, undealt_state

GAME = find("rattus")
MOVES = GAME.move_names
PASS = MOVES.index("pass")
WHAT_A_SEAT_DOES = ("act", "last-act")
TO_HAVE_A_PLAGUE = ("use serf", "use crusader", "use boccaccio")  # the last round's one, even if no rat can be turned
IN_ANY_REGION = ("caravan-in", "place-one", "place-anywhere", "place-kept", "place-of", "place-lodged", "nun-to")


def kind_of_ask(state: State) -> str:
    """What is asked now."""
    return ASKS[state.asks[-1][0] - 1][0]


def walk(state: State, dice: random.Random) -> Iterator[State]:
    """A random game; yields the state before each decision."""
    state = state.copy()
    state.seed(dice.randrange(2**60))
    if state.asks:
        state.settle()
    else:
        state.deal()
    while not state.over:
        yield state
        seat = dice.choice(state.pending)
        state.apply(seat, dice.choice(state.legal(seat)))


# any region


@pytest.mark.rule("RA-1.7", "RA-9.5", "RA-12.5", "RA-12.12", "RA-13.5", "RA-14.43", "RA-15.56", "RA-15.70")
def test_any_region_means_every_region_in_play() -> None:
    """Whatever stands there: universities, bishops, rats, walls."""
    dice, met = random.Random(1), set()
    first = ("caravanner", "nun", "peasant", "baker", "philosopher", "alchemist")
    modules = ("upgrades", "universities")
    for number in range(60):
        seats = 3 + number % 4
        cards = dealt_cards(seats, dice, modules, first[: 7 if seats > 4 else 5] if number % 2 else first[:1])
        state = dealt_state(seats, cards, dice, modules) if number % 3 else undealt_state(seats, cards, modules)
        in_play = {f"place {region}" for region in shipped().component_set(seats, "big-box").regions}
        for at in walk(state, dice):
            kind = kind_of_ask(at)
            if kind in IN_ANY_REGION:
                met.add(kind)
                assert {MOVES[move] for move in at.legal(at.pending[0])} - {"pass"} == in_play, kind
    assert met == set(IN_ANY_REGION)


# something happens


def followed(state: State, seat: int, move: int, dice: random.Random) -> tuple[list[str], set[str]]:
    """Make a move, and answer what follows at random, but never pass. Gives the moves, and what happened."""
    after = state.copy()
    after.recording = True
    moves, happened = [MOVES[move]], after.apply(seat, move)
    while not after.over and kind_of_ask(after) not in WHAT_A_SEAT_DOES:
        (seat,) = after.pending
        some = [one for one in after.legal(seat) if one != PASS]
        if not some:
            break
        moves.append(MOVES[dice.choice(some)])
        happened = [*happened, *after.apply(seat, MOVES.index(moves[-1]))]
    return moves, {EVENTS[kind - 1] for kind, *_ in happened}


def idle(state: State, dice: random.Random) -> list[list[str]]:
    """What the seat can choose and follow up without anything happening but that an ability is used."""
    if kind_of_ask(state) not in WHAT_A_SEAT_DOES:
        return []
    seat, found = state.pending[0], []
    for move in state.legal(seat):
        if move != PASS:
            moves, happened = followed(state, seat, move, dice)
            if happened <= {"ability-used"} and moves[0] not in TO_HAVE_A_PLAGUE:
                found.append(moves)
    return found


MOVE_CITIZENS = (
    *("merchant", "king", "baker", "courier", "pied-piper", "emperor", "student", "inn-keeper", "judge", "wizard"),
    *("sultan", "caravanner", "explorer"),
)


def with_diplomats(card: str, dice: random.Random) -> State:
    """A turn that is about to begin: the seat on turn has the card, better than printed, and diplomats nearly alone."""
    wanted = tuple(dict.fromkeys(("upgrades", "inns", *filter(None, [needed_module(card)]))))
    seats = dice.randint(3, 6)
    cards = dealt_cards(seats, dice, wanted, tuple(dict.fromkeys(("sultan", card))))
    position = GAME.position(dealt_state(seats, cards, dice, wanted))
    for player in position["players"].values():
        player["classes"] = [one for one in player["classes"] if one != card]
        player.pop("supply")
    seat, regions = position["turn"], shipped().component_set(seats, "big-box").regions
    homes = dice.sample(regions, 6)
    player = position["players"][seat]
    player["classes"].append(card)
    player["citizens"] = {region: 1 if dice.random() < 0.8 else 2 for region in homes}
    position["potions"] = [one for one in position.get("potions", ()) if one["seat"] != seat][:5] + [
        {"seat": seat, "place": region, "potions": dice.choice((0, 0, 1)), "podium": True}
        for region in homes
        if dice.random() < 0.9
    ]
    for name in ("blocked", "lent", "lent-to"):
        position.pop(name, None)
    if has_tile(card):
        position.setdefault("levels", {})[card] = dice.choice((2, 3))
    return GAME.restore(position)


@pytest.mark.rule("RA-6.9", "RA-14.32", "RA-14.33")
@pytest.mark.parametrize("card", MOVE_CITIZENS)
@pytest.mark.parametrize("positions", [40, pytest.param(300, marks=pytest.mark.soak)])
def test_nobody_is_offered_a_way_on_which_no_citizen_can_go(card: str, positions: int) -> None:
    """A second diplomat of a seat in a region is never offered, nor a choice that could end only there."""
    dice = random.Random(card)
    for _ in range(positions):
        state = with_diplomats(card, dice)
        assert not (found := idle(state, dice)), (found, GAME.position(state))


@pytest.mark.rule("RA-6.9")
@pytest.mark.parametrize("tables", [12, pytest.param(300, marks=pytest.mark.soak)])
def test_whatever_a_seat_chooses_something_happens(tables: int) -> None:
    dice = random.Random(tables)
    for name, state in sampled_states(dice, tables):
        for at in walk(state, dice):
            if dice.random() < 0.3:
                assert not (found := idle(at, dice)), (name, found)
