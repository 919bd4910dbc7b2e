"""What each seat lets the plague piece count as in the last round: for its own plague, then for the last ravage alone.

The Knight, his tile on the Alchemist and his space on the guilds' board let several seats decide it. [RA-9.16]
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from bellringer import Table
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.core.errors import PositionError
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.names import EVENTS, REGIONS, counted
from tests.rattus.big_box import asked, faces, last_round, lie, struck
from tests.rattus.play import play
from tools.rattus.dealt import dealt_position

GAME = find("rattus")
SETTLE_A_PLAGUE = ("serf", "crusader", "boccaccio")
PASS, THE_KNIGHT, THE_ALCHEMIST = (GAME.move_names.index(name) for name in ("pass", "use knight", "use alchemist"))
BY_KNIGHT = ("use knight", "pass", "count")  # he stays, and counts
BY_TILE = ("use alchemist", "use knight", *BY_KNIGHT)


def two_count(first: str, second: str, settles: str, *turned: tuple[int, str], level: int = 1) -> Table:
    """Green holds one of the Knight and the Alchemist, then blue the other, with a card that settles a plague.

    Two citizens of red live in italia, where the first rat lies; the second comes there by blue's Monk.
    """
    players = {
        "green": {"classes": [first]},
        "blue": {"classes": [second, settles, "monk"]},
        "red": {"citizens": {"italia": 2}},
    }
    return last_round(
        players,
        seats=3,
        classes=["knight", "alchemist", settles, "monk", "merchant", "king"],
        modules=["upgrades"],
        levels={"knight": level} if level > 1 else {},
        components=faces(*turned),
        rats={"italia": lie(turned[0]), "germania": lie(turned[1])},
    )


def settle_plague(table: Table, settles: str, *answers: str) -> Table:
    """Blue has a plague in italia; then its Monk brings the other rat there, and the last ravage comes."""
    play(table, f"use {settles}", "plague italia")
    if asked(table)[1] == "reveal-all":
        play(table, "pass")
    assert asked(table) in (("blue", "count-piece"), ("blue", "lift-limits"))
    play(table, *answers)
    while asked(table)[1] in ("move-in", "haven-near", "reveal-all"):
        play(table, "pass")
    play(table, "use monk", "to italia")
    while table.pending:
        play(table, "pass")
    return table


each_card = pytest.mark.parametrize("settles", SETTLE_A_PLAGUE)


@each_card
@pytest.mark.rule("RA-9.16")
def test_the_knights_count_waits_while_the_borrower_of_his_tile_has_a_plague(settles: str) -> None:
    """Limit 4 is reached with the piece alone."""
    table = play(two_count("knight", "alchemist", settles, (4, "all"), (4, "all")), *BY_KNIGHT)
    assert (table.position()["counts-later"], table.position()["piece-counts"]) == (2, 0)
    play(table, "use alchemist", "use knight")
    assert struck(settle_plague(table, settles, "pass")) == [False, True]


@each_card
@pytest.mark.rule("RA-9.15", "RA-9.16")
def test_and_is_not_spent_by_what_the_borrower_counts_there(settles: str) -> None:
    """In the last ravage one citizen is left: with the piece's two he reaches limit 3, but no zero limits are left."""
    for second, strikes in ((3, True), (4, False)):
        table = play(two_count("knight", "alchemist", settles, (6, "all"), (second, "all")), *BY_KNIGHT)
        play(table, "use alchemist", "use knight")
        assert struck(settle_plague(table, settles, "count")) == [True, strikes]


@each_card
@pytest.mark.rule("RA-9.16", "RA-13.46")
def test_the_borrowers_zero_limits_wait_while_the_knight_has_a_plague(settles: str) -> None:
    table = play(two_count("alchemist", "knight", settles, (4, "all"), (6, "all")), *BY_TILE)
    assert table.position()["no-limits-later"] is True and "no-limits" not in table.position()
    assert struck(settle_plague(table, settles, "pass")) == [False, True]


@each_card
@pytest.mark.rule("RA-9.15", "RA-9.16", "RA-13.46")
def test_and_are_not_spent_by_what_the_knight_counts_there(settles: str) -> None:
    table = play(two_count("alchemist", "knight", settles, (4, "all"), (6, "all")), *BY_TILE)
    assert struck(settle_plague(table, settles, "count")) == [True, True]
    alone = play(two_count("alchemist", "knight", settles, (4, "all"), (3, "all")), *BY_TILE[:-1], "pass")
    assert struck(settle_plague(alone, settles, "count")) == [True, False], "the Knight's own count is spent"


# any seats, any cards


