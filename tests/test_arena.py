"""The arena: what it writes and reports, bots of one's own, what it refuses, and its command."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from lxml import etree

import bellringer
from bellringer import OptionError
from bellringer.arena.journal import JOURNAL, RESULTS, data_frame
from bellringer.arena.match import make_match, split_names
from bellringer.arena.plugins import BotFailed
from bellringer.arena.report import three_digits, write_report
from bellringer.arena.run import run_match
from bellringer.arena.statistics import (
    Figures,
    figures_of,
)
from bellringer.commands.arena import check_installed
from bellringer.core.contract.registry import find
from tests.matches import GAME, GAMES, PAIR, played, run

BOT_PAGE = Path(__file__).resolve().parent.parent / "docs" / "write-a-bot.md"
SECTIONS = (
    "The match",
    "Victories and places",
    "Ratings",
    "Head to head",
    "Seat effects",
    "Win share by bot and seat",
    "Game lengths",
    "Time per move",
)


# what is written


def test_the_results_know_where_they_come_from(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, {"persons": "new"}, deals=3, seed=-1)
    folder = run_match(match, tmp_path / "match")
    found = pl.read_parquet_metadata(tmp_path / "match" / RESULTS)
    words = "bellringer arena notre-dame --bots greedy,random --seats 2 --persons new --deals 3"
    assert found["command"] == f"{words} --seed {2**64 - 1}"
    assert found["seed"] == str(2**64 - 1)
    assert json.loads(found["versions"])["bellringer"] == bellringer.__version__
    assert set(json.loads(found["versions"])) == {"python", "bellringer", "polars", "numpy", "choix", "matplotlib"}
    assert json.loads(found["match"]) == match.identity()
    frame = folder.results()
    assert frame.columns == ["deal", "lineup", "rotation", "bots", "places", "scores", "decisions", "seconds"]
    assert all(len(values) == 2 for name in frame.columns[3:] for values in frame[name])
    assert frame.null_count().sum_horizontal().item() == 0


@pytest.mark.unhurried
@pytest.mark.parametrize("game", GAMES)
def test_its_command_is_the_match(game: str, tmp_path: Path) -> None:
    """What is written down can be typed, and plays the same games."""
    match = make_match(game, PAIR, 3, some_options(game), deals=2, seed=4)
    mine = played(match, tmp_path / "mine")
    words = match.command().split()[2:]
    assert run(*words, "--out", str(tmp_path / "typed")).exit_code == 0
    assert pl.read_parquet(tmp_path / "typed" / RESULTS).drop("seconds").equals(mine)


def some_options(game: str) -> dict[str, Any]:
    """An option of each kind, other than by default where there is another value."""
    chosen = {}
    for name, option in find(game).options.items():
        if isinstance(option.default, bool):
            chosen[name] = True
        elif not option.several:
            chosen[name] = next((one for one in option.allowed if one == 2), option.default_at(3))
    return chosen


# reports


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "bots", "seats", "deals"),
    [
        (GAME, PAIR, 2, 4),
        (GAME, PAIR, 4, 4),
        ("rattus", ("greedy", "random", "random", "random"), 4, 3),
        ("rattus", ("greedy", "random", "novice"), 2, 2),
        (GAME, ("random",), 3, 2),
        (GAME, PAIR, 2, 1),
    ],
)
def test_a_report_has_every_section(game: str, bots: tuple[str, ...], seats: int, deals: int, tmp_path: Path) -> None:
    match = make_match(game, bots, seats, deals=deals)
    folder = run_match(match, tmp_path / "match")
    markdown, page = write_report(folder, figures_of(match, folder.results()))
    text, html = markdown.read_text(), page.read_text()
    assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == SECTIONS
    assert tuple(re.findall(r"<h2>(.+?)</h2>", html)) == SECTIONS
    assert match.command() in text and match.command() in html and bellringer.__version__ in text
    assert "nan" not in text.lower()
    for section in text.split("\n## ")[1:]:
        rows = re.findall(r"^\|.*$", section, re.MULTILINE)
        assert len(rows) > 2 and len({row.count(" | ") for row in rows}) == 1, section
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", text)
    assert len(pictures) == html.count("<svg") == 6
    for picture in pictures:
        assert etree.fromstring((tmp_path / "match" / picture).read_bytes()).tag.endswith("svg")
    assert not re.findall(r"<(?:script|link|img)\b|(?:src|href)=\"http", html.replace("xlink:href", "href"))
    ids = re.findall(r'\bid="(.+?)"', html)
    assert len(ids) == len(set(ids)) and all(name in ids for name in re.findall(r'href="#(.+?)"', html))


@pytest.mark.slow
def test_a_report_is_the_same_again(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=4)
    folder = run_match(match, tmp_path / "match")
    first = [path.read_bytes() for path in write_report(folder, figures_of(match, folder.results()))]
    assert [path.read_bytes() for path in write_report(folder, figures_of(match, folder.results()))] == first


def test_names_are_no_markup(folder_of_ones_own: Path) -> None:
    """An underscore in a name is none of Markdown's."""
    (folder_of_ones_own / "a_b_c.py").write_text(example_bot())
    result = run(GAME, "--bots", "a_b_c:MyBot,random", "--seats", "2", "--deals", "1", "--out", "match")
    assert result.exit_code == 0, result.stderr
    assert "| a\\_b\\_c:MyBot |" in (folder_of_ones_own / "match" / "report.md").read_text()


