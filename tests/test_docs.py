"""What the documents claim: code runs, examples are accepted, tables equal the code, links lead somewhere."""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from jinja2 import nodes
from PIL import Image

import bellringer
from bellringer.bots.search import DEFAULTS, POOL
from bellringer.cli import main
from bellringer.core.contract.registry import find
from bellringer.core.records.record import TAGS
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.record_text import option_tag
from bellringer.games.notre_dame.names import ASKS
from bellringer.server.drawing.site.templating import environment

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
DOCS = ROOT / "docs"
INDEX = DOCS / "index.md"
NOTATION = DOCS / "notation.md"
AROUND = [README, *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md"))]
PAGES = [*AROUND, *sorted(DOCS.rglob("*.md"))]
WITH_EXAMPLES = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")
USAGE = {"COMMAND", "[OPTIONS]"}  # how a command is typed, rather than one to type
FENCE = re.compile(r"^```.*$", re.MULTILINE)
FENCED = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)
OF_A_MACHINE = re.compile(r"(?<![\w.])/(?:home|root|tmp|work|usr|var|Users)/|[A-Z]:\\")


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in a language; "" for those that name none."""
    found = re.findall(r"^```([^\n`]*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [text for name, text in found if name == language]


def links_of(page: Path) -> list[Path]:
    """The files that a page links to or shows."""
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    return [(page.parent / target).resolve() for target in targets if "://" not in target]


def commands_of(page: Path) -> list[list[str]]:
    """The commands on a page, in blocks and in the text, in words; a mere mention of one is none."""
    lines = [line for block in blocks(page, "") for line in block.splitlines()]
    lines += re.findall(r"`(bellringer [^`]+)`", page.read_text(encoding="utf-8"))
    remarks = re.compile(r" {2,}.*| > .*")
    found = [shlex.split(part) for line in lines for part in remarks.sub("", line).split(" | ")]
    return [words[1:] for words in found if words[:1] == ["bellringer"] and len(words) > 2 and not USAGE & {*words}]


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its examples are one session, from top to bottom, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    failed, tried = doctest.DocTestRunner().run(test)
    assert tried > 2 and not failed


def test_the_tutorial_and_the_readme_have_examples() -> None:
    assert {README, DOCS / "tutorial.md"} <= {*WITH_EXAMPLES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_a_page_can_be_typed(page: Path) -> None:
    for name, *arguments in commands_of(page):
        with suppress(click.exceptions.Exit):  # --help
            main.commands[name].make_context(name, arguments)


def test_the_readme_has_a_command_to_type_for_each() -> None:
    assert {name for name, *_ in commands_of(README)} == {*main.commands}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_says_to_make_can_be_made(page: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for target in re.findall(r"(?:^|`|    )make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE):
        assert target in targets, target


def test_the_readme_names_every_command() -> None:
    readme = README.read_text(encoding="utf-8")
    for name in main.commands:
        assert f"bellringer {name}" in readme, name
        assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


def test_the_reference_has_every_public_name() -> None:
    reference = "".join(page.read_text(encoding="utf-8") for page in (DOCS / "api").glob("*.md"))
    for name in bellringer.__all__:
        assert re.search(rf":: bellringer\.{name}\b", reference), name


def test_the_reference_has_every_number_of_a_style() -> None:
    page = (DOCS / "api" / "bots.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (-?[\d.]+) \|", page, re.MULTILINE)
    numbers = {name: number for name, number in DEFAULTS.items() if name != "net"}
    assert {name: float(number) for name, number in rows} == {**numbers, "pool": POOL} and "`net`" in page


@pytest.mark.parametrize("page", [README, DOCS / "own-box.md"], ids=lambda page: page.stem)
def test_the_boxes_of_a_page_can_be_played_with(page: Path, tmp_path: Path) -> None:
    boxes = blocks(page, "toml")
    for box in boxes:
        path = tmp_path / "my-box.toml"
        path.write_text(box, encoding="utf-8")
        assert bellringer.new_game(tomllib.loads(box)["game"], seats=3, components=str(path)).pending
    assert boxes


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
    schema = json.loads(find("notre-dame").position_schema())["properties"]
    players = schema["players"]["properties"]["red"]["properties"]
    arguments = {argument for _, *both in ASKS for argument in both if argument}
    tags = {*TAGS, *map(option_tag, bellringer.option_table("notre-dame"))}
    for name in ({*schema} - {"$schema", "players"}) | {*players} | arguments:
        assert re.search(rf"`(?:players\.X\.)?{name}`", page), name
    for tag in tags:
        assert f"`{tag}`" in page or f"[{tag} " in page, tag


TOOLS = ["docs_tables", "docs_commands", "schemas", "fields", "asks", "notre_dame.cards", "rattus.cards", "rattus.grid"]
TOOLS += ["rattus.drops", "docs_features", "docs_observations"]


@pytest.mark.slow
@pytest.mark.parametrize("tool", TOOLS)
def test_what_tools_write_is_up_to_date(tool: str) -> None:
    command = [sys.executable, "-m", f"tools.{tool}", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_inside_the_project_lead_somewhere(page: Path) -> None:
    for target in links_of(page):
        assert target.exists(), target


# Pages about the code: where they name a file or a function, they follow when that is renamed.
INSIDE = ("architecture", "engine", "pages-and-scenes", "stored-data", "at-the-table", "glossary", "add-a-game",
          "add-a-page", "add-a-field")  # fmt: skip
MADE_UP = {"templates/thanks.html", "thanks_page", "keep_thanks"}  # what the reader of a how-to page makes
A_FILE = re.compile(r"`([\w/*-]+\.(?:py|pyi|pxd|js|toml|css|html|svg|json))`")
A_NAME = re.compile(r"`([A-Za-z]\w+)(?:\.([a-z_]+))?`")


@cache
def tree() -> tuple[str, str]:
    """The paths of all our files, a line each, and the text of those that are programs."""
    found = [path for folder in ("src/bellringer", "tests", "tools", "docs") for path in (ROOT / folder).rglob("*.*")]
    code = [path for path in found if path.suffix in (".py", ".pxd", ".js") and "docs" not in path.parts]
    paths = "\n".join(path.relative_to(ROOT).as_posix() for path in found)
    return paths, "\n".join(path.read_text(encoding="utf-8") for path in code)


def is_there(name: str) -> bool:
    """Whether a file has this name, or ends in this path; `*` stands for anything."""
    pattern = re.escape(name).replace(r"\*", "[^/\n]*")
    return re.search(rf"(?:^|/){pattern}$", tree()[0], re.MULTILINE) is not None


@pytest.mark.parametrize("page", INSIDE)
def test_every_file_that_a_page_about_the_code_names_is_there(page: str) -> None:
    named = A_FILE.findall((DOCS / f"{page}.md").read_text(encoding="utf-8"))
    assert len(named) > 5
    assert [name for name in named if name not in MADE_UP and not is_there(name)] == []


@pytest.mark.parametrize("page", INSIDE)
def test_every_name_that_a_page_about_the_code_gives_is_in_the_code(page: str) -> None:
    """Those that can be nothing else: with an underscore, with letters in two sizes, or with a dot."""
    words = set(re.findall(r"\w+", tree()[1]))
    named = A_NAME.findall(A_FILE.sub("", FENCED.sub("", (DOCS / f"{page}.md").read_text(encoding="utf-8"))))
    sure = {name for one, part in named for name in (one, part) if part or "_" in name or re.search("[a-z][A-Z]", name)}
    assert sorted(sure - words - MADE_UP - {""}) == []


# the map

INVARIANT = "**Invariant:**"


def packages_in(folder: Path) -> list[str]:
    """The packages that lie in a folder."""
    return [path.parent.name for path in folder.glob("*/__init__.py")]


def test_the_architecture_is_a_map_of_every_package() -> None:
    """Each package, those of the server too, with what must always hold of it; short enough to read."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert len(page.split()) <= 4_000
    sections, paragraphs = re.split(r"^## ", page, flags=re.MULTILINE), page.split("\n\n")
    for package in packages_in(ROOT / "src" / "bellringer"):
        about = [text for text in sections if re.search(rf"\b{package}/", text.splitlines()[0])]
        assert len(about) == 1 and INVARIANT in about[0], package
    for package in packages_in(ROOT / "src" / "bellringer" / "server"):
        about = [text for text in paragraphs if f"**{package}/**" in text]
        assert len(about) == 1 and INVARIANT in about[0], package


