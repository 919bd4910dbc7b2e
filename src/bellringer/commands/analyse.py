"""The command `analyse`, which prints what a search thinks of each legal move."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

import click

from bellringer import BellringerError, Table, replay
from bellringer.commands.arena import patience
from bellringer.commands.documents import nothing_to_list, seat_of
from bellringer.commands.files import is_position, name_of, read_table, read_text
from bellringer.commands.language import words_in
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import progress
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import FileProblem
from bellringer.core.nearest import meant
from bellringer.core.shown.words import Words

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from bellringer.bots.analysis import Panel, Thoughts
    from bellringer.bots.differences import Comparison

LOOK_UP = 0.2  # seconds; wait in short steps, so that Ctrl-C is noticed


def analyse(
    file: str,
    move: int | None,
    seat: str | None,
    seconds: float | None,
    iterations: int | None,
    threads: int,
    seed: int,
    features: bool,
    between: tuple[str, ...],
    language: str,
    as_json: bool,
) -> int:
    """Let a search think and print what it found. Returns the exit status: 1 if nobody is to decide.

    `features`: print in which features two moves differ, too: those of `between`, or the best ones.
    """
    from bellringer.bots.analysis import Panel

    table = read_table(file) if move is None else table_before(file, move)
    number = seat_of(table, seat)
    words = words_in(language)
    asked = table.pending if number is None else (number,)
    if complaint := nothing_to_list(table, asked, words):
        say(complaint, error=True)
        return 1
    check_moves(table, asked[0], between)
    bound = {"iterations": iterations} if iterations else {"seconds": seconds or 1.0}
    thoughts = think(Panel(seed, threads=threads, **bound), table, asked[0], words)
    compared = compared_moves(table, asked[0], thoughts, between, seed) if features else None
    if as_json:
        found = {"features": None if compared is None else compared.as_json()} if features else {}
        print_json({**thoughts.as_json(), **found})
        return 0
    show(table, asked[0], thoughts, words)
    if features:
        show_features(table, compared, words)
    return 0


def check_moves(table: Table, seat: int, names: tuple[str, ...]) -> None:
    """Raise a click error for a move that the seat can't make."""
    legal = [move.name for move in table.moves(seat)]
    for name in names:
        if name not in legal:
            raise click.BadParameter(f"{table.seat_names[seat]} can't make the move {name!r}{meant(name, legal)}")


def compared_moves(table: Table, seat: int, thoughts: Thoughts, names: tuple[str, ...], seed: int) -> Comparison | None:
    """Compare the moves that are named, and the best ones besides them, up to two; None where there is only one."""
    from bellringer.bots.differences import compare

    first, second, *_ = (*names, *(move.name for move in thoughts.moves if move.name not in names), None)
    return None if first is None or second is None else compare(table, seat, (first, second), seed)


def think(panel: Panel, table: Table, seat: int, words: Words) -> Thoughts:
    """Let searches think to their end, or until Ctrl-C.

    They run in another thread, since compiled code does not notice Ctrl-C.
    """
    from bellringer.bots.analysis import thoughts_of

    stopped = words("analyse.stopped")
    with ThreadPoolExecutor(1) as pool, progress("thinking") as told, patience(told.stop, stopped) as stopping:
        thinking = pool.submit(thoughts_of, panel, table, seat)
        try:
            while not wait({thinking}, timeout=LOOK_UP).done:
                pass
        except KeyboardInterrupt:
            stopping()
            while not thinking.done():  # repeat: a stop has no effect before the search has begun
                panel.stop()
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
    seats = {who: find(table.game).words.name_words("seat", who, words.language) for who in table.seat_names}
    chances = ", ".join(f"{seats[who]}\u00a0{chance:.1%}" for who, chance in thoughts.chances)
    expected = ", ".join(f"{seats[who]} {name}".replace(" ", "\u00a0") for who, name in thoughts.line)
    told = [Text(words("analyse.chances", line=chances)), Text(words("analyse.line", line=expected))]
    console.print(heading, grid, *told, sep="\n")
    speed = words("analyse.speed", n=f"{thoughts.iterations:,}", rate=f"{thoughts.iterations_per_second:,.0f}")
    console.print(Text(speed, style="dim"))


def known(value: float | None, form: str, before: str = "") -> str:
    """A figure in that format, or a dash for None."""
    return "–" if value is None else f"{before}{value:{form}}"


def show_features(table: Table, compared: Comparison | None, words: Words) -> None:
    """Print the features in which two moves differ, one number on each line."""
    from rich.text import Text

    from bellringer.terminal.console import PlainConsole

    console = PlainConsole()
    if compared is None:
        console.print("", Text(words("analyse.one_move")), sep="\n")
        return
    first, second = compared.moves
    is_same = not compared.differences
    heading = words("analyse.no_differences" if is_same else "analyse.differences", first=first, second=second)
    console.print("", Text(heading, style="bold"), sep="\n")
    if not is_same:
        console.print(feature_grid(table, compared, words))
    if compared.leads is None:
        return
    linear = sum(one.lead or 0.0 for one in compared.differences)
    who = find(table.game).words.name_words("seat", compared.seat, words.language)
    one_lead, other_lead = (f"{lead:+.2f}" for lead in compared.leads)
    for told in (
        words("analyse.lead_legend", seat=who, first=first, second=second, linear=f"{linear:+.2f}"),
        words("analyse.whole_lead", first=first, second=second, first_lead=one_lead, second_lead=other_lead),
    ):
        console.print(Text(told, style="dim"))


def feature_grid(table: Table, compared: Comparison, words: Words) -> Grid:
    """A line for each number that differs: whose it is, its name, what it is now and after each move, and the lead."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    spoken = find(table.game).words
    heads = (words("analyse.whose"), words("analyse.feature"), words("analyse.now"), *compared.moves)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, head in enumerate((*heads, words("analyse.lead")) if compared.leads else heads):
        grid.add_column(Text(head), justify="left" if place < 2 else "right")
    for one in compared.differences:
        whose = words("analyse.table") if one.seat is None else spoken.name_words("seat", one.seat, words.language)
        name = f"{one.feature}: {one.part}" if one.part else one.feature
        leads = () if one.lead is None else (f"{one.lead:+.2f}",)
        grid.add_row(*map(Text, (whose, name, *map(str, (one.now, *one.after)), *leads)))
    return grid
