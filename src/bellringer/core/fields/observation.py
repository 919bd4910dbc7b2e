"""The plan of an observation: what a seat sees, as one row of numbers, each in a place of its own.

It follows from the table of fields and from what the table has chosen: a span that would always be zero there is left
out, and so are names that can't come up. Seats stand clockwise from the one that looks. core/compiled/observing.py
carries the plan out. What never changes at a table (its choices and its box) is no part of an observation.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from bellringer.core.compiled.observing import ASKED_FORM, LOOKER_FORM, MEMBERS_FORM, NUMBER_FORM, ONE_HOT_FORM
from bellringer.core.fields.entries import ALL, BySeat, Field, Listed, Seen
from bellringer.core.fields.forms import Form, There
from bellringer.core.fields.look import Look
from bellringer.core.fields.observed import Direct, Read
from bellringer.core.fields.table import FieldTable

# Where a member lies: bytes before it, bytes from one of its items to the next, bytes of a number, whether it has a
# sign.
Place = tuple[int, int, int, bool]
NOWHERE: Place = (0, 0, 0, False)
BYTE: Place = (0, 1, 1, False)  # of an ask's arguments
VERSION_LETTERS = 16


@dataclass(frozen=True)
class Span:
    """Some numbers of an observation, `width` of them from `first` on.

    `words`: what they mean; `parts`: what each of them says. A float is a number divided by `scale`.
    """

    name: str
    first: int
    words: str
    scale: float
    parts: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many numbers."""
        return len(self.parts)


@dataclass(frozen=True)
class Step:
    """What writes a span: its form, where its member lies, the phases in which it means something."""

    name: str
    form: Form
    member: Place = NOWHERE
    phases: int = 0
    is_by_seat: bool = False
    out: int = 0


@dataclass
class Plan:
    """What an encoder goes by. `block`: the numbers of one seat; `argument_of`: the arguments' steps by kind of ask."""

    seats: int
    phase: int = -1
    over: int = 0
    block: int = 0
    spans: list[Span] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    arguments: list[Step] = field(default_factory=list)
    argument_of: list[tuple[int, int]] = field(default_factory=list)

    @property
    def width(self) -> int:
        """How many numbers there are so far."""
        return self.spans[-1].first + self.spans[-1].width if self.spans else 0

    def add(self, step: Step) -> None:
        """A span about the table, or about the seat that looks."""
        if step.form.parts:
            self.steps.append(replace(step, out=self.width))
            self.put_span(step.name, step.form)

    def put_span(self, name: str, form: Form) -> None:
        """What a form's numbers mean."""
        self.spans.append(Span(name, self.width, form.words, form.scale, form.parts))

    def add_by_seat(self, name: str, steps: list[Step]) -> None:
        """A block of spans for each seat, clockwise from the one that looks."""
        first = self.width
        for seat in range(self.seats):
            for step in steps:
                if step.form.parts and seat == 0:
                    self.steps.append(replace(step, out=self.width, is_by_seat=True))
                if step.form.parts:
                    self.put_span(f"{name}.{seat}.{step.name}", step.form)
        self.block = (self.width - first) // self.seats

    @property
    def version(self) -> str:
        """Tells one layout from another: letters that follow from names, places, meanings and scales of all spans."""
        told = [(one.name, one.first, one.words, one.scale, one.parts) for one in self.spans]
        return hashlib.sha256(repr(told).encode()).hexdigest()[:VERSION_LETTERS]


