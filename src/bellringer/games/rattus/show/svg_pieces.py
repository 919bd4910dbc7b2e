"""The upper layer of Rattus's board: rats, citizens, the plague piece, and where moves can be made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from bellringer.games.rattus.show.svg_chart import HAVEN, RAT, centre
from bellringer.games.rattus.show.svg_extras import diplomat_of, diplomat_width, flasks, guards, potions_width, walls
from bellringer.games.rattus.show.svg_rats import (
    PLAGUE,
    RATS_AT,
    radius_of,
    rat_places,
    rat_spots,
    region_rats,
    seen_marks,
    staged,
)
from bellringer.games.rattus.show.svg_universities import universities
from bellringer.games.rattus.show.view_model import ChartModel, Potions
from bellringer.games.rattus.words.sentences import name_words, say
from bellringer.svg.board import FINGER, TOUCH, badge, emblem, piece, shadow, spot, stack, stack_width
from bellringer.svg.elements import Point, element, use

CUBE = 27
ROW = 33  # the height of a row of citizens
ROW_WIDTH = 160
WIDER = 40  # by how much rows grow where there is no room for another one
FIRST_ROW = 23
LOWEST = 962  # where the last row of citizens can stand, within the frame
BESIDE = 1  # between the plague piece and the first rat
HANDLE = "plague"  # the name of the plague piece as what is taken hold of
TO_COME = 15  # the radius of a place to which the plague piece can go
PALACE_ROW = 30
PALACE_HEIGHT = 60  # from the first to the last row of the palace
PALACE_COLUMN = 58.6
PALACE_WIDTH = 127

SEATS = (46.0, 236.0)  # where the first seat's sign stands
SEAT_STEP = (48.0, 44.0)
SEAT = 16  # its radius

# A seat's citizens in one place: seat, how many, those that bear potions, and the potions of its diplomat, if any.
Stack = tuple[str, int, Potions, int | None]


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
        use("chart-frame") if here or wanted else "",  # drawn again, since lands reach under it
        *order_of_play(model),
        *walls(model),
        *guards(model),
        *universities(model),
        *(part for name in model.regions for part in pieces(model, name, legal_targets)),
        *(part for name in model.regions for part in seen_marks(model, name, legal_targets)),
        *palace_citizens(model),
        *staged(model),
        *(plague_spot(model, name, legal_targets) for name in model.regions if f"plague {name}" in legal_targets),
        use("chart-frame", class_="reach"),  # above the lands that are seen while the piece is held
        plague_piece(model, legal_targets) if here else "",
        *(part for name in model.regions for part in rat_spots(model, name, legal_targets) if chooses_rats),
    ))  # fmt: skip


@lru_cache(maxsize=512)
def region_spot(language: str, box: str, name: str) -> str:
    """A region that a legal move is about: its outline, and a circle for fingers, since some regions are small."""
    x, y = centre(name)
    room = element("circle", class_="hit", cx=x, cy=y, r=TOUCH)
    land_ = use(f"region-{name}", class_="over quiet")
    return spot(f"region {name}", name_words("region", name, language, box), room, land_)


def pieces(model: ChartModel, name: str, legal_targets: Collection[str]) -> list[str]:
    """The rats and the citizens of a region."""
    return [*region_rats(model, name, legal_targets), *citizens(model, name, centre(name))]


# who sits at the table


def order_of_play(model: ChartModel) -> list[str]:
    """The seats in their order, under the palace."""
    language, box, start = model.language, model.view["box"], model.view["start"]
    return [
        seat_sign(language, box, seat, seat_at(turn), is_asked=model.is_asked(seat), is_first=seat == start)
        for turn, seat in enumerate(model.seats)
    ]


@lru_cache(maxsize=512)
def seat_sign(language: str, box: str, seat: str, at: Point, *, is_asked: bool, is_first: bool) -> str:
    """The sign of a seat: a ring around it if the seat is to decide, a pennant at it if the seat began."""
    sign = badge(seat, name_words("letter", seat, language, box), *at, SEAT)
    if is_asked:
        sign += element("circle", id=f"turn-{seat}", class_="halo shines arrives", cx=at[0], cy=at[1], r=SEAT + 4)
    if is_first:
        label = say(language, "svg.start", seat=name_words("seat", seat, language, box))
        sign += piece("start-player", (at[0] + SEAT, at[1] - SEAT), use("piece-pennant"), label=label)
    return sign


def seat_at(turn: int) -> Point:
    """The point of a seat's sign: two columns between the palace and the compass rose."""
    row, column = divmod(turn, 2)
    return SEATS[0] + column * SEAT_STEP[0], SEATS[1] + row * SEAT_STEP[1]


