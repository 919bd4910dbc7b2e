"""Who knows what of rats that are revealed, drawn or come back, and of what else lies open. [RA-11.8 to RA-11.10]"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from typing import Any

import pytest

from bellringer import PositionError, Table
from bellringer.core.contract.registry import find
from tests.contract.fairness import comes_evenly
from tests.rattus.piper_table import asked, last_round, plague_in_gallia, table_of
from tests.rattus.play import names, play, tokens

GAME = find("rattus")
EVERYBODY = (None, 0, 1, 2)
TRIES = 2_500


def numbers(tokens: list[str]) -> set[str]:
    """`t05` of every token's name."""
    return {token[:3] for token in tokens}


def known(table: Table, p: int | None) -> dict[str, list[str | None]]:
    """Which rats lie where, as far as a seat, or a spectator, knows."""
    rats = table.view(p)["rats"]
    return {region: [rat["token"] and rat["token"][:3] for rat in lying] for region, lying in rats.items()}


def deals(table: Table, p: int, times: int) -> list[dict[str, Any]]:
    """Positions as the seat has to hold them possible: what it does not know is dealt anew."""
    return [GAME.position(table.state.determinized(p, seed)) for seed in range(times)]


# revealed and drawn

LYING = {"polonia": [{"token": "t20"}], "scandia": [{"token": "t21", "seen": ["blue"]}]}


def revealed(level: int = 1, **fields: Any) -> Table:
    """Red has revealed two rats in gallia; two others lie elsewhere."""
    others = {"blue": {"citizens": {"gallia": 2}}}
    faces = ((1, "all"), (5, "magic"))
    table = plague_in_gallia("crusader", faces=faces, level=level, others=others, rats=LYING, **fields)
    return play(table, "reveal")


@pytest.mark.rule("RA-11.8")
def test_revealed_rats_are_open_to_all_and_the_others_are_not() -> None:
    table = revealed()
    open_ones = tokens(table, "gallia")
    for p in EVERYBODY:
        view = table.view(p)
        assert known(table, p)["gallia"] == open_ones and known(table, p)["polonia"] == [None]
        assert known(table, p)["scandia"] == ["t21" if p == 1 else None]
        assert not set(open_ones) & numbers(view["unseen"]) and "t20" in numbers(view["unseen"])
        assert not set(open_ones) & numbers(view["turned"])


@pytest.mark.rule("RA-11.8", "RA-11.5")
def test_revealed_rats_count_as_turned_once_they_have_left() -> None:
    table = revealed()
    gone = set(tokens(table, "gallia"))
    play(table, "rat gallia")
    for p in EVERYBODY:
        assert gone <= numbers(table.view(p)["turned"]) and not gone & numbers(table.view(p)["unseen"])


@pytest.mark.rule("RA-11.8")
def test_nothing_is_open_before_the_reveal_and_nothing_when_it_is_left_out() -> None:
    others = {"blue": {"citizens": {"gallia": 1}}}
    table = plague_in_gallia("crusader", faces=((1, "all"), (5, "magic")), others=others)
    for p in EVERYBODY:
        assert known(table, p)["gallia"] == [None, None]
    play(table, "pass")
    for p in EVERYBODY:
        assert known(table, p)["gallia"] == [None], "the second one stays as it was"


@pytest.mark.rule("RA-11.8", "RA-13.39")
def test_a_drawn_rat_is_open_to_all_and_no_deal_changes_it() -> None:
    table = play(table_of("crusader", level=3, supply=["t20", "t30", "t40"], rats={"italia": 1}), "also crusader")
    drawn = table.position()["drawn"]
    for p in EVERYBODY:
        view = table.view(p)
        assert view["drawn"] == drawn and view["supply"] == 2
        assert drawn not in view["unseen"] and drawn not in view["turned"]
    for position in deals(table, 1, 30):
        assert position["drawn"] == drawn
        assert drawn not in [*position["supply"], *position["removed"], position["rats"]["italia"][0]["token"]]


@pytest.mark.rule("RA-11.7", "RA-13.39")
def test_each_rat_of_the_supply_is_as_likely_to_be_drawn_as_any_other() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(400):
        table = play(table_of("crusader", level=3, supply=["t20", "t30", "t40", "t49"], seed=seed), "also crusader")
        drawn[table.position()["drawn"][:3]] += 1
    assert comes_evenly(drawn, ["t20", "t30", "t40", "t49"])


@pytest.mark.rule("RA-11.8", "RA-13.40")
def test_the_rat_that_replaces_a_revealed_one_is_open_too() -> None:
    table = revealed(level=3, supply=["t01"])
    one, other = tokens(table, "gallia")
    assert asked(table)[0] == "draw-rat"
    play(table, "draw", "rat gallia 2")
    for p in EVERYBODY:
        assert known(table, p)["gallia"] == [one, "t01"]
        assert other in numbers(table.view(p)["turned"]) and other not in numbers(table.view(p)["unseen"])


