"""The boards of guilds and inns as they are shown: on the page, in pictures, in the terminal, in both languages."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from rich.console import Console

import bellringer
from bellringer import Table
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Choice
from bellringer.games.rattus.names import GUILDS
from bellringer.games.rattus.show import svg_boards
from bellringer.games.rattus.show.page import ChartDisplay
from tests.rattus.play import at, play
from tests.test_drawing import ids_of, layers

CARDS = ["guild-master", "inn-keeper", "crusader", "serf", "nun", "monk", "soldier", "queen"]
GAME = find("rattus")


def both(**fields: Any) -> Table:
    """A table with both boards: red holds both cards, and has a guild and a city; blue has some."""
    document: dict[str, Any] = {
        "seats": 3,
        "box": "big-box",
        "modules": ["guilds", "inns"],
        "guilds": {"witch": "red", "king": "blue"},
        "cities": {"gallia": "red", "italia": "blue"},
        "rats": {"scandia": 1, "gallia": 1},
        "players": {"red": {"classes": ["guild-master", "inn-keeper"], "citizens": {"italia": 2}}},
        **fields,
    }
    document.setdefault("classes", CARDS[: 8 if document["seats"] > 4 else 6])
    return at(**document)


def display(table: Table, language: str = "en") -> ChartDisplay:
    """What the page of the seat that decides shows."""
    seat = table.pending[0]
    choices = [Choice(one.name, one.words(language), one.target) for one in table.moves(seat)]
    found = GAME.display(GAME.view_model(table.view(seat), language), choices)
    assert isinstance(found, ChartDisplay)
    return found


def drawn(table: Table, language: str = "en") -> dict[str, ET.Element]:
    """The boards by their ids."""
    found = [ET.fromstring(one) for one in display(table, language).boards]
    return {one.attrib["id"]: one for one in found}


def shining(board: ET.Element) -> set[str]:
    """The targets that a legal move is about."""
    return {one.attrib["data-target"] for one in board.iter() if "shines" in one.attrib.get("class", "").split()}


def words_on(board: ET.Element) -> list[str]:
    """All that can be read or heard."""
    ends = ("text", "title")
    return [one.text or "" for one in board.iter() if one.tag.rpartition("}")[2] in ends]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_has_a_drawing_of_each_board_with_all_its_places(language: str, seats: int) -> None:
    table = both(seats=seats)
    found = drawn(table, language)
    assert list(found) == ["board-guilds", "board-inns"]
    targets = {
        one.attrib["data-target"] for board in found.values() for one in board.iter() if "data-target" in one.attrib
    }
    regions = GAME.view_model(table.view(0), language)
    assert targets == {*(f"guild {card}" for card in GUILDS), *(f"city {region}" for region in regions.regions)}  # type: ignore[attr-defined]


def test_a_place_says_who_is_there() -> None:
    guilds, inns = drawn(both()).values()
    assert {"Witch: red", "King: blue", "Monk: free"} <= set(words_on(guilds))
    assert {"France: red", "Italia: blue", "Germania: free"} <= set(words_on(inns))
    assert {"Sorcière\u00a0: rouge", "Moine\u00a0: libre"} <= set(words_on(drawn(both(), "fr")["board-guilds"]))


def test_a_table_without_the_modules_has_no_boards() -> None:
    assert display(at(box="big-box")).boards == ()
    assert list(drawn(both(modules=["inns"], guilds={}, classes=CARDS[1:7], players={}))) == ["board-inns"]


def test_what_can_be_taken_shines_on_its_board_alone() -> None:
    guilds, inns = drawn(play(both(), "use guild-master")).values()
    assert shining(guilds) == {f"guild {card}" for card in GUILDS if card != "witch"} and not shining(inns)
    table = play(both(), "use inn-keeper")
    guilds, inns = drawn(table).values()
    assert not shining(guilds) and shining(inns) == {one.target for one in table.moves(0)}
    assert "city italia" in shining(inns) and "city gallia" not in shining(inns)
    assert 'class="shines' not in layers(table, 0)[1]


def test_the_button_of_a_guild_tells_the_rule_of_its_card() -> None:
    groups = display(play(both(), "use guild-master")).groups
    rules = {button.target: button.rule for group in groups for button in group.buttons}
    assert rules == {f"guild {card}": card for card in GUILDS if card != "witch"}


def test_a_guild_that_can_be_used_shines_and_fades_once_it_was() -> None:
    table = both()
    guilds, _ = drawn(table).values()
    assert shining(guilds) == {"guild witch"}
    play(table, "use witch")
    while table.position()["asks"][-1]["ask"] != "act":
        table.play(table.moves(0)[0].name)
    faded = [one for one in drawn(table)["board-guilds"].iter() if "opacity" in one.attrib]
    assert len(faded) == 1 and not shining(drawn(table)["board-guilds"])


def test_the_buttons_say_what_they_are_about() -> None:
    groups = display(play(both(), "use inn-keeper")).groups
    (cities,) = groups
    assert cities.legend == "Take the city of" and {"Italia", "Germania"} <= {one.label for one in cities.buttons}
    assert "The city of Italia, with a citizen from Italia" in {one.words for one in cities.buttons}
    (guilds,) = display(play(both(), "use guild-master")).groups
    assert {(one.words, one.emblem) for one in guilds.buttons} >= {("The guild of the Monk", "monk")}


def test_a_seat_shows_how_many_it_has_on_the_boards() -> None:
    figures = {one.key: one.value for one in display(both()).figures("red")}
    assert (figures["guilds"], figures["cities"]) == ("1", "1")
    assert not {"guilds", "cities"} & {one.key for one in display(both()).figures("green")}


def test_what_a_guild_has_done_does_not_mark_the_card_of_another_seat_as_used() -> None:
    players = {"red": {"classes": ["guild-master"]}, "blue": {"classes": ["monk"]}}
    table = both(guilds={"monk": "red"}, players=players, rats={"gallia": 1})
    play(table, "use monk", "to italia")
    assert table.view(0)["used"] == ["monk"]
    (card,) = display(table).cards("blue")
    assert card.name == "monk" and not card.is_used


def test_what_the_boards_refer_to_is_defined_in_the_ground() -> None:
    table = both()
    ground = layers(table, 0)[0]
    defined = set(ids_of(ground))
    for board in drawn(table).values():
        used = {one.attrib["href"][1:] for one in board.iter() if "href" in one.attrib}
        assert used and used <= defined


@pytest.mark.parametrize("seats", [2, 6])
def test_the_whole_picture_has_the_boards_beside_the_seats(seats: int) -> None:
    table = both(seats=seats)
    picture, plain = bellringer.svg.picture(table, 0), bellringer.svg.picture(at(seats=seats, box="big-box"), 0)
    width, wider = (float(ET.fromstring(one).attrib["viewBox"].split()[2]) for one in (plain, picture))
    assert wider == width + svg_boards.WIDTH + 22
    assert "Guilds" in picture and "Inns" in picture and "Guilds" not in plain


@pytest.mark.parametrize(("language", "lines"), [
    ("en", ("guilds: Peasant · Monk · Merchant · Witch ●R · King ▲B · Knight", "cities: France ●R · Italia ▲B")),
    ("fr", ("guildes\xa0: Paysan · Moine · Marchand · Sorcière ●R · Roi ▲B · Chevalier",
            "villes\xa0: France ●R · Italie ▲B")),
])  # fmt: skip
def test_the_terminal_has_a_line_for_each_board(language: str, lines: tuple[str, str]) -> None:
    console = Console(width=120, record=True, quiet=True)
    with console.capture() as shown:
        console.quiet = False
        console.print(GAME.terminal.picture(both().view(0), language, 120))
    assert all(line in shown.get() for line in lines)
    nobody = GAME.terminal.picture(both(cities={}, guilds={}).view(0), "en", 120)
    with console.capture() as shown:
        console.print(nobody)
    assert "cities: none" in shown.get()


def test_a_preview_shows_who_comes_to_a_board_and_who_leaves_it() -> None:
    table = play(both(), "use guild-master")
    told = {one.id: one for one in table.preview("guild king", 0).pieces if one.place}
    assert set(told) == {"stack-red-guild-king", "stack-blue-guild-king"}
    assert {one.place for one in told.values()} == {"guild king"}
    comes, leaves = told["stack-red-guild-king"], told["stack-blue-guild-king"]
    assert comes.before is None and comes.after and "#pile-red-" in comes.drawing
    assert leaves.before and leaves.after is None and not leaves.drawing
    table = play(both(), "use inn-keeper")
    assert {one.place for one in table.preview("from italia", 0).pieces} == {"", "city italia"}
