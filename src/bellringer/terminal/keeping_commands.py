"""The commands for who runs a server, with their options and help: `check`, `backup`, `restore`, `host`."""

from __future__ import annotations

import click

from bellringer.terminal.options import examples, json_option

FOLDER = click.Path()


@click.command(epilog=examples("bellringer check /srv/bellringer", "bellringer check . --json"))
@click.argument("data", type=FOLDER)
@json_option
def check(data: str, as_json: bool) -> None:
    """Look whether the database in a data folder is whole, and whether every running game can be rebuilt.

    It changes nothing, and may be used while the server runs. Exit status 1 when something is wrong.
    """
    from bellringer.terminal.keeping import check as run

    click.get_current_context().exit(run(data, as_json))
