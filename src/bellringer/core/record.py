"""Records: a game as a readable text, tags and then moves by name, which replays to the same bytes. The PGN of a table.

[Game "..."]
[Seats "2"]
...
1. red keep bank
2. blue keep park
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bellringer.core import chance
from bellringer.core.errors import BellringerError, OptionError, RecordError
from bellringer.core.game import Game, Result
from bellringer.core.options import Option, check_options
from bellringer.core.registry import find
from bellringer.core.state import State
from bellringer.core.table import Table, deal, from_position

TAG = re.compile(r"\[([A-Za-z][A-Za-z-]*) (\".*\")\]")
MOVE = re.compile(r"(\d+)\. ([a-z]+) (\S.*)")
TAGS = ("Game", "Rules", "Seats", "Components", "Position", "Commitment", "Seed", "Result")
UNFINISHED = "*"


@dataclass(frozen=True)
class Check:
    """One thing that `verify` looked at."""

    name: str
    ok: bool
    detail: str


@dataclass
class Parsed:
    """A record's text, taken apart."""

    tags: dict[str, str]
    moves: list[tuple[int, str, str]]  # number, seat, name


def write(table: Table, public: bool = False) -> str:
    """The record of a table. `public`: while the game goes on, only what everybody may know."""
    is_partial = public and table.result is None
    lines = [f"[{tag} {json.dumps(value, ensure_ascii=False)}]" for tag, value in tags_of(table, is_partial)]
    names, history = table.seat_names, open_moves(table) if is_partial else table.history
    moves = [f"{i}. {names[seat]} {name}" for i, (seat, name) in enumerate(history, start=1)]
    return "\n".join([*lines, "", *moves, ""])


def open_moves(table: Table) -> Iterator[tuple[int, str]]:
    """Seat and name of every move as everybody saw it; those that nobody else saw are left out."""
    game = table._game
    for played in table._history:
        before = State.from_bytes(game.book, played.before)
        if (name := game.open_name(before, played.seat, played.move)) is not None:
            yield played.seat, name


def tags_of(table: Table, is_partial: bool) -> Iterator[tuple[str, str]]:
    """The tags in their order. `is_partial`: without the seed and the position that the game began from."""
    game = table._game
    yield "Game", game.name
    yield "Rules", str(game.rules_version)
    yield "Seats", str(table.seats)
    for name in game.options:
        yield option_tag(name), option_text(table.options[name])
    if table._start is not None and not is_partial:
        yield "Position", json.dumps(table._start, separators=(",", ":"))
    elif box := game.box_of(table._state):
        yield "Components", json.dumps(box, separators=(",", ":"))
    yield "Commitment", table.commitment
    if not is_partial:
        yield "Seed", table._seed.hex()
    yield "Result", result_text(table)


def option_tag(name: str) -> str:
    """`Open-Prestige` for `open_prestige`."""
    return "-".join(word.capitalize() for word in name.split("_"))


def option_text(value: Any) -> str:
    """An option's value as a tag has it."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def option_value(option: Option, text: str) -> Any:
    """And back; a text that is no allowed value stays a text, and is refused with the allowed ones."""
    return next((value for value in option.allowed if option_text(value) == text), text)


def result_text(table: Table) -> str:
    """`1 red 43+5, 2 blue 40+2`: place, seat, score and tie-breaks; a star while the game goes on."""
    if table.result is None:
        return UNFINISHED
    return ", ".join(result_entries(table.result, table.seat_names))


def result_entries(result: Result, names: tuple[str, ...]) -> Iterator[str]:
    """The seats by their places."""
    for seat in sorted(range(len(names)), key=lambda p: (result.places[p], p)):
        ties = "".join(f"+{number}" for number in result.tie_breaks[seat])
        yield f"{result.places[seat]} {names[seat]} {result.scores[seat]}{ties}"


def parse(text: str) -> Parsed:
    """Take a record apart. Raises RecordError with the line that is neither tag nor move."""
    parsed = Parsed({}, [])
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if not line:
            continue
        if (tag := TAG.fullmatch(line)) and not parsed.moves:
            add_tag(parsed, tag, number)
        elif move := MOVE.fullmatch(line):
            if int(move.group(1)) != len(parsed.moves) + 1:
                raise RecordError(f"this is move {len(parsed.moves) + 1}, not {move.group(1)}", line=number)
            parsed.moves.append((int(move.group(1)), move.group(2), move.group(3)))
        else:
            raise RecordError(f"neither a tag nor a move: {line[:60]!r}", line=number)
    return parsed


def add_tag(parsed: Parsed, tag: re.Match[str], line: int) -> None:
    """Take a tag's line in."""
    name = tag.group(1)
    if name in parsed.tags:
        raise RecordError(f"a second tag {name}", line=line)
    try:
        parsed.tags[name] = json.loads(tag.group(2))
    except json.JSONDecodeError as error:
        raise RecordError(f"the tag {name} is no JSON string: {error.msg}", line=line) from None


