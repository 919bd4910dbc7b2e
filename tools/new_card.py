"""Make the stubs of a new card, and say what is still missing, until nothing is.

    python -m tools.new_card GAME CARD          a card that has a name, and perhaps no rule yet
    python -m tools.new_card GAME CARD --new    a card that no box has

What a card of a game is made of stands in the folder of its cards, in new_card.toml. Stubs are made where nothing is;
what is there stays as it is, so it can be run again and again. It ends with 0 when nothing is missing.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.places import DOCS, GAMES, GOLDEN, ROOT

__all__ = [
    "Card",
    "Cards",
    "all_cards",
    "chosen",
    "make_stubs",
    "missing",
    "missing_emblem",
    "missing_in_entry",
]

LANGUAGES = ("en", "fr")
TEXTS = ("name", "the", "rule", "line")
RULING = "Ruling: "
LINE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\.(\d+)\*\* ", re.MULTILINE)
NAME = re.compile(r"[a-z]+(-[a-z]+)*")


@dataclass(frozen=True)
class Cards:
    """The cards of a game. `about`: its new_card.toml; `root`: the tree with the cards, their tests and their docs."""

    folder: Path
    about: dict[str, Any]
    root: Path = ROOT

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.about["game"])

    def files(self) -> Iterator[Path]:
        """The `.toml` files of cards."""
        others = ("new_card.toml", "hooks.toml", "sets.toml")
        return (path for path in sorted(self.folder.glob("*.toml")) if path.name not in others)

    def card(self, name: str) -> Card:
        """The card of a name, wherever it stands or will stand."""
        stem = name.replace("-", "_")
        deck = next((path.stem for path in self.files() if name in read(path)), self.about.get("deck", stem))
        return Card(self, name, stem, deck)

    def all(self) -> Iterator[Card]:
        """All cards that there are, in the order of their files."""
        for path in self.files():
            names = [path.stem.replace("_", "-")]
            if "deck" in self.about:
                names = [name for name, table in read(path).items() if isinstance(table, dict)]
            yield from (Card(self, name, name.replace("-", "_"), path.stem) for name in names)

    def names(self) -> list[str]:
        """The names of all cards."""
        return [card.name for card in self.all()]

    @property
    def ledger(self) -> Path:
        """The page of the game's rules."""
        return self.root / DOCS.relative_to(ROOT) / "rules" / f"{self.game}.md"

    @property
    def golden(self) -> Path:
        """The folder of the game's golden games, and of the numbers of its moves."""
        return self.root / GOLDEN.relative_to(ROOT) / self.game

    def shown(self, path: Path) -> str:
        """A path as one types it."""
        return path.relative_to(self.root).as_posix()

    def write(self, path: Path, text: str) -> None:
        """Write a file, and say so, if that changes it."""
        if text_of(path) != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {self.shown(path)}")


@dataclass(frozen=True)
class Card:
    """One card: `stem` is its name in Python, `file` that of its files, which may be a deck's."""

    cards: Cards
    name: str
    stem: str
    file: str

    @property
    def is_in_a_deck(self) -> bool:
        """Whether its files have other cards too."""
        return "deck" in self.cards.about

    @property
    def prefix(self) -> str:
        """What the names of its tables begin with."""
        return f"{self.name}." if self.is_in_a_deck else ""

    def path(self, ending: str) -> Path:
        """One of its files."""
        return self.cards.folder / f"{self.file}.{ending}"

    def shown(self, ending: str) -> str:
        """That file as one types it."""
        return self.cards.shown(self.path(ending))

    def entry(self) -> dict[str, Any]:
        """Its entry, empty when there is none."""
        found = read(self.path("toml"))
        return dict(found.get(self.name, {})) if self.is_in_a_deck else found

    def functions(self) -> list[ast.FunctionDef]:
        """The functions that are its rule."""
        tree = ast.parse(text_of(self.path("py")))
        found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        return [node for node in found if node.name == self.stem] if self.is_in_a_deck else found

    @property
    def has_rule(self) -> bool:
        """Whether it can be played."""
        return bool(self.functions())


