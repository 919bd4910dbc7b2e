"""Positions of Rattus by names: whole ones come back to the same bytes, partial ones are filled or refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import bellringer
from bellringer import PositionError
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.games.rattus import names
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.document import codec
from tests.contract.tables import walk
from tests.rattus.play import TABLES, at, rats_in
from tools.games import BEGINNINGS
from tools.positions import Kind, positions, wrong_with

GAME = find("rattus")
SIX = ("peasant", "monk", "merchant", "witch", "king", "knight")


# whole positions


@pytest.mark.parametrize(("seats", "box"), TABLES)
def test_a_position_comes_back_to_the_same_bytes(seats: int, box: str) -> None:
    """Those of a state that notes no events."""
    state, dice = GAME.blank(seats, bellringer.new_game("rattus", seats=seats, box=box).options, None), random.Random(3)
    state.key(bytes(32))
    state.deal()
    for _ in walk(state, dice):
        document = json.loads(json.dumps(GAME.position(state)))
        assert GAME.restore(document) == state
    document = GAME.position(state)
    assert document["phase"] == "over" and document["asks"] == []
    assert GAME.restore(document) == state


def test_tokens_are_named_by_number_and_face() -> None:
    table = at(seats=4, rats={"gallia": [{"token": "t05", "seen": ["blue"], "laid-out": True}]})
    assert rats_in(table, "gallia") == [{"token": "t05 1 bourgeoisie church", "seen": ["blue"], "laid-out": True}]
    assert len(set(shipped().component_set(4, "base").token_names)) == 49


# partial positions


def test_a_position_of_which_nothing_is_said() -> None:
    position = at().position()
    assert (position["seats"], position["box"], position["classes"]) == (4, "base", list(SIX))
    assert (position["phase"], position["start"], position["turn"], position["turns"]) == ("act", "red", "red", 1)
    assert position["plague"] == "anglia" and len(position["rats"]) == 12
    assert all(len(rats) == 1 and rats[0]["laid-out"] for rats in position["rats"].values())
    assert position["players"]["red"] == {"supply": 20, "palace": 0, "citizens": {}, "classes": []}
    assert position["asks"] == [{"ask": "act", "seats": ["red"]}]


def test_supplies_follow_from_the_citizens_and_cards_lie_where_nobody_holds_them() -> None:
    table = at(players={"blue": {"citizens": {"gallia": 3, "italia": 2}, "palace": 4, "classes": ["king"]}})
    assert table.position()["players"]["blue"]["supply"] == 11
    assert table.view(None)["table"] == ["peasant", "monk", "merchant", "witch", "knight"]


def test_rats_can_be_told_by_number_by_face_by_how_many_or_not_at_all() -> None:
    table = at(
        rats={
            "gallia": [{"token": [1, "church", "bourgeoisie"]}, {"token": "t20"}, {}],
            "italia": 2,
        }
    )
    assert [rat["token"][:3] for rat in rats_in(table, "gallia")[:2]] == ["t05", "t20"]
    assert len(rats_in(table, "gallia")) == 3 and len(rats_in(table, "italia")) == 2
    assert list(table.position()["rats"]) == ["gallia", "italia"]
    assert len(table.position()["supply"]) == 44


def test_a_supply_can_be_told_by_how_many_and_the_others_have_been_turned() -> None:
    position = at(seats=2, supply=3, rats={"gallia": 1}).position()
    assert (len(position["supply"]), len(position["removed"])) == (3, 12)
    assert len(at(seats=2, supply=3, rats={"gallia": 1}).view(None)["turned"]) == 49 - 3 - 12 - 1


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"turns": 6}, ("red", "blue", 6)),
        ({"turn": "green"}, ("red", "green", 3)),
        ({"start": "violet", "turn": "red"}, ("violet", "red", 2)),
        ({"turn": "green", "turns": 8}, ("violet", "green", 8)),
        ({"phase": "settle", "step": 6}, ("red", "green", 0)),
        ({"phase": "settle", "step": 4, "turn": "red"}, ("blue", "red", 0)),
    ],
)
def test_start_turn_and_turns_follow_from_each_other(said: dict[str, Any], found: tuple[str, str, int]) -> None:
    position = at(**said).position()
    assert (position["start"], position["turn"], position["turns"]) == found


def test_the_rules_run_on_from_a_phase_in_which_nothing_is_asked() -> None:
    moved = {"players": {"red": {"citizens": {"gallia": 2}, "classes": ["monk"]}}, "plague": "gallia"}
    rats = {"gallia": [{"token": [2, "peasantry", "church"]}]}
    table = at(phase="ravage", rats=rats, **moved)
    assert table.position()["players"]["red"]["citizens"] == {"gallia": 1}
    assert table.position()["turn"] == "blue"
    assert at(phase="spread", **moved).position()["asks"] == [{"ask": "spread", "seats": ["red"]}]
    counted = {"players": {"red": {"citizens": {"gallia": 2}, "classes": ["knight"]}}, "plague": "gallia"}
    asked = [{"ask": "count-piece", "seats": ["red"], "citizens": 2}]
    assert at(phase="count", **counted).position()["asks"] == asked
    assert at(phase="last-ravage", **moved).result is not None
    assert at(phase="last-round").result is not None  # nobody has a card to use


def test_an_ask_can_be_said_with_its_arguments() -> None:
    seen = {"gallia": [{"seen": ["red"]}], "italia": [{}, {"seen": ["red"]}]}
    table = at(rats=seen, asks=[{"ask": "swap", "seats": ["red"], "first": "gallia", "second": "italia 2"}])
    before = [rats_in(table, "gallia")[0]["token"], rats_in(table, "italia")[1]["token"]]
    assert [move.name for move in table.moves(0)] == ["pass", "swap"]
    table.play("swap")
    assert [rats_in(table, "italia")[1]["token"], rats_in(table, "gallia")[0]["token"]] == before


# what the end, events, borrowed tiles and second podiums leave behind: a document, what makes it impossible, the field

BORROWED = ("alchemist", "baker", "knight", "witch", "king", "monk")
TAUGHT = ("professor", "monk", "knight", "witch", "king", "student")
HONOURED = ("sultan", "wizard", "knight", "witch", "king", "monk")
LEFT_BEHIND: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "a space that the last seat to act has taken, in the last ravage": (
        {
            "seats": 3,
            "classes": ["guild-master", "baker", "knight", "witch", "king", "monk"],
            "modules": ["guilds"],
            "phase": "last-ravage",
            "turn": "green",
            "players": {"green": {"on-card": 1, "classes": ["baker"]}},
            "guilds": {"monk": "red"},
            "new-guilds": ["monk"],
            "asks": [{"ask": "place-kept", "seats": ["red"], "seat": "green"}],
        },
        {"guilds": {"monk": "blue"}},
        "new-guilds[0]",
    ),
    "a city that it has taken": (
        {
            "seats": 3,
            "classes": ["inn-keeper", "baker", "knight", "witch", "king", "monk"],
            "modules": ["inns"],
            "phase": "last-ravage",
            "turn": "green",
            "players": {"green": {"on-card": 1, "classes": ["baker"]}},
            "cities": {"gallia": "red"},
            "new-cities": ["gallia"],
            "asks": [{"ask": "place-kept", "seats": ["red"], "seat": "green"}],
        },
        {"cities": {"gallia": "green"}},
        "new-cities[0]",
    ),
    "a card that was used in the last round, and given up then": (
        {
            "seats": 2,
            "classes": list(TAUGHT),
            "modules": ["universities"],
            "phase": "last-round",
            "players": {"red": {"classes": ["monk"]}},
            "used": ["professor"],
            "event": "discard",
            "event-step": 2,
            "asks": [{"ask": "give-up-card", "seats": ["red"]}],
        },
        {"phase": "act", "event": None, "event-step": 0, "asks": [{"ask": "act", "seats": ["red"]}]},
        "used[0]",
    ),
    "a card that was taken with citizens on it": (
        {
            "seats": 2,
            "box": "big-box",
            "classes": list(BORROWED),
            "modules": ["upgrades"],
            "taken": True,
            "players": {"red": {"classes": ["alchemist"]}, "blue": {"lodged": 1}},
            "used": ["alchemist"],
            "asks": [{"ask": "place-lodged", "seats": ["red"], "seat": "blue", "card": "alchemist"}],
        },
        {"asks": [{"ask": "act", "seats": ["red"]}]},
        "players.blue.lodged",
    ),
    "a second podium that waits until the first one has its citizen": (
        {
            "seats": 2,
            "box": "big-box",
            "classes": list(HONOURED),
            "modules": ["upgrades"],
            "players": {"red": {"classes": ["sultan"], "citizens": {"gallia": 2, "italia": 1}}},
            "levels": {"sultan": 2},
            "potions": [{"seat": "red", "place": "gallia", "potions": 1}],
            "used": ["sultan"],
            "asks": [
                {"ask": "podium-in", "seats": ["red"], "most": 1, "again": True},
                {"ask": "podium-to", "seats": ["red"], "region": "gallia"},
            ],
        },
        {"asks": [{"ask": "podium-in", "seats": ["red"], "most": 1, "again": True}]},
        "asks[0]",
    ),
}


@pytest.mark.parametrize("what", LEFT_BEHIND)
def test_what_a_course_leaves_behind_comes_back_and_is_refused_elsewhere(what: str) -> None:
    document, other, path = LEFT_BEHIND[what]
    position = at(**document).position()
    assert position["asks"] == document["asks"]
    assert GAME.position(GAME.restore(json.loads(json.dumps(position)))) == position
    with pytest.raises(PositionError) as refusal:
        at(**(document | other))
    assert refusal.value.path == path


# positions of random games where rare things meet: the class card that the games are about, whether in the last round

MOST_GAMES = 1_000
Numbers = dict[str, Any]
RARE: dict[str, tuple[str, bool, Callable[[Numbers, tuple[str, ...]], Any]]] = {
    "a space was taken in the last part, in the last ravage": (
        "guild-master",
        True,
        lambda numbers, asks: numbers["new_guilds"] and names.PHASES[numbers["phase"]] == "last-ravage" and asks,
    ),
    "a city was taken in the last part, in the last ravage": (
        "inn-keeper",
        True,
        lambda numbers, asks: numbers["new_cities"] and names.PHASES[numbers["phase"]] == "last-ravage" and asks,
    ),
    "an event of the last round takes a card that was used": (
        "professor",
        True,
        lambda numbers, asks: numbers["used"] & numbers["on_table"],
    ),
    "a card that has borrowed a tile is taken with citizens on it": (
        "alchemist",
        False,
        lambda numbers, asks: asks[-1:] == ("place-lodged",) and names.PHASES[numbers["phase"]] == "act",
    ),
    "a second podium waits while it is asked who gets the first": (
        "sultan",
        False,
        lambda numbers, asks: asks == ("podium-in", "podium-to") and not numbers["diplomats"][numbers["turn"]],
    ),
}


@pytest.mark.parametrize("what", RARE)
def test_a_position_where_rare_things_meet_comes_back(what: str) -> None:
    card, is_late, is_met = RARE[what]
    kind = Kind("rattus", is_dealt=True, is_late=is_late)
    for number in range(names.PLAYABLE.index(card), MOST_GAMES * len(names.PLAYABLE), len(names.PLAYABLE)):
        states = positions(kind, BEGINNINGS["rattus"], seed=1, number=number)
        met = [state.copy() for state in states if is_met(codec.read(state), asked_of(state))]
        if met:
            assert [wrong_with(state) for state in met] == [""] * len(met)
            return
    pytest.fail(f"not met in {MOST_GAMES} games")


def asked_of(state: State) -> tuple[str, ...]:
    """The kinds of questions that wait."""
    return tuple(names.ASKS[kind - 1][0] for kind, *_ in state.asks)


# what is refused

RED = {"ask": "act", "seats": ["red"]}
PLACE_ONE = {"ask": "place-one", "seats": ["violet"]}
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown field": ({"color": "red"}, ""),
    "seats as half a number": ({"seats": 4.0}, "seats"),
    "the base box for five": ({"seats": 5, "box": "base"}, "box"),
    "too few cards": ({"classes": ["knight"]}, "classes"),
    "no card of chivalry": ({"classes": list(SIX[:5])}, "classes"),
    "a seat that does not play": ({"seats": 2, "players": {"green": {}}}, "players"),
    "a start that does not play": ({"seats": 2, "start": "green"}, "start"),
    "eyes that do not play": ({"seats": 2, "rats": {"gallia": [{"seen": ["slate"]}]}}, "rats.gallia[0].seen"),
    "a region not in play": ({"seats": 2, "rats": {"egypt": 1}}, "rats.egypt"),
    "the plague off the map": ({"seats": 2, "plague": "egypt"}, "plague"),
    "citizens off the map": (
        {"seats": 2, "players": {"red": {"citizens": {"egypt": 1}}}},
        "players.red.citizens.egypt",
    ),
    "too many citizens": ({"players": {"red": {"citizens": {"gallia": 21}}}}, "players.red.citizens"),
    "a wrong supply": ({"players": {"red": {"supply": 3}}}, "players.red.supply"),
    "a card twice": (
        {"players": {"red": {"classes": ["monk"]}, "blue": {"classes": ["monk"]}}},
        "players.blue.classes[0]",
    ),
    "a card that is not at the table": ({"players": {"red": {"classes": ["nun"]}}}, "players.red.classes[0]"),
    "a used card that nobody holds": ({"used": ["monk"]}, "used[0]"),
    "a used card of another seat": ({"used": ["monk"], "players": {"blue": {"classes": ["monk"]}}}, "used[0]"),
    "four rats": ({"rats": {"gallia": 4}}, "rats.gallia"),
    "a token that is none": ({"rats": {"gallia": [{"token": "t50"}]}}, "rats.gallia[0].token"),
    "a token with another face": ({"rats": {"gallia": [{"token": "t05 6 all"}]}}, "rats.gallia[0].token"),
    "a face that is none": ({"rats": {"gallia": [{"token": [9, "all"]}]}}, "rats.gallia[0].token"),
    "a laid-out rat that is regular": (
        {"rats": {"gallia": [{"token": "t20", "laid-out": True}]}},
        "rats.gallia[0].token",
    ),
    "a removed token that is starting": ({"seats": 2, "removed": ["t01", *[None] * 11]}, "removed[0]"),
    "too few removed": ({"seats": 2, "removed": 11}, "removed"),
    "more supply than tokens": ({"supply": 49}, "supply[37]"),
    "a turn of another": ({"start": "red", "turn": "blue", "turns": 3}, "turns"),
    "no turn yet": ({"turns": 0}, "turns"),
    "a turn in the set-up": ({"phase": "settle", "turns": 1}, "turns"),
    "a set-up's other seat": ({"phase": "settle", "start": "red", "turn": "blue"}, "turn"),
    "a step too far": ({"phase": "settle", "step": 9}, "step"),
    "a step of no phase": ({"step": 1}, "step"),
    "rats to come in a turn": ({"rats-to-come": 1}, "rats-to-come"),
    "a piece that counts in a turn": ({"piece-counts": 2}, "piece-counts"),
    "rats among citizens at the end": (
        {"phase": "over", "rats": {"gallia": 1}, "players": {"red": {"citizens": {"gallia": 1}}}},
        "rats.gallia",
    ),
    "an ask at the end": ({"phase": "over", "asks": [RED]}, "asks"),
    "no ask": ({"asks": []}, "asks"),
    "two asks in a turn": ({"asks": [RED, RED]}, "asks[0].ask"),
    "an ask of another phase": ({"asks": [{"ask": "spread", "seats": ["red"]}]}, "asks[0]"),
    "an ask of another seat": ({"asks": [{"ask": "act", "seats": ["blue"]}]}, "asks[0].seats"),
    "an argument too many": ({"asks": [{**RED, "steps": 2}]}, "asks[0].steps"),
    "an argument too few": ({"asks": [{"ask": "rat-to", "seats": ["red"]}]}, "asks[0]"),
    "a rat that is not there": (
        {"asks": [{"ask": "rat-to", "seats": ["red"], "rat": "gallia 2"}]},
        "asks[0]",
    ),
    "citizens that are not there": (
        {"asks": [{"ask": "go-to", "seats": ["red"], "from": "gallia", "most": 3}]},
        "asks[0]",
    ),
    "no neighbour": (
        {
            "players": {"red": {"citizens": {"gallia": 1}}},
            "asks": [{"ask": "go-count", "seats": ["red"], "from": "gallia", "to": "russia"}],
        },
        "asks[0]",
    ),
    "a rat not looked at": ({"asks": [{"ask": "look-again", "seats": ["red"], "first": "gallia"}]}, "asks[0]"),
    "a swap within a region": (
        {
            "rats": {"gallia": [{"seen": ["red"]}, {"seen": ["red"]}]},
            "asks": [{"ask": "swap", "seats": ["red"], "first": "gallia", "second": "gallia 2"}],
        },
        "asks[0]",
    ),
    "nobody to be saved": ({"asks": [{"ask": "haven-from", "seats": ["red"]}]}, "asks[0]"),
    "one more without the card": (
        {"asks": [{"ask": "place-more", "seats": ["red"], "region": "gallia"}]},
        "asks[0]",
    ),
    "one more before any": (
        {"placed": False, "asks": [{"ask": "place-more", "seats": ["red"], "region": "gallia"}]},
        "asks[0]",
    ),
    "a spread from nothing": (
        {"phase": "spread", "supply": 0, "asks": [{"ask": "spread", "seats": ["red"]}]},
        "asks[0]",
    ),
    "a count without the card": (
        {
            "phase": "ravage",
            "plague": "gallia",
            "players": {"red": {"citizens": {"gallia": 1}}},
            "asks": [{"ask": "count-piece", "seats": ["red"], "citizens": 2}],
        },
        "asks[0].citizens",
    ),
    "a count for nothing": (
        {"phase": "ravage", "asks": [{"ask": "count-piece", "seats": ["red"], "citizens": 2}]},
        "asks[0]",
    ),
    "what a seat will do, asked above another question": (
        {"phase": "last-round", "asks": [PLACE_ONE, {"ask": "last-act", "seats": ["violet"]}]},
        "asks[1].ask",
    ),
}


@pytest.mark.parametrize("wrong", REFUSED)
def test_an_impossible_position_is_refused_with_the_field_and_the_reason(wrong: str) -> None:
    document, path = REFUSED[wrong]
    with pytest.raises(PositionError) as refusal:
        bellringer.from_position({"game": "rattus", **document})
    assert refusal.value.path == path and refusal.value.reason


def test_a_question_that_finds_no_room_breaks_a_law() -> None:
    """Sixteen can wait. An answer that asks two more than it settles must not be lost in silence."""
    potion = {"ask": "potion-in", "seats": ["red"], "level": 3, "again": False}
    document: dict[str, Any] = {
        "seats": 3,
        "classes": ["peasant", "monk", "merchant", "wizard", "king", "knight"],
        "modules": ["upgrades"],
        "levels": {"wizard": 3},
        "players": {"red": {"classes": ["wizard"], "citizens": {"gallia": 2, "italia": 1}}},
    }
    waiting = [{"ask": "place-anywhere", "seats": ["red"], "card": "peasant"}] * 15
    with pytest.raises(PositionError, match="after an answer to potion-in the asks would not add up"):
        at(asks=[*waiting, potion], **document)
    state = at(asks=[waiting[0], potion], **document).state
    first, top = state.asks
    state.put_asks([*[first] * 15, top])
    assert state.broken_law == 0
    state.apply(0, names.MOVES.index("from gallia"))
    assert names.LAWS[state.broken_law - 1] == "asks"
