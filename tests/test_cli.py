"""The commands, as somebody types them: what they print, their JSON, their errors, their help."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result
from rich.console import Console

import bellringer
from bellringer.cli import main
from bellringer.commands.figures import print_tables
from bellringer.core.contract.registry import find
from bellringer.core.tables.table import gone_on
from tests.test_command_language import leaves

GAME = "notre-dame"
COMMANDS = sorted(main.commands)
SPEED = ("decisions_per_second_per_core", "games_per_second_per_core", "state_bytes", "copy_ns")


def run(*args: str, stdin: str | None = None, **env: str) -> Result:
    """Run a command; nothing may ever escape as an exception."""
    result = CliRunner().invoke(main, args, input=stdin, env={"LANG": "C", "COLUMNS": "80", **env})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def good(*args: str, **more: Any) -> str:
    """What a command prints that must succeed."""
    result = run(*args, **more)
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.fixture
def position(tmp_path: Path) -> str:
    """A file with a dealt position."""
    path = tmp_path / "position.json"
    path.write_text(good("new", GAME, "--seats", "3", "--seed", "7"))
    return str(path)


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A file with a whole game between bots."""
    table = bellringer.new_game(GAME, seats=2, seed=3)
    while table.pending:
        table.play(table.moves(table.pending[0])[0].name)
    path = tmp_path / "game.txt"
    path.write_text(table.record())
    return str(path)


# help


def test_help_lists_every_command_with_a_meaning() -> None:
    text = good("--help")
    for name in COMMANDS:
        assert re.search(rf"^  {name}  +[A-Z]", text, re.MULTILINE)


