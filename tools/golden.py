"""Find and keep the golden games: whole records that every version of the rules must replay to the same position.

The corpus of a game is small and shows everything: each kind of table, card, question, event, move and ending occurs
in some record (`wanted` of a game's own tools has the list). Written anew, it is found by playing bots from seeds and
taking the games that show most. Records are kept for ever: `--add` keeps them all and adds games for what none of them
shows, such as a new card; `--check` compares them with the manifest; `--manifest` writes the manifest anew from the
records as they are, after a change of positions that left the rules alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from math import fsum
from pathlib import Path
from typing import Any, Protocol

import bellringer
from bellringer import Table, bots
from bellringer.commands.progress import at_work

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
MANIFEST = "golden.json"
PLAYERS = (("greedy",), ("greedy", "random"), ("random",), ("random", "random", "greedy"))
MOVE = re.compile(r"\d+\. ([a-z]+) (\S.*)")


@dataclass(frozen=True)
class Game:
    """A game that was played: its file's name, its text, who played, and what it shows."""

    name: str
    text: str
    players: tuple[str, ...]
    shows: frozenset[str]


class Corpus(Protocol):
    """What a game's own tools say of its corpus."""

    def wanted(self) -> set[str]:
        """All that the corpus must show."""

    def shown_by(self, text: str) -> frozenset[str]:
        """What a record shows, by replaying it."""

    def ending(self, table: Table) -> str:
        """How a finished game was won."""

    def candidates(self) -> Iterable[Game]:
        """Games of every kind of table, from seeds."""

    def special(self) -> Iterable[Game]:
        """Games that do not begin as usual: from a position, and with another box."""


def corpus_of(game: str) -> Corpus:
    """What the corpus of a game is made of."""
    from tools.games import CORPORA

    return CORPORA[game]


def folder_of(game: str) -> Path:
    """Where it is kept."""
    return GOLDEN / game


# what the games' modules need


def steps(text: str) -> Iterator[tuple[Table, int, str]]:
    """The table before each move of a record, the seat, and the move."""
    lines = text.splitlines()
    table = bellringer.replay("\n".join(line for line in lines if line.startswith("[") and "[Result" not in line))
    for colour, name in (found.groups() for line in lines if (found := MOVE.fullmatch(line))):
        seat = table.seat_names.index(colour)
        yield table, seat, name
        table.play(name, seat)


def begins(text: str) -> set[str]:
    """How a record begins, where that is not as usual."""
    shows = {f"begins {tag.lower()}" for tag in ("Position", "Components") if f"\n[{tag} " in text}
    return shows if '\n[Start "0"]' in text else {*shows, "start other"}


def play_on(table: Table, players: Sequence[str], seed: int) -> Table:
    """The table when bots have played to the end."""
    seated = [bots.make(players[seat % len(players)], 10 * seed + seat) for seat in range(table.seats)]
    while table.pending:
        seat = table.pending[-1]
        table.play(seated[seat].choose(table, seat), seat)
    return table


def play_all(table: Table, move: str) -> Table:
    """The table when everybody has made the one move, to the end."""
    while table.pending:
        table.play(move)
    return table


# choosing


def choose(found: Sequence[Game], missing: set[str]) -> list[Game]:
    """One game of each table, and what more it takes: always the one that shows most of what is rare.

    The sums are exact, since a set gives its things in no order and rounding must not choose between games.
    """
    chosen: list[Game] = []
    rarity = Counter(thing for game in found for thing in game.shows)
    for thing in sorted(missing):
        if thing not in rarity:
            print(f"no game shows {thing}", file=sys.stderr)
    missing &= set(rarity)
    while missing:
        taken = {game.name for game in chosen}
        open_tables = [game for game in found if game.name not in taken] or found
        best = max(open_tables, key=lambda game: fsum(1 / rarity[thing] for thing in game.shows & missing))
        chosen.append(best)
        missing -= best.shows
    return chosen


# keeping them


def digest(table: Table) -> str:
    """The digest of the whole position, which says the same whatever other cards there are, and wherever fields lie."""
    position = {key: value for key, value in table.position().items() if key != "rules"}
    return hashlib.sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()


