"""What class cards bring to the table, as documents have it: walls, levels, citizens that bear potions, open rats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bellringer.core.compiled.observing import MEMBERS_FORM
from bellringer.core.errors import PositionError
from bellringer.core.fields import Each, Form, Items, Kind, Look, Name, Names, Number, Reading, There, WordsOfBits
from bellringer.core.fields.kinds import OptionalSeat
from bellringer.core.fields.ranges import WORD, outside
from bellringer.core.fields.reading import check_seat
from bellringer.core.fields.schema import Schema, number, one_of, record
from bellringer.games.rattus.component_set import MOST_TOKENS, borders_of, in_order
from bellringer.games.rattus.document.components import check_region, components_said
from bellringer.games.rattus.document.numbers import LOOKS, ON_PODIUM, WALLS
from bellringer.games.rattus.document.tokens import Token, Tokens, token_names
from bellringer.games.rattus.names import ALL_RATS, CLASSES, COLOURS, REGIONS

LEVELS = (2, 3)  # of upgrades
TOKENS_IN_ORDER = "1 at the place of each token, in the order of the box"


class Walls(Kind):
    """Borders that are closed, each as its two regions; in the struct the neighbours that are open to each region."""

    pairs = tuple((one, other) for i, one in enumerate(REGIONS) for other in REGIONS[i + 1 :])

    def schema(self) -> Schema:
        border = {"type": "array", "items": one_of(REGIONS), "minItems": 2, "maxItems": 2, "uniqueItems": True}
        return {"type": "array", "items": border, "maxItems": WALLS}

    def show(self, value: Sequence[int], look: Look) -> list[list[str]]:
        closed = [near & ~open_to for near, open_to in zip(look["borders"], value, strict=True)]
        return [list(border) for border in borders_of(closed)]

    def read(self, said: Sequence[Sequence[str]], path: str, reading: Reading) -> list[int]:
        found = list(reading["borders"])
        for i, border in enumerate(said):
            one, other = (REGIONS.index(region) for region in in_order(border))
            if not found[one] >> other & 1:
                raise PositionError(f"{path}[{i}]", f"{border[0]} and {border[1]} have no border without a wall")
            found[one] &= ~(1 << other)
            found[other] &= ~(1 << one)
        return found

    def wrong(self, number: Any, seats: int) -> str:
        return Each(Names(REGIONS), len(REGIONS)).wrong(number, seats)


class Levels(Kind):
    """The level of each class card that is upgraded; in the struct two bit sets, of level II or better and of III."""

    def schema(self) -> Schema:
        return record({card: number(*LEVELS) for card in CLASSES})

    def show(self, value: Sequence[int], look: Look) -> dict[str, int]:
        second, third = value
        return {card: LEVELS[third >> i & 1] for i, card in enumerate(CLASSES) if second >> i & 1}

    def read(self, said: Mapping[str, int], path: str, reading: Reading) -> list[int]:
        return [sum(1 << CLASSES.index(card) for card, level in said.items() if level >= least) for least in LEVELS]

    def wrong(self, number: Any, seats: int) -> str:
        return Each(Names(CLASSES), len(LEVELS)).wrong(number, seats)


NAMED = {"type": "string", "pattern": r"^t\d\d( |$)"}  # a token by its number


class TokenSet(Tokens):
    """Different tokens by their numbers, in the struct a bit set of two numbers."""

    def schema(self) -> Schema:
        return {"type": "array", "items": NAMED, "maxItems": MOST_TOKENS}

    def show(self, value: Sequence[int], look: Look) -> list[str]:
        names = look.once_a_table(token_names)
        return [name for token, name in enumerate(names) if value[token // WORD] >> token % WORD & 1]

    def read(self, said: Sequence[str], path: str, reading: Reading) -> list[int]:
        found = [0, 0]
        for name in said:
            token = int(name[1:3]) - 1
            if not 0 <= token < reading["tokens"]:
                raise PositionError(path, f"there is no token {name[:3]}")
            found[token // WORD] |= 1 << token % WORD
        return found

    def wrong(self, number: Any, seats: int) -> str:
        return WordsOfBits(MOST_TOKENS).wrong(number, seats)

    def form(self, there: There, omit: Any = None) -> Form:
        parts = token_names(there.look)
        return Form(MEMBERS_FORM, TOKENS_IN_ORDER, parts, places=tuple(range(len(parts))), width=len(parts))


class OpenToken(Token):
    """A token that lies face up, named by its number; in the struct its number + 1."""

    def schema(self) -> Schema:
        return NAMED

    def show(self, value: int, look: Look) -> str:
        return super().show(value - 1, look)

    def read(self, said: str, path: str, reading: Reading) -> int:
        token = int(said[1:3])
        if not 0 < token <= reading["tokens"]:
            raise PositionError(path, f"there is no token {said[:3]}")
        return token

    def wrong(self, number: Any, seats: int) -> str:
        return outside(number, 0, MOST_TOKENS)


class RatPlaces(Kind):
    """Some places of rats, in their order; in the struct their numbers + 1, and zeros."""

    def schema(self) -> Schema:
        return {"type": "array", "items": one_of(ALL_RATS), "maxItems": LOOKS, "uniqueItems": True}

    def show(self, value: Sequence[int], look: Look) -> list[str]:
        return [ALL_RATS[place - 1] for place in value if place]

    def read(self, said: Sequence[str], path: str, reading: Reading) -> list[int]:
        found = [ALL_RATS.index(rat) + 1 for rat in said]
        return found + [0] * (LOOKS - len(found))

    def wrong(self, number: Any, seats: int) -> str:
        return Each(Number(0, len(ALL_RATS)), LOOKS).wrong(number, seats)


class Bearers(Items):
    """The citizens that bear potions or stand on a podium, in the order of the struct."""

    def read(self, said: Any, path: str, reading: Reading) -> list[Any]:
        said = [{"potions": 0, **one} if one.get("podium") else one for one in said]
        return sorted(super().read(said, path, reading), key=lambda bearer: (*bearer[:2], number_of(bearer)))


def number_of(bearer: Sequence[int]) -> int:
    """Which of its seat's citizens a bearer is, as moves number them."""
    _, _, potions, podium = bearer
    return potions + ON_PODIUM * podium


class RegionInPlay(Name):
    """A region with which the table plays."""

    def __init__(self) -> None:
        super().__init__(REGIONS)

    def read(self, said: str, path: str, reading: Reading) -> int:
        check_region(said, path, reading.once(components_said))
        return super().read(said, path, reading)


class Place(Name):
    """A region, or the palace."""

    def __init__(self) -> None:
        super().__init__((*REGIONS, "palace"))


class Occupant(OptionalSeat):
    """The seat with a citizen on a space or in a city, which must play; in the struct the seat + 1."""

    def __init__(self) -> None:
        super().__init__(COLOURS, first=1)

    def schema(self) -> Schema:
        return one_of(self.names)

    def read(self, said: str, path: str, reading: Reading) -> int:
        check_seat(said, path, reading)
        return int(super().read(said, path, reading))


class Source(Name):
    """A region from which a piece comes, or none: it comes new, or from any."""

    def __init__(self) -> None:
        super().__init__((*REGIONS, "any"))
