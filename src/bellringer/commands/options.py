"""What the commands share: errors in one line, examples, and options that are made from those of the games."""

from __future__ import annotations

import errno
import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NoReturn, TypeVar

import click
from click.shell_completion import CompletionItem

import bellringer
from bellringer.commands import language, streams
from bellringer.commands.printing import put, say
from bellringer.core.contract.options import Option
from bellringer.core.contract.registry import find
from bellringer.core.nearest import meant
from bellringer.core.shown.words import LANGUAGES

Function = TypeVar("Function", bound=Callable[..., Any])
HUMAN = "human"
KEY_FILE = "bellringer.key_file"  # under which the context of `host` has it
LONGEST_HELP = 1_000  # letters of what a command does, in a list of commands
NARROW = 78  # columns for an example in a help
WRONG = 2  # exit status for errors of the caller
STOPPED = 130  # exit status after Ctrl-C, as shells have it


class Commands(click.Group):
    """A click group that prints each error as one line on standard error and exits with status 2.

    It and all commands in it have the option `--lang`.
    """

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.params.append(language_option())

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, with the option for its language."""
        if not isinstance(cmd, Commands):
            cmd.params.append(language_option())
        super().add_command(cmd, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with what each does, in as many lines as that needs."""
        found = [(name, command) for name in self.list_commands(ctx) if (command := self.get_command(ctx, name))]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(LONGEST_HELP)) for name, command in found])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run as `click.Group.main`, but print errors in our own form."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        streams.mend()
        try:
            status = super().main(args, prog_name, complete_var, False, **extra)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            put(error.format_message())
            status = 0
        except click.ClickException as error:
            fail(error.format_message())
        except bellringer.BellringerError as error:
            fail(str(error))
        except (click.Abort, KeyboardInterrupt):
            fail("stopped", STOPPED)
        except OSError as error:
            fail_at_system(error)
        sys.exit(status if isinstance(status, int) else 0)


def fail(message: str, status: int = WRONG) -> NoReturn:
    """Print an error as one line, if anybody can be told, and exit."""
    say(f"bellringer: {' '.join(message.split())}", error=True)
    sys.exit(status)


def fail_at_system(error: OSError) -> NoReturn:
    """Exit after an OSError: silently if the reader of a pipe has closed it, otherwise with a message."""
    streams.let_go(sys.stdout)
    if error.errno == errno.EPIPE:
        sys.exit(1)
    fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def examples(*lines: str) -> str:
    """The examples at the end of a command's help. `{game}` is replaced by the name of the first game.

    What an example is for stands behind it, after three spaces or more; below it, if it is too long.
    """
    shown = [f"  {line.format(game=bellringer.game_names()[0])}" for line in lines]
    broken = [line if len(line) <= NARROW else re.sub(r"(?<=\S) {3,}", "\n      # ", line) for line in shown]
    return "\b\nExamples:\n" + "\n".join(broken)


class Names(click.ParamType[Any]):
    """A name from a list, or several with commas. The list is looked up only when needed."""

    def __init__(
        self,
        name: str,
        known: Callable[[], Sequence[str]],
        several: bool = False,
        also: Callable[[str], bool] = lambda _: False,
        hint: Callable[[], str] = str,
        spelled: Callable[[str], Sequence[str]] = lambda _: (),
    ) -> None:
        """`known`: the list; `also`: whether another name is valid too; `hint`: what such other names look like.

        `spelled`: other names that somebody may have meant who typed a wrong one.
        """
        self.name, self.known, self.several, self.also, self.hint = name, known, several, also, hint
        self.spelled = spelled

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name, or a tuple of names if several are allowed."""
        if not isinstance(value, str):
            return value
        parts = tuple(part.strip() for part in value.split(",")) if self.several else (value,)
        for part in parts:
            if part not in self.known() and not self.also(part):
                question = meant(part, (*self.known(), *self.spelled(part)))
                self.fail(
                    f"{part!r}{question} is not one of {', '.join([*self.known(), *filter(None, [self.hint()])])}",
                    param,
                    ctx,
                )
        return parts if self.several else value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete the name after the last comma."""
        before, comma, begun = incomplete.rpartition(",") if self.several else ("", "", incomplete)
        return [CompletionItem(before + comma + name) for name in self.known() if name.startswith(begun)]


class OneOf(click.Choice[str]):
    """One word out of a few."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """The error for a wrong word, with the word that was probably meant."""
        words = [str(choice) for choice in self.choices]
        return f"{value!r}{meant(value, words)} is not one of {', '.join(map(repr, words))}"


class Entrants(Names):
    """Names of bots with commas. They are not checked here, since the arena also takes `module:Class@file`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Split the text at its commas."""
        from bellringer.arena.match import split_names

        return split_names(value) if isinstance(value, str) else value


class Time(click.FloatRange):
    """A time in seconds, at most a day unless `most` says otherwise. 0 is allowed with `may_be_none`."""

    def __init__(self, most: float | None = None, may_be_none: bool = False) -> None:
        from bellringer.bots import MOST_SECONDS

        super().__init__(min=0, max=most or MOST_SECONDS, min_open=not may_be_none)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check the range, and refuse `nan`, which compares as neither inside nor outside."""
        if math.isnan(found := super().convert(value, param, ctx)):
            self.fail(f"{value!r} is not a time in seconds", param, ctx)
        return found


