"""The rats on the board: face down or with their faces, who has looked at them, and which can be chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from bellringer.core.shown.words import labelled
from bellringer.games.rattus.names import RATS
from bellringer.games.rattus.show.svg_chart import RAT, TRAY, centre
from bellringer.games.rattus.show.view_model import ChartModel
from bellringer.games.rattus.words.sentences import name_words, say
from bellringer.svg.board import FINGER, TOUCH, emblem, piece, shadow, spot
from bellringer.svg.elements import Point, around, element, group, number, use, words

RAT_STEP = 2 * RAT + 2
KNOWN = 19.5  # the radius of one whose face the viewer knows
RATS_AT = -15  # how far above a region's middle the rats lie
SEEN = (20, 16, 12)  # size of the letters on a rat, for one, two and more of them, so that they miss the next rat
PLAGUE = 19  # the plague piece's radius, for which a region's rats make room
BACKS = {"": "rat-back", "laid-out": "rat-laid-out", "returned": "rat-returned"}  # by the kind of a rat
SIGN = 12.5  # the size of a symbol on a rat's face
MANY = 3  # symbols
CLOSE_SIGN = 10.6  # and where three of them stand
STAGED_SIGN = 10.5  # and on a large one, of a rat's size, where it can be smaller
STAGE = 34  # the radius of a rat that lies face up beside the board
STAGES = {"drawn": (212.0, 58.0), "rat": (318.0, 58.0)}  # where: right of the palace


@cache
def rat_names(name: str) -> tuple[str, ...]:
    """The names of a region's rats in moves."""
    return tuple(name if slot == 0 else f"{name} {slot + 1}" for slot in range(RATS))


def rat_places(model: ChartModel, name: str, legal_targets: Collection[str]) -> tuple[Point, ...]:
    """The points of a region's rats."""
    there, is_plagued = model.view["rats"].get(name, ()), model.view["plague"] == name
    known = tuple(slot for slot, one in enumerate(there) if one["token"] is not None)
    return row_of_rats(name, len(there), legal_rats(name, legal_targets), is_plagued=is_plagued, known=known)


def radius_of(one: Mapping[str, Any]) -> float:
    """A rat whose face the viewer knows is larger, so that it can be read."""
    return RAT if one["token"] is None else KNOWN


def legal_rats(name: str, legal_targets: Collection[str]) -> tuple[int, ...]:
    """The slots of a region's rats that legal moves are about."""
    return tuple(slot for slot, spoken in enumerate(rat_names(name)) if f"rat {spoken}" in legal_targets)


@lru_cache(maxsize=2048)
def row_of_rats(
    name: str, count: int, legal: tuple[int, ...], *, is_plagued: bool, known: tuple[int, ...] = ()
) -> tuple[Point, ...]:
    """The points of a region's rats, in a centred row that leaves room for the plague piece.

    `legal`: the slots to choose from. They move apart, so that a finger can hit each of them. `known`: those that lie
    with a large face.
    """
    more = [(KNOWN - RAT) * (slot in known) for slot in range(count)]
    gaps: list[float] = [RAT_STEP + one + other for one, other in pairwise(more)]
    apart = 2 * FINGER if len(legal) == 2 else (TRAY[0][1] - TRAY[0][0]) / RATS
    for one, other in pairwise(legal):
        gaps[one:other] = [max(gap, apart / (other - one)) for gap in gaps[one:other]]
    x, y = centre(name)
    first = x - sum(gaps) / 2 + (PLAGUE + 1) * is_plagued
    return tuple((first + sum(gaps[:slot]), y + RATS_AT) for slot in range(count))


def kind_of(one: Mapping[str, Any]) -> str:
    """What everybody knows of a rat on the board: `open`, `laid-out`, `returned`, or nothing."""
    return next((kind for kind in ("open", "returned", "laid-out") if one.get(kind)), "")


