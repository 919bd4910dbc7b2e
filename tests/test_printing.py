"""No text from a file, a record, a name or a server steers a terminal: whatever quotes it shows escapes instead."""

from __future__ import annotations

import ast
import io
import json
import re
import sqlite3
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import click
import pytest
import structlog
from click.testing import CliRunner
from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text

import bellringer
from bellringer.cli import main
from bellringer.core.plain_text import in_json, plain
from bellringer.server.base.logs import set_up
from bellringer.server.store.models import Base
from bellringer.server.store.store import Store
from bellringer.terminal.console import PlainConsole
from tools.mutations import part_of, paths

SOURCE = Path(__file__).resolve().parent.parent / "src" / "bellringer"
EVIL = "E\x1b[31m\x9b31m\x07\r\x7f\u202e\u2066\u2028\x85\ufeffL"
SHOWN = r"E\x1b[31m"  # how it begins where it is shown
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
OWN_CODES = re.compile(r"\x1b\[[0-9;]*m")
QUICK = 25  # places of a document that are tried in the ordinary run


def printed(*args: str, stdin: str = "") -> str:
    """What a command prints, on both streams; it may refuse, and steers nothing."""
    result = CliRunner().invoke(main, args, input=stdin, env={"LANG": "C", "COLUMNS": "200"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    found = result.stdout + result.stderr
    assert not UNSAFE.search(found), repr(UNSAFE.search(found))
    return found


def spread(found: list[Any], most: int) -> list[Any]:
    """Some of many, evenly."""
    return found[:: max(1, len(found) // most)]


# what is cleaned


def test_what_steers_is_shown_and_what_is_plain_stays() -> None:
    assert plain("a\x1b[0m\n\u202e\ud800") == "a\\x1b[0m\\n\\u202e\\ud800"
    assert plain("é ♠ 👩\u200d👩 اب\n\t", kept="\n\t") == "é ♠ 👩\u200d👩 اب\n\t"


def test_every_control_character_of_unicode_is_known() -> None:
    """Controls, surrogates, ends of lines and paragraphs, and all that Unicode calls a mark of direction."""
    for number in range(sys.maxunicode + 1):
        letter = chr(number)
        turns = unicodedata.bidirectional(letter) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
        if turns or unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp"):
            assert plain(letter) != letter, hex(number)


def test_json_says_the_same_with_its_own_escapes() -> None:
    text = in_json(json.dumps({EVIL: [EVIL, "\U000e0041é\ud800"]}, indent=2, ensure_ascii=False))
    assert not UNSAFE.search(text) and json.loads(text) == {EVIL: [EVIL, "\U000e0041é\ud800"]}


ERRORS = (
    bellringer.OptionError(EVIL),
    bellringer.PositionError(EVIL, EVIL),
    bellringer.RecordError(EVIL, legal=[EVIL]),
    bellringer.IllegalMove(EVIL, [EVIL]),
    bellringer.ComponentsError(EVIL, 1, EVIL),
    bellringer.UndoRefused(EVIL),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_no_error_of_ours_steers_where_it_is_printed(error: bellringer.BellringerError) -> None:
    assert SHOWN in str(error) and not UNSAFE.search(str(error))


def test_a_console_sends_its_own_codes_alone() -> None:
    console = PlainConsole(file=io.StringIO(), force_terminal=True, color_system="standard", width=60)
    grid = Grid(title=EVIL)
    grid.add_column(EVIL)
    grid.add_row(Text(EVIL, style="red"))
    for drawn in (EVIL, Text(EVIL, style="bold"), grid, Columns([EVIL, Text(EVIL)])):
        console.print(drawn)
    found = console.file.getvalue()  # type: ignore[attr-defined]
    assert OWN_CODES.search(found) and SHOWN in found and not UNSAFE.search(OWN_CODES.sub("", found))


@pytest.mark.parametrize("is_json", [True, False])
def test_a_log_steers_nothing(is_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    set_up(is_json)
    structlog.get_logger().error(EVIL, reason=EVIL, **{EVIL: EVIL})
    found = capsys.readouterr().err
    assert "E" in found and not UNSAFE.search(OWN_CODES.sub("", found))


# what is quoted, file by file


def boxes() -> Iterator[str]:
    """Components files with that text as a key or a value: TOML has the same escapes as JSON."""
    evil = json.dumps(EVIL)
    for game in bellringer.game_names():
        yield f"game = {evil}"
        begun = f'game = "{game}"\n'
        yield f"{begun}{evil} = 1"
        yield f"{begun}[{evil}]\nrats = 1"
    yield f'game = "rattus"\n[regions.gallia]\nname = {evil}\ncity = {evil}\nkind = {evil}'
    yield f'game = "rattus"\n[regions.{evil}]\nplayers = [2]'
    yield f'game = "rattus"\n[region-cards]\ngallia = [[{evil}]]'
    yield f'game = "rattus"\n[borders]\npairs = [[{evil}, {evil}, {evil}]]'
    yield f'game = "notre-dame"\n[persons.{evil}]\nrats = 1'
    yield f'game = "notre-dame"\n[persons.doctor]\nback = {evil}\nrats_kind = {evil}'
    yield f"game = {EVIL}"


def test_components_steer_nothing(tmp_path: Path) -> None:
    path, quoted = tmp_path / "box.toml", 0
    for text in boxes():
        path.write_text(text, encoding="utf-8")
        game = "notre-dame" if "notre-dame" in text else "rattus"
        quoted += SHOWN in printed("new", game, "--components", str(path))
        printed("simulate", game, "--games", "1", "--bots", "random", "--components", str(path))
    assert quoted > 5


def documents(game: str) -> list[dict[str, Any]]:
    """A position with that text once as a value, and once as a key, at every place."""
    position = bellringer.new_game(game, seats=3, seed=7).position()
    found = []
    for path in [*paths(position), ()]:
        if path and not isinstance(part_of(position, path), dict | list):
            found.append(copy := deepcopy(position))
            part_of(copy, path[:-1])[path[-1]] = EVIL
        elif isinstance(part_of(position, path), dict):
            found.append(copy := deepcopy(position))
            part_of(copy, path)[EVIL] = {EVIL: EVIL}
    return found


def try_positions(game: str, path: Path, most: int) -> int:
    """Show and list positions. Returns how often the text was quoted."""
    quoted = 0
    for document in spread(documents(game), most):
        path.write_text(json.dumps(document), encoding="utf-8")
        quoted += sum(SHOWN in printed(*args) for args in (("show", str(path)), ("moves", str(path), "--json")))
    return quoted


@pytest.mark.parametrize("game", bellringer.game_names())
def test_positions_steer_nothing(game: str, tmp_path: Path) -> None:
    assert try_positions(game, tmp_path / "position.json", QUICK)


@pytest.mark.soak
@pytest.mark.parametrize("game", bellringer.game_names())
def test_no_place_of_a_position_steers_anything(game: str, tmp_path: Path) -> None:
    assert try_positions(game, tmp_path / "position.json", sys.maxsize)


def records() -> Iterator[str]:
    """A record with that text in every tag, as a tag, a seat, a move, a line of the chain."""
    table = bellringer.new_game("rattus", seats=2, seed=7)
    for _ in range(3):
        table.play(table.moves(table.pending[0])[0].name, table.pending[0])
    text = table.record()
    for quoted in (json.dumps(EVIL), f'"{EVIL}"', f'"x", "{EVIL}"'):
        for tag in (*re.findall(r"^\[([A-Z][\w-]*) ", text, re.MULTILINE), "Position", "Components", "Resigned"):
            line = f"[{tag} {quoted}]"
            yield re.sub(rf"^\[{tag} .*$", lambda _: line, text, flags=re.MULTILINE)  # noqa: B023  # used at once
            yield f"{line}\n{text}"
    for line in (
        EVIL,
        f"1. {EVIL} pass",
        f"4. red {EVIL}",
        f"[{EVIL} 1]",
        f"# 0 {EVIL}",
        f'# 0 {"0" * 64} {{"{EVIL}": 1}}',
    ):
        yield text + line + "\n"


def test_records_steer_nothing(tmp_path: Path) -> None:
    path, quoted = tmp_path / "record.txt", 0
    for text in records():
        path.write_text(text, encoding="utf-8")
        quoted += SHOWN in printed("verify", str(path))
        quoted += SHOWN in printed("moves", str(path))
    assert quoted > 10


# what is typed


def typed() -> Iterator[list[str]]:
    """Every command with that text in the place of each argument, and of each option that takes a text."""
    found: list[tuple[list[str], click.Command]] = [([name], command) for name, command in main.commands.items()]
    host = main.commands["host"]
    assert isinstance(host, click.Group)
    found += [(["host", EVIL, name], command) for name, command in host.commands.items()]
    for words, command in found:
        if words == ["serve"]:
            words = ["serve", "--metrics-token", EVIL]  # is refused before a server begins
        arguments = [one for one in command.params if isinstance(one, click.Argument)]
        if words != ["mcp"]:  # which listens to a program until it ends
            yield [*words, *(EVIL for _ in arguments)]
        for option in command.params:
            if isinstance(option, click.Option) and not option.is_flag and not option.is_eager:
                yield [*words, *(EVIL for _ in arguments), option.opts[-1], EVIL]
    yield [EVIL]
    yield [f"--{EVIL}"]
    for word in ("new", "simulate", "bench", "play"):
        for option in ("--bots", "--classes", "--seats", "--seed", "--edition", "--components", "--load", "--seat"):
            yield [word, "rattus", option, EVIL]


def test_what_is_typed_steers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert all(printed(*args) for args in typed())


def test_what_is_typed_in_a_game_steers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = EVIL.replace("\r", "").replace("\u2028", "").replace("\x85", "")
    found = printed("play", "rattus", "--bots", "random", stdin=f"{line}\n? {line}\ns {line}\ns no/{line}\nq\n{line}\n")
    assert found.count(SHOWN) >= 3


# what a server has kept

SEAT = {"table_id": 5, "person_id": 7, "name": EVIL, "bot": "", "seen": 0}
ROWS: list[tuple[str, dict[str, Any]]] = [  # as they may be, with a name and words that no page would have taken
    ("people", {"id": 7, "key_hash": bytes(32), "name": EVIL, "created": 0}),
    ("tables", {"id": 5, "address": "a" * 16, "game": "rattus", "options": "{}", "seed": b"", "host": 7,
                "clock": "none", "joining": "link", "watching": "link", "status": "closed", "ended_by": "",
                "pending": 0, "created": 0, "changed": 0}),
    ("seats", {**SEAT, "number": 0}),
    ("seats", {**SEAT, "number": 1}),
    ("sayings", {"table_id": 5, "number": 1, "seat": 0, "text": EVIL, "at": 0}),
    ("asides", {"table_id": 5, "number": 1, "person_id": 7, "name": EVIL, "text": EVIL, "at": 0, "kind": "say"}),
    ("host_acts", {"id": 1, "at": 0, "what": "close", "wanted": json.dumps({EVIL: EVIL}), "state": "refused",
                   "answer": json.dumps({"why": EVIL})}),
    *(("reports", {"table_id": 5, "place": place, "line": 1, "person_id": 7, "at": 0}) for place in ("table", "aside")),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A data folder in whose rows people and the host have written."""
    data = tmp_path / "data"
    Store(data / "bellringer.sqlite3").engine.dispose()
    with closing(sqlite3.connect(data / "bellringer.sqlite3")) as connection:
        for name, row in ROWS:
            row = {column: value for column, value in row.items() if column in Base.metadata.tables[name].columns}
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO {name} ({', '.join(row)}) VALUES ({marks})", list(row.values()))
        connection.commit()
    return str(data)


@pytest.mark.parametrize("json_too", [(), ("--json",)])
@pytest.mark.parametrize("command", [("tables",), ("people", "E"), ("reports",), ("log",)])
def test_what_a_server_has_kept_steers_nothing(
    folder: str, command: tuple[str, ...], json_too: tuple[str, ...]
) -> None:
    found = printed("host", folder, *command, *json_too)
    assert (r"E\u001b[31m" if json_too else SHOWN) in found


# nothing else prints

PRINTING = ("printing.py", "console.py", "streams.py")


def prints(path: Path) -> Iterator[str]:
    """The calls of a source that print, or make what prints."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in ("print", "Console", "click.echo", "click.secho", "echo") or re.search(
                r"(sys\.(__)?std(out|err)(__)?|console\.file)(\.buffer)?\.write", called
            ):
                yield ast.unparse(node)


def speaking() -> list[Path]:
    """The modules of the command line and of playing at the terminal, but for those that print."""
    found = [path for package in ("commands", "terminal") for path in sorted((SOURCE / package).glob("*.py"))]
    return [SOURCE / "cli.py", *(path for path in found if path.name not in PRINTING)]


@pytest.mark.parametrize("path", speaking(), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_nothing_else_of_the_commands_prints(path: Path) -> None:
    assert list(prints(path)) == [], "say, put and print_json of printing.py print, and PlainConsole of console.py"


def test_what_prints_is_found(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text(
        "print(1)\nclick.echo(2)\nsys.stderr.write(3)\nconsole.print(4)\nConsole()\nself.console.file.write(5)"
    )
    assert len(list(prints(path))) == 5
