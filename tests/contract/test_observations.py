"""Observations: they tell a seat what its view shows it, at its place in the layout, and nothing else."""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from typing import Any

import pytest

import bellringer
from bellringer.core.compiled.observing import LARGEST
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.core.fields import Name, Names, Number
from bellringer.core.fields.observation import Span
from tests.contract.tables import SETTINGS, Setting, settings, walk

GAMES = bellringer.game_names()


def numbers(setting: Setting, state: State, seat: int) -> dict[str, list[int]]:
    """An observation by the names of its spans."""
    found = setting.game.encoder(state).numbers(state, seat)
    spans: tuple[Span, ...] = setting.game.observation_layout(state)
    return {span.name: found[span.first : span.first + span.width] for span in spans}


def told(number: int) -> int:
    """A number as an observation tells it."""
    return max(-LARGEST, min(LARGEST, number))


# the layout


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_spans_lie_one_after_the_other_and_say_what_they_mean(setting: Setting) -> None:
    state = setting.blank()
    spans = setting.game.observation_layout(state)
    assert len({span.name for span in spans}) == len(spans)
    assert [span.first for span in spans] == [sum(one.width for one in spans[:i]) for i in range(len(spans))]
    assert all(span.width > 0 and span.words and span.scale > 0 for span in spans)
    assert all(len(set(span.parts)) == span.width for span in spans)
    assert sum(span.width for span in spans) == setting.game.encoder(state).width


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_follows_from_the_table_alone(game: str) -> None:
    one, *_, other = settings(game)
    version = one.game.observation_version
    assert version(one.deal(seed=1)) == version(one.blank()) != version(other.blank())


# what a seat sees


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_a_seat_can_not_see_changes_no_byte(setting: Setting) -> None:
    state, dice = setting.deal(seed=34), random.Random(34)
    encoder = setting.game.encoder(state)
    here, there = array("b", bytes(encoder.width)), array("b", bytes(encoder.width))
    for number, _ in enumerate(walk(state, dice)):
        if number % 4 == 0:
            for seat in range(setting.seats):
                encoder.write(state, seat, here)
                encoder.write(state.determinized(seat, dice.getrandbits(64)), seat, there)
                assert here == there


