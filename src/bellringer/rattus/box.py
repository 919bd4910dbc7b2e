"""What the boxes hold: regions, borders, rat tokens, the classes of the cards, numbers by the players (box.toml).

An owner's file of the same form replaces the parts that it names. box_parts.py reads it part by part.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product

from bellringer.core.components import Components
from bellringer.core.errors import ComponentsError
from bellringer.rattus import box_parts
from bellringer.rattus.box_parts import BOXES, SEATS
from bellringer.rattus.kit import Border, Kit, Token, wrong_kit
from bellringer.rattus.names import REGIONS

PARTS = ("game", "players", "removed", "regions", "borders", "classes", "tokens")


@dataclass(frozen=True)
class Box:
    """The numbers of both boxes: they share the map and the cards, and have each their own tokens."""

    citizens: int
    reach: dict[int, int]  # by the number of players
    removed: dict[str, dict[int, int]]  # by the box and the number of players
    players: tuple[tuple[int, ...], ...]  # by region: how many players use it
    borders: tuple[Border, ...]
    classes: tuple[str, ...]  # by card
    tokens: dict[str, tuple[Token, ...]]  # by the box

    def kit(self, seats: int, box: str) -> Kit:
        """What a table takes out of it."""
        regions = tuple(name for name, players in zip(REGIONS, self.players, strict=True) if seats in players)
        return Kit(
            citizens=self.citizens,
            reach=self.reach[seats],
            removed=self.removed[box][seats],
            regions=regions,
            borders=self.borders_within(regions),
            tokens=self.tokens[box],
            classes=self.classes,
        )

    def borders_within(self, regions: tuple[str, ...]) -> tuple[Border, ...]:
        """Those between regions in play."""
        return tuple((one, other) for one, other in self.borders if one in regions and other in regions)


@cache
def shipped() -> Box:
    """The box that comes with the package."""
    source = files("bellringer.rattus").joinpath("box.toml")
    return from_components(Components(source.read_text(encoding="utf-8"), "box.toml"), None)


def from_components(components: Components, base: Box | None) -> Box:
    """A box from a file, on top of another. Raises ComponentsError for the first thing wrong."""
    for name in components.data:
        if name not in PARTS:
            raise components.error(name, f"no part of this game's box; known are {', '.join(PARTS)}")
    if components.data.get("game") != "rattus":
        raise components.error("game", 'must be "rattus"')
    citizens, reach = box_parts.read_players(components, base and (base.citizens, base.reach))
    box = Box(
        citizens=citizens,
        reach=reach,
        removed=box_parts.read_removed(components, base and base.removed),
        players=box_parts.read_regions(components, base and base.players),
        borders=box_parts.read_borders(components, base and base.borders),
        classes=box_parts.read_classes(components, base and base.classes),
        tokens=box_parts.read_tokens(components, base and base.tokens),
    )
    check_kits(components, box)
    return box


def check_kits(components: Components, box: Box) -> None:
    """Every table must be able to play with it."""
    for name, seats in product(BOXES, range(2, 7)):
        if seats in SEATS[name] and (wrong := wrong_kit(box.kit(seats, name))):
            part, reason = wrong
            raise blame(components, part, name, f"with {seats} players: {reason}")


def blame(components: Components, part: str, box: str, reason: str) -> ComponentsError:
    """The error at the first entry of the file that may be in the way."""
    first, _, second = part.partition(".")
    suspects = {
        "regions": ["regions"],
        "borders": ["borders.pairs", "regions"],
        "tokens": [f"tokens.{box}.{second}" if second else f"tokens.{box}", "tokens", "regions"],
        "removed": [f"removed.{box}", "removed", f"tokens.{box}.regular"],
    }[first]
    entry = next((one for one in suspects if one in components.lines), suspects[0])
    if entry == "regions" or entry not in components.lines:
        moved = (f"regions.{name}.players" for name in components.data.get("regions", {}))
        entry = next((one for one in moved if one in components.lines), entry)
    return components.error(entry, reason)
