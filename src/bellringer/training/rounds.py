"""A training: rounds of self-play, fit and gate, in a folder from which it goes on after any stop.

    description.json       what is trained; the folder refuses anything else
    games/round-01/        the games of a round (training/self_play.py)
    nets/round-01.net      its net, with a card that tells how it came to be; written last, it ends the round
    nets/round-01.npz      the same as floats, from which a later fit goes on
    begin.npz              the floats that the training began from, if it did not begin anew
    best.net, best.npz     the last net that passed its gate
    report.md, report.html

The searches of a round play with the last net that was taken; before there is one, with playouts and the game's
evaluation. The fit learns from the games of the latest rounds, and goes on from the weights of the last net. A round
that is stopped goes on with the games that are there; its fit and its gate begin anew.
"""

from __future__ import annotations

import hashlib
import math
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from bellringer.arena.journal import read_description
from bellringer.arena.played import rules_of
from bellringer.arena.run import Progress
from bellringer.arena.statistics import estimate_json
from bellringer.core.chance import MASK_64
from bellringer.core.compiled.features import Features
from bellringer.core.compiled.nets import Net, shape_of
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import read_bytes, writing
from bellringer.core.edges.net_file import LANES, MOST_WIDTH, NetFile, NetPart, read_net, write_net
from bellringer.core.errors import OptionError
from bellringer.training.examples import Examples, Sampling, features_of, joined, read_examples
from bellringer.training.fit import Fitted, Settings, fit
from bellringer.training.gate import MOST_DEALS, Gate, Verdict, pass_gate
from bellringer.training.integers import floats_of, integers_of
from bellringer.training.parts import claimed, part_files
from bellringer.training.self_play import Plan, TableShare, make_plan, play_games
from bellringer.training.weights import MOST_FILE, Weights, read_weights, write_weights

if TYPE_CHECKING:
    from bellringer.arena.cluster import Cluster

DESCRIPTION, KIND = "description.json", "training"
GAMES, NETS, BEGIN, BEST, BEST_FLOATS = "games", "nets", "begin.npz", "best.net", "best.npz"
MOST_NUMBERS = 1_500_000_000  # features of all positions that a fit takes: 3 GB, and twice that as they are joined
APART = 2**32  # between the numbers of games of one round and those of the next
MINUTE = 60.0


@dataclass(frozen=True)
class Training:
    """What is trained, and how. Made by `make_training`, which checks it.

    `games`: of a round; `window`: how many of the latest rounds a fit learns from; `begin`: the SHA-256 of what it
    begins from; `most_deals`: of a gate.
    """

    game: str
    tables: tuple[TableShare, ...]
    games: int
    iterations: int
    width: int
    window: int
    most_deals: int
    seed: int
    begin: str | None = None
    words: Sequence[str] = field(default=(), compare=False)  # of its command line, but for the folder

    @cached_property
    def found(self) -> Game:
        return find(self.game)

    @property
    def features(self) -> Features:
        return features_of(self.found)

    @property
    def seats(self) -> list[int]:
        """The numbers of seats that it trains for."""
        return sorted({table.seats for table in self.tables})

    def identity(self) -> dict[str, Any]:
        """Everything that the nets depend on, as JSON."""
        return {
            "game": self.game,
            "rules": rules_of(self.found),
            "bellringer": version("bellringer"),
            "features": self.features.layout_version,
            "tables": [table.document() for table in self.tables],
            "games": self.games,
            "iterations": self.iterations,
            "width": self.width,
            "window": self.window,
            "most_deals": self.most_deals,
            "seed": self.seed,
            "begin": self.begin,
        }

    def command(self) -> str:
        """The command line of this training, without its folder."""
        return shlex.join(["bellringer", "train", self.game, *self.words])

    def seed_of(self, what: str) -> int:
        """A 64-bit seed of a part of the training."""
        digest = hashlib.sha256(f"bellringer train {self.seed} {what}".encode()).digest()
        return int.from_bytes(digest[:8], "big")

    def plan(self, what: str, games: int, net: Path | None) -> Plan:
        """The self-play of a round, or the deals of its gate."""
        style = {} if net else {"plain": True}
        return make_plan(self.game, self.tables, games, seed=self.seed_of(what), iterations=self.iterations,
                         style=style, net=net)  # fmt: skip