# come back


def returning(*moves: str, seed: int = 1, **fields: Any) -> Table:
    """Blue's last round with the Soldier, while the supply is empty: it acts so."""
    blue = {"classes": ["soldier", "witch"], "citizens": {"turcia": 1}}
    usual = {"supply": 0, "seats": 3, "step": 2, "plague": "gallia", "rats": {"polonia": [{"token": "t20"}]}}
    table = last_round({"blue": blue, **fields.pop("others", {})}, seed=seed, **{**usual, **fields})
    return play(table, "use soldier", *moves)


@pytest.mark.rule("RA-11.9", "RA-12.45")
def test_a_rat_that_comes_back_is_unknown_again() -> None:
    before = numbers(returning().view(None)["turned"])
    table = returning("to germania")
    for p in EVERYBODY:
        view = table.view(p)
        assert view["rats"]["germania"] == [{"token": None, "seen-by": [], "laid-out": False, "returned": True}]
        assert numbers(view["turned"]) == before == numbers(view["returned"]), "any of them can have come back"
        assert tokens(table, "germania")[0] not in numbers(view["unseen"])


@pytest.mark.rule("RA-11.9")
def test_views_and_the_log_are_the_same_whichever_token_comes_back() -> None:
    tables = [returning("to germania", seed=seed) for seed in range(8)]
    assert len({tokens(table, "germania")[0] for table in tables}) > 4
    for p in EVERYBODY:
        assert all(table.view(p) == tables[0].view(p) for table in tables)
    logs = [[(e.kind, e.seat, e.what, e.where, e.amount) for e in table.events()] for table in tables]
    assert all(log == logs[0] for log in logs)


FEW = ("t40", "t45", "t50", "t55", "t60", "t65")


def few_turned(**fields: Any) -> dict[str, Any]:
    """Only six tokens have been turned: the other regular ones are removed, but for t20."""
    turned = {int(token[1:]) for token in FEW}
    elsewhere = [f"t{number:02}" for number in range(18, 66) if number not in turned and number != 20]
    return {"components": {"removed": len(elsewhere)}, "removed": elsewhere, **fields}


