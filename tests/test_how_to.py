"""The how-to pages work: what they say is done on a copy of the tree, command by command, with a made-up card."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import pytest

from tests import show_card

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = (".git", ".venv", "checked*", "browser", "__pycache__", ".*_cache", ".hypothesis", "dist")
BLOCK = re.compile(r"(?:^(At the end of )?`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCED = ("toml", "python", "xml")  # blocks that are files
MOST_SECONDS = 300


@dataclass(frozen=True)
class HowTo:
    """A page, the card that it makes, and what to choose so that the card is at a table.

    `leaves_out`: how what begins that the card lacks in the end, since the page is about something else.
    """

    page: str
    game: str
    card: str
    options: dict[str, object]
    french: str
    tests: str = "tests/test_cards.py tests/test_ledger.py"  # that pass with the card
    leaves_out: tuple[str, ...] = ()


PAGES = (
    HowTo(
        page="docs/add-a-class-card.md",
        game="rattus",
        card="ferryman",
        options={"classes": ["ferryman", "monk", "merchant", "witch", "king", "knight"]},
        french="Passeur",
    ),
    HowTo(
        page="docs/add-a-person.md",
        game="notre-dame",
        card="bakers-wife",
        options={"persons": "own"},
        french="Boulangère",
    ),
    HowTo(
        page="docs/add-an-ask.md",
        game="rattus",
        card="gatekeeper",
        options={"classes": ["gatekeeper", "monk", "merchant", "witch", "king", "knight"]},
        french="Portier",
        tests="tests/test_ask_rows.py tests/test_questions.py tests/rattus/test_names.py",
        leaves_out=("missing: an emblem: ", "missing: a test of "),
    ),
)
BY_HAND = 4  # files of a card with an ask of its own


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the tree with all that is compiled, and with this environment as its own."""
    copy = tmp_path / "bellringer"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    environment = copy / ".venv"
    environment.mkdir()
    for name in ("bin", "lib", "include", "pyvenv.cfg"):
        (environment / name).symlink_to(Path(sys.prefix) / name)
    for stamp in ("synced", "linked", "built"):
        (environment / stamp).touch()
    return copy