def make_training(
    game: str,
    tables: Sequence[TableShare],
    *,
    games: int = 2_000,
    iterations: int = 100,
    width: int = 32,
    window: int = 3,
    most_deals: int = MOST_DEALS,
    seed: int = 0,
    begin: Path | NetFile | None = None,
    words: Sequence[str] = (),
) -> Training:
    """Check a training and return it; `Training` says what its parts mean. `begin`: a file of floats (.npz), or a net.

    Raises OptionError, FileProblem.
    """
    found = find(game)
    if not 0 < width <= MOST_WIDTH or width % LANES:
        raise OptionError(f"a net has a multiple of {LANES} lanes, {MOST_WIDTH} at most, not {width}")
    if min(window, most_deals) < 1:
        raise OptionError("a training learns from one round or more, and its gate has one deal or more")
    digest = None
    if begin is not None:
        there = weights_to_begin(begin, found)
        whole = there.flat.tobytes() if isinstance(begin, NetFile) else read_bytes(begin, MOST_FILE, may_stream=False)
        digest = hashlib.sha256(whole).hexdigest()
        if there.sizes.width != width:
            raise OptionError(f"{told_begin(begin)}: weights of {there.sizes.width} lanes, not of {width}")
    training = Training(game, tuple(tables), games, iterations, width, window, most_deals, seed & MASK_64, digest,
                        tuple(words))  # fmt: skip
    features_of(found)
    training.plan("round 1", games, None)
    return training


def weights_to_begin(begin: Path | NetFile, game: Game) -> Weights:
    """The weights in a file of floats, or those of a net. Raises NetProblem, FileProblem, OptionError."""
    if not isinstance(begin, NetFile):
        return read_weights(begin, features_of(game), game.most_seats)
    if len(begin.parts) != 1:
        raise OptionError(f"a training goes on from one net for all tables, not from {len(begin.parts)}")
    return floats_of(begin.parts[0], features_of(game))


def told_begin(begin: Path | NetFile) -> str:
    """What a training begins from, in words."""
    return f"the net of {begin.game}" if isinstance(begin, NetFile) else str(begin)


@dataclass(frozen=True)
class Round:
    """A round that is over. `card`: what its net's file tells of it."""

    number: int
    card: Mapping[str, Any]

    @property
    def is_taken(self) -> bool:
        return bool(self.card["gate"]["taken"])


