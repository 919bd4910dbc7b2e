"""`--lang` means the same at every command: what the command tells is in that language, whatever the system's is."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import bellringer
from bellringer.cli import main
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.service import TableService
from tests.puzzled import few_in
from tests.server.services import introduced, table_for, with_service

GAME = "notre-dame"
TELLING = {  # for each command, words that make it tell something; {names} are files of the test
    "analyse": "{position} --iterations 50",
    "arena": f"{GAME} --bots greedy,random --seats 2 --deals 1 --jobs 1 --out {{fresh}}",
    "backup": "{data} {fresh}",
    "bench": f"{GAME} --seconds 0.01",
    "check": "{data} --key-file {keys}",
    "host addresses": "{data}",
    "host bar": "{data} --person 1",
    "dataset": f"{GAME} --games 4 --seats 2 --jobs 1 --out {{fresh}}",
    "host bars": "{data}",
    "host close": "{data} 1",
    "host log": "{data}",
    "host people": "{data} Anna",
    "host remove-person": "{data} 2",
    "host remove-words": "{data} --person 1",
    "host reports": "{data}",
    "host tables": "{data}",
    "host unbar": "{data} --person 1",
    "host hand-over": "{data} 2 0",
    "key": "adopt --data {data} --key-file {keys}",
    "moves": "{position}",
    "play": f"{GAME} --seed 5",
    "restore": "{copy} {fresh}",
    "puzzles": f"{GAME} --count 1 --out {{puzzles}}",
    "review": "{ended} --seconds 0.2 --threads 1",
    "serve": "--data {data} --key-file {keys} --host 0.0.0.0 --https",
    "show": "{position}",
    "simulate": f"{GAME} --games 4 --threads 1",
    "study": f"opening {GAME} --seats 2 --bot search:2 --deals 2 --jobs 1 --out {{fresh}}",
    "train": f"{GAME} --games 4 --iterations 2 --width 16 --rounds 1 --jobs 1 --out {{fresh}}",
    "verify": "{record}",
}
BEFORE = {"host unbar": "host bar"}  # what must have been done first
ONLY_DATA = (
    "acts",
    "completion",
    "mcp",
    "new",
)  # commands that print nothing but JSON, a script, or figures for programs
NAMES = re.compile("notre-dame|rattus|greedy|random|Anna|Ben|prestige|centre|/fresh/.*|http://.*")  # in both languages
WORD = re.compile(r"[^\W\d_]{4,}")


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command and group of commands, by its path."""
    yield " ".join(path), command
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            yield from leaves(below, (*path, name))


def test_every_command_takes_a_language() -> None:
    found = dict(leaves(main))
    for path, command in found.items():
        assert [one.opts for one in command.params].count(["--lang"]) == 1, path
    told = {path for path, command in found.items() if not isinstance(command, click.Group)}
    assert told == {*TELLING, *ONLY_DATA}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A data folder with its keys, a copy of its database, a position and a record."""
    folder = tmp_path_factory.mktemp("files")
    paths = {name: folder / name for name in ("data", "keys", "copy", "position", "record", "ended", "puzzles")}

    async def work(service: TableService) -> None:
        for name in ("Anna", "Ben"):
            table_for(service, introduced(service, name), GAME, "me", "open")

    with_service(paths["data"], work, key_file=paths["keys"])
    table = bellringer.new_game(GAME, seats=2, seed=3)
    paths["position"].write_text(json.dumps(table.position()), encoding="utf-8")
    while table.pending:
        table.play(table.moves(table.pending[0])[0].name)
    paths["record"].write_text(table.record(), encoding="utf-8")
    late = bellringer.replay(table.record(), before=table.moves_played - 9)
    ending = bellringer.from_position(late.position(), seed=4)
    while ending.pending:
        ending.play(ending.legal_names(ending.pending[0])[-1])
    paths["ended"].write_text(ending.record(), encoding="utf-8")
    few_in(paths["puzzles"])
    told(["backup", str(paths["data"]), str(paths["copy"])])
    return paths


def ran(args: list[str], **env: str) -> Result:
    """What came of a command that does its work."""
    result = CliRunner().invoke(main, args, input="q\n", env={"LANG": "C", "COLUMNS": "80", **env})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code == 0, result.stderr
    return result


def told(args: list[str], **env: str) -> list[str]:
    """The lines that a command prints on both streams."""
    result = ran(args, **env)
    return (result.stdout + result.stderr).splitlines()


def lines_of(command: str, language: str, files: dict[str, Path], folder: Path) -> list[str]:
    """What a command tells in a language on a system of the other one, without the folder's name."""
    group, _, below = command.partition(" ")
    paths = files | {"data": folder / "data", "fresh": folder / "fresh"}
    words = TELLING[command].format(**paths).split()
    head = [group, "--key-file", str(files["keys"]), words.pop(0)] if below else []
    other = next(one for one in LANGUAGES if one != language)
    lines = told([*head, below or group, "--lang", language, *words], LANG=f"{other}.UTF-8")
    return [line.replace(str(folder), "") for line in lines]


@pytest.mark.unhurried
@pytest.mark.parametrize("command", TELLING)
def test_what_a_command_tells_is_in_the_language_that_is_asked_for(
    command: str, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bellringer.server.serve.serve", lambda *_, say, **__: say("http://127.0.0.1"))
    for report in ("report.write_report", "study_report.write_study"):  # files, with plots that take long
        monkeypatch.setattr(f"bellringer.arena.{report}", lambda *_: ())
    found = {}
    for language in LANGUAGES:
        shutil.copytree(files["data"], tmp_path / language / "data")
        if first := BEFORE.get(command):
            lines_of(first, language, files, tmp_path / language)
        found[language] = lines_of(command, language, files, tmp_path / language)
    same = set(found["en"]) & set(found["fr"])
    assert any(found.values())
    assert not [line for line in same if WORD.search(NAMES.sub("", line))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_may_stand_before_the_command_and_the_system_may_ask_for_it(language: str, files: dict[str, Path]) -> None:
    wanted = told(["moves", "--lang", language, str(files["position"])])
    assert wanted == told(["--lang", language, "moves", str(files["position"])])
    assert wanted == told(["moves", str(files["position"])], LANG=f"{language}.UTF-8")


@pytest.mark.parametrize(
    "command", ["analyse {position} --iterations 50", "show {position}", "check {data} --key-file {keys}"]
)
def test_programs_get_the_same_in_every_language(command: str, files: dict[str, Path]) -> None:
    words = command.format(**files).split()
    lines = [ran([*words, "--json", "--lang", language]).stdout.splitlines() for language in LANGUAGES]
    figures = [[line for line in found if "second" not in line] for found in lines]
    assert figures[0] == figures[1]
