"""The commands `show`, `verify` and `moves`, which read a file, and `new`, which makes one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bellringer import Move, Table, new_game
from bellringer.commands.figures import console_of_any_width, print_hanging
from bellringer.commands.files import read_table, read_text
from bellringer.commands.language import words_in
from bellringer.commands.options import seat_number
from bellringer.commands.printing import print_json, put, say
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import write_text
from bellringer.core.records.same_deal import same_deal
from bellringer.core.records.verify import Check, unchecked
from bellringer.core.records.verify import verify as checks_of
from bellringer.core.shown.words import Words


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
    from bellringer.terminal.sentences import sentences_in

    console, words = PlainConsole(), sentences_in(language)
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
    found = {p: table.moves(p) for p in seats}
    names = {p: f"{table.seat_names[p]}  " if len(seats) > 1 else "" for p in seats}
    widest = max((len(name) for name in names.values()), default=0)
    for p, line in move_lines(found, language):
        say(f"{names[p]:<{widest}}{line}")


def nothing_to_list(table: Table, seats: tuple[int, ...], words: Words) -> str:
    """A sentence that says why these seats have no move, or an empty text if one has."""
    if not table.pending:
        return words("read.over")
    if any(p in table.pending for p in seats):
        return ""
    waiting = ", ".join(table.seat_names[p] for p in table.pending)
    return words("read.nothing_to_decide", seat=table.seat_names[seats[0]], waiting=waiting)


def move_lines(found: Mapping[int, Sequence[Move]], language: str) -> Iterator[tuple[int, str]]:
    """A line for each move of each seat: its name, and its words in a column."""
    widest = max((len(move.name) for moves in found.values() for move in moves), default=0)
    for p, moves in found.items():
        for move in moves:
            yield p, f"{move.name:<{widest}}  {move.words(language)}"


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
        print_json({"ok": good, "checks": [as_document(check) for check in checks], "unchecked": missing})
        return 0 if good else 1
    verdict = "bad" if not good else "partly" if is_partly else "good"
    tell_checks(checks, verdict if other is None else f"both-{verdict}", missing, words_in(language))
    return 0 if good else 1


def as_document(check: Check) -> dict[str, Any]:
    """A check for programs, which need no other languages."""
    return {name: value for name, value in vars(check).items() if name not in ("leaves", "facts")}


def tell_checks(checks: Sequence[Check], verdict: str, missing: Sequence[str], words: Words) -> None:
    """Print a line for each check, the verdict, and what was not checked, broken between words in a terminal."""
    console = console_of_any_width()
    for check in checks:
        sign = words("verify.failed" if not check.ok else "verify.open" if check.is_open else "verify.ok")
        detail = "".join(words(f"verify.fact.{name}", **values) for name, values in check.facts) or check.detail
        print_hanging(console, f"{sign}  ", words("verify.line", what=words(f"verify.{check.name}"), detail=detail))
    print_hanging(console, "", words(f"verify.{verdict}", n=len(checks)))
    if missing:
        print_hanging(console, "", words("verify.not_checked"))
    for one in missing:
        print_hanging(console, "  ", words(f"verify.unchecked.{one}"))
