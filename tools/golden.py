"""Find and keep the golden games: whole records that every version of the rules must replay to the same bytes.

The corpus is small and shows everything: each kind of table, person, question, event, move and ending occurs in some
record (`wanted` has the list). Written anew, it is found by playing bots from seeds and taking the games that show
most. Records are kept for ever: `--check` compares them with the manifest; `--manifest` writes the manifest anew
from the records as they are, after a change of the state's layout that left the rules alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import bellringer
from bellringer import Event, Table, bots
from bellringer.notre_dame.names import ASKS, EVENTS, MOVES, PERSONS

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden" / "notre-dame"
MANIFEST = "golden.json"
GAMES_A_TABLE = 250  # tried for each kind of table
EDITIONS = ("2007", "anniversary")
TABLES = tuple(product((2, 3, 4, 5), EDITIONS, ("base", "new")))
PLAYERS = (("greedy",), ("greedy", "random"), ("random",), ("random", "random", "greedy"))
ENDINGS = ("prestige", "tie-break", "shared", "penalty-chosen-in-the-last-round")
MOVE = re.compile(r"\d+\. ([a-z]+) (\S.*)")

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


@dataclass(frozen=True)
class Game:
    """A game that was played: its file's name, its text, who played, and what it shows."""

    name: str
    text: str
    players: tuple[str, ...]
    shows: frozenset[str]


# what a record shows


