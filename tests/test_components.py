"""An owner's box: a file with just the numbers that differ changes play, and a wrong one is refused with its line."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer import ComponentsError, RecordError, Table
from bellringer.games.notre_dame.names import PERSONS
from tests.contract.tables import play_some

HEAD = 'game = "notre-dame"\n'


def table_with(components: str | None, seats: int = 3, **options: Any) -> Table:
    """A table of Notre Dame with an owner's box."""
    return bellringer.new_game("notre-dame", seats=seats, seed=5, components=components, **options)


def every_rat(rats: int) -> str:
    """A box in which every person shows so many."""
    return HEAD + "".join(f"[persons.{name}]\nrats = {rats}\n" for name in PERSONS)


# what differs, plays


def test_a_file_with_nothing_but_the_game_changes_nothing(box: Any) -> None:
    plain, same = table_with(None), table_with(box(HEAD))
    assert same.position() == plain.position()
    assert "box" not in same.position()
    assert same.record() == plain.record()


@pytest.mark.rule("ND-1.11", "ND-11.1")
def test_the_rats_of_an_owners_persons_make_the_plague(box: Any) -> None:
    for rats in (0, 3):
        table = table_with(box(every_rat(rats)))
        assert table.view(None)["plague"] == 3 * rats
        while table.position()["round"] == 1:
            play_some(table, 1, random.Random(1))
        strikes = [event.amount for event in table.events() if event.kind == "plague-strikes"]
        assert strikes == [3 * rats]


@pytest.mark.rule("ND-1.11")
def test_one_persons_rats_can_differ_and_the_others_stay(box: Any) -> None:
    person = table_with(None).view(None)["open"][0]
    none = table_with(box(HEAD + f"[persons.{person}]\nrats = 0\n"))
    more = table_with(box(HEAD + f"[persons.{person}]\nrats = 9\n"))
    assert more.view(None)["plague"] == none.view(None)["plague"] + 9
    assert more.position()["box"] == {"persons": {person: {"back": "brown", "rats": 9}}}


@pytest.mark.rule("ND-1.3")
def test_the_cathedrals_value_can_differ_for_one_number_of_seats(box: Any) -> None:
    path = box(HEAD + "[cathedral]\n3 = 100\n")
    assert table_with(path, seats=3).position()["box"] == {"cathedral": 100}
    assert "box" not in table_with(path, seats=4).position()
    plain = play_some(table_with(None), 10**6, random.Random(2)).result
    other = play_some(table_with(path), 10**6, random.Random(2)).result
    assert plain is not None and other is not None
    assert sum(other.scores) > sum(plain.scores)


@pytest.mark.rule("ND-6.2")
def test_other_streets_lead_elsewhere(box: Any) -> None:
    ring = '[["centre", "north"], ["north", "east"], ["east", "south"], ["south", "west"], ["west", "next centre"]]'
    position = table_with(box(HEAD + f"[streets]\nsteps = {ring}\n")).position()
    assert len(position["box"]["streets"]) == 15
    start = {"players": {"red": {"hand": ["carriage-house", "bank", "park"]}}, "game": "notre-dame", "seats": 3}
    plain = bellringer.from_position(start)
    other = bellringer.from_position({**start, "box": {"streets": position["box"]["streets"]}})
    for table in (plain, other):
        table.play("carriage-house", seat=0)
    assert {move.name for move in other.moves(0)} == {"pass", "carriage 1:north", "carriage 3:west"}
    assert len(plain.moves(0)) > 3


def test_backs_can_be_exchanged(box: Any) -> None:
    swap = '[persons.bishop]\nback = "C"\n[persons.mayor]\nback = "A"\n'
    position = table_with(box(HEAD + swap)).position()
    order = [*position["gray-past"], position["open"][2], *position["gray-pile"]]
    assert "mayor" in order[:3] and "bishop" in order[6:]


def test_what_the_file_says_of_its_sources_is_no_number_of_the_game(box: Any) -> None:
    kinds = '[cathedral]\nkind = "printed"\n3 = 8\n[persons.monk]\nrats_kind = "printed"\nback_kind = "rulebook"\n'
    assert "box" not in table_with(box(HEAD + kinds)).position()


# records and positions take the box along


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("persons", ["base", "new"])
def test_a_record_with_another_box_replays(box: Any, seats: int, persons: str) -> None:
    text = HEAD + f'[cathedral]\n{seats} = 20\n[persons.monk]\nrats = 9\n[persons.bishop]\nback = "B"\n'
    text += '[persons.advocate]\nback = "A"\n[streets]\nsteps = [["centre", "north"], ["north", "east"], '
    text += '["east", "south"], ["south", "west"], ["north", "next north"]]\n'
    table = play_some(table_with(box(text), seats, persons=persons), 10**6, random.Random(seats))
    record = table.record()
    assert '[Components "' in record
    again = bellringer.replay(record)
    assert bytes(again.state) == bytes(table.state)
    assert again.record() == record
    assert all(check.ok for check in bellringer.verify(record))
    other = bellringer.from_position(table.position())
    assert other.position() == table.position()


def record_with_box(found: Any) -> str:
    """A record of no moves whose tag Components says this."""
    record = table_with(None).record()
    tag = "Components " + json.dumps(json.dumps(found))
    return record.replace("[Commitment", f"[{tag}]\n[Commitment")


