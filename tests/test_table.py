"""What a table tells of itself: in one line, as a picture, and how often it works out what is legal."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.server.visitors.security import KEY_COOKIE
from tests.contract.tables import play_some
from tests.server.callers import at_server, browser, submit

GAMES = bellringer.game_names()
ESCAPE = "\x1b"


def middle(game: str, seed: int = 3, moves: int = 40) -> Table:
    """A table in the middle of a game."""
    return play_some(bellringer.new_game(game, seats=3, seed=seed), moves, random.Random(seed))


# in one line


def test_a_table_says_in_one_line_how_far_it_is() -> None:
    table = bellringer.new_game("notre-dame", seats=3, seed=7)
    assert repr(table) == "<Table notre-dame, 3 seats, 0 moves played, to decide: red, blue, green>"
    play_some(table, 10**6, random.Random(7))
    assert re.fullmatch(r"<Table notre-dame, 3 seats, \d+ moves played, won by [a-z]+( and [a-z]+)*>", repr(table))


@pytest.mark.parametrize("game", GAMES)
def test_moves_events_states_and_results_fit_a_line_each(game: str) -> None:
    table = middle(game)
    shown = [*table.moves(table.pending[0]), *table.events(), table.state, table.state.book]
    for line in map(repr, shown):
        assert len(line) < 120 and "\n" not in line and " object at " not in line, line
    assert f"name={table.moves(table.pending[0])[0].name!r}" in repr(table.moves(table.pending[0]))
    assert f"kind={table.events()[0].kind!r}" in repr(table.events())
    play_some(table, 10**6, random.Random(3))
    assert repr(table.result).startswith("Result(places=(")


def test_a_state_says_who_must_decide() -> None:
    game = find("notre-dame")
    state = game.blank(2, {name: option.default for name, option in game.options.items()}, None)
    assert repr(state) == "<State of notre-dame, 2 seats, not dealt>"
    assert repr(state.book) == "<RuleBook of notre-dame>"
    state.seed(1)
    state.deal()
    assert repr(state) == "<State of notre-dame, 2 seats, to decide: 0, 1>"
    dice = random.Random(1)
    while state.pending:
        seat = dice.choice(state.pending)
        state.apply(seat, dice.choice(state.legal(seat)))
    assert repr(state) == "<State of notre-dame, 2 seats, over>"


@pytest.mark.parametrize("game", GAMES)
def test_no_line_tells_the_seed_or_what_is_hidden(game: str) -> None:
    table = middle(game)
    told = repr(table) + str(table) + repr(table.events()) + repr(table.state)
    assert table.seed.hex() not in told and repr(table.seed) not in told
    for seed in range(5):
        other = table.determinized(None, seed)
        assert repr(other) + str(other) + repr(other.events()) + repr(other.state) == told


# as a picture


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [80, 100, 140])
def test_a_printed_table_is_a_spectators_picture(
    game: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("FORCE_COLOR", "1")
    table = middle(game)
    print(table)
    shown = capsys.readouterr().out
    assert shown == f"{table}\n"
    assert ESCAPE not in shown
    lines = shown.splitlines()
    assert len(lines) > 10 and all(line == line.rstrip() for line in lines)
    assert 60 < max(map(len, lines)) <= width
    for seat in table.seat_names:
        assert find(game).words.name_words("seat", seat, "en") in shown


def test_a_table_is_80_columns_wide_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = middle("rattus")
    monkeypatch.setenv("COLUMNS", "80")
    expected = str(table)
    monkeypatch.delenv("COLUMNS")
    monkeypatch.setattr(sys, "__stdout__", None)
    assert str(table) == expected


def test_without_rich_a_table_says_what_would_draw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = middle("rattus")
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert str(table) == f"{table!r} (to see it drawn: pip install rich)"


# what is legal


class Counting(State):
    """A state that notes for which seats, in which situations, it was asked for the legal moves."""

    asked: list[tuple[bytes, int]] = []

    def legal(self, seat: int) -> tuple[int, ...]:
        self.asked.append((bytes(self), seat))
        return super().legal(seat)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, int]]:
    """What new tables ask of their states."""
    for name in GAMES:
        game = find(name)

        def blank(*choices: Any, game: Any = game, plain: Any = game.blank, **more: Any) -> State:
            return Counting.from_bytes(game.book, bytes(plain(*choices, **more)))

        monkeypatch.setattr(game, "blank", blank)
    monkeypatch.setattr(Counting, "asked", [])
    return Counting.asked


@pytest.mark.parametrize("game", GAMES)
def test_what_is_legal_is_worked_out_once_a_question(game: str, asked: list[tuple[bytes, int]]) -> None:
    table, dice = bellringer.new_game(game, seats=3, seed=2), random.Random(2)
    for _ in range(60):
        for seat in range(3):
            names = [move.name for move in table.moves(seat)]
            assert [move.name for move in table.moves(seat)] == names
        seat = dice.choice(table.pending)
        name = dice.choice([move.name for move in table.moves(seat)])
        table.check(name, seat)
        table.play(name, seat)
    assert len(asked) == 60 * 3
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_on_the_page_works_out_no_legal_moves_twice(
    game: str, asked: list[tuple[bytes, int]], tmp_path: Path
) -> None:
    """Neither does the page before it, nor the one after it."""
    with at_server(tmp_path) as api:
        anna = api.user("Anna")
        address = anna.make(game, "me", "me")["table"]["id"]
        assert anna.key is not None
        _, token = browser(api, anna.key)
        dice = random.Random(4)
        for _ in range(5):
            live = api.service.tables.rooms[address].live
            assert live is not None
            seat = live.pending[0]
            page = api.request("GET", f"/t/{address}?seat={seat}", headers={"cookie": f"{KEY_COOKIE}={anna.key}"})
            assert page.status_code == 200
            name, played = dice.choice(live.table.moves(seat)).name, live.table.moves_played
            form = {"seat": str(seat), "asked": str(live.holders[seat].asked), "move": name}
            sent = submit(api, f"/t/{address}/move", anna.key, token, {"hx-request": "true"}, **form)
            assert sent.status_code < 400 and live.table.moves_played == played + 1, sent.text
    assert len(asked) >= 5
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_legal_is_worked_out_anew_after_a_move_and_after_undo(game: str) -> None:
    table, dice = bellringer.new_game(game, seats=3, seed=2), random.Random(2)
    taken_back = 0
    while table.pending:
        before = [table.moves(seat) for seat in range(3)]
        play_some(table, 1, dice)
        names = table.move_names
        for seat in range(3):
            assert [move.name for move in table.moves(seat)] == [names[move] for move in table.state.legal(seat)]
        seat, name = table.history[-1]
        if table.may_undo(seat):
            table.undo(seat)
            assert [table.moves(seat) for seat in range(3)] == before
            table.play(name, seat)
            taken_back += 1
    assert taken_back
