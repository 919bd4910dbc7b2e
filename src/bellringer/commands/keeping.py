"""The commands `check`, `backup` and `restore`: a data folder from outside the server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bellringer.commands.language import spoken, words
from bellringer.commands.options import fail
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import progress
from bellringer.commands.serving import NOT_INSTALLED
from bellringer.core.shown.words import LANGUAGES, labelled

if TYPE_CHECKING:
    from bellringer.server.host.check import Finding

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
    from bellringer.server.base.settings import Settings

    path = Settings(data=Path(data)).database
    if not path.is_file():
        fail(f"{data} is not a data folder: it has no {path.name}")
    return path


def need_shape(database: Path) -> None:
    """Exit with a sentence if a database does not have the shape that this version writes."""
    from bellringer.server.base.folder import is_empty, is_of_another, shape_of, shapes
    from bellringer.server.store.reading import reading

    with said_plainly(), closing(reading(database)) as connection:
        shape, has_nothing, is_foreign = shape_of(connection), is_empty(connection), is_of_another(connection)
    if has_nothing:
        fail("this database is empty: a start was interrupted, or it is none of Bellringer; the next start fills it")
    if is_foreign:
        fail("this is no database of Bellringer")
    if shape is not None and shape not in shapes():
        fail("this database was written by a newer version: install that one")
    if shape != shapes()[-1]:
        fail("this database was written by an older version: start the server once, which brings it up")


def check(data: str, key_file: str | None, as_json: bool) -> int:
    """Print what was looked at. Returns the exit status: 1 if something is wrong."""
    path = database_in(data)
    from bellringer.server.base.keys import usual_key_file
    from bellringer.server.host.check import check as look

    is_well, lines = True, []
    language = LANGUAGES[0] if as_json else spoken()
    for finding in told_of(look(path, Path(key_file) if key_file else usual_key_file(), language)):
        is_well = is_well and finding.is_well
        lines.append({"name": finding.name, "well": finding.is_well, "words": finding.words})
        if not as_json:
            sign = words()("check.well" if finding.is_well else "check.wrong")
            say(f"{sign}  {labelled(language, finding.name, finding.words)}")
    if as_json:
        print_json(lines)
    return 0 if is_well else FOUND


def told_of(findings: Iterator[Finding]) -> Iterator[Finding]:
    """The findings of a check. If that takes long, its progress is told."""
    while True:
        with progress("looking"):
            found = next(findings, None)
        if found is None:
            return
        yield found


def backup(data: str, file: str, overwrites: bool) -> None:
    """Copy the database of a data folder."""
    path = database_in(data)
    from bellringer.server.host import backup as copies

    with said_plainly(data), progress("copying"):
        copies.backup(path, Path(file), overwrites=overwrites)
    say(words()("keep.copied", file=file, size=f"{Path(file).stat().st_size / 1e6:.1f}"))


def restore(file: str, data: str, overwrites: bool) -> None:
    """Put a copy into a data folder."""
    need_server()
    from bellringer.server.base.settings import Settings
    from bellringer.server.host import backup as copies

    if not Path(file).is_file():
        fail(f"{file}: there is no such file")
    if not Path(file).stat().st_size:
        fail(f"{file} is empty: this is no database of Bellringer")
    with said_plainly(file), progress("copying"):
        kept = copies.restore(Path(file), Settings(data=Path(data)).database, overwrites=overwrites)
    said = words()
    aside = said("keep.aside", name=kept.name) if kept else ""
    say(said("keep.restored", data=data, file=file) + aside)


@contextmanager
def said_plainly(name: str = "that") -> Iterator[None]:
    """Exit with a sentence where SQLite can't go on. `name`: what was being read."""
    from sqlalchemy.exc import DBAPIError

    try:
        yield
    except DBAPIError as error:
        fail(f"{name} did not work: {error.orig}")
    except sqlite3.Error as error:
        fail(f"{name} did not work: {error}")