class PublicKey(click.ParamType[Any]):
    """A public key of Ed25519: 64 hex digits."""

    name = "key"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The key in small letters."""
        text = str(value).strip().lower()
        if re.fullmatch("[0-9a-f]{64}", text) is None:
            self.fail(f"{value!r} is not 64 hex digits", param, ctx)
        return text


class Seed(click.ParamType[Any]):
    """A seed: a number, or the 64 hex digits of the seed in a record."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Return 64 hex digits as text, anything else as an integer."""
        text = str(value).strip()
        if len(text) == 64 and all(letter in "0123456789abcdefABCDEF" for letter in text):
            return text
        try:
            return int(text)
        except ValueError:
            self.fail(f"{text!r} is neither a number nor 64 hex digits", param, ctx)


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    from bellringer import bots

    return tuple(bots.names())


def is_bot(name: str) -> bool:
    """Whether a bot can be made by that name, including a search with its bound such as `search:2000`."""
    from bellringer import bots

    return bots.knows(name)


def spelled_bots(typed: str) -> list[str]:
    """Names of bots that somebody may have meant."""
    from bellringer import bots

    return bots.spelled(typed)


def bounds() -> str:
    """The names of searches with bounds, for a message."""
    from bellringer import bots

    return bots.BOUNDS


def player_names() -> tuple[str, ...]:
    """Everything that `--bots` of `play` takes: `human` and the bots."""
    return (HUMAN, *bot_names())


def all_options() -> dict[str, Option]:
    """The options of all games by name. If games share an option, its values are those of all of them."""
    found: dict[str, Option] = {}
    for game in bellringer.game_names():
        for name, option in find(game).options.items():
            before = found.get(name, option)
            allowed = (*before.allowed, *(value for value in option.allowed if value not in before.allowed))
            found[name] = replace(before, allowed=allowed)
    return found


def table_options(function: Function) -> Function:
    """Add `--seats` and the options of the games to a command. Options that are not given are None."""
    function = game_options(function)
    return click.option("--seats", type=int, metavar="N", help=f"How many play: {seats_text()}.")(function)


def game_options(function: Function) -> Function:
    """Add the options of the games to a command. Options that are not given are None."""
    for name, option in reversed(all_options().items()):
        function = table_option(name, option)(function)
    return function


def table_option(name: str, option: Option) -> Callable[[Function], Function]:
    """Make the command-line option for an option of a game: a flag, a choice, or several names."""
    flag = f"--{name.replace('_', '-')}"
    meaning = option.meaning[:1].upper() + option.meaning[1:]
    if isinstance(option.default, bool):
        return click.option(flag, is_flag=True, default=None, help=f"{meaning}.")
    if option.several:
        names = Names("names", lambda: (*option.sets, *option.allowed, *option.coming), several=True)
        return click.option(flag, type=names, help=f"{meaning}{sets_text(option)}  [default: {usual_text(option)}]")
    default = f"{option.default}, if that is enough" if option.follows else option.default
    return click.option(flag, type=OneOf(option.allowed), help=f"{meaning}  [default: {default}]")


def sets_text(option: Option) -> str:
    """What can be named of an option with several values, for the help."""
    if not option.sets:
        return f": {', '.join(option.allowed)}"
    return f": names with commas, or one of {', '.join(option.sets)}"


def usual_text(option: Option) -> str:
    """The default of an option with several values, for the help: the first set if there is one."""
    return next(iter(option.sets), ",".join(option.default) or "none")


def seats_text() -> str:
    """The possible numbers of seats, for the help: `2 to 5 or 2 to 6, 4 if not said`."""
    ranges = {f"{game.fewest_seats} to {game.most_seats}" for game in map(find, bellringer.game_names())}
    return f"{' or '.join(sorted(ranges))}, 4 if not said"


def given(options: dict[str, Any]) -> dict[str, Any]:
    """The options that are not None, which are those that were typed."""
    return {name: value for name, value in options.items() if value is not None}


def game_argument(function: Function) -> Function:
    """Add the argument GAME to a command."""
    return click.argument("game", type=Names("game", bellringer.game_names))(function)


def language_option() -> click.Option:
    """`--lang`, which every command has; `language.spoken` tells what it asked for."""
    told = "Language of what is told and asked; else that of LANG, else English."
    return click.Option(["--lang"], type=OneOf(LANGUAGES), help=told, expose_value=False, callback=language.note)


def json_option(function: Function) -> Function:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(function)


def key_file_option(function: Function) -> Function:
    told = "The server's keys, outside of the data folder.  [default: ~/.config/bellringer/keys]"
    return click.option("--key-file", type=click.Path(), help=told)(function)


def seed_option(function: Function) -> Function:
    return click.option("--seed", type=Seed(), help="A number or 64 hex digits: the same game again.")(function)


def seat_number(names: Sequence[str], text: str) -> int:
    """The number of a seat, from its name or number (from 0). Raises a click error that lists the seats."""
    if text in names:
        return names.index(text)
    if text.isdecimal() and int(text) < len(names):
        return int(text)
    raise click.BadParameter(
        f"there is no seat {text!r}{meant(text, names)}: {', '.join(names)}, or 0 to {len(names) - 1}"
    )


def chosen_options(options: dict[str, Any]) -> Iterator[str]:
    """The flags of the options that were given, for a message."""
    for name in given(options):
        yield f"--{name.replace('_', '-')}"
