"""The commands `check`, `backup` and `restore`: a data folder from outside the server."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bellringer.terminal.options import fail
from bellringer.terminal.serving import NOT_INSTALLED

FOUND = 1  # exit status when something is wrong


def need_server() -> None:
    """Exit with a sentence if the server's packages are missing."""
    try:
        import bellringer.server.serve  # noqa: F401
    except ModuleNotFoundError:
        fail(NOT_INSTALLED)


def database_in(data: str) -> Path:
    """The database of a data folder. Exits with a sentence if there is none."""
    need_server()
    from bellringer.server.settings import Settings

    path = Settings(data=Path(data)).database
    if not path.is_file():
        fail(f"{data} is not a data folder: it has no {path.name}")
    return path


def check(data: str, as_json: bool) -> int:
    """Print what was looked at. Returns the exit status: 1 if something is wrong."""
    path = database_in(data)
    from bellringer.server.check import check as look

    is_well, lines = True, []
    for finding in look(path):
        is_well = is_well and finding.is_well
        lines.append({"name": finding.name, "well": finding.is_well, "words": finding.words})
        if not as_json:
            click.echo(f"{'well ' if finding.is_well else 'WRONG'}  {finding.name}: {finding.words}")
    if as_json:
        click.echo(json.dumps(lines, indent=2))
    return 0 if is_well else FOUND
