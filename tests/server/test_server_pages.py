"""What the pages for hosts and for bot writers claim: the bot on the page plays, the backup and the removal work."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bellringer.server.app import create_app
from bellringer.server.base.settings import Limits, Settings
from bellringer.server.store.models import TableRow
from tests.server.callers import at_server, process, settings_at

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[2] / "docs"
BOT_LINES = 25


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page in a language."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("game", ["notre-dame", pytest.param("rattus", marks=pytest.mark.soak)])
def test_the_bot_on_the_page_plays_a_whole_game(tmp_path: Path, game: str) -> None:
    (program,) = blocks("playing-by-program.md", "python")
    assert len([line for line in program.splitlines() if line.strip()]) <= BOT_LINES
    bot = tmp_path / "my_bot.py"
    bot.write_text(program, encoding="utf-8")
    with process(tmp_path / "data", tmp_path / "log") as address:
        played = subprocess.run([sys.executable, str(bot), address, game], capture_output=True, text=True, timeout=100)
    assert re.fullmatch(r"places: \[[12], [12]\]\n", played.stdout), played.stdout + played.stderr


def test_the_page_for_programs_names_every_path(tmp_path: Path) -> None:
    text = (DOCS / "playing-by-program.md").read_text(encoding="utf-8")
    for path in create_app(settings_at(tmp_path)).openapi()["paths"]:
        short = (
            path.removeprefix("/api/v1")
            .replace("{address}", "ID")
            .replace("{seat}", "NUMBER")
            .replace("{game}", "GAME")
        )
        assert re.search(rf"{re.escape(short)}\b", text) or f"`/{short.rsplit('/', 1)[1]}`" in text, short


@pytest.mark.parametrize("page", ["playing-by-program.md", "hosting.md"])
def test_the_pages_know_the_limits(page: str) -> None:
    text, limits = (DOCS / page).read_text(encoding="utf-8"), Limits()
    assert (limits.everything, limits.moves) == ("100/second", "50/second; 50000/day") and re.search(
        r"\b100\b.*\b50\b", text
    )
    assert (limits.new_tables, limits.hints) == ("30/minute; 300/day", "20/minute") and re.search(
        r"\b30\b.*\b20\b", text
    )
    assert f"{limits.body_bytes // 1024} KiB" in text


def test_the_page_for_hosts_names_every_file_and_every_limit(tmp_path: Path) -> None:
    text, limits = (DOCS / "hosting.md").read_text(encoding="utf-8"), Limits()
    with at_server(tmp_path) as api:
        api.user("Anna").make("rattus", "me", "open")
        names = {path.name for path in tmp_path.iterdir()}
    assert {"bellringer.sqlite3", "secret"} <= names
    for name in names:
        assert f"`{name}`" in text or f"`{name.removeprefix('bellringer.sqlite3')}`" in text, name
    for figure in (limits.tables_a_user, limits.streams_a_table, limits.chat_lines, limits.open_tables):
        assert re.search(rf"\b{figure:,}\b", text), figure
    assert all(f"`{name}`" in text for name in Settings.hosts[:1])


@pytest.mark.parametrize("number", [0, 1])
def test_the_backup_on_the_page_holds_all_that_was_answered(tmp_path: Path, number: int) -> None:
    command = [line for block in blocks("hosting.md", "") for line in block.splitlines() if "saved.sqlite3" in line]
    words = re.fullmatch(r'sqlite3 bellringer\.sqlite3 "(.*)"', command[number])
    assert words is not None
    with at_server(tmp_path / "data") as api:
        anna = api.user("Anna")
        address = anna.make("rattus", "me", "me")["table"]["id"]
        anna.post(f"/tables/{address}/chat", seat=0, text="kept")
        with closing(sqlite3.connect(api.service.settings.database)) as base:
            copied = tmp_path / "saved.sqlite3"
            if words[1].startswith(".backup"):
                with closing(sqlite3.connect(copied)) as other:
                    base.backup(other)
            else:
                base.execute(words[1].replace("saved.sqlite3", str(copied)))
        kept = api.kept()
    new = tmp_path / "restored"
    new.mkdir()
    copied.rename(new / "bellringer.sqlite3")
    with at_server(new) as api:
        assert api.kept() == kept
        assert api.user("Anna", anna.key).get(f"/tables/{address}/chat")[0]["text"] == "kept"


def test_the_removal_on_the_page_removes_a_table_and_nothing_else(tmp_path: Path) -> None:
    (commands,) = blocks("hosting.md", "sql")
    beside = {table.name for table in TableRow.metadata.tables.values()
              if any(key.column.table.name == "tables" for key in table.foreign_keys)}  # fmt: skip
    assert {*re.findall(r"DELETE FROM (\w+)", commands)} == {"tables", *beside}
    with at_server(tmp_path) as api:
        anna = api.user("Anna")
        kept, gone = (anna.make("rattus", "me", "me")["table"]["id"] for _ in range(2))
        for address in (kept, gone):
            anna.post(f"/tables/{address}/chat", seat=0, text="said")
            anna.post(f"/tables/{address}/lend", seat=0)
    with closing(sqlite3.connect(tmp_path / "bellringer.sqlite3")) as base:
        base.executescript(commands.replace("ADDRESS", gone))
    with at_server(tmp_path) as api:
        anna = api.user("Anna", anna.key)
        assert gone not in api.kept() and anna.get(f"/tables/{kept}/chat")
        assert anna.ask("GET", f"/tables/{gone}").status_code == 404
