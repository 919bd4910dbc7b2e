"""Every command that can take long tells within two seconds how far it is, into a pipe too."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

import click
import pytest
from click.testing import CliRunner

from bellringer.cli import main
from bellringer.commands import progress
from bellringer.commands.language import words_in
from bellringer.commands.progress import FIRST, LONGEST, Told, at_work, lines, span, tell
from bellringer.core.shown.words import LANGUAGES
from tests.test_command_language import BEFORE, files, leaves, lines_of

SOON = 2.0  # seconds in which something must have been told
PATIENCE = 60.0  # seconds after which nothing will be told any more
WORK = {  # the function of each command that takes long
    "analyse": "bellringer.bots.analysis.thoughts_of",
    "arena": "bellringer.arena.run.play_missing",
    "backup": "bellringer.server.host.backup.backup",
    "bench": "bellringer.arena.bench.play_until",
    "check": "bellringer.server.host.check.whole",
    "dataset": "bellringer.training.parts.play_missing",
    "host addresses": "bellringer.commands.hosting.wait",
    "host bar": "bellringer.commands.hosting.wait",
    "host close": "bellringer.commands.hosting.wait",
    "host hand-over": "bellringer.commands.hosting.wait",
    "host remove-person": "bellringer.commands.hosting.wait",
    "host remove-words": "bellringer.commands.hosting.wait",
    "host unbar": "bellringer.commands.hosting.wait",
    "key": "bellringer.commands.sealing._rotate",
    "puzzles": "bellringer.commands.puzzles.in_background",
    "review": "bellringer.review.work.step_slices",
    "restore": "bellringer.server.host.backup.restore",
    "simulate": "bellringer.arena.simulate.play_games",
    "study": "bellringer.arena.study.play_missing",
    "train": "bellringer.training.parts.play_missing",
}
QUICK = {"acts", "completion", "moves", "new", "show", "verify"}  # read or make one game, or one text
QUICK |= {f"host {name}" for name in ("bars", "log", "people", "reports", "tables")}  # read some rows
OPEN = {"mcp", "play", "serve"}  # go on until somebody ends them
ROOT = Path(__file__).resolve().parent.parent
QUIET = ("soak", "fuzz", "tune", "perft", "golden", "siege", "load", "timing", "starting", "positions",
         "levels", "cluster")  # fmt: skip
DRAWING = ("frames", "screens", "screenshots", "rattus/film")
TOOLS = ["benchmarks/__main__.py", *(f"tools/{name}.py" for name in (*QUIET, *DRAWING))]
LINE = re.compile(r"bellringer: [^\x00-\x1f\x7f]+")

__all__ = ["files"]  # the fixture


def test_of_every_command_it_is_known_whether_it_can_take_long() -> None:
    commands = {path for path, command in leaves(main) if not isinstance(command, click.Group)}
    assert commands == {*WORK, *QUICK, *OPEN}


@pytest.mark.unhurried
@pytest.mark.parametrize("command", WORK)
def test_a_long_command_tells_how_far_it_is(
    command: str, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does waits until something was told, and then ends: so the test is as quick as the command."""
    heard: list[str] = []
    was_told = Event()

    def hear(line: str, error: bool) -> None:
        heard.append(line)
        was_told.set()

    shutil.copytree(files["data"], tmp_path / "data")
    if first := BEFORE.get(command):
        lines_of(first, "en", files, tmp_path)
    for report in ("report.write_report", "study_report.write_study"):  # files, with plots that take long
        monkeypatch.setattr(f"bellringer.arena.{report}", lambda *_: ())
    module, _, name = WORK[command].rpartition(".")
    work = getattr(import_module(module), name)
    monkeypatch.setattr(WORK[command], waiting(was_told, work))
    monkeypatch.setattr(progress, "lines", partial(lines, first=0.0))
    monkeypatch.setattr(progress, "say", hear)
    if command == "key":
        told("key", "rotate", "--data", str(tmp_path / "data"), "--key-file", str(copied(files["keys"], tmp_path)))
    else:
        lines_of(command, "en", files, tmp_path)
    assert heard and all(map(LINE.fullmatch, heard))


def waiting(was_told: Event, work: Callable[..., Any]) -> Callable[..., Any]:
    """Work that begins once something was told."""

    def wait_and_work(*args: Any, **how: Any) -> Any:
        assert was_told.wait(PATIENCE), "nothing was told"
        return work(*args, **how)

    return wait_and_work


def copied(keys: Path, folder: Path) -> Path:
    return Path(shutil.copy(keys, folder / "keys"))


def told(*words: str) -> str:
    """What a command prints on standard error, which is no terminal."""
    result = CliRunner().invoke(main, words, env={"LANG": "C"})
    assert result.exit_code == 0, result.stderr
    return result.stderr


def test_it_is_told_soon_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    class Clock(Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout or 0)
            return len(pauses) > 9

    monkeypatch.setattr(progress, "say", lambda *_, **__: None)
    tell(Told("begun"), Clock())
    assert pauses[0] == FIRST <= SOON / 2 and pauses == sorted(pauses) and pauses[-1] == LONGEST <= 60


def test_compiled_loops_let_it_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bench lasts as long as it is told to, however fast the machine."""
    monkeypatch.setattr(progress, "lines", partial(lines, first=0.02))
    found = told("bench", "rattus", "--seconds", "1").splitlines()
    assert len(found) > 1 and all(map(LINE.fullmatch, found))


@pytest.mark.parametrize("tool", TOOLS)
def test_tools_that_take_long_tell_it_too(tool: str) -> None:
    assert "at_work(main)" in (ROOT / tool).read_text("utf-8").rpartition('__name__ == "__main__"')[2]


def test_work_is_told_and_gives_what_it_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    was_told = Event()
    monkeypatch.setattr(progress, "say", lambda *_, **__: was_told.set())
    assert at_work(waiting(was_told, lambda: 7), first=0.0) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told(language: str) -> None:
    words = words_in(language)
    found = Told("begun")
    found.words = words
    assert found.line(1.2) == words("progress.after", count=words("progress.begun"), time="1 s")
    found(1_000, 4_000)
    assert "1,000" in found.line(60) and "4,000" in found.line(60) and "60 s" in found.line(60)
    assert found.line(60).endswith(words("progress.left", time="3 min"))
    found(4_000, 4_000)
    assert found.line(60) == words("progress.after", count=words("progress.all", of="4,000"), time="60 s")


def test_times() -> None:
    assert [span(n) for n in (0, 59.6, 119, 121, 3_599, 7_500)] == [
        "1 s",
        "60 s",
        "119 s",
        "2 min",
        "59 min",
        "2 h 5 min",
    ]
