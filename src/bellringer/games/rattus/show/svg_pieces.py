"""The upper layer of Rattus's board: rats, citizens, the plague piece, and where moves can be made."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from bellringer.games.rattus.names import RATS
from bellringer.games.rattus.show.svg_chart import HAVEN, RAT, TRAY, centre
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words.sentences import name_words, say
from bellringer.svg.board import FINGER, emblem, piece, shadow, spot, stack, stack_width
from bellringer.svg.elements import Point, around, element, use, words

RAT_STEP = 2 * RAT + 2
RATS_AT = -15  # how far above a region's middle the rats lie
SEEN = (20, 16, 12)  # size of the letters on a rat, for one, two and more of them, so that they miss the next rat
CUBE = 27
ROW = 33  # the height of a row of citizens
ROW_WIDTH = 160
FIRST_ROW = 23
PLAGUE = 19  # the plague piece's radius, and where it could go
TO_COME = 15


def live_of(model: ChartModel, legal_targets: Collection[str]) -> str:
    """Everything that changes: regions to choose, pieces above them, and pieces to choose on top.

    Names are part of the lower layer. Where something covers a name, it is drawn again.
    """
    here = model.view["plague"]
    chooses_rats = any(name.startswith("rat ") for name in legal_targets)
    wanted = sorted(name.partition(" ")[2] for name in legal_targets if name.startswith("region "))
    return "".join((
        use(f"region-{here}", id=f"tint-{here}", class_="tainted arrives") if here else "",
        *(region_spot(model.language, model.view["box"], name) for name in wanted),
        *(use(f"name-{name}") for name in model.regions if name == here or name in wanted),
        *(part for name in model.regions for part in pieces(model, name, legal_targets)),
        *(part for name in model.regions for part in seen_marks(model, name, legal_targets)),
        *palace_citizens(model),
        plague_piece(model, legal_targets) if here else "",
        *(plague_spot(model, name, legal_targets) for name in model.regions if f"plague {name}" in legal_targets),
        *(part for name in model.regions for part in rat_spots(model, name, legal_targets) if chooses_rats),
    ))  # fmt: skip


@lru_cache(maxsize=512)
def region_spot(language: str, box: str, name: str) -> str:
    """A region that a legal move is about: its outline, and a circle for fingers, since some regions are small."""
    x, y = centre(name)
    room = element("circle", class_="hit", cx=x, cy=y, r=FINGER)
    land_ = use(f"region-{name}", class_="over quiet")
    return spot(f"region {name}", name_words("region", name, language, box), room, land_)


def pieces(model: ChartModel, name: str, legal_targets: Collection[str]) -> list[str]:
    """The rats and the citizens of a region."""
    return [*region_rats(model, name, legal_targets), *citizens(model, name, centre(name))]


# the rats


@cache
def rat_names(name: str) -> tuple[str, ...]:
    """The names of a region's rats in moves."""
    return tuple(name if slot == 0 else f"{name} {slot + 1}" for slot in range(RATS))


def rat_places(model: ChartModel, name: str, legal_targets: Collection[str]) -> tuple[Point, ...]:
    """The points of a region's rats."""
    count, is_plagued = len(model.view["rats"].get(name, ())), model.view["plague"] == name
    return row_of_rats(name, count, legal_rats(name, legal_targets), is_plagued=is_plagued)


def legal_rats(name: str, legal_targets: Collection[str]) -> tuple[int, ...]:
    """The slots of a region's rats that legal moves are about."""
    return tuple(slot for slot, spoken in enumerate(rat_names(name)) if f"rat {spoken}" in legal_targets)


@lru_cache(maxsize=2048)
def row_of_rats(name: str, count: int, legal: tuple[int, ...], *, is_plagued: bool) -> tuple[Point, ...]:
    """The points of a region's rats, in a centred row that leaves room for the plague piece.

    `legal`: the slots to choose from. They move apart, so that a finger can hit each of them.
    """
    gaps: list[float] = [RAT_STEP] * max(0, count - 1)
    apart = 2 * FINGER if len(legal) == 2 else (TRAY[0][1] - TRAY[0][0]) / RATS
    for one, other in pairwise(legal):
        gaps[one:other] = [max(RAT_STEP, apart / (other - one))] * (other - one)
    x, y = centre(name)
    first = x - sum(gaps) / 2 + (PLAGUE + 1) * is_plagued
    return tuple((first + sum(gaps[:slot]), y + RATS_AT) for slot in range(count))


