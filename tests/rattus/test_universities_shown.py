"""The universities on the screen: pieces in places of their own, events, points. [RA-15]"""

from __future__ import annotations

import io
import math
from itertools import combinations
from typing import Any

import pytest
from rich.console import Console

from bellringer import Table
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Figure
from bellringer.core.shown.words import LANGUAGES, spaced
from bellringer.games.rattus.names import REGIONS
from bellringer.games.rattus.show import svg_rats, svg_universities
from bellringer.games.rattus.show.svg_chart import HAVEN, SIZE, centre
from bellringer.svg.elements import Point
from tests.rattus.play import play
from tests.rattus.school import last, school
from tests.rattus.test_pieces_shown import (
    BORDERS,
    bar,
    box_around,
    citizen_boxes,
    gap,
    guards,
    labels,
    live,
    name_box,
    round_pieces,
)

GAME = find("rattus")
HOUSE, TOKEN = svg_universities.HOUSE, svg_universities.TOKEN
GUARD, THICK = 15, 8
ROOM = [*((HOUSE, svg_universities.house_at(region), region) for region in REGIONS),
        *((TOKEN, svg_universities.token_at(region), region) for region in REGIONS)]  # fmt: skip
NEXT = ("magic", "university", "discard", "islamic")


@pytest.mark.parametrize("region", REGIONS)
def test_universities_and_tokens_stand_clear_of_all_else(region: str) -> None:
    for radius, one in ((HOUSE, svg_universities.house_at(region)), (TOKEN, svg_universities.token_at(region))):
        assert radius < min(one) and max(one) < SIZE - radius
        for other in REGIONS:
            assert gap(one, name_box(other)) >= radius - 2, (region, other)
            assert all(gap(one, row) >= radius for row in citizen_boxes(other)), (region, other)
            assert all(math.dist(one, at_) >= radius + r - 1 for at_, r in round_pieces(other)), (region, other)
            assert all(math.dist(one, at_) >= radius + GUARD - 1 for at_ in guards(other)), (region, other)
        for border in BORDERS:
            assert all(math.dist(one, point) >= radius + THICK - 3 for point in bar(border)), (region, border)
        assert gap(one, box_around((HAVEN[0], HAVEN[1] + 16), 132, 176)) >= radius
        assert all(math.dist(one, at_) >= radius + svg_rats.STAGE for at_ in svg_rats.STAGES.values())


def test_they_stand_clear_of_each_other_and_nearest_to_their_own_region() -> None:
    assert all(math.dist(a, b) >= r + s - 1 for (r, a, _), (s, b, _) in combinations(ROOM, 2))
    for _, one, region in ROOM:
        assert min(REGIONS, key=lambda name: far(one, name)) == region


def far(one: Point, region: str) -> float:
    """How far a point is from a region's pieces and name."""
    x, y = centre(region)
    return gap(one, (x - 62, y - 54, x + 62, y + 36))


def full(**fields: Any) -> Table:
    """A table with everything that universities bring."""
    players = {"red": {"classes": ["professor"], "points": 3, "citizens": {"italia": 1}}, "blue": {"points": 1}}
    return school(players, *NEXT, founded=["polonia", "italia"], **fields)


def test_pieces_and_tokens_say_what_they_are() -> None:
    found = labels(live(full()))
    assert found["university-green"] == "Italia: the green university"
    assert found["university-white"] == "France: the white university"
    assert found["token-polonia"] == "Polonia: a university has been founded here" and "token-italia" in found
    assert labels(live(full(), language="fr"))["university-white"] == "France\u00a0: l’université blanche"


def test_the_whole_picture_has_events_and_points() -> None:
    drawing = GAME.pictures.picture(full().view(0), "en")
    assert ">events</text>" in drawing and ">30</text>" in drawing
    assert " +3</text>" in drawing and " +1</text>" in drawing


def facts(table: Table, seat: int, language: str = "en") -> dict[str, str]:
    """What the page says of the turn."""
    return {figure.key: figure.words for figure in figures(table, seat, language)}


def figures(table: Table, seat: int = 0, language: str = "en") -> tuple[Figure, ...]:
    """The same, each with its value and its emblem."""
    return GAME.display(GAME.view_model(table.view(seat), language), []).facts


def test_the_page_tells_of_events_to_whom_they_are_known() -> None:
    table = play(full(), "use professor", "pass")
    said = facts(table, 0)
    assert said["events"] == "30 events in the pile" and said["next-event-1"] == "To come (1): a bonus for magic"
    assert said["next-event-4"] == "To come (4): a bonus for the Islamic cards" and "next-event-5" not in said
    assert not [key for key in facts(table, 1) if key.startswith("next-event")]
    assert facts(table, 0, "fr")["next-event-1"] == spaced("À venir (1) : un bonus pour la magie")
    play(table, "plague germania")
    assert facts(table, 0)["events"] == "29 events in the pile"
    drawn = play(last("professor", coming=NEXT), "use professor")
    assert [figure.words for figure in figures(drawn) if figure.key.startswith("drawn")] == [
        *("Event drawn: class cards may be given up", "Event drawn: universities are founded"),
        *("Event drawn: a bonus for magic", "Event drawn: a bonus for the Islamic cards"),
    ]
    on = play(drawn, "event discard")
    assert facts(on, 0)["event-0"] == "Event: class cards may be given up"


def test_the_page_has_points_at_the_seats_and_buttons_for_events() -> None:
    table = full()
    display = GAME.display(GAME.view_model(table.view(0), "en"), [])
    assert [figure.value for figure in display.figures("red") if figure.key == "points"] == ["3"]
    assert not [figure for figure in display.figures("green") if figure.key == "points"]
    play(table, "use professor")
    for language in LANGUAGES:
        words = [move.words(language) for move in table.moves(0)]
        assert len(set(words)) == len(words) == 5 and table.prompt(0, language)


def shown(table: Table, seat: int, language: str = "en") -> str:
    """The terminal's picture as text."""
    console = Console(width=160, record=True, file=io.StringIO())
    console.print(GAME.terminal.picture(table.view(seat), language, 160))
    return " ".join(console.export_text().split())


def test_the_terminal_shows_all_of_it() -> None:
    text = shown(play(full(), "use professor", "pass"), 0)
    assert "Italia ⌂G°" in text and "France ⌂W" in text and "Polonia ☠ °" in text
    assert "events in the pile: 30" in text and "next: a bonus for magic;" in text
    assert "points" in text and "next:" not in shown(play(full(), "use professor", "pass"), 1)
    assert "points" not in shown(school({}), 0)


@pytest.mark.parametrize(("language", "with_points"), [
    ("en", "points: 9 of citizens, 3 of victory points"), ("fr", "points : 9 des habitants, 3 de victoire"),
])  # fmt: skip
def test_the_end_says_how_much_of_a_score_are_points(language: str, with_points: str) -> None:
    shown = GAME.display(GAME.view_model(full().view(None), language), [])
    assert spaced(shown.score_words("red", 12)).replace("\xa0", " ") == with_points
    green = find("rattus").display(GAME.view_model(school({}).view(None), language), [])
    assert green.score_words("red", 1) == {"en": "citizen", "fr": "habitant"}[language]
    assert green.score_words("red", None) == ""


def test_one_is_one_thing() -> None:
    shown = GAME.display(GAME.view_model(full().view(None), "en"), [])
    words = {seat: {one.key: one.words for one in shown.figures(seat)}["points"] for seat in ("red", "blue")}
    assert words == {"red": "victory points", "blue": "victory point"}
