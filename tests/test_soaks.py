"""The long tests come in pieces: none is left out, and a piece that has passed is noted with its commit."""

from __future__ import annotations

import json
import subprocess
from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from tests.shares import in_share, share
from tools import soaks

ROOT = Path(__file__).resolve().parent.parent
PIECE = """
[quick]
files = ["tests/test_*.py"]
[shared]
files = ["tests/more/test_*.py"]
shares = 2
[other]
command = ["python", "other.py"]
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with pieces of its own, one of them no test."""
    root = tmp_path / "tree"
    (root / "tests" / "more").mkdir(parents=True)
    for name, text in {
        soaks.PIECES: PIECE,
        "tests/test_one.py": "",
        "tests/more/test_two.py": "",
        "other.py": "",
    }.items():
        (root / name).write_text(text, encoding="utf-8")
    commit(root, "init", "-q")
    commit(root, "add", ".")
    commit(root, "commit", "-q", "-m", "Begin")
    return root


def commit(root: Path, *words: str) -> str:
    """A word to git, by somebody with a name: what git says."""
    who = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org"]
    done = subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout


def noted(root: Path) -> dict[str, dict[str, object]]:
    """What is noted of pieces that have passed."""
    path = root / soaks.PASSED
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def test_every_file_of_tests_is_in_one_piece() -> None:
    found = [word for piece in soaks.pieces(ROOT) for word in piece.command if word.endswith(".py")]
    once = {word for word in found if word.startswith("tests/")}
    assert once == {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}


def test_what_is_noted_are_pieces_that_there_are() -> None:
    assert set(noted(ROOT)) <= {piece.name for piece in soaks.pieces(ROOT)}


@pytest.mark.parametrize("count", [1, 3, 20])
def test_shares_are_all_of_the_long_tests_and_none_twice(count: int) -> None:
    found = [in_share([*range(17)], bool, which, count) for which in range(1, count + 1)]
    assert sorted(number for one in found for number in one if number) == [*range(1, 17)]
    assert all(0 in one for one in found), "a short one is in each"
    assert max(map(len, found)) - min(map(len, found)) <= 1


@pytest.mark.parametrize("text", ["", "2", "0/3", "4/3", "1/0", "a/b", "-1/3", "1/3/5"])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is not a share, such as 2/5"):
        share(text)


def test_a_piece_that_passes_is_noted_with_its_commit(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert soaks.main(["other"], tree) == 0
    head = commit(tree, "rev-parse", "HEAD")
    assert head.startswith(str(noted(tree)["other"]["commit"])) and set(noted(tree)) == {"other"}
    assert soaks.main(["--list"], tree) == 0
    row = next(line for line in capfd.readouterr().out.splitlines() if line.startswith("other  "))
    assert str(noted(tree)["other"]["commit"]) in row


@pytest.mark.unhurried
def test_a_piece_that_fails_is_not_noted_and_others_are_still_run(
    tree: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert soaks.main(["quick", "other"], tree) == 1, "there is no such test"
    assert set(noted(tree)) == {"other"}
    assert "failed: quick" in capfd.readouterr().err


def test_what_is_not_committed_is_not_noted(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tree / "other.py").write_text("print('changed')", encoding="utf-8")
    assert soaks.main(["other"], tree) == 0
    assert not noted(tree) and "not those of one commit" in capfd.readouterr().out


def test_a_note_alone_is_no_change(tree: Path) -> None:
    assert soaks.main(["other"], tree) == 0 and soaks.main(["other"], tree) == 0
    (tree / "new.py").touch()
    assert soaks.changed(tree)


@pytest.mark.unhurried
def test_pieces_that_never_passed_come_first(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    soaks.main(["other"], tree)
    soaks.main([], tree)
    said = capfd.readouterr().out.splitlines()
    started = [line.partition(":")[0] for line in said if ": python " in line]
    assert started == ["other", "quick", "shared-1", "shared-2", "other"]


def test_what_a_piece_tests_is_known_to_have_changed(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A piece that says nothing of what it tests is never run for that."""
    (tree / soaks.PIECES).write_text(PIECE + 'of = ["docs/*.md"]\n', encoding="utf-8")
    (tree / "docs").mkdir()
    for words, runs in (("One", True), ("One", False), ("Two", True), ("Two", False)):
        (tree / "docs" / "page.md").write_text(words, encoding="utf-8")
        commit(tree, "add", ".")
        commit(tree, "commit", "-q", "--allow-empty", "-m", words)
        assert soaks.main(["--changed"], tree) == 0
        assert ("other: passed" in capfd.readouterr().out) == runs
        assert set(noted(tree)) == {"other"}


def test_the_how_to_pages_are_tested_where_they_have_changed() -> None:
    piece = next(piece for piece in soaks.pieces(ROOT) if piece.name == "how-to")
    assert all([*ROOT.glob(pattern)] for pattern in piece.of), "a pattern finds nothing"
    assert soaks.hash_of(ROOT, piece)


def test_a_piece_that_there_is_not_is_refused(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        soaks.main(["other", "chess"], tree)
    assert ended.value.code == 2 and "no piece chess; the pieces are quick, shared-1" in capfd.readouterr().err
    assert not noted(tree)
