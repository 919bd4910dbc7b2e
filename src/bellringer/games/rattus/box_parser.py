"""Reading a box's file part by part, each value looked at by itself; a wrong one raises ComponentsError with its line.

The file has been laid over the shipped one: every part is there.
"""

from __future__ import annotations

from typing import Any

from bellringer.core.edges.components import KINDS, Components
from bellringer.core.nearest import meant
from bellringer.games.rattus.component_set import ANY, CLASS_SYMBOLS, MOST_TOKENS, Border, Token, in_order, token_of
from bellringer.games.rattus.names import CARDS_A_REGION, CLASSES, REGIONS, SYMBOLS

BOXES = ("base", "big-box")
SEATS = {"base": (2, 3, 4), "big-box": (2, 3, 4, 5, 6)}
BORDERS = ("border", "arrow")
SETTLERS = 2  # the rules' own number: no box can change it
MOST_LIMIT = 9
MOST_STEPS = 9
CITIZENS = (4, 99)  # the set-up places four


def table(components: Components, name: str, known: tuple[str, ...]) -> dict[str, Any]:
    """A table of the file with no other entries than those, and its kind looked at."""
    found: Any = components.data
    for part in name.split("."):
        found = found.get(part, {})
        if not isinstance(found, dict):
            raise components.error(name, "must be a table")
    for entry, value in found.items():
        if entry == "kind":
            if value not in KINDS:
                raise components.error(f"{name}.kind", f"must be one of {', '.join(KINDS)}{meant(value, KINDS)}")
        elif entry not in known:
            raise components.error(
                f"{name}.{entry}", f"is not known{meant(entry, known)}; known are {', '.join((*known, 'kind'))}"
            )
    return {entry: value for entry, value in found.items() if entry != "kind"}


