"""Each game's table of fields: it fits the struct, and says who sees what."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.core.fields import ALL, NOT_DEALT, BySeat, Field, Kept, Listed, Number, Shown
from bellringer.core.fields.entries import Seen
from bellringer.core.fields.struct import read_struct, unlike_table
from tests.contract.tables import SETTINGS, Setting, settings, walk

GAMES = bellringer.game_names()
SOURCE = Path(bellringer.__file__).parent / "games"


def rules(game: str, file: str) -> str:
    """The text of a file of a game's rules."""
    return (SOURCE / game.replace("-", "_") / "rules" / file).read_text(encoding="utf-8")


def hidden(game: str) -> list[tuple[str, Field | Shown]]:
    """The entries that not everybody sees."""
    found = [(path, entry) for path, entry in find(game).fields.leaves if isinstance(entry, Field | Shown)]
    rows = [(f"{path}.{field.name}", field) for path, entry in found for field in fields_of_row(entry)]
    return [(path, entry) for path, entry in (*found, *rows) if entry.seen is not ALL]


def fields_of_row(entry: Field | Shown) -> tuple[Field, ...]:
    """The fields of the rows that an entry lists, if it does."""
    kind: Any = entry.kind
    while hasattr(kind, "kind"):
        kind = kind.kind
    found: tuple[Field, ...] = getattr(kind, "fields", ())
    return found


# the struct


