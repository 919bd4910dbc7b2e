"""The commands `key` and `acts`: the keys of a server, and what they hide."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bellringer.commands.keeping import database_in, need_shape, said_plainly
from bellringer.commands.language import words
from bellringer.commands.options import fail
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import progress
from bellringer.commands.serving import NOT_INSTALLED
from bellringer.core.errors import BellringerError

if TYPE_CHECKING:
    from bellringer.server.base.keys import Keys


def key(action: str, key_file: str | None, data: str | None) -> None:
    """Make the keys of a server, show the public one, rotate those that seal, or let a folder have other ones."""
    try:
        from bellringer.server.base.keys import read_keys, usual_key_file, write_new
        from bellringer.server.base.settings import Settings
        from bellringer.server.serve import usual_data
    except ModuleNotFoundError:
        fail(NOT_INSTALLED)
    path, folder = Path(key_file) if key_file else usual_key_file(), Path(data) if data else usual_data()
    try:
        Settings(folder, key_file=path).check_keys_apart()
        if action == "rotate":
            rotate(folder, path)
        elif action == "adopt":
            adopt(folder, path)
        else:
            say((write_new(path) if action == "new" else read_keys(path)).public.hex())
    except BellringerError as error:
        fail(str(error))


def rotate(data: Path, path: Path) -> None:
    """Add a key to the file, and seal all running games with it. Raises BellringerError.

    Whenever this is interrupted, the file has all keys by which something is sealed, and running it again completes it.
    """
    from bellringer.server.base.folder import check_database, lock_of
    from bellringer.server.base.keys import read_keys

    database, keys = database_in(str(data)), read_keys(path)
    with said_plainly(), lock_of(data), progress("sealing"):
        check_database(database)
        _rotate(database, path, keys)


def _rotate(database: Path, path: Path, keys: Keys) -> None:
    from bellringer.server.base.keys import read_keys, replace_file
    from bellringer.server.store.store import Store

    with closing(Store(database, path)) as store:
        if store.vault.keys is None:
            fail(f"{path} has the keys of another server: nothing was changed")
        replace_file(path, keys.with_new())  # before anything is sealed with it
        store.vault.keys = read_keys(path)
        count = store.seal_anew()
        locked, left = store.locked(), store.count_other_keys()
    say(words()("key.sealed", n=count))
    if locked:
        fail(f"the key file lacks the keys of these tables: {', '.join(map(str, locked))}")
    if left:
        fail(f"{left} tables are damaged and sealed with older keys still: look at them with bellringer check")


def adopt(data: Path, path: Path) -> None:
    """Let the server of a folder use the keys of a file other than the one it knows. Raises BellringerError."""
    from bellringer.server.base.folder import lock_of
    from bellringer.server.base.keys import read_keys
    from bellringer.server.store.reading import WriteStore

    database, keys = database_in(str(data)), read_keys(path)
    need_shape(database)
    with said_plainly(), lock_of(data), closing(WriteStore(database)) as store:
        store.note_key(keys.public)
    say(words()("key.adopted", data=data, key=keys.public.hex()))


def acts(data: str, table: str, key_file: str | None, as_json: bool) -> None:
    """Print the acts of a table. This only reads the database, so it may be used beside a running server."""
    database = database_in(data)
    from bellringer.server.base.keys import read_keys, usual_key_file
    from bellringer.server.store.reading import ReadStore

    keys = read_keys(Path(key_file) if key_file else usual_key_file())
    need_shape(database)
    with said_plainly(), closing(ReadStore(database, keys)) as store:
        kept = store.table(table) or store.table_by_number(table)
        if kept is None:
            fail(f"there is no table {table}")
        found = store.acts(kept)
    if as_json:
        print_json([{**vars(act), "salt": act.salt.hex()} for act in found])
        return
    for act in found:
        say(f"{act.number} {act.seat} {act.kind} {act.word or '-'} {act.salt.hex() or '-'}")