@pytest.mark.parametrize(
    ("value", "text"),
    [(1234.5, "1,234"), (123.4, "123"), (12.34, "12.3"), (1.0, "1.00"), (0.00123, "0.00123"), (0, "0")],
)
def test_three_digits_count(value: float, text: str) -> None:
    assert three_digits(value) == text


# a bot of one's own


def example_bot() -> str:
    """The bot that docs/write-a-bot.md shows first."""
    code, *_ = re.findall(r"^```python\n(.*?)^```$", BOT_PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return str(code)


@pytest.mark.slow
def test_the_documented_bot_enters_as_documented(folder_of_ones_own: Path) -> None:
    (folder_of_ones_own / "my_module.py").write_text(example_bot())
    assert 8 <= len([line for line in example_bot().splitlines() if line]) <= 10
    (line,) = re.findall(r"^bellringer arena (.*my_module:MyBot.*)$", BOT_PAGE.read_text("utf-8"), re.MULTILINE)
    words = line.split()
    words[words.index("--deals") + 1] = "2"
    found = [run(*words, "--json", "--out", name, "--jobs", str(jobs)) for name, jobs in (("one", 1), ("two", 2))]
    assert [result.exit_code for result in found] == [0, 0], found[0].stderr
    assert set(json.loads(found[0].stdout)["bots"]) == {"my_module:MyBot", "random"}
    frames = [pl.read_parquet(folder_of_ones_own / name / RESULTS).drop("seconds") for name in ("one", "two")]
    assert frames[0].equals(frames[1])
    assert frames[0]["decisions"].explode().min() > 10


def test_a_bot_that_was_changed_is_another_match(folder_of_ones_own: Path) -> None:
    path = folder_of_ones_own / "changing.py"
    path.write_text(example_bot())
    match = make_match(GAME, ("changing:MyBot", "random"), 2, deals=1)
    run_match(match, folder_of_ones_own / "match")
    path.write_text(example_bot() + "\n# other\n")
    with pytest.raises(OptionError, match="its own bots is"):
        run_match(match, folder_of_ones_own / "match")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 'resign'", "can't play 'resign'; legal: "),
        ("return 1 / 0", "moves: ZeroDivisionError"),  # after how many: of the games at hand any can fail first
        ("raise SystemExit(0)", "moves: SystemExit(0)"),
    ],
)
def test_a_bot_that_fails_is_named(body: str, said: str, folder_of_ones_own: Path) -> None:
    code = f"class Bad:\n    def __init__(self, seed): pass\n    def choose(self, table, seat): {body}\n"
    (folder_of_ones_own / "failing.py").write_text(code)
    match = make_match(GAME, ("failing:Bad", "random"), 2, deals=3)
    with pytest.raises(BotFailed, match=r"^failing:Bad") as caught:
        run_match(match, folder_of_ones_own / "match")
    assert said in str(caught.value)
    result = run(GAME, "--bots", "failing:Bad,random", "--seats", "2", "--jobs", "1", "--out", "other")
    assert result.exit_code == 2 and said in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("class Other: pass", "has no class MyBot with a method choose"),
        ("class MyBot: pass", "has no class MyBot with a method choose"),
        ("class MyBot:\n    def choose(self, table, seat): pass", "can't be made with a seed"),
        ("import no_such_module", "can't import wrong"),
        ("class", "can't import wrong"),
        ("import sys\nsys.exit()", "can't import wrong: SystemExit()"),
        (
            "class MyBot:\n    def __init__(self, seed): exit(3)\n    def choose(self, table, seat): pass",
            "SystemExit(3)",
        ),
    ],
)
def test_a_class_that_is_no_bot_is_refused(code: str, said: str, folder_of_ones_own: Path) -> None:
    (folder_of_ones_own / "wrong.py").write_text(code)
    result = run(GAME, "--bots", "wrong:MyBot,random", "--seats", "2")
    assert result.exit_code == 2
    assert said in result.stderr and result.stderr.count("\n") == 1