class TrainingFolder:
    """The folder of a training, and the rounds in it that are over. Raises OptionError for another one's."""

    def __init__(self, folder: Path, training: Training) -> None:
        self.folder, self.training = folder, training
        self.shape = shape_of(training.found.book)
        self.rounds: list[Round] = []
        while (path := self.net_path(len(self.rounds) + 1)).exists():
            card = read_net(path, self.shape).card
            self.rounds.append(Round(len(self.rounds) + 1, card))

    def net_path(self, number: int) -> Path:
        return self.folder / NETS / f"round-{number:02}.net"

    def floats_path(self, number: int) -> Path:
        """The floats of a round's net; of round 0 those that the training begins from."""
        return self.net_path(number).with_suffix(".npz") if number else self.folder / BEGIN

    def games_path(self, number: int) -> Path:
        return self.folder / GAMES / f"round-{number:02}"

    @property
    def last_taken(self) -> int | None:
        """The last round whose net was taken; 0 for what the training begins from, None if there is nothing yet."""
        taken = [one.number for one in self.rounds if one.is_taken]
        return taken[-1] if taken else 0 if self.training.begin else None

    def last_net(self) -> Path | None:
        """The file of the last net that was taken."""
        number = self.last_taken
        if number != 0:
            return None if number is None else self.net_path(number)
        return self.folder / BEST

    def last_weights(self) -> Weights | None:
        """The weights of the last net that was taken."""
        found = self.training.found
        number = self.last_taken
        return (
            None if number is None else read_weights(self.floats_path(number), self.training.features, found.most_seats)
        )

    def begin_from(self, begin: Path | NetFile) -> None:
        """Take over the floats to begin from, and make a net of them, unless that is done."""
        if self.rounds:
            return
        weights, floats = weights_to_begin(begin, self.training.found), self.folder / BEGIN
        if isinstance(begin, NetFile):
            write_weights(floats, weights, self.training.features)
        else:
            copy(begin, floats)
        part = integers_of(weights, self.training.features, self.training.seats)
        write_net(self.folder / BEST, self.net_of(part, {"begun from": told_begin(begin)}))

    def net_of(self, part: NetPart, card: Mapping[str, Any]) -> NetFile:
        return NetFile(self.training.game, self.training.features.layout_version, (part,), dict(card))

    def finish(self, fitted: Fitted, card: Mapping[str, Any]) -> Round:
        """Write all of a round, its net last, and return it."""
        number = len(self.rounds) + 1
        net = self.net_of(fitted.part, card)
        self.net_path(number).parent.mkdir(exist_ok=True)
        write_weights(self.floats_path(number), fitted.weights, self.training.features)
        write_net(self.net_path(number), net)
        self.rounds.append(Round(number, card))
        self.keep_best()
        return self.rounds[-1]

    def keep_best(self) -> None:
        """Copy the last net that was taken, if it came out of a round."""
        if number := self.last_taken:
            copy(self.floats_path(number), self.folder / BEST_FLOATS)
            copy(self.net_path(number), self.folder / BEST)


def last_floats(folder: Path) -> Path:
    """The floats of the last net that was taken in the folder of a training. Raises OptionError if there are none."""
    read_description(folder / DESCRIPTION, KIND)
    path = folder / BEST_FLOATS
    if not path.exists():
        raise OptionError(f"{folder} holds a training in which no net was taken yet")
    return path


@contextmanager
def opened(folder: Path, training: Training) -> Iterator[TrainingFolder]:
    """Hold the folder of a training against other runs. Raises OptionError if it is another's."""
    with claimed(folder, KIND, training):
        found = TrainingFolder(folder, training)
        found.keep_best()
        yield found


def train(
    training: Training,
    folder: Path,
    rounds: int,
    *,
    jobs: int = 1,
    minutes: float = math.inf,
    begin: Path | NetFile | None = None,
    progress: Progress | None = None,
    stopping: Callable[[], None] | None = None,
    after: Callable[[TrainingFolder], object] = lambda _: None,
    settings: Settings | None = None,
    cluster: Cluster | None = None,
) -> TrainingFolder:
    """Train until the folder has so many rounds, and return it.

    `minutes`: no round begins that is likely to end later; `after` is called after every round. `progress` is called
    with the games that are played, and those of all rounds; `stopping` as `play_games` calls it. Games are played in
    `jobs` threads or on a cluster. Raises OptionError.
    """
    began = time.monotonic()
    with opened(folder, training) as found:
        if begin is not None:
            found.begin_from(begin)
        while len(found.rounds) < rounds:
            left = minutes * MINUTE - (time.monotonic() - began)
            if found.rounds and left < sum(found.rounds[-1].card["seconds"].values()):
                break
            Turn(found, rounds, jobs, progress, stopping, settings or Settings(), cluster).run()
            after(found)
    return found