IMPOSSIBLE_BOXES: dict[str, tuple[Any, str]] = {
    "an unknown part": ({"rats": 3}, "unknown 'rats'"),
    "an unknown person": ({"persons": {"pope": {"rats": 1}}}, "pope"),
    "too many rats": ({"persons": {"monk": {"rats": 10}}}, "10"),
    "a brown person gone gray": ({"persons": {"monk": {"back": "A"}}}, "brown"),
    "a gray person gone brown": ({"persons": {"bishop": {"back": "brown"}}}, "brown"),
    "two of a letter too few": ({"persons": {"bishop": {"back": "B"}}}, "back"),
    "streets that leave markets out of reach": ({"streets": [["1:centre", "1:north"]]}, "reach"),
    "a street off the board": ({"streets": [["1:centre", "9:north"]]}, "9:north"),
    "no value of the cathedral": ({"cathedral": -1}, "-1"),
}


@pytest.mark.parametrize("wrong", IMPOSSIBLE_BOXES)
def test_a_record_with_an_impossible_box_is_refused(wrong: str) -> None:
    found, reason = IMPOSSIBLE_BOXES[wrong]
    with pytest.raises(RecordError, match=re.escape(reason)):
        bellringer.replay(record_with_box(found))


@pytest.mark.parametrize("wrong", IMPOSSIBLE_BOXES)
def test_a_position_with_an_impossible_box_is_refused_at_the_box(wrong: str) -> None:
    found, reason = IMPOSSIBLE_BOXES[wrong]
    with pytest.raises(bellringer.PositionError, match=re.escape(reason)) as refusal:
        bellringer.from_position({"game": "notre-dame", "seats": 3, "box": found})
    assert refusal.value.path.startswith("box")


# what is wrong, by file and line

WRONG: dict[str, tuple[str, int, str]] = {
    "no TOML": (HEAD + "[cathedral\n", 2, "line 2"),
    "an entry twice": (HEAD + "[cathedral]\n3 = 1\n3 = 2\n", 4, "line 4"),
    "no game": ("[cathedral]\n3 = 8\n", 0, 'must be "notre-dame"'),
    "another game": ('# mine\ngame = "rattus"\n', 2, 'must be "notre-dame"'),
    "an unknown part": (HEAD + "\n[boroughs]\n", 3, "no part of this game's box"),
    "a part that is no table": (HEAD + "cathedral = 8\n", 2, "must be a table"),
    "a number of players that can't be": (HEAD + "[cathedral]\n6 = 12\n", 3, "from 2 to 5"),
    "a value that is no number": (HEAD + '[cathedral]\n3 = "eight"\n', 3, "not 'eight'"),
    "a value that is half a number": (HEAD + "[cathedral]\n3 = 8.5\n", 3, "not 8.5"),
    "a value that is a truth": (HEAD + "[cathedral]\n3 = true\n", 3, "not True"),
    "a value below nothing": (HEAD + "[cathedral]\n\n3 = -1\n", 4, "not -1"),
    "a value beyond measure": (HEAD + "[cathedral]\n3 = 101\n", 3, "not 101"),
    "a kind of source that is none": (HEAD + '[cathedral]\nkind = "guessed"\n', 3, "must be one of rulebook"),
    "an unknown person": (HEAD + "[persons.monk]\nrats = 1\n[persons.pope]\nrats = 1\n", 4, "is no person"),
    "a person that is no table": (HEAD + "[persons]\nmonk = 3\n", 3, "must be a table with back and rats"),
    "too many rats": (HEAD + "[persons.monk]\nrats = 10\n", 3, "from 0 to 9, not 10"),
    "rats that are no number": (HEAD + '[persons.monk]\nrats = "2"\n', 3, "not '2'"),
    "an unknown entry of a person": (HEAD + "[persons.monk]\nmice = 2\n", 3, "is not known"),
    "a source of rats that is none": (HEAD + '[persons.monk]\nrats_kind = "seen"\n', 3, "must be one of"),
    "a back that is none": (HEAD + '[persons.bishop]\nback = "D"\n', 3, "must be one of brown, A, B, C"),
    "a brown person gone gray": (HEAD + '[persons.monk]\nback = "A"\n', 3, "must be brown"),
    "a gray person gone brown": (HEAD + '[persons.bishop]\nback = "brown"\n', 3, "2 of 9 have the back A, not 3"),
    "a letter with a person too many": (HEAD + '[persons.spy]\nback = "A"\n', 3, "7 of 18 have the back A, not 6"),
    "streets that are no list": (HEAD + '[streets]\nsteps = "all"\n', 3, "must be pairs"),
    "a street of three markets": (HEAD + '[streets]\nsteps = [["north", "east", "south"]]\n', 3, "must be pairs"),
    "a street of no market": (HEAD + '[streets]\nsteps = [["north", "moon"]]\n', 3, "must be pairs"),
    "a street from the next borough": (HEAD + '[streets]\nsteps = [["next north", "east"]]\n', 3, "must be pairs"),
    "a street to where it begins": (HEAD + '[streets]\nsteps = [["north", "north"]]\n', 3, "must be pairs"),
    "streets that leave a market out": (
        HEAD + '[streets]\nkind = "printed"\nsteps = [["centre", "north"], ["centre", "next centre"]]\n',
        4,
        "leave a market out of reach",
    ),
    "streets that leave boroughs apart": (
        HEAD + '[streets]\nsteps = [["centre", "north"], ["north", "east"], ["east", "south"], ["south", "west"]]\n',
        3,
        "leave a market out of reach",
    ),
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


def test_a_file_that_is_not_there_is_refused_by_its_name(tmp_path: Path) -> None:
    path = str(tmp_path / "nowhere.toml")
    with pytest.raises(ComponentsError, match="can't be read") as refusal:
        table_with(path)
    assert (refusal.value.source, refusal.value.line) == (path, 0)


def test_a_file_that_is_no_text_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ComponentsError, match="can't be read"):
        table_with(str(path))
    with pytest.raises(ComponentsError, match="can't be read"):
        table_with(str(tmp_path))
