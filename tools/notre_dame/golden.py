"""The golden games of Notre Dame: what they must show, and where they are looked for (tools/golden.py)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import bellringer
from bellringer import Event, Table
from bellringer.games.notre_dame.names import ASKS, EVENTS, MOVES, PERSONS, POOLS
from tools.contract import GoldenGame
from tools.playing import PLAYERS, begins, play_all, play_on, steps

__all__ = ["candidates", "ending", "shown_by", "special", "wanted"]

GAMES_A_TABLE = 250  # tried for each kind of table
EDITIONS = ("2007", "anniversary")
TABLES = tuple(product((2, 3, 4, 5), EDITIONS, tuple(POOLS)))
ENDINGS = ("prestige", "tie-break", "shared", "penalty-chosen-in-the-last-round")

# A person has had an effect when one of these followed for who hired; councillor and doctor are seen otherwise.
EFFECTS = {
    *("marker-placed", "marker-granted", "marker-moved", "marker-returned", "friend-moved"),
    *("coins-gained", "coins-taken", "markers-gained", "prestige-gained", "rat-moved"),
    *("carriage-moved", "message-taken", "gray-pile-seen"),
}

# The last round of a game in which nobody is ahead: three share the victory if all decline.
LEVEL = {
    "game": "notre-dame",
    "seats": 3,
    "phase": "hire",
    "round": 9,
    "open": ["minstrel", "monk", "carpenter"],
    "players": {colour: {"prestige": 30, "markers": {"bank": 1, "park": 1}} for colour in ("red", "blue", "green")},
}

# An owner's box, as `new_game` takes it.
OTHER_BOX = """
game = "notre-dame"
[cathedral]
kind = "rulebook"
2 = 7
[persons.monk]
back = "brown"
back_kind = "rulebook"
rats = 2
rats_kind = "sourced"
"""


# what a record shows


def wanted() -> set[str]:
    """All that the corpus must show."""
    return {
        *(f"table {seats} {edition} {persons}" for seats, edition, persons in TABLES),
        *(f"person {person} {edition}" for person in PERSONS for edition in EDITIONS),
        *(f"ask {name}" for name, _, _ in ASKS),
        *(f"event {kind}" for kind in EVENTS),
        *(f"move {name}" for name in MOVES if name),
        *(f"ending {ending}" for ending in ENDINGS),
        *("start other", "prestige open", "begins position", "begins components"),
    }


def shown_by(text: str) -> frozenset[str]:
    """What a record shows, by replaying it."""
    shows, table = set[str](), bellringer.replay(text)
    for before, _, name in steps(text):
        ask = ASKS[before.state.asks[-1][0] - 1][0]
        shows |= {f"ask {ask}", f"move {name}"}
        if ask == "lose-marker" and before.position()["round"] == 9:
            shows.add("ending penalty-chosen-in-the-last-round")
    shows |= {f"event {event.kind}" for event in table.events()}
    edition = table.options["edition"]
    shows |= {f"person {person} {edition}" for person in effective_persons(table.events())}
    return frozenset(shows | of_table(table, text))


def of_table(table: Table, text: str) -> set[str]:
    """What can be told from the table at the end."""
    options = table.options
    shows = {f"table {table.seats} {options['edition']} {options['persons']}", f"ending {ending(table)}"}
    shows |= begins(text)
    if options["open_prestige"]:
        shows.add("prestige open")
    return shows


def ending(table: Table) -> str:
    """How a finished game was won."""
    result = table.result
    if result is None:
        raise ValueError("the game is not over")
    if len(result.winners) > 1:
        return "shared"
    return "tie-break" if result.scores.count(max(result.scores)) > 1 else "prestige"


def effective_persons(events: Sequence[Event]) -> Iterator[str]:
    """The persons whose hiring did something for who hired them."""
    for i, event in enumerate(events):
        if event.kind == "person-hired" and had_effect(PERSONS[event.what], event.seat, events[i + 1 :]):
            yield PERSONS[event.what]


def had_effect(person: str, seat: int, later: Sequence[Event]) -> bool:
    """Whether what follows a hiring shows the person's work."""
    until_next = list(until(later, "person-hired", "plague-strikes"))
    if person == "doctor":
        plague = [e for e in until(later, "round-begins", "game-ends") if e.seat == seat]
        return not any(e.kind == "rat-overruns" or (e.kind == "rat-moved" and e.where > e.what) for e in plague)
    if person == "councillor":
        after = later[len(until_next) : len(until_next) + 1]
        return any(e.kind == "person-hired" and e.seat == seat for e in after)
    return any(e.seat == seat and e.kind in EFFECTS for e in until_next)


def until(events: Sequence[Event], *kinds: str) -> Iterator[Event]:
    """The events up to the first of one of these kinds."""
    for event in events:
        if event.kind in kinds:
            return
        yield event


# finding games


def candidates() -> Iterator[GoldenGame]:
    """Games of every kind of table in turn, from seeds."""
    for turn in range(GAMES_A_TABLE):
        for number, (seats, edition, persons) in enumerate(TABLES):
            seed = number * GAMES_A_TABLE + turn
            players = PLAYERS[seed % len(PLAYERS)]
            options: dict[str, Any] = {
                "edition": edition,
                "persons": persons,
                "open_prestige": seed % 3 == 0,
                "start": seed % seats,
            }
            table = bellringer.new_game("notre-dame", seats=seats, seed=seed, **options)
            text = play_on(table, players, seed).record()
            yield GoldenGame(f"{seats}-{edition}-{persons}", text, players, shown_by(text))


def special() -> Iterator[GoldenGame]:
    """Games that do not begin as usual: from a position, and with another box."""
    shared = play_all(bellringer.from_position(LEVEL, seed=1), "pass")
    yield GoldenGame("from-a-position", shared.record(), ("nobody",), shown_by(shared.record()))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "box.toml"
        path.write_text(OTHER_BOX, encoding="utf-8")
        table = bellringer.new_game("notre-dame", seats=2, seed=1, components=str(path))
    text = play_on(table, ("greedy",), 1).record()
    yield GoldenGame("with-another-box", text, ("greedy",), shown_by(text))
