"""Rattus in every command that takes a game: new, moves, show, simulate, bench, verify, play and taking up again."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import bellringer
from bellringer.cli import main
from bellringer.games.rattus.names import PLAYABLE

TABLES = [(2, "base"), (4, "base"), (2, "big-box"), (5, "big-box"), (6, "big-box")]


def run(*args: str, given: str = "") -> Result:
    """The command line, which speaks English here."""
    return CliRunner().invoke(main, args, input=given, env={"LANG": "C", "COLUMNS": "100"})


def said(*args: str, given: str = "") -> str:
    """What it prints when nothing is wrong."""
    result = run(*args, given=given)
    assert result.exit_code == 0, (result.stderr, result.exc_info)
    return result.stdout


def refusal(*args: str, given: str = "") -> str:
    """The one line that says what is wrong."""
    result = run(*args, given=given)
    assert result.exit_code == 2 and not result.stdout, result.stdout
    (line,) = result.stderr.strip().splitlines()
    return line


@pytest.mark.parametrize(("seats", "box"), TABLES)
def test_new_moves_and_show(seats: int, box: str) -> None:
    position = said("new", "rattus", "--seats", str(seats), "--box", box, "--seed", "7")
    document = json.loads(position)
    assert (document["game"], document["seats"], document["box"]) == ("rattus", seats, box)
    assert document == json.loads(said("new", "rattus", "--seats", str(seats), "--box", box, "--seed", "7"))
    found = said("moves", "-", given=position).splitlines()
    assert len(found) == len(document["rats"]) and all(line.startswith("place ") for line in found)
    (listed,) = json.loads(said("moves", "-", "--json", given=position))
    assert {move["target"] for move in listed["moves"]} == {f"region {region}" for region in document["rats"]}
    assert said("show", "-", given=position).strip() and said("show", "-", "--lang", "fr", given=position).strip()
    assert json.loads(said("show", "-", "--json", given=position)) == document
    view = json.loads(said("show", "-", "--json", "--seat", "blue", given=position))
    assert view["seat"] == "blue" and all(rat["token"] is None for rats in view["rats"].values() for rat in rats)


def test_five_and_six_get_the_big_box_by_themselves_and_no_other() -> None:
    assert json.loads(said("new", "rattus", "--seats", "6"))["box"] == "big-box"
    assert "5 players need box big-box" in refusal("new", "rattus", "--seats", "5", "--box", "base")


@pytest.mark.parametrize(
    ("classes", "complaint"),
    [
        ("knight,monk,merchant", "4 seats play with 6 cards, not 3"),
        ("peasant,monk,merchant,witch,king", "classes"),
        ("peasant,peasant,monk,merchant,witch,king", "twice"),
        ("peasant,monk,merchant,witch,king,nobody", "nobody"),
    ],
)
def test_wrong_classes_are_refused(classes: str, complaint: str) -> None:
    assert complaint in refusal("new", "rattus", "--classes", classes)


def test_the_six_classes_can_be_named_in_any_order() -> None:
    document = json.loads(said("new", "rattus", "--classes", ",".join(reversed(PLAYABLE[:6]))))
    assert document["classes"] == list(PLAYABLE[:6])


def test_simulate() -> None:
    args = ("simulate", "rattus", "--games", "60", "--seats", "3", "--bots", "greedy,random,random", "--seed", "4")
    report = json.loads(said(*args, "--json"))
    assert report["game"] == "rattus" and report["bots"]["greedy"]["win_rate"] > 0.8
    again = json.loads(said(*args, "--json", "--threads", "2"))
    assert again["bots"] == report["bots"] and again["seats"] == report["seats"]
    assert re.search(r"greedy\s+60", said(*args))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_bench(seats: int) -> None:
    found = json.loads(said("bench", "rattus", "--seats", str(seats), "--seconds", "0.05", "--json"))
    assert found["decisions_per_second"] > 0 and found["state_bytes"] <= 3072


def game(tmp_path: Path, lines: Sequence[str], *args: str) -> tuple[str, Path]:
    """Sit down at a table, type these lines, save, and leave."""
    path = tmp_path / "game.txt"
    typed = "".join(f"{line}\n" for line in (*lines, f"s {path}", "q"))
    return said("play", "rattus", *args, given=typed), path


def test_a_saved_game_is_verified_shown_and_taken_up_again(tmp_path: Path) -> None:
    shown, path = game(tmp_path, ["1"] * 6, "--seats", "3", "--seed", "5")
    assert "Saved in" in shown
    table = bellringer.replay(path.read_text("utf-8"))
    assert table.game == "rattus" and table.moves_played > 6
    assert json.loads(said("verify", str(path), "--json"))["ok"]
    assert said("show", str(path)).strip()
    resumed = said("play", str(path), given="1\nq\n\n")
    assert f"after {table.moves_played} moves" in " ".join(resumed.split())


def test_a_changed_record_is_found_out(tmp_path: Path) -> None:
    _, path = game(tmp_path, ["1"] * 4, "--seats", "2", "--seed", "5")
    text = path.read_text("utf-8")
    wrong = re.sub(r"place \w+", "plague russia", text, count=1)
    assert wrong != text
    path.write_text(wrong, "utf-8")
    result = run("verify", str(path))
    assert result.exit_code == 1 and "FAILED" in result.stdout


def test_an_owners_box_is_played_with_and_a_wrong_one_refused(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text('game = "rattus"\n[players]\ncitizens = 9\n', "utf-8")
    document = json.loads(said("new", "rattus", "--components", str(box)))
    assert document["players"]["red"]["supply"] == 9
    box.write_text('game = "rattus"\n\n[players]\ncitizens = -3\n', "utf-8")
    assert "line 4" in refusal("new", "rattus", "--components", str(box))
