"""The command `puzzles`, which looks for positions with one clearly best move in bots' games, or asks one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from bellringer.commands.arena import patience
from bellringer.commands.language import words_in
from bellringer.commands.options import STOPPED
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import Told, progress
from bellringer.commands.review import in_background
from bellringer.core.edges.files import FileProblem, read_text, write_text
from bellringer.core.errors import OptionError

if TYPE_CHECKING:
    from bellringer.puzzles.finder import Finder


def puzzles(game: str, count: int, seed: int, out: str | None, language: str, as_json: bool) -> int:
    """Look for puzzles, and write them into a file. Returns the exit status."""
    path = Path(out or f"puzzles-{game}.jsonl")
    finder = finder_on(game, seed, path)
    with progress("beginning_puzzles", "_puzzles") as told:
        is_stopped = not look(finder, count, path, told, language)
    tell(finder, path, language, as_json)
    return STOPPED if is_stopped else 0


def play(game: str, number: int | None, language: str) -> None:
    """Ask a puzzle that comes with a game at this terminal. `number`: of a day; today's without it."""
    from bellringer.puzzles.sentences import PuzzleTold
    from bellringer.puzzles.shipped import day_of, number_on, shipped, today
    from bellringer.terminal.sentences import sentences_in
    from bellringer.terminal.solving import solve

    newest = number_on(today())
    wanted = newest if number is None else number
    found = shipped(game).at(wanted) if wanted <= newest else None
    if found is None:
        raise OptionError(f"there is no puzzle {wanted} of {game} yet; today's is {newest}")
    told = PuzzleTold(found, language)
    solve(told, told.said("solving.title", n=wanted, day=day_of(wanted).isoformat()), sentences_in(language))


def finder_on(game: str, seed: int, path: Path) -> Finder:
    """The search, gone on with if the file has what it found before. Raises FileProblem for any other file."""
    from bellringer.puzzles.finder import Finder
    from bellringer.puzzles.puzzle import read_collection

    if not path.is_symlink() and not path.exists():
        return Finder(game, seed)
    try:
        return Finder(game, seed, read_collection(read_text(path, may_stream=False)))
    except OptionError as error:
        raise FileProblem(path, f"{error}; name another file with --out") from None


def look(finder: Finder, count: int, path: Path, told: Told, language: str) -> bool:
    """Look until there are so many; whether that was not stopped. What is found is kept in either case."""
    stop = Event()

    def end() -> None:
        told.stop()
        stop.set()

    def keep() -> None:
        write_text(path, finder.found.text())

    keep()  # refuses a file that can't be written before anything is looked at
    with patience(end, words_in(language)("puzzles.kept")) as stopping:
        in_background(lambda: finder.run(count, told, stop, keep), stopping)
    keep()
    return not stop.is_set()


def tell(finder: Finder, path: Path, language: str, as_json: bool) -> None:
    """Print what was found."""
    said, found = words_in(language), finder.found
    seats = Counter(one.seats for one in found.puzzles)
    hard = Counter(one.difficulty for one in found.puzzles)
    if as_json:
        print_json(
            {
                "file": str(path),
                "puzzles": len(found.puzzles),
                "games": found.games,
                "seats": dict(sorted(seats.items())),
                "difficulty": dict(sorted(hard.items())),
                "missing": sorted(finder.missing),
            }
        )
        return
    say(said("puzzles.found", n=len(found.puzzles), games=f"{found.games:,}", file=str(path)))
    if found.puzzles:
        say(said("puzzles.by_seats", line=listed(seats)), said("puzzles.by_difficulty", line=listed(hard)))
        if finder.missing:
            say(said("puzzles.missing", line=", ".join(sorted(finder.missing))))


def listed(counts: Counter[int]) -> str:
    """Counts by a number: `2: 20, 3: 19`."""
    return ", ".join(f"{number}: {count}" for number, count in sorted(counts.items()))