def wanted() -> set[str]:
    """All that the corpus must show."""
    return {
        *(f"table {seats} {edition} {persons}" for seats, edition, persons in TABLES),
        *(f"person {person} {edition}" for person in PERSONS for edition in EDITIONS),
        *(f"ask {name}" for name, _, _ in ASKS),
        *(f"event {kind}" for kind in EVENTS),
        *(f"move {name}" for name in MOVES),
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
    shows |= {f"begins {tag.lower()}" for tag in ("Position", "Components") if f"\n[{tag} " in text}
    if '\n[Start "0"]' not in text:
        shows.add("start other")
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


def steps(text: str) -> Iterator[tuple[Table, int, str]]:
    """The table before each move of a record, the seat, and the move."""
    lines = text.splitlines()
    table = bellringer.replay("\n".join(line for line in lines if line.startswith("[") and "[Result" not in line))
    for colour, name in (found.groups() for line in lines if (found := MOVE.fullmatch(line))):
        seat = table.seat_names.index(colour)
        yield table, seat, name
        table.play(name, seat)


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


def play_on(table: Table, players: Sequence[str], seed: int) -> Table:
    """The table when bots have played to the end."""
    seated = [bots.make(players[seat % len(players)], 10 * seed + seat) for seat in range(table.seats)]
    while table.pending:
        seat = table.pending[-1]
        table.play(seated[seat].choose(table, seat), seat)
    return table


def candidates() -> Iterator[Game]:
    """Games of every kind of table, from seeds."""
    for number, (seats, edition, persons) in enumerate(TABLES):
        for seed in range(number * GAMES_A_TABLE, (number + 1) * GAMES_A_TABLE):
            players = PLAYERS[seed % len(PLAYERS)]
            options: dict[str, Any] = {
                "edition": edition,
                "persons": persons,
                "open_prestige": seed % 3 == 0,
                "start": seed % seats,
            }
            table = bellringer.new_game("notre-dame", seats=seats, seed=seed, **options)
            text = play_on(table, players, seed).record()
            yield Game(f"{seats}-{edition}-{persons}", text, players, shown_by(text))


def special() -> Iterator[Game]:
    """Games that do not begin as usual: from a position, and with another box."""
    shared = play_all(bellringer.from_position(LEVEL, seed=1), "pass")
    yield Game("from-a-position", shared.record(), ("nobody",), shown_by(shared.record()))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "box.toml"
        path.write_text(OTHER_BOX, encoding="utf-8")
        table = bellringer.new_game("notre-dame", seats=2, seed=1, components=str(path))
    text = play_on(table, ("greedy",), 1).record()
    yield Game("with-another-box", text, ("greedy",), shown_by(text))


def play_all(table: Table, move: str) -> Table:
    """The table when everybody has made the one move, to the end."""
    while table.pending:
        table.play(move)
    return table


def choose(found: Sequence[Game], missing: set[str]) -> list[Game]:
    """One game of each table, and what more it takes: always the one that shows most of what is rare."""
    chosen: list[Game] = []
    rarity = Counter(thing for game in found for thing in game.shows)
    for thing in sorted(missing):
        if thing not in rarity:
            print(f"no game shows {thing}", file=sys.stderr)
    missing &= set(rarity)
    while missing:
        taken = {game.name for game in chosen}
        open_tables = [game for game in found if game.name not in taken] or found
        best = max(open_tables, key=lambda game: sum(1 / rarity[thing] for thing in game.shows & missing))
        chosen.append(best)
        missing -= best.shows
    return chosen


# keeping them


def entry(text: str, players: Sequence[str]) -> dict[str, Any]:
    """What the manifest says of a record."""
    table = bellringer.replay(text)
    result = table.result
    if result is None:
        raise ValueError("the game is not over")
    return {
        "state": hashlib.sha256(bytes(table.state)).hexdigest(),
        "places": list(result.places),
        "scores": list(result.scores),
        "tie_breaks": [list(ties) for ties in result.tie_breaks],
        "ending": ending(table),
        "players": list(players),
    }


def write_corpus() -> None:
    """Find the games and write them, with their manifest, in place of what there was."""
    unusual = list(special())
    shown = {thing for game in unusual for thing in game.shows if thing.startswith("begins ")}
    games = [*unusual, *choose(list(candidates()), wanted() - shown)]
    for path in FOLDER.glob("*.record"):
        path.unlink()
    manifest, names = {}, Counter[str]()
    for game in games:
        names[game.name] += 1
        name = f"{game.name}.record" if names[game.name] == 1 else f"{game.name}-{names[game.name]}.record"
        (FOLDER / name).write_text(game.text, encoding="utf-8")
        manifest[name] = entry(game.text, game.players)
    write_manifest(manifest)
    print(f"wrote {len(games)} records, {sum(len(game.text) for game in games)} bytes")


def write_manifest(manifest: dict[str, Any]) -> None:
    """A line a record, so that a change shows as one."""
    lines = [f" {json.dumps(name)}: {json.dumps(manifest[name])}" for name in sorted(manifest)]
    (FOLDER / MANIFEST).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_manifest() -> dict[str, Any]:
    """The manifest as it is kept."""
    found: dict[str, Any] = json.loads((FOLDER / MANIFEST).read_text(encoding="utf-8"))
    return found


def renew_manifest() -> None:
    """The manifest of the records as they are; who played them stays."""
    kept = read_manifest()
    write_manifest({name: entry(text, kept[name]["players"]) for name, text in records().items()})


def records() -> dict[str, str]:
    """The kept records by their files' names."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.record"))}


def faults() -> Iterator[str]:
    """What is wrong with the corpus, if anything."""
    kept, texts = read_manifest(), records()
    for name in sorted(kept.keys() ^ texts.keys()):
        yield f"{name}: only {'the manifest has' if name in kept else 'the folder holds'} it"
    shows = set[str]()
    for name in sorted(kept.keys() & texts.keys()):
        failed = [check for check in bellringer.verify(texts[name]) if not check.ok]
        if failed:
            yield f"{name}: {failed[0].name}: {failed[0].detail}"
            continue
        if entry(texts[name], kept[name]["players"]) != kept[name]:
            yield f"{name}: replays to another end than the manifest says"
        shows |= shown_by(texts[name])
    yield from (f"no record shows: {thing}" for thing in sorted(wanted() - shows))


def main() -> int:
    """Write the corpus, or only its manifest, or only look."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="change nothing; fail when something does not hold")
    what.add_argument("--manifest", action="store_true", help="keep the records, write only the manifest anew")
    given = parser.parse_args()
    if given.manifest:
        renew_manifest()
    elif not given.check:
        write_corpus()
    found = list(faults())
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