@lru_cache(maxsize=4096)
def rat(spoken: str, name: str, slot: int, token: str | None, laid_out: bool, at: Point) -> str:
    """A rat token: its face if the viewer knows it, else its back."""
    back = "rat-laid-out" if laid_out else "rat-back"
    return piece(
        f"rat-{name}-{slot + 1}",
        at,
        use(back, class_="rat-token") if token is None else face(token),
        label=spoken,
    )


@lru_cache(maxsize=1024)
def seen_mark(language: str, name: str, slot: int, seen: str, at: Point) -> str:
    """The letters of the seats that have looked at a rat. They move with the rat."""
    size = SEEN[min(len(seen), len(SEEN)) - 1]
    letters = words(seen, RAT * 0.2, 7 - RAT, class_="plain named", font_size=size, text_anchor="start")
    label = say(language, "svg.seen-by", letters=", ".join(seen))
    return piece(f"seen-{name}-{slot + 1}", at, letters, class_="seen-by", label=label)


def seen_marks(model: ChartModel, name: str, legal_targets: Collection[str]) -> list[str]:
    """The letters of the seats that have looked at a region's rats, drawn above all pieces."""
    tokens: Collection[Mapping[str, Any]] = model.view["rats"].get(name, ())
    return [
        seen_mark(model.language, name, slot, "".join(model.letter(seat) for seat in one["seen-by"]), at)
        for slot, (one, at) in enumerate(zip(tokens, rat_places(model, name, legal_targets), strict=True))
        if one["seen-by"]
    ]


def region_rats(model: ChartModel, name: str, legal_targets: Collection[str]) -> list[str]:
    """The rats of a region as pieces."""
    tokens: Collection[Mapping[str, Any]] = model.view["rats"].get(name, ())
    return [
        rat(
            label_of(model.language, model.view["box"], name, slot, one["token"]),
            name,
            slot,
            one["token"],
            one["laid-out"],
            at,
        )
        for slot, (one, at) in enumerate(zip(tokens, rat_places(model, name, legal_targets), strict=True))
    ]


@lru_cache(maxsize=4096)
def label_of(language: str, box: str, name: str, slot: int, token: str | None) -> str:
    """A rat in words, with its face if the viewer knows it."""
    spoken = name_words("rat", rat_names(name)[slot], language, box)
    if token is None:
        return spoken
    _, limit, *symbols = token.split()
    return f"{spoken}: {limit}, {', '.join(name_words('symbol', symbol, language, box) for symbol in symbols)}"


def back() -> str:
    """A small rat face down, to stand beside a number of rats."""
    return use("rat-back", class_="rat-token")


def face(token: str) -> str:
    """The face of a token such as `t05 1 bourgeoisie church`: a large limit with the symbols around it."""
    _, limit, *symbols = token.split()
    spread = [around((0, 0), RAT * 0.56, 180 + 62 * (turn - (len(symbols) - 1) / 2)) for turn in range(len(symbols))]
    return "".join((
        shadow(RAT),
        element("circle", class_="rat-face", r=RAT),
        words(limit, 0, -1, class_="figure plain", font_size=16),
        *(emblem(symbol, x, y, 12.5) for symbol, (x, y) in zip(reversed(symbols), spread, strict=True)),
    ))  # fmt: skip


def rat_spots(model: ChartModel, name: str, legal_targets: Collection[str]) -> list[str]:
    """The rats that legal moves are about, each with an area for fingers."""
    places = rat_places(model, name, legal_targets)
    legal = [(slot, places[slot]) for slot in legal_rats(name, legal_targets)]
    out = []
    for turn, (slot, at) in enumerate(legal):
        left = (at[0] - legal[turn - 1][1][0]) / 2 if turn else FINGER
        right = (legal[turn + 1][1][0] - at[0]) / 2 if turn + 1 < len(legal) else FINGER
        out.append(rat_spot(model.language, model.view["box"], rat_names(name)[slot], left, right, at))
    return out


@lru_cache(maxsize=1024)
def rat_spot(language: str, box: str, spoken: str, left: float, right: float, at: Point) -> str:
    """A rat to choose, with an area for fingers that reaches so far to the left and to the right."""
    room = element("rect", class_="hit", x=-left, y=-FINGER, width=left + right, height=2 * FINGER)
    halo = element("circle", class_="halo", r=RAT + 2)
    label = name_words("rat", spoken, language, box)
    return spot(f"rat {spoken}", label, room, halo, at=at, is_crowded=left + right < 2 * FINGER)