# the how-to pages


def test_what_the_page_on_games_shows_is_what_stands_in_the_smallest_one() -> None:
    folder = ROOT / "tests" / "third_game" / "bones"
    sources = [path.read_text(encoding="utf-8") for path in folder.rglob("*.*") if path.suffix != ".so"]
    shown = [text for language in ("python", "cython", "toml") for text in blocks(DOCS / "add-a-game.md", language)]
    assert len(shown) > 6
    for text in shown:
        assert any(text in source for source in sources), text


def test_the_page_on_games_names_every_file_of_the_smallest_one() -> None:
    page, folder = (DOCS / "add-a-game.md").read_text(encoding="utf-8"), ROOT / "tests" / "third_game" / "bones"
    files = [path for path in folder.rglob("*.p*") if path.suffix in (".py", ".pxd", ".pyi") and path.stat().st_size]
    written = ("codec.py", "codec.pxd", "codec.pyi")  # by a tool
    for path in files:
        if path.name not in written:
            assert f"`{path.relative_to(folder)}`" in page, path.name


def test_what_the_page_on_pages_shows_fits_together() -> None:
    """The template can be read, its words are in both languages, and what the handlers call is there to be called."""
    page = DOCS / "add-a-page.md"
    [template], words = blocks(page, "html"), [tomllib.loads(text)["thanks"] for text in blocks(page, "toml")]
    assert len(words) == len(LANGUAGES) and words[0].keys() == words[1].keys()
    asked = set(re.findall(r'\bt\("(thanks\.\w+)"', template))
    assert list(environment().parse(template).find_all(nodes.Call))  # it can be read
    assert asked == {f"thanks.{key}" for key in words[0]}
    code = "\n".join(blocks(page, "python"))
    called = {
        call.func.id
        for call in ast.walk(ast.parse(code))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    }
    site_pages = (ROOT / "src/bellringer/server/web/site_pages.py").read_text(encoding="utf-8")
    assert [name for name in called - MADE_UP if not re.search(rf"\b{name}\b", site_pages)] == []