def plan_of(table: FieldTable, members: Mapping[str, Place], look: Look) -> Plan:
    """The plan for a table. `members`: where each member of the struct lies; `look`: a look at a state of the table.

    Raises TypeError for an entry that not all see as it is, or whose kind does not say how it is observed, and for
    which the game names no reader.
    """
    there = There(look, table.observed.in_play(look))
    plan = Plan(look.seats)
    if table.phases:
        plan.phase, plan.over = members["phase"][0], len(table.phases) - 1
    for entry in table.entries:
        if entry in table.choices:
            continue  # the same for a whole game
        if isinstance(entry, BySeat):
            inner = [
                step for one, key, _ in entry.fields for step in steps_of(table, one, key, members, there, entry.name)
            ]
            for step in inner:
                if is_own(table, f"{entry.name}.{step.name}"):
                    plan.add(replace(step, name=f"{entry.name}.0.{step.name}"))
            plan.add_by_seat(entry.name, [one for one in inner if not is_own(table, f"{entry.name}.{one.name}")])
        elif isinstance(entry, Seen):
            key = entry.key if isinstance(entry, Field) else ""
            for step in steps_of(table, entry, key, members, there, ""):
                plan.add(step)
    add_asks(table, plan, there)
    return plan


def is_own(table: FieldTable, path: str) -> bool:
    """Whether a span is only about the seat that looks."""
    said = table.observed.spans.get(path)
    return isinstance(said, Read) and said.is_own


def steps_of(
    table: FieldTable, entry: Seen, key: str, members: Mapping[str, Place], there: There, around: str
) -> Iterator[Step]:
    """The step of one entry, if it can be anything but zero at the table."""
    observed = table.observed
    path = f"{around}.{entry.view_name}" if around else entry.view_name
    if not entry.is_viewed or not observed.can_be(there.look, path):
        return
    phases = sum(1 << table.phases.index(phase) for phase in entry.phases)
    if path in observed.spans:
        said = observed.spans[path]
        if isinstance(said, Read):
            yield Step(entry.view_name, said.form(path, there), NOWHERE, phases)
        elif isinstance(said, Direct):
            yield Step(entry.view_name, said.kind.form(there), members[said.member], phases)
    elif entry.view_name == "seat" and not isinstance(entry, Field):
        form = Form(LOOKER_FORM, "1 at the place of the seat that looks", table.seat_names[: there.seats])
        yield Step("seat", replace(form, width=there.seats))
    else:
        yield Step(entry.view_name, plain_form(entry, path, there), members[key], phases)


def plain_form(entry: Seen, path: str, there: There) -> Form:
    """The form of a field that is observed as its kind says. Raises TypeError where that would not be its view."""
    if not isinstance(entry, Field) or entry.seen is not ALL or entry.show or isinstance(entry.member, Listed):
        raise TypeError(f"{path}: a rule makes it or says who sees it, so name a reader in the table's `observed`")
    return entry.viewed.form(there, omit=entry.omit)


def add_asks(table: FieldTable, plan: Plan, there: There) -> None:
    """The ask on top: which it is, who owes an answer, and each argument that an ask of the table can have."""
    asks, can_be = table.asks, table.observed.can_be
    names = [name for name, _, _ in asks.kinds if can_be(there.look, f"ask.{name}")]
    places = (-1, *(names.index(name) if name in names else -1 for name, _, _ in asks.kinds))
    form = Form(ASKED_FORM, "1 at the name's place", tuple(names), first=len(names), places=places, width=len(names))
    plan.add(Step("asks.ask", form))
    plan.put_span("asks.seats", Form(MEMBERS_FORM, "1 at the place of each seat", there.seat_parts))
    used = {argument for name, *arguments in asks.kinds if name in names for argument in arguments if argument}
    numbers: dict[str, int] = {}
    for argument, kind in asks.arguments.items():
        path = f"asks.{argument}"
        if argument not in used or not can_be(there.look, path):
            continue
        form = kind.form(there)
        if form.kind not in (NUMBER_FORM, ONE_HOT_FORM, MEMBERS_FORM):
            raise TypeError(f"{path}: {type(kind).__name__} is no kind of one number")
        numbers[argument] = len(plan.arguments)
        plan.arguments.append(Step(path, form, BYTE, out=plan.width))
        plan.put_span(path, form)
    plan.argument_of = [(-1, -1)]
    for name, *arguments in asks.kinds:
        first, second = (numbers.get(one, -1) if name in names else -1 for one in arguments)
        plan.argument_of.append((first, second))