def test_no_words_at_all_give_the_help() -> None:
    assert good() == good("--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_teaches_by_example(command: str) -> None:
    text = good(command, "--help")
    assert "Examples:" in text
    assert f"bellringer {command}" in text


@pytest.mark.parametrize(("path", "command"), list(leaves(main)), ids=str)
def test_help_fits_a_terminal_and_cuts_nothing(path: str, command: click.Command) -> None:
    """At 80 columns; what a command does is told whole in the list of its group, too."""
    group, _, below = path.partition(" ")
    text = good(*filter(None, (group, "." if below else "", below)), "--help")
    assert max(map(len, text.splitlines())) <= 80
    for name, one in command.commands.items() if isinstance(command, click.Group) else ():
        told = (one.help or "").partition("\n\n")[0].partition(". ")[0].split()
        assert " ".join([name, *told]).rstrip(".") in " ".join(text.split())


def example_lines() -> list[str]:
    """Every example of every help text, without its comment and what a shell does with it."""
    texts = [main.epilog, *(main.commands[name].epilog for name in COMMANDS)]
    lines = [line.strip() for text in texts for line in (text or "").splitlines()]
    lines = [part for line in lines for part in re.split(r" \| ", re.split(r"\s{3,}| > ", line)[0])]
    return sorted({line for line in lines if line.startswith("bellringer ") and "COMMAND" not in line})


@pytest.mark.parametrize("line", example_lines())
def test_every_example_parses(line: str) -> None:
    _, command, *args = shlex.split(line)
    context = main.commands[command].make_context(command, args)
    assert context.params or set(args) <= {"--lang", "fr"}


def test_version() -> None:
    assert good("--version") == f"bellringer {bellringer.__version__}\n"


def test_help_loads_neither_the_drawing_nor_the_schema() -> None:
    code = "import sys; from bellringer.cli import main; main(['--help'], standalone_mode=False)"
    code += "; sys.exit(any(name in sys.modules for name in ('rich', 'jsonschema')))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_it_runs_as_a_module() -> None:
    found = subprocess.run([sys.executable, "-m", "bellringer", "--version"], capture_output=True, text=True)
    assert found.stdout.startswith("bellringer ")


def test_a_reader_that_goes_away_is_no_error() -> None:
    line = f"{shlex.quote(sys.executable)} -m bellringer new {GAME} | head -c 1"
    found = subprocess.run(line, shell=True, capture_output=True, text=True)
    assert found.stdout == "{"
    assert found.stderr == ""


# errors


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("nothing",), "No such command 'nothing'"),
        (("new", "chess"), "'chess' is not one of"),
        (("new",), "Missing argument"),
        (("new", GAME, "--seats", "9"), "2 to 5 seats, not 9"),
        (("new", GAME, "--seats", "many"), "not a valid integer"),
        (("new", GAME, "--edition", "1999"), "'2007', 'anniversary'"),
        (("new", GAME, "--seats", "3", "--start", "4"), "start can't be seat 4"),
        (("new", GAME, "--seed", "soon"), "neither a number nor 64 hex digits"),
        (("new", GAME, "--components", "no-such.toml"), "no-such.toml"),
        (("moves", "no-such.json"), "no-such.json: No such file"),
        (("show", "."), "Is a directory"),
        (("verify", "no-such.txt"), "no-such.txt"),
        (("play", "chess"), "neither a file nor one of the games"),
        (("play", GAME, "--bots", "deep-blue"), "'deep-blue' is not one of human"),
        (("play", GAME, "--bots", "greedy,greedy,greedy,greedy"), "too many"),
        (("play", GAME, "--seat", "purple"), "no seat 'purple'"),
        (("play", GAME, "--seat", "4"), "no seat '4'"),
        (("play", "--load", "-"), "name the saved game's file"),
        (("simulate", GAME, "--bots", "human"), "'human' is not one of"),
        (("simulate", GAME, "--games", "0"), "0 is not in the range"),
        (("simulate", GAME, "--seats", "2", "--bots", "greedy,random,greedy"), "can't share 2 seats"),
        (("bench", GAME, "--seconds", "0"), "--seconds"),
        (("bench", GAME, "--seconds", "nan"), "--seconds"),
        (("serve", "--pace", "nan"), "--pace"),
        (("serve", "--pace", "-1"), "--pace"),
        (("bench", GAME, "--seconds", "inf"), "--seconds"),
        (("completion", "cmd"), "'bash', 'zsh', 'fish'"),
    ],
)
def test_an_error_is_one_clear_line(args: tuple[str, ...], complaint: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert complaint in result.stderr
    assert re.fullmatch(r"bellringer: [^\n]+\n", result.stderr)


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("broken.json", '{\n "game": "notre-dame",\n oops\n}', "line 3"),
        ("wrong.json", '{"game": "notre-dame", "players": {"red": {"coins": -1}}}', "players.red.coins"),
        ("other.json", '{"game": "chess"}', "no game is called 'chess'"),
        ("letter.txt", "Dear Anna,\n", "line 1"),
        ("empty.txt", "", "no tag Game"),
    ],
)
def test_a_file_that_is_wrong_is_named_with_the_place(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    result = run("show", str(path))
    assert result.exit_code == 2
    assert name in result.stderr
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    assert "picture.png: not a text" in run("show", str(path)).stderr


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('game = "notre-dame"\n[persons.doctor\n', "line 2"),
        ('game = "notre-dame"\n\n[persons.doctor]\nrats = 77\n', "line 4"),
    ],
)
def test_components_that_are_wrong_are_named_with_the_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "box.toml"
    path.write_text(text)
    for command in ("new", "play", "simulate"):
        result = run(command, GAME, "--components", str(path))
        assert result.exit_code == 2
        assert complaint in result.stderr
        assert "box.toml" in result.stderr


# new, moves, show


def test_new_deals_the_same_again_from_a_seed() -> None:
    first = good("new", GAME, "--seats", "5", "--persons", "new", "--edition", "anniversary", "--seed", "7")
    again = good("new", GAME, "--seats", "5", "--persons", "new", "--edition", "anniversary", "--seed", "7")
    document = json.loads(first)
    assert first == again
    assert (document["seats"], document["persons"], document["edition"]) == (5, "new", "anniversary")
    assert bellringer.from_position(document).position() == document


def test_new_takes_all_options_of_the_game() -> None:
    document = json.loads(good("new", GAME, "--open-prestige", "--start", "2", "--seed", "0" * 64))
    assert document["open-prestige"] is True
    assert document["start"] == "green"


