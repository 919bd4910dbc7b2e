"""The commands for who runs a server, with options and help: `check`, `backup`, `restore`, `host`, `key`, `acts`."""

from __future__ import annotations

from typing import Any

import click

from bellringer.commands.options import KEY_FILE, Commands, OneOf, examples, json_option, key_file_option

FOLDER = click.Path()
DASHES = {"ignore_unknown_options": True}  # a table's address may begin with a dash
PERSON = click.IntRange(1, 2**63 - 1)  # which the database can hold


@click.command(epilog=examples("bellringer check /srv/bellringer", "bellringer check . --json"))
@click.argument("data", type=FOLDER)
@key_file_option
@json_option
def check(data: str, key_file: str | None, as_json: bool) -> None:
    """Look whether the database in a data folder is whole, every row can be read, and every game be rebuilt.

    It changes nothing, and may be used while the server runs. Running games are sealed: without the server's keys it
    says how many it could not look into. Exit status 1 when something is wrong.
    """
    from bellringer.commands.keeping import check as run

    click.get_current_context().exit(run(data, key_file, as_json))


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
    from bellringer.commands.keeping import backup as run

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
    from bellringer.commands.keeping import restore as run

    run(**options)


STATUSES = ("waiting", "dealing", "running", "void", "over", "closed")


@click.group(
    cls=Commands,
    epilog=examples(
        "bellringer host /srv/bellringer tables --status running",
        "bellringer host /srv/bellringer reports",
        "bellringer host /srv/bellringer people anna",
        "bellringer host /srv/bellringer addresses",
        "bellringer host /srv/bellringer close --address 192.0.2.7",
        "bellringer host /srv/bellringer bar --address 192.0.2.7 --hours 6",
        "bellringer host /srv/bellringer remove-person 12",
        "bellringer host /srv/bellringer hand-over 7 2 --url https://example.org",
        "bellringer host /srv/bellringer hand-over 7 host",
        "bellringer host /srv/bellringer log",
    ),
)
@click.argument("data", type=FOLDER)
@key_file_option
@click.pass_context
def host(context: click.Context, data: str, key_file: str | None) -> None:
    """Look after a server: its tables, people, reports, and what comes from which address.

    It works while the server runs, which then does what is wanted within a second, and while none does. It needs the
    keys without a server, for `hand-over`, and to close or bar by an address. All that changes something stays in the
    database, with its time: `log` shows it.
    """
    context.obj = data
    context.meta[KEY_FILE] = key_file


@host.command()
@click.option("--status", multiple=True, type=OneOf(STATUSES), help="Only these.  [default: all]")
@click.option("--most", type=click.IntRange(1, 100_000), default=50, show_default=True, help="How many.")
@json_option
@click.pass_obj
def tables(data: str, /, **options: Any) -> None:
    """List tables, those that changed last first: number, status, game, time, and who sits where."""
    from bellringer.commands.hosting import tables as run

    run(data, **options)


@host.command()
@click.argument("name")
@json_option
@click.pass_obj
def people(data: str, /, **options: Any) -> None:
    """List the people in whose name NAME occurs, with their numbers."""
    from bellringer.commands.hosting import people as run

    run(data, **options)


@host.command()
@json_option
@click.pass_obj
def reports(data: str, /, **options: Any) -> None:
    """List the lines of chats that people have reported, the newest first."""
    from bellringer.commands.hosting import reports as run

    run(data, **options)


@host.command()
@click.argument("address", required=False)
@json_option
@click.pass_obj
def addresses(data: str, /, **options: Any) -> None:
    """Show what comes from which address, or from ADDRESS, since the server began.

    Addresses are in the server's memory alone. The answer passes through the database, and is removed from it at once.
    """
    from bellringer.commands.hosting import addresses as run

    run(data, **options)


ADDRESSES = "An address of IPv4; a /64 of IPv6, by any address in it; a /56 or a /48."
address_option = click.option("--address", "addresses", multiple=True, help=ADDRESSES)
person_option = click.option("--person", "people", multiple=True, type=PERSON, help="A person, by the number.")


@host.command(context_settings=DASHES)
@click.argument("tables", nargs=-1)
@address_option
@person_option
@click.pass_obj
def close(data: str, /, **options: Any) -> None:
    """Close waiting tables, and end games without a winner; their records stay. TABLES: their numbers, or links.

    With --person, all unfinished tables that somebody has made; with --address, those that were made there since the
    server began, which needs the server's keys. Where one of TABLES can't be closed, none is.
    """
    from bellringer.commands.barring import close as run

    run(data, **options)


