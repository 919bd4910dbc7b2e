"""The guide at the table of a lesson: what is asked and why, what came of the last move, how far the learner is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bellringer.core.shown.show import Choice, Lesson, LessonPart, Lessons
from bellringer.server.drawing.table.page_model import PageModel
from bellringer.server.drawing.table.part_values import Values
from bellringer.server.tables.live.marked_lessons import marked_lesson

MOST_LINES = 5  # of what came of a move


@dataclass(frozen=True)
class Guided:
    """The table of a lesson before one pair of eyes."""

    model: PageModel
    lessons: Lessons
    lesson: Lesson
    part: LessonPart

    @property
    def is_learner(self) -> bool:
        """Whether the learner looks."""
        return self.model.seat == self.lesson.seat

    @property
    def turns(self) -> tuple[int, ...]:
        """The numbers of the learner's moves that stand; none for other eyes, as some of them are secret."""
        if not self.is_learner:
            return ()
        return tuple(turn for turn, (seat, _) in enumerate(self.model.table.history) if seat == self.lesson.seat)

    @property
    def made(self) -> int:
        """How many decisions of the learner stand."""
        return len(self.turns)

    @property
    def is_done(self) -> bool:
        """Whether the learner has decided all that the part is about."""
        if self.model.is_over:
            return True
        is_enough = 0 < self.part.decisions <= self.made
        return is_enough and (not self.part.ends or self._is_next_turn)

    @property
    def _is_next_turn(self) -> bool:
        """Whether the question is asked with which the part is done, and others have moved before it."""
        turn, model = self.turn, self.model
        if turn is None or not model.choices:
            return False
        return model.rules.ask(model.table.state)[0] == self.part.ends and turn < len(model.table.history) - 1

    @property
    def turn(self) -> int | None:
        """The number of the learner's last move; None before the first."""
        return self.turns[-1] if self.turns else None

    @property
    def came(self) -> tuple[str, ...]:
        """What came of that move, as the log tells it, and what there is to see in it."""
        if self.turn is None:
            return ()
        table, (_, move) = self.model.table, self.model.table.history[self.turn]
        numbers = table.events_of_turn(self.turn)
        found = (line.text for number in numbers if (line := self.model.told.line(number)) is not None)
        lines = [line for line in found if line]
        ask, _ = self.model.rules.ask(table.state_before(self.turn))
        outcome = self.lessons.outcome(ask, move, self.model.language)
        return tuple(filter(None, (*lines[:MOST_LINES], outcome))) if lines else ()

    @property
    def is_asked(self) -> bool:
        """Whether there is something to decide that the part is about."""
        return self.is_learner and bool(self.model.choices) and not self.is_done

    @property
    def asked(self) -> str:
        """What the question is about, the first time that the learner is asked it here."""
        table, rules = self.model.table, self.model.rules
        if not self.is_asked:
            return ""
        ask, _ = rules.ask(table.state)
        if any(rules.ask(table.state_before(turn))[0] == ask for turn in self.turns):
            return ""
        return self.lessons.asked(self.lesson.name, self.part.name, ask, self.model.language)

    @property
    def reasons(self) -> tuple[tuple[str, str], ...]:
        """Why one would choose this or that: for each reason the words of its choice, if it is of one alone."""
        return tuple(self._reasons()) if self.is_asked else ()

    def _reasons(self) -> Iterator[tuple[str, str]]:
        found: dict[str, list[Choice]] = {}
        ask, _ = self.model.rules.ask(self.model.table.state)
        for choice in self.model.choices:
            found.setdefault(self.lessons.reason(ask, choice.name, self.model.language), []).append(choice)
        for reason, choices in found.items():
            if reason:
                yield (choices[0].words if len(choices) == 1 else ""), reason


def guided(model: PageModel) -> Guided | None:
    """The guide at a table; None where there is no lesson."""
    found, lessons = marked_lesson(model.game, model.info.mark, model.language), model.rules.lessons
    return Guided(model, lessons, *found) if found is not None and lessons is not None else None


def lesson(model: PageModel, csrf: str) -> Values:
    """What the guide says. `csrf`: the token of its forms."""
    found = guided(model)
    if found is None:
        return {"lesson": None}
    step, parts = found.model.info.mark.step if found.model.info.mark else 0, found.lesson.parts
    return {
        "lesson": found.lesson.name,
        "csrf": csrf,
        "title": found.lesson.title,
        "part": found.part.title,
        "step": step,
        "of": len(parts),
        "next_part": parts[step + 1].title if step + 1 < len(parts) else "",
        "intro": found.part.intro if not found.made else "",
        "is_asked": found.is_asked,
        "asked": found.asked,
        "reasons": found.reasons,
        "came": found.came,
        "is_done": found.is_done,
        "done": found.part.done if found.is_done else "",
    }
