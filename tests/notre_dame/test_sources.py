"""Where prestige came from, in the cases where it is hardest to tell."""

from __future__ import annotations

from bellringer import Table
from bellringer.games.notre_dame.names import KINDS, PERSONS, PLACES
from bellringer.games.notre_dame.sources import SOURCES
from tests.enums import Enums
from tests.notre_dame.play import at, play, played, struck

RULES = Enums("games/notre_dame/rules")


def of(table: Table, colour: str = "red") -> dict[str, dict[str, int]]:
    """What each source brought to a seat by round, after what the table began with."""
    found = table.sources().by_source(table.seat_names.index(colour))
    found.pop("beginning", None)
    return found


def test_the_numbers_are_those_of_the_rules() -> None:
    number = RULES.having("sources.pxd", "OF_PLACE")
    assert SOURCES.names[number["OF_PLACE"] :][: len(PLACES)] == PLACES
    assert SOURCES.names[number["OF_SHARE"]] == "share" and SOURCES.names[number["OF_PLAGUE"]] == "plague"
    assert SOURCES.names[number["OF_MESSAGE"] :][: len(KINDS)] == tuple(f"message-{kind}" for kind in KINDS)
    assert SOURCES.names[number["OF_PERSON"] :] == tuple(f"person-{person}" for person in PERSONS)


def test_the_park_is_its_own_source_on_top_of_whatever_it_adds_to() -> None:
    table = played("residence", {"markers": {"residence": 2, "park": 4}, "prestige": 5})
    assert of(table) == {"residence": {"1": 3}, "park": {"1": 2}}
    assert table.sources().total(0) == 10 and table.sources().total(0, source="beginning") == 5


def test_a_message_is_the_source_of_what_the_carriage_brings() -> None:
    table = at(red={"hand": ["carriage-house", "bank", "park"]}, markets={"1:south": "red prestige"})
    play(table, "carriage-house", "carriage 1:south", "take")
    assert of(table) == {"message-prestige": {"1": 4}}


def test_messages_once_more_and_markers_given_back_come_of_the_person_who_was_asked_for_them() -> None:
    """What an ask brings later is still the source's that has put it."""
    red = {"messages": ["red prestige", "blue prestige"], "coins": 2, "markers": {"bank": 2}}
    new = {"persons": "new", "phase": "hire", "round": 4}
    coachman = at(open=["minstrel", "doctor", "coachman"], red=red, **new)
    assert of(play(coachman, "hire coachman", "repeat prestige")) == {"person-coachman": {"4": 8}}
    gypsies = at(open=["minstrel", "doctor", "gypsies"], red=red, **new)
    assert of(play(gypsies, "hire gypsies", "from bank", "from bank", "pass")) == {"person-gypsies": {"4": 4}}


def test_a_sector_that_a_person_lets_act_is_the_source_of_what_it_brings() -> None:
    red = {"coins": 2, "markers": {"residence": 2, "bank": 1}}
    fool = at(phase="hire", open=["fool", "doctor", "city-guard"], red=red)
    assert of(play(fool, "hire fool", "from bank", "to residence")) == {"residence": {"1": 3}}


def test_a_round_ends_with_the_plague_and_then_the_cathedral() -> None:
    """Both count for the round that ends, and the cathedral's marker is no donation."""
    table = struck(9, round=3, red={"rat": 5, "prestige": 7, "markers": {"notre-dame": 2, "bank": 1}})
    found = of(table)
    assert found["plague"] == {"3": -2} and found["share"]["3"] > 0 and set(found) == {"plague", "share"}
    assert table.sources().total(0) == table.state.score(0)


def test_a_donation_comes_of_the_cathedral() -> None:
    assert of(played("notre-dame", {"coins": 3}, "give 2")) == {"notre-dame": {"1": 3}}
