"""The log of a page: one entry a move, which says who by name did what and what came of it; its lines unfold."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html import unescape

import pytest

from bellringer.core.contract.registry import find
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.drawing.log.log_lines import STANDS_FOR
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.drawing.table.parts import Drawer
from bellringer.server.drawing.table.table_drawings import lines_of
from bellringer.server.tables.live.live_game import LiveGame
from tests.server.services import COMPANIES, kept_table, moved

PAGES = environment()
TAG, NAMED = re.compile(r"<[^>]+>"), re.compile(r"{(\w+)}")


def played(game: str, seats: int, decisions: int) -> LiveGame:
    """A game of people, some way on."""
    live, dice = LiveGame(kept_table(game, seats)), random.Random(f"entries {game} {seats}")
    for _ in range(decisions):
        if live.pending:
            moved(live, dice.choice(live.pending), dice=dice)
    return live


def model_of(live: LiveGame, language: str = "en") -> PageModel:
    return PageModel(live.table, live.info(0), Viewer(0, (0,), language), lines_of(live))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_the_log_has_one_entry_a_move_and_one_element_an_event(game: str, seats: int) -> None:
    """Its sentence names the person; what else happened follows in a few words, each with the number of its event."""
    kinds, folded = find(game), 0
    for decisions in (40, 150):
        model = model_of(played(game, seats, decisions), LANGUAGES[(decisions + seats) % len(LANGUAGES)])
        assert [line for entry in model.entries for line in entry.lines] == list(model.log)
        for entry in model.entries:
            text = str(entry.element)
            lines = re.findall(r'<li id="line-(\d+)"[^>]* data-event="(\d+)"', text)
            assert lines == [(str(line.number),) * 2 for line in entry.lines]
            heads = [line for line in entry.lines if line.event and line.event.kind in kinds.entry_heads]
            assert heads[:1] in ([], [entry.title]) and len(heads) <= 1 + bool(kinds.entry_joins), entry.lines
            assert ("<details" in text) is ("<summary>" in text) is (len(entry.lines) > 1)
            told = {int(number) for number in re.findall(r'<span[^>]* data-event="(\d+)"', text)}
            assert told <= {line.number for line in entry.lines}
            folded += len(entry.lines) > 1
        assert STANDS_FOR.search("".join(str(entry.element) for entry in model.entries)) is None
    assert folded > 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_people_are_called_by_their_names_in_the_colours_of_their_seats(game: str, language: str) -> None:
    live = played(game, 3, 60)
    model = model_of(live, language)
    colours = [model.view_model.name("seat", colour).capitalize() for colour in live.table.seat_names]
    for line in model.log:
        assert not any(re.search(rf"\b{colour}\b", line.text) for colour in colours), line.text
    acting = [line for line in model.log if line.seat_told is not None]
    assert len(acting) > 20
    for line in acting:
        name, colour = model.people[line.seat_told or 0]
        assert f'<b class="who of-{colour}">{name}</b>' in line.element and name in line.text
    log = unescape(str(Drawer(PAGES, model, "token").log()))
    assert all(f"{name}</b>" in log for name, _ in model.people)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_the_few_words_of_an_event_say_nothing_that_its_sentence_does_not(game: str, language: str) -> None:
    words = find(game).words.words_in(language)
    events, came = words.find("events"), words.find("came")
    assert came.keys() == find(game).words.words_in("en").find("came").keys() <= events.keys()
    for key, text in came.items():
        [few, whole] = [NAMED.findall(str(one)) for one in (text, events[key])]
        assert set(few) <= {*whole, "n", *(("borough",) if "market" in whole else ())}, f"{key}: {text}"


def test_what_came_of_a_card_stands_in_the_sentence_of_the_card() -> None:
    """A coin that a person costs belongs to the person, not to the card that the same seat has played before."""
    model = model_of(played("notre-dame", 3, 70))
    said = {line.event.kind for entry in model.entries for line in entry.lines[1:] if line.event}
    assert {"coins-gained", "prestige-gained", "rat-moved", "person-opens"} <= said
    hired = [entry for entry in model.entries if entry.title.event and entry.title.event.kind == "person-hired"]
    for entry in hired:
        assert entry.lines[0].event and entry.lines[0].event.kind == "coins-paid"
        assert "−1 coin" in TAG.sub("", entry.summary())
    assert hired and all("places a marker" not in TAG.sub("", entry.summary()) for entry in model.entries)


def test_a_rat_says_in_its_entry_whom_it_hits() -> None:
    seen = set()
    for seats in (2, 3, 4):
        for entry in model_of(played("rattus", seats, 400)).entries:
            if entry.title.event and entry.title.event.kind == "rat-turned":
                words = TAG.sub("", entry.summary() if len(entry.lines) > 1 else entry.element)
                found = re.search(r"nobody is hit|−\d citizen|−1 potion", words)
                assert found, words
                seen.add(found[0][:3])
    assert "nob" in seen and len(seen) > 1


def test_somebody_with_another_name_is_called_by_it_from_the_beginning() -> None:
    live = played("rattus", 2, 12)
    before = model_of(live)
    assert any(line.text.startswith("Person 0") for line in before.log)
    seats = (replace(live.kept.seats[0], name="Zoé"), *live.kept.seats[1:])
    live.kept = replace(live.kept, seats=seats)
    texts = [line.text for line in model_of(live).log]
    assert not any("Person 0" in text for text in texts) and any(text.startswith("Zoé") for text in texts)
    assert len(lines_of(live).kept) == 1
