"""Measure how strong the bots are, in a folder from which a stopped measurement goes on.

    python -m tools.strength FOLDER [--deals 200] [--only TEXT ...] [--net GAME=PATH ...] [--jobs N] [--write]
    python -m tools.strength FOLDER --bots --deals 20          all bots meet
    python -m tools.strength FOLDER --ablations --deals 100    what each trick of the search gives
    python -m tools.strength FOLDER --features --deals 100     what each feature of the net gives
    python -m tools.strength FOLDER --calibration              whether chances come true, in 2,000 games

The search with a net plays against `plain`, the search without one: with the same time, and with a tenth of it. It
prints the table in Markdown; shares are of victories, ± is 1.96 standard errors over deals. `--write` puts what was
measured into docs/strength.json and docs/bots.md. `--net` plays as if that net shipped with the game.

So many milliseconds a move are turned into iterations: as many as a thread makes in that processor time, in the mean
over positions of whole games. So it does not matter what else the machine does, nor when a match is stopped, and the
games can be repeated. With `--clock`, bots think for that time by the clock instead, however much they get of it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.metadata import version
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from bellringer import bots as all_bots
from bellringer.arena.journal import ensure_description
from bellringer.arena.match import Match, make_match
from bellringer.arena.nets import SHORT, described, digest_of
from bellringer.arena.run import run_match
from bellringer.arena.statistics import figures_of, results_of
from bellringer.arena.tables import make_tables
from bellringer.bots.search import Search
from bellringer.commands.progress import at_work
from bellringer.core.compiled.nets import Net, with_shipped_net
from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import read_text, write_text
from bellringer.core.errors import BellringerError, OptionError
from bellringer.training.parts import games_in
from bellringer.training.self_play import TableShare, make_plan, play_games
from tools import docs_strength
from tools.blinded import blinded, families
from tools.called import called
from tools.contract import Contest
from tools.games import CONTESTS

__all__ = ["LINES", "TRICKS", "Line", "Measuring", "Speeds", "main", "parts_of", "positions"]

SEED = 44
STOPPED = 130
SPEEDS = "speeds.json"
MOST_FILE = 2**20
PILOT = 60  # iterations of the search that finds positions in which others are timed
GAMES, POSITIONS = 8, 48  # from which these positions are, and how many where nothing else is said
DIGITS = 3  # of a count of iterations
TIME = 0.005  # seconds of processor a move, where not a line says otherwise
CALLED_GAMES, CALLED_ITERATIONS = 2_000, 400
BLIND_ITERATIONS, BLIND_POSITIONS = 200, 1_000  # of searches that do not see a feature; to tell what it usually is


@dataclass(frozen=True)
class Line:
    """A match of the table: the search with a net, alone against as many plain ones as there are other seats.

    `seconds`, `other_seconds`: how long each thinks for a move.
    """

    name: str
    seats: int
    seconds: float
    other_seconds: float


LINES = (
    Line("equal-2", 2, 0.005, 0.005),
    Line("tenth-2", 2, 0.005, 0.050),
    Line("equal-4", 4, 0.005, 0.005),
    Line("tenth-4", 4, 0.003, 0.030),
)

# What can be switched off, as options of the search with a net. Each plays against the whole one, in equal time.
TRICKS: Mapping[str, Mapping[str, Any]] = {
    "no net": {"plain": True},
    "a playout of 10 moves before the net is asked": {"horizon": 10},
    "no first guesses": {"trust": 0.0},
    "first guesses that count as one visit": {"trust": 1.0},
    "first guesses that count as 16 visits": {"trust": 16.0},
    "the victory alone counts, not the place": {"place_weight": 0.0},
    "half as much exploration": {"exploration": 0.75},
    "twice as much exploration": {"exploration": 3.0},
}
WHOLE, BLIND = "whole", "blind"

# What is measured, by the option that asks for it.
KINDS = {
    "--lines": "lines",
    "--bots": "bots",
    "--ablations": "without",
    "--features": "features",
    "--calibration": "chances",
}


@dataclass(frozen=True)
class Share:
    """A share of victories, and 1.96 standard errors over deals; None for a single deal."""

    value: float
    error: float | None

    @classmethod
    def of(cls, shares: Sequence[float]) -> Share:
        return cls(mean(shares), 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else None)

    def __str__(self) -> str:
        return docs_strength.share_text(asdict(self))


class Speeds:
    """How many iterations make a time, by processor time; found once, and kept in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: dict[str, int] = json.loads(read_text(path, MOST_FILE)) if path.exists() else {}
        self.states: dict[tuple[str, int], list[State]] = {}

    def get(self, game: str, contest: Contest, seats: int, name: str, style: Mapping[str, Any], seconds: float) -> int:
        """The iterations that a search with these options makes in a time. `name`: of the options, for the file."""
        key = f"{game} {contest.name}, {seats} seats, {name}, {1_000 * seconds:g} ms"
        if key not in self.found:
            where = (f"{game} {contest.name}", seats)
            if where not in self.states:
                self.states = {where: positions(game, contest, seats)}
            self.found[key] = iterations_in(seconds, style, self.states[where])
            write_text(self.path, json.dumps(self.found, indent=1) + "\n")
        return self.found[key]