# what is refused


def test_what_makes_no_match_is_refused() -> None:
    with pytest.raises(OptionError, match="no game is called 'chess'"):
        make_match("chess", PAIR)
    with pytest.raises(OptionError, match="no bot is called 'clever'"):
        make_match(GAME, ("greedy", "clever"))
    with pytest.raises(OptionError, match="no bot is called"):
        make_match(GAME, ("",))
    with pytest.raises(OptionError, match="at least one deal"):
        make_match(GAME, PAIR, deals=0)
    with pytest.raises(OptionError, match="at least one bot"):
        make_match(GAME, ())
    with pytest.raises(OptionError, match="each can be named only once"):
        make_match(GAME, ("greedy", "random", "random"), 2)
    with pytest.raises(OptionError, match="seats"):
        make_match(GAME, PAIR, 9)
    with pytest.raises(OptionError, match="no option"):
        make_match(GAME, PAIR, 2, {"colour": "red"})
    with pytest.raises(OptionError, match="at least one job"):
        run_match(make_match(GAME, PAIR, 2), Path("nowhere"), 0)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("chess", "--bots", "greedy"), "'chess' is not one of"),
        ((GAME,), "Missing option '--bots'"),
        ((GAME, "--bots", "greedy,clever"), "no bot is called 'clever'"),
        ((GAME, "--bots", "no.such:Bot"), "can't import no.such"),
        ((GAME, "--bots", "greedy", "--deals", "0"), "--deals"),
        ((GAME, "--bots", "greedy", "--jobs", "0"), "--jobs"),
        ((GAME, "--bots", "greedy", "--seats", "7"), "2 to 5 seats, not 7"),
        ((GAME, "--bots", "greedy", "--components", "no-such.toml"), "no-such.toml"),
        ((GAME, "--bots", "greedy", "--edition", "1999"), "'2007', 'anniversary'"),
    ],
)
def test_an_error_is_one_clear_line(args: tuple[str, ...], said: str, folder_of_ones_own: Path) -> None:
    result = run(*args)
    assert result.exit_code == 2 and result.stdout == ""
    assert said in result.stderr
    assert re.fullmatch(r"bellringer: [^\n]+\n", result.stderr)
    assert list(folder_of_ones_own.iterdir()) == []


def test_commas_in_braces_belong_to_a_name() -> None:
    assert split_names("a, b:2 ,c") == ("a", "b:2", "c")
    assert split_names('x{"a": 1, "b": [2, 3]},y') == ('x{"a": 1, "b": [2, 3]}', "y")


# the command


