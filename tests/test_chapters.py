"""The rules as a person tells them: in both languages, each line of the ledger told somewhere, no figure typed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Chapter, ChapterPart, Passage
from bellringer.core.shown.words import LANGUAGES, Words, catalogue
from bellringer.games.rattus.show.chapters import DIPLOMATS
from bellringer.page.chapters import plans_in
from bellringer.server.drawing.rules.chapters import WAY, chapters_of, told, way_url
from tests.test_guides import YEARS

GAMES = ("notre-dame", "rattus")
# Lines that no chapter needs to tell: they are for who writes down a game or keeps one, not for who sits at the table.
TECHNICAL = {"notre-dame": frozenset[str](), "rattus": frozenset({"RA-1.22"})}


def package_of(game: str) -> str:
    return f"bellringer.games.{game.replace('-', '_')}.words.chapters"


def parts_of(game: str, language: str = "en") -> Iterator[tuple[Chapter, ChapterPart]]:
    for chapter in chapters_of(game, language):
        yield from ((chapter, part) for part in chapter.parts)


def passages_of(game: str, language: str = "en") -> Iterator[Passage]:
    for _, part in parts_of(game, language):
        yield from part.passages


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_ledger_is_told_and_no_other(game: str) -> None:
    ledger = find(game).ledger
    assert ledger is not None
    lines, told_lines = {rule.number for rule in ledger.rules}, set[str]()
    for passage in passages_of(game):
        told_lines.update(passage.rules)
    for _, part in parts_of(game):
        if part.card:
            told_lines.update(number for number, _ in find(game).words.rulings(part.card, "en"))
    assert sorted(told_lines - lines) == [], "no such line"
    assert sorted(lines - told_lines - TECHNICAL[game]) == [], "no chapter tells it"
    assert sorted(TECHNICAL[game] & told_lines) == [], "it is told after all"


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_chapters_and_lead_to_the_same_places(game: str) -> None:
    shapes = []
    for language in LANGUAGES:
        parts = [(chapter.name, part.name, part.card, [one.rules for one in part.passages],
                  [[way[2] for way in WAY.finditer(one.text)] for one in part.passages],
                  [sketch.name for sketch in part.sketches])
                 for chapter, part in parts_of(game, language)]  # fmt: skip
        shapes.append([(*part[:4], [sorted(ways) for ways in part[4]], part[5]) for part in parts])
    assert shapes[0] == shapes[1]
    en, fr = (chapters_of(game, language) for language in LANGUAGES)
    for one, other in zip(en, fr, strict=True):
        assert one.lead != other.lead and all([one.title, one.lead, other.title, other.lead])


@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_are_those_of_the_plan_in_its_order(game: str) -> None:
    plan = plans_in(package_of(game))
    wanted = []
    for chapter, parts in plan.items():
        wanted += [f"{chapter}.title", f"{chapter}.lead"]
        for name, part in parts.items():
            wanted += [] if part.card else [f"{chapter}.{name}.title"]
            wanted += [f"{chapter}.{name}.{key}" for key in part.passages]
    for language in LANGUAGES:
        assert catalogue(language, package_of(game), "{language}.toml").keys() == wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_figure_is_typed_into_a_sentence(game: str, language: str) -> None:
    words: Words = catalogue(language, package_of(game), "{language}.toml")
    texts = {key: YEARS.sub("", re.sub(r"\{\w+\}", "", form)) for key in words.keys() for form in words.forms(key)}
    assert {key: text for key, text in texts.items() if re.search(r"\d", text)} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_marked_word_leads_to_a_card_or_a_chapter(game: str) -> None:
    cards = {name for group in find(game).cards for name in group.names}
    chapters = {f"/{chapter.name}" for chapter in chapters_of(game, "en")}
    ways = {way[2] for language in LANGUAGES for one in passages_of(game, language) for way in WAY.finditer(one.text)}
    assert ways and ways <= cards | chapters
    about = {part.card for _, part in parts_of(game) if part.card}
    assert about <= cards
    assert sorted(cards - ways - about) == [], "every card is a link away"
    for one in passages_of(game):
        assert not re.search(r"[\[\]]", WAY.sub("", one.text)), "a mark that is none"


def test_marked_words_become_links_and_all_else_is_plain() -> None:
    (game,) = GAMES[:1]
    card = find(game).cards[0].names[0]
    text = told(game, f"<b> [some words]({card}) & [more](/aim)")
    assert text == (f'&lt;b&gt; <a href="/rules/{game}#rule-{card}">some words</a> &amp; '
                    f'<a href="/rules/{game}/aim">more</a>')  # fmt: skip
    assert way_url(game, "/aim") == f"/rules/{game}/aim"


def test_the_points_of_diplomats_are_those_of_the_ledger() -> None:
    """They have no constant in Python: the rules are compiled."""
    ledger = find("rattus").ledger
    assert ledger is not None
    (rule,) = (rule.text for rule in ledger.rules if rule.number == "RA-14.36")
    assert re.findall(r"\d+", rule)[:2] == [str(points) for points in DIPLOMATS.values()]


@pytest.mark.parametrize("game", GAMES)
def test_no_chapter_has_the_name_of_another_page(game: str) -> None:
    assert "ledger" not in {chapter.name for chapter in chapters_of(game, "en")}
