"""Play random games, and take every position back from its document: it must be the same state and the same document.

    python -m tools.positions --decisions 1000000

Half of the games begin at positions dealt at random, and half of the decisions are in the last round; of each kind
there are as many. Each game is about a card, card after card: seats like moves that name it. Else they choose a word
first, such as `use` or `place`, then one of the moves that begin with it, so that abilities are used often. At times
all that a seat can't see is dealt anew. Every second game has chance that is keyed by draws, as at a table. A game
follows from its kind, the seed and its number alone.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from bellringer.commands.progress import at_work
from bellringer.core.compiled.state import State
from bellringer.core.contract.registry import find
from bellringer.core.errors import PositionError
from tools.contract import Beginnings
from tools.games import BEGINNINGS

__all__ = ["Kind", "games", "kinds", "positions", "wrong_with"]

DEALT_ANEW = 0.02  # of the decisions
Document = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """Games that begin alike, and from when on their positions are looked at."""

    game: str
    is_dealt: bool
    is_late: bool

    def __str__(self) -> str:
        begun = "dealt positions" if self.is_dealt else "the set-up"
        return f"{self.game} from {begun}" + (", the last round" if self.is_late else "")


@dataclass(frozen=True)
class Fault:
    """A position that was refused, or came back as another one."""

    kind: Kind
    number: int
    reason: str
    document: Document

    def __str__(self) -> str:
        phase, asks = self.document.get("phase"), [ask["ask"] for ask in self.document["asks"]]
        return f"{self.reason} (in the phase {phase}, asked {asks}; game {self.number} of {self.kind})"


def kinds(beginnings: Mapping[str, Beginnings]) -> list[Kind]:
    """All kinds of games."""
    return [Kind(*row) for row in product(beginnings, (False, True), (False, True))]


def games(
    beginnings: Mapping[str, Beginnings], seed: int, decisions: int, seen: Counter[Kind], a_game: int | None = None
) -> Iterator[Fault]:
    """Play until so many decisions have been looked at, `a_game` of each game at most; yields what is wrong.

    `seen`: those that were, by kind.
    """
    played = Counter[Kind]()
    while seen.total() < decisions:
        kind = min(kinds(beginnings), key=lambda one: seen[one] / beginnings[one.game].share)
        number = played[kind]
        played[kind] += 1
        most = decisions - seen.total()
        for state in islice(positions(kind, beginnings[kind.game], seed, number), min(most, a_game or most)):
            seen[kind] += 1
            if reason := wrong_with(state):
                yield Fault(kind, number, reason, find(kind.game).position(state))


def positions(kind: Kind, beginnings: Beginnings, seed: int, number: int) -> Iterator[State]:
    """The states of a game before each decision, and at its end."""
    dice = random.Random(f"{seed} {number} {kind}")
    state, card = beginnings.begun(dice, number, kind.is_dealt, kind.is_late)
    open_chance = chance_of(dice, is_keyed=number % 2 == 1)
    if not state.pending and not state.over:
        open_chance(state)
        state.deal()
        state.forget_key()
    while not state.over:
        if not kind.is_late or beginnings.is_late(state):
            yield state
        seat = dice.choice(state.pending)
        if dice.random() < DEALT_ANEW:
            state = state.determinized(seat, dice.getrandbits(64))
        open_chance(state)
        state.apply(seat, chosen_move(state, seat, card, dice))
        state.forget_key()
    yield state


def chosen_move(state: State, seat: int, card: str, dice: random.Random) -> int:
    """A legal move, in half of the cases one that names the card; else first a word, then one that begins with it."""
    names, by_word = find(state.book.name).move_names, dict[str, list[int]]()
    for move in state.legal(seat):
        by_word.setdefault(names[move].partition(" ")[0], []).append(move)
    about = [move for moves in by_word.values() for move in moves if names[move].endswith(f" {card}")]
    return dice.choice(about if about and dice.random() < 0.5 else by_word[dice.choice(list(by_word))])


def chance_of(dice: random.Random, is_keyed: bool) -> Callable[[State], None]:
    """What gives a state its chance before each move: a key for all draws of the game, or dice that follow on."""
    key = dice.randbytes(32)
    return lambda state: state.key_draws(key) if is_keyed else state.seed(dice.getrandbits(64))


def wrong_with(state: State) -> str:
    """Why the position of a state does not come back as it is; empty if it does."""
    game = find(state.book.name)
    document = json.loads(json.dumps(game.position(state)))
    try:
        restored = game.restore(document)
    except PositionError as error:
        return str(error)
    again = game.position(restored)
    if again != document:
        changed = [name for name in document if again.get(name) != document[name]]
        return f"the document comes back with other {', '.join(changed)}"
    return "" if restored == state else "the document comes back, but not the same state"


def short(reason: str) -> str:
    """A reason without the numbers and names by which like ones differ."""
    return re.sub(r"\[\d+\]", "[]", reason)


def main() -> int:
    """Play so many decisions; print each kind of fault once, with its document."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.decisions < 1:
        parser.error("--decisions: 1 or more")
    seen, found, begun = Counter[Kind](), Counter[str](), time.monotonic()
    for fault in games(BEGINNINGS, chosen.seed, chosen.decisions, seen):
        found[short(fault.reason)] += 1
        if found[short(fault.reason)] == 1:
            print(f"{fault}\n{json.dumps(fault.document)}", file=sys.stderr, flush=True)
    for kind, decisions in seen.items():
        print(f"{decisions:,} decisions of {kind}")
    faults = f"{found.total():,} positions do not come back" if found else "every position comes back"
    print(f"seed {chosen.seed}, {seen.total():,} decisions in {time.monotonic() - begun:.0f} s: {faults}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(at_work(main))