@dataclass
class Tally:
    """What each seat has let the piece count as, in the last round, and what it should be worth for each rat."""

    people: Counter[int] = field(default_factory=Counter)
    lifted: set[int] = field(default_factory=set)

    def note(self, kind: str, seat: int, amount: int) -> None:
        """A seat has decided."""
        if kind == "piece-counts":
            self.people[seat] = amount
        elif kind == "limits-lifted":
            self.lifted.add(seat)

    def spend(self, seat: int) -> bool:
        """Its own plague is over, and has spent what it let the piece count as. Returns whether there was anything."""
        had = self.people.pop(seat, 0) > 0 or seat in self.lifted
        self.lifted.discard(seat)
        return had

    def holding(self, seat: int | None) -> tuple[int, bool]:
        """What holds in the plague of a seat, or in the last ravage."""
        if seat is not None:
            return self.people[seat], seat in self.lifted
        return max(self.people.values(), default=0), bool(self.lifted)


def last_rounds(dice: random.Random, games: int) -> Iterator[State]:
    """Last rounds that begin, with the Knight, the Alchemist and what settles a plague with two seats that have a part.

    Half of them have the guilds' board, too.
    """
    for _ in range(games):
        seats = dice.randint(3, 6)
        board = ("guilds",) if dice.random() < 0.5 else ()
        cards = [
            "knight",
            "alchemist",
            *dice.sample(SETTLE_A_PLAGUE, 2),
            "guild-master" if board else "monk",
            "soldier",
        ]
        cards += ["inquisitor", "queen"] if seats > 4 else []
        document = dealt_position(seats, cards, dice, ("upgrades", *board))
        deal_to_two(document, cards, dice)
        try:
            state = GAME.restore(document)
        except PositionError:
            continue
        state.seed(dice.randrange(2**60))
        state.recording = True
        yield state


def deal_to_two(document: dict[str, Any], cards: list[str], dice: random.Random) -> None:
    """The last round of the document begins, and two seats that have a part in it hold the cards between them."""
    held = dice.sample([seat for seat in document["players"] if seat != document["turn"]], 2)
    for player in document["players"].values():
        player["classes"] = []
    for number, card in enumerate(cards):
        document["players"][held[number % 2]]["classes"].append(card)
    document |= {"phase": "last-round", "step": 1, "blocked": [], "levels": {}}
    document |= {"lent": None} if "lent" in document else {}
    document.pop("lent-to", None)


def busy_move(state: State, seat: int, dice: random.Random) -> int:
    """A move at random, but often the Knight or his tile; who can do something seldom passes."""
    legal = state.legal(seat)
    for wanted in (THE_KNIGHT, THE_ALCHEMIST):
        if wanted in legal and dice.random() < 0.5:
            return wanted
    return dice.choice(legal if dice.random() < 0.1 else [move for move in legal if move != PASS])


def rats_turned(state: State, seat: int, move: int, tally: Tally) -> Iterator[tuple[int | None, int, int, int]]:
    """Make a move step by step. For each rat that is turned: whose plague it is, the token, who counts, the limit.

    Who counts is told without the citizens.
    """
    before = GAME.position(state)
    happened: list[Any] | None = state.answer(seat, move)
    while happened is not None:
        for kind, p, what, where, amount in happened:
            tally.note(EVENTS[kind - 1], p, amount)
            if EVENTS[kind - 1] == "rat-turned" and REGIONS[where] == before["plague"]:
                people, limit = counted(amount)
                there = sum(player["citizens"].get(REGIONS[where], 0) for player in before["players"].values())
                yield (acting(before) if before["phase"] == "last-round" else None), what, people - there, limit
        resolved = before.get("resolved")
        actor = acting(before)
        before = GAME.position(state)
        if resolved == "now" and before.get("resolved") != "now":
            tally.spend(actor)
        happened = state.step()


def acting(position: dict[str, Any]) -> int:
    """The seat that acts in the last round."""
    seats = list(position["players"])
    step: int = position.get("step", 0)
    return (seats.index(position["turn"]) - step) % len(seats)


def wrong_counts(dice: random.Random, games: int) -> tuple[int, list[Any]]:
    """How many rats were turned while some seat's count was its own affair, and those that counted it wrongly."""
    looked, wrong = 0, []
    for state in last_rounds(dice, games):
        limits = [token.limit for token in shipped().component_set(state.seats, "big-box").tokens]
        tally = Tally()
        while not state.over:
            seat = state.pending[0]
            for plague_of, token, extra, limit in rats_turned(state, seat, busy_move(state, seat, dice), tally):
                people, lifted = tally.holding(plague_of)
                looked += bool(tally.people or tally.lifted)
                if (extra, limit) != (people, 0 if lifted else limits[token]):
                    wrong.append((plague_of, token, extra, limit, tally))
    return looked, wrong


@pytest.mark.rule("RA-9.15", "RA-9.16", "RA-16.10")
@pytest.mark.parametrize("games", [200, pytest.param(4_000, marks=pytest.mark.soak)])
def test_in_any_last_round_each_count_acts_where_it_is_its_seats_and_then_in_the_last_ravage(games: int) -> None:
    looked, wrong = wrong_counts(random.Random(games), games)
    assert wrong == [] and looked > games // 3
