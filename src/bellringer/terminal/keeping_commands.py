"""The commands for who runs a server, with their options and help: `check`, `backup`, `restore`, `host`."""

from __future__ import annotations

from typing import Any

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


@click.command(
    epilog=examples(
        "bellringer backup /srv/bellringer /mnt/saved/monday.sqlite3",
        "bellringer backup . saved.sqlite3 --force         replace the last one",
    )
)
@click.argument("data", type=FOLDER)
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--force", "overwrites", is_flag=True, help="Replace the file if it is there already.")
def backup(**options: Any) -> None:
    """Copy the database of a data folder into a file, as it is at this moment, and check the copy.

    The server may go on meanwhile: nobody waits for it. The file has its name only once it is complete.
    """
    from bellringer.terminal.keeping import backup as run

    run(**options)


@click.command(
    epilog=examples(
        "bellringer restore /mnt/saved/monday.sqlite3 /srv/bellringer",
        "bellringer restore saved.sqlite3 . --force        put the present database aside",
    )
)
@click.argument("file", type=click.Path(dir_okay=False))
@click.argument("data", type=FOLDER)
@click.option("--force", "overwrites", is_flag=True, help="Put a database that is there aside, under another name.")
def restore(**options: Any) -> None:
    """Put a backup into a data folder, after a check.

    No server may run there. A database that is there is never removed: with --force it stays under another name.
    """
    from bellringer.terminal.keeping import restore as run

    run(**options)