@lru_cache(maxsize=4096)
def rat(language: str, box: str, spoken: str, name: str, slot: int, token: str | None, kind: str, at: Point) -> str:
    """A rat token: its face if the viewer knows it, which the page can show large, else its back."""
    id_ = f"rat-{name}-{slot + 1}"
    if token is None:
        return piece(id_, at, use(BACKS[kind], class_="rat-token"), label=spoken)
    large = {**shown_large(language, box, token), "tabindex": 0}
    return piece(id_, at, group(face(token, is_open=kind == "open"), size=KNOWN / RAT), label=spoken, **large)


def shown_large(language: str, box: str, token: str | None) -> dict[str, Any]:
    """What the page needs to show a known face large (static/rules.js): limit, signs, and their names; else nothing."""
    if token is None:
        return {}
    _, limit, *symbols = token.split()
    names = "|".join(name_words("symbol", symbol, language, box) for symbol in symbols)
    return {"data_limit": limit, "data_signs": " ".join(symbols), "data_names": names}


@lru_cache(maxsize=1024)
def seen_mark(language: str, name: str, slot: int, seats: tuple[str, ...], radius: float, at: Point) -> str:
    """The letters of the seats that have looked at a rat, and a ring in their colours. They move with the rat."""
    seen = "".join(name_words("letter", seat, language) for seat in seats)
    size = SEEN[min(len(seen), len(SEEN)) - 1]
    letters = words(seen, radius * 0.2 + 3, 4 - radius, class_="plain named", font_size=size, text_anchor="start")
    label = say(language, "svg.seen-by", letters=", ".join(seen))
    return piece(f"seen-{name}-{slot + 1}", at, letters, *ring_of(seats, radius), class_="seen-by", label=label)


def ring_of(seats: tuple[str, ...], radius: float) -> tuple[str, ...]:
    """A ring around a rat: an arc for each seat, in its colour."""
    share = 360 / len(seats)
    if len(seats) == 1:
        return (element("circle", class_=f"seen-ring of-{seats[0]}", r=radius),)
    points = [around((0, 0), radius, 180 + share * turn) for turn in range(len(seats) + 1)]
    return tuple(
        element("path", class_=f"seen-ring of-{seat}", d=arc(start, end, radius))
        for seat, (start, end) in zip(seats, pairwise(points), strict=True)
    )


def arc(start: Point, end: Point, radius: float) -> str:
    """The path data of a part of a circle, at most half of it, clockwise."""
    (x0, y0), (x1, y1) = start, end
    return f"M{number(x0)} {number(y0)}A{number(radius)} {number(radius)} 0 0 1 {number(x1)} {number(y1)}"


def seen_marks(model: ChartModel, name: str, legal_targets: Collection[str]) -> list[str]:
    """The letters of the seats that have looked at a region's rats, drawn above all pieces."""
    tokens: Collection[Mapping[str, Any]] = model.view["rats"].get(name, ())
    return [
        seen_mark(model.language, name, slot, tuple(one["seen-by"]), radius_of(one), at)
        for slot, (one, at) in enumerate(zip(tokens, rat_places(model, name, legal_targets), strict=True))
        if one["seen-by"]
    ]


def region_rats(model: ChartModel, name: str, legal_targets: Collection[str]) -> list[str]:
    """The rats of a region as pieces."""
    tokens: Collection[Mapping[str, Any]] = model.view["rats"].get(name, ())
    there = tuple((one["token"], kind_of(one)) for one in tokens)
    places = rat_places(model, name, legal_targets)
    return [rats_of(model.language, model.view["box"], name, there, places)] if there else []


@lru_cache(maxsize=8192)
def rats_of(
    language: str, box: str, name: str, there: tuple[tuple[str | None, str], ...], places: tuple[Point, ...]
) -> str:
    """The rats in a region, each by its token, if it is known, and its kind."""
    return "".join(
        rat(language, box, label_of(language, box, name, slot, token, kind), name, slot, token, kind, at)
        for slot, ((token, kind), at) in enumerate(zip(there, places, strict=True))
    )