def starters_lie() -> dict[str, list[dict[str, Any]]]:
    """The seventeen starting tokens, three to a region, so that they have not been turned; and t20."""
    homes = ("anglia", "hispania", "hungaria", "italia", "scandia", "turcia")
    lying: dict[str, list[dict[str, Any]]] = {region: [] for region in homes}
    for number in range(1, 18):
        lying[homes[(number - 1) // 3]].append({"token": f"t{number:02}"})
    return {**lying, "polonia": [{"token": "t20"}]}


def small(*moves: str, seed: int = 1, **fields: Any) -> Table:
    """The same where only six tokens have been turned."""
    return returning(*moves, seed=seed, **few_turned(rats=starters_lie(), **fields))


@pytest.mark.slow
@pytest.mark.rule("RA-11.9", "RA-12.45")
def test_each_turned_rat_is_as_likely_to_come_back_as_any_other() -> None:
    found = Counter(tokens(small("to germania", seed=seed), "germania")[0] for seed in range(400))
    assert comes_evenly(found, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("p", [0, 1, 2])
@pytest.mark.rule("RA-11.9")
def test_a_deal_gives_a_returned_rat_any_of_the_turned_tokens_equally_often(p: int) -> None:
    table = small("to germania")
    found = Counter(position["rats"]["germania"][0]["token"][:3] for position in deals(table, p, 400))
    assert comes_evenly(found, FEW)


@pytest.mark.slow
@pytest.mark.rule("RA-11.9", "RA-13.58")
def test_two_returned_rats_are_dealt_every_pair_equally_often() -> None:
    table = small("to germania", "to germania", levels={"soldier": 3})
    assert numbers(table.view(1)["returned"]) == set(FEW)
    found = Counter(
        tuple(rat["token"][:3] for rat in position["rats"]["germania"]) for position in deals(table, 1, 1_000)
    )
    assert comes_evenly(found, list(permutations(FEW, 2)))


@pytest.mark.slow
@pytest.mark.rule("RA-11.9", "RA-11.3")
def test_who_looks_at_a_returned_rat_knows_it_and_nobody_else_does() -> None:
    table = small("to germania", "to germania", "use witch", "rat germania", "pass", levels={"soldier": 3})
    first, _ = tokens(table, "germania")
    assert known(table, 1)["germania"] == [first, None] and known(table, 2)["germania"] == [None, None]
    assert first not in numbers(table.view(1)["turned"]) and first in numbers(table.view(2)["turned"])
    found = Counter(tuple(tokens_of(position, "germania")) for position in deals(table, 1, 400))
    assert comes_evenly(found, [(first, other) for other in FEW if other != first])
    others = Counter(tuple(tokens_of(position, "germania")) for position in deals(table, 2, 1_000))
    assert comes_evenly(others, list(permutations(FEW, 2)))


def tokens_of(position: dict[str, Any], region: str) -> list[str]:
    """The numbers of a region's rats."""
    return [rat["token"][:3] for rat in position["rats"][region]]


# what is turned afterwards: green's Soldier comes before blue's Crusader


def crusade(*rats: str, levels: dict[str, int] | None = None) -> Table:
    """Green has brought rats back to germania; blue has begun to use the Crusader."""
    players = {
        "green": {"classes": ["soldier"]},
        "blue": {"classes": ["crusader", "peasant"], "citizens": {"germania": 5, "italia": 1}},
    }
    fields = few_turned(rats=starters_lie(), supply=0, seats=3, plague="gallia", levels=levels or {})
    return play(last_round(players, **fields), "use soldier", *rats, "use crusader")


@pytest.mark.rule("RA-11.9", "RA-11.5")
def test_when_a_returned_rat_is_turned_again_everybody_knows_it() -> None:
    table = crusade("to germania")
    (token,) = tokens(table, "germania")
    play(table, "plague germania", "pass")
    assert "returned" not in table.position(), "no such rat is left"
    for p in EVERYBODY:
        assert token in numbers(table.view(p)["turned"]) and "returned" not in table.view(p)


@pytest.mark.rule("RA-11.8", "RA-11.9")
def test_returned_rats_that_are_revealed_are_open_to_all() -> None:
    table = play(crusade("to germania", "to germania", levels={"soldier": 3}), "plague germania")
    assert asked(table)[0] == "reveal-all" and known(table, 0)["germania"] == [None, None]
    two = tokens(table, "germania")
    play(table, "reveal")
    for p in EVERYBODY:
        assert known(table, p)["germania"] == two and not set(two) & numbers(table.view(p)["turned"])
    assert all(tokens_of(position, "germania") == two for position in deals(table, 0, 20))
    play(table, "rat germania 2")
    assert set(two) <= numbers(table.view(0)["turned"]) and "returned" not in table.position()


@pytest.mark.rule("RA-11.9")
def test_a_returned_rat_can_not_be_one_that_was_turned_after_it_came() -> None:
    """Blue's plague turns the three rats of italia, which stay out of the question for the one in germania."""
    table = play(crusade("to germania"), "plague italia", "pass")
    turned = numbers(table.view(0)["turned"])
    assert numbers(table.view(0)["returned"]) == set(FEW) and turned > set(FEW)
    found = Counter(tokens_of(position, "germania")[0] for position in deals(table, 0, 400))
    assert comes_evenly(found, FEW)


@pytest.mark.rule("RA-11.9")
def test_a_position_says_what_returned_rats_can_be() -> None:
    table = small("to germania")
    again = GAME.restore(table.position())
    assert GAME.position(again) == table.position()
    without = {name: said for name, said in table.position().items() if name != "returned"}
    with pytest.raises(PositionError, match="must name what rats can be"):
        GAME.restore(without)
    (token,) = tokens(table, "germania")
    wrong = {**table.position(), "returned": [other for other in FEW if other != token]}
    with pytest.raises(PositionError, match="does not name a rat"):
        GAME.restore(wrong)


# every world comes equally often: counted by brute force

World = tuple[Any, ...]
STARTING, REGULAR = {"t01", "t02", "t03"}, {"t20", "t30", "t40", "t49"}


def worlds(places: list[bool], starting: set[str], regular: set[str], removed: int) -> list[World]:
    """The tokens of unseen rats, for each whether it is of the set-up, and those removed, out of these tokens."""
    found = []
    for rats in permutations(sorted(starting | regular), len(places)):
        if all(rat in starting for rat, of_setup in zip(rats, places, strict=True) if of_setup):
            found += [(*rats, out) for out in combinations(sorted(regular - set(rats)), removed)]
    return found


def lie(table: Table, p: int, *regions: str) -> Counter[World]:
    """How often a deal brings which tokens to the rats of these regions, and among those removed."""
    return Counter(
        (*(token for region in regions for token in tokens_of(position, region)), out(position))
        for position in deals(table, p, TRIES)
    )


def out(position: dict[str, Any]) -> tuple[str, ...]:
    """The tokens removed."""
    return tuple(sorted(numbers(position["removed"])))


def with_open_rats(ask: str, **fields: Any) -> Table:
    """Red has revealed t21 and t41 in gallia and drawn t31; of the other three rats blue has looked at one."""
    rats = {
        "gallia": [{"token": "t21", "open": True}, {"token": "t41", "open": True}],
        "italia": [{"token": "t01", "laid-out": True}],
        "polonia": [{"token": "t20"}],
        "scandia": [{"token": "t02", "laid-out": True, "seen": ["blue"]}],
    }
    usual: dict[str, Any] = {
        "phase": "ravage",
        "revealed-all": True,
        "drawn": "t31",
        "plague": "gallia",
        "citizens": {"gallia": 3},
    }
    hidden: dict[str, Any] = {"supply": ["t03", "t30"], "removed": ["t40", "t49"], "components": {"removed": 2}}
    asks = [{"ask": ask, "seats": ["red"], "region": "gallia"}]
    return table_of("crusader", level=3, rats=rats, seats=2, asks=asks, **usual, **hidden, **fields)


@pytest.mark.slow
@pytest.mark.parametrize("ask", ["next-rat", "replace-rat"])
@pytest.mark.rule("RA-11.8", "RA-11.2", "RA-11.6")
def test_with_open_and_drawn_rats_every_world_comes_equally_often(ask: str) -> None:
    table = with_open_rats(ask)
    for position in deals(table, 1, 20):
        assert tokens_of(position, "gallia") == ["t21", "t41"] and position["drawn"][:3] == "t31"
    blue = worlds([True, False], STARTING - {"t02"}, REGULAR, removed=2)
    assert comes_evenly(lie(table, 1, "italia", "polonia"), blue)
    red = worlds([True, False, True], STARTING, REGULAR, removed=2)
    assert comes_evenly(lie(table, 0, "italia", "polonia", "scandia"), red)


RETURNED = {"t50", "t51", "t52"}


def with_returned_rats(seen: list[str]) -> Table:
    """Two rats have come back, one of them looked at by these; an old one and one of the supply lie beside them."""
    rats = {
        "gallia": [{"token": "t01", "laid-out": True}, {"token": "t50", "returned": True, "seen": seen}],
        "italia": [{"token": "t20"}, {"token": "t51", "returned": True}],
    }
    hidden: dict[str, Any] = {"supply": ["t03", "t30"], "removed": ["t40", "t49"], "components": {"removed": 2}}
    blue = {"classes": ["soldier", "witch"], "citizens": {"polonia": 1}}
    return last_round({"blue": blue}, rats=rats, returned=sorted(RETURNED), **hidden)


@pytest.mark.slow
@pytest.mark.parametrize("seen", [[], ["blue"], ["red"]])
@pytest.mark.rule("RA-11.9", "RA-11.2", "RA-11.6")
def test_with_returned_rats_every_world_comes_equally_often(seen: list[str]) -> None:
    """What lies face down from of old and what has come back do not mix."""
    table = with_returned_rats(seen)
    for p, colour in ((0, "red"), (1, "blue")):
        knows = colour in seen
        pairs = [pair for pair in permutations(sorted(RETURNED), 2) if not knows or pair[0] == "t50"]
        old = worlds([True, False], STARTING - {"t02"}, REGULAR, removed=2)
        possible = [(one[0], pair[0], one[1], pair[1], one[2]) for one, pair in product(old, pairs)]
        assert comes_evenly(lie(table, p, "gallia", "italia"), possible)


@pytest.mark.rule("RA-11.9")
def test_who_is_asked_sees_the_same_in_every_world() -> None:
    table = with_returned_rats(["blue"])
    for position in deals(table, 1, 20):
        world = GAME.restore(position)
        assert GAME.view(world, 1) == table.view(1) and GAME.view(world, None) == table.view(None)
        assert world.legal(1) == table.state.legal(1)
    assert {name for name in names(table) if name.startswith("use")} == {"use soldier", "use witch"}


# what else lies open


@pytest.mark.rule("RA-11.10")
def test_pieces_potions_citizens_on_a_card_and_levels_are_open_to_all() -> None:
    there: dict[str, Any] = {
        "nuns": {"gallia": 2, "italia": 1},
        "bishops": ["polonia"],
        "walls": [["gallia", "germania"]],
        "potions": [{"seat": "blue", "place": "italia", "potions": 2}],
        "levels": {"baker": 3},
    }
    others = {"blue": {"citizens": {"italia": 1}, "classes": ["baker"], "on-card": 4}}
    table = table_of("wizard", others=others, **there)
    for p in EVERYBODY:
        view = table.view(p)
        assert {name: view[name] for name in there} == there and view["players"]["blue"]["on-card"] == 4
