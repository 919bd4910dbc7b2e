"""The faces of action cards and persons: what they say they would do now is what the rules then do."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Card
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.table import Table
from bellringer.games.notre_dame.names import ACTIONS, PERSONS
from bellringer.games.notre_dame.words.worth import COUNTS
from tests.notre_dame.play import at

GAME = find("notre-dame")
ROOT = Path(__file__).parents[2]
MOST_LETTERS = 48
ROUNDS = 12  # games
SECTORS_BY_NUMBER = ("cloister-school", "bank", "residence")


def shown(table: Table, seat: int | None, language: str = "en") -> Any:
    """The display of a table for a seat."""
    return GAME.display(GAME.view_model(table.view(seat), language), ())


def hand_of(table: Table, seat: int, language: str = "en") -> dict[str, Card]:
    """The faces in a seat's hand."""
    return {card.name: card for card in shown(table, seat, language).hand}


def questions(what: str) -> Iterator[tuple[Table, int]]:
    """Tables at which a seat is asked something, in random games of both editions."""
    for seed in range(ROUNDS):
        edition = ("2007", "anniversary")[seed % 2]
        table = bellringer.new_game("notre-dame", seats=2 + seed % 4, seed=seed, edition=edition, persons="new")
        dice = random.Random(seed)
        while table.pending:
            seat = table.pending[0]
            if table.view(seat)["asks"][-1]["ask"] == what:
                yield table, seat
            table.play(dice.choice(table.moves(seat)).name, seat)


def own(table: Table, seat: int) -> Mapping[str, Any]:
    """What a seat has."""
    found: Mapping[str, Any] = table.view(seat)["players"][table.seat_names[seat]]
    return found


def numbers(text: str) -> list[int]:
    """The numbers in a sentence."""
    return [int(one) for one in re.findall(r"\d+", text)]


def test_what_a_card_says_it_would_do_is_what_it_does() -> None:
    """Where nothing is asked on the way: three sectors, the park, the hospital."""
    looked = dict.fromkeys((*SECTORS_BY_NUMBER, "park", "hospital"), 0)
    for table, seat in questions("play-card"):
        before, faces = own(table, seat), hand_of(table, seat)
        for name in {move.name for move in table.moves(seat)} & set(looked):
            copy = table.copy()
            copy.play(name, seat)
            after, said = own(copy, seat), faces[name].now
            if not before["supply"] or copy.view(seat)["asks"][-1]["ask"] == "whose-card":
                continue
            looked[name] += 1
            gained = {key: after[key] - before[key] for key in ("coins", "prestige", "general", "rat")}
            if name == "cloister-school":
                assert numbers(said)[0] == -gained["general"], said
            elif name == "bank":
                assert numbers(said)[0] == gained["coins"], said
            elif name == "residence":
                assert numbers(said)[0] == gained["prestige"], said
            elif before["rat"]:
                assert numbers(said)[:2] == [before["rat"], after["rat"]], said
            else:
                assert said.startswith("Rat stays on 0") and gained["rat"] == 0
    assert min(looked.values()) > 5, looked


def test_a_person_is_worth_what_hiring_brings() -> None:
    looked = dict.fromkeys(COUNTS, 0)
    for table, seat in questions("hire"):
        before = own(table, seat)
        faces = {card.name: card for card in shown(table, seat).middle}
        for move in table.moves(seat):
            person = move.name.partition(" ")[2]
            if person in looked:
                copy = table.copy()
                copy.play(move.name, seat)
                gained = own(copy, seat)["prestige"] - before["prestige"]
                if copy.view(seat)["phase"] == "hire":
                    worth = faces[person].worth
                    assert worth and worth.words == f"{gained} prestige now", (person, table.view(seat))
                    looked[person] += 1
    assert min(looked.values()) > 0, looked


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_short(language: str) -> None:
    words = GAME.words
    for name in (*ACTIONS, *PERSONS):
        line = words.line_words(name, language)
        assert line and len(line) <= MOST_LETTERS and not line.endswith("."), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_would_do_now_is_short_too(language: str) -> None:
    """But for a marker that moves, which two lines more have room for."""
    for table, seat in questions("play-card"):
        for card in shown(table, seat, language).hand:
            moved = not own(table, seat)["supply"]
            assert card.now and len(card.now) <= MOST_LETTERS + 20 * moved, card.now


def test_a_person_shows_back_rats_and_cost() -> None:
    table = at(seats=2, open=["hostess", "monk", "night-watchman"])
    hostess, _, watchman = shown(table, 0).middle
    assert (hostess.tone, hostess.mark.text, hostess.rats, hostess.cost.text) == ("brown", "", 3, "1")
    assert (watchman.tone, watchman.mark.text, watchman.rats) == ("gray", "A", 0)
    assert watchman.mark.words == "gray: comes in period A" and watchman.cost.words == "costs 1 coin"
    assert watchman.worth.text == "7" and hostess.worth is None


def test_nobody_but_the_seat_is_told_what_a_card_would_do() -> None:
    table = at(seats=2, open=["fool", "monk", "night-watchman"])
    assert [card.worth for card in shown(table, None).middle] == [None, None, None]
    assert shown(table, None).hand == ()


def test_an_empty_supply_and_an_empty_purse_are_told() -> None:
    hand = ["bank", "notre-dame", "trusted-friend"]
    red = {"supply": 0, "general": 13, "coins": 0, "hand": hand, "markers": {"park": 1}, "friend": "bank"}
    table = at(red=red)
    told = {name: card.now for name, card in hand_of(table, 0).items()}
    assert told == {
        "bank": "2 coins: 2 pieces there, a marker moves",
        "notre-dame": "No coin to give: nothing happens",
        "trusted-friend": "Your friend leaves the bank",
    }


def test_messages_show_what_they_bring() -> None:
    table = at(seats=2, players={"red": {"messages": ["red coin", "blue prestige", "green rat", "violet marker"]}})
    tokens = shown(table, 0).tokens("red")
    assert [(token.value, token.emblem) for token in tokens] == [
        ("1", "coin"), ("4", "prestige"), ("3", "rat"), ("2", "marker")]  # fmt: skip


def test_every_card_has_its_rulings_from_the_ledger() -> None:
    ledger = (ROOT / "docs" / "rules" / "notre-dame.md").read_text(encoding="utf-8")
    found = {name: GAME.words.rulings(name, "en") for name in (*ACTIONS, *PERSONS)}
    assert found["hotel"] and found["hostess"] and sum(map(len, found.values())) > 40
    for name, rulings in found.items():
        for number, text in rulings:
            line = next(line for line in ledger.splitlines() if line.startswith(f"- **{number}** "))
            assert text[1:] in line.replace("Ruling: ", "").replace("Ruling, a", "A"), (name, number)
            assert "Ruling" in line


def test_a_seat_shows_its_general_supply_and_says_where_its_pieces_are() -> None:
    """Those stand on the board, so that they are told in words of their own."""
    game = find("notre-dame")
    players = {"red": {"general": 1, "carriage": "2:east", "friend": "hospital"}, "blue": {"carriage": "1:centre"}}
    shown = game.display(game.view_model(at(players=players).view(0), "en"), ())
    assert shown.notes("red") == ("1 marker in the general supply",)
    assert shown.whereabouts("red") == (
        "Carriage: market of borough 2, between bank and residence",
        "Friend: Hospital",
    )
    assert shown.whereabouts("blue") == ("Carriage: market of borough 1, in the middle",)
