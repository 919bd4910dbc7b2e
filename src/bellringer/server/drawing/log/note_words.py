"""What happens at a table besides the game, in words: the same in the log of a page and for programs."""

from __future__ import annotations

from collections.abc import Sequence

from bellringer.core.shown.words import Words
from bellringer.server.tables.live.placing import last_one
from bellringer.server.tables.live.table_info import Note, TableInfo


def note_words(words: Words, note: Note, info: TableInfo, named: Sequence[str]) -> str:
    """A note as a sentence. `named`: the seats, as they are called there."""
    who = named[note.seat]
    if note != ending_note(info):
        return words.text(f"table.notes.{note.kind}", who=who)
    winner = last_one(info.resigned)
    if winner is None:
        return words.text("table.notes.resign-alone", who=who)
    return words.text("table.notes.resign-last", who=who, winner=named[winner])


def ending_note(info: TableInfo) -> Note | None:
    """The resignation that has ended the game; None where none has."""
    if info.ended_by != "resigned":
        return None
    return next((note for note in reversed(info.notes) if note.kind == "resign"), None)
