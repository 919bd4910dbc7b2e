"""Records: a game as a readable text, tags and then moves by name, which replays to the same bytes. The PGN of a table.

[Game "..."]
[Seats "2"]
...
1. red keep bank
2. blue keep park

Where the rules changed while a game was under way, a new stretch begins with tags of its own:

[Rules "1, monk 2"]
[Position "..."]

3. red bank

A server's record ends with the chain of all that was done at the table (chain.py), a line for each act.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bellringer.core import chance
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.options import Option
from bellringer.core.contract.registry import find
from bellringer.core.contract.versions import changes_since
from bellringer.core.edges.files import without_mark
from bellringer.core.edges.json_text import NotJson, read_json
from bellringer.core.errors import BellringerError, OptionError, RecordError
from bellringer.core.nearest import meant
from bellringer.core.tables.record_text import Stretch, option_tag, option_text, result_text
from bellringer.core.tables.table import Table, deal, gone_on
from bellringer.core.tables.table import scheme_of as table_scheme

TAG = re.compile(r"\[([A-Za-z][A-Za-z-]*) (\".*\")\]")
MOVE = re.compile(r"([0-9]{1,9})\. ([a-z]+) (\S.*)")
TAGS = (
    "Game", "Rules", "Seats", "Components", "Position", "Chance", "Commitment", "Seed", "Nonces", "Result", "Resigned",
)  # fmt: skip
CHAIN = "# "  # what the lines of the chain begin with
STRETCH_TAGS = ("Rules", "Position", "Dropped")  # of a stretch after a change of rules


@dataclass
class ParsedStretch:
    """Moves by the same rules. `first`: the number of the first; `tags`: those that stand before it."""

    first: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[int, str, str]] = field(default_factory=list)  # number, seat, name


@dataclass
class Parsed:
    """A record's text, taken apart. The first stretch has all tags of the table."""

    stretches: list[ParsedStretch]
    chain: list[str] = field(default_factory=list)  # its lines

    @property
    def tags(self) -> dict[str, str]:
        """The tags of the table."""
        return self.stretches[0].tags

    @property
    def last(self) -> ParsedStretch:
        """The last stretch, the one that can be replayed."""
        return self.stretches[-1]

    @property
    def next(self) -> int:
        """The number of the next move."""
        return self.last.first + len(self.last.moves)


def option_value(option: Option, text: str) -> Any:
    """The value that a tag's text names. A text that names none stays a text, which is refused later."""
    return next((value for value in option.allowed if option_text(value) == text), text)


def parse(text: str) -> Parsed:
    """Take a record apart. Raises RecordError with the line that is neither tag nor move."""
    parsed = Parsed([ParsedStretch(1)])
    for number, line in enumerate(without_mark(text).splitlines(), start=1):
        line = line.strip()
        if not line:
            continue
        if line.startswith(CHAIN):
            parsed.chain.append(line)
        elif parsed.chain:
            raise RecordError(f"stands after the chain, which is the end: {line[:60]!r}", line=number)
        elif (tag := TAG.fullmatch(line)) and may_stand(parsed, tag.group(1)):
            add_tag(parsed, tag, number)
        elif move := MOVE.fullmatch(line):
            if int(move.group(1)) != parsed.next:
                raise RecordError(f"this is move {parsed.next}, not {move.group(1)}", line=number)
            parsed.last.moves.append((int(move.group(1)), move.group(2), move.group(3)))
        else:
            raise RecordError(f"neither a tag nor a move: {line[:60]!r}", line=number)
    return parsed


def may_stand(parsed: Parsed, tag: str) -> bool:
    """Whether a tag can stand here: before the moves, or after moves where a stretch begins."""
    if parsed.last.moves:
        return tag == "Rules"
    return len(parsed.stretches) == 1 or tag in STRETCH_TAGS


def add_tag(parsed: Parsed, tag: re.Match[str], line: int) -> None:
    """Add the tag of a line. Every `Rules` after the first one begins a stretch."""
    name = tag.group(1)
    try:
        value = read_json(tag.group(2))
    except NotJson as error:
        raise RecordError(f"the tag {name} is no JSON string: {error}", line=line) from None
    if name == "Rules" and (parsed.last.moves or "Rules" in parsed.last.tags):
        parsed.stretches.append(ParsedStretch(parsed.next))
    if name in parsed.last.tags:
        raise RecordError(f"a second tag {name}", line=line)
    parsed.last.tags[name] = value
    if name == "Dropped":
        parsed.last.first += dropped_of(value, line)


def dropped_of(value: str, line: int) -> int:
    """How many moves the rules of a stretch refused. Raises RecordError."""
    if re.fullmatch(r"[1-9]\d{0,5}", value) is None:
        raise RecordError(f"the tag Dropped must be a number of moves, not {value!r}", line=line)
    return int(value)