# the plague piece


def plague_label(language: str, box: str, name: str) -> str:
    """The words for the plague piece in a region."""
    return f"{say(language, 'svg.plague')}, {name_words('region', name, language, box)}"


def beside_rats(model: ChartModel, name: str, radius: float, legal_targets: Collection[str]) -> Point:
    """The point of a piece to the left of a region's rats."""
    places = rat_places(model, name, legal_targets)
    x, y = centre(name)
    return (places[0][0] - RAT if places else x - RAT + (PLAGUE + 1)) - radius - 1, y + RATS_AT


def plague_piece(model: ChartModel, legal_targets: Collection[str]) -> str:
    """The plague piece in its region."""
    here = model.view["plague"]
    sign = emblem("plague", 0, 0, PLAGUE * 1.6, class_="plague-ink")
    at = beside_rats(model, here, PLAGUE, legal_targets)
    label = plague_label(model.language, model.view["box"], here)
    return piece("plague-piece", at, shadow(PLAGUE), element("circle", class_="plague", r=PLAGUE), sign, label=label)


def plague_spot(model: ChartModel, name: str, legal_targets: Collection[str]) -> str:
    """A place to which the plague piece can move."""
    is_here = model.view["plague"] == name
    at = beside_rats(model, name, PLAGUE if is_here else TO_COME, legal_targets)
    return plague_ring(plague_label(model.language, model.view["box"], name), name, is_here, at)


@lru_cache(maxsize=1024)
def plague_ring(label: str, name: str, is_here: bool, at: Point) -> str:
    """The ring at such a place, or a line around the piece if it can stay."""
    ring = (element("circle", class_="halo", r=PLAGUE + 3),) if is_here else (
        element("circle", class_="plague to-come", r=TO_COME),
        emblem("plague", 0, 0, TO_COME * 1.6, class_="to-come-ink"),
    )  # fmt: skip
    return spot(f"plague {name}", label, *ring, touch_radius=FINGER, at=at)


# the citizens


def citizens(model: ChartModel, name: str, at: Point) -> list[str]:
    """The citizens in a region, in centred rows as wide as the region allows."""
    there = [(seat, n) for seat in model.seats if (n := model.citizens(seat, name))]
    return [
        part
        for line, row in enumerate(rows_of(there))
        for part in row_of(model, name, row, (at[0], at[1] + FIRST_ROW + line * ROW))
    ]


def rows_of(there: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Break stacks into rows of a certain width."""
    rows: list[list[tuple[str, int]]] = []
    room = 0.0
    for seat, n in there:
        width = stack_width(n, CUBE)
        if width > room:
            rows.append([])
            room = ROW_WIDTH
        rows[-1].append((seat, n))
        room -= width
    return rows


def row_of(model: ChartModel, name: str, row: list[tuple[str, int]], at: Point) -> list[str]:
    """One row of stacks side by side."""
    widths = [stack_width(n, CUBE) for _, n in row]
    x, out = at[0] - sum(widths) / 2, []
    for (seat, n), width in zip(row, widths, strict=True):
        out.append(stack_in(model.language, model.view["box"], seat, name, n, (x + CUBE * 0.54, at[1])))
        x += width
    return out


@lru_cache(maxsize=8192)
def stack_in(language: str, box: str, seat: str, name: str, count: int, at: Point) -> str:
    """The citizens of a seat in a place, as a stack."""
    is_palace = name == "palace"
    place = say(language, f"svg.haven.{box}") if is_palace else name_words("region", name, language, box)
    return stack(seat, name, count, at, CUBE, f"{name_words('seat', seat, language, box)}, {place}: {count}")


def palace_citizens(model: ChartModel) -> list[str]:
    """The citizens of all seats in the palace."""
    there = [(seat, n) for seat in model.seats if (n := model.view["players"][seat]["palace"])]
    return [
        stack_in(model.language, model.view["box"], seat, "palace", n, palace_point(turn))
        for turn, (seat, n) in enumerate(there)
    ]


def palace_point(turn: int) -> Point:
    """The point of a seat's citizens in the palace, two seats to a row."""
    row, column = divmod(turn, 2)
    return HAVEN[0] + (-44, 14)[column], HAVEN[1] + 32 + 30 * row