def comparable(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what an observation leaves out: asks below the top, and the order of what lies in none."""
    view["asks"] = view["asks"][-1:]
    if "open" in view:
        view["open"] = sorted(view["open"])
    return view


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_views_that_differ_give_bytes_that_differ(setting: Setting) -> None:
    seen: dict[tuple[int, ...], Mapping[str, Any]] = {}
    state, dice = setting.deal(seed=35), random.Random(35)
    encoder = setting.game.encoder(state)
    for number, seat in enumerate(walk(state, dice)):
        if number % 3 == 0:
            view = comparable(setting.game.view(state, seat))
            assert seen.setdefault(tuple(encoder.numbers(state, seat)), view) == view
    assert len(seen) > 5


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_an_observation_says_who_looks_what_is_asked_and_of_whom(setting: Setting) -> None:
    state, dice = setting.deal(seed=36), random.Random(36)
    asks = next(span.parts for span in setting.game.observation_layout(state) if span.name == "asks.ask")
    for number, seat in enumerate(walk(state, dice)):
        if number % 8 == 0:
            found, asked = numbers(setting, state, seat), setting.game.ask(state)
            assert found["seat"] == [int(p == seat) for p in range(setting.seats)]
            assert found["asks.ask"] == [int(name == asked[0]) for name in asks]
            clockwise = [(seat + i) % setting.seats for i in range(setting.seats)]
            assert found["asks.seats"] == [int(p in state.pending) for p in clockwise]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_blocks_of_the_seats_have_the_numbers_and_names_of_the_view_clockwise(setting: Setting) -> None:
    """For the fields that everybody sees, and that are one number, one name or a set of names."""
    state, dice = setting.deal(seed=37), random.Random(37)
    spans = {span.name: span for span in setting.game.observation_layout(state)}
    kinds = {entry.view_name: entry.viewed for entry, _, plain in block_of(setting) if plain}
    looked = 0
    for number, looker in enumerate(walk(state, dice)):
        if number % 8:
            continue
        view, found = setting.game.view(state, looker), numbers(setting, state, looker)
        for i in range(setting.seats):
            player = view["players"][setting.game.seat_names(setting.seats)[(looker + i) % setting.seats]]
            for name, kind in kinds.items():
                span = spans.get(f"players.{i}.{name}")
                if span is not None and type(kind) in (Number, Name, Names):
                    assert found[span.name] == expected(player[name], kind, span), (span.name, player[name])
                    looked += 1
    assert looked > 0


def block_of(setting: Setting) -> Any:
    """The fields of a seat that have views."""
    return next(entry for entry in setting.game.fields.entries if entry.name == "players").views  # type: ignore


def expected(said: Any, kind: Any, span: Span) -> list[int]:
    """The numbers of a value as a view has it."""
    if type(kind) is Number:
        return [told(said)]
    names = [said] if type(kind) is Name else said
    return [int(part in names) for part in span.parts]


# buffers


def test_a_buffer_of_floats_has_the_numbers_by_their_scales() -> None:
    setting = settings("notre-dame")[-1]
    state = setting.deal(seed=38)
    encoder = setting.game.encoder(state)
    floats = setting.game.observation(state, 1)
    assert floats.typecode == "f"
    for span in encoder.spans:
        for place in range(span.first, span.first + span.width):
            assert floats[place] == pytest.approx(encoder.numbers(state, 1)[place] / span.scale)


@pytest.mark.parametrize(
    ("buffer", "reason"),
    [
        (lambda width: array("b", bytes(width - 1)), "must have"),
        (lambda width: array("b", bytes(width + 1)), "must have"),
        (lambda width: array("d", bytes(8 * width)), "must have"),
        (lambda width: bytes(width), "must have"),
        (lambda width: memoryview(bytearray(2 * width)).cast("b")[::2], "beside"),
    ],
    ids=["too short", "too long", "doubles", "read-only bytes", "with gaps"],
)
def test_a_buffer_of_wrong_shape_or_type_is_refused(buffer: Any, reason: str) -> None:
    setting = settings("notre-dame")[0]
    state = setting.deal(seed=39)
    encoder = setting.game.encoder(state)
    with pytest.raises(ValueError, match=reason):
        encoder.write(state, 0, buffer(encoder.width))


def test_a_seat_that_does_not_play_and_a_state_of_another_table_are_refused() -> None:
    few, *_, many = settings("notre-dame")
    encoder = few.game.encoder(few.blank())
    room = array("b", bytes(encoder.width))
    for seat in (-1, few.seats):
        with pytest.raises(ValueError, match=f"no seat {seat}"):
            encoder.write(few.deal(seed=40), seat, room)
    for other in (many.deal(seed=40), settings("rattus")[0].deal(seed=40)):
        with pytest.raises(ValueError, match="can't observe"):
            encoder.write(other, 0, room)


# by hand


def test_a_hand_and_the_piles_of_the_town_tell_what_their_view_tells() -> None:
    setting = settings("notre-dame")[0]
    state, dice = setting.deal(seed=41), random.Random(41)
    spans = {span.name: span for span in setting.game.observation_layout(state)}
    looked = 0
    for seat in walk(state, dice):
        view, found = setting.game.view(state, seat), numbers(setting, state, seat)
        player = view["players"][setting.game.seat_names(setting.seats)[seat]]
        held = [f"{card['from']} {card['card']}" for card in player["hand"]]
        parts = spans["players.0.hand"].parts
        assert found["players.0.hand"] == [int(part in held) for part in parts]
        assert found["players.0.prestige"] == [player["prestige"]]
        looked += len(held)
    assert looked > 50


def test_rats_tell_their_faces_to_who_has_looked() -> None:
    setting = next(one for one in settings("rattus") if one.seats == 4)
    state, dice = setting.deal(seed=42), random.Random(42)
    spans = {span.name: span for span in setting.game.observation_layout(state)}
    parts, known, hidden = spans["rats"].parts, 0, 0
    for looker in walk(state, dice):
        for seat in (looker, (looker + 1) % setting.seats):
            view, found = setting.game.view(state, seat), numbers(setting, state, seat)
            told_of = dict(zip(parts, found["rats"], strict=True))
            for region, rats in view["rats"].items():
                for slot, rat in enumerate(rats, start=1):
                    face = rat["token"].split()[1:] if rat["token"] else []
                    rat_at = region if slot == 1 else f"{region} {slot}"
                    known, hidden = known + bool(face), hidden + (not face)
                    assert told_of[f"{rat_at} there"] == 1
                    assert told_of[f"{rat_at} limit"] == (int(face[0]) if face else 0)
                    assert told_of[f"{rat_at} church"] == ("church" in face)
    assert known > 5 and hidden > 100


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_ask_has_a_place_somewhere(game: str) -> None:
    found = find(game)
    tables = [setting for setting in SETTINGS if setting.name == game]
    spans = [span for setting in tables for span in found.observation_layout(setting.blank())]
    asks = {part for span in spans if span.name == "asks.ask" for part in span.parts}
    assert asks <= {name for name, _, _ in found.ask_names} and len(asks) > len(found.ask_names) // 2
