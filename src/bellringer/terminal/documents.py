"""The commands `show`, `verify` and `moves`, which read a file, and `new`, which makes one."""

from __future__ import annotations

from typing import Any

from bellringer import Move, Table, new_game
from bellringer.core.files import write_text
from bellringer.core.registry import find
from bellringer.core.same_deal import same_deal
from bellringer.core.verify import unchecked
from bellringer.core.verify import verify as checks_of
from bellringer.core.words import Words
from bellringer.terminal.files import read_table, read_text
from bellringer.terminal.language import words_in
from bellringer.terminal.options import seat_number
from bellringer.terminal.printing import print_json, put, say


def new(game: str, options: dict[str, Any]) -> None:
    """Deal a game and print its position. `options`: those of `bellringer.new_game`."""
    print_json(new_game(game, **options).position())


def seat_of(table: Table, seat: str | None) -> int | None:
    """The number of the seat asked for, or None if none was. Raises a click error for an unknown seat."""
    return None if seat is None else seat_number(table.seat_names, seat)


def show(file: str, seat: str | None, language: str, as_json: bool) -> None:
    """Draw a table, or print its position (with a seat: the view of that seat)."""
    table = read_table(file)
    number = seat_of(table, seat)
    if as_json:
        print_json(table.position() if number is None else table.view(number))
        return
    draw(table, number, language)


def show_svg(file: str, seat: str | None, out: str, language: str) -> None:
    """Write a table as an SVG picture into a file, or to standard output for `-`."""
    from bellringer.svg import picture

    table = read_table(file)
    drawing = picture(table, seat_of(table, seat), language)
    if out == "-":
        put(drawing)
    else:
        write_text(out, drawing + "\n")


def draw(table: Table, seat: int | None, language: str) -> None:
    """Print the picture of a table, and the result if the game is over."""
    from bellringer.terminal.console import PlainConsole
    from bellringer.terminal.finish import ranking, verdict
    from bellringer.terminal.screen import Screen

    console, words = PlainConsole(), words_in(language)
    view = table.whole_view() if seat is None else table.view(seat)
    console.print(find(table.game).terminal.picture(view, language, console.width))
    if result := table.result:
        screen = Screen(table, words, console)
        screen.say(ranking(table, result, screen), verdict(table, result, screen))


def moves(file: str, seat: str | None, language: str, as_json: bool) -> None:
    """Print the legal moves of one seat, or of all seats that are to decide."""
    table = read_table(file)
    number = seat_of(table, seat)
    seats = table.pending if number is None else (number,)
    if as_json:
        print_json([seat_moves(table, p, language) for p in seats])
        return
    if complaint := nothing_to_list(table, seats, words_in(language)):
        say(complaint, error=True)
    for p in seats:
        prefix = f"{table.seat_names[p]}  " if len(seats) > 1 else ""
        for line in move_lines(table.moves(p), language):
            say(prefix + line)


def nothing_to_list(table: Table, seats: tuple[int, ...], words: Words) -> str:
    """A sentence that says why these seats have no move, or an empty text if one has."""
    if not table.pending:
        return words("read.over")
    if any(p in table.pending for p in seats):
        return ""
    waiting = ", ".join(table.seat_names[p] for p in table.pending)
    return words("read.nothing_to_decide", seat=table.seat_names[seats[0]], waiting=waiting)


def move_lines(found: list[Move], language: str) -> list[str]:
    """One line for each move: its name, and its words in a column."""
    widest = max((len(move.name) for move in found), default=0)
    return [f"{move.name:<{widest}}  {move.words(language)}" for move in found]


def seat_moves(table: Table, seat: int, language: str) -> dict[str, Any]:
    """What a seat is asked and its moves, as a JSON document."""
    return {
        "seat": seat,
        "name": table.seat_names[seat],
        "prompt": table.prompt(seat, language),
        "moves": [
            {"number": move.number, "name": move.name, "target": move.target, "words": move.words(language)}
            for move in table.moves(seat)
        ],
    }


def verify(record: str, other: str | None, key: str | None, language: str, as_json: bool) -> int:
    """Verify a record, or two against each other, and print one line for each check.

    Returns the exit status: 1 if a check failed.
    """
    checks = checks_of(read_text(record), key) if other is None else same_deal(read_text(record), read_text(other))
    good, missing = all(check.ok for check in checks), unchecked(checks, key) if other is None else ()
    is_partly = any(check.is_open and (other is not None or check.name == "deal") for check in checks)
    if as_json:
        lines = [{name: value for name, value in vars(check).items() if name != "leaves"} for check in checks]
        print_json({"ok": good, "checks": lines, "unchecked": missing})
        return 0 if good else 1
    words = words_in(language)
    for check in checks:
        sign = words("verify.failed" if not check.ok else "verify.open" if check.is_open else "verify.ok")
        say(f"{sign}  {words(f'verify.{check.name}')}: {check.detail}")
    verdict = "bad" if not good else "partly" if is_partly else "good"
    say(words(f"verify.{verdict}" if other is None else f"verify.both-{verdict}", n=len(checks)))
    if missing:
        say(words("verify.not_checked"))
    for one in missing:
        say(f"  {words(f'verify.unchecked.{one}')}")
    return 0 if good else 1
