"""A database that is only read, beside a server that may be running on it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import create_engine, event

from bellringer.server.base.keys import Keys
from bellringer.server.base.opening import opened
from bellringer.server.store.database import prepare
from bellringer.server.store.store import Store
from bellringer.server.store.vault import Vault

PATIENCE = 5.0  # seconds to wait for who writes


def reading(path: Path) -> sqlite3.Connection:
    """A connection that can't write. Raises sqlite3.Error.

    SQLite wants to put a file beside one in write-ahead mode, unless it is told that nobody else writes it.
    """
    is_alone = not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()
    uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if is_alone else ''}"
    return opened(uri, uri=True, timeout=PATIENCE, check_same_thread=False)


class ReadStore(Store):
    """A store that neither makes nor migrates nor writes anything. `keys`: by which running games are sealed."""

    def __init__(self, path: Path, keys: Keys | None = None) -> None:
        self._use(path, create_engine("sqlite://", creator=lambda: reading(path), hide_parameters=True))
        self.vault = Vault(keys)
        self.aside.is_quiet = True

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()


class WriteStore(Store):
    """A store that migrates nothing and writes little, beside a server that may be running on it."""

    def __init__(self, path: Path) -> None:
        self._use(path, create_engine(f"sqlite:///{path}", hide_parameters=True))
        event.listen(self.engine, "connect", prepare)

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()