def test_everything_in_docs_can_be_reached_from_the_index() -> None:
    """By plain links, as in a view of the files; `make docs` has the same pages in its sidebar."""
    reached, ahead = {INDEX}, [INDEX]
    while ahead:
        new = {*links_of(ahead.pop())} - reached
        reached |= new
        ahead += [page for page in new if page.suffix == ".md"]
    shown = {path for path in DOCS.rglob("*") if path.suffix in (".md", ".svg", ".png", ".json")}
    assert shown - reached == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_has_a_path_of_some_machine(page: Path) -> None:
    found = OF_A_MACHINE.search(page.read_text(encoding="utf-8"))
    assert not found, found


@pytest.mark.parametrize("game", bellringer.game_names())
def test_the_performance_page_has_every_game_and_size(game: str) -> None:
    """The tables of `make bench`: each number of seats, and each edition, box and the like that it measures."""
    page = (DOCS / "performance.md").read_text(encoding="utf-8")
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
    page = (DOCS / "performance.md").read_text(encoding="utf-8")
    for floor in tomllib.loads((ROOT / "benchmarks" / "floors.toml").read_text(encoding="utf-8"))["floor"]:
        assert f"| {floor['words']} |" in page


def test_the_film_of_a_plague_is_small_and_moves() -> None:
    film = next(path for path in links_of(README) if path.name == "plague.webp")
    assert film.stat().st_size < 1_000_000
    with Image.open(film) as picture:
        assert picture.n_frames > 20