@pytest.mark.parametrize("game", GAMES)
def test_every_member_of_the_struct_has_one_entry(game: str) -> None:
    assert unlike_table(read_struct(rules(game, "state.pxd")), find(game).fields) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_new_member_without_an_entry_is_named(game: str) -> None:
    text = rules(game, "state.pxd").replace("    Head head\n", "    Head head\n    uint8_t brand_new[MOST_SEATS]\n")
    struct = read_struct(text)
    assert unlike_table(struct, find(game).fields) == [
        f"brand_new: a member of {struct.name} without an entry in the table"
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_member_that_has_gone_is_named(game: str) -> None:
    struct = read_struct(re.sub(r"^    uint8_t phase\b.*\n", "", rules(game, "state.pxd"), flags=re.MULTILINE))
    assert unlike_table(struct, find(game).fields) == [f"phase: in the table, but no member of {struct.name}"]


@pytest.mark.parametrize("game", GAMES)
def test_members_that_no_document_has_say_why(game: str) -> None:
    """That a position comes back to the same bytes, test_positions.py holds."""
    assert all(entry.why for _, entry in find(game).fields.leaves if isinstance(entry, Kept))


@pytest.mark.parametrize("game", GAMES)
def test_a_codec_writes_no_more_than_there_is_room_for(game: str) -> None:
    """C would write on into the next member."""
    table, state = find(game).fields, settings(game)[0].deal(seed=30)
    struct = read_struct(rules(game, "state.pxd"))
    for listed in (member for member in table.members if isinstance(member, Listed)):
        before, rows = bytes(state), len(struct.member(listed.member).sizes) > 1
        too_many = [[0] * 100] * 100 if rows else [0] * 100
        with pytest.raises(ValueError, match="there is room for"):
            find(game).codec.write(state, state.seats, {listed.key: too_many})
        assert bytes(state) == before


# ranges: what the compiled rules index arrays by

STRANGE = (-(2**70), -(2**15) - 1, -129, -2, 2**70)  # what no member can hold
EDGES = (-1, 0, 1, *(2**bits + more for bits in (7, 8, 15, 16, 31, 32, 63, 64) for more in (-1, 0, 1)))


def changed(number: Any, instead: Any) -> Iterator[Any]:
    """A number of the struct with each of its parts changed; of a list also the length."""
    if not isinstance(number, list | tuple):
        yield instead
        return
    for i, one in enumerate(number):
        for other in changed(one, instead):
            yield [*number[:i], other, *number[i + 1 :]]


def of_other_length(number: Any) -> Iterator[Any]:
    """A list, and each list in it, with other lengths."""
    if isinstance(number, list | tuple):
        for length in range(72):
            yield [*number[:1] * length]
        for i, one in enumerate(number):
            for other in of_other_length(one):
                yield [*number[:i], other, *number[i + 1 :]]


def numbers_of_games(game: str) -> Iterator[tuple[State, dict[str, Any]]]:
    """The numbers of states from all over some games, until each list has had an item."""
    for setting in SETTINGS[:: max(1, len(SETTINGS) // 12)]:
        if setting.name == game:
            state = setting.deal(seed=33)
            for number, _ in enumerate(walk(state, random.Random(33))):
                if number % 80 == 0:
                    yield state, setting.game.documents.numbers(state)


@pytest.mark.parametrize("game", GAMES)
def test_every_member_of_the_struct_has_a_range_and_every_state_keeps_it(game: str) -> None:
    table = find(game).fields
    kept = {member for _, entry in table.leaves if isinstance(entry, Kept) for member in entry.members}
    assert table.ranges.keys() == {key for entry in table.entries for key in entry.keys} - kept
    for state, numbers in numbers_of_games(game):
        wrong = {key: table.ranges[key].wrong(number, state.seats) for key, number in numbers.items()}
        assert {key: reason for key, reason in wrong.items() if reason} == {}


@pytest.mark.parametrize("game", GAMES)
def test_what_no_member_can_hold_is_refused(game: str) -> None:
    table = find(game).fields
    for state, numbers in numbers_of_games(game):
        for key, number in numbers.items():
            held = table.ranges[key]
            for strange in STRANGE:
                assert all(held.wrong(other, state.seats) for other in changed(number, strange)), key


@pytest.mark.parametrize("game", GAMES)
def test_what_a_range_lets_through_fits_into_the_struct(game: str) -> None:
    """As a number of its type, and in the length of its array; the rest raises and is no error of a document."""
    table, codec = find(game).fields, find(game).codec
    for state, numbers in numbers_of_games(game):
        for key, number in numbers.items():
            other_numbers = [other for edge in EDGES for other in changed(number, edge)]
            for other in (*other_numbers, *of_other_length(number)):
                if not table.ranges[key].wrong(other, state.seats):
                    codec.write(state.copy(), state.seats, {key: other})


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_not_made_of_numbers_out_of_their_range(game: str) -> None:
    with pytest.raises(bellringer.PositionError, match="must be from 0 to"):
        find(game).documents.blank(2, {"start": 2})


# who sees what


@pytest.mark.parametrize("game", GAMES)
def test_what_not_everybody_sees_says_who_deals_it_anew(game: str) -> None:
    """A part of `determinize`, by its function; or that it follows from what everybody saw."""
    functions = re.findall(r"\bcdef \w+ (\w+)\(", rules(game, "knowledge.pxd"))
    for path, entry in hidden(game):
        assert entry.dealt == NOT_DEALT or entry.dealt in functions, path


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_dealing_anew_changes_only_what_is_said_to_be_dealt(setting: Setting) -> None:
    dealt = {key for path, entry in hidden(setting.name) if entry.dealt != NOT_DEALT for key in keys(setting, path)}
    state, dice = setting.deal(seed=31), random.Random(31)
    for number, seat in enumerate(walk(state, dice)):
        if number % 5 == 0:
            before, after = (setting.game.documents.numbers(one) for one in (state, state.determinized(seat, number)))
            assert {key for key in before if before[key] != after[key]} <= dealt


def keys(setting: Setting, path: str) -> tuple[str, ...]:
    """The numbers of the entry that a path begins with."""
    entries = dict(setting.game.fields.leaves)
    return next(entry.keys for name, entry in entries.items() if path == name or path.startswith(f"{name}."))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_views_have_what_the_table_shows_and_nothing_else(setting: Setting) -> None:
    table = setting.game.fields
    allowed = {"game", "rules", "seats", "asks"} | {
        entry.view_name if isinstance(entry, Seen) else entry.name
        for entry in table.entries
        if not isinstance(entry, Seen) or entry.is_viewed
    }
    (by_seat,) = [entry for entry in table.entries if isinstance(entry, BySeat)]
    of_a_seat = {entry.view_name for entry, _, _ in by_seat.fields if entry.is_viewed}
    state, dice = setting.deal(seed=32), random.Random(32)
    for number, _ in enumerate(walk(state, dice)):
        if number % 5 == 0:
            for seat in (None, *range(setting.seats)):
                view = setting.game.view(state, seat)
                assert view.keys() <= allowed
                assert all(player.keys() <= of_a_seat for player in view[by_seat.name].values())


def test_a_field_that_says_nothing_of_who_sees_it_is_in_no_view() -> None:
    assert not Field("secret", Number(0, 9), "secret", default=0).is_viewed
