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
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from math import fsum
from pathlib import Path
from typing import Any

import bellringer
from bellringer import Table
from bellringer.commands.progress import at_work
from tools.contract import Corpus, GoldenGame
from tools.games import CORPORA
from tools.places import GOLDEN

__all__ = ["KeptGames", "digest", "kept_games"]

MANIFEST = "golden.json"


# choosing


def choose(found: Sequence[GoldenGame], missing: set[str]) -> list[GoldenGame]:
    """One game of each table, and what more it takes: always the one that shows most of what is rare.

    The sums are exact, since a set gives its things in no order and rounding must not choose between games.
    """
    chosen: list[GoldenGame] = []
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


@dataclass(frozen=True)
class KeptGames:
    """The golden games of a game in their folder: records, and a manifest of what they come to.

    `corpus`: what they must show, and where more of them are found.
    """

    corpus: Corpus
    folder: Path

    def records(self) -> dict[str, str]:
        """The records by their files' names."""
        return {path.name: path.read_text(encoding="utf-8") for path in sorted(self.folder.glob("*.record"))}

    def manifest(self) -> dict[str, Any]:
        """The manifest as it is kept."""
        found: dict[str, Any] = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        return found

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """Write a line a record, so that a change shows as one."""
        lines = [f" {json.dumps(name)}: {json.dumps(manifest[name])}" for name in sorted(manifest)]
        (self.folder / MANIFEST).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")

    def renew_manifest(self) -> None:
        """Write the manifest of the records as they are; who played them stays."""
        kept = self.manifest()
        self.write_manifest({name: self.entry(text, kept[name]["players"]) for name, text in self.records().items()})

    def entry(self, text: str, players: Sequence[str]) -> dict[str, Any]:
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
            "ending": self.corpus.ending(table),
            "players": list(players),
        }

    def find_anew(self) -> None:
        """Find games and write them, with their manifest, in place of what there was."""
        unusual = list(self.corpus.special())
        shown = {thing for one in unusual for thing in one.shows if not thing.startswith("table ")}
        for path in self.folder.glob("*.record"):
            path.unlink()
        self.write_games({}, [*unusual, *choose(list(self.corpus.candidates()), self.corpus.wanted() - shown)])

    def add(self) -> None:
        """Keep all records, and add games for what none of them shows."""
        missing = self.corpus.wanted() - self.shown()
        self.write_games(self.manifest(), list(first_that_show(missing, self.corpus.candidates())))

    def shown(self) -> set[str]:
        """All that the records show."""
        return set[str]().union(*(self.corpus.shown_by(text) for text in self.records().values()))

    def write_games(self, manifest: dict[str, Any], games: Sequence[GoldenGame]) -> None:
        """Write these games beside those of a manifest, under names that are free, and the manifest of all."""
        for one in games:
            names = (f"{one.name}{ending}.record" for ending in chain([""], (f"-{number}" for number in count(2))))
            name = next(name for name in names if name not in manifest)
            (self.folder / name).write_text(one.text, encoding="utf-8")
            manifest[name] = self.entry(one.text, one.players)
        self.write_manifest(manifest)
        print(f"{self.folder.name}: wrote {len(games)} records, {sum(len(one.text) for one in games)} bytes")

    def faults(self) -> Iterator[str]:
        """What is wrong with them, if anything."""
        kept, texts = self.manifest(), self.records()
        for name in sorted(kept.keys() ^ texts.keys()):
            yield f"{name}: only {'the manifest has' if name in kept else 'the folder holds'} it"
        shows = set[str]()
        for name in sorted(kept.keys() & texts.keys()):
            failed = [check for check in bellringer.verify(texts[name]) if not check.ok]
            if failed:
                yield f"{name}: {failed[0].name}: {failed[0].detail}"
                continue
            if self.entry(texts[name], kept[name]["players"]) != kept[name]:
                yield f"{name}: replays to another end than the manifest says"
            shows |= self.corpus.shown_by(texts[name])
        yield from (f"no record shows: {thing}" for thing in sorted(self.corpus.wanted() - shows))


def kept_games(game: str) -> KeptGames:
    """The golden games of a game, where they are kept."""
    return KeptGames(CORPORA[game], GOLDEN / game)


def first_that_show(missing: set[str], found: Iterable[GoldenGame]) -> Iterator[GoldenGame]:
    """The first games that show something missing, until nothing is."""
    for one in found if missing else ():
        if one.shows & missing:
            missing = missing - one.shows
            yield one
        if not missing:
            return


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
        kept = kept_games(game)
        if given.manifest:
            kept.renew_manifest()
        elif given.add:
            kept.add()
        elif not given.check:
            kept.find_anew()
        found += [f"{game}: {fault}" for fault in kept.faults()]
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(at_work(main))
