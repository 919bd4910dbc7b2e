"""Legal moves: what is offered, what it is called, and that nothing else can be done."""

from __future__ import annotations

import json
import random

import pytest

import bellringer
from bellringer.core.contract.registry import find
from tests.contract.tables import GOLDEN, SETTINGS, Setting, fewest_answers, play_some, walk

GAMES = bellringer.game_names()
LANGUAGES = ("en", "fr")


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_who_is_pending_has_a_real_choice_and_nobody_else_has_any(setting: Setting) -> None:
    state = setting.deal(seed=4)
    for _ in walk(state, random.Random(4)):
        assert state.pending
        for seat in range(setting.seats):
            legal = state.legal(seat)
            assert list(legal) == sorted(set(legal))
            assert all(0 <= move < state.book.moves for move in legal)
            assert len(legal) >= fewest_answers(state) if seat in state.pending else not legal
    assert state.over and not state.pending and not state.asks


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_an_illegal_move_is_refused_and_changes_nothing(setting: Setting) -> None:
    state, dice = setting.deal(seed=5), random.Random(5)
    for number, _ in enumerate(walk(state, dice)):
        before = bytes(state)
        tried = range(-1, state.book.moves + 1) if number % 40 == 0 else [dice.randrange(state.book.moves)]
        for seat in (*range(setting.seats), setting.seats, -1):
            for move in set(tried) - set(state.legal(seat)):
                with pytest.raises(ValueError, match="not legal"):
                    state.apply(seat, move)
        assert bytes(state) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_table_refuses_an_illegal_move_by_the_names_of_the_legal_ones(game: str) -> None:
    table = bellringer.new_game(game, seed=1)
    before, record = bytes(table.state), table.record()
    legal = tuple(move.name for move in table.moves(0))
    with pytest.raises(bellringer.IllegalMove, match="can't play") as refusal:
        table.play("no such move", seat=0)
    assert refusal.value.legal == legal
    for seat in (-1, table.seats, "red", 0.5):
        with pytest.raises(bellringer.IllegalMove, match="no seat"):
            table.play(legal[0], seat=seat)
    assert (bytes(table.state), table.record()) == (before, record)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_has_decided_waits_for_the_others(game: str) -> None:
    table = bellringer.new_game(game, seed=1)
    waiting = table.pending
    table.play(table.moves(waiting[0])[0].name, seat=waiting[0])
    assert waiting[0] not in table.pending
    assert table.moves(waiting[0]) == [] and table.prompt(waiting[0]) == ""
    with pytest.raises(bellringer.IllegalMove, match="nothing to decide"):
        table.play(table.moves(table.pending[0])[0].name, seat=waiting[0])


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_seats_that_decide_at_once_may_do_so_in_any_order(setting: Setting) -> None:
    state, dice = setting.deal(seed=8), random.Random(8)
    for _ in walk(state, dice):
        if len(state.pending) == 1:
            continue
        answers = [(seat, dice.choice(state.legal(seat))) for seat in state.pending]
        one, other = state.copy(), state.copy()
        for seat, move in answers:
            one.apply(seat, move)
        for seat, move in reversed(answers):
            other.apply(seat, move)
        assert one == other


@pytest.mark.parametrize("game", GAMES)
def test_nothing_can_be_played_when_the_game_is_over(game: str) -> None:
    table = play_some(bellringer.new_game(game, seats=find(game).fewest_seats, seed=1), 10**6, random.Random(1))
    assert table.result is not None
    with pytest.raises(bellringer.IllegalMove, match="over"):
        table.play(find(game).move_names[0])


@pytest.mark.parametrize("game", GAMES)
def test_every_move_number_has_a_name_of_its_own(game: str) -> None:
    """But for the numbers that are kept free for later cards."""
    names = find(game).move_names
    assert len(names) == find(game).book.moves
    named = [name for name in names if name]
    assert len(set(named)) == len(named)
    assert all(name == name.strip() and "\n" not in name for name in named)


@pytest.mark.parametrize("game", GAMES)
def test_move_numbers_are_frozen(game: str) -> None:
    """Trained networks hold these numbers. A later card gets one of the numbers that are kept free."""
    golden = json.loads((GOLDEN / game / "moves.json").read_text(encoding="utf-8"))
    names = find(game).move_names
    assert len(golden) == len(names)
    moved = {name: number for number, name in enumerate(golden) if name and names[number] != name}
    assert not moved, "these moves have lost their numbers"
    unfrozen = [name for name, frozen in zip(names, golden, strict=True) if name != frozen]
    assert not unfrozen, "these moves are new; to freeze their numbers, run python -m tools.freeze_moves"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_number_without_a_name_is_never_legal(setting: Setting) -> None:
    state, names = setting.deal(seed=9), setting.game.move_names
    for _ in walk(state, random.Random(9)):
        assert all(names[move] for seat in state.pending for move in state.legal(seat))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_move_knows_its_number_name_and_target(setting: Setting) -> None:
    table, dice = setting.table(seed=6), random.Random(6)
    names = setting.game.move_names
    while table.pending:
        seat = dice.choice(table.pending)
        moves = table.moves(seat)
        assert [move.number for move in moves] == list(table.state.legal(seat))
        assert [move.name for move in moves] == [names[move.number] for move in moves]
        targets = [move.target for move in moves if move.target is not None]
        apart = [target for target in targets if not target.startswith("card ")]  # one may do much with a card
        assert len(set(apart)) == len(apart) and all(targets)
        play_some(table, 1, dice)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_prompts_moves_and_events_have_words_in_every_language(setting: Setting) -> None:
    table, dice = setting.table(seed=7), random.Random(7)
    while table.pending:
        for seat in table.pending:
            for language in LANGUAGES:
                assert are_words(table.prompt(seat, language))
                words = [move.words(language) for move in table.moves(seat)]
                assert all(are_words(text) for text in words)
                assert len(set(words)) == len(words), f"two moves read the same: {words}"
        play_some(table, 1, dice)
    for event in table.events():
        for language in LANGUAGES:
            assert not event.words(language) or are_words(event.words(language))


def are_words(text: str) -> bool:
    """Something to read, with every gap filled in."""
    return bool(text.strip()) and not set("{}") & set(text)
