"""Records: a game as a text replays to the same bytes, and a text that is wrong anywhere is refused, saying where."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bellringer
from bellringer.core.contract.registry import find
from tests.contract.tables import SETTINGS, Setting, play_some

GAMES = bellringer.game_names()
CHECKS = ["reads", "commitment", "deal", "moves", "result"]
numbers = st.integers(0, 2**64 - 1)


# what replays


@given(setting=st.sampled_from(SETTINGS), seed=numbers, play=numbers, decisions=st.integers(0, 500))
def test_a_record_replays_to_the_same_bytes(setting: Setting, seed: int, play: int, decisions: int) -> None:
    table = play_some(setting.table(seed), decisions, random.Random(play))
    again = bellringer.replay(table.record())
    assert bytes(again.state) == bytes(table.state)
    assert (again.record(), again.history, again.result) == (table.record(), table.history, table.result)
    assert (again.options, again.commitment) == (table.options, table.commitment)
    assert again.events() == table.events()


@given(setting=st.sampled_from(SETTINGS), seed=numbers, play=numbers, decisions=st.integers(0, 500))
def test_a_game_from_a_position_has_a_record_too(setting: Setting, seed: int, play: int, decisions: int) -> None:
    start = play_some(setting.table(seed), decisions, random.Random(play)).position()
    table = play_some(bellringer.from_position(start, seed), 60, random.Random(play))
    again = bellringer.replay(table.record())
    assert bytes(again.state) == bytes(table.state)
    assert again.record() == table.record()


@given(setting=st.sampled_from(SETTINGS), seed=numbers, play=numbers, decisions=st.integers(1, 300))
def test_what_was_taken_back_is_not_in_the_record(setting: Setting, seed: int, play: int, decisions: int) -> None:
    table, dice = setting.table(seed), random.Random(play)
    for _ in range(decisions):
        play_some(table, 1, dice)
        if table.may_undo(table.history[-1][0]) and dice.random() < 0.5:
            table.undo(table.history[-1][0])
    assert bytes(bellringer.replay(table.record()).state) == bytes(table.state)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_record_of_every_table_that_has_ended_is_verified(setting: Setting) -> None:
    table = play_some(setting.table(seed=9), 10**6, random.Random(9))
    checks = bellringer.verify(table.record())
    assert [(check.name, check.ok) for check in checks] == [(name, True) for name in CHECKS]
    assert all(check.detail for check in checks)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_public_record_hides_the_seed_until_the_game_is_over(setting: Setting) -> None:
    table, dice = setting.table(seed=10), random.Random(10)
    seed = re.search(r'\[Seed "(\w+)"\]', table.record()).group(1)
    play_some(table, 40, dice)
    assert seed not in table.record(public=True)
    assert table.commitment in table.record(public=True)
    with pytest.raises(bellringer.RecordError, match="no tag Seed"):
        bellringer.replay(table.record(public=True))
    play_some(table, 10**6, dice)
    assert table.record(public=True) == table.record()


@given(setting=st.sampled_from(SETTINGS), seed=numbers, play=numbers, decisions=st.integers(0, 500))
def test_a_public_record_of_a_running_game_shows_nothing_hidden(
    setting: Setting, seed: int, play: int, decisions: int
) -> None:
    """Two worlds that look the same to a seat: so do their public records, and stay so while it moves in both."""
    dice = random.Random(play)
    state = play_some(setting.table(seed), decisions, dice).state
    for seat in state.pending:
        one, other = (
            bellringer.from_position(setting.game.position(world), seed)
            for world in (state, state.determinized(seat, dice.getrandbits(64)))
        )
        while one.result is None and one.view(seat) == other.view(seat) and one.events() == other.events():
            assert one.record() != other.record() and one.record(public=True) == other.record(public=True)
            if seat not in one.pending:
                break
            name = dice.choice(one.moves(seat)).name
            for table in (one, other):
                table.play(name, seat)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_public_record_of_a_game_from_a_position_hides_that_until_the_game_is_over(setting: Setting) -> None:
    start = play_some(setting.table(seed=10), 40, random.Random(10)).position()
    table = bellringer.from_position(start, seed=10)
    assert "\n[Position " in table.record() and "\n[Position " not in table.record(public=True)
    play_some(table, 10**6, random.Random(10))
    assert table.record(public=True) == table.record()


@given(text=st.text(st.characters(codec="utf-8"), max_size=200))
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    with pytest.raises(bellringer.RecordError):
        bellringer.replay(text)
    assert not bellringer.verify(text)[-1].ok


@given(data=st.data(), game=st.sampled_from(GAMES))
def test_no_change_of_a_record_does_worse_than_be_refused(data: st.DataObject, game: str) -> None:
    text = whole_game(game)
    at = data.draw(st.integers(0, len(text)))
    gone = data.draw(st.integers(0, 12))
    put = data.draw(st.text('[]"0123456789. abcefghinorst{}:,\\\n', max_size=6))
    try:
        bellringer.replay(text[:at] + put + text[at + gone :])
    except bellringer.RecordError as error:
        assert error.reason


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_noting_what_happens_changes_nothing_else_and_loses_nothing(setting: Setting) -> None:
    noting, silent, dice = setting.blank(), setting.blank(), random.Random(12)
    noting.recording = True
    for state in (noting, silent):
        state.seed(setting.own_seed(12))
    happened = noting.deal()
    assert not silent.deal()
    while not noting.over:
        assert setting.game.position(noting) == setting.game.position(silent)
        seat = dice.choice(noting.pending)
        move = dice.choice(noting.legal(seat))
        happened += noting.apply(seat, move)
        assert not silent.apply(seat, move)
    assert setting.game.position(noting) == setting.game.position(silent)
    assert happened and (len(happened), silent.event_count) == (noting.event_count, 0)


# what is refused


@cache
def whole_game(game: str) -> str:
    """The record of a random game."""
    return play_some(bellringer.new_game(game, seed=11), 10**6, random.Random(11)).record()


def with_tag(text: str, tag: str, value: str) -> str:
    """The record with another value of a tag, as it stands between the quotes."""
    return re.sub(rf'(?m)^\[{tag} ".*"\]$', lambda _: f'[{tag} "{value}"]', text)


def without(text: str, start: str) -> str:
    """The record without the lines that begin so."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(start))