def read(path: Path) -> dict[str, Any]:
    """A TOML file; nothing when it is not there."""
    return tomllib.loads(text_of(path))


def text_of(path: Path) -> str:
    """A file's text; nothing when it is not there."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def all_cards() -> dict[str, Cards]:
    """The cards of every game that says what they are made of."""
    found = (Cards(path.parent, read(path)) for path in sorted(GAMES.glob("*/cards/new_card.toml")))
    return {cards.game: cards for cards in found}


# stubs


def make_stubs(card: Card) -> None:
    """Begin whatever of the card is not there."""
    if not card.entry():
        card.cards.write(card.path("toml"), with_entry(text_of(card.path("toml")), card))
    card.cards.write(card.path("toml"), with_texts(text_of(card.path("toml")), card))
    begun = card.has_rule if card.is_in_a_deck else card.path("py").exists()
    if not begun:
        card.cards.write(card.path("py"), with_rule(text_of(card.path("py")), card))


def with_entry(text: str, card: Card) -> str:
    """The card's file, or its deck's, with its numbers."""
    about, number = card.cards.about, next_number(card)
    if card.is_in_a_deck:
        text = text or about["head_of_entries"].lstrip().format(deck=card.file, number=number)
        text += f"\n[{card.name}]\n"
    return text + str(about["entry"].lstrip().format(number=number))


def with_rule(text: str, card: Card) -> str:
    """The file of its rule, or its deck's, with the beginning of one."""
    about, entry = card.cards.about, card.entry()
    words = entry["en"]["name"] or card.name.capitalize()
    stub = about["rule"].format(stem=card.stem, number=entry.get("number"), words=words)
    return (text or about.get("head_of_rules", "").lstrip()) + stub if card.is_in_a_deck else str(stub.lstrip())


def next_number(card: Card) -> int:
    """The number of a new card, or of the deck that it begins."""
    return len(list(card.cards.files())) + 1


def with_texts(text: str, card: Card) -> str:
    """The card's file with a place for every text, and for a line of the ledger."""
    entry = card.entry()
    for language in LANGUAGES:
        lacking = [f'{key} = ""' for key in TEXTS if key not in entry.get(language, {})]
        header = f"[{card.prefix}{language}]\n"
        if header not in text:
            text += f"\n{header}"
        if lacking:
            before, _, after = text.partition(header)
            own, rest = re.match(r"((?:[^\[\n][^\n]*\n)*)(.*)", after, re.DOTALL).groups()  # type: ignore[union-attr]
            text = f"{before}{header}{own}" + "\n".join(lacking) + f"\n{rest}"
    if not entry.get("ledger"):
        text += f'\n[[{card.prefix}ledger]]\nline = "{next_line(card)}"\nrule = ""\nsource = ""\n'
    return text


def next_line(card: Card) -> str:
    """The next free number of the ledger's section."""
    section = card.cards.about["section"]
    page = text_of(card.cards.ledger)
    return f"{section}.{1 + max(int(line) for found, line in LINE.findall(page) if found == section)}"


# what is missing


def missing(card: Card) -> Iterator[str]:
    """All that a card still lacks, a line each, with the file where it belongs."""
    yield from missing_in_entry(card, TEXTS)
    yield from missing_in_ledger(card)
    lines = [line.get("line", "") for line in card.entry().get("ledger", [])]
    yield from missing_in_rule(card, lines)
    yield from missing_emblem(card)
    yield from missing_around(card, lines)


def missing_in_entry(card: Card, texts: tuple[str, ...]) -> Iterator[str]:
    """Numbers, and these texts in every language."""
    entry, file = card.entry(), card.shown("toml")
    yield from (f"{key} in {file}" for key in card.cards.about["numbers"] if entry.get(key, "") == "")
    for language in LANGUAGES:
        yield from (
            f"{key} of [{card.prefix}{language}] in {file}" for key in texts if not entry.get(language, {}).get(key)
        )


