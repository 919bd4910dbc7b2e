"""Does the acts of a chain again, those that were taken back too: each must have been its seat's to do.

A chain does not say which seats bots play, nor which seats share a screen. So it is left open whether everybody agreed
who had to, when moves of several seats were taken back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bellringer.core.errors import BellringerError, RecordError
from bellringer.core.records.record import Parsed
from bellringer.core.records.record_chain import ReadChain
from bellringer.core.tables.table import Table

Act = dict[str, Any]
MOST_ASKED = 3  # how often a seat may ask to take the same decision back
BY_NO_SEAT = ("rules", "close")  # acts of the server; they stand at seat 0
BY_ANYBODY = ("move", *BY_NO_SEAT)  # acts that do not show that a person has the seat
OPEN = ("lend", "late", "return", "resign", "ask", "agree", "refuse", "withdraw", "close")  # that everybody is shown
BOT = r"[a-z][a-z0-9-]*(\+[a-z-]+)?"
# The words that acts of a kind can have, where there is but one way to write them; all others have none.
WRITTEN = {"move": ".+", "undo": "([2-9]|[1-9][0-9]+|)", "back": "[1-9][0-9]*", "lend": BOT, "late": BOT,
           "standing": "always|never|[1-9]"}  # fmt: skip


@dataclass
class Replay:
    """A game as the acts so far have left it. `table`: None while moves are by rules that this release lacks.

    `people`: the seats that acts of the whole chain show to be people's. `secret`: the numbers of the acts that were
    hidden while the game ran; None if the chain's form does not say which those are (core/records/chain.py).
    """

    seats: int
    people: set[int]
    secret: set[int] | None = None
    table: Table | None = None
    lent: set[int] = field(default_factory=set)
    resigned: set[int] = field(default_factory=set)
    is_closed: bool = False  # by the server's host
    asking: int | None = None  # the seat that asks to take a decision back
    agreed: set[int] = field(default_factory=set)
    asked: dict[int, int] = field(default_factory=dict)  # by seat: how often it has asked since the last decision
    moves: int = 0  # that were done again, those that were taken back too
    hidden: list[bool] = field(default_factory=list)  # of the moves that stand: whether they were secret

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: by its rules, by the host, or since one seat alone has not resigned."""
        is_played = self.table is not None and self.table.result is not None
        return is_played or self.is_closed or len(self.resigned) >= self.seats - 1

    @property
    def is_left(self) -> bool:
        """Whether nobody plays on: the host ended it, or all seats but one resigned, or all known to be people's."""
        is_deserted = bool(self.resigned) and self.people <= self.resigned
        return self.is_closed or len(self.resigned) >= self.seats - 1 or is_deserted

    def do(self, act: Act) -> None:
        """Do one act. Raises RecordError with its number unless its seat could do it then."""
        way = WAYS.get(act["kind"])
        fault = self._fault(act, way)
        if fault or way is None:
            raise refused(act, fault)
        must_hide = self._must_hide(act)
        way(self, act)
        if self.secret is not None:
            self._check_written(act, must_hide)
        is_decision = act["kind"] in ("move", "undo", "back", "rules")
        if is_decision:
            self.asked = {}
        if is_decision or act["kind"] in ("refuse", "withdraw") or self.asking in self.lent | self.resigned:
            self.asking = None

    def _fault(self, act: Act, way: Way | None) -> str:
        """What is wrong with an act of any kind; empty if nothing is."""
        seat, kind = act["seat"], act["kind"]
        if way is None:
            return f"is of a kind that this release does not know: {kind!r}"
        if not 0 <= seat < self.seats:
            return f"is of seat {seat}, which there is not"
        if self.is_over:
            return "comes after the end of the game"
        if kind in BY_HAND and seat in self.lent | self.resigned:
            return f"is of seat {seat}, which a bot plays then"
        return ""

    def _must_hide(self, act: Act) -> bool | None:
        """Whether an act was a secret while the game ran; None if that can't be told."""
        kind, word = act["kind"], act["word"]
        if kind in ("undo", "back"):
            return any(self.hidden[-int(word or 1) :])
        if kind != "move":
            return kind not in OPEN
        is_legal = self.table is not None and word in self.table.legal_names(act["seat"])
        return not self.table.is_open(word, act["seat"]) if is_legal and self.table is not None else None

    def _check_written(self, act: Act, must_hide: bool | None) -> None:
        """Raise RecordError unless an act is written in the only way in which it can be."""
        is_seat = act["kind"] not in BY_NO_SEAT or not act["seat"]
        if re.fullmatch(WRITTEN.get(act["kind"], ""), act["word"]) is None or not is_seat:
            raise refused(act, f"is not written as a chain writes it: {act['kind']} {act['word']!r}")
        if must_hide is not None and must_hide != self._is_secret(act):
            raise refused(act, "has no salt, though it was a secret" if must_hide else "has a salt, and was no secret")

    def _is_secret(self, act: Act) -> bool:
        return act["act"] in (self.secret or ())

    # each kind of act

    def move(self, act: Act) -> None:
        """A move, by whoever plays the seat."""
        self.hidden.append(self._is_secret(act))
        if self.table is None:
            return
        try:
            self.table.play(act["word"], act["seat"])
        except BellringerError as error:
            raise refused(act, f"is no legal move: {str(error).partition(';')[0]}") from None
        self.moves += 1

    def undo(self, act: Act) -> None:
        """A seat takes its last decision back; with it those of bots, if it plays with bots alone."""
        back = int(act["word"] or 1)
        del self.hidden[-back:]
        if back > 1 and self.people - {act["seat"]}:
            raise refused(act, "takes back decisions of other seats, of which not all are bots'")
        if self.table is None:
            return
        if self.table.undo_depth(act["seat"], range(self.seats)) != back:
            raise refused(act, "takes back what its seat has not decided, or past what came to light since")
        self.table.undo(act["seat"], range(self.seats))

    def back(self, act: Act) -> None:
        """What a seat has asked for is taken back: its own last decision and all after it."""
        del self.hidden[-int(act["word"] or 1) :]
        if self.asking != act["seat"]:
            raise refused(act, "takes back what nobody asks for")
        if self.table is None:
            return
        if self.table.moves_since(act["seat"]) != int(act["word"] or 1):
            raise refused(act, "takes back what its seat has not decided, or past what came to light or chance decided")
        self.table.undo_since(act["seat"])

    def ask(self, act: Act) -> None:
        """A seat asks to take back its last decision."""
        if self.asking is not None or (self.table is not None and not self.table.moves_since(act["seat"])):
            raise refused(act, "asks to take back what can't be, or while another seat asks")
        asked = self.asked.get(act["seat"], 0)
        if asked >= MOST_ASKED:
            raise refused(act, "asks once more for what was refused, or asked for too often")
        self.asking, self.agreed, self.asked[act["seat"]] = act["seat"], set(), asked + 1

    def answer(self, act: Act) -> None:
        """Another seat agrees, or refuses; it may refuse after it has agreed, while others are still to answer."""
        has_agreed = act["kind"] == "agree" and act["seat"] in self.agreed
        if self.asking in (None, act["seat"]) or has_agreed:
            raise refused(act, "answers what nobody asks of its seat")
        self.agreed.add(act["seat"])
        if act["kind"] == "refuse" and self.asking is not None:
            self.asked[self.asking] = MOST_ASKED

    def withdraw(self, act: Act) -> None:
        """The seat that asked takes its request back."""
        if self.asking != act["seat"]:
            raise refused(act, "withdraws what its seat does not ask for")

    def lend(self, act: Act) -> None:
        """A bot plays for a seat for a while."""
        self.lent.add(act["seat"])

    def late(self, act: Act) -> None:
        """A bot plays for a seat that is out of time. Only a seat that must decide can be."""
        if self.table is not None and act["seat"] not in self.table.pending:
            raise refused(act, "is of a seat that has nothing to decide")
        self.lent.add(act["seat"])

    def give_back(self, act: Act) -> None:
        """The bot gives the seat back."""
        if act["seat"] not in self.lent:
            raise refused(act, "takes a seat back that was not lent")
        self.lent.discard(act["seat"])

    def resign(self, act: Act) -> None:
        """A seat is given up. A server writes this twice for a seat that is given up with the whole table."""
        self.resigned.add(act["seat"])
        self.lent.discard(act["seat"])

    def close(self, act: Act) -> None:
        """The server's host ends the game."""
        self.is_closed = True

    def nothing(self, act: Act) -> None:
        """An act on which no other act depends."""