def test_new_with_a_box_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text('game = "notre-dame"\n[persons.doctor]\nrats = 3\n')
    document = json.loads(good("new", GAME, "--components", str(path)))
    assert document["box"]["persons"]["doctor"]["rats"] == 3


def test_moves_are_one_a_line_with_name_and_words(position: str) -> None:
    lines = good("moves", position, "--seat", "1").splitlines()
    table = bellringer.from_position(Path(position).read_text())
    assert [line.split("  ")[0] for line in lines] == [move.name for move in table.moves(1)]
    assert all(line.split("  ")[-1].strip() for line in lines)


def test_moves_of_all_who_are_to_decide_say_whose_they_are(position: str) -> None:
    lines = good("moves", position).splitlines()
    assert {line.split()[0] for line in lines} == {"red", "blue", "green"}


def test_moves_as_json(position: str) -> None:
    found = json.loads(good("moves", position, "--json", "--lang", "fr"))
    assert [entry["seat"] for entry in found] == [0, 1, 2]
    move = found[1]["moves"][0]
    assert set(move) == {"number", "name", "target", "words"}
    assert json.loads(good("moves", position, "--json", "--seat", "blue"))[0]["name"] == "blue"


def test_moves_where_there_are_none(record: str) -> None:
    result = run("moves", record)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "over" in result.stderr
    assert json.loads(good("moves", record, "--json")) == []


def test_moves_of_a_seat_that_waits(tmp_path: Path) -> None:
    table = bellringer.new_game(GAME, seats=3, seed=1)
    table.play(table.moves(0)[0].name, 0)
    path = tmp_path / "position.json"
    path.write_text(json.dumps(table.position()))
    result = run("moves", str(path), "--seat", "red")
    assert result.stdout == ""
    assert "blue, green" in result.stderr


def test_commands_read_standard_input() -> None:
    document = good("new", GAME, "--seats", "2", "--seed", "7")
    assert good("moves", "-", "--seat", "0", stdin=document)
    assert "Round 1 of 9" in good("show", "-", stdin=document)


def test_show_draws_everything_or_what_a_seat_may_see(position: str) -> None:
    assert "Hand of blue" in good("show", position)
    text = good("show", position, "--seat", "blue")
    assert "Your hand" in text
    assert "Hand of" not in text
    assert "prestige ?" in text


def test_show_as_json(position: str) -> None:
    table = bellringer.from_position(Path(position).read_text())
    assert json.loads(good("show", position, "--json")) == table.position()
    assert json.loads(good("show", position, "--json", "--seat", "2")) == table.view(2)


def test_show_the_end_of_a_record(record: str) -> None:
    text = good("show", record)
    assert "The game is over" in text
    assert re.search(r"(wins|share the victory)\.", text)


def test_show_in_french(position: str) -> None:
    assert "Tour 1 sur 9" in good("show", position, "--lang", "fr")
    assert "Tour 1 sur 9" in good("show", position, LANG="fr_FR.UTF-8")
    assert "Round 1 of 9" in good("show", position, "--lang", "en", LANG="fr_FR.UTF-8")


# verify


def test_verify_says_what_it_checked(record: str) -> None:
    lines = good("verify", record).splitlines()
    assert [line.split()[0] for line in lines[:5]] == ["ok"] * 5
    assert lines[6] == "Not checked:" and "no chain of acts" in lines[7]
    found = json.loads(good("verify", record, "--json"))
    assert found["ok"] is True
    assert [check["name"] for check in found["checks"]] == ["reads", "commitment", "deal", "moves", "result"]


