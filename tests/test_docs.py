"""What the documents claim: code runs, examples are accepted, tables equal the code, links lead somewhere."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import bellringer
from bellringer.cli import main
from bellringer.core.record import TAGS, option_tag
from bellringer.core.registry import find
from bellringer.games.notre_dame.document.schema import position_schema
from bellringer.games.notre_dame.names import ASKS

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
NOTATION = ROOT / "docs" / "notation.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
OF_A_MACHINE = re.compile(r"(?<![\w.])/(?:home|root|tmp|work|usr|var|Users)/|[A-Z]:\\")


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in a language; "" for those that name none."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [text for name, text in found if name == language]


def test_the_readmes_code_runs() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 10 and not failed


def test_the_readme_names_every_command() -> None:
    readme = README.read_text(encoding="utf-8")
    for name in main.commands:
        assert f"bellringer {name}" in readme, name
        assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


def test_the_readmes_box_can_be_played_with(tmp_path: Path) -> None:
    (box,) = blocks(README, "toml")
    path = tmp_path / "my-box.toml"
    path.write_text(box, encoding="utf-8")
    assert bellringer.new_game("notre-dame", components=str(path)).pending


def test_the_positions_example_is_a_position() -> None:
    (example,) = blocks(NOTATION, "json")
    assert bellringer.from_position(json.loads(example)).pending == (0,)


def test_the_records_example_is_a_record() -> None:
    (example,) = blocks(NOTATION, "")
    table = bellringer.replay(example)
    assert table.moves_played > 4
    assert table.record().split() == example.split()


def test_the_notation_names_every_field_argument_and_tag() -> None:
    page = NOTATION.read_text(encoding="utf-8")
    schema = json.loads(position_schema())["properties"]
    players = schema["players"]["properties"]["red"]["properties"]
    arguments = {argument for _, *both in ASKS for argument in both if argument}
    tags = {*TAGS, *map(option_tag, bellringer.option_table("notre-dame"))}
    for name in ({*schema} - {"$schema", "players"}) | {*players} | arguments:
        assert re.search(rf"`(?:players\.X\.)?{name}`", page), name
    for tag in tags:
        assert f"`{tag}`" in page or f"[{tag} " in page, tag


@pytest.mark.parametrize("tool", ["docs_tables.py", "schemas.py", "notre_dame/cards.py", "rattus/cards.py"])
def test_what_tools_write_is_up_to_date(tool: str) -> None:
    command = [sys.executable, str(ROOT / "tools" / tool), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_inside_the_project_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_has_a_path_of_some_machine(page: Path) -> None:
    found = OF_A_MACHINE.search(page.read_text(encoding="utf-8"))
    assert not found, found


@pytest.mark.parametrize("game", bellringer.game_names())
def test_the_performance_page_has_every_game_and_size(game: str) -> None:
    """The tables of `make bench`: each number of seats, and each edition, box and the like that it measures."""
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    measured, found = page.partition("<!-- engine:begin -->")[2].partition("<!-- engine:end -->")[0], find(game)
    for seats in range(found.fewest_seats, found.most_seats + 1):
        assert f"| {game} | {seats} |" in measured, seats
    for name, option in found.options.items():
        if not option.several and all(isinstance(value, str) for value in option.allowed):
            for value in option.allowed:
                words = f"{name.replace('_', ' ')} {value}"
                assert re.search(rf"\| {game} \| \d \|[^|]*\b{words}\b", measured), words
    assert f"{game} / C++ search" in page


def test_the_performance_page_names_every_promise() -> None:
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    for floor in tomllib.loads((ROOT / "benchmarks" / "floors.toml").read_text(encoding="utf-8"))["floor"]:
        assert f"| {floor['words']} |" in page
