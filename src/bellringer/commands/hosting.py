"""The commands under `host`: reading what a server keeps, and telling it what the host wants."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bellringer.commands.keeping import database_in, need_shape, said_plainly
from bellringer.commands.language import spoken, words
from bellringer.commands.options import KEY_FILE, fail
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import progress
from bellringer.core.shown.words import labelled

if TYPE_CHECKING:
    from bellringer.server.base.settings import Settings
    from bellringer.server.store.host_rows import HostStore

Line = Callable[[Mapping[str, Any]], str]
PATIENCE = 20.0  # seconds in which a server must have done what is wanted
LOOK = 0.05  # seconds between two looks whether it has
REFUSED = 1  # exit status


# reading


def read(data: str, look: Callable[[HostStore], Any]) -> Any:
    """What is in the database of a data folder, without changing anything."""
    path = database_in(data)
    need_shape(path)
    from bellringer.server.store.host_rows import HostStore
    from bellringer.server.store.reading import ReadStore

    with said_plainly(), closing(ReadStore(path)) as store:
        found = look(HostStore(store.engine, store.aside))
        if store.aside.rows:
            say(words()("host.left_out", data=data), error=True)
        return found


def tables(data: str, status: tuple[str, ...], most: int, as_json: bool) -> None:
    """Print tables."""
    found = read(data, lambda store: store.tables(status, most))
    show(found, as_json, table_line, words()("host.no_tables"))


def table_line(table: Mapping[str, Any]) -> str:
    """A table on one line."""
    seats = ", ".join(seat_words(seat) for seat in table["seats"])
    host = "" if table["host"] is None else f"  {words()('host.host', person=table['host'])}"
    return f"{table['id']:>6}  {table['status']:<8} {table['game']:<11} {day(table['changed'])}  {seats}{host}"


def seat_words(seat: Mapping[str, Any]) -> str:
    """A seat in short: its number and who sits there."""
    if seat["person_id"] is None:
        return labelled(spoken(), seat["number"], seat["bot"] or words()("host.free"))
    return labelled(spoken(), seat["number"], f"{seat['name']} #{seat['person_id']}")


def people(data: str, name: str, as_json: bool) -> None:
    """Print the people of a name."""
    name = shown(name)
    found = read(data, lambda store: store.people(name))
    show(found, as_json, person_line, words()("host.nobody_called", name=name))


def person_line(person: Mapping[str, Any]) -> str:
    """A person on one line."""
    since = words()("host.since", day=day(person["created"]), n=person["seats"])
    return f"#{person['id']}  {person['name']}  {since}"


def reports(data: str, as_json: bool) -> None:
    """Print the lines that people have reported."""
    show(read(data, lambda store: store.reports()), as_json, report_line, words()("host.no_reports"))


def report_line(line: Mapping[str, Any]) -> str:
    """A reported line on one line of its own."""
    said = words()
    who = f"{line['name']} #{line['person']}" if line["person"] is not None else said("host.nobody")
    text = said("host.removed") if line["kind"] == "gone" else line["text"]
    place, by = f"{line['place']}-{line['line']}", said("host.by", n=line["people"], day=day(line["at"]))
    return f"{said('host.table', table=line['table'])}  {place}  {by}  {said('host.said', who=who, text=text)}"


def told(data: str, most: int, as_json: bool) -> None:
    """Print what the host has done."""
    found = [vars(act) for act in read(data, lambda store: store.acts(most=most))]
    show(found, as_json, act_line, words()("host.nothing_done"))


def act_line(act: Mapping[str, Any]) -> str:
    """Something that the host did on one line."""
    wanted = ", ".join(f"{name} {in_words(value)}" for name, value in act["wanted"].items())
    state = words()(f"host.state.{act['state']}")
    if act["state"] == "refused":
        state = labelled(spoken(), state, act["answer"]["why"])
    return f"{act['number']:>5}  {day(act['at'])}  {act['what']} {wanted}  {state}"


def in_words(value: object) -> str:
    """A value of what was wanted, or several."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def show(
    found: Iterable[Mapping[str, Any]], as_json: bool, line: Callable[[Mapping[str, Any]], str], nothing: str
) -> None:
    """Print what was found, as JSON or a line each."""
    rows = list(found)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        say(line(row))
    if not rows:
        say(nothing)


