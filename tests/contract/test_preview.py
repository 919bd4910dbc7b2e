"""Previews, as a theorem: they come true, they follow from what the seat sees, and they change nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import bellringer
from bellringer.core.compiled.state import State
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.preview import Preview, follow, preview
from tests.contract.tables import SETTINGS, Setting, play_some, tables_with_much

pytestmark = pytest.mark.slow
SEED = 41


def moments(setting: Setting, seed: int, every: int) -> Iterator[bellringer.Table]:
    """A table in the course of a random game, every few decisions."""
    table, dice = setting.table(seed), random.Random(seed)
    while table.pending:
        yield table
        play_some(table, every, dice)


def looks_the_same(setting: Setting, seed: int, every: int, ways: int) -> int:
    """Deal what a seat can't see in several ways: all its previews are the same. Returns how many there were."""
    found = 0
    for table in moments(setting, seed, every):
        for seat in table.pending:
            others = [table.determinized(seat, world) for world in range(ways)]
            for move in table.moves(seat):
                told = repr(table.preview(move.name, seat))
                assert [repr(other.preview(move.name, seat)) for other in others] == [told] * ways, move.name
                dealt = [
                    repr(preview(table.rules, table.state, seat, move.name, deal=deal)) for deal in range(7, 7 + ways)
                ]
                assert dealt == [told] * ways, f"{move.name}: what is told would depend on what is dealt"
                found += 1
    return found


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_a_seat_can_not_see_does_not_change_a_preview(setting: Setting) -> None:
    assert looks_the_same(setting, SEED, every=100, ways=1) > 0


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_a_seat_can_not_see_changes_no_preview_of_many_games(setting: Setting) -> None:
    assert sum(looks_the_same(setting, SEED + game, every=5, ways=3) for game in (1, 2)) > 50


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_is_told_comes_true(setting: Setting) -> None:
    """All of it when nothing stays unknown, else what comes before that."""
    table, dice, game = setting.table(SEED), random.Random(SEED), setting.game
    while table.pending:
        seat = dice.choice(table.pending)
        for move in (dice.choice(table.state.legal(seat)) for _ in range(3)):
            course, real = follow(game, table.state.determinized(seat, 1), seat, move), table.state
            happened = real.apply(seat, move)
            assert course.events == happened[: len(course.events)], game.move_names[move]
            if course.light is None:
                assert len(course.events) == len(happened)
                assert game.view(course.state, seat) == game.view(real, seat)
        play_some(table, 2, dice)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_something_is_unknown_exactly_when_the_move_can_not_be_taken_back(setting: Setting) -> None:
    table, dice = setting.table(SEED), random.Random(SEED + 1)
    while table.pending:
        seat = dice.choice(table.pending)
        move = dice.choice(table.moves(seat)).name
        told = table.preview(move, seat)
        table.play(move, seat)
        assert table.may_undo(seat) is (not told.unknown), move
        play_some(table, 3, dice)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_preview_leaves_the_table_alone(setting: Setting) -> None:
    for table in moments(setting, SEED + 2, every=60):
        before, record, events = bytes(table.state), table.record(), table.event_count
        for seat in table.pending:
            for move in table.moves(seat):
                table.preview(move.name, seat)
        assert (bytes(table.state), table.record(), table.event_count) == (before, record, events)


@pytest.mark.parametrize("setting", sorted(tables_with_much(), key=str), ids=str)
def test_a_preview_says_the_same_in_every_language(setting: Setting) -> None:
    """The same figures, the same pieces, as many lines; words for what is unknown."""
    for table in moments(setting, SEED + 3, every=27):
        seat = table.pending[0]
        for move in table.moves(seat):
            told = [table.preview(move.name, seat, language=language) for language in LANGUAGES]
            assert len({shape(one) for one in told}) == 1


def shape(told: Preview) -> tuple[object, ...]:
    """A preview without its words."""
    figures = tuple((one.seat, one.key, one.before, one.after) for one in told.figures)
    pieces = tuple((one.id, one.before, one.after) for one in told.pieces)
    return len(told.lines), bool(told.unknown), figures, pieces, bool(told.next)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_happens_step_by_step_is_what_happens_at_once(setting: Setting) -> None:
    """`answer` and `step` against `apply`: the same events, the same bytes."""
    dice = random.Random(SEED + 4)
    state = setting.deal(SEED + 4)
    state.recording = True
    while not state.over:
        seat = dice.choice(state.pending)
        move, twin = dice.choice(state.legal(seat)), state.copy()
        happened = state.apply(seat, move)
        assert (step_by_step(twin, seat, move), bytes(twin)) == (happened, bytes(state))


def step_by_step(state: State, seat: int, move: int) -> list[tuple[int, int, int, int, int]]:
    """All that happens, gathered from the steps."""
    found, happened = [], state.answer(seat, move)
    steps: list[tuple[int, int, int, int, int]] | None = happened
    while steps is not None:
        found += steps
        steps = state.step()
    return found


@pytest.mark.parametrize("setting", SETTINGS[:1], ids=str)
def test_only_a_legal_move_has_a_preview(setting: Setting) -> None:
    table = setting.table(SEED)
    with pytest.raises(bellringer.IllegalMove):
        table.preview("nonsense", table.pending[0])
    state = table.state
    with pytest.raises(ValueError, match="not legal"):
        state.answer(0, 10_000)
    assert state == table.state


# what one reads


def test_a_preview_tells_figures_pieces_and_words() -> None:
    table = bellringer.new_game("notre-dame", seats=3, seed=5)
    dice = random.Random(1)
    while not any(move.name == "bank" for move in table.moves(table.pending[0])):
        play_some(table, 1, dice)
    seat = table.pending[0]
    told = table.preview("bank", seat)
    colour = table.seat_names[seat]
    assert told.unknown == ""
    assert any("gains" in line for line in told.lines)
    coins = next(one for one in told.figures if one.key == "coins")
    before = table.view(seat)["players"][colour]["coins"]
    assert (coins.seat, coins.before) == (seat, str(before)) and int(coins.after) > before
    placed = next(one for one in told.pieces if one.id == f"stack-{colour}-bank")
    assert placed.after and f"#pile-{colour}-" in placed.drawing
    table.play("bank", seat)
    assert table.view(seat)["players"][colour]["coins"] == int(coins.after)


def test_a_preview_follows_the_answer_to_the_next_question() -> None:
    """Of two equal cards in hand: the action, then which of the cards."""
    for seed in range(40):
        table, dice = bellringer.new_game("notre-dame", seats=3, seed=seed), random.Random(seed)
        while table.pending:
            seat = table.pending[0]
            for move in table.moves(seat):
                asked = table.preview(move.name, seat)
                twin = table.copy()
                twin.play(move.name, seat)
                answers = [one.name for one in twin.moves(seat)] if seat in twin.pending else []
                if "from-own" in answers and not asked.lines:
                    both = table.preview(move.name, seat, then="from-own")
                    assert both.lines and asked.next and both != asked
                    assert table.preview(move.name, seat, then="nonsense") == asked
                    return
            play_some(table, 1, dice)
    raise AssertionError("no hand held two equal cards")