def whole_number(components: Components, entry: str, value: object, least: int, most: int) -> int:
    """A number in its range."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise components.error(entry, f"must be a whole number from {least} to {most}, not {value!r}")
    return value


def by_players(
    components: Components, entry: str, value: object, seats: tuple[int, ...], least: int, most: int
) -> dict[int, int]:
    """Numbers by the number of players: `{ 2 = 12, 3 = 6 }`."""
    if not isinstance(value, dict):
        raise components.error(entry, "must be numbers by the number of players, such as { 2 = 1, 3 = 1 }")
    for name in value:
        if name not in map(str, seats):
            raise components.error(f"{entry}.{name}", f"must be a number of players from {seats[0]} to {seats[-1]}")
    return {int(name): whole_number(components, f"{entry}.{name}", n, least, most) for name, n in value.items()}


def read_players(components: Components) -> tuple[int, dict[int, int]]:
    """Citizens of a seat, and the reach of cards by the number of players."""
    found = table(components, "players", ("citizens", "settlers", "reach"))
    if found.get("settlers", SETTLERS) != SETTLERS:
        raise components.error("players.settlers", f"must be {SETTLERS}: the rules place so many at a time")
    citizens = whole_number(components, "players.citizens", found["citizens"], *CITIZENS)
    return citizens, by_players(components, "players.reach", found["reach"], SEATS["big-box"], 1, MOST_STEPS)


def read_removed(components: Components) -> dict[str, dict[int, int]]:
    """Regular tokens removed unseen, by the box and the number of players."""
    found = table(components, "removed", BOXES)
    return {box: by_players(components, f"removed.{box}", found[box], SEATS[box], 0, MOST_TOKENS) for box in BOXES}


def read_regions(components: Components) -> tuple[tuple[int, ...], ...]:
    """For each region the numbers of players that use it."""
    table(components, "regions", REGIONS)
    players = []
    for region in REGIONS:
        entry = table(components, f"regions.{region}", ("name", "shade", "city", "players"))
        for name in ("name", "shade", "city"):
            if not isinstance(entry[name], str):
                raise components.error(f"regions.{region}.{name}", "must be a text")
        players.append(read_seats(components, f"regions.{region}.players", entry["players"]))
    return tuple(players)


def read_seats(components: Components, entry: str, value: object) -> tuple[int, ...]:
    """A list of numbers of players."""
    if not isinstance(value, list):
        raise components.error(entry, "must be a list of numbers of players")
    seats = SEATS["big-box"]
    return tuple(sorted({whole_number(components, entry, one, seats[0], seats[-1]) for one in value}))


def read_borders(components: Components) -> tuple[Border, ...]:
    """The pairs of neighbours, in order."""
    pairs = table(components, "borders", ("pairs",))["pairs"]
    if not isinstance(pairs, list):
        raise components.error("borders.pairs", "must be a list of two regions and a kind each")
    found: set[Border] = set()
    for number, pair in enumerate(pairs):
        entry = f"borders.pairs[{number}]"
        if not isinstance(pair, list) or len(pair) != 3 or pair[2] not in BORDERS:
            raise components.error(entry, f"must be two regions and one of {', '.join(BORDERS)}")
        if wrong := [region for region in pair[:2] if region not in REGIONS]:
            raise components.error(entry, f"{wrong[0]!r}{meant(wrong[0], REGIONS)} is no region")
        if pair[0] == pair[1] or in_order(pair[:2]) in found:
            raise components.error(entry, "is there already, or leads nowhere")
        found.add(in_order(pair[:2]))
    return tuple(sorted(found, key=lambda border: tuple(map(REGIONS.index, border))))


def read_classes(components: Components) -> tuple[str, ...]:
    """The class of each card."""
    table(components, "classes", CLASSES)
    classes = []
    for number, card in enumerate(CLASSES, start=1):
        entry = table(components, f"classes.{card}", ("number", "class"))
        if entry["number"] != number:
            raise components.error(f"classes.{card}.number", f"must be {number}, as printed")
        if entry["class"] not in CLASS_SYMBOLS:
            why = f"must be one of {', '.join(CLASS_SYMBOLS)}{meant(entry['class'], CLASS_SYMBOLS)}"
            raise components.error(f"classes.{card}.class", why)
        classes.append(entry["class"])
    return tuple(classes)


def read_tokens(components: Components) -> dict[str, tuple[Token, ...]]:
    """The tokens of each box, the starting ones first."""
    table(components, "tokens", BOXES)
    found = {}
    for box in BOXES:
        lists = table(components, f"tokens.{box}", ("starting", "regular"))
        faces = [read_faces(components, f"tokens.{box}.{name}", lists[name]) for name in ("starting", "regular")]
        found[box] = tuple(faces[0] + faces[1])
    return found


def read_faces(components: Components, entry: str, faces: object) -> list[Token]:
    """A list of tokens: limit, then symbols."""
    if not isinstance(faces, list):
        raise components.error(entry, 'must be a list of tokens such as [2, "majority", "church"]')
    for number, face in enumerate(faces):
        here = f"{entry}[{number}]"
        if not isinstance(face, list) or len(face) < 2:
            raise components.error(here, 'must be a limit and symbols, such as [2, "majority", "church"]')
        whole_number(components, here, face[0], 1, MOST_LIMIT)
        if wrong := [symbol for symbol in face[1:] if symbol not in SYMBOLS]:
            raise components.error(
                here, f"{wrong[0]!r}{meant(wrong[0], SYMBOLS)} is no symbol; there are {', '.join(SYMBOLS)}"
            )
        if len(set(face[1:])) < len(face) - 1:
            raise components.error(here, "has a symbol twice")
    return [token_of(face, entry.endswith("starting")) for face in faces]


def read_region_cards(components: Components) -> tuple[tuple[str, ...], ...]:
    """The region cards, four of each region."""
    found = table(components, "region-cards", REGIONS)
    cards: list[tuple[str, ...]] = []
    for region in REGIONS:
        entry = f"region-cards.{region}"
        if not isinstance(found[region], list) or len(found[region]) != CARDS_A_REGION:
            raise components.error(entry, f"must be a list of {CARDS_A_REGION} cards")
        cards += [read_region_card(components, f"{entry}[{i}]", card) for i, card in enumerate(found[region])]
    return tuple(cards)


def read_region_card(components: Components, entry: str, card: object) -> tuple[str, ...]:
    """A card: the classes on it, or any."""
    if card == [ANY]:
        return (ANY,)
    if not isinstance(card, list) or not card or any(symbol not in CLASS_SYMBOLS for symbol in card):
        raise components.error(entry, f'must be some of {", ".join(CLASS_SYMBOLS)}, or ["{ANY}"], not {card!r}')
    return tuple(symbol for symbol in CLASS_SYMBOLS if symbol in card)