def run(tree: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A command as one would type it there."""
    path = f"{tree / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    quickly = {"BELLRINGER_OPTIMIZE": "0"}  # what is compiled here plays a few games
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(tree / "src"), "COLUMNS": "200", **quickly}
    return subprocess.run(
        command,
        shell=True,
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=MOST_SECONDS,
    )


@dataclass(frozen=True)
class Block:
    """A block of a page: whether it only goes to the end of a file, the file that it is, its language, its text."""

    at_the_end: str
    file: str
    language: str
    text: str

    def write(self, tree: Path, text: str) -> None:
        """Write the file, with this text for the block's own."""
        path = tree / self.file
        path.write_text((path.read_text(encoding="utf-8") if self.at_the_end else "") + text, encoding="utf-8")


def blocks(page: str) -> Iterator[Block]:
    """The page's blocks."""
    yield from (Block(*found) for found in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")))


def follow(tree: Path, page: str, until: str = "") -> str:
    """Do what a page says; what it says that one sees must be seen. Returns what the last commands said.

    `until`: a command before which to stop.

    The card's line of the ledger is the next free one: another than the page's, once there are more cards.
    """
    said, asks = "", "python -m tools.new_card"  # which fails as long as something is missing
    on_page = line_in((ROOT / page).read_text(encoding="utf-8"))
    line = on_page
    for block in blocks(page):
        if block.language == "sh":
            commands = block.text.splitlines()
            done = [run(tree, command) for command in takewhile(lambda command: command != until, commands)]
            said = "".join(one.stdout + one.stderr for one in done)
            assert all(one.returncode == 0 or str(one.args).startswith(asks) for one in done), said
            if until in commands:
                return said
            line = line_in(said) or line
        elif block.language == "text":
            assert set(block.text.replace(on_page, line).splitlines()) <= set(said.splitlines()), said
        else:
            assert block.language in FENCED and block.file, block.text
            block.write(tree, block.text.replace(on_page, line))
    return said


def line_in(said: str) -> str:
    """The line of the ledger that has no test yet, as new_card.py names it; empty when it names none."""
    found = re.search(r"^missing: a test of ([A-Z]{2}-\d+\.\d+):", said, re.MULTILINE)
    return found[1] if found else ""


def kept(tree: Path, name: str) -> dict[str, object]:
    """What is kept of both games under a name: golden games, counts."""
    return {
        f"{path.parent.name} {key}": value
        for path in sorted((tree / "tests" / "golden").glob(f"*/{name}.json"))
        for key, value in json.loads(path.read_text(encoding="utf-8")).items()
    }


def changed_by_hand(tree: Path) -> Iterator[str]:
    """The sources and tests that differ from those here, but for what tools write."""
    for path in sorted(path for folder in ("src", "tests", "tools") for path in (tree / folder).rglob("*")):
        original = ROOT / path.relative_to(tree)
        if path.suffix in (".py", ".pxd", ".toml", ".svg") and not original.is_file():
            yield path.relative_to(tree).as_posix()
        elif path.suffix in (".py", ".pxd", ".toml", ".svg"):
            text = path.read_text(encoding="utf-8")
            if text != original.read_text(encoding="utf-8") and "ritten by tools/" not in text:
                yield path.relative_to(tree).as_posix()


def files_of(how_to: HowTo) -> list[str]:
    """The files that a page has in it."""
    return [block.file for block in blocks(how_to.page) if block.file]


def by_hand(tree: Path, how_to: HowTo) -> set[str]:
    """What differs from here by somebody's hand: a compiled file's declarations are a tool's."""
    return set(changed_by_hand(tree)) - {file.removesuffix(".py") + ".pxd" for file in files_of(how_to)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "how_to",
    [*(pytest.param(one, marks=pytest.mark.soak) for one in PAGES[:2]), PAGES[2]],  # the last is about most files
    ids=lambda one: one.card,
)
def test_all_that_a_page_writes_is_there_before_the_card_is_compiled(tree: Path, how_to: HowTo) -> None:
    """The quick form: nothing is missing then but what takes games of the card."""
    said = follow(tree, how_to.page, until="make build")
    missing = [line for line in said.splitlines() if line.startswith("missing: ")]
    missing = [line for line in missing if not line.startswith(how_to.leaves_out or "no line")]
    assert missing and all("make build, then " in line for line in missing), said
    assert by_hand(tree, how_to) == set(files_of(how_to))
    for pair in (file for file in files_of(how_to) if "/rules/" in file):
        assert len(files_of(how_to)) <= BY_HAND
        check_that_the_build_wants(tree, pair)


def check_that_the_build_wants(tree: Path, pair: str) -> None:
    """Without one half of an ask's pair the build ends before anything is compiled, and says where and why."""
    text = (tree / pair).read_text(encoding="utf-8")
    (tree / pair).write_text(text.replace("def answer_", "def answers_"), encoding="utf-8")
    done = run(tree, "make build")
    shown = re.escape(pair.partition("/rules/")[2])
    assert done.returncode and re.search(rf"asks\.toml:\d+: [\w-]+: rules/{shown} has no function answer_", done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "card", "words"), [("rattus", "monk", "Moine"), ("notre-dame", "doctor", "Médecin")])
def test_a_card_that_there_is_shows_wherever_cards_are_shown(game: str, card: str, words: str) -> None:
    """The quick form of what is looked at of a page's card."""
    show_card.main(game, card, {}, words, checked=10)


@pytest.mark.soak
@pytest.mark.parametrize("how_to", PAGES, ids=lambda one: one.card)
def test_a_page_makes_a_card_that_is_whole_and_changes_no_other(tree: Path, how_to: HowTo) -> None:
    """It is played by greedy and random bots, shown in the terminal and on the page in French; tests pass with it."""
    follow(tree, how_to.page)
    assert by_hand(tree, how_to) == set(files_of(how_to)), "no constant elsewhere has to be raised"
    for name in ("golden", "perft"):
        assert kept(ROOT, name).items() <= kept(tree, name).items(), name
    arguments = [how_to.game, how_to.card, json.dumps(how_to.options), how_to.french]
    numbers = "tests/contract/test_moves.py::test_move_numbers_are_frozen"
    for command in (
        shlex.join(["python", "-m", "tests.show_card", *arguments]),
        f"python -m pytest -q {how_to.tests} {numbers}",
        "python -m tools.golden --check",
        "python -m tools.fields --check",
    ):
        done = run(tree, command)
        assert done.returncode == 0, done.stdout + done.stderr
