"""Language models at a table: a scripted one plays whole games by tools, and learns only what its seats may know."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent

import bellringer
from bellringer.core.errors import BellringerError, IllegalMove, OptionError
from bellringer.language_models.tables import MOST_TABLES, Position, Seated, Tables
from bellringer.language_models.tools import WHAT, server

GAMES = bellringer.game_names()
OTHERS = ["random"]
Play = Callable[[Client], Awaitable[Any]]


def run(play: Play, tables: Tables | None = None) -> Any:
    """What a scripted model finds at a server in this process."""

    async def work() -> Any:
        async with Client(server(tables or Tables())) as client:
            return await play(client)

    return asyncio.run(work())


async def told(client: Client, tool: str, **arguments: Any) -> Any:
    """The answer to a call, which is no refusal."""
    found = await client.call_tool(tool, arguments)
    assert isinstance(found, CallToolResult) and not found.is_error, found.content
    return found.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The words of a refusal."""
    found = await client.call_tool(tool, arguments)
    assert isinstance(found, CallToolResult) and found.is_error and isinstance(found.content[0], TextContent)
    return found.content[0].text


async def play_whole(client: Client, game: str, **wanted: Any) -> Any:
    """A game of a model that plays at random, previews now and then, and replays the record. Returns the end."""
    dice = random.Random(game)
    now = await told(client, "begin", game=game, opponents=OTHERS, **wanted)
    lines, told_ahead = list(now["happened"]), 0
    while not now["over"]:
        assert now["question"] and now["moves"] and all(one["words"] for one in now["moves"])
        move = dice.choice(now["moves"])["move"]
        if dice.random() < 0.5:  # a move that only passes has nothing to tell
            found = await told(client, "preview", table=now["table"], move=move, seat=now["seat"])
            told_ahead += bool(found["lines"] or found["unknown"] or found["changes"] or found["next"])
        now = await told(client, "play", table=now["table"], move=move, seat=now["seat"])
        lines += now["happened"]
    assert told_ahead
    text = (await told(client, "record", table=now["table"]))["result"]
    assert all(check.ok for check in bellringer.verify(text))
    again = bellringer.replay(text)
    assert lines == [event.words("en") for event in again.events()], "all is told, and once"
    assert list(again.result.places) == now["places"] and len(now["result"]) == len(now["places"]) + 1
    return now


@pytest.mark.parametrize(("game", "wanted"), [
    ("notre-dame", {"seats": 3, "mine": [1], "options": {"persons": "new"}}),
    ("rattus", {"seats": 4, "mine": [0, 3]}),
    ("rattus", {"seats": 6, "mine": [5], "options": {"modules": ["guilds"], "classes": "random"}}),
])  # fmt: skip
def test_a_scripted_model_plays_a_whole_game(game: str, wanted: dict[str, Any]) -> None:
    end = run(lambda client: play_whole(client, game, **wanted))
    assert end["moves"] == [] and end["question"] == "" and end["seat"] == wanted["mine"][0]


@pytest.mark.unhurried
def test_the_command_serves_a_whole_game_on_its_streams() -> None:
    async def work() -> Any:
        command = StdioServerParameters(command=sys.executable, args=["-m", "bellringer", "mcp"])
        async with Client(stdio_client(command)) as client:
            return await play_whole(client, "rattus", seats=2)

    assert asyncio.run(work())["over"]


def test_tools_are_described_and_their_answers_have_a_form() -> None:
    found = run(lambda client: client.list_tools()).tools
    assert {one.name: one.description for one in found} == WHAT
    assert all(one.output_schema for one in found)


def test_games_are_told_as_they_are() -> None:
    for found in Tables().games().games:
        seats = found.most_seats
        usual = {one.name: one.usual for one in found.options if one.name not in ("classes", "box")}
        table = bellringer.new_game(found.game, seats=found.fewest_seats, seed=1, **usual)
        assert table.seats < seats and set(table.options) == {one.name for one in found.options}