# the plague piece


def plague_label(language: str, box: str, name: str) -> str:
    """The words for the plague piece in a region."""
    return say(language, "svg.plague-piece", region=name_words("region", name, language, box))


def beside_rats(model: ChartModel, name: str, radius: float, legal_targets: Collection[str]) -> Point:
    """The point of a piece to the left of a region's rats."""
    places = rat_places(model, name, legal_targets)
    x, y = centre(name)
    first = radius_of(model.view["rats"][name][0]) if places else RAT
    return (places[0][0] - first if places else x - RAT + (PLAGUE + 1)) - radius - BESIDE, y + RATS_AT


def room_for_fingers(radius: float, has_rats: bool) -> str:
    """What a finger can hit of a piece of this radius: not beyond the middle between it and the rats on its right.

    What is nearest to the finger is meant: a known rat beside the piece, or its land under a hidden one.
    """
    return element("circle", class_="hit", cx=radius + BESIDE / 2 - FINGER if has_rats else None, r=FINGER)


def plague_piece(model: ChartModel, legal_targets: Collection[str]) -> str:
    """The plague piece in its region: the handle by which it is moved, above all that lies there, when it may go."""
    here = model.view["plague"]
    at = beside_rats(model, here, PLAGUE, legal_targets)
    label = plague_label(model.language, model.view["box"], here)
    parts = (
        shadow(PLAGUE),
        element("circle", class_="plague", r=PLAGUE),
        emblem("plague", 0, 0, PLAGUE * 1.6, class_="plague-ink"),
    )
    if not any(name.startswith("plague ") for name in legal_targets):
        return piece("plague-piece", at, *parts, label=label)
    room = room_for_fingers(PLAGUE, bool(model.view["rats"].get(here)))
    halo = element("circle", class_="halo", r=PLAGUE + 3)
    held = say(model.language, "svg.handle", piece=label)
    return piece("plague-piece", at, room, *parts, halo, label=held, handle=HANDLE)


def plague_spot(model: ChartModel, name: str, legal_targets: Collection[str]) -> str:
    """A place to which the plague piece can move."""
    is_here = model.view["plague"] == name
    at = beside_rats(model, name, PLAGUE if is_here else TO_COME, legal_targets)
    label, has_rats = plague_label(model.language, model.view["box"], name), bool(model.view["rats"].get(name))
    return plague_ring(label, name, is_here, has_rats, at)


@lru_cache(maxsize=1024)
def plague_ring(label: str, name: str, is_here: bool, has_rats: bool, at: Point) -> str:
    """The ring at such a place, or a line around the piece if it can stay; the whole land once one holds the piece."""
    land_ = use(f"region-{name}", -at[0], -at[1], class_="over reach")
    room = room_for_fingers(PLAGUE if is_here else TO_COME, has_rats) + element("circle", class_="hit reach", r=TOUCH)
    ring = (element("circle", class_="halo", r=PLAGUE + 3),) if is_here else (
        element("circle", class_="plague to-come", r=TO_COME),
        emblem("plague", 0, 0, TO_COME * 1.6, class_="to-come-ink"),
        element("circle", class_="halo", r=TO_COME + 1),
    )  # fmt: skip
    return spot(f"plague {name}", label, room, land_, *ring, at=at, by=HANDLE)


# the citizens


def citizens(model: ChartModel, name: str, at: Point) -> list[str]:
    """The citizens in a region, in centred rows as wide as the region allows."""
    there = tuple(
        (seat, n, model.potions(seat, name), model.diplomat(seat, name))
        for seat in model.seats
        if (n := model.citizens(seat, name))
    )
    return [citizens_of(model.language, model.view["box"], name, at, there)] if there else []