@pytest.mark.slow
def test_the_command_plays_writes_and_tells(folder_of_ones_own: Path) -> None:
    result = run(GAME, "--bots", "random,greedy", "--seats", "2", "--deals", "5")
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith("10 games of 5 deals")
    assert [line.split()[0] for line in lines if re.match(r"greedy|random", line)] == ["greedy", "random"]
    (folder,) = folder_of_ones_own.iterdir()
    assert re.fullmatch(r"arena-notre-dame-[0-9a-f]{8}", folder.name)
    for name in ("report.md", "report.html", RESULTS):
        assert f"{folder.name}/{name}" in lines and (folder / name).exists()
    again = run(GAME, "--bots", "random,greedy", "--seats", "2", "--deals", "5", "--json")
    document = json.loads(again.stdout)
    assert document["folder"] == folder.name and list(document["bots"]) == ["greedy", "random"]
    assert set(document) == {"folder", "command", "bots", "seats", "head_to_head", "decisions_a_game"}
    assert [path.name for path in folder_of_ones_own.iterdir()] == [folder.name]


def test_the_command_says_what_is_not_installed() -> None:
    words = r"the arena needs no_such_package: pip install 'bellringer\[arena\]'"
    with pytest.raises(OptionError, match=words):
        check_installed(("polars", "no_such_package"))


def heed_interrupts() -> None:
    """A run in the background of a shell script would have been told to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.slow
def test_ctrl_c_stops_and_the_same_command_goes_on(folder_of_ones_own: Path) -> None:
    words = [GAME, "--bots", "search:40,greedy", "--seats", "2", "--deals", "30", "--jobs", "2", "--out", "match"]
    command = [sys.executable, "-m", "bellringer", "arena", *words]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts)
    journal = folder_of_ones_own / "match" / JOURNAL
    until = time.monotonic() + 60
    while time.monotonic() < until and not (journal.exists() and journal.read_bytes().count(b"\n") >= 3):
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    try:
        _, told = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    kept = journal.read_bytes().count(b"\n")
    assert 3 <= kept < 60 and journal.read_bytes().endswith(b"\n")
    again = re.search(r"stopped after (\d+) of 60 games; go on with: bellringer arena (.+)\n", told)
    assert again is not None and "Traceback" not in told
    assert again[2].split() == [*words[:7], "--seed", "0", "--out", "match"]
    assert run(*again[2].split()).exit_code == 0
    whole = make_match(GAME, ("search:40", "greedy"), 2, deals=30)
    assert (
        pl.read_parquet(journal.with_name(RESULTS))
        .drop("seconds")
        .equals(data_frame(whole, {number: whole.play(number) for number in range(whole.games)}).drop("seconds"))
    )


@pytest.mark.slow
def test_a_second_ctrl_c_leaves_at_once(folder_of_ones_own: Path) -> None:
    words = [GAME, "--bots", "search@20", "--seats", "2", "--deals", "3", "--jobs", "1", "--out", "match"]
    command = [sys.executable, "-m", "bellringer", "arena", *words]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts)
    until = time.monotonic() + 60
    while time.monotonic() < until and not (folder_of_ones_own / "match" / JOURNAL).exists():
        time.sleep(0.01)
    time.sleep(0.3)  # the first game begins right after the journal is opened
    try:
        running.send_signal(signal.SIGINT)
        time.sleep(2)
        assert running.poll() is None  # each decision takes 20 seconds
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=15)
    finally:
        running.kill()
        running.communicate()
    assert running.returncode == 130
    assert "finishing the games at hand; Ctrl-C again leaves them" in told and "Traceback" not in told


def test_neither_help_nor_the_package_loads_what_the_arena_needs() -> None:
    code = "import sys, bellringer; from bellringer.cli import main; main(['arena', '--help'], standalone_mode=False)"
    code += "; sys.exit(any(name in sys.modules for name in ('polars', 'numpy', 'choix', 'matplotlib')))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_figures_are_all_in_the_json(tmp_path: Path) -> None:
    match = make_match(GAME, PAIR, 2, deals=3)
    figures: Figures = figures_of(match, run_match(match, tmp_path / "match").results())
    from bellringer.arena.statistics import as_json

    document = json.loads(json.dumps(as_json(figures)))
    assert set(document["bots"]["greedy"]) == {
        *("games", "moves_a_game", "win_share_by_seat", "rating", "win_share", "place", "score", "seconds_a_move")
    }
    for found in (document["bots"]["greedy"]["rating"], document["seats"][1]["place"], document["decisions_a_game"]):
        assert found["low"] <= found["value"] <= found["high"]
