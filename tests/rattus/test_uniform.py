"""Dealing anew is fair: every world that a seat must hold possible comes equally often, and no other.

The worlds are counted by brute force from the rules: a rat of the set-up is a starting one, a removed one is regular,
and any other can be either; what the seat has looked at lies where it is.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest

from bellringer.core.contract.registry import find
from tests.contract.fairness import comes_evenly
from tests.rattus.play import at

GAME = find("rattus")
TRIES = 2_500
STARTING, REGULAR = {"t01", "t02", "t03"}, {"t20", "t30", "t40", "t49"}  # the others have been turned
RATS = {
    "gallia": [{"token": "t01", "laid-out": True}, {"token": "t20"}],
    "italia": [{"token": "t02", "laid-out": True}],
}
SUPPLY, REMOVED = ["t03", "t30"], ["t40", "t49"]
World = tuple[Any, ...]


def worlds(known: dict[int, str]) -> list[World]:
    """The tokens of the three rats, and those removed. `known`: those that the seat has looked at, by their place."""
    found = []
    for rats in permutations(sorted(STARTING | REGULAR), 3):
        if not {rats[0], rats[2]} <= STARTING or any(rats[place] != token for place, token in known.items()):
            continue
        rest = REGULAR - set(rats)
        found += [(*rats, removed) for removed in combinations(sorted(rest), len(REMOVED))]
    return found


def world(position: dict[str, Any]) -> World:
    """The same of a position."""
    lying = [rat["token"][:3] for region in ("gallia", "italia") for rat in position["rats"][region]]
    return (*lying, tuple(sorted(token[:3] for token in position["removed"])))


@pytest.mark.rule("RA-11.2", "RA-11.6")
@pytest.mark.parametrize("seen", [(), (0,), (1,), (2,), (0, 2)], ids=str)
def test_every_possible_world_comes_equally_often(seen: tuple[int, ...]) -> None:
    rats = {region: [dict(rat) for rat in lying] for region, lying in RATS.items()}
    lying = [*rats["gallia"], *rats["italia"]]
    for place in seen:
        lying[place]["seen"] = ["blue"]
    table = at(seats=2, rats=rats, supply=SUPPLY, removed=REMOVED, components={"removed": len(REMOVED)})
    possible = worlds({place: str(lying[place]["token"]) for place in seen})
    found = Counter(world(GAME.position(table.state.determinized(1, seed))) for seed in range(TRIES))
    assert comes_evenly(found, possible)
    if seen:  # to who has looked at nothing, all of them are possible
        others = Counter(world(GAME.position(table.state.determinized(0, seed))) for seed in range(TRIES))
        assert comes_evenly(others, worlds({}))


@pytest.mark.rule("RA-17.15")
def test_a_token_that_all_saw_come_to_the_supply_is_dealt_evenly_but_never_removed() -> None:
    fields: dict[str, Any] = {"shuffled-in": ["t30"]}
    table = at(seats=2, rats=RATS, supply=SUPPLY, removed=REMOVED, components={"removed": len(REMOVED)}, **fields)
    possible = [one for one in worlds({}) if "t30" not in one[-1]]
    found = Counter(world(GAME.position(table.state.determinized(1, seed))) for seed in range(TRIES))
    assert comes_evenly(found, possible)


def test_brute_force_counts_what_it_should() -> None:
    """Two of three starting rats lie in order; the one that came is the third, or a regular one of four."""
    assert len(worlds({})) == 6 * (1 * 6 + 4 * 3) and len(set(worlds({}))) == len(worlds({}))
    assert len(worlds({0: "t01"})) == len(worlds({})) // 3
