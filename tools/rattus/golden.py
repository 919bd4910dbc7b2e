"""The golden games of Rattus: what they must show, and where they are looked for (tools/golden.py)."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import bellringer
from bellringer import Event, Table
from bellringer.core.contract.registry import find
from bellringer.games.rattus.box import board_card, fewest_seats, has_tile, needed_module, shipped
from bellringer.games.rattus.component_set import FEWEST_CARDS, MOBILE, MODULES, UPGRADES, cards_wanted
from bellringer.games.rattus.names import ASKS, CLASSES, EVENTS, MOVES, PLAYABLE
from tools.contract import GoldenGame
from tools.playing import PLAYERS, begins, play_all, play_on, steps
from tools.rattus.dealt import dealt_state

__all__ = ["GAMES_A_TABLE", "candidates", "class_cards", "ending", "shown_by", "special", "wanted"]

GAMES_A_TABLE = 300  # tried for each kind of table
BOXES = {"base": (2, 3, 4), "big-box": (2, 3, 4, 5, 6)}
TABLES = tuple((seats, box) for box, sizes in BOXES.items() for seats in sizes)
ENDINGS = {1: "rats", 2: "citizens", 3: "turns"}  # why the last turn was the last: the amount of its event

# A seat whose last citizens are on the board at the beginning of what becomes its last turn.
LAST_CITIZENS = {
    "game": "rattus",
    "plague": "italia",
    "placed": True,
    "rats": {"polonia": 1},
    "players": {"red": {"citizens": {"hispania": 20}, "classes": ["monk"]}, "blue": {"citizens": {"scandia": 2}}},
}
# All are level, so that who would have had the next turn decides.
LEVEL = {
    "game": "rattus",
    "seats": 3,
    "plague": "italia",
    "placed": True,
    "rats": {},
    "supply": 0,
    "players": {colour: {"citizens": {"hispania": 3}} for colour in ("red", "blue", "green")},
}
# The thousandth turn of a game without rats that come.
LAST_TURN = {"game": "rattus", "seats": 2, "plague": "italia", "placed": True, "rats": {}, "turns": 1000}

IDLE = ("philosopher",)  # cards that no move uses, and that do nothing in the last round
OF_ONE_CARD = {  # events that show a card act, and which; others name it
    "piece-counts": "knight",
    "limits-lifted": "knight",
    "card-blocked": "inquisitor",
}
# The cards with two abilities.
ALSO = ("also baker", "also bishop", "also emperor", "also crusader", "also sultan", "also student")
MOST_COUNTED = 3

# An owner's box, as `new_game` takes it.
OTHER_BOX = """
game = "rattus"
[players]
kind = "rulebook"
citizens = 12
"""


def wanted() -> set[str]:
    """All that the corpus must show."""
    return {
        *(f"table {seats} {box}" for seats, box in TABLES),
        *(f"card {card} {when}" for card in PLAYABLE for when in ("taken", "in-a-turn")),
        *(f"card {card} in-the-last-round" for card in PLAYABLE if card not in IDLE),
        *(f"card {card} at-level-{level}" for card in PLAYABLE if has_tile(card) for level in (2, 3)),
        *(f"ask {name}" for name, _, _ in ASKS),
        *(f"event {kind}" for kind in EVENTS if kind != "points-scored"),  # which needs a module that scores
        *(f"move {name}" for name in MOVES if name and not is_of_a_card_to_come(name) and not is_rare(name)),
        *(f"ending {why}" for why in ENDINGS.values()),
        *(f"ending {why} {seats}" for why in ("rats", "citizens") for seats in range(2, 7)),
        *("won alone", "won by the tie-break", "start other", "begins position", "begins components"),
    }


def is_of_a_card_to_come(move: str) -> bool:
    """Whether a move is about a card that has a number, but no rule yet."""
    word, _, card = move.partition(" ")
    if word == "upgrade" and card in PLAYABLE:
        return not has_tile(card)
    return word in ("take", "use", "also", "upgrade", "card") and card not in PLAYABLE


def is_rare(move: str) -> bool:
    """Whether a move needs more citizens or potions in one place than any game brings, or is one of very many."""
    word, _, thing = move.partition(" ")
    if word == "card":
        return True
    if word == "upgrade":
        return not has_tile(thing)
    if word == "also":
        return move not in ALSO
    if word == "diplomat":
        return int(thing) > 1
    if word == "upgrade":
        return not has_tile(thing)
    if word == "use" and thing in IDLE:
        return True
    return word in ("go", "citizen") and int(thing) > MOST_COUNTED


def shown_by(text: str) -> frozenset[str]:
    """What a record shows, by replaying it."""
    shows, table = begins(text), bellringer.replay(text)
    for before, _, name in steps(text):
        shows |= {f"ask {ASKS[before.state.asks[-1][0] - 1][0]}", f"move {name}"}
    events = table.events()
    shows |= {f"event {event.kind}" for event in events} | set(cards_shown(events))
    why = ENDINGS[next(event.amount for event in events if event.kind == "last-round-begins")]
    shows |= {f"ending {why}", f"ending {why} {table.seats}", f"table {table.seats} {table.options['box']}"}
    return frozenset({*shows, "won alone" if ending(table) == "citizens" else "won by the tie-break"})


def cards_shown(events: Sequence[Event]) -> Iterator[str]:
    """Which class cards were taken, and which did something, in a turn or in the last round."""
    when, levels = "in-a-turn", dict[str, int]()
    for event in events:
        if event.kind == "last-round-begins":
            when = "in-the-last-round"
        elif event.kind == "card-upgraded":
            levels[CLASSES[event.what]] = event.amount
        elif event.kind == "card-taken":
            levels[CLASSES[event.what]] = 1
            yield f"card {CLASSES[event.what]} taken"
        elif event.kind == "ability-used" or event.kind in OF_ONE_CARD:
            card = OF_ONE_CARD.get(event.kind) or CLASSES[event.what]
            yield f"card {card} {when}"
            yield f"card {card} at-level-{levels.get(card, 1)}"


def ending(table: Table) -> str:
    """How a finished game was won."""
    result = table.result
    if result is None:
        raise ValueError("the game is not over")
    return "next-turn" if result.scores.count(max(result.scores)) > 1 else "citizens"


def candidates() -> Iterator[GoldenGame]:
    """Games of every kind of table in turn, from seeds."""
    for turn in range(GAMES_A_TABLE):
        for number, (seats, box) in enumerate(TABLES):
            seed = number * GAMES_A_TABLE + turn
            players = PLAYERS[seed % len(PLAYERS)]
            text = play_on(table_of(seats, box, seed), players, seed).record()
            yield GoldenGame(f"{seats}-{box}", text, players, shown_by(text))


def table_of(seats: int, box: str, seed: int) -> Table:
    """A table with any cards; in the big box two in three play with upgrades, and one of them begins in the midst."""
    if box == "base":
        cards = class_cards(seats, seed, PLAYABLE[:FEWEST_CARDS])
        return bellringer.new_game("rattus", seats=seats, seed=seed, box=box, start=seed % seats, classes=cards)
    modules = modules_of(seed)
    cards = class_cards(seats, seed, modules=modules)
    if seed % 3 == 2:
        state = dealt_state(seats, cards, random.Random(seed), modules)
        return bellringer.from_position(find("rattus").position(state), seed=seed)
    options: dict[str, Any] = {"box": box, "start": seed % seats, "classes": cards, "modules": modules}
    return bellringer.new_game("rattus", seats=seats, seed=seed, **options)


def modules_of(seed: int) -> list[str]:
    """The modules of a table in the big box: upgrades in two of three, each other one in one of three."""
    dice = random.Random(f"modules {seed}")
    return [module for module in MODULES if (seed % 3 if module == UPGRADES else dice.random() < 1 / 3)]


def class_cards(
    seats: int, seed: int, playable: Sequence[str] = PLAYABLE, modules: Sequence[str] | None = None
) -> list[str]:
    """The class cards of a table: one of chivalry, those of its boards, others that go with its modules, if given."""
    dice, box = random.Random(seed), shipped()
    mobile = dice.choice([card for card in playable if box.classes[CLASSES.index(card)] == MOBILE])
    begun = [mobile, *filter(None, map(board_card, modules or ()))]
    others = [card for card in playable if card not in begun and (modules is None or goes_with(card, modules, seats))]
    return [*begun, *dice.sample(others, cards_wanted(seats, len(playable)) - len(begun))]


def goes_with(card: str, modules: Sequence[str], seats: int) -> bool:
    """Whether a class card can be played with such modules, by so many."""
    return needed_module(card) in ("", *modules) and fewest_seats(card) <= seats


def special() -> Iterator[GoldenGame]:
    """Games that do not begin as usual: from positions, and with another box."""
    for name, position, first in (
        ("level-at-the-end", LEVEL, "plague gallia"),
        ("the-last-turn", LAST_TURN, "plague gallia"),
        ("the-last-citizens", LAST_CITIZENS, "plague gallia"),
    ):
        table = bellringer.from_position(position, seed=1)
        table.play(first)
        text = play_all(table, "pass").record()
        yield GoldenGame(name, text, ("nobody",), shown_by(text))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "box.toml"
        path.write_text(OTHER_BOX, encoding="utf-8")
        table = bellringer.new_game("rattus", seats=2, seed=1, components=str(path))
    text = play_on(table, ("greedy",), 1).record()
    yield GoldenGame("with-another-box", text, ("greedy",), shown_by(text))