@host.command()
@address_option
@person_option
@click.option(
    "--hours", type=click.IntRange(1, 8_760), default=24, show_default=True, help="How long; of an address 24 at most."
)
@click.pass_obj
def bar(data: str, /, **options: Any) -> None:
    """Bar people, or all who come from an address, for a while: they can look on, and finish the games they are in.

    They make no tables, sit down nowhere and say nothing; no new person comes from an address that is barred. Their
    tables stay: `close` them, too. Of an address only a hash is stored, which needs the server's keys, until the bar
    ends.
    """
    from bellringer.commands.barring import bar as run

    run(data, **options)


@host.command()
@json_option
@click.pass_obj
def bars(data: str, /, **options: Any) -> None:
    """List who is barred, and until when: people by name, addresses without, as nobody knows them any more."""
    from bellringer.commands.barring import bars as run

    run(data, **options)


@host.command()
@click.argument("numbers", nargs=-1, type=PERSON)
@address_option
@person_option
@click.pass_obj
def unbar(data: str, /, **options: Any) -> None:
    """End bars before their time: by their NUMBERS, as `bars` lists them, or by who is barred."""
    from bellringer.commands.barring import unbar as run

    run(data, **options)


@host.command("hand-over", context_settings=DASHES)
@click.argument("table")
@click.argument("seat", type=OneOf((*"0123456789", "host")), metavar="SEAT")
@click.option("--url", "address", default="http://localhost:8000", show_default=True, help="Where the server is.")
@click.pass_obj
def hand_over(data: str, /, **options: Any) -> None:
    """Print a link that hands a seat over, for who has lost the key to it. It works once.

    SEAT: its number, from 0, or `host` for the part of who made the table: seating bots, closing the lobby, reading
    reports. That part goes along with the last seat of who has both.

    The link is sealed in the database, through which the server answers: the command needs the server's keys.
    """
    from bellringer.commands.hosting import hand_over as run

    run(data, **options)


@host.command("remove-person")
@click.argument("person", type=PERSON)
@click.pass_obj
def remove_person(data: str, /, **options: Any) -> None:
    """Remove the person of a number: name, key and words. Games go on with a bot; records and results stay valid."""
    from bellringer.commands.hosting import remove_person as run

    run(data, **options)


@host.command("remove-words")
@click.option("--person", type=PERSON, help="All that the person of this number has said.")
@click.option("--table", help="With --line: a table, by its number or its link.")
@click.option("--line", help="A line of that table, as reports name it: table-3, or aside-7.")
@click.pass_obj
def remove_words(data: str, /, **options: Any) -> None:
    """Remove what somebody has said, or one line. The line stays, and says that its words were removed."""
    from bellringer.commands.hosting import remove_words as run

    run(data, **options)


@host.command("log")
@click.option("--most", type=click.IntRange(1, 100_000), default=50, show_default=True, help="How many.")
@json_option
@click.pass_obj
def told(data: str, /, **options: Any) -> None:
    """Show what the host has done, with its time."""
    from bellringer.commands.hosting import told as run

    run(data, **options)


@click.command(
    epilog=examples(
        "bellringer key show                  the public key, by which anybody can check what this server signs",
        "bellringer key rotate --data /srv/bellringer --key-file /etc/bellringer.keys",
        "bellringer key adopt --data /srv/bellringer          the old keys are lost: go on with those of the file",
    ),
)
@click.argument("action", type=OneOf(("new", "show", "rotate", "adopt")))
@key_file_option
@click.option("--data", type=FOLDER, help="The folder of the tables.  [default: ~/.local/share/bellringer]")
def key(action: str, key_file: str | None, data: str | None) -> None:
    """Make the keys of a server, show the public one, or add a key that hides running games from now on.

    To rotate, stop the server. Everything of games that run is sealed anew. The old keys stay in the file, since old
    backups need them. A server takes no other keys than those it began with, until `adopt` lets it.
    """
    from bellringer.commands.sealing import key as run

    run(action, key_file, data)


@click.command(
    context_settings=DASHES,
    epilog=examples("bellringer acts /srv/bellringer AAAAAAAAAAAAAAAA", "bellringer acts /srv/bellringer 12 --json"),
)
@click.argument("data", type=FOLDER)
@click.argument("table")
@key_file_option
@json_option
def acts(data: str, table: str, key_file: str | None, as_json: bool) -> None:
    """Print the acts of a server's table, secret ones too: number, seat, kind, word, salt.

    DATA is the folder of the tables, TABLE the end of the table's address, or its number in the log.
    """
    from bellringer.commands.sealing import acts as run

    run(data, table, key_file, as_json)


ALL = (check, backup, restore, host, key, acts)