def positions(game: str, contest: Contest, seats: int, count: int = POSITIONS) -> list[State]:
    """So many positions in which somebody decides, spread over whole games."""
    found = []
    for number, (options, _) in enumerate(parts_of(find(game), contest, GAMES) * GAMES):
        if number == GAMES:
            break
        state = make_tables(find(game), seats, options, SEED).blank_at(number).copy()
        state.seed(SEED, number)
        state.deal()
        quick = Search(number, iterations=PILOT, plain=True)
        while not state.over:
            found.append(state.copy())
            seat = state.pending[0]
            state.apply(seat, quick.choose_number(state, seat))
    return [found[place * len(found) // count] for place in range(count)]


def iterations_in(seconds: float, style: Mapping[str, Any], states: Sequence[State]) -> int:
    """How many iterations a search makes in so many seconds of processor, in the mean over positions."""
    count = PILOT
    for _ in range(3):  # each time with about as many as it will be
        search, began = Search(SEED, **style, iterations=count), time.thread_time()
        for state in states:
            search.choose_number(state, state.pending[0])
        rate = count * len(states) / (time.thread_time() - began)
        count = max(1, int(float(f"{rate * seconds:.{DIGITS}g}")))
    return count


def parts_of(game: Game, contest: Contest, deals: int) -> list[tuple[dict[str, Any], int]]:
    """The deals of a contest by their options: one part, or one for each choice of the option that varies.

    The first parts are as various as the others.
    """
    if contest.varied is None:
        return [(dict(contest.options), deals)]
    allowed = game.options[contest.varied].allowed
    choices = [one for size in range(len(allowed) + 1) for one in combinations(allowed, size)]
    step = len(choices) * 5 // 8 | 1  # odd, where the choices are a power of two
    order = [choices[number * step % len(choices)] for number in range(len(choices))]
    counts = [deals // len(order) + (place < deals % len(order)) for place in range(len(order))]
    options = ({**contest.options, contest.varied: choice} for choice in order)
    return [(one, count) for one, count in zip(options, counts, strict=True) if count]


class Measuring:
    """What is measured, in its folder. `only`: texts of which one is in the name of whatever is played; none: all."""

    def __init__(
        self,
        folder: Path,
        games: Sequence[str],
        deals: int,
        jobs: int = 1,
        clock: bool = False,
        only: Sequence[str] = (),
    ) -> None:
        self.folder, self.games, self.deals, self.jobs, self.clock, self.only = folder, games, deals, jobs, clock, only
        folder.mkdir(parents=True, exist_ok=True)
        for game, net in self.nets.items():
            identity = {"bellringer": version("bellringer"), "clock": clock, **described({game: net})}
            ensure_description(folder / f"{game}.json", "measurement", f"tools.strength {folder}", identity)
        self.speeds = Speeds(folder / SPEEDS)

    @cached_property
    def nets(self) -> dict[str, str]:
        """The digest of each game's net. Raises OptionError if a game has none."""
        return {game: digest_of(net_of(game)) for game in self.games}

    def contests(self, first: bool = False) -> Iterator[tuple[str, Contest]]:
        """The games and their contests, or only the first of each."""
        for game in self.games:
            for contest in CONTESTS[game][: 1 if first else None]:
                yield game, contest

    def is_wanted(self, name: str) -> bool:
        return not self.only or any(text in name for text in self.only)

    def about(self, game: str) -> dict[str, Any]:
        """What every figure of a match says of where it comes from."""
        by = "clock" if self.clock else "iterations"
        return {"game": game, "net": self.nets[game][:SHORT], "by": by, "deals": self.deals}

    def bound(
        self, game: str, contest: Contest, seats: int, name: str, style: Mapping[str, Any], seconds: float
    ) -> dict[str, Any]:
        """The option of a search that thinks for so long."""
        if self.clock:
            return {"seconds": seconds}
        return {"iterations": self.speeds.get(game, contest, seats, name, style, seconds)}

    def bot(self, name: str, game: str, contest: Contest, seats: int, seconds: float) -> str:
        """The name of a search, `search` or `plain`, that thinks for so long."""
        bound = self.bound(game, contest, seats, name, all_bots.SEARCHES[name], seconds)
        return f"{name}@{seconds:g}" if self.clock else f"{name}:{bound['iterations']}"

    def play(self, name: str, match: Match) -> list[list[float]]:
        """Play a match, or what is missing of it. Returns the shares of each of its bots, by deal."""
        frame = run_match(match, self.folder / f"{name}-of-{self.deals}", self.jobs).results()
        found, shares = results_of(match, frame), []
        for bot in range(len(match.names)):
            sat = found.who[:, :, bot] > 0
            shares.append([float(one) for one in found.wins[:, sat].mean(axis=1)])
        return shares

    def lines(self, lines: Sequence[Line] = LINES) -> Iterator[tuple[str, dict[str, Any]]]:
        """Play the lines of the table, and yield each one's name and figures."""
        for line in lines:
            for game, contest in self.contests():
                name = f"{game}-{contest.name}-{line.name}"
                if self.is_wanted(name):
                    yield name, self.line(name, line, game, contest)

    def line(self, name: str, line: Line, game: str, contest: Contest) -> dict[str, Any]:
        """Play one line at the tables of a contest."""
        bots = tuple(
            self.bot(kind, game, contest, line.seats, seconds)
            for kind, seconds in (("search", line.seconds), ("plain", line.other_seconds))
        )
        lineup = (bots[0], *bots[1:] * (line.seats - 1))
        shares: list[float] = []
        for number, (options, deals) in enumerate(parts_of(find(game), contest, self.deals)):
            match = make_match(game, lineup, line.seats, options, deals, SEED + number)
            shares += self.play(f"{name}-{number}" if contest.varied else name, match)[0]
        goal = contest.goals.get(line.name)
        return {**asdict(Share.of(shares)), "goal": goal, "bots": list(lineup), **self.about(game)}

    def all_bots(
        self, seconds: float = TIME, bots: Sequence[str] = ("random", "greedy", *all_bots.LEVELS)
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Let bots meet those by time and each other, two at a table, and yield the ratings of each game."""
        for game, contest in self.contests(first=True):
            name = f"{game}-{contest.name}-bots"
            if not self.is_wanted(name):
                continue
            timed = {self.bot(kind, game, contest, 2, seconds): kind for kind in all_bots.SEARCHES}
            match = make_match(game, (*bots, *timed), 2, contest.options, self.deals, SEED)
            frame = run_match(match, self.folder / f"{name}-of-{self.deals}", self.jobs).results()
            figures = {one.name: rating_of(one) for one in figures_of(match, frame).bots}
            ms = f"{1_000 * seconds:g} ms"
            bots_found = {f"{timed[bot]}, {ms}" if bot in timed else bot: one for bot, one in figures.items()}
            yield name, {"bots": bots_found, "timed": {kind: bot for bot, kind in timed.items()}, **self.about(game)}

    def ablations(self, seconds: float = TIME) -> Iterator[tuple[str, dict[str, Any]]]:
        """Let the search without each trick play against the whole one, and yield its share."""
        for game, contest in self.contests(first=True):
            for trick, style in TRICKS.items():
                name = f"{game}-{contest.name}-{trick.replace(' ', '-').replace(',', '')}"
                if self.is_wanted(name):
                    yield name, self.ablation(name, game, contest, trick, style, seconds)

    def ablation(
        self, name: str, game: str, contest: Contest, trick: str, style: Mapping[str, Any], seconds: float
    ) -> dict[str, Any]:
        """Play the match of one trick, with two seats and equal time."""
        styles: dict[str, Mapping[str, Any]] = {trick: style, WHOLE: {}}
        searches = {
            one: {**options, **self.bound(game, contest, 2, one, options, seconds)} for one, options in styles.items()
        }
        match = make_match(game, tuple(searches), 2, contest.options, self.deals, SEED, searches=searches)
        shares = self.play(name, match)[0]
        return {**asdict(Share.of(shares)), "trick": trick, **self.about(game)}

    def features(
        self, iterations: int = BLIND_ITERATIONS, most: int | None = None
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Let searches whose net does not see a feature play against the whole one, and yield their shares.

        `most`: how many features of a game, the first ones; None for all.
        """
        for game, contest in self.contests(first=True):
            book = find(game).book
            if not self.is_wanted(prefix := f"{game}-{contest.name}-blind") or book.features is None:
                continue
            for family in families(book.features, positions(game, contest, 2, BLIND_POSITIONS))[:most]:
                blind = Net(blinded(net_of(game).file, family, 2), book)
                whole: dict[str, Any] = {"iterations": iterations}
                searches = {BLIND: {**whole, "net": blind}, WHOLE: whole}
                match = make_match(game, tuple(searches), 2, contest.options, self.deals, SEED, searches=searches)
                name = f"{prefix}-{family.block}-{family.name.replace(' ', '-')}"
                share = asdict(Share.of(self.play(name, match)[0]))
                about = {"block": family.block, "feature": family.name, "iterations": iterations}
                yield name, {**share, **about, **self.about(game)}

    def chances(
        self, games: int, folders: Mapping[str, Path], iterations: int = CALLED_ITERATIONS
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Play games of each game, or read those of a folder of self-play, and yield whether chances came true."""
        for game in self.games:
            if not self.is_wanted(name := f"{game}-chances"):
                continue
            folder = folders.get(game)
            if folder is None:
                folder = self.folder / f"{name}-of-{games}"
                plan = make_plan(game, self.table_shares(game), games, seed=SEED, iterations=iterations,
                                 bursts=0, keeps_visits=False)  # fmt: skip
                play_games(plan, folder, self.jobs)
            rows = list(games_in(folder, game))
            bots = sorted({one for frame in rows for one in frame["bots"].explode().unique()})
            tenths = {str(seats): [asdict(one) for one in found] for seats, found in called(rows).items()}
            about = {"game": game, "net": self.nets[game][:SHORT]}
            yield name, {**about, "games": sum(map(len, rows)), "bots": bots, "seats": tenths}

    def table_shares(self, game: str) -> list[TableShare]:
        """All contests of a game with every number of seats, each as often."""
        found = find(game)
        return [
            TableShare(seats, contest.options, (contest.varied,) if contest.varied else ())
            for seats in range(found.fewest_seats, found.most_seats + 1)
            for contest in CONTESTS[game]
        ]


def rating_of(bot: Any) -> dict[str, float]:
    """The figures of a bot among all bots. `error`: half the width of the 95 % interval."""
    low, high = bot.rating.low, bot.rating.high
    error = 0.0 if low is None else (high - low) / 2
    return {"rating": round(bot.rating.value, 1), "error": round(error, 1), "share": round(bot.win_share.value, 4)}


def net_of(game: str) -> Net:
    """The net with which a game's searches play. Raises OptionError if it has none."""
    net = find(game).book.net
    if net is None:
        raise OptionError(f"{game} ships no net: name one with --net {game}=PATH")
    return net


def use_net(text: str) -> None:
    """Let a game play as if a net shipped with it. `text`: GAME=PATH. Raises OptionError, NetProblem."""
    game, path = split(text, "--net")
    book = find(game).book
    Net(path, book)  # says what is wrong with it
    with_shipped_net(book, path)


def split(text: str, flag: str) -> tuple[str, str]:
    """A game and a path. Raises OptionError."""
    game, sign, path = text.partition("=")
    if not sign or not path or game not in CONTESTS:
        raise OptionError(f"{flag} {text}: GAME=PATH was expected; games are {', '.join(CONTESTS)}")
    return game, path


def main(arguments: list[str] | None = None) -> int:
    """Play what is asked for, and print each figure as soon as it is known, and the tables. Returns the exit status."""
    given = parsed(arguments)
    try:
        for text in given.net:
            use_net(text)
        folders = {game: Path(path) for game, path in (split(text, "--self-play") for text in given.self_play)}
        measuring = Measuring(given.folder, given.games, given.deals, given.jobs, given.clock, given.only)
        data: dict[str, Any] = {}
        for kind in given.kinds or ("lines",):
            data[kind] = dict(told(measure(measuring, kind, given.called, folders)))
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return STOPPED
    except BellringerError as error:
        print(error, file=sys.stderr)
        return 1
    print(docs_strength.markdown(data))
    if given.write:
        docs_strength.keep(data)
    return 0


def measure(
    measuring: Measuring, kind: str, games: int, folders: Mapping[str, Path]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The figures of one kind, as they come."""
    match kind:
        case "bots":
            return measuring.all_bots()
        case "without":
            return measuring.ablations()
        case "features":
            return measuring.features()
        case "chances":
            return measuring.chances(games, folders)
        case _:
            return measuring.lines()


def told(found: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Print each figure with the processor time that it took, and hand it on."""
    before = time.process_time()
    for name, figures in found:
        spent, before = time.process_time() - before, time.process_time()
        share = docs_strength.share_text(figures) if "value" in figures else ""
        print(f"{name}: {share}, {spent:.0f} s of processor".replace(": ,", ":"), flush=True)
        yield name, figures


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    """The command line. Raises SystemExit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("folder", type=Path)
    add("--deals", type=int, default=200)
    add("--only", nargs="+", default=[], metavar="TEXT", help="what has one of these texts in its name")
    add("--games", nargs="+", default=list(CONTESTS), choices=list(CONTESTS), help="all by default")
    add("--net", nargs="+", default=[], metavar="GAME=PATH", help="play as if this net shipped with the game")
    add("--jobs", type=int, default=os.cpu_count() or 1)
    add("--clock", action="store_true", help="think by the clock, rather than by iterations")
    for flag, kind in KINDS.items():
        add(flag, dest="kinds", action="append_const", const=kind)
    add("--called", type=int, default=CALLED_GAMES, metavar="GAMES", help="how many games --calibration plays")
    add("--self-play", nargs="+", default=[], metavar="GAME=FOLDER", help="which games --calibration reads instead")
    add("--write", action="store_true", help="keep the figures in docs/strength.json, and write docs/bots.md")
    given = parser.parse_args(arguments)
    if min(given.deals, given.jobs, given.called) < 1:
        parser.error("--deals, --jobs and --called: at least 1")
    return given


if __name__ == "__main__":
    sys.exit(at_work(main))
