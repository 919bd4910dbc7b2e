"""The commands under `host` by which a host closes tables and bars people or addresses for a while."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from bellringer.commands.hosting import REFUSED, day, named, read, settings_of, show, shown, want
from bellringer.commands.keeping import database_in
from bellringer.commands.language import words
from bellringer.commands.options import fail
from bellringer.commands.printing import say


def whom(data: str, addresses: Sequence[str], people: Sequence[int]) -> dict[str, Any]:
    """Whom the host means, as it is stored: an address as a hash that needs the server's keys. Exits if it can't.

    So no address is ever written, and the server can still find it again.
    """
    wanted: dict[str, Any] = {"people": list(dict.fromkeys(people))} if people else {}
    if not addresses:
        return wanted
    database_in(data)
    from bellringer.server.base.addresses import network_named
    from bellringer.server.base.keys import read_keys
    from bellringer.server.people.bars import hashed

    try:
        names = list(dict.fromkeys(network_named(address).name for address in addresses))
    except ValueError as error:
        fail(shown(str(error)), REFUSED)
    keys = read_keys(settings_of(data).key_file)
    hashes = [hashed(keys.links, name).hex() for name in names]
    return {**wanted, "networks": hashes, "key": keys.newest.hex()}


def close(data: str, tables: tuple[str, ...], addresses: tuple[str, ...], people: tuple[int, ...]) -> None:
    """Close tables."""
    if not (tables or addresses or people):
        raise click.UsageError("name tables, or whose: 7 8, --address 192.0.2.7, --person 12")
    names = [named(table) for table in tables] or None
    answer = want(data, "close", tables=names, **whom(data, addresses, people))
    for table in answer["tables"]:
        end = "closed" if table["status"] == "closed" else "over"
        say(words()(f"host.{end}", table=table["table"]))
    if left := answer.get("left"):
        say(words()("host.damaged", n=left, data=data))


def bar(data: str, addresses: tuple[str, ...], people: tuple[int, ...], hours: int) -> None:
    """Bar people and addresses."""
    if not (addresses or people):
        raise click.UsageError("name whom to bar: --address 192.0.2.7, or --person 12")
    answer = want(data, "bar", **whom(data, addresses, people), hours=hours)
    count = answer["people"] + answer["networks"]
    say(words()("host.barred", n=count, until=day(answer["ends"])))


def unbar(data: str, numbers: tuple[int, ...], addresses: tuple[str, ...], people: tuple[int, ...]) -> None:
    """End bars."""
    if not (numbers or addresses or people):
        raise click.UsageError("name bars by their numbers, or who is barred: 3, --address 192.0.2.7, --person 12")
    answer = want(data, "unbar", **whom(data, addresses, people), numbers=list(numbers) or None)
    say(words()("host.unbarred", n=answer["bars"]))


def bars(data: str, as_json: bool) -> None:
    """Print who is barred."""
    show(read(data, lambda store: store.bars()), as_json, bar_line, words()("host.nobody_barred"))


def bar_line(one: Mapping[str, Any]) -> str:
    """A bar on one line."""
    said = words()
    who = said("host.an_address") if one["person"] is None else f"{one['name']} #{one['person']}"
    return f"{one['number']:>5}  {said('host.bar', who=who, since=day(one['at']), until=day(one['ends']))}"
