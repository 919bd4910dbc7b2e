"""What the commands have in common: their errors, their examples, options made from the games' own tables."""

from __future__ import annotations

import errno
import io
import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NoReturn, TypeVar

import click
from click.shell_completion import CompletionItem

import bellringer
from bellringer.core.options import Option
from bellringer.core.registry import find
from bellringer.core.words import LANGUAGES

Function = TypeVar("Function", bound=Callable[..., Any])
HUMAN = "human"
WRONG = 2  # the exit status of everything that the caller can mend
STOPPED = 130


class Commands(click.Group):
    """A group whose errors are one line on standard error, with exit status 2."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """As click's own, but for how errors are told."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a sign shows a question mark for it
                stream.reconfigure(errors="replace")
        try:
            status = super().main(args, prog_name, complete_var, False, **extra)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
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
    """Say in one line what is wrong, and leave."""
    click.echo(f"bellringer: {' '.join(message.split())}", err=True)
    sys.exit(status)


def fail_at_system(error: OSError) -> NoReturn:
    """Leave after an error of the system; a reader that has gone away is none worth a word."""
    if error.errno == errno.EPIPE:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def examples(*lines: str) -> str:
    """A command's examples, for the end of its help; {game} stands for the first game there is."""
    shown = "\n".join(f"  {line.format(game=bellringer.game_names()[0])}" for line in lines)
    return f"\b\nExamples:\n{shown}"


class Names(click.ParamType[Any]):
    """One of some names, or several with commas; the names are looked up only when needed."""

    def __init__(
        self,
        name: str,
        known: Callable[[], Sequence[str]],
        several: bool = False,
        also: Callable[[str], bool] = lambda _: False,
        hint: Callable[[], str] = str,
    ) -> None:
        """`also`: whether a name is known that is not in the list; `hint`: what such names look like."""
        self.name, self.known, self.several, self.also, self.hint = name, known, several, also, hint

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A name, or a tuple of names."""
        if not isinstance(value, str):
            return value
        parts = tuple(part.strip() for part in value.split(",")) if self.several else (value,)
        for part in parts:
            if part not in self.known() and not self.also(part):
                self.fail(f"{part!r} is none of {', '.join([*self.known(), *filter(None, [self.hint()])])}", param, ctx)
        return parts if self.several else value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that go on as begun, after the last comma."""
        before, comma, begun = incomplete.rpartition(",") if self.several else ("", "", incomplete)
        return [CompletionItem(before + comma + name) for name in self.known() if name.startswith(begun)]


class Entrants(Names):
    """Names of bots with commas between; what a name may be is for the arena to say."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A tuple of names."""
        from bellringer.arena.match import split_names

        return split_names(value) if isinstance(value, str) else value


class Time(click.FloatRange):
    """So many seconds: a day at most if nothing is said, and more than none unless `may_be_none`."""

    def __init__(self, most: float | None = None, may_be_none: bool = False) -> None:
        from bellringer.bots import MOST_SECONDS

        super().__init__(min=0, max=most or MOST_SECONDS, min_open=not may_be_none)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A number: what is none lies in no range, and outside of none."""
        if math.isnan(found := super().convert(value, param, ctx)):
            self.fail(f"{value!r} is no time", param, ctx)
        return found


class Seed(click.ParamType[Any]):
    """A number, or the 64 hex digits that a record has."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Digits are a number, unless there are 64 of them."""
        text = str(value).strip()
        if len(text) == 64 and all(letter in "0123456789abcdefABCDEF" for letter in text):
            return text
        try:
            return int(text)
        except ValueError:
            self.fail(f"{text!r} is neither a number nor 64 hex digits", param, ctx)


def bot_names() -> tuple[str, ...]:
    """The bots there are."""
    from bellringer import bots

    return tuple(bots.names())


def is_bot(name: str) -> bool:
    """Whether a bot can be made by that name; a search can be named with its bound."""
    from bellringer import bots

    return bots.knows(name)


def bounds() -> str:
    """How a search is named with its bound."""
    from bellringer import bots

    return bots.BOUNDS


def player_names() -> tuple[str, ...]:
    """Who can sit at a table."""
    return (HUMAN, *bot_names())


def all_options() -> dict[str, Option]:
    """The options of every game; where two games have one of the same name, it takes the values of both."""
    found: dict[str, Option] = {}
    for game in bellringer.game_names():
        for name, option in find(game).options.items():
            before = found.get(name, option)
            allowed = (*before.allowed, *(value for value in option.allowed if value not in before.allowed))
            found[name] = replace(before, allowed=allowed)
    return found


def table_options(function: Function) -> Function:
    """`--seats` and the games' own options. What is not given is left to the game."""
    for name, option in reversed(all_options().items()):
        function = table_option(name, option)(function)
    return click.option("--seats", type=int, metavar="N", help=f"How many play: {seats_text()}.")(function)


def table_option(name: str, option: Option) -> Callable[[Function], Function]:
    """One option of a game: a flag, a choice, or several names with commas."""
    flag = f"--{name.replace('_', '-')}"
    meaning = option.meaning[:1].upper() + option.meaning[1:]
    if isinstance(option.default, bool):
        return click.option(flag, is_flag=True, default=None, help=f"{meaning}.")
    if option.several:
        names = Names("names", lambda: (*option.allowed, *option.coming), several=True)
        return click.option(flag, type=names, help=f"{meaning}  [default: {','.join(option.default)}]")
    return click.option(flag, type=click.Choice(option.allowed), help=f"{meaning}  [default: {option.default}]")


def seats_text() -> str:
    """`2 to 5`, for each game."""
    ranges = {f"{game.fewest_seats} to {game.most_seats}" for game in map(find, bellringer.game_names())}
    return f"{' or '.join(sorted(ranges))}, 4 if not said"


def given(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def game_argument(function: Function) -> Function:
    """The name of a game, as the command's first word."""
    return click.argument("game", type=Names("game", bellringer.game_names))(function)


def language_option(function: Function) -> Function:
    """`--lang`."""
    asked = click.Choice(LANGUAGES)
    return click.option("--lang", "language", type=asked, help="Language; else that of LANG, else English.")(function)


def json_option(function: Function) -> Function:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(function)


def seed_option(function: Function) -> Function:
    """`--seed`."""
    return click.option("--seed", type=Seed(), help="A number or 64 hex digits: the same game again.")(function)


def seat_number(names: Sequence[str], text: str) -> int:
    """The seat meant by a name or a number from 0. Raises a click error that lists them."""
    if text in names:
        return names.index(text)
    if text.isdecimal() and int(text) < len(names):
        return int(text)
    raise click.BadParameter(f"there is no seat {text!r}: {', '.join(names)}, or 0 to {len(names) - 1}")


def chosen_options(options: dict[str, Any]) -> Iterator[str]:
    """How the given options were written."""
    for name in given(options):
        yield f"--{name.replace('_', '-')}"
