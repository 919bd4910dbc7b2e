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
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = (".git", ".venv", "checked*", "browser", "__pycache__", ".*_cache", ".hypothesis", "dist")
BLOCK = re.compile(r"(?:^`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCED = ("toml", "python", "svg")  # blocks that are files
MOST_SECONDS = 300

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class HowTo:
    """A page, the card that it makes, and what to choose so that the card is at a table."""

    page: str
    game: str
    card: str
    options: dict[str, object]
    french: str


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
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with all that is compiled, and with this environment as its own."""
    copy = tmp_path_factory.mktemp("tree") / "bellringer"
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
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(tree / "src"), "COLUMNS": "200"}
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


def blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """The page's blocks: the file that one is, its language, its text."""
    yield from BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))


def follow(tree: Path, page: str) -> None:
    """Do what a page says; what it says that one sees must be seen."""
    said = ""
    for file, language, text in blocks(page):
        if language == "sh":
            done = [run(tree, command) for command in text.splitlines()]
            said = "".join(one.stdout + one.stderr for one in done)
            asks = "python tools/new_card.py"  # which fails as long as something is missing
            assert all(one.returncode == 0 or str(one.args).startswith(asks) for one in done), said
        elif language == "text":
            assert set(text.splitlines()) <= set(said.splitlines()), said
        else:
            assert language in FENCED and file, text
            (tree / file).write_text(text, encoding="utf-8")


def kept(tree: Path, name: str) -> dict[str, object]:
    """A file of the golden games, of both games."""
    return {
        f"{path.parent.name} {key}": value
        for path in sorted((tree / "tests" / "golden").glob(f"*/{name}.json"))
        for key, value in json.loads(path.read_text(encoding="utf-8")).items()
    }


@pytest.fixture(scope="module")
def followed(tree: Path) -> Path:
    """The copy when both pages have been followed."""
    for how_to in PAGES:
        follow(tree, how_to.page)
    return tree


@pytest.mark.parametrize("how_to", PAGES, ids=lambda how_to: how_to.card)
def test_the_new_card_is_played_and_shown_in_the_terminal_on_the_page_in_french(followed: Path, how_to: HowTo) -> None:
    arguments = [how_to.game, how_to.card, json.dumps(how_to.options), how_to.french]
    done = run(followed, shlex.join(["python", "-m", "tests.show_card", *arguments]))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["golden", "perft"])
def test_what_was_kept_of_other_tables_stays(followed: Path, name: str) -> None:
    before, after = kept(ROOT, name), kept(followed, name)
    assert before.items() <= after.items()


@pytest.mark.parametrize("page", [how_to.page for how_to in PAGES])
def test_the_pages_raise_no_constant(followed: Path, page: str) -> None:
    """But for the files that a page names and those that tools write, the sources are as they were."""
    written = {file for one in PAGES for file, _, _ in blocks(one.page)}
    for path in sorted((followed / "src").rglob("*.p*")):
        original = ROOT / path.relative_to(followed)
        if path.suffix in (".py", ".pxd") and path.relative_to(followed).as_posix() not in written:
            text = path.read_text(encoding="utf-8")
            if not original.exists() or text != original.read_text(encoding="utf-8"):
                assert "ritten by tools/" in text, path


def test_the_tests_of_names_moves_counts_and_golden_games_pass_with_the_new_cards(followed: Path) -> None:
    """Counts only of the game whose page does not write them anew: those of the other are compared above."""
    tests = "tests/contract/test_moves.py tests/test_golden.py tests/test_cards.py tests/test_ledger.py"
    done = run(followed, f"python -m pytest -q -m 'not slow' -n 2 {tests}")
    assert done.returncode == 0, done.stdout
    done = run(followed, f"python tools/perft.py --check {PAGES[0].game}")
    assert done.returncode == 0, done.stdout
