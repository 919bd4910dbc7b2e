"""The page of a game's rules ledger: every rule under its number, and each number that is cited a way to its rule."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup, escape

from bellringer.core.contract.ledger import NUMBER, Ledger
from bellringer.core.contract.registry import find

LINKS = re.compile(r"\]\(")  # to files beside the ledger, which are no pages here
SENTENCES = re.compile(r"(?<=\.) ")
MARKS = (
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*([^*]+)\*"), r"<i>\1</i>"),
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
)


def ledger_url(game: str, number: str = "") -> str:
    """Where the ledger is, or a rule of it."""
    return f"/rules/{game}/ledger" + (f"#{number}" if number else "")


def rule_link(game: str, number: str) -> Markup:
    """A rule's number as the way to the rule; a plain number where the game has no ledger."""
    if find(game).ledger is None:
        return escape(number)
    return Markup('<a class="rule-ref" href="{}">{}</a>').format(ledger_url(game, number), number)


def with_links(game: str, text: str) -> Markup:
    """A text that cites rules, in which each number leads to its rule."""
    return Markup(NUMBER.sub(lambda found: rule_link(game, found[0]), str(escape(text))))


@cache
def marked(text: str) -> Markup:
    """A text of the ledger for the page: marked words, and numbers that lead to their rules."""
    found = str(escape(text))
    for mark, shown in MARKS:
        found = mark.sub(shown, found)
    return Markup(NUMBER.sub(r'<a href="#\g<0>">\g<0></a>', found))


def preface_of(ledger: Ledger) -> list[Markup]:
    """What the ledger says of itself, but for sentences that send the reader to other files."""
    kept = ([one for one in SENTENCES.split(text) if not LINKS.search(one)] for text in ledger.preface)
    return [marked(" ".join(sentences)) for sentences in kept if sentences]