Way = Callable[[Replay, Act], None]
BY_HAND = ("undo", "back", "ask", "agree", "refuse", "withdraw", "lend", "late")  # never while a bot plays the seat
WAYS: dict[str, Way] = {
    "move": Replay.move, "undo": Replay.undo, "back": Replay.back, "ask": Replay.ask, "agree": Replay.answer,
    "refuse": Replay.answer, "withdraw": Replay.withdraw, "lend": Replay.lend, "late": Replay.late,
    "return": Replay.give_back, "resign": Replay.resign, "standing": Replay.nothing, "rules": Replay.nothing,
    "close": Replay.close,
}  # fmt: skip


def refused(act: Act, why: str) -> RecordError:
    """The error for an act that its seat could not do."""
    return RecordError(f"act {act['act']} of the chain {why}")


def check_acts(chain: ReadChain, parsed: Parsed, dealt: Table, ended: Table) -> int:
    """Do all acts again from the table as the last rules found it. Returns how many moves there were by these.

    `ended`: the table after the moves that stand. Raises RecordError with the number of the first act that its seat
    could not do, or if the game had not ended with the last one. Moves by other rules are not made.
    """
    changes = chain.changes
    is_known = changes == len(parsed.stretches) - 1  # else the rules have changed once more, after the game
    people = {act["seat"] for act in chain.acts if act["kind"] not in BY_ANYBODY}
    replay = Replay(len(chain.beginning["seats"]), people, chain.secret if chain.is_exact else None)
    for act in chain.acts:
        if replay.table is None and is_known and not changes:
            replay.table = dealt.copy()
        replay.do(act)
        changes -= act["kind"] == "rules"
    if ended.result is None and not replay.is_left:
        raise RecordError("the chain ends before the game: nobody has won, not all have resigned, no host ended it")
    return replay.moves


def leaves_consent(chain: ReadChain) -> bool:
    """Whether moves of several seats were taken back at once, so that others must have agreed or be bots."""
    return any(act["kind"] in ("undo", "back") and int(act["word"] or 1) > 1 for act in chain.acts)
