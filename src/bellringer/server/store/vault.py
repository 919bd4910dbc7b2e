"""What is sealed in the database while a game runs, and what it takes to open it.

Seeds, the words and salts of acts, and positions are sealed until the game is over; so neither the database's file, nor
its log, nor a copy of either tells what is hidden.
"""

from __future__ import annotations

from pathlib import Path

import structlog

from bellringer.server.keys import Keys, NoKey, read_keys, write_new

log = structlog.get_logger()


def keys_for(path: Path, has_sealed: bool) -> Keys | None:
    """The keys of a file. A new file is made, unless there are sealed things that its keys could not open.

    None, with a line in the log, while they are missing or wrong.
    """
    try:
        if not path.exists() and not has_sealed:
            return write_new(path)
        return read_keys(path)
    except NoKey as error:
        log.error("the server has no keys", reason=str(error))
        return None