def entry(game: str, text: str, players: Sequence[str]) -> dict[str, Any]:
    """What the manifest says of a record."""
    table = bellringer.replay(text)
    result = table.result
    if result is None:
        raise ValueError("the game is not over")
    return {
        "position": digest(table),
        "places": list(result.places),
        "scores": list(result.scores),
        "tie_breaks": [list(ties) for ties in result.tie_breaks],
        "ending": corpus_of(game).ending(table),
        "players": list(players),
    }


def write_corpus(game: str) -> None:
    """Find the games and write them, with their manifest, in place of what there was."""
    corpus = corpus_of(game)
    unusual = list(corpus.special())
    shown = {thing for one in unusual for thing in one.shows if not thing.startswith("table ")}
    for path in folder_of(game).glob("*.record"):
        path.unlink()
    write_games(game, {}, [*unusual, *choose(list(corpus.candidates()), corpus.wanted() - shown)])


def add_to_corpus(game: str) -> None:
    """Keep all records, and add games for what none of them shows."""
    corpus = corpus_of(game)
    shown = set[str]().union(*(corpus.shown_by(text) for text in records(game).values()))
    write_games(game, read_manifest(game), list(first_that_show(corpus.wanted() - shown, corpus.candidates())))


def first_that_show(missing: set[str], found: Iterable[Game]) -> Iterator[Game]:
    """The first games that show something missing, until nothing is."""
    for one in found if missing else ():
        if one.shows & missing:
            missing = missing - one.shows
            yield one
        if not missing:
            return


def write_games(game: str, manifest: dict[str, Any], games: Sequence[Game]) -> None:
    """Write these games beside those of a manifest, under names that are free, and the manifest of all."""
    for one in games:
        names = (f"{one.name}{ending}.record" for ending in chain([""], (f"-{number}" for number in count(2))))
        name = next(name for name in names if name not in manifest)
        (folder_of(game) / name).write_text(one.text, encoding="utf-8")
        manifest[name] = entry(game, one.text, one.players)
    write_manifest(game, manifest)
    print(f"{game}: wrote {len(games)} records, {sum(len(one.text) for one in games)} bytes")


def write_manifest(game: str, manifest: dict[str, Any]) -> None:
    """A line a record, so that a change shows as one."""
    lines = [f" {json.dumps(name)}: {json.dumps(manifest[name])}" for name in sorted(manifest)]
    (folder_of(game) / MANIFEST).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_manifest(game: str) -> dict[str, Any]:
    """The manifest as it is kept."""
    found: dict[str, Any] = json.loads((folder_of(game) / MANIFEST).read_text(encoding="utf-8"))
    return found


def renew_manifest(game: str) -> None:
    """The manifest of the records as they are; who played them stays."""
    kept = read_manifest(game)
    write_manifest(game, {name: entry(game, text, kept[name]["players"]) for name, text in records(game).items()})


def records(game: str) -> dict[str, str]:
    """The kept records by their files' names."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder_of(game).glob("*.record"))}


def faults(game: str) -> Iterator[str]:
    """What is wrong with the corpus, if anything."""
    kept, texts, corpus = read_manifest(game), records(game), corpus_of(game)
    for name in sorted(kept.keys() ^ texts.keys()):
        yield f"{name}: only {'the manifest has' if name in kept else 'the folder holds'} it"
    shows = set[str]()
    for name in sorted(kept.keys() & texts.keys()):
        failed = [check for check in bellringer.verify(texts[name]) if not check.ok]
        if failed:
            yield f"{name}: {failed[0].name}: {failed[0].detail}"
            continue
        if entry(game, texts[name], kept[name]["players"]) != kept[name]:
            yield f"{name}: replays to another end than the manifest says"
        shows |= corpus.shown_by(texts[name])
    yield from (f"no record shows: {thing}" for thing in sorted(corpus.wanted() - shows))


def main() -> int:
    """Write the corpora, or only their manifests, or only look."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=bellringer.game_names(), help="which games; all of them by default")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="change nothing; fail when something does not hold")
    what.add_argument("--add", action="store_true", help="keep the records, add games for what none of them shows")
    what.add_argument("--manifest", action="store_true", help="keep the records, write only the manifest anew")
    given = parser.parse_args()
    found = []
    for game in given.games:
        if given.manifest:
            renew_manifest(game)
        elif given.add:
            add_to_corpus(game)
        elif not given.check:
            write_corpus(game)
        found += [f"{game}: {fault}" for fault in faults(game)]
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.path.insert(0, str(GOLDEN.parent.parent))  # the games' own tools are packages beside this module
    sys.exit(at_work(main))