def missing_in_ledger(card: Card) -> Iterator[str]:
    """Its lines, each whole. Players read a ruling, so that needs a text in every language."""
    lines, file = card.entry().get("ledger", []), card.shown("toml")
    if not lines:
        yield f"a line of the ledger: [[{card.prefix}ledger]] in {file}"
    for number, line in enumerate(lines, start=1):
        others = LANGUAGES[1:] if RULING in line.get("rule", "") else ()
        keys = ("line", "rule", "source", *others)
        yield from (f"{key} of its line {number} of the ledger in {file}" for key in keys if not line.get(key))


def missing_in_rule(card: Card, lines: list[str]) -> Iterator[str]:
    """A function that says which line of the ledger it is."""
    said = " ".join(ast.get_docstring(function) or "" for function in card.functions())
    if not card.has_rule:
        yield f"a rule: functions in {card.shown('py')}"
    elif lines and f"[{lines[0]}]" not in said:
        yield f"a rule that names its line, [{lines[0]}], in {card.shown('py')}"


def missing_emblem(card: Card) -> Iterator[str]:
    """A drawing of its own."""
    if f'id="e-{card.name}"' not in text_of(card.path("svg")):
        yield f"an emblem: the symbol e-{card.name} in {card.shown('svg')}"


def is_idle(card: Card, move: str) -> bool:
    """Whether no game can have the move: it uses a card that has no ability to be used."""
    return move.startswith("use ") and "def use" not in text_of(card.path("py"))


def missing_around(card: Card, lines: list[str]) -> Iterator[str]:
    """What lies elsewhere: names of moves, tests, golden games."""
    moves = [f"{word} {card.name}" for word in card.cards.about["moves"]]
    cards, frozen = card.cards, card.cards.golden / "moves.json"
    known = frozen_in(frozen)
    yield from (f"the name of the move `{move}` in {cards.shown(frozen)}" for move in moves if move not in known)
    tests = "\n".join(text_of(path) for path in sorted((cards.root / "tests").rglob("test_*.py")))
    yield from (f'a test of {line}: @pytest.mark.rule("{line}")' for line in lines if line and f'"{line}"' not in tests)
    games = "\n".join(text_of(path) for path in cards.golden.glob("*.record"))
    made = [move for move in moves if not is_idle(card, move)]
    if any(not re.search(rf"^\d+\. \S+ {move}$", games, re.MULTILINE) for move in made):
        yield f"a golden game in which it acts: make build, then python -m tools.golden {cards.game} --add"


def frozen_in(path: Path) -> set[str]:
    """The names of that file."""
    return set(re.findall(r'"(.+)"', text_of(path)))


# the command


def chosen(game: str, name: str, is_new: bool) -> Card:
    """The card that was asked for. Raises SystemExit for what is none."""
    games = all_cards()
    if game not in games:
        sys.exit(f"no game of cards is called {game}; there are {', '.join(games)}")
    cards, called = games[game], games[game].about["called"]
    if not NAME.fullmatch(name):
        sys.exit(f"{name} is no name for a card: names are small letters, with - between words")
    if name not in cards.names() and not is_new:
        sys.exit(f"no {called} of {game} is called {name}; to make one that no box has, add --new.\n"
                 f"There are {', '.join(cards.names())}.")  # fmt: skip
    return cards.card(name)


def main() -> int:
    """Make the stubs, write what follows from them, say what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("card")
    parser.add_argument("--new", action="store_true", help="the card is in no box: give it a number of its own")
    asked = parser.parse_args()
    card = chosen(asked.game, asked.card, asked.new)
    make_stubs(card)
    for tool in card.cards.about["write"]:
        if subprocess.run([sys.executable, "-m", tool], cwd=ROOT, check=False).returncode:
            return 1
    found = list(missing(card))
    for one in found:
        print(f"missing: {one}")
    if not found:
        print(f"{asked.game} {asked.card}: nothing is missing")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
