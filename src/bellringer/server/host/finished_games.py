"""The finished games of a server as data to learn from, read from its database while it runs or not.

Of a table are read: its game and options, its chance, which bots sat there, and the acts. Neither names nor ids, times
or talk are asked for beyond what a row of the database holds, and none of them is handed on. A running game is not
looked at.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bellringer.arena.played import PERSON, Luck
from bellringer.core import chance
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.options import drawn_word
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import told_of
from bellringer.core.errors import BellringerError, OptionError
from bellringer.server.store import TableKept
from bellringer.server.store.store import Store
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rule_changes import changes_of, nonces_of, options_of
from bellringer.training.data_card import write_served_card
from bellringer.training.served import SERVED_KEEPS, ServedGame, ServedKind, write_served

ENDED_EARLY, FROM_POSITION, OTHER_RULES, DAMAGED = "ended-early", "from-position", "other-rules", "damaged"
LEFT_OUT = (ENDED_EARLY, FROM_POSITION, OTHER_RULES, DAMAGED)  # why a finished game is no row
OPEN_FOLDER = 0o755  # as folders are that anybody may read
Told = Callable[[int, int], None]


@dataclass
class Finished:
    """What was written: by the folder of each kind of table how many games; and how many were left out, by reason."""

    kinds: dict[str, int] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """How many games were written."""
        return sum(self.kinds.values())


def write_finished(
    store: Store,
    game: str,
    folder: Path,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    keeps: Sequence[str] = (),
    told: Told | None = None,
) -> Finished:
    """Write the finished games of a server into a folder that is not there yet, or empty: all of them, or nothing.

    `seats` and `options`: only tables that have these; `told`: is called with how many games were looked at, and how
    many there are. Raises OptionError, FileProblem, and what the database raises.
    """
    found, wanted = find(game), tuple(name for name in SERVED_KEEPS if name in keeps)
    check_free(folder)
    check_wanted(found, seats, options or {})
    finished = Finished()
    tables = list(chosen(store, found, seats, options or {}, finished))
    kinds = by_kind(found, tables, wanted, finished)
    with made_whole(folder) as making:
        done = Looking(len(tables), told)
        for name, (kind, some) in sorted(kinds.items()):
            if count := write_served(kind, games_of(store, some, finished, done), making / name):
                finished.kinds[name] = count
                write_served_card(kind, making / name)
            else:
                shutil.rmtree(making / name)
    return finished


class Looking:
    """How many tables were looked at."""

    def __init__(self, tables: int, told: Told | None) -> None:
        self.tables, self.told, self.done = tables, told, 0

    def next(self) -> None:
        """One more."""
        self.done += 1
        if self.told is not None:
            self.told(self.done, self.tables)


@contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """A folder to write into, which gets its name once all is written; else nothing is left. Raises FileProblem."""
    with told_of(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(prefix=".being-written-", dir=folder.parent))
    try:
        yield making
        with told_of(folder):
            making.chmod(OPEN_FOLDER)
            making.replace(folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def check_free(folder: Path) -> None:
    """Raise OptionError for a folder that holds something, FileProblem for a name that can be none."""
    with told_of(folder):
        is_there = folder.exists()
    if is_there and (not folder.is_dir() or any(folder.iterdir())):
        raise OptionError(f"{folder} is not empty: finished games are written into a folder of their own")


def check_wanted(game: Game, seats: int | None, options: Mapping[str, Any]) -> None:
    """Raise OptionError for a choice that no table can have, or that chance makes anew for each."""
    for name, value in options.items():
        if name in game.options and drawn_word(name, game.options[name], value):
            raise OptionError(f"{name}: {value} is drawn for each table, so that it chooses none")
    for number in [seats] if seats is not None else range(game.fewest_seats, game.most_seats + 1):
        try:
            check_options(game, number, options, chance.make_seed(0))
            return
        except OptionError as error:
            refusal = error
    raise refusal


def chosen(
    store: Store, game: Game, seats: int | None, options: Mapping[str, Any], finished: Finished
) -> Iterator[TableKept]:
    """The tables whose games become rows; why others don't is counted. Raises what the database raises."""
    for kept in store.played():
        if kept.game != game.name or kept.status != "over" or seats not in (None, len(kept.seats)):
            continue
        if reason := why_not(kept):
            finished.left_out[reason] += 1
        elif has(game, kept, options):
            yield kept


