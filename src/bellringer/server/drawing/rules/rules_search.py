"""Finding words in the rules of a game: in its chapters, its cards, and its ledger.

A text is found if it has all words that are looked for, as parts of words too. Capitals, accents and the kind of an
apostrophe do not matter. What is compared is made once for each game and language.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup

from bellringer.core.contract.registry import find
from bellringer.server.base.language import words_in
from bellringer.server.drawing.rules.card_rules import groups_of
from bellringer.server.drawing.rules.chapters import card_url, chapters_of, marked, part_title, plain, rules_url
from bellringer.server.drawing.rules.ledger_page import ledger_url

LONGEST = 80  # letters of what is looked for
SHOWN = 20  # of each kind; of the others it is said how many there are
MARKS = str.maketrans("", "", "*`")  # which the ledger's lines have
SAME = {"\u2019": "'", "\u00a0": " ", "\u202f": " "}
KINDS = ("chapters", "cards", "ledger")


@dataclass(frozen=True)
class Found:
    """A text that can be found. `title`: what it belongs to; `language`: of the text; `folded`: as it is compared.

    `all_folded`: with its title.
    """

    title: str
    url: str
    text: str
    language: str
    folded: str
    places: Sequence[int]  # by the letters of `folded`: the letter of `text` from which it comes
    all_folded: str

    def marked(self, wanted: Sequence[str]) -> Markup:
        """The text with the words that were looked for marked."""
        return marked(self.text, joined(self.hits(wanted)))

    def hits(self, wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Where in the text each word stands, again and again."""
        for word in wanted:
            at = self.folded.find(word)
            while at >= 0:
                yield self.places[at], self.places[at + len(word) - 1] + 1
                at = self.folded.find(word, at + len(word))


def joined(places: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places in their order, those that overlap as one."""
    found: list[tuple[int, int]] = []
    for begin, end in sorted(places):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return found


def folded(text: str) -> tuple[str, list[int]]:
    """A text as it is compared, and for each of its letters the one from which it comes."""
    letters, places = [], []
    for place, letter in enumerate(text):
        for one in unicodedata.normalize("NFKD", SAME.get(letter, letter)).casefold():
            if not unicodedata.combining(one):
                letters.append(one)
                places.append(place)
    return "".join(letters), places


def wanted_in(query: str) -> list[str]:
    """The words that somebody looks for, as they are compared."""
    return list(dict.fromkeys(folded(query)[0].split()))


def text_of(title: str, url: str, text: str, language: str) -> Found:
    """A text that can be found, by its own words and those of its title."""
    letters, places = folded(text)
    return Found(title, url, text, language, letters, places, f"{letters}\n{folded(title)[0]}")


@cache
def texts_of(game: str, language: str) -> dict[str, tuple[Found, ...]]:
    """All texts of a game, by their kinds."""
    return {
        "chapters": tuple(passages(game, language)),
        "cards": tuple(cards(game, language)),
        "ledger": tuple(lines(game)),
    }


def passages(game: str, language: str) -> Iterator[Found]:
    """The paragraphs of the chapters."""
    for chapter in chapters_of(game, language):
        yield text_of(chapter.title, rules_url(game, chapter.name), chapter.lead, language)
        for part in chapter.parts:
            title = f"{chapter.title} · {part_title(game, part, language)}"
            for passage in part.passages:
                yield text_of(title, rules_url(game, chapter.name, part.name), plain(passage.text), language)


def cards(game: str, language: str) -> Iterator[Found]:
    """The rules of the cards, and those of their levels."""
    for group in groups_of(words_in(language), game):
        for card in group["entries"]:
            for title, text in ((card["name"], card["text"]), *card["levels"]):
                yield text_of(title, card_url(game, card["id"]), text, language)


def lines(game: str) -> Iterator[Found]:
    """The lines of the ledger, which is written in one language."""
    ledger = find(game).ledger
    for rule in ledger.rules if ledger is not None else ():
        yield text_of(rule.number, ledger_url(game, rule.number), rule.text.translate(MARKS), "en")


def search(game: str, language: str, query: str) -> list[dict[str, Any]]:
    """What was found, by its kind; kinds of which nothing was found are left out."""
    wanted = wanted_in(query)
    found = {kind: [one for one in texts_of(game, language)[kind] if has_all(one, wanted)]
             for kind in KINDS} if wanted else {}  # fmt: skip
    return [
        {"kind": kind, "count": len(some), "more": max(0, len(some) - SHOWN),
         "texts": [shown(one, wanted) for one in some[:SHOWN]]}
        for kind, some in found.items() if some
    ]  # fmt: skip


def has_all(one: Found, wanted: Sequence[str]) -> bool:
    """Whether a text and its title have all words."""
    return all(word in one.all_folded for word in wanted)


def shown(one: Found, wanted: Sequence[str]) -> dict[str, Any]:
    """The values of a text that was found."""
    title = text_of(one.title, one.url, one.title, one.language).marked(wanted)
    return {"title": title, "url": one.url, "text": one.marked(wanted), "language": one.language}
