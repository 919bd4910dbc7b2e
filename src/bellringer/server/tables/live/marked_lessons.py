"""The lessons of games as the server knows them: by name, and by the mark of a table."""

from __future__ import annotations

from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find, game_names
from bellringer.core.shown.show import Lesson, LessonPart
from bellringer.server.errors import Refused
from bellringer.server.store import Mark


def taught(game: str) -> Game:
    """A game that has lessons. Raises Refused for any other."""
    found = find(game) if game in game_names() else None
    if found is None or found.lessons is None:
        raise Refused("missing", f"there are no lessons of {game!r}", 404)
    return found


def lesson_of(game: str, name: str, language: str) -> Lesson:
    """A lesson of a game. Raises Refused if there is none of that name."""
    lessons = taught(game).lessons
    if lessons is None or name not in lessons.names:
        raise Refused("missing", f"no lesson is called {name!r}", 404)
    return lessons.lesson(name, language)


def marked_lesson(game: str, mark: Mark | None, language: str) -> tuple[Lesson, LessonPart] | None:
    """The lesson at a table, and its part; None where there is none, or none any more."""
    lessons = find(game).lessons
    if mark is None or mark.kind != "lesson" or lessons is None or mark.source not in lessons.names:
        return None
    lesson = lessons.lesson(mark.source, language)
    return (lesson, lesson.parts[mark.step]) if mark.step < len(lesson.parts) else None