def moves_in(text: str) -> int:
    """How many moves a record has."""
    return len(re.findall(r"(?m)^\d+\. ", text))


def with_move(text: str, number: int, words: str) -> str:
    """The record with another seat and name for one move."""
    return re.sub(rf"(?m)^{number}\. .*$", f"{number}. {words}", text)


Change = Callable[[str], str]
TAMPERED: dict[str, tuple[Change, str, str]] = {
    "a line of prose": (lambda t: t + "and so it went\n", "neither a tag nor a move", "reads"),
    "a tag after the moves": (lambda t: t + '[Site "here"]\n', "neither a tag nor a move", "reads"),
    "a tag twice": (lambda t: '[Seats "4"]\n' + t, "a second tag Seats", "reads"),
    "a tag that is no string": (lambda t: with_tag(t, "Result", r"\q"), "tag Result is no JSON", "reads"),
    "a move left out": (lambda t: without(t, "3. "), "this is move 3, not 4", "reads"),
    "a move numbered anew": (lambda t: t.replace("\n5. ", "\n6. "), "this is move 5, not 6", "reads"),
    "no seed": (lambda t: without(t, "[Seed"), "no tag Seed", "commitment"),
    "a seed that is none": (lambda t: with_tag(t, "Seed", "seven"), "64 hex digits", "commitment"),
    "a short seed": (lambda t: with_tag(t, "Seed", "0123"), "32 bytes", "commitment"),
    "another seed": (lambda t: with_tag(t, "Seed", "5" * 64), "not the one", "commitment"),
    "another commitment": (lambda t: with_tag(t, "Commitment", "5" * 64), "not the one", "commitment"),
    "no game": (lambda t: without(t, "[Game"), "no tag Game", "deal"),
    "an unknown game": (lambda t: with_tag(t, "Game", "chess"), "no game is called 'chess'", "deal"),
    "an unknown tag": (lambda t: '[Site "here"]\n' + t, "unknown tag Site", "deal"),
    "other rules": (lambda t: with_tag(t, "Rules", "99"), "the tag Rules: versions of rules are written as", "deal"),
    "no seats": (lambda t: without(t, "[Seats"), "Seats must be a number", "deal"),
    "seats that are no number": (lambda t: with_tag(t, "Seats", "four"), "Seats must be a number", "deal"),
    "too many seats": (lambda t: with_tag(t, "Seats", "99"), "not 99", "deal"),
    "a box that is no document": (lambda t: '[Components "{"]\n' + t, "Expecting", "deal"),
    "a box that is no box": (lambda t: '[Components "[]"]\n' + t, "not of type 'object'", "deal"),
    "a position that is no document": (lambda t: '[Position "{"]\n' + t, "no JSON", "deal"),
    "a position of no game": (lambda t: '[Position "{}"]\n' + t, "game", "deal"),
    "an unknown seat": (lambda t: with_move(t, 5, "nobody pass"), "no seat is called nobody", "moves"),
    "an unknown move": (lambda t: re.sub(r"(?m)^(7\. \w+) .*$", r"\1 fly", t), "can't play 'fly'", "moves"),
    "a move after the end": (lambda t: t + f"{moves_in(t) + 1}. red pass\n", "the game is over", "moves"),
    "another result": (lambda t: with_tag(t, "Result", "1 red 999"), "not '1 red 999'", "result"),
    "no result yet": (lambda t: with_tag(t, "Result", "*"), "not '\\*'", "result"),
    "a game broken off": (lambda t: without(t, f"{moves_in(t)}. "), "the result is '\\*'", "result"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wrong", TAMPERED)
def test_a_record_with_something_wrong_is_refused_with_the_reason(game: str, wrong: str) -> None:
    change, reason, _ = TAMPERED[wrong]
    with pytest.raises(bellringer.RecordError, match=reason):
        bellringer.replay(change(whole_game(game)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wrong", TAMPERED)
def test_each_check_of_verify_fails_by_itself(game: str, wrong: str) -> None:
    change, reason, failing = TAMPERED[wrong]
    *passed, failed = bellringer.verify(change(whole_game(game)))
    assert [check.name for check in passed] == CHECKS[: CHECKS.index(failing)]
    assert all(check.ok for check in passed)
    assert (failed.name, failed.ok) == (failing, False)
    assert re.search(reason, failed.detail)


@pytest.mark.parametrize("game", GAMES)
def test_verify_wants_a_commitment_though_replay_does_not(game: str) -> None:
    text = without(whole_game(game), "[Commitment")
    assert bellringer.replay(text).result is not None
    *_, failed = bellringer.verify(text)
    assert (failed.name, failed.ok) == ("commitment", False)
    assert "Commitment" in failed.detail


@pytest.mark.parametrize("game", GAMES)
def test_an_option_that_is_none_is_refused_with_those_allowed(game: str) -> None:
    """Also one whose tag is not there, since nothing was chosen."""
    for name, (_, allowed) in bellringer.option_table(game).items():
        tag, text = "-".join(word.capitalize() for word in name.split("_")), whole_game(game)
        wrong = with_tag(text, tag, "elsewhere") if f"[{tag} " in text else f'[{tag} "elsewhere"]\n{text}'
        with pytest.raises(bellringer.RecordError, match=re.escape(str(allowed[-1]))):
            bellringer.replay(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_move_is_named_by_its_number_with_what_was_legal_there(game: str) -> None:
    text, names = whole_game(game), find(game).move_names
    for number in (1, 2, moves_in(text) // 2, moves_in(text)):
        seat = re.search(rf"(?m)^{number}\. (\w+) ", text).group(1)
        before = bellringer.replay(with_tag("".join(text.partition(f"\n{number}. ")[:1]) + "\n", "Result", "*"))
        legal = tuple(move.name for move in before.moves(before.seat_names.index(seat)))
        illegal = next(name for name in names if name not in legal)
        with pytest.raises(bellringer.RecordError, match=f"^move {number}: {seat} can't play") as refusal:
            bellringer.replay(with_move(text, number, f"{seat} {illegal}"))
        assert (refusal.value.move_number, refusal.value.legal) == (number, legal)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_can_not_be_read_is_named_by_its_number(game: str) -> None:
    lines = whole_game(game).splitlines()
    lines.insert(3, "nonsense")
    with pytest.raises(bellringer.RecordError, match="^line 4: ") as refusal:
        bellringer.replay("\n".join(lines))
    assert refusal.value.line == 4