def test_verify_tells_two_records_of_one_deal_from_those_of_two(tmp_path: Path) -> None:
    files = {}
    for name, seed in (("same", 3), ("other", 4)):
        table = bellringer.new_game(GAME, seats=2, seed=seed)
        while table.pending:
            table.play(table.moves(table.pending[0])[-1].name)
        files[name] = tmp_path / f"{name}.txt"
        files[name].write_text(table.record(), encoding="utf-8")
    one = tmp_path / "one.txt"
    table = bellringer.new_game(GAME, seats=2, seed=3)
    while table.pending:
        table.play(table.moves(table.pending[0])[0].name)
    one.write_text(table.record(), encoding="utf-8")
    lines = good("verify", str(one), str(files["same"]), "--lang", "en").splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["ok"] * 5
    assert "had the same deal" in lines[-1] and "card 54" in lines[-2]
    assert "la même donne" in good("verify", str(one), str(files["same"]), "--lang", "fr").splitlines()[-1]
    found = run("verify", str(one), str(files["other"]), "--json")
    assert found.exit_code == 1 and json.loads(found.stdout)["checks"][-1]["name"] == "seed"


@pytest.fixture
def record_over_a_change(tmp_path: Path) -> str:
    """A file with a game whose rules changed under way."""
    table = bellringer.new_game(GAME, seats=2, seed=3)
    for _ in range(9):
        table.play(table.moves(table.pending[0])[0].name)
    table = gone_on(table.position(), table.seed, [replace(table.stretches[0], rules="1, base 9")])
    while table.pending:
        table.play(table.moves(table.pending[0])[0].name)
    path = tmp_path / "game.txt"
    path.write_text(table.record())
    return str(path)


def test_verify_says_what_it_could_not_check(record_over_a_change: str) -> None:
    lines = good("verify", record_over_a_change).splitlines()
    assert [line.split("  ")[0] for line in lines[:5]] == ["ok", "ok", "not checked", "ok", "ok"]
    assert "before move 10;" in lines[2] and "as far as the present rules can tell" in lines[5]
    french = good("verify", record_over_a_change, "--lang", "fr").splitlines()
    assert french[2].startswith("pas vérifié") and "règles présentes" in french[5]
    checks = json.loads(good("verify", record_over_a_change, "--json"))["checks"]
    assert [check["is_open"] for check in checks] == [False, False, True, False, False]


def test_a_record_with_a_change_of_rules_is_shown_as_it_ended(record_over_a_change: str) -> None:
    assert "wins" in good("show", record_over_a_change, "--lang", "en")


