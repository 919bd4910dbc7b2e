"""How a server runs: where its data lies, whom it answers, its limits. All of it is set by `bellringer serve`."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from bellringer.core.edges.files import read_bytes
from bellringer.core.errors import OptionError
from bellringer.server.base.disk import make_file, refuse_written
from bellringer.server.base.keys import usual_key_file

SECRET_BYTES = 32
SECRET_MOST = 4_096  # bytes that are read of what should be a secret


@dataclass(frozen=True)
class Limits:
    """What one visitor may do in a time, as the library limits writes it; and how much of anything there may be.

    The limits of a day bound what a visitor leaves on the disk.

    All who share an address may do ten times as much in a time, or less (security.CROWDS); for IPv6, see addresses.py.
    """

    everything: str = "100/second"
    files: str = "200/10 second"  # of pages: styles, scripts, fonts, pictures; new visitors together: as an address
    moves: str = "50/second; 50000/day"
    new_tables: str = "30/minute; 300/day"
    sayings: str = "10/10 second; 2000/day"
    hints: str = "20/minute"
    previews: str = "200/minute"
    reviews: str = "10/minute; 100/day"  # of games that are over, and moments that are explained
    texts: str = "10/minute; 100/day"  # records and positions that are brought
    newcomers: str = "60/minute"  # people whom the server does not know, from one address
    body_bytes: int = 16_384
    brought_bytes: int = 278_528  # of a form that brings a record or a position: 256 KiB, and what is around it
    head_bytes: int = 16_384  # of a request's line and headers together
    head_fields: int = 100
    request_seconds: float = 20.0  # until a request is there as a whole
    connections: int = 4_000
    connections_an_address: int = 300
    waiting: int = 4_000  # connections that have not been let in yet
    open_tables: int = 2_000  # tables that wait or run
    tables_a_user: int = 50
    tables_an_address: int = 100  # by all who are there
    people_an_address: int = 20  # whose only table stays when tables must give way
    streams: int = 2_000  # pages and programs that listen; who sits at a table finds room for a few of them beyond this
    streams_a_table: int = 100
    streams_a_visitor: int = 30
    streams_an_address: int = 200
    chat_lines: int = 500  # a table


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    `pace`: seconds between a bot's moves, so that they can be followed; `grace`: seconds in which a user may take the
    last move back before a bot answers it. `level`: the bot that steps in for a user.
    """

    data: Path
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    proxies: tuple[str, ...] = ()  # whose word on where a request comes from is believed: addresses and networks
    is_secure: bool = False  # the pages are fetched by https: cookies are for that alone
    pace: float = 0.6
    grace: float = 1.5
    level: str = "adept"
    hint_iterations: int = 10_000
    teach_seconds: float = 1.0  # within which a teacher judges a move, or lets it through
    threads: int = 2
    draw_apart: int = 0  # how many pages must listen before a process of its own draws them; 0: none ever does
    metrics_token: str = ""  # that who wants the figures must have; empty: they are for this machine alone
    limits: Limits = field(default_factory=Limits)
    key_file: Path = field(default_factory=usual_key_file)  # outside of the data folder, and of its copies

    def check_keys_apart(self) -> None:
        """Raises OptionError for keys in the data folder: who has a copy of it would have them, too."""
        data, key_file = (Path(os.path.realpath(path)) for path in (self.data, self.key_file))  # of a loop, too
        if data in key_file.parents:
            raise OptionError(f"{self.key_file}: the keys must be outside of the data folder")

    def check_secrets(self) -> None:
        """Raises OptionError for a secret that others may write."""
        for path in self.secrets:
            if why := refuse_written(path):
                raise OptionError(why)

    @property
    def secrets(self) -> tuple[Path, ...]:
        """The files that nobody else may read."""
        return self.key_file, self.data / "secret"

    @property
    def database(self) -> Path:
        """The file with all that happened."""
        return self.data / "bellringer.sqlite3"

    def secret(self) -> bytes:
        """What the forms of pages are known by, with the key of who has the page; made when first asked for.

        It lies beside the tables, so nothing may follow from it that opens a seat: that is for Keys.links. Raises
        OptionError, FileProblem, OSError.
        """
        _, path = self.secrets
        if not path.exists():
            with suppress(FileExistsError):
                make_file(path, secrets.token_bytes(SECRET_BYTES))
        found = read_bytes(path, SECRET_MOST, may_stream=False)
        if len(found) != SECRET_BYTES:
            raise OptionError(
                f"{path}: a secret has {SECRET_BYTES} bytes, not {len(found)}; remove the file for a new one"
            )
        return found


def unlimited() -> Limits:
    """Limits that nobody meets, for measuring."""
    many = "1000000/second"
    return Limits(
        everything=many,
        files=many,
        moves=many,
        new_tables=many,
        sayings=many,
        hints=many,
        previews=many,
        reviews=many,
        texts=many,
        newcomers=many,
        open_tables=10_000,
        tables_a_user=10_000,
        tables_an_address=10_000,
        streams_a_visitor=10_000,
        streams_an_address=10_000,
        connections=10_000,
        connections_an_address=10_000,
    )
