"""Write docs/commands.md: every command with its arguments and options, from what `--help` says.

Run it after changing a command. With `--check` it only reports whether the file is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import click

from bellringer.cli import main as bellringer
from tools.places import DOCS

PAGE = DOCS / "commands.md"
HEAD = """\
# Commands

What `bellringer COMMAND --help` says, command by command.

<!-- Written by tools/docs_commands.py. -->
"""


def page() -> str:
    """The text of docs/commands.md."""
    parts = [HEAD, *section("bellringer", bellringer)]
    for name in sorted(bellringer.commands):
        parts += section(f"bellringer {name}", bellringer.commands[name])
    return "\n".join(parts)


def section(path: str, command: click.Command) -> Iterator[str]:
    """The section of a command: its help, usage, options and examples."""
    with click.Context(command, info_name=path, **bellringer.context_settings) as context:
        yield f"## {path}\n"
        yield f"{plain(command.help or '')}\n"
        yield f"```\n{path} {' '.join(command.collect_usage_pieces(context))}\n```\n"
        yield from options(command, context)
    if command.epilog:
        yield f"```\n{examples(command)}\n```\n"
    if isinstance(command, click.Group) and command is not bellringer:
        for name in sorted(command.commands):
            yield from section(f"{path} {' '.join(arguments(command))} {name}", command.commands[name])


def arguments(command: click.Command) -> list[str]:
    """What stands between a command and the commands below it."""
    return [one.human_readable_name for one in command.params if isinstance(one, click.Argument)]


def plain(text: str) -> str:
    """A help text with each paragraph on one line."""
    paragraphs = text.replace("\b", "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """The lines of the table of options."""
    yield "| option | meaning |\n|---|---|"
    for one in command.get_params(context):
        found = one.get_help_record(context)
        if found and found[1] and not isinstance(one, click.Argument):
            names, meaning = (" ".join(text.split()).replace("|", "\\|") for text in found)
            yield f"| `{names}` | {meaning} |"
    yield ""


def examples(command: click.Command) -> str:
    """The lines of a command's help after `Examples:`."""
    lines = (command.epilog or "").partition("Examples:\n")[2].splitlines()
    return "\n".join(line.removeprefix("  ") for line in lines)


def main() -> int:
    """Write the page, or with --check compare it. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when the page is out of date")
    check = parser.parse_args().check
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    if check:
        print(f"out of date: {PAGE.name} (run python -m tools.docs_commands)", file=sys.stderr)
        return 1
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
