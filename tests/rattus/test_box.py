"""An owner's box of Rattus: a file with just the numbers that differ changes play; a wrong one is refused by line."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import bellringer
from bellringer import ComponentsError, Table
from bellringer.games.rattus.box import shipped
from tests.contract.tables import play_some

HEAD = 'game = "rattus"\n'
EIGHT = ("anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia")
OTHERS = ("bulgaria", "turcia", "russia", "tartaria", "maroc", "algeria", "tunisia", "libya", "egypt")
LINE = tuple(zip(EIGHT, EIGHT[1:], strict=False))


def table_with(components: str | None, seats: int = 2, **options: Any) -> Table:
    """A table with an owner's box."""
    return bellringer.new_game("rattus", seats=seats, seed=5, components=components, **options)


def borders(*pairs: tuple[str, str]) -> str:
    """The part of a file with the borders."""
    rows = "".join(f'    ["{one}", "{other}", "border"],\n' for one, other in pairs)
    return f"[borders]\npairs = [\n{rows}]\n"


def tokens(n: int, name: str, face: str = '[2, "church"]') -> str:
    """One of a file's lists of tokens."""
    return f"{name} = [\n" + f"    {face},\n" * n + "]\n"


# the shipped box


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_is_known_of_the_map_holds_at_every_table(seats: int) -> None:
    components = shipped().component_set(seats, "big-box")
    assert {("gallia", "hispania"), ("hispania", "italia"), ("anglia", "gallia")} <= set(components.borders)
    assert (("russia", "tartaria") in components.borders) == (seats in (4, 6))
    assert not {("italia", "polonia"), ("hispania", "polonia"), ("germania", "turcia")} & set(components.borders)
    assert len(components.regions) == {2: 8, 3: 10, 4: 12, 5: 15, 6: 17}[seats]


def test_the_tokens_of_both_boxes() -> None:
    for name, seats, total, starting in (("base", 4, 49, 12), ("big-box", 6, 65, 17)):
        found = shipped().component_set(seats, name).tokens
        assert (len(found), sum(token.starting for token in found)) == (total, starting)
        assert all(1 <= token.limit <= 6 and token.symbols for token in found)
        assert any("islamic" in token.symbols for token in found) == (name == "big-box")


# what differs, plays


def test_a_file_with_nothing_but_the_game_changes_nothing(box: Any) -> None:
    plain, same = table_with(None), table_with(box(HEAD))
    assert same.position() == plain.position() and same.record() == plain.record()
    assert "components" not in same.position()


CHANGES: dict[str, tuple[str, Any]] = {
    "citizens": ("[players]\ncitizens = 25\n", 25),
    "reach": ("[players]\nreach = { 2 = 3 }\n", 3),
    "removed": ("[removed]\nbase = { 2 = 10 }\n", 10),
    "regions": ("[regions.scandia]\nplayers = [3, 4, 5, 6]\n", list(EIGHT[:7])),
    "classes": ('[classes.monk]\nclass = "magic"\n', {"monk": "magic"}),
    "tokens": ("[tokens.base]\n" + tokens(12, "starting"), {"starting": [[2, "church"]] * 12}),
    "borders": (
        borders(*LINE) + "".join(f"[regions.{region}]\nplayers = []\n" for region in OTHERS),
        [list(pair) for pair in LINE],
    ),
}


@pytest.mark.parametrize("part", CHANGES)
def test_what_differs_is_in_positions_and_records_and_plays(box: Any, part: str) -> None:
    text, found = CHANGES[part]
    table = play_some(table_with(box(HEAD + text)), 10**6, random.Random(6))
    assert table.position()["components"] == {part: found}
    assert table.view(0)["components"] == {part: found}
    record = table.record()
    assert "[Components " in record and '[Box "base"]' in record
    assert bytes(bellringer.replay(record).state) == bytes(table.state)
    assert all(check.ok for check in bellringer.verify(record))
    assert bellringer.from_position(json.dumps(table.position())).position() == table.position()