@lru_cache(maxsize=4096)
def label_of(language: str, box: str, name: str, slot: int, token: str | None, kind: str) -> str:
    """A rat in words, with its face if the viewer knows it, and what else everybody knows of it."""
    spoken = name_words("rat", rat_names(name)[slot], language, box)
    more = f", {say(language, f'svg.rat.{kind}')}" if kind in ("open", "returned") else ""
    return f"{spoken}{more}" if token is None else labelled(language, spoken + more, face_words(language, box, token))


def face_words(language: str, box: str, token: str) -> str:
    """The face of a token in words: its limit, and what it hits."""
    _, limit, *symbols = token.split()
    return f"{limit}, {', '.join(name_words('symbol', symbol, language, box) for symbol in symbols)}"


def back() -> str:
    """A small rat face down, to stand beside a number of rats."""
    return use("rat-back", class_="rat-token")


def face(token: str, *, is_open: bool = False, sign: float = SIGN) -> str:
    """The face of a token such as `t05 1 bourgeoisie church`: a large limit with the symbols around it.

    `is_open`: it lies face up, so that all know it. `sign`: the size of a symbol.
    """
    _, limit, *symbols = token.split()
    sign = min(sign, CLOSE_SIGN) if len(symbols) >= MANY else sign
    spread = [around((0, 0), RAT * 0.56, 180 + 62 * (turn - (len(symbols) - 1) / 2)) for turn in range(len(symbols))]
    return "".join((
        shadow(RAT),
        element("circle", class_="rat-face open" if is_open else "rat-face", r=RAT),
        words(limit, 0, 0, class_="figure plain", font_size=18),
        *(emblem(symbol, x, y, sign) for symbol, (x, y) in zip(reversed(symbols), spread, strict=True)),
    ))  # fmt: skip


def rat_spots(model: ChartModel, name: str, legal_targets: Collection[str]) -> list[str]:
    """The rats that legal moves are about, each with an area for fingers."""
    places = rat_places(model, name, legal_targets)
    legal = [(slot, places[slot]) for slot in legal_rats(name, legal_targets)]
    out = []
    for turn, (slot, at) in enumerate(legal):
        left = (at[0] - legal[turn - 1][1][0]) / 2 if turn else TOUCH
        right = (legal[turn + 1][1][0] - at[0]) / 2 if turn + 1 < len(legal) else TOUCH
        token = model.view["rats"][name][slot]["token"]
        spoken = rat_names(name)[slot]
        out.append(rat_spot(model.language, model.view["box"], spoken, left, right, token, at))
    return out


@lru_cache(maxsize=1024)
def rat_spot(language: str, box: str, spoken: str, left: float, right: float, token: str | None, at: Point) -> str:
    """A rat to choose, with an area for fingers that reaches so far to the left and to the right."""
    radius = RAT if token is None else KNOWN
    room = element("rect", class_="hit", x=-left, y=-TOUCH, width=left + right, height=2 * TOUCH)
    halo = element("circle", class_="halo", r=radius + 2)
    label = name_words("rat", spoken, language, box)
    large = shown_large(language, box, token)
    return spot(f"rat {spoken}", label, room, halo, at=at, is_crowded=min(left, right) < FINGER, **large)


# rats beside the board


def staged(model: ChartModel) -> list[str]:
    """The rat that was drawn from the supply, and the one that acts now, large and face up beside the palace."""
    return [
        staged_rat(model.language, model.view["box"], name, model.view[name]) for name in STAGES if name in model.view
    ]


@lru_cache(maxsize=512)
def staged_rat(language: str, box: str, name: str, token: str) -> str:
    """A rat face up, with the words for what it does there."""
    what = say(language, f"svg.staged.{name}")
    return piece(
        f"staged-{name}",
        STAGES[name],
        group(face(token, sign=STAGED_SIGN), size=STAGE / RAT),
        words(what, 0, STAGE + 19, class_="place-name"),
        label=labelled(language, what, face_words(language, box, token)),
    )
