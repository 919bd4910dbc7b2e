"""Scenes: every kind of event of every game is seen, with steps that a page can play, the same for whoever looks."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest

import bellringer
from bellringer import bots
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.shown.show import Step
from bellringer.core.tables.table import Event, Table
from bellringer.games.notre_dame.show.scenes import way_between
from bellringer.page.scenes import BACK, KINDS, as_json
from tests.contract.tables import Setting, with_much

GAMES = bellringer.game_names()
SILENT: dict[str, frozenset[str]] = {game: frozenset() for game in GAMES}  # kinds of events that nothing is seen of
WORDS = ("here", "middle", "board")
POINT = re.compile(r"-?\d+ -?\d+")
ID = re.compile(r'\bid="([^"]+)"')
TARGET = re.compile(r'data-target="([^"]+)"')
PLAIN = re.compile(r'[a-zA-Z0-9 :,."*{}\[\]-]*')
SETTINGS = [setting for game in GAMES for setting in with_much(game)]
SETTINGS += [
    Setting("notre-dame", seats, tuple({"edition": edition, "persons": persons}.items()))
    for seats, edition, persons in ((2, "anniversary", "new"), (4, "2007", "base"), (5, "anniversary", "new"))
]
SETTINGS += [
    Setting("rattus", 4, (("classes", cards), ("modules", ("upgrades", "region-cards"))))
    for cards in (
        ("baker", "nun", "bishop", "wizard", "crusader", "pied-piper"),
        ("emperor", "soldier", "caravanner", "astronomer", "jester", "explorer"),
    )
]
EAGER = frozenset({"use", "also", "upgrade", "reveal", "draw", "spend", "one-more"})  # words of moves that cards bring


def shown_by(game: Game, kind: str) -> tuple[Step, ...]:
    """The scene of an event of a kind, at the first of all places."""
    state = bellringer.new_game(game.name, seats=3, seed=1).state
    return game.scene(state, (game.event_names.index(kind) + 1, 0, 0, 1, 1))


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_event_is_seen(name: str) -> None:
    """A new kind of event needs a scene, or a line above."""
    game = find(name)
    unseen = {kind for kind in game.event_names if not shown_by(game, kind)}
    assert unseen == SILENT[name]


class Stage:
    """What scenes can refer to: what has been drawn at a table, with all that was there so far."""

    def __init__(self, table: Table) -> None:
        game = find(table.game)
        self.table = table
        self.drawings = set(ID.findall(game.pictures.ground(table.view(None), "en"))) | {BACK}
        self.cards = {name for group in game.cards for name in group.names}
        self.pieces: set[str] = set()
        self.targets: set[str] = set()
        self.figures: dict[int, set[str]] = defaultdict(set)
        self.look()

    def look(self) -> None:
        """Note what is on the page now."""
        game, view = find(self.table.game), self.table.view(None)
        model = game.view_model(view, "en")
        display = game.display(model, ())
        self.pieces |= set(ID.findall(game.pictures.live(view, "en")))
        self.targets |= set(TARGET.findall("".join(display.boards)))
        for number, seat in enumerate(self.table.seat_names):
            self.figures[number] |= {figure.key for figure in display.figures(seat)}

    def missing(self, event: Event) -> Iterator[str]:
        """What the steps of an event name, and the page does not have."""
        for step in event.scene():
            if step.do not in KINDS:
                yield step.do
            is_drawn = step.what in self.drawings or (step.do == "go" and step.what in self.pieces)
            if step.what and not is_drawn:
                yield f"drawing {step.what}"
            yield from (f"drawing {sign}" for sign in step.signs if sign not in self.drawings)
            yield from (f"card {card}" for card in step.lights if card not in self.cards)
            anchors = [anchor for anchor in (step.at, step.to, *step.by) if anchor]
            yield from (anchor for anchor in anchors if not self.has(anchor))

    def has(self, anchor: str) -> bool:
        """Whether an anchor can be found."""
        kind, _, rest = anchor.partition(" ")
        words = rest.split()
        if kind == "seat":
            seat, *figure = words
            return int(seat) in range(self.table.seats) and set(figure) <= self.figures[int(seat)]
        if kind == "card":
            return words[0] in self.cards and (len(words) == 1 or int(words[1]) in range(self.table.seats))
        if kind == "piece":
            beginning = words[0].rstrip("*")
            known = any(one.startswith(beginning) if "*" in words[0] else one == beginning for one in self.pieces)
            return known and bool(POINT.fullmatch(" ".join(words[1:])))
        return rest in self.targets if kind == "target" else anchor in WORDS or bool(POINT.fullmatch(anchor))


def is_fleeting(what: str) -> bool:
    """Whether it may never be drawn, since it is gone again before anybody is asked."""
    return what.startswith(("piece ", "seat "))


def assert_true_comparisons(events: Iterable[Event]) -> None:
    """What a scene compares agrees with the line of the log, and nobody falls by what does not act."""
    acts = True  # what falls first may fall by a rat that was turned before
    for event in events:
        compared = [step.n >= step.limit for step in event.scene() if step.against]
        assert all(it == ("strikes" in event.words()) for it in compared), event.words()
        acts = compared[0] if compared else acts
        assert acts or event.kind != "citizens-killed", event.words()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_steps_name_only_what_is_there(setting: Setting) -> None:
    """Pieces and figures that come and go within one move may never be drawn; those of most events are."""
    table, dice = setting.table(3), random.Random(3)
    stage, player, told, fleeting = Stage(table), bots.make("greedy", 3), 0, 0
    while table.pending:
        seat = table.pending[0]
        moves = [move.name for move in table.moves(seat)]
        eager = [name for name in moves if name.split()[0] in EAGER] or moves
        table.play(player.choose(table, seat) if dice.random() < 0.5 else dice.choice(eager), seat)
        stage.look()
        for event in table.events(told):
            missing = list(stage.missing(event))
            fleeting += bool(missing)
            assert [what for what in missing if not is_fleeting(what)] == [], event.kind
            assert PLAIN.fullmatch(as_json(event.scene())), event.kind
        assert_true_comparisons(table.events(told))
        told = table.event_count
    assert fleeting < told / 20, (fleeting, told)


def test_steps_come_to_the_page_without_what_says_nothing() -> None:
    steps = json.loads(as_json((Step("fly", "coin", "here", "seat 1 coins", n=2), Step("dim"), Step("show", n=0))))
    assert steps == [
        {"do": "fly", "what": "coin", "at": "here", "to": "seat 1 coins", "n": 2},
        {"do": "dim"},
        {"do": "show", "n": 0},
    ]
    assert as_json(()) == ""


def test_a_carriage_goes_by_the_markets_between() -> None:
    """Three markets in a row, and a fourth beside the middle one."""
    streets = (0b0010, 0b1101, 0b0010, 0b0010)
    assert way_between(streets, 0, 2) == [0, 1, 2]
    assert way_between(streets, 0, 0) == [0, 1, 0]
    assert way_between((0, 0), 0, 1) == [0, 1]