def open_table(parsed: Parsed) -> Table:
    """The table as it was before the first move. Raises RecordError for tags that don't make one."""
    game = game_of(parsed)
    options = options_of(game, parsed)
    seed, nonces, scheme = seed_of(parsed), nonces_of(parsed), scheme_of(game, parsed)
    try:
        seats = int(parsed.tags.get("Seats", ""))
    except ValueError:
        raise RecordError(f"the tag Seats must be a number, not {parsed.tags.get('Seats', '')[:60]!r}") from None
    try:
        chosen = check_options(game, seats, options, is_new=False)
        check_rules(game, chosen, parsed.last)
        check_resigned(parsed, game.seat_names(seats))
        if "Position" in parsed.last.tags:
            past = past_of(parsed, game.seat_names(seats))
            table = gone_on(parsed.last.tags["Position"], seed, past, scheme, nonces, chosen if past else None)
            if (table.game, table.seats) != (game.name, seats):
                raise RecordError("the tag Position is of another game or number of seats than the tags say")
            return table
        if len(parsed.stretches) > 1:
            raise RecordError(f"has no tag Position from which move {parsed.last.first} goes on by other rules")
        state = game.blank(seats, chosen, None, is_new=False)
        if "Components" in parsed.tags:
            game.put_box(state, read_json(parsed.tags["Components"]))
    except RecordError:
        raise
    except BellringerError as error:
        raise RecordError(str(error)) from error
    return deal(game, state, seed, scheme, nonces)


def scheme_of(game: Game, parsed: Parsed) -> str:
    """The scheme of chance that the tags name. Raises RecordError."""
    scheme = parsed.tags.get("Chance", chance.MOVES)
    try:
        return table_scheme(game, scheme)
    except OptionError as error:
        raise RecordError(f"the tag Chance: {error}") from None


def game_of(parsed: Parsed) -> Game:
    """The game that the tags name."""
    if "Game" not in parsed.tags:
        raise RecordError("has no tag Game")
    try:
        game = find(parsed.tags["Game"])
    except OptionError as error:
        raise RecordError(str(error)) from None
    known = {*TAGS, *(option_tag(name) for name in game.options)}
    for tag in parsed.tags:
        if tag not in known:
            raise RecordError(f"unknown tag {tag}{meant(tag, known)}; known are {', '.join(sorted(known))}")
    return game


def check_rules(game: Game, options: Mapping[str, Any], stretch: ParsedStretch) -> None:
    """Compare the rules that the options bring in with those by which the stretch was played. Raises RecordError."""
    try:
        changes = changes_since(game, options, stretch.tags.get("Rules", "1"))
    except ValueError as error:
        raise RecordError(f"the tag Rules: {error}") from None
    if changes:
        raise RecordError(str(changes[0]))


def check_resigned(parsed: Parsed, names: tuple[str, ...]) -> None:
    """Refuse a seat that was given up and is none of the table. Raises RecordError."""
    for seat in filter(None, parsed.tags.get("Resigned", "").split(", ")):
        if seat not in names:
            raise RecordError(f"the tag Resigned: no seat is called {seat}")


def past_of(parsed: Parsed, names: tuple[str, ...]) -> tuple[Stretch, ...]:
    """The stretches before the last one. Other rules played them, so only their form can be checked."""
    return tuple(
        Stretch(
            rules=stretch.tags.get("Rules", "1"),
            start=read_json(stretch.tags["Position"]) if "Position" in stretch.tags else None,
            moves=tuple((seat_number(seat, names, number), name) for number, seat, name in stretch.moves),
            dropped=after.first - stretch.first - len(stretch.moves),
        )
        for stretch, after in pairwise(parsed.stretches)
    )


def seat_number(seat: str, names: tuple[str, ...], move: int) -> int:
    """The number of the seat that made a move. Raises RecordError."""
    if seat not in names:
        raise RecordError(f"no seat is called {seat}", move_number=move)
    return names.index(seat)


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


def nonces_of(parsed: Parsed) -> tuple[bytes | None, ...]:
    """What the seats put into the deal; empty when none did. Raises RecordError."""
    if "Nonces" not in parsed.tags:
        return ()
    try:
        nonces = chance.read_nonces(parsed.tags["Nonces"])
    except ValueError as error:
        raise RecordError(f"the tag Nonces: {error}") from None
    if str(len(nonces)) != parsed.tags.get("Seats") or not any(nonces):
        raise RecordError(f"the tag Nonces has {len(nonces)} entries, which must be one for each seat")
    return nonces


def make_moves(table: Table, parsed: Parsed) -> None:
    """Play them. Raises RecordError with the move's number and what was legal there."""
    names = table.seat_names
    for number, seat, name in parsed.last.moves:
        p = seat_number(seat, names, number)
        try:
            table.play(name, p)
        except BellringerError as error:
            legal = getattr(error, "legal", ())
            raise RecordError(str(error).partition(";")[0], move_number=number, legal=legal) from None


def check_result(table: Table, parsed: Parsed) -> None:
    """Compare the result that the record states with the one that came out. Raises RecordError."""
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
    if not 1 <= before < parsed.next:
        raise RecordError(f"there is no move {before}: it has {parsed.next - 1}")
    if before < parsed.last.first:
        raise RecordError(f"move {before} was made by other rules; the present ones begin at move {parsed.last.first}")
    del parsed.last.moves[before - parsed.last.first :]
    make_moves(table, parsed)
    return table
