"""What a game finds here that is in no list but its own: run by test_third_game.py in a process of its own.

The game's folder is on Python's path, compiled. Importing it makes the game known, as the list of games does.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path

import bones  # noqa: F401
import pytest
from click.testing import CliRunner

import bellringer
from bellringer import bots
from bellringer.arena.simulate import simulate
from bellringer.cli import main
from bellringer.core.compiled.state import ALL_SEATS
from bellringer.core.contract.registry import find
from bellringer.core.levels import USUAL
from bellringer.core.tables.moments import moments
from bellringer.review.course import Course, ReviewRefused
from bellringer.server.base.settings import Settings
from bellringer.server.service import TableService
from bellringer.server.tables.requests import SeatRequest, TableRequest
from bellringer.server.visitors.security import KEY_COOKIE
from bellringer.svg import picture
from tests.server.callers import at_server, play_on

GAME = "bones"


def played(seats: int = 3, bot: str = "random", seed: int = 1) -> bellringer.Table:
    """A table at the end of a game."""
    table, player = bellringer.new_game(GAME, seats=seats, seed=seed), bots.make(bot, seed)
    while table.pending:
        table.play(player.choose(table, table.pending[0]))
    return table


def test_it_is_known_beside_the_others() -> None:
    assert GAME in bellringer.game_names() and len(bellringer.game_names()) == 3


@pytest.mark.parametrize("seats", [2, 3])
def test_it_deals_and_plays_by_its_laws(seats: int) -> None:
    for seed in range(20):
        state, dice = bellringer.new_game(GAME, seats=seats, seed=seed).state, random.Random(seed)
        while not state.over:
            seat = state.pending[0]
            state.apply(seat, dice.choice(state.legal(seat)))
            assert state.broken_law == 0


def test_it_need_not_say_where_its_points_come_from() -> None:
    with pytest.raises(bellringer.OptionError, match="bones does not say where its points come from"):
        played().sources()


def test_its_rules_pause_after_each_step_for_who_looks_on() -> None:
    """The protocol between two choices is the core's: the game has no line for it."""
    state = bellringer.new_game(GAME, seats=2, seed=1).state
    (first,) = state.pending
    assert [event[:2] + event[4:] for event in state.answer(first, 1)] == [(1, first, 2)] and state.pending == ()
    assert state.step() == [] and state.pending == (1 - first,)
    assert state.step() is None


def test_secrets_stay_secret() -> None:
    table = bellringer.new_game(GAME, seats=3, seed=4)
    view = table.view(1)
    secrets = {seat: player["secret"] for seat, player in view["players"].items()}
    assert secrets["red"] is None and secrets["green"] is None and 1 <= secrets["blue"] <= 6
    other = table.state.determinized(1, seed=9)
    assert find(GAME).view(other, 1) == view
    known = table.state.determinized(ALL_SEATS, seed=9)
    assert find(GAME).whole_view(known) == find(GAME).whole_view(table.state) and known.dice != table.state.dice
    assert (
        "secret" not in repr(find(GAME).view(table.state, None)["players"]["red"])
        or view["players"]["red"]["secret"] is None
    )


def test_a_game_that_does_not_say_where_points_come_from_is_not_reviewed() -> None:
    with pytest.raises(ReviewRefused, match=f"{GAME} does not say where its points come from"):
        Course(played())


def test_it_has_no_puzzles_and_none_are_looked_for(tmp_path: Path) -> None:
    """None come with it, so none is asked; and none could be explained."""
    out = tmp_path / "puzzles.jsonl"
    for args, told in (
        (["--out", str(out)], "bones does not say where its points come from"),
        (["--play"], "no puzzle"),
    ):
        refused = CliRunner().invoke(main, ["puzzles", GAME, *args])
        assert refused.exit_code == 2 and told in refused.stderr
    assert not out.exists()


def test_previews_tell_what_is_known() -> None:
    table, dice = bellringer.new_game(GAME, seats=3, seed=4), random.Random(4)
    while table.pending:
        seat = table.pending[0]
        move = dice.choice(table.moves(seat)).name
        told = table.preview(move, seat)
        assert told == table.determinized(seat, 5).preview(move, seat)
        table.play(move, seat)
        assert bool(told.unknown) is not bool(table.pending)
        assert told.unknown or told.figures[0].after == str(
            table.view(seat)["players"][table.seat_names[seat]]["taken"]
        )