def open_table(parsed: Parsed) -> Table:
    """The table as it was before the first move. Raises RecordError for tags that don't make one."""
    game = game_of(parsed)
    options = options_of(game, parsed)
    seed = seed_of(parsed)
    try:
        seats = int(parsed.tags.get("Seats", ""))
    except ValueError:
        raise RecordError(f"the tag Seats must be a number, not {parsed.tags.get('Seats')!r}") from None
    try:
        chosen = check_options(game, seats, options)
        if "Position" in parsed.tags:
            table = from_position(parsed.tags["Position"], seed)
            if (table.game, table.seats) != (game.name, seats):
                raise RecordError("the tag Position is of another game or number of seats than the tags say")
            return table
        state = game.blank(seats, chosen, None)
        if "Components" in parsed.tags:
            game.put_box(state, json.loads(parsed.tags["Components"]))
    except RecordError:
        raise
    except (BellringerError, json.JSONDecodeError) as error:
        raise RecordError(str(error)) from error
    return deal(game, state, seed)


def game_of(parsed: Parsed) -> Game:
    """The game that the tags name, if its rules are still those."""
    if "Game" not in parsed.tags:
        raise RecordError("has no tag Game")
    try:
        game = find(parsed.tags["Game"])
    except OptionError as error:
        raise RecordError(str(error)) from None
    known = {*TAGS, *(option_tag(name) for name in game.options)}
    for tag in parsed.tags:
        if tag not in known:
            raise RecordError(f"unknown tag {tag}; known are {', '.join(sorted(known))}")
    if parsed.tags.get("Rules", str(game.rules_version)) != str(game.rules_version):
        raise RecordError(f"played by rules {parsed.tags['Rules']}; these are rules {game.rules_version}")
    return game


def options_of(game: Game, parsed: Parsed) -> dict[str, Any]:
    """The options that the tags give."""
    given = {name: option_tag(name) for name in game.options if option_tag(name) in parsed.tags}
    return {name: option_value(game.options[name], parsed.tags[tag]) for name, tag in given.items()}


def seed_of(parsed: Parsed) -> bytes:
    """The revealed seed; it must be the one that was committed to."""
    if "Seed" not in parsed.tags:
        raise RecordError("has no tag Seed: without the seed nothing can be dealt")
    try:
        seed = chance.make_seed(parsed.tags["Seed"])
    except OptionError as error:
        raise RecordError(f"the tag Seed: {error}") from None
    if parsed.tags.get("Commitment", chance.commitment(seed)) != chance.commitment(seed):
        raise RecordError("the seed is not the one that the commitment was made to")
    return seed


def make_moves(table: Table, parsed: Parsed) -> None:
    """Play them. Raises RecordError with the move's number and what was legal there."""
    names = table.seat_names
    for number, seat, name in parsed.moves:
        if seat not in names:
            raise RecordError(f"no seat is called {seat}", move_number=number)
        try:
            table.play(name, names.index(seat))
        except BellringerError as error:
            legal = getattr(error, "legal", ())
            raise RecordError(str(error).partition(";")[0], move_number=number, legal=legal) from None


def check_result(table: Table, parsed: Parsed) -> None:
    """The result that the record states must be the one that came out."""
    stated, found = parsed.tags.get("Result", result_text(table)), result_text(table)
    if stated != found:
        raise RecordError(f"the result is {found!r}, not {stated!r}")


def replay(text: str, before: int | None = None) -> Table:
    """The table at a record's end, or as it stood before a move (1 is the first).

    Raises RecordError for anything that does not hold.
    """
    parsed = parse(text)
    table = open_table(parsed)
    if before is None:
        make_moves(table, parsed)
        check_result(table, parsed)
        return table
    if not 1 <= before <= len(parsed.moves):
        raise RecordError(f"there is no move {before}: it has {len(parsed.moves)}")
    parsed.moves = parsed.moves[: before - 1]
    make_moves(table, parsed)
    return table


def verify(text: str) -> list[Check]:
    """Deal a record again from its revealed seed, replay it, and say what was checked, up to the first failure."""
    checks: list[Check] = []
    try:
        parsed = parse(text)
        checks.append(Check("reads", True, f"{len(parsed.tags)} tags, {len(parsed.moves)} moves"))
        if "Commitment" not in parsed.tags:
            raise RecordError("has no tag Commitment: nobody was bound to the seed")
        seed = seed_of(parsed)
        checks.append(Check("commitment", True, f"SHA-256 of the seed is {chance.commitment(seed)}"))
        table = open_table(parsed)
        checks.append(Check("deal", True, f"{table.game} for {table.seats}, dealt from the seed"))
        make_moves(table, parsed)
        checks.append(Check("moves", True, f"{len(parsed.moves)} moves, all legal"))
        check_result(table, parsed)
        checks.append(Check("result", True, result_text(table)))
    except RecordError as error:
        names = ("reads", "commitment", "deal", "moves", "result")
        checks.append(Check(names[len(checks)], False, str(error)))
    return checks
