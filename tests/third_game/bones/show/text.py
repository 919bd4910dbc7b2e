"""The heap in a terminal: a line."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType

from bellringer.core.shown.show import TextParts, View
from bones.words import sentences


def picture(view: View, language: str, width: int, log: RenderableType | None = None) -> RenderableType:
    taken = ", ".join(f"{seat} {player['taken']}" for seat, player in view["players"].items())
    return Group(f"heap {view['heap']}: {taken}", *([log] if log is not None else []))


def parts(view: View, language: str, width: int) -> TextParts:
    return TextParts("heap", [picture(view, language, width)], [], {})


def explained(language: str) -> Mapping[str, str]:
    return {"heap": "heap", sentences.name_words("card", "heap", language): "heap"}


def score_words(language: str) -> tuple[str, ...]:
    return ("points",)


def legend(language: str) -> str:
    return ""