class Turn:
    """One round as it runs."""

    def __init__(
        self,
        folder: TrainingFolder,
        rounds: int,
        jobs: int,
        progress: Progress | None,
        stopping: Callable[[], None] | None,
        settings: Settings,
        cluster: Cluster | None,
    ) -> None:
        self.folder, self.training = folder, folder.training
        self.number, self.rounds = len(folder.rounds) + 1, rounds
        self.jobs, self.progress, self.stopping, self.cluster = jobs, progress, stopping, cluster
        self.settings = settings._replace(width=self.training.width, seed=self.training.seed_of(f"fit {self.number}"))

    def run(self) -> Round:
        """Play, fit, and pass the gate."""
        times = [time.monotonic()]
        self.play()
        times.append(time.monotonic())
        fitted = self.fit()
        times.append(time.monotonic())
        verdict = self.gate(fitted)
        times.append(time.monotonic())
        seconds = [round(end - begin, 1) for begin, end in zip(times, times[1:], strict=False)]
        return self.folder.finish(fitted, self.card(fitted, verdict, seconds))

    def play(self) -> None:
        """Play the missing games of the round."""
        training, number = self.training, self.number

        def told(done: int, of: int) -> None:
            if self.progress:
                self.progress((number - 1) * training.games + done, self.rounds * training.games)

        plan = training.plan(f"round {number}", training.games, self.folder.last_net())
        play_games(plan, self.folder.games_path(number), self.jobs, told, self.stopping, self.cluster)

    def fit(self) -> Fitted:
        """Fit a net to the games of the latest rounds."""
        training = self.training
        examples = self.examples()
        return fit(list(examples.values()), training.features, training.seats, training.found.most_seats,
                   self.settings, self.folder.last_weights())  # fmt: skip

    def examples(self) -> dict[int, Examples]:
        """The positions of the latest rounds by the number of seats, no more than MOST_NUMBERS in the mean."""
        latest = range(max(1, self.number - self.training.window + 1), self.number + 1)
        files = {number: part_files(self.folder.games_path(number)) for number in latest}
        numbers = numbers_in([path for paths in files.values() for path in paths], self.training.features)
        sampling = Sampling(share=min(1.0, MOST_NUMBERS / max(1, numbers)))
        found: dict[int, list[Examples]] = {}
        for number, paths in files.items():
            for seats, there in read_examples(paths, self.training.game, sampling, self.jobs).items():
                numbered = there._replace(games=there.games + number * APART)
                found.setdefault(seats, []).append(numbered)
        return {seats: joined(pieces) for seats, pieces in sorted(found.items())}

    def gate(self, fitted: Fitted) -> Verdict:
        """Let the new net play against the last one."""
        training, book = self.training, self.training.found.book
        last = self.folder.last_net()
        new, old = Net(self.folder.net_of(fitted.part, {}), book), None if last is None else Net(last, book)
        gate = Gate(training.plan(f"gate {self.number}", training.games, None), new, old)
        return pass_gate(gate, self.jobs, None, self.stopping, training.most_deals, self.cluster)

    def card(self, fitted: Fitted, verdict: Verdict, seconds: Sequence[float]) -> dict[str, Any]:
        """What the net's file tells of how it came to be."""
        last = self.folder.last_taken
        return {
            "training": self.training.identity(),
            "command": self.training.command(),
            "round": self.number,
            "last": last,
            "seconds": dict(zip(("play", "fit", "gate"), seconds, strict=True)),
            "figures": fitted.figures,
            "curves": fitted.curves,
            "gate": {"deals": verdict.deals, "share": estimate_json(verdict.share), "taken": verdict.is_better},
        }


def numbers_in(files: list[Path], features: Features) -> int:
    """How many numbers all features of all positions are in files of played games."""
    of_position = pl.col("seats").cast(pl.Int64) * len(features.seat_parts) + len(features.table_parts)
    found = pl.col("moves").list.len().cast(pl.Int64) * of_position
    return int(pl.scan_parquet(files).select(found.sum()).collect().item())


def copy(path: Path, to: Path) -> None:
    """Copy a file of a net, whole or not at all. Raises FileProblem."""
    with writing(to) as file:
        file.write(read_bytes(path, MOST_FILE, may_stream=False))
