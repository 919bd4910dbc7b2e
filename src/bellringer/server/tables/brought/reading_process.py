"""The process that reads what somebody has brought: `python -m bellringer.server.tables.brought.reading_process`.

It gets a text on its standard input, and answers with one JSON object on its standard output: what the text is, or why
it is nothing that can be looked at. It may use so much memory and time and no more, and writes no file; whatever
becomes of it, the server goes on (reader.py).
"""

from __future__ import annotations

import json
import resource
import sys
from typing import Any

from bellringer.core.compiled.play import check_games
from bellringer.core.compiled.state import State
from bellringer.core.edges.files import without_mark
from bellringer.core.errors import BellringerError, PositionError, RecordError
from bellringer.core.records.record import replay
from bellringer.core.tables.table import Table, from_position

MEMORY = 1 << 30  # bytes of addresses; the modules alone take some hundred million
SECONDS = 20  # of the processor
GAMES = 100  # random games that must end, from where it begins and from where it stands
SEED = 1

Answer = dict[str, Any]


class Unlawful(BellringerError):
    """A law of the game does not hold somewhere. `law`: its number."""

    def __init__(self, law: int) -> None:
        self.law = law
        super().__init__(f"law {law} does not hold")


def bound() -> None:
    """Take no more memory and time than that, and write nothing."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(data: bytes) -> Answer:
    """What a text is, or why it is nothing that can be looked at."""
    try:
        text = without_mark(data.decode())
    except UnicodeDecodeError:
        return {"why": "text"}
    try:
        table = opened(text)
        check(table)
    except Unlawful as error:
        return {"why": "law", "game": table.game, "law": error.law}
    except PositionError as error:
        return {"why": "field", "path": error.path, "reason": error.reason}
    except RecordError as error:
        place = {"line": error.line} if error.line else {"move": error.move_number} if error.move_number else {}
        return {"why": next(iter(place), "record"), **place, "reason": error.reason}
    except (BellringerError, RecursionError) as error:
        return {"why": "record", "reason": str(error)}
    except MemoryError:
        return {"why": "memory"}
    if not table.pending and not table.moves_played:
        return {"why": "over"}
    return {"game": table.game, "seats": table.seats, "moves": table.moves_played}


def opened(text: str) -> Table:
    """The table of a record or a position. Raises BellringerError."""
    return from_position(text) if is_position(text) else replay(text)


def is_position(text: str) -> bool:
    """Whether a text wants to be a position, which is JSON."""
    return text.lstrip().startswith("{")


def check(table: Table) -> None:
    """All laws hold all along, and random games end. Raises Unlawful."""
    state = table.beginning
    check_laws(state)
    for turn in range(table.moves_played):
        table.make_again(state, turn)
        check_laws(state)
    for begins in (table.beginning, table.state):
        if begins.pending:
            begins.recording = False  # the loop reads no events, so the rules must not pause for them
            *_, law = check_games(begins, GAMES, SEED)
            if law:
                raise Unlawful(law)


def check_laws(state: State) -> None:
    """Raises Unlawful."""
    if state.broken_law:
        raise Unlawful(state.broken_law)


def main() -> None:
    """Read one text."""
    bound()
    answer = read(sys.stdin.buffer.read())
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
