"""The parts of a table's page, drawn for one viewer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from bellringer.server.drawing.drawn_parts import DrawnParts, Part, shared
from bellringer.server.drawing.log.log_part import NOWHERE, Elements, LogPart
from bellringer.server.drawing.table import lesson_part, part_values
from bellringer.server.drawing.table.open_page import Parts
from bellringer.server.drawing.table.page_model import PageModel, SeatModel, Viewer
from bellringer.server.drawing.table.part_values import Values
from bellringer.server.drawing.table.points_part import has_points, points
from bellringer.server.drawing.table.table_drawings import drawings_of, lines_of
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.table_info import TableInfo
from bellringer.server.tables.memory.room import Room

PARTS = (
    "status",
    "boards",
    "middle",
    "seats",
    "hand",
    "aloud",
    "prompt",
    "asking",
    "log",
    "chat",
    "record",
    "end",
    "lesson",
)
GROUND = "ground"  # the part of the board that changes only when somebody else at the same screen looks at it
BOARD = "live"  # the part that changes
GAP = "\0"  # in the log drawn without its lines, where these stand


@dataclass(frozen=True)
class Look:
    """How somebody looks at a game: all that is drawn, besides the game itself.

    `token`: of this visitor's forms; `told`: what this page alone is told, in the prompt.
    """

    viewer: Viewer
    info: TableInfo
    token: str = ""
    told: Mapping[str, Any] = field(default_factory=dict)

    @property
    def csrf(self) -> str:
        """The token in the forms of the parts; who holds no seat has none there."""
        return self.token if self.viewer.own else ""


def draw(environment: Environment, live: LiveGame, look: Look, kept: DrawnParts) -> Parts:
    """All parts of a page by their elements' ids. `kept`: what was drawn of this game before."""
    drawer = Drawer(environment, model_of(live, look), look.csrf, kept)
    parts = drawer.all()
    return {**parts, "prompt": drawer.part("prompt", csrf=look.token, **look.told)} if look.told else parts


def model_of(live: LiveGame, look: Look) -> PageModel:
    """The game as somebody looks at it."""
    return PageModel(live.table, look.info, look.viewer, lines_of(live))


def parts_of(environment: Environment, room: Room, live: LiveGame, look: Look) -> Parts:
    """All parts of a page; who sees the same as somebody else did a moment ago has the same parts."""
    key = (look.viewer, look.csrf)
    kept = drawings_of(room)
    found: Parts | None = None if look.told else kept.shown.get(key)
    if found is None:
        found = draw(environment, live, look, kept.parts)
        if not look.told and (live.kept.clock == "none" or live.ended_by):  # else the clocks have moved on
            kept.shown[key] = found
    return found


def chat_again(environment: Environment, live: LiveGame, look: Look, wrong: Mapping[str, str]) -> Part:
    """The chat with what was typed there and refused, and why."""
    drawer = Drawer(environment, model_of(live, look), look.token)
    return drawer.render("chat", part_values.chat(drawer.model, drawer.csrf, wrong))


@dataclass(frozen=True)
class Drawer:
    """Draws the parts of a table's page for one viewer. `csrf`: the token of forms; `kept`: what was drawn before."""

    environment: Environment
    model: PageModel
    csrf: str
    kept: DrawnParts = field(default_factory=DrawnParts)

    def all(self) -> Parts:
        """All parts by their elements' ids."""
        parts = {name: self.log() if name == "log" else self.part(name) for name in PARTS}
        return {GROUND: self.ground(), BOARD: Part(self.model.drawing), **parts}

    def ground(self) -> Part:
        """The part of the board that never changes for one pair of eyes."""
        eyes = (self.model.language, self.model.seat)
        return self.kept.get(GROUND, eyes, lambda: shared(Part(self.model.ground())))

    def log(self) -> LogPart:
        """The log, of which a page that has its beginning is sent the rest."""
        model, first, at = self.model, self.model.first_line, self.model.news_entry
        frame = self.drawn("log", {"first_line": first, "latest": GAP, "lines": GAP})
        before, between, after = frame.split(GAP)
        return LogPart(
            first=first,
            lines=self.log_lines(),
            latest=self.render("latest", part_values.latest(model)),
            mark=Markup('<li id="since" class="since"><span>{}</span></li>').format(model.say("table.since")),
            frame=(before, between, after),
            news=NOWHERE if at is None else model.entries[at].number,
            news_at=NOWHERE if at is None else len(model.rules_notices) + at,
        )

    def log_lines(self) -> Elements:
        """The elements of the log's list."""
        model = self.model
        notices = (Part(Markup('<li id="new-rules-{}" class="soft">{}</li>').format(number, notice))
                   for number, notice in enumerate(model.rules_notices, start=1))  # fmt: skip
        return Elements.of([*notices, *(entry.element for entry in model.entries)])

    def part(self, name: str, **told: object) -> Part:
        """One part. `told`: what this page alone is told, in the prompt."""
        if (values := self.values(name)) is not None:
            return self.drawn(name, values)
        told = {"points": self.points(), **told} if name == "end" else told
        return self.render(name, {**context_of(self.model, self.csrf), **told})

    def points(self) -> Part | None:
        """Where the points came from, which is drawn once for a game that is over; None for one that does not say."""
        model = self.model
        if not has_points(model):
            return None
        names = tuple(model.who(seat) for seat in model.seats)
        return self.kept.get("points", (model.language, names), lambda: points(self.environment, model))

    def values(self, name: str) -> Values | None:
        """What a part shows; None for one whose template looks at the whole table."""
        if name == "seats":
            return part_values.seats(self.model, self.seat)
        if name == "lesson":
            return lesson_part.lesson(self.model, self.csrf)
        if name == "chat":
            return part_values.chat(self.model, self.csrf)
        return VALUES[name](self.model) if name in VALUES else None

    def seat(self, one: SeatModel) -> Part:
        """A seat."""
        return self.drawn("seat", part_values.seat(self.model, one))

    def drawn(self, name: str, values: Values) -> Part:
        """A part that shows some values."""
        return self.kept.get(name, (self.model.language, *values.values()), lambda: self.render(name, values))

    def render(self, name: str, values: Values) -> Part:
        """A part from its template."""
        model = self.model
        site = {"t": model.say, "lang": model.language, "game": model.game, "paths": paths_of(model)}
        return Part(self.environment.get_template(f"parts/{name}.html").render({**site, **values}))


VALUES: Mapping[str, Callable[[PageModel], Values | None]] = {
    "status": part_values.status,
    "asking": part_values.asking,
    "end": part_values.end,
    "aloud": part_values.aloud,
    "boards": part_values.boards,
    "middle": part_values.middle,
    "hand": part_values.hand,
    "record": part_values.record,
}


def paths_of(model: PageModel) -> str:
    """Where the forms of a table begin."""
    return f"/t/{model.id}"


def context_of(model: PageModel, csrf: str) -> dict[str, Any]:
    """The values for the templates of all parts."""
    return {
        "model": model,
        "t": model.say,
        "lang": model.language,
        "csrf": csrf,
        "paths": paths_of(model),
        "hint": None,
        "warning": None,
        "notice": None,
    }


def text_in(message: bytes) -> str:
    """The text of a message of the event stream."""
    lines = message.decode().split("\n")
    return "\n".join(line.removeprefix("data: ") for line in lines if line.startswith("data: "))


def event(text: str, number: int) -> bytes:
    """A message of the event stream."""
    lines = text.rstrip("\n").replace("\r", "&#13;").replace("\n", "\ndata: ")
    return f"id: {number}\ndata: {lines}\n\n".encode()