def day(at: int) -> str:
    """A time to the minute, as it is here."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at / 1000))


# changing


def want(data: str, what: str, **wanted: Any) -> Mapping[str, Any]:
    """Have something done, by the server if one runs. Returns its answer; exits with a sentence if it is refused."""
    path = database_in(data)
    from bellringer.server.base.folder import check_database
    from bellringer.server.store.host_rows import HostStore
    from bellringer.server.store.reading import WriteStore

    check_database(path)
    need_shape(path)
    with said_plainly(), closing(WriteStore(path)) as opened:
        store = HostStore(opened.engine)
        number = store.ask(what, {name: value for name, value in wanted.items() if value is not None})
        with progress("waiting"):
            wait(store, number, settings_of(data))
        act = store.act(number)
        store.blank(number)
    if act.state != "done":
        fail(str(act.answer.get("why", "the server does not answer; what is wanted stays in its list")), REFUSED)
    return act.answer


def settings_of(data: str) -> Settings:
    """The settings of a server for a data folder, with the keys that the command names."""
    from bellringer.server.base.keys import usual_key_file
    from bellringer.server.base.settings import Settings

    key_file = click.get_current_context().meta.get(KEY_FILE)
    return Settings(data=Path(data), key_file=Path(key_file) if key_file else usual_key_file())


def wait(store: HostStore, number: int, settings: Any) -> None:
    """Wait until the server has done what is wanted, or do it here if no server runs."""
    from bellringer.core.errors import OptionError
    from bellringer.server.base.folder import lock_of
    from bellringer.server.base.logs import warn
    from bellringer.server.service import perform_alone

    warn()
    end = time.monotonic() + PATIENCE
    while store.act(number).state == "asked" and time.monotonic() < end:
        try:
            lock_of(settings.data).close()
        except OptionError:  # a server runs
            time.sleep(LOOK)
            continue
        asyncio.run(perform_alone(settings))


def hand_over(data: str, table: str, seat: str, address: str) -> None:
    """Print a link that hands over a seat, or the part of whoever made the table.

    The server's answer is encrypted, so this needs its keys.
    """
    database_in(data)
    from bellringer.server.base.keys import read_keys
    from bellringer.server.host.hosting import HANDED

    keys = read_keys(settings_of(data).key_file)
    answer = want(data, "hand-over", table=named(table), seat=seat)
    path = keys.open(bytes.fromhex(answer["sealed"]), HANDED).decode()
    say(f"{address.rstrip('/')}{path}")
    say(words()("host.works_once"), error=True)


def remove_person(data: str, person: int) -> None:
    """Remove a person."""
    answer = want(data, "remove-person", person=person)
    say(words()("host.person_removed", person=person, seats=answer["seats"], lines=answer["lines"]))


def remove_words(data: str, person: int | None, table: str | None, line: str | None) -> None:
    """Remove what a person has said, or one line."""
    if (person is None) == (table is None or line is None):
        raise click.UsageError("name a person, or a table and a line: --person 12, or --table 7 --line table-3")
    answer = want(data, "remove-words", person=person, table=None if table is None else named(table), line=line)
    say(words()("host.words_removed", n=answer["lines"]))


def addresses(data: str, address: str | None, as_json: bool) -> None:
    """Print what comes from which address."""
    if address is not None and not is_address(address):
        fail(f"{shown(address)} is no address", REFUSED)
    found = want(data, "addresses", address=address)["addresses"]
    nothing = words()("host.no_requests") if address is None else words()("host.no_requests_from", address=address)
    show(found, as_json, address_line, nothing)


def is_address(text: str) -> bool:
    """Whether a text is an address, a network, or what stands for visitors who have none."""
    from bellringer.server.base.addresses import NOWHERE, checked_proxy, parsed

    if parsed(text) is not None or text in [network.name for network in NOWHERE]:
        return True
    try:
        checked_proxy(text)
    except ValueError:
        return False
    return True


def address_line(one: Mapping[str, Any]) -> str:
    """An address on one line."""
    said = words()
    people = " ".join(f"#{person}" for person in one["people"][-8:]) or said("host.nobody_known")
    tables = " ".join(map(str, one["tables"][:8])) or said("host.none")
    counts = {name: one[name] for name in ("requests", "refused", "streams")}
    found = said("host.address", **counts, people=people, tables=tables, last=day(one["last"]))
    end = said("host.barred_until", day=day(one["barred"])) if one["barred"] else ""
    return f"{one['address']:<39} {found}{end}"


def named(table: str) -> str:
    """The number or the address of a table, of which somebody may have given the whole link.

    Exits with a sentence for what can be neither, such as bytes that are no text, in which the database can't look.
    """
    name = table.rstrip("/").rpartition("/t/")[2].partition("?")[0]
    if not name.isascii():
        fail(f"there is no table {shown(name)}", REFUSED)
    return name


def shown(words: str) -> str:
    """What somebody typed, with marks for bytes that are no text."""
    return words.encode(errors="surrogateescape").decode(errors="replace")