@lru_cache(maxsize=8192)
def citizens_of(language: str, box: str, name: str, at: Point, there: tuple[Stack, ...]) -> str:
    """These citizens in a region."""
    return "".join(
        part
        for line, row in enumerate(rows_of(there, width_for(there, at[1])))
        for part in row_of(language, box, name, row, (at[0], at[1] + FIRST_ROW + line * ROW))
    )


def width_for(there: Sequence[Stack], down: float) -> float:
    """The width of a region's rows of citizens: more than usual where there is no room for as many rows below."""
    width = float(ROW_WIDTH)
    while (rows := len(rows_of(there, width))) > 1 and down + FIRST_ROW + (rows - 1) * ROW > LOWEST:
        width += WIDER
    return width


def rows_of(there: Sequence[Stack], most: float = ROW_WIDTH) -> list[list[Stack]]:
    """Break stacks into rows of a certain width."""
    rows: list[list[Stack]] = []
    room = 0.0
    for one in there:
        width = width_of(one)
        if width > room:
            rows.append([])
            room = most
        rows[-1].append(one)
        room -= width
    return rows


def width_of(one: Stack) -> float:
    """The width of a seat's citizens in a region, with their potions and their podium."""
    return stack_width(one[1], CUBE) + potions_width(one[2]) + diplomat_width(one[3])


def row_of(language: str, box: str, name: str, row: list[Stack], at: Point) -> list[str]:
    """One row of stacks side by side."""
    x, out = at[0] - sum(map(width_of, row)) / 2, []
    for one in row:
        out += stack_in(language, box, name, one, (x, at[1]))
        x += width_of(one)
    return out


def stack_in(language: str, box: str, place: str, one: Stack, at: Point) -> list[str]:
    """The citizens of a seat in a place as a stack, from a point to the right, and what they bear beside it."""
    seat, n, potions, diplomat = one
    cubes = cubes_in(language, box, seat, place, n, (at[0] + CUBE * 0.54, at[1]))
    x = at[0] + stack_width(n, CUBE)
    found = [cubes, *flasks(language, box, seat, place, potions, (x, at[1]))]
    if diplomat is not None:
        found.append(diplomat_of(language, box, seat, place, diplomat, (x + potions_width(potions), at[1])))
    return found


@lru_cache(maxsize=8192)
def cubes_in(language: str, box: str, seat: str, place: str, count: int, at: Point) -> str:
    """The cubes of such a stack."""
    is_palace = place == "palace"
    where = say(language, f"svg.haven.{box}") if is_palace else name_words("region", place, language, box)
    what = say(language, "svg.citizens", n=count)
    label = say(language, "svg.there", seat=name_words("seat", seat, language, box), place=where, what=what)
    return stack(seat, place, count, at, CUBE, label)


def palace_citizens(model: ChartModel) -> list[str]:
    """The citizens of all seats in the palace: in two columns, or close together where flasks need the room."""
    players = model.view["players"]
    there: list[Stack] = [
        (seat, n, model.potions(seat, "palace"), None) for seat in model.seats if (n := players[seat]["palace"])
    ]
    column = 0 if any(potions for _, _, potions, _ in there) else PALACE_COLUMN
    rows = palace_rows(there, column)
    step = min(PALACE_ROW, PALACE_HEIGHT / max(1, len(rows) - 1))
    return [
        part
        for line, row in enumerate(rows)
        for turn, one in enumerate(row)
        for part in stack_in(
            model.language, model.view["box"], "palace", one, palace_point(line, right_of(row[:turn], column), step)
        )
    ]


def palace_rows(there: list[Stack], column: float) -> list[list[Stack]]:
    """Break stacks into rows that fit into the palace. `column`: the least width of a stack."""
    rows: list[list[Stack]] = []
    for one in there:
        if rows and right_of(rows[-1], column) + width_of(one) <= PALACE_WIDTH:
            rows[-1].append(one)
        else:
            rows.append([one])
    return rows


def right_of(before: list[Stack], column: float) -> float:
    """How far to the right of others a stack begins."""
    return sum(max(column, width_of(one)) for one in before)


def palace_point(row: int, right: float, step: float) -> Point:
    """Where a seat's citizens in the palace begin. `step`: from row to row."""
    return HAVEN[0] - PALACE_COLUMN + right, HAVEN[1] + 32 + step * row
