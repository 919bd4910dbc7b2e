"""Write docs/observations.md: what a seat sees as numbers, from the games' tables of fields."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import bellringer
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.fields import Span
from tools.generated import main
from tools.places import DOCS

PAGE = DOCS / "observations.md"
SEED = bytes(32)  # from which class cards and such are drawn
HEAD = """# Observations: what a seat sees, as numbers

<!-- Written by tools/docs_observations.py. -->

An observation is what a seat sees as one row of numbers, for learning. It follows from the seat's view: two states
that look the same to the seat give the same bytes. Compiled code writes it into a buffer of yours, as int8 or as
float32.

```python
import numpy
import bellringer
from bellringer.core.contract.registry import find

game = find("GAME")
state = bellringer.new_game("GAME", seats=4, seed=7).state
encoder = game.encoder(state)
row = numpy.zeros(encoder.width, numpy.int8)
encoder.write(state, 0, row)
for span in game.observation_layout(state):
    print(span.name, row[span.first : span.first + span.width], span.words, span.parts)
```

- The layout follows from the table: how many seats, and what its options and its box hold. A span that would always
  be zero is left out, and so are names that can't come up, such as class cards that are not at the table.
- Each span has a `name`, its place (`first`, `width`), what its numbers mean (`words`), what each of them says
  (`parts`), and a `scale`: what a usual large value is. int8 has the number itself, 127 for whatever is more; float32
  has it divided by the scale.
- Seats stand clockwise from the one that looks: `players.0` is that seat, `players.1` the next one. `seat` says which
  seat it is, since moves name seats and places by themselves.
- A name has a 1 at its place among the names, a set one at the place of each member. What is hidden from the seat, or
  missing, is zeros.
- Of the asks only the top one is told, with its seats and its arguments. What never changes at a table is no part of
  it: options, box.
- `game.observation_version(state)` tells one layout from another. Keep it with whatever you train.

`game.observation(state, seat)` gives the floats as an `array`. A learned value of the search reads something else, a
whole world: [features](features.md). Thousands of games at once, and other people's interfaces:
[environments](environments/index.md).
"""
HEADING = ["span", "usual", "all", "scale", "meaning"]


def page() -> str:
    """The page."""
    head = HEAD.replace("GAME", bellringer.game_names()[-1])
    return "\n".join([head, *(part for name in bellringer.game_names() for part in of_game(find(name)))])


def of_game(game: Game) -> Iterator[str]:
    """The part of a game: its spans at the usual table, and at one with everything that can be added."""
    usual, most = layout(game, game.fields.usual_seats, {}), layout(game, game.most_seats, everything(game))
    yield f"## {game.fields.title}\n"
    seats, numbers = game.fields.usual_seats, width(usual)
    yield f"`usual`: with {seats} seats and the usual options, {numbers} numbers; version `{version(game, {})}`."
    yield f"`all`: with {game.most_seats} seats and all that can be added, {width(most)} numbers. N: each seat.\n"
    few, many = by_name(usual), by_name(most)
    lines = [HEADING, ["---"] * len(HEADING)]
    for name, span in {**many, **few, **many}.items():
        widths = [str(found[name].width) if name in found else "" for found in (few, many)]
        lines.append([f"`{name}`", *widths, f"{span.scale:g}", span.words])
    yield "".join(f"| {' | '.join(line)} |\n" for line in lines)


def layout(game: Game, seats: int, options: dict[str, object]) -> tuple[Span, ...]:
    """The spans of a table."""
    return game.observation_layout(game.blank(seats, check_options(game, seats, options, SEED), None))


def version(game: Game, options: dict[str, object]) -> str:
    """The version of the usual table's layout."""
    seats = game.fields.usual_seats
    return game.observation_version(game.blank(seats, check_options(game, seats, options, SEED), None))


def everything(game: Game) -> dict[str, object]:
    """All that a table can add: of each choice of one the last value, of several all, or a set that is drawn."""
    found: dict[str, object] = {}
    for name, option in game.options.items():
        drawn = [word for word, one in option.sets.items() if one.is_drawn]
        if option.several:
            found[name] = drawn[-1] if drawn else option.allowed
        elif all(isinstance(one, str) for one in option.allowed) and option.follows is None:
            found[name] = option.allowed[-1]
    return found


def width(spans: tuple[Span, ...]) -> int:
    """How many numbers they are."""
    return sum(span.width for span in spans)


def by_name(spans: tuple[Span, ...]) -> dict[str, Span]:
    """The spans by their names, those of the seats once."""
    return {re.sub(r"\.\d+\.", ".N.", span.name): span for span in spans}


def written() -> dict[Path, str]:
    """The page and its text."""
    return {PAGE: page()}


if __name__ == "__main__":
    sys.exit(main(__doc__ or "", written, "tools.docs_observations"))
