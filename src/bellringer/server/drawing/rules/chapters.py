"""The chapters of a game's rules, and where each is: texts whose marked words lead to cards and to other chapters."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup, escape

from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Chapter, ChapterPart
from bellringer.server.drawing.rules.ledger_page import with_links

WAY = re.compile(r"\[([^\]]+)\]\((/?[\w-]+)\)")  # `[words](card)` and `[words](/chapter)`


@cache
def chapters_of(game: str, language: str) -> tuple[Chapter, ...]:
    """All chapters of a game; none for a game that has only its cards and its ledger."""
    found = find(game).chapters
    return tuple(found.chapter(name, language) for name in found.names) if found is not None else ()


def rules_url(game: str, chapter: str = "", part: str = "") -> str:
    """Where the rules are: their contents, a chapter, or a part of it."""
    return f"/rules/{game}" + (f"/{chapter}" if chapter else "") + (f"#part-{part}" if part else "")


def card_url(game: str, card: str) -> str:
    """Where the rule of a card is."""
    return f"{rules_url(game)}#rule-{card}"


def way_url(game: str, to: str) -> str:
    """Where marked words lead."""
    return rules_url(game, to[1:]) if to.startswith("/") else card_url(game, to)


@cache
def told(game: str, text: str) -> Markup:
    """A paragraph for the page: its marked words and the numbers of rules are links."""
    link = '<a href="{}">{}</a>'
    shown, at = Markup(""), 0
    for way in WAY.finditer(text):
        shown += with_links(game, text[at : way.start()]) + Markup(link).format(way_url(game, way[2]), way[1])
        at = way.end()
    return shown + with_links(game, text[at:])


def plain(text: str) -> str:
    """A paragraph without its marks."""
    return WAY.sub(r"\1", text)


def part_title(game: str, part: ChapterPart, language: str) -> str:
    """The heading of a part: its own, or the name of its card."""
    if not part.card:
        return part.title
    return find(game).words.name_words(kind_of(game, part.card), part.card, language)


def kind_of(game: str, card: str) -> str:
    """The kind of names to which a card belongs."""
    return next(group.kind for group in find(game).cards if card in group.names)


def marked(text: str, places: list[tuple[int, int]]) -> Markup:
    """A plain text with some places marked, each from where to where."""
    shown, at = Markup(""), 0
    for begin, end in places:
        shown += escape(text[at:begin]) + Markup("<mark>{}</mark>").format(text[begin:end])
        at = end
    return shown + escape(text[at:])