def test_a_record_of_other_rules_is_refused_and_the_part_named(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = find(GAME)
    monkeypatch.setattr(type(found), "rule_versions", {**found.rule_versions, "edition-2007": 2})
    for command in ("show", "analyse"):
        result = run(command, record)
        assert result.exit_code != 0
        assert "these are rules 2 of edition-2007; the record was played by 1" in result.stderr


@pytest.mark.parametrize(
    ("pattern", "replacement", "check"),
    [
        (r'\[Seed "[0-9a-f]{8}', '[Seed "00000000', "commitment"),
        (r'\[Result "1 (\w+) \d+', r'[Result "1 \1 999', "result"),
        (r"\n2\. blue keep [a-z-]+", "\n2. blue hire monk", "moves"),
        (r'\[Seats "2"\]', "[Seats 2]", "reads"),
    ],
)
def test_verify_fails_where_a_record_was_changed(record: str, pattern: str, replacement: str, check: str) -> None:
    path = Path(record)
    changed, times = re.subn(pattern, replacement, path.read_text(), count=1)
    assert times == 1
    path.write_text(changed)
    result = run("verify", record)
    assert result.exit_code == 1
    assert "FAILED" in result.stdout
    result = run("verify", record, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["checks"][-1]["name"] == check


def test_verify_in_french(record: str) -> None:
    assert "La partie est conforme" in good("verify", record, "--lang", "fr")


# simulate and bench


def test_simulate_as_json() -> None:
    args = ("simulate", GAME, "--games", "40", "--seats", "3", "--bots", "greedy,random", "--json")
    found = json.loads(good(*args, "--persons", "new", "--seed", "5", "--threads", "2"))
    assert found["games"] == 40
    assert set(found["bots"]) == {"greedy", "random"}
    for share in (*found["bots"].values(), *found["seats"]):
        assert {"games", "wins", "win_rate", "low", "high"} <= set(share)
        assert 0 <= share["low"] <= share["win_rate"] <= share["high"] <= 1
    assert len(found["seats"]) == 3
    assert sum(share["wins"] for share in found["seats"]) == pytest.approx(40)
    assert found["games_per_second"] > 0
    assert found["decisions_per_second"] > found["games_per_second"]


def test_simulate_says_the_same_from_the_same_seed() -> None:
    def outcome(threads: str) -> dict[str, Any]:
        found = json.loads(good("simulate", GAME, "--games", "64", "--threads", threads, "--json"))
        return {key: found[key] for key in ("bots", "seats")}

    assert outcome("1") == outcome("2")


NAMES = ["novice", "search:2000", "greedy", "some_module:ABotWithALongName"]
GROUPS = (("rating", "95 %"), ("win share", "95 %"), ("place",), ("ms a move",))
ROWS = [[name, "+1,234", "-1,234 to +56", "55.5%", "44.1 to 66.2%", "1.50", "0.00123"] for name in NAMES]


@pytest.mark.parametrize("width", [45, 60, 79, 80, 100, 200])
def test_no_figure_of_a_table_is_cropped(width: int) -> None:
    console = Console(width=width, file=io.StringIO())
    print_tables(console, "bot", GROUPS, ROWS)
    shown = console.file.getvalue()
    assert max(map(len, shown.splitlines())) <= width and "…" not in shown
    for text in (*ROWS[0], *(heading for group in GROUPS for heading in group)):
        assert text in shown
    for figure in ROWS[0][1:]:
        assert shown.count(figure) == len(ROWS)
    if width == 200:
        assert NAMES[-1] in shown and len(re.findall(r"^bot ", shown, re.MULTILINE)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["40", "80"])
def test_tables_that_nobody_looks_at_are_as_wide_as_need_be(columns: str, tmp_path: Path) -> None:
    text = good("simulate", GAME, "--games", "20", "--bots", "novice,search:30,greedy,random", COLUMNS=columns)
    (line,) = [line for line in text.splitlines() if line.strip().startswith("bot ")]
    assert line.split() == "bot played wins share 95 % 5% 25% 50% 75% 95%".split()
    (row,) = [line for line in text.splitlines() if line.startswith("search:30")]
    assert len(row.split()) == 12 and "…" not in text
    args = ("arena", GAME, "--bots", "greedy,random", "--seats", "2", "--deals", "2", "--out", str(tmp_path / "match"))
    text = good(*args, COLUMNS=columns)
    assert "ms a move" in text and "…" not in text


def test_simulate_for_people() -> None:
    text = good("simulate", GAME, "--games", "20", "--seats", "2", COLUMNS="100")
    for word in ("20 games", "decisions a second", "greedy", "random", "red", "blue", "95 %"):
        assert word in text


def test_bench() -> None:
    found = json.loads(good("bench", GAME, "--seconds", "0.05", "--seats", "3", "--json"))
    assert all(found[name] > 0 for name in SPEED)
    found = json.loads(good("bench", GAME, "--seconds", "0.000001", "--json"))
    assert all(found[name] > 0 for name in SPEED)
    text = good("bench", GAME, "--seconds", "0.05", "--persons", "new")
    assert "decisions a second on one core" in text
    assert "bytes a state" in text


# completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    text = good("completion", shell)
    assert "_BELLRINGER_COMPLETE" in text


@pytest.mark.parametrize(
    ("words", "begun", "expected"),
    [
        ([], "si", ["simulate"]),
        (["simulate"], "", list(bellringer.game_names())),
        (["new", GAME, "--edition"], "", ["2007", "anniversary"]),
        (["simulate", GAME, "--bots"], "greedy,ra", ["greedy,random"]),
        (["play", GAME, "--bots"], "h", ["human"]),
        (["show", "--lang"], "f", ["fr"]),
    ],
)
def test_completion_knows_the_names(words: list[str], begun: str, expected: list[str]) -> None:
    complete = ShellComplete(main, {}, "bellringer", "_BELLRINGER_COMPLETE")
    assert [item.value for item in complete.get_completions(words, begun)] == expected
