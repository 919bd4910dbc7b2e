"""Played games on disk, and self-play that writes them: what is written can be read, resumed, and played again."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import bellringer
from bellringer import OptionError
from bellringer.arena.played import Origin, PlayedGame, PlayedTable, games_of, play_again, read_games, write_games
from bellringer.bots.search import Search
from bellringer.core.contract.registry import find, game_names
from bellringer.core.edges.files import FileProblem
from bellringer.training.parts import DESCRIPTION, PartFolder, claimed, games_in, part_files, remove_pieces
from bellringer.training.self_play import Plan, SelfPlay, TableShare, make_plan, play_games, thought_of
from tests.matches import GAME, GAMES

ORIGIN = Origin("a test", {"what": "a test"})


def varied(game: str) -> tuple[str, ...]:
    """The options that a game can vary freely: those without sets, which follow from one another."""
    return tuple(name for name, option in find(game).options.items() if not option.sets and not option.follows)


def small_plan(game: str = GAME, games: int = 6, **more: Any) -> Plan:
    """Games of three kinds of tables, with tiny searches and many bursts."""
    drawn = {
        name: word
        for name, option in find(game).options.items()
        for word, one in option.sets.items()
        if one.is_drawn
    }  # fmt: skip
    tables = (TableShare(2), TableShare(3, drawn, varied(game), 2.0), TableShare(4, drawn, varied(game)))
    return make_plan(game, tables, games, **{"seed": 3, "iterations": 3, "bursts": 0.05, **more})


def rows_in(folder: Path, game: str = GAME) -> pl.DataFrame:
    """All rows of a folder by number."""
    return pl.concat(games_in(folder, game)).sort("number")


def same(rows: pl.DataFrame, others: pl.DataFrame) -> bool:
    """Whether two frames are the same, unknown chances included."""
    return str(rows.rows()) == str(others.rows())


# the file


@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_written_read_and_played_again(game: str, tmp_path: Path) -> None:
    series = SelfPlay(small_plan(game))
    games = [series.play(number) for number in range(6)]
    path = tmp_path / "games.parquet"
    write_games(path, find(game), reversed(games), ORIGIN)
    found = list(games_of(read_games(path, find(game))))
    assert [one.number for one in found] == list(range(6))
    for one, before in zip(found, games, strict=True):
        assert (one.moves, one.movers, one.random, one.answers) == (
            before.moves, before.movers, before.random, before.answers)  # fmt: skip
        assert one.chances == pytest.approx(before.chances, nan_ok=True)
        state = play_again(find(game), one)
        assert [state.score(p) for p in range(state.seats)] == one.scores and state.over
        chosen = find(game).options_of(one.table.blank(find(game)))
        assert {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.items()} == (
            one.table.options)  # fmt: skip
    assert len({json.dumps(one.table.options) for one in found}) > 2


def test_a_box_of_ones_own_is_in_the_row(box: Any, tmp_path: Path) -> None:
    game = find(GAME)
    person = bellringer.new_game(GAME, seats=2, seed=1).view(None)["open"][0]
    owners = box(f'game = "{GAME}"\n[persons.{person}]\nrats = 9\n')
    mine = bellringer.new_game(GAME, seats=2, seed=1, components=owners)
    table = PlayedTable(2, mine.options, game.box_of(mine.state))
    one = played_first_moves(table)
    write_games(tmp_path / "one.parquet", game, [one], ORIGIN)
    (found,) = games_of(read_games(tmp_path / "one.parquet", game))
    assert found.table.box["persons"][person]["rats"] == 9
    assert game.box_of(play_again(game, found)) == table.box


def played_first_moves(table: PlayedTable) -> PlayedGame:
    """A game in which everybody makes the first legal move."""
    state = table.blank(find(GAME))
    state.seed(4, 5)
    state.deal()
    movers, moves = [], []
    while not state.over:
        movers.append(state.pending[0])
        moves.append(state.legal(movers[-1])[0])
        state.apply(movers[-1], moves[-1])
    places, scores = ([get(p) for p in range(table.seats)] for get in (state.place, state.score))
    bots, random = ["first"] * table.seats, [False] * len(moves)
    return PlayedGame(0, table, 4, 5, bots, movers, moves, random, [], [], [], [], places, scores)


def test_the_file_says_where_it_comes_from(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    write_games(path, find(GAME), [SelfPlay(small_plan()).play(1)], ORIGIN)
    found = pl.read_parquet_metadata(path)
    assert (found["game"], found["command"], found["bellringer"]) == (GAME, "a test", bellringer.__version__)
    assert json.loads(found["description"]) == {"what": "a test"} and found["rules"].startswith("1")


# what is refused


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlayedGame]:
    path = tmp_path_factory.mktemp("written") / "games.parquet"
    one = SelfPlay(small_plan()).play(1)
    write_games(path, find(GAME), [one], ORIGIN)
    return path, one


def test_a_file_that_is_cut_or_damaged_is_refused(written: tuple[Path, PlayedGame], tmp_path: Path) -> None:
    data, chance = written[0].read_bytes(), random.Random(1)
    path = tmp_path / "cut.parquet"
    for length in [0, 4, len(data) - 1, *(chance.randrange(len(data)) for _ in range(40))]:
        path.write_bytes(data[:length])
        with pytest.raises(OptionError, match=r"cut\.parquet: this is no Parquet file, or a part of one"):
            read_games(path, find(GAME))
    for _ in range(60):
        damaged = bytearray(data)
        damaged[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        try:
            for one in games_of(read_games(path, find(GAME))):
                play_again(find(GAME), one)
        except OptionError:
            pass


def test_another_game_schema_or_no_file_is_refused(written: tuple[Path, PlayedGame], tmp_path: Path) -> None:
    other = next(game for game in game_names() if game != GAME)
    with pytest.raises(OptionError, match=f"games of {GAME}, not of {other}"):
        read_games(written[0], find(other))
    rows = read_games(written[0], find(GAME))
    path = tmp_path / "other.parquet"
    rows.write_parquet(path)
    with pytest.raises(OptionError, match=r"other\.parquet: not a file of played games"):
        read_games(path, find(GAME))
    rows.drop("scores").write_parquet(path, metadata=pl.read_parquet_metadata(written[0]))
    with pytest.raises(OptionError, match=r"other\.parquet: the columns are not those"):
        read_games(path, find(GAME))
    with pytest.raises(FileProblem, match="No such file"):
        read_games(tmp_path / "none.parquet", find(GAME))
    with pytest.raises(FileProblem, match="a directory"):
        read_games(tmp_path, find(GAME))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"movers": [9]}, "row 0: it has not as many movers as moves"),
        ({"places": [1]}, "row 0: it has not one bot, place and score for each seat"),
        ({"number": -1}, "row 0: the number is negative"),
        ({"chances": [0.5]}, "row 0: it has not one chance for each seat and decision"),
        ({"visits": []}, "row 0: its visits do not fit its decisions"),
        ({"moves": "one more"}, "row 0: a move is out of range"),
        ({"options": {"edition": "never"}}, "a table is wrong: edition can't be 'never'"),
    ],
)
def test_a_row_that_is_no_game_is_refused(
    changes: dict[str, Any], reason: str, written: tuple[Path, PlayedGame], tmp_path: Path
) -> None:
    one = written[1]
    if changes.get("moves"):
        changes = {"moves": [find(GAME).book.moves, *one.moves[1:]]}
    if options := changes.pop("options", None):
        table = PlayedTable(one.table.seats, {**one.table.options})
        changes["table"] = table
    write_games(tmp_path / "wrong.parquet", find(GAME), [replace(one, **changes)], ORIGIN)
    if options:
        rows = pl.read_parquet(tmp_path / "wrong.parquet").with_columns(options=pl.lit(json.dumps(options)))
        rows.write_parquet(tmp_path / "wrong.parquet", metadata=pl.read_parquet_metadata(written[0]))
    with pytest.raises(OptionError, match=f"wrong.parquet[,:] {reason}"):
        read_games(tmp_path / "wrong.parquet", find(GAME))


def test_a_game_of_other_rules_is_refused(written: tuple[Path, PlayedGame], tmp_path: Path) -> None:
    path = tmp_path / "old.parquet"
    rows = read_games(written[0], find(GAME)).with_columns(rules=pl.lit("1, base 2"))
    rows.write_parquet(path, metadata=pl.read_parquet_metadata(written[0]))
    with pytest.raises(OptionError, match=r"old\.parquet: these are rules 1 of base; the record was played by 2"):
        read_games(path, find(GAME))


def test_a_game_that_ends_otherwise_or_breaks_a_rule_is_told(written: tuple[Path, PlayedGame]) -> None:
    one = written[1]
    with pytest.raises(OptionError, match="game 1: it does not end as it did"):
        play_again(find(GAME), replace(one, scores=[score + 1 for score in one.scores]))
    with pytest.raises(OptionError, match="game 1: its decision 0 is not legal"):
        play_again(find(GAME), replace(one, movers=[1 - one.movers[0], *one.movers[1:]]))
    with pytest.raises(OptionError, match="game 1: "):
        play_again(find(GAME), replace(one, seed=one.seed + 1))


# self-play


def test_decisions_are_thought_about_or_random_or_forced() -> None:
    plan = small_plan(games=1)
    one = SelfPlay(plan).play(0)
    game, n = plan.found, one.table.seats
    state = one.table.blank(game)
    state.seed(one.seed, one.stream)
    state.deal()
    visited = 0
    for number, (seat, move) in enumerate(zip(one.movers, one.moves, strict=True)):
        chance = one.chances[number * n + seat]
        answers = one.answers[visited : visited + one.tried[number]]
        visits = one.visits[visited : visited + one.tried[number]]
        is_thought = not one.random[number] and len(state.legal(seat)) > 1
        assert is_thought == (not math.isnan(chance)) == bool(answers)
        if is_thought:
            assert sum(visits) == 3 and visits[answers.index(move)] == max(visits) and 0 <= chance <= 1
        visited += one.tried[number]
        state.apply(seat, move)
    assert visited == len(one.answers) and 0 < sum(one.random) < len(one.moves) / 3


def test_a_thought_is_what_the_search_chooses_with_the_chances_of_all() -> None:
    state = SelfPlay(small_plan()).play(1).table.blank(find(GAME))
    state.seed(1)
    state.deal()
    found = thought_of(Search(1, iterations=50), state, state.pending[0])
    assert found.move == Search(1, iterations=50).choose_number(state, state.pending[0])
    assert sum(found.chances) == pytest.approx(1) and min(found.chances) >= 0
    assert sum(visits for _, visits in found.visits) == 50


def test_tables_have_their_shares_from_the_beginning() -> None:
    plan = small_plan(games=400)
    seats = [plan.table_at(number).seats for number in range(400)]
    for first in (0, 100, 250):
        counts = [seats[first : first + 100].count(n) for n in (2, 3, 4)]
        assert counts == pytest.approx([25, 50, 25], abs=2)


def test_neither_jobs_nor_stops_change_the_games(tmp_path: Path) -> None:
    plan = small_plan(games=7)
    play_games(plan, tmp_path / "whole", jobs=2)
    stopped = tmp_path / "stopped"

    def stop(done: int, games: int) -> None:
        if done >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_games(plan, stopped, 1, stop)
    assert 2 <= len(rows_in(stopped)) < 7
    seen: list[int] = []
    play_games(plan, stopped, 1, lambda done, games: seen.append(done))
    assert seen[0] >= 2 and seen[-1] == 7
    files = {path.name: path.read_bytes() for path in part_files(stopped)}
    assert files == {path.name: path.read_bytes() for path in part_files(tmp_path / "whole")}, "byte for byte"


def test_a_folder_may_go_on_to_more_games(tmp_path: Path) -> None:
    play_games(small_plan(games=2), tmp_path)
    play_games(small_plan(games=5), tmp_path)
    assert rows_in(tmp_path)["number"].to_list() == [0, 1, 2, 3, 4]
    seen: list[tuple[int, int]] = []
    play_games(small_plan(games=3), tmp_path, progress=lambda *told: seen.append(told))
    assert seen == [(3, 3)]


def test_parts_hold_ranges_of_numbers(tmp_path: Path) -> None:
    plan = small_plan(games=8)
    series, folder = SelfPlay(plan), PartFolder(tmp_path, plan, part=3)
    for number in (1, 0, 7, 4, 2, 5):
        folder.add(series.play(number))
    assert [path.name for path in part_files(tmp_path)] == ["games-00000000-00000002.parquet"]
    folder.flush()
    again = PartFolder(tmp_path, plan, part=3)
    assert sorted(again.played) == [0, 1, 2, 4, 5, 7] and not folder.waiting
    again.add(series.play(3))
    names = [path.name for path in part_files(tmp_path)]
    assert names == ["games-00000000-00000002.parquet", "games-00000003-00000005.parquet",
                     "games-00000007-00000007.parquet"]  # fmt: skip


def test_pieces_of_a_part_that_is_there_are_removed(tmp_path: Path) -> None:
    """A run was killed between writing a part and removing its pieces."""
    for name in ("00000000-00000001", "00000000-00000005", "00000003-00000003", "00000006-00000006"):
        (tmp_path / f"games-{name}.parquet").touch()
    (tmp_path / "games-notes.parquet").touch()
    remove_pieces(tmp_path)
    assert [path.stem[6:] for path in part_files(tmp_path)] == ["00000000-00000005", "00000006-00000006", "notes"]


def test_a_folder_refuses_what_is_not_its_own(tmp_path: Path) -> None:
    plan = small_plan(games=1)
    mine = tmp_path / "mine"
    play_games(plan, mine)
    assert json.loads((mine / DESCRIPTION).read_text())["self-play"]["game"] == GAME
    with pytest.raises(OptionError, match="holds another self-play: its seed is 3, not 4"):
        play_games(small_plan(games=1, seed=4), mine)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    with pytest.raises(OptionError, match="holds other files and no self-play"):
        play_games(plan, tmp_path / "other")
    with claimed(mine, "self-play", plan), pytest.raises(OptionError, match="in use by another run"):
        play_games(plan, mine)
    part = part_files(mine)[0]
    write_games(part, find(GAME), [SelfPlay(plan).play(0)], ORIGIN)
    with pytest.raises(OptionError, match="games of another run"):
        play_games(plan, mine)
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(OptionError, match="this is no Parquet file, or a part of one"):
        play_games(plan, mine)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tables": ()}, "at least one game, and tables"),
        ({"tables": (TableShare(2, share=0.0),)}, "shares above 0"),
        ({"tables": (TableShare(9),)}, "not 9"),
        ({"tables": (TableShare(2, {"colour": "red"}),)}, "has no option 'colour'"),
        ({"tables": (TableShare(2, {}, ("colour",)),)}, "has no option 'colour'"),
        ({"games": 0}, "at least one game"),
        ({"bursts": 1.5}, "a probability of 0 to 1"),
        ({"iterations": 0}, "iterations of a search"),
    ],
)
def test_a_plan_that_can_not_be_is_refused(change: dict[str, Any], reason: str) -> None:
    asked: dict[str, Any] = {"game": GAME, "tables": (TableShare(2),), "games": 1, **change}
    with pytest.raises(OptionError, match=reason):
        make_plan(**asked)