def test_rules_are_told_in_the_language_with_their_rulings() -> None:
    rule = Tables("fr").rule("rattus", "witch")
    assert rule.rule == bellringer.new_game("rattus", seed=1).rule("witch", "fr")[0] and rule.number == "RA-7.4"
    assert rule.rulings


def position_of(table: bellringer.Table, seat: int) -> Position:
    """How a table stands for one seat of a model that was told of everything up to now."""
    tables = Tables()
    tables.open["t"] = Seated(table, (seat,), {}, table.event_count)
    return tables.look("t")


@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_look_the_same_to_a_seat_are_told_alike(game: str) -> None:
    dice, compared = random.Random(3), 0
    table = bellringer.new_game(game, seats=3, seed=5)
    while table.pending:
        seat = table.pending[0]
        for viewer in range(table.seats):
            other = table.determinized(viewer, compared)
            assert position_of(table, viewer) == position_of(other, viewer)
            compared += 1
        table.play(dice.choice(table.legal_names(seat)), seat)
    assert compared > 60


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("begin", {"game": "chess"}, "no game is called 'chess'"),
    ("begin", {"game": "rattus", "seats": 9}, "rattus is for 2 to 6 seats, not 9"),
    ("begin", {"game": "rattus", "seats": 2, "mine": [2]}, "your seats are one or more of 0 to 1, not [2]"),
    ("begin", {"game": "rattus", "seats": 2, "mine": []}, "your seats are one or more of 0 to 1, not []"),
    ("begin", {"game": "rattus", "seats": 4, "opponents": ["random", "greedy"]}, "not 2"),
    ("begin", {"game": "rattus", "opponents": ["deep-blue"]}, "deep-blue"),
    ("begin", {"game": "rattus", "options": {"box": "tin"}}, "box"),
    ("look", {"table": "table-9"}, "there is no table 'table-9'; there are: table-1"),
    ("play", {"table": "table-1", "move": "castle"}, "castle"),
    ("play", {"table": "table-1", "move": "place anglia", "seat": 1}, "seat 1 is not yours; yours: 0"),
    ("preview", {"table": "table-1", "move": "castle"}, "castle"),
    ("rule", {"game": "rattus", "name": "bishop of rome"}, "rattus has no rule for 'bishop of rome'"),
    ("record", {"table": "table-1"}, "table-1 is not over"),
    ("leave", {"table": "table-2"}, "there is no table 'table-2'"),
    ("play", {"table": "table-1"}, "move"),
]


def test_what_is_wrong_is_named_and_nothing_changes() -> None:
    async def work(client: Client) -> None:
        before = await told(client, "begin", game="rattus", seats=2, opponents=OTHERS)
        for tool, arguments, words in BAD:
            assert words in await refused(client, tool, **arguments), (tool, arguments)
        after = await told(client, "look", table="table-1")
        assert {**after, "happened": before["happened"]} == before and after["happened"] == []

    run(work)


def test_only_so_many_tables_are_open_and_one_that_is_left_is_gone() -> None:
    tables = Tables()
    for _ in range(MOST_TABLES):
        tables.begin("rattus", 2, opponents=OTHERS)
    with pytest.raises(OptionError, match="leave one first"):
        tables.begin("rattus", 2)
    assert len(tables.leave("table-3")) == MOST_TABLES - 1
    with pytest.raises(OptionError, match="table-3"):
        tables.look("table-3")
    assert tables.begin("rattus", 2, opponents=OTHERS).table == f"table-{MOST_TABLES + 1}"


def test_after_the_end_nothing_is_asked() -> None:
    tables, dice = Tables(), random.Random(2)
    now = tables.begin("rattus", 2, opponents=OTHERS)
    while not now.over:
        now = tables.play(now.table, dice.choice(now.moves).move)
    with pytest.raises(BellringerError, match="the game is over"):
        tables.play(now.table, "pass")
    with pytest.raises((OptionError, IllegalMove)):
        tables.preview(now.table, "pass")