def why_not(kept: TableKept) -> str:
    """Why a finished game is no row; empty for one that is."""
    if kept.ended_by != "game":
        return ENDED_EARLY
    if not kept.seed:
        return DAMAGED
    if kept.beginning is not None:
        return FROM_POSITION
    try:
        return OTHER_RULES if changes_of(kept) else ""
    except BellringerError:
        return OTHER_RULES


def has(game: Game, kept: TableKept, options: Mapping[str, Any]) -> bool:
    """Whether a table has these options."""
    try:
        asked = check_options(game, len(kept.seats), options, chance.make_seed(0))
    except OptionError:
        return False  # which no table with so many seats can have
    there = options_of(kept)
    return all(there[name] == asked[name] for name in options)


def by_kind(
    game: Game, tables: Sequence[TableKept], keeps: tuple[str, ...], finished: Finished
) -> dict[str, tuple[ServedKind, list[TableKept]]]:
    """The tables of each kind by the name of its folder, in the order of their games."""
    kinds: dict[str, ServedKind] = {}  # by what was chosen at a table
    found: dict[str, tuple[ServedKind, list[TableKept]]] = {}
    for kept in sorted(tables, key=place_of):
        try:
            options = options_of(kept)
            kind = kinds.setdefault(
                f"{len(kept.seats)} {options}", ServedKind(game.name, len(kept.seats), options, keeps)
            )
            found.setdefault(kind.name, (kind, []))[1].append(kept)
        except BellringerError:
            finished.left_out[DAMAGED] += 1
    return found


def place_of(kept: TableKept) -> bytes:
    """By what games are put in order: a hash of their chance, which tells nothing of when they were played."""
    return hashlib.sha256(b"place" + dice_of(kept)).digest()


def dice_of(kept: TableKept) -> bytes:
    """The seed of a table's dice."""
    return chance.dice_seed(kept.seed, nonces_of(kept))


def games_of(store: Store, tables: Sequence[TableKept], finished: Finished, done: Looking) -> Iterator[ServedGame]:
    """The games of some tables. One that can't be built again is counted as damaged."""
    for kept in tables:
        done.next()
        try:
            game = game_of(store, kept)
        except Exception as error:  # whatever a damaged row leads to; the words may tell what is in it
            if not isinstance(error, (BellringerError, ValueError, LookupError)):
                raise
            finished.left_out[DAMAGED] += 1
            continue
        if game is None:
            finished.left_out[OTHER_RULES] += 1
        else:
            yield game


def game_of(store: Store, kept: TableKept) -> ServedGame | None:
    """The game of a table; None if its rules changed on the way. Raises what a damaged row leads to."""
    if store.rule_changes(kept):
        return None
    live, people = LiveGame(kept), list[bool]()
    for act in store.acts(kept):
        by_person = not live.bot_of(act.seat, "bot")
        live.do(act)
        if act.kind == "move":
            people.append(by_person)
        elif act.kind in ("undo", "back"):
            del people[act.height :]
    if live.ended_by != "game":
        raise ValueError("its acts lead to another end")
    numbers = {name: number for number, name in enumerate(find(kept.game).move_names) if name}
    history = live.table.history
    bots = tuple(kept.bot_called(seat.bot) if seat.bot else PERSON for seat in kept.seats)
    movers, moves = zip(*((seat, numbers[name]) for seat, name in history), strict=True)
    luck = Luck(None, None, kept.chance, dice_of(kept))
    return ServedGame(options_of(kept), luck, bots, movers, moves, tuple(people))
