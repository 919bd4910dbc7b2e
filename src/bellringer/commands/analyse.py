"""The command `analyse`, which prints what a search thinks of each legal move."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from bellringer import BellringerError, Table, replay
from bellringer.commands.arena import patience
from bellringer.commands.documents import nothing_to_list, seat_of
from bellringer.commands.files import is_position, name_of, read_table, read_text
from bellringer.commands.language import words_in
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import progress
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import FileProblem
from bellringer.core.shown.words import Words

if TYPE_CHECKING:
    from bellringer.bots.analysis import Thoughts
    from bellringer.bots.search import Search

LOOK_UP = 0.2  # seconds; wait in short steps, so that Ctrl-C is noticed


def analyse(
    file: str,
    move: int | None,
    seat: str | None,
    seconds: float | None,
    iterations: int | None,
    threads: int,
    seed: int,
    language: str,
    as_json: bool,
) -> int:
    """Let a search think and print what it found. Returns the exit status: 1 if nobody is to decide."""
    from bellringer.bots.search import Search

    table = read_table(file) if move is None else table_before(file, move)
    number = seat_of(table, seat)
    words = words_in(language)
    asked = table.pending if number is None else (number,)
    if complaint := nothing_to_list(table, asked, words):
        say(complaint, error=True)
        return 1
    bound = {"iterations": iterations} if iterations else {"seconds": seconds or 1.0}
    thoughts = think(Search(seed, threads=threads, **bound), table, asked[0], words)
    if as_json:
        print_json(thoughts.as_json())
    else:
        show(table, asked[0], thoughts, words)
    return 0


def think(search: Search, table: Table, seat: int, words: Words) -> Thoughts:
    """Let the search think to its end, or until Ctrl-C.

    The search runs in another thread, since compiled code does not notice Ctrl-C.
    """
    from bellringer.bots.analysis import thoughts_of

    stopped = words("analyse.stopped")
    with ThreadPoolExecutor(1) as pool, progress("thinking") as told, patience(told.stop, stopped) as stopping:
        thinking = pool.submit(thoughts_of, search, table, seat)
        try:
            while not wait({thinking}, timeout=LOOK_UP).done:
                pass
        except KeyboardInterrupt:
            stopping()
            while not thinking.done():  # repeat: a stop has no effect before the search has begun
                search.stop()
                wait({thinking}, timeout=LOOK_UP)
        return thinking.result()


def table_before(file: str, move: int) -> Table:
    """Replay a record up to just before a move, counted from 1. Raises FileProblem."""
    text = read_text(file)
    if is_position(text):
        raise FileProblem(name_of(file), "a position has no moves; --move is for records")
    try:
        return replay(text, before=move)
    except BellringerError as error:
        raise FileProblem(name_of(file), str(error)) from error


def show(table: Table, seat: int, thoughts: Thoughts, words: Words) -> None:
    """Print one line for each move, the most visited first, and then the expected line of play."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    from bellringer.terminal.console import PlainConsole
    from bellringer.text.signs import seat_label

    console = PlainConsole()
    heading = (
        Text()
        .append(seat_label(find(table.game).words, thoughts.seat, words.language))
        .append(f"  {table.prompt(seat, words.language)}", style="bold")
    )
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("move", "visits", "win", "error", "place"):
        grid.add_column(words(f"analyse.{name}"), justify="left" if name == "move" else "right")
    spoken = {move.name: move.words(words.language) for move in table.moves(seat)}
    for one in thoughts.moves:
        figures = (known(one.win_chance, ".1%"), known(one.error, ".1%", "± "), known(one.place, ".2f"))
        grid.add_row(f"{one.name}  [dim]{spoken[one.name]}[/dim]", f"{one.visits:,}", *figures)
    expected = ", ".join(f"{who} {name}".replace(" ", "\u00a0") for who, name in thoughts.line)
    console.print(heading, grid, Text(words("analyse.line", line=expected)), sep="\n")
    speed = words("analyse.speed", n=f"{thoughts.iterations:,}", rate=f"{thoughts.iterations_per_second:,.0f}")
    console.print(Text(speed, style="dim"))


def known(value: float | None, form: str, before: str = "") -> str:
    """A figure in that format, or a dash for None."""
    return "–" if value is None else f"{before}{value:{form}}"