def test_other_numbers_are_played_with(box: Any) -> None:
    table = table_with(box(HEAD + "[players]\ncitizens = 25\nsettlers = 2\n[removed]\nbase = { 2 = 0 }\n"))
    assert table.position()["players"]["red"]["supply"] == 25 and table.position()["removed"] == []
    document = {"game": "rattus", "components": {"classes": {"king": "church"}}, "supply": 0, "plague": "italia"}
    king = {"red": {"classes": ["king"]}, "blue": {"citizens": {"gallia": 1}, "classes": ["monk"]}}
    rats = {"gallia": [{"token": [1, "church", "magic"]}]}
    hit = bellringer.from_position({**document, "players": king, "rats": rats})
    hit.play("plague gallia")
    assert [event.seat for event in hit.events() if event.kind == "citizens-killed"] == [1]


# what is wrong, by file and line

WRONG: dict[str, tuple[str, int, str]] = {
    "no TOML": (HEAD + "[players\n", 2, "line 2"),
    "no game": ("[players]\ncitizens = 8\n", 0, 'must be "rattus"'),
    "another game": ('game = "notre-dame"\n', 1, 'must be "rattus"'),
    "an unknown part": (HEAD + "\n[streets]\n", 3, "no part of this game's box"),
    "a part that is compiled": (HEAD + "[drop]\nbounces = 9\n", 2, "compiled into the rules"),
    "a part that is no table": (HEAD + "players = 8\n", 2, "must be a table"),
    "an unknown entry": (HEAD + "[players]\ncoins = 3\n", 3, "is not known"),
    "a kind that is none": (HEAD + '[players]\nkind = "guessed"\n', 3, "must be one of rulebook"),
    "citizens that are no number": (HEAD + '[players]\ncitizens = "many"\n', 3, "not 'many'"),
    "too few citizens": (HEAD + "[players]\ncitizens = 3\n", 3, "from 4 to 99, not 3"),
    "other settlers": (HEAD + "[players]\nsettlers = 3\n", 3, "must be 2"),
    "a reach for nobody": (HEAD + "[players]\nreach = { 7 = 2 }\n", 3, "from 2 to 6"),
    "a reach that is no table": (HEAD + "[players]\nreach = 2\n", 3, "must be numbers by"),
    "five at the base box": (HEAD + "[removed]\nbase = { 5 = 2 }\n", 3, "from 2 to 4"),
    "more removed than there are": (HEAD + "[removed]\nbase = { 2 = 37 }\n", 3, "fewer than the 37 regular"),
    "an unknown region": (HEAD + "[regions.roma]\nplayers = [2]\n", 2, "is not known"),
    "a region of nobody's": (HEAD + "[regions.gallia]\nplayers = [1]\n", 3, "from 2 to 6, not 1"),
    "players that are no list": (HEAD + "[regions.gallia]\nplayers = 2\n", 3, "must be a list"),
    "a name that is none": (HEAD + "[regions.gallia]\nname = 2\n", 3, "must be a text"),
    "a region without which others are out of reach": (
        HEAD + "[regions.gallia]\nname = 'Gallia'\nplayers = [5, 6]\n[regions.scandia]\nplayers = [5, 6]\n",
        4,
        "out of reach",
    ),
    "more regions than starting tokens": (
        HEAD + "[regions.egypt]\nplayers = [4, 5, 6]\n[regions.libya]\nplayers = [4, 5, 6]\n"
        "[regions.tunisia]\nplayers = [4, 5, 6]\n",
        3,
        "too few for 15 regions",
    ),
    "borders that are no list": (HEAD + "[borders]\npairs = 3\n", 3, "must be a list"),
    "a border of one region": (HEAD + '[borders]\npairs = [\n  ["gallia", "border"],\n]\n', 4, "must be two regions"),
    "a border of no kind": (HEAD + '[borders]\npairs = [["gallia", "italia", "sea"]]\n', 3, "must be two regions"),
    "a border of no region": (
        HEAD + '[borders]\npairs = [\n["gallia", "italia", "border"], ["anglia", "italia", "arrow"],\n'
        '  ["", "italia", "border"]]\n',
        5,
        "'' is no region",
    ),
    "a border twice": (HEAD + borders(("gallia", "italia"), ("italia", "gallia")), 5, "is there already"),
    "a border to itself": (HEAD + borders(("gallia", "gallia")), 4, "leads nowhere"),
    "borders that leave regions out": (HEAD + borders(("gallia", "italia")), 3, "out of reach"),
    "an unknown card": (HEAD + '[classes.pope]\nclass = "church"\n', 2, "is not known"),
    "a card's other number": (HEAD + "[classes.monk]\nnumber = 3\n", 3, "must be 2, as printed"),
    "a class that is none": (HEAD + '[classes.monk]\nclass = "majority"\n', 3, "must be one of peasantry"),
    "tokens that are no list": (HEAD + "[tokens.base]\nregular = 3\n", 3, "must be a list of tokens"),
    "a token without symbols": (HEAD + "[tokens.base]\n" + tokens(9, "regular", "[2]"), 4, "must be a limit"),
    "a limit beyond measure": (HEAD + "[tokens.base]\n" + tokens(9, "regular", '[10, "all"]'), 4, "from 1 to 9"),
    "a symbol that is none": (HEAD + "[tokens.base]\n" + tokens(9, "regular", '[2, "rat"]'), 4, "'rat' is no symbol"),
    "a symbol twice": (HEAD + "[tokens.base]\n" + tokens(9, "regular", '[2, "all", "all"]'), 4, "symbol twice"),
    "too few starting tokens": (HEAD + "[tokens.base]\n" + tokens(7, "starting"), 3, "7 are too few for 8 regions"),
    "too few regular tokens": (HEAD + "[tokens.base]\n" + tokens(12, "regular"), 3, "fewer than the 12 regular"),
    "too many tokens": (HEAD + "[tokens.base]\n" + tokens(54, "regular"), 2, "66 are too many"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_file_is_refused_with_its_name_the_line_and_the_reason(box: Any, wrong: str) -> None:
    text, line, reason = WRONG[wrong]
    path = box(text)
    with pytest.raises(ComponentsError, match=re.escape(reason)) as refusal:
        table_with(path)
    error = refusal.value
    assert (error.source, error.line) == (path, line)
    assert str(error).startswith(f"{path}, line {line}: " if line else f"{path}: ")


def test_a_box_without_a_card_of_chivalry_needs_another_choice_of_cards(box: Any) -> None:
    with pytest.raises(bellringer.OptionError, match="one of the cards must be of chivalry"):
        table_with(box(HEAD + '[classes.knight]\nclass = "church"\n'))


IMPOSSIBLE: dict[str, tuple[Any, str]] = {
    "an unknown part": ({"coins": 3}, "components"),
    "too many citizens": ({"citizens": 100}, "components.citizens"),
    "two regions": ({"regions": ["gallia", "italia"]}, "components.regions"),
    "a region out of reach": ({"regions": ["gallia", "italia", "russia"]}, "components.borders"),
    "a border off the map": ({"borders": [["gallia", "egypt"]]}, "components.borders[0]"),
    "a border to itself": ({"borders": [["gallia", "gallia"]]}, "components.borders[0]"),
    "too few starting tokens": ({"tokens": {"starting": [[1, "church"]]}}, "components.tokens.starting"),
    "a token with a symbol twice": ({"tokens": {"regular": [[1, "all", "all"]]}}, "components.tokens.regular[0]"),
    "too many removed": ({"removed": 37}, "components.removed"),
    "no class": ({"classes": {"monk": "all"}}, "components.classes.monk"),
}


@pytest.mark.parametrize("wrong", IMPOSSIBLE)
def test_positions_and_records_with_an_impossible_box_are_refused_at_the_box(wrong: str) -> None:
    found, path = IMPOSSIBLE[wrong]
    with pytest.raises(bellringer.PositionError) as refusal:
        bellringer.from_position({"game": "rattus", "seats": 2, "components": found})
    assert refusal.value.path == path
    tag = f"[Components {json.dumps(json.dumps(found))}]\n[Commitment"
    with pytest.raises(bellringer.RecordError, match=re.escape(refusal.value.reason)):
        bellringer.replay(table_with(None).record().replace("[Commitment", tag))
