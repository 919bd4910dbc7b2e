"""`bellringer dataset --from`: a server's finished games as data, without who played; and none that runs."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner, Result

from bellringer.arena.played import PlayedGame, games_of, play_again, read_games
from bellringer.cli import main
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError
from bellringer.server.service import TableService
from bellringer.training.data_card import CARD
from bellringer.training.decisions import Decisions
from bellringer.training.examples import Sampling, read_examples
from bellringer.training.parts import part_files
from tests.server.services import answer_any, found_at, introduced, play_out, table_for, until, with_service

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_log")]
GAME = "notre-dame"
NAME, WORDS = "Quirin Zephyrmann", "what a lovely evening"
TWO_HERE, AGAINST_BOT, THREE = ("me", "here"), ("me", "random"), ("me", "here", "random")


async def scene(service: TableService) -> dict[str, Any]:
    """Tables that are over, that were given up, and that run. Returns the moves that stand of those that are over."""
    host, dice, found = introduced(service, NAME), random.Random(5), {}
    for name, seats in (("bot", AGAINST_BOT), ("first", TWO_HERE), ("other", TWO_HERE), ("three", THREE)):
        room = table_for(service, host, GAME, *seats)
        service.playing.say(room, 0, WORDS)
        if name == "other":
            await lend_and_take_back(service, room.kept.address, dice)
        live = await play_out(service, room.kept.address, dice)
        assert live.ended_by == "game"
        found[name] = live.table.history
    await play_out(service, table_for(service, host, "rattus", *TWO_HERE).kept.address, dice)
    given_up = table_for(service, host, GAME, *AGAINST_BOT)
    service.playing.resign(given_up, 0)
    running = table_for(service, host, GAME, *TWO_HERE)
    for _ in range(20):
        answer_any(service, running, dice)
    return found


async def lend_and_take_back(service: TableService, address: str, dice: random.Random) -> None:
    """Some moves, one of which is taken back; then a bot has a seat for a while."""

    async def decided(count: int) -> None:
        room = await found_at(service, address)
        goal = len(room.game.acts) + count

        async def is_so() -> bool:
            answer_any(service, room, dice)
            return len(room.game.acts) >= goal

        await until(is_so)

    await decided(10)
    room = await found_at(service, address)
    while True:  # until something can be taken back
        act = answer_any(service, room, dice)
        assert act is not None
        if room.game.table.may_undo(act.seat):
            service.playing.undo(room, act.seat, room.game.holders[act.seat].asked or len(room.game.acts))
            break
    service.playing.lend(room, 1)
    await decided(30)
    service.playing.take_back(room, 1)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("server") / "data"
    return folder, with_service(folder, scene)


@pytest.fixture
def read(data: tuple[Path, dict[str, Any]], tmp_path: Path) -> Iterator[Any]:
    """`read(*words)`: runs the command on the folder; `mine` is the folder that it writes."""

    def run(*words: str, game: str = GAME, out: str = "mine") -> Result:
        command = ["dataset", game, "--from", str(data[0]), "--out", str(tmp_path / out), *words]
        return CliRunner().invoke(main, command, env={"COLUMNS": "100"})

    yield run


def games_in(folder: Path, game: str = GAME) -> list[PlayedGame]:
    return [one for path in part_files(folder) for one in games_of(read_games(path, find(game)))]


def moves_of(game: PlayedGame) -> list[tuple[int, str]]:
    names = find(GAME).move_names
    return [(seat, names[move]) for seat, move in zip(game.movers, game.moves, strict=True)]


def test_finished_games_are_rows_that_can_be_played_again(read: Any, data: Any, tmp_path: Path) -> None:
    done = read("--observations", "--masks", "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["games"] == 4 and sorted(told["kinds"].values()) == [1, 3]
    assert told["left_out"] == {"ended-early": 1}
    played = {name: games_in(tmp_path / "mine" / name) for name in told["kinds"]}
    found = [moves_of(one) for games in played.values() for one in games]
    assert sorted(found) == sorted(data[1].values())
    for name, games in played.items():
        assert [one.number for one in games] == list(range(len(games)))
        decisions = iter(Decisions(tmp_path / "mine" / name))
        for game in games:
            play_again(find(GAME), game)
            state = game.table.blank(find(GAME))
            game.luck.deal(state)
            for number, (seat, move) in enumerate(zip(game.movers, game.moves, strict=True)):
                one, encoder = next(decisions), find(GAME).encoder(state)
                assert one.observation is not None and one.observation.tolist() == encoder.numbers(state, seat)
                assert one.mask is not None and tuple(np.flatnonzero(one.mask)) == state.legal(seat)
                with game.luck.keyed(state, number + 1):
                    state.apply(seat, move)
        assert next(decisions, None) is None


def test_who_decided_is_told_by_kind_alone(read: Any, data: Any, tmp_path: Path) -> None:
    assert read().exit_code == 0
    for folder in (tmp_path / "mine").iterdir():
        for game in games_in(folder):
            assert game.people is not None
            name = next(name for name, moves in data[1].items() if moves == moves_of(game))
            seats = {"bot": ["person", "random"], "three": ["person", "person", "random"]}
            assert game.bots == seats.get(name, ["person", "person"])
            stood_in = [
                not by for seat, by in zip(game.movers, game.people, strict=True) if game.bots[seat] == "person"
            ]
            assert any(stood_in) == (name == "other") and not all(stood_in)
            assert not any(by for seat, by in zip(game.movers, game.people, strict=True) if game.bots[seat] == "random")
    bots = {one.bot for folder in (tmp_path / "mine").iterdir() for one in Decisions(folder)}
    assert bots == {"person", "random", "stand-in"}


def test_nothing_of_who_played_where_and_when_is_in_it(read: Any, data: Any, tmp_path: Path) -> None:
    assert read("--observations", "--masks").exit_code == 0
    with closing(sqlite3.connect(data[0] / "bellringer.sqlite3")) as connection:
        addresses = [row[0] for row in connection.execute("SELECT address FROM tables")]
        times = [str(row[0]) for row in connection.execute("SELECT changed FROM tables")]
    files = [path for path in (tmp_path / "mine").rglob("*") if path.is_file()]
    assert {path.name for path in files} > {CARD}
    for path in files:
        if path.suffix == ".parquet":
            text = str(pl.read_parquet(path).drop("observations", "masks", "chance").to_dicts())
            text += str(pl.read_parquet_metadata(path))
        else:
            text = path.read_text()
        for secret in (NAME, "Quirin", WORDS, str(data[0]), *addresses, *times):
            assert secret not in text, (path, secret)


def test_the_same_games_give_the_same_files(read: Any, tmp_path: Path) -> None:
    for out in ("mine", "again"):
        assert read("--masks", out=out).exit_code == 0
    files = [{path.relative_to(tmp_path / out): path.read_bytes() for path in (tmp_path / out).rglob("*.*")}
             for out in ("mine", "again")]  # fmt: skip
    assert files[0] == files[1] and len(files[0]) == 6


def test_seats_and_options_choose_among_tables(read: Any) -> None:
    for words, games in (
        (("--seats", "3"), 1),
        (("--persons", "new"), 0),
        (("--edition", "2007"), 4),
        (("--start", "4"), 0),
    ):
        done = read("--json", *words, out="-".join(words))
        assert json.loads(done.stdout)["games"] == games, words


def test_a_value_can_be_learned_from_it(read: Any, tmp_path: Path) -> None:
    assert read("--seats", "2").exit_code == 0
    (folder,) = (tmp_path / "mine").iterdir()
    examples = read_examples(part_files(folder), GAME, Sampling(1.0))[2]
    decisions = list(Decisions(folder))
    assert examples.movers.tolist() == [one.seat for one in decisions]
    mine = examples.scores[range(len(decisions)), examples.movers]
    assert mine.tolist() == [one.score for one in decisions]


def test_it_changes_nothing_and_says_what_it_wrote(read: Any, data: Any, tmp_path: Path) -> None:
    before = (data[0] / "bellringer.sqlite3").read_bytes()
    done = read()
    assert (data[0] / "bellringer.sqlite3").read_bytes() == before
    assert (
        "4 games of 2 kinds of tables" in done.stdout.replace("in " + str(tmp_path), "") and "2-seats-" in done.stdout
    )
    assert "ended before their end: 1" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "greedy"), "--bots does not go with it"),
        (("--games", "3"), "--games does not go with it"),
        (("--visits",), "--visits does not go with it"),
        (("--seats", "9"), "not 9"),
    ],
)
def test_what_does_not_go_with_it_is_refused(words: tuple[str, ...], said: str, read: Any, tmp_path: Path) -> None:
    done = read(*words)
    assert done.exit_code == 2 and said in done.output and not (tmp_path / "mine").exists()


def test_a_set_that_is_drawn_chooses_no_table(read: Any) -> None:
    done = read("--classes", "random", game="rattus")
    assert done.exit_code == 2 and "drawn for each table" in done.output


def test_a_folder_with_something_in_it_is_left_as_it_is(read: Any, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "own.txt").write_text("mine")
    done = read()
    assert done.exit_code == 2 and "is not empty" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["mine"] and (tmp_path / "mine" / "own.txt").exists()


def test_a_game_whose_rows_are_damaged_is_counted(data: Any, tmp_path: Path) -> None:
    copied = tmp_path / "copied"
    copied.mkdir()
    with closing(sqlite3.connect(data[0] / "bellringer.sqlite3")) as one:
        with closing(sqlite3.connect(copied / "bellringer.sqlite3")) as other:
            one.backup(other)
            other.execute("UPDATE acts SET word = 'bank' WHERE table_id = 1 AND number = 5")
            other.execute("UPDATE acts SET word = 'nothing' WHERE table_id = 1 AND number = 6")
            other.commit()
    done = CliRunner().invoke(main, ["dataset", GAME, "--from", str(copied), "--out", str(tmp_path / "mine"), "--json"])
    told = json.loads(done.stdout)
    assert told["games"] == 3 and told["left_out"] == {"damaged": 1, "ended-early": 1}


def test_rows_that_no_server_has_written_are_refused(read: Any, tmp_path: Path) -> None:
    assert read("--seats", "3").exit_code == 0
    (folder,) = (tmp_path / "mine").iterdir()
    (part,) = part_files(folder)
    rows = pl.read_parquet(part)
    metadata = {name: text for name, text in pl.read_parquet_metadata(part).items() if name != "ARROW:schema"}
    for wrong, said in (
        (rows.with_columns(pl.lit("luck").alias("scheme")), "not keyed as that of tables"),
        (rows.with_columns(pl.col("chance").bin.slice(0, 8)), "not keyed as that of tables"),
        (rows.with_columns(pl.col("people").list.slice(0, 3)), "whether a person made it"),
        (rows.drop("people"), "columns are not those"),
        (rows.drop("scheme", "chance", "people"), "a value is missing"),
    ):
        wrong.write_parquet(part, metadata=metadata)
        with pytest.raises(OptionError, match=said):
            read_games(part, find(GAME))