def test_its_past_is_found_again() -> None:
    """Also of a game that keeps no state at its events: each has the one after the step that brought it."""
    table = played()
    found = list(moments(table, 0))
    assert [moment.number for moment in found] == list(range(table.event_count)) != []
    assert [moment.table.view(None)["heap"] for moment in found] == sorted(
        (moment.table.view(None)["heap"] for moment in found), reverse=True
    )
    assert found[-1].table.position() == table.position()


def test_positions_come_back() -> None:
    table = played(seats=2)
    for document in (table.position(), bellringer.new_game(GAME, seats=2, seed=3).position()):
        again = bellringer.from_position(json.loads(json.dumps(document)))
        assert again.position() == document
    with pytest.raises(bellringer.PositionError, match="heap"):
        bellringer.from_position({"game": GAME, "seats": 2, "heap": 99})


def test_records_replay_and_verify() -> None:
    table = played()
    assert bytes(bellringer.replay(table.record()).state) == bytes(table.state)
    assert all(check.ok for check in bellringer.verify(table.record()))


def test_it_is_searched_and_measured() -> None:
    table = bellringer.new_game(GAME, seats=2, seed=5)
    for name in ("search:200", *bots.LEVELS, "expert+greedy", *bots.EARLIER_LEVELS):
        assert bots.make(name, 1).choose(table, table.pending[0]) in [
            move.name for move in table.moves(table.pending[0])
        ]
    assert table.state.book.levels == tuple(USUAL.values()), "it says nothing of its own about them"
    found = simulate(GAME, games=200, bots=("greedy", "random"), seats=2, seed=1)
    assert found.games == 200


def test_it_is_drawn_in_the_terminal_and_as_a_picture() -> None:
    runner = CliRunner()
    typed = runner.invoke(main, ["play", GAME, "--seats", "2", "--seed", "1"], input="1\n" * 30)
    assert typed.exit_code == 0 and "heap " in typed.output and "How many bones?" in typed.output
    french = runner.invoke(main, ["play", GAME, "--seats", "2", "--seed", "1", "--lang", "fr"], input="q\n")
    assert "Combien d’os" in french.output
    assert "<svg" in picture(played()) and 'class="heap"' in picture(played())


def test_it_has_pages(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:

        def page(path: str, key: str = "") -> str:
            answer = api.request("GET", path, headers={"cookie": f"{KEY_COOKIE}={key}"} if key else {})
            assert answer.status_code == 200, path
            return answer.text

        assert "Take bones from a heap." in page("/") and "/new/bones" in page("/")
        assert "Who begins" in page("/new/bones")
        assert all("bones in turn." in page(f"/rules/bones{query}") for query in ("", "?q=three")), "without chapters"
        assert "<svg" in page("/picture/bones.svg")
        ann = api.user("Ann")
        made = ann.make(GAME, "me", "random", options={"start": 0})
        board = page(f"/t/{made['table']['id']}", ann.key or "")
        assert "bones left" in board and 'data-target="heap"' in board and 'value="take 3"' in board
        (style,) = re.findall(r'href="(/static/board-bones.css[^"]*)"', board)
        assert ".heap" in page(style)
        play_on(made["table"]["id"], [(ann, [0])], random.Random(1))
        assert "wins." in page(f"/t/{made['table']['id']}", ann.key or "")
        assert "Bones" in api.request("GET", "/openapi.json").json()["info"]["summary"]


def test_it_is_kept_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def begin() -> str:
        service = TableService(Settings(tmp_path, pace=0.0, grace=0.0))
        await service.open()
        user = service.people.introduce("key", "Ann")
        room = service.setup.make(user, TableRequest(GAME, (SeatRequest("me"), SeatRequest("here", "Bea"))))
        assert room.live is not None
        for _ in range(2):
            seat = room.live.pending[0]
            asked = room.live.holders[seat].asked
            service.playing.move(room, seat, asked or 0, room.live.table.moves(seat)[0].name)
        await service.close()
        return room.address

    async def go_on(address: str) -> None:
        service = TableService(Settings(tmp_path, pace=0.0, grace=0.0))
        await service.open()
        room = await service.tables.find(address)
        assert room is not None and room.live is not None and room.live.table.moves_played == 2
        while room.live.pending:
            seat = room.live.pending[0]
            service.playing.move(room, seat, room.live.holders[seat].asked or 0, room.live.table.moves(seat)[0].name)
        assert all(check.ok for check in bellringer.verify(room.live.table.record()))
        await service.close()

    asyncio.run(go_on(asyncio.run(begin())))
