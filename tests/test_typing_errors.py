"""Whoever mistypes a name is asked whether another one was meant: `did you mean 'greedy'?`, wherever it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import bellringer
from bellringer import bots
from bellringer.cli import main
from bellringer.commands.options import Entrants, Names
from bellringer.core.contract.registry import find
from bellringer.core.nearest import LONGEST, meant, nearest
from bellringer.core.shown.words import LANGUAGES
from bellringer.server.tables.requests import checked_bot
from bellringer.terminal.sentences import sentences_in
from tests.test_command_language import leaves

SHORTEST = 4  # letters of a name in which two can be exchanged


def mistyped(name: str) -> str:
    """A name with two neighbours exchanged, or one letter twice if it is short."""
    letters = name.replace("-", "")
    if len(letters) < SHORTEST:
        return name + name[-1]
    here = next(i for i in range(1, len(name) - 1) if name[i] != name[i + 1])
    return name[:here] + name[here + 1] + name[here] + name[here + 2 :]


def typed(*words: str) -> str:
    """The error that a command line gets."""
    result = CliRunner().invoke(main, words, env={"LANG": "C", "COLUMNS": "500"})
    assert result.exit_code == 2, (words, result.stdout, result.exc_info)
    *before, error = result.stderr.splitlines()  # on a slow machine how long it takes stands before it
    assert all(re.fullmatch(r"bellringer: \w+, \d+ s", line) for line in before)
    return error


def asks(error: str, name: str) -> bool:
    """Whether an error asks for a name, perhaps beside others."""
    return f"'{name}'" in error.partition("id you mean")[2].partition("?")[0]


# the command line


COMMANDS = dict(leaves(main))


@pytest.mark.parametrize("path", [path for path in COMMANDS if path])
def test_commands(path: str) -> None:
    *before, name = path.split()
    words = [*before, *(["."] if before else [])]
    assert asks(typed(*words, mistyped(name)), name)


@pytest.mark.parametrize("path", COMMANDS)
def test_options(path: str) -> None:
    before = [*path.split()[:-1], *(["."] if " " in path else []), *path.split()[-1:]]
    for parameter in COMMANDS[path].params:
        if isinstance(parameter, click.Option):
            flag = max(parameter.opts, key=len)
            if not COMMANDS[path].context_settings.get("ignore_unknown_options"):
                assert asks(typed(*before, f"--{mistyped(flag[2:])}"), flag), flag


def named_values() -> Iterator[tuple[str, click.Parameter, Sequence[str]]]:
    """Every parameter of every command whose values have names, and the names."""
    for path, command in COMMANDS.items():
        for parameter in command.params:
            if isinstance(parameter.type, click.Choice):
                yield path, parameter, [str(one) for one in parameter.type.choices]
            elif isinstance(parameter.type, Names) and not isinstance(parameter.type, Entrants):
                yield path, parameter, parameter.type.known()


def test_every_value_with_a_name() -> None:
    seen = set()
    for path, parameter, names in named_values():
        for name in names:
            if not name.isdecimal():
                context = click.Context(COMMANDS[path])
                with pytest.raises(click.BadParameter) as caught:
                    parameter.type.convert(mistyped(name), parameter, context)
                assert asks(caught.value.format_message(), name), (path, parameter.name, name)
                seen.add(parameter.name)
    assert {"game", "edition", "classes", "modules", "box", "bots", "bot", "lang", "shell", "action", "status"} <= seen


OTHERS = [
    (("arena", "notre-dame", "--bots", "gredy,random"), "greedy"),
    (("arena", "notre-dame", "--bots", "expert+cautous,random"), "expert+cautious"),
    (("simulate", "notre-dame", "--bots", "serch:200"), "search:200"),
    (("play", "notre-dam"), "notre-dame"),
    (("play", "notre-dame", "--seat", "gren"), "green"),
    (("study", "person"), "persons"),
    (("study", "openning"), "opening"),
    (("study", "classes", "notre-dame"), ""),
    (("study", "persons", "notre-dmae"), "notre-dame"),
]


@pytest.mark.parametrize(("words", "name"), OTHERS)
def test_names_that_are_looked_up_later(words: tuple[str, ...], name: str) -> None:
    assert asks(typed(*words), name) == bool(name)


# programs: the same sentences, through Python and the server


def position(**fields: Any) -> dict[str, Any]:
    return bellringer.new_game("notre-dame", seed=1).position() | fields


def replayed(old: str, new: str) -> None:
    table = bellringer.new_game("notre-dame", seed=1)
    table.play(table.moves(0)[0].name, 0)
    bellringer.replay(table.record().replace(old, new))


PROGRAMS: dict[str, tuple[Callable[[], object], str]] = {
    "game": (lambda: bellringer.new_game("ratus"), "rattus"),
    "option": (lambda: bellringer.new_game("rattus", moduls=()), "modules"),
    "edition": (lambda: bellringer.new_game("notre-dame", edition="aniversary"), "anniversary"),
    "class": (lambda: bellringer.new_game("rattus", classes=["wich"]), "witch"),
    "set": (lambda: bellringer.new_game("rattus", classes="experienced-"), "experienced"),
    "module": (lambda: bellringer.new_game("rattus", modules="gilds"), "guilds"),
    "bot": (lambda: bots.make("apprentise"), "apprentice"),
    "move": (lambda: bellringer.new_game("notre-dame", seed=1).play("kep hotel", 0), "keep hotel"),
    "phase": (lambda: bellringer.from_position(position(phase="paly")), "play"),
    "person": (lambda: bellringer.from_position(position(open=["hostes", "monk", "fool"])), "hostess"),
    "seat": (lambda: bellringer.from_position(position(players={"gren": {}})), "green"),
    "field": (lambda: bellringer.from_position(position(plyers={})), "players"),
    "tag": (lambda: replayed("[Seats ", "[Saets "), "Seats"),
    "move of a record": (lambda: replayed("keep", "kepe"), "keep cloister-school"),
    "bot of a request": (lambda: checked_bot("adetp"), "adept"),
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_programs_are_asked_the_same(what: str) -> None:
    wrong, name = PROGRAMS[what]
    with pytest.raises(bellringer.BellringerError) as caught:
        wrong()
    assert asks(str(caught.value), name), str(caught.value)


COMPONENTS = {"[personz]\n": "persons", "[persons.monk]\nrast = 2\n": "rats", "[persons.mnok]\nrats = 2\n": "monk"}


@pytest.mark.parametrize("text", COMPONENTS)
def test_components_files(text: str, tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(f'game = "notre-dame"\n{text}')
    assert asks(typed("new", "notre-dame", "--components", str(path)), COMPONENTS[text])


# at the table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", bellringer.game_names())
def test_moves_and_things_at_the_table(game: str, language: str) -> None:
    table = bellringer.new_game(game, seed=5)
    move = table.moves(0)[-1]
    terms = find(game).terminal.explained(language)
    thing = next(words for words in terms if len(words) > 5)
    wrong = (mistyped(move.name), mistyped(move.words(language)), f"? {mistyped(thing)}")
    result = CliRunner().invoke(main, ["play", game, "--seed", "5", "--lang", language], input="\n".join(wrong))
    shown = " ".join(result.stdout.split())
    for name in (move.name, move.words(language), thing):
        assert " ".join(sentences_in(language)("play.meant", name=name).split()) in shown, name


# what is asked


def test_the_name_with_the_fewest_slips_is_meant() -> None:
    assert nearest("knig", ["knight", "king"]) == "king"
    assert nearest("moink", ["monkey", "monk"]) == "monk"


def test_capitals_accents_and_signs_between_words_do_not_matter() -> None:
    assert nearest("HOPITAL", ["hôpital", "hotel"]) == "hôpital"
    assert nearest("big_box", ["base", "big-box"]) == nearest("Big Box", ["base", "big-box"]) == "big-box"


def test_nothing_is_asked_where_nothing_is_like_it() -> None:
    assert (
        meant("zzz", ["greedy"])
        == meant("greedy" * LONGEST, ["greedy"])
        == meant(7, ["greedy"])
        == meant("x", [])
        == ""
    )
