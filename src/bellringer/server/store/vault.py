"""What is sealed in the database while a game runs, and what it takes to open it.

Seeds, acts and positions are sealed until the game is over, or the deal is void. So neither the database's file, nor
its log, nor a copy of either tells what is hidden. Of a sealed act its number and its time are readable, and nothing
else: whether it was secret, or took something back, is hidden, too. All sealed acts are of one length, and positions of
few.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Connection, Update, bindparam, func, select, update
from sqlalchemy.exc import DBAPIError

from bellringer.server.base.keys import (
    LEAST_SEALED,
    SEALED,
    BadSeal,
    Keys,
    NoKey,
    is_sealed,
    key_of,
    read_keys,
    write_new,
)
from bellringer.server.errors import Refused
from bellringer.server.store.models import ActRow, PositionRow, RuleChangeRow, TableRow

UNFINISHED = ("waiting", "dealing", "running")
WORD_BYTES = 80  # the longest word of an act
SALT_BYTES = 32
SEED_BYTES = 32
SEALED_SEED_BYTES = LEAST_SEALED + SEED_BYTES
FORM = struct.Struct(">B32s8shqq")  # of an act: length of its salt, salt, kind, seat, asked, spent; its word follows
HIDDEN = {"seat": 0, "kind": "", "word": "", "asked": 0, "spent": 0, "salt": b""}  # what its row has instead
BEGINNING = "beginning"  # what the first position of a table that was not dealt is sealed as
STEP = 460  # bytes to whose multiples positions are filled up: two of them, sealed, fit in a page of the database

PARTS = (*HIDDEN, "sealed")
ACTS_OF = select(ActRow.number, *(getattr(ActRow, name) for name in PARTS)).where(ActRow.table_id == bindparam("table"))
PUT_ACT = (
    update(ActRow)
    .where(ActRow.table_id == bindparam("table"), ActRow.number == bindparam("new_number"))
    .values({name: bindparam(f"new_{name}") for name in PARTS})
)

DOCUMENTS: tuple[tuple[type[PositionRow | RuleChangeRow], str], ...] = (
    (PositionRow, "position"),
    (RuleChangeRow, "change"),
)

log = structlog.get_logger()


class Vault:
    """Seals and opens by the keys of a server. Without any it leaves as it is what is not sealed."""

    def __init__(self, keys: Keys | None) -> None:
        self.keys = keys

    @property
    def links(self) -> bytes:
        """What links are made with that only this server can make. Raises Refused while it has no keys."""
        if self.keys is None:
            raise Refused("locked", "this server can make and know no links: its keys are missing", 503)
        return self.keys.links

    def hides(self, status: str) -> bool:
        """Whether a table of that status has something to hide."""
        return self.keys is not None and status in UNFINISHED

    # seeds

    def sealed_seed(self, address: str, seed: bytes, status: str = "waiting") -> bytes:
        """A table's seed as its row has it."""
        return self._seal(seed, f"seed {address}") if self.hides(status) else seed

    def seed(self, address: str, data: bytes) -> bytes:
        """Open a table's seed; empty while the key is missing. Raises BadSeal for what can be no seed."""
        if len(data) != (SEALED_SEED_BYTES if is_sealed(data) else SEED_BYTES):
            raise BadSeal("the seed was cut, or is longer than seeds are")
        try:
            return self._open(data, f"seed {address}")
        except BadSeal:
            raise
        except NoKey:
            return b""

    # acts

    def sealed_act(self, table: int, act: dict[str, Any], status: str) -> dict[str, Any]:
        """The values of an act's row."""
        if not self.hides(status):
            return {**act, "sealed": None}
        salt, kind, word = act["salt"], act["kind"].encode(), act["word"].encode()
        plain = FORM.pack(len(salt), salt, kind, act["seat"], act["asked"], act["spent"])
        sealed = self._seal(plain + word.ljust(WORD_BYTES, b"\0"), f"act {table} {act['number']}")
        return {**act, **HIDDEN, "sealed": sealed}

    def act(self, table: int, row: Mapping[Any, Any]) -> dict[str, Any]:
        """The values of an act, from those of its row. Raises NoKey."""
        values: dict[str, Any] = {**row}
        sealed = values.pop("sealed")
        if sealed is None:
            return values
        plain = self._open(sealed, f"act {table} {values['number']}")
        if values["kind"]:  # as before 0011: only salt and word are sealed
            return {**values, "salt": plain[1 : 1 + plain[0]], "word": text_of(plain[1 + SALT_BYTES :])}
        length, salt, kind, seat, asked, spent = FORM.unpack_from(plain)
        found = {"kind": text_of(kind), "seat": seat, "asked": asked, "spent": spent, "salt": salt[:length]}
        return {**values, **found, "word": text_of(plain[FORM.size :])}

    # positions

    def sealed_position(self, table: int, kind: str, number: int, data: bytes, status: str) -> bytes:
        """A deflated position as its row has it. `kind`: `position`, `change` of rules, `beginning`.

        `number`: of its act.
        """
        if not self.hides(status):
            return data
        filled = len(data).to_bytes(4, "big") + data
        return self._seal(filled.ljust(-len(filled) // STEP * -STEP, b"\0"), f"{kind} {table} {number}")

    def position(self, table: int, kind: str, number: int, data: bytes) -> bytes:
        """Open a position. Raises NoKey."""
        if not is_sealed(data):
            return data
        filled = self._open(data, f"{kind} {table} {number}")
        return filled[4 : 4 + int.from_bytes(filled[:4], "big")]

    def _seal(self, plain: bytes, about: str) -> bytes:
        assert self.keys is not None
        return self.keys.seal(plain, about)

    def _open(self, data: bytes, about: str) -> bytes:
        if is_sealed(data) and self.keys is None:
            raise NoKey("the server has no keys")
        return self.keys.open(data, about) if self.keys is not None else data

    # all of a table at once

    def rewrite(self, connection: Connection, table: int, status: str) -> None:
        """Write all that a table keeps as its status wants it: sealed by the newest key, or open.

        Raises NoKey, before anything is written.
        """
        row = self._row_rewritten(connection, table, status)
        acts = self._acts_rewritten(connection, table, status)
        positions = [
            one for model, kind in DOCUMENTS for one in self._rewritten(connection, model, kind, table, status)
        ]
        connection.execute(row)
        if acts:
            connection.execute(PUT_ACT, acts)
        for statement in positions:
            connection.execute(statement)

    def _row_rewritten(self, connection: Connection, table: int, status: str) -> Update:
        columns = (TableRow.address, TableRow.seed, TableRow.position)
        row = connection.execute(select(*columns).where(TableRow.id == table)).one()
        values = {"seed": self.sealed_seed(row.address, self._open(row.seed, f"seed {row.address}"), status)}
        if row.position is not None:
            plain = self.position(table, BEGINNING, 0, row.position)
            values["position"] = self.sealed_position(table, BEGINNING, 0, plain, status)
        return update(TableRow).where(TableRow.id == table).values(values)

    def _acts_rewritten(self, connection: Connection, table: int, status: str) -> list[dict[str, Any]]:
        found = connection.execute(ACTS_OF, {"table": table}).mappings()
        acts = [self.act(table, dict(row)) for row in found]
        rows = [{f"new_{name}": value for name, value in self.sealed_act(table, act, status).items()} for act in acts]
        return [{**row, "table": table} for row in rows]

    def _rewritten(
        self, connection: Connection, model: type[PositionRow | RuleChangeRow], kind: str, table: int, status: str
    ) -> Iterator[Update]:
        columns = select(model.number, model.document).where(model.table_id == table)
        for number, document in connection.execute(columns).all():
            plain = self.position(table, kind, number, document)
            sealed = self.sealed_position(table, kind, number, plain, status)
            yield update(model).where(model.table_id == table, model.number == number).values(document=sealed)

    def seal_all(self, connection: Connection, is_anew: bool = False) -> int:
        """Seal what unfinished tables keep unsealed; `is_anew`: with the newest key, whatever sealed it before.

        Void tables, which older versions left sealed, are opened: the key may go one day, and they stay. Returns how
        many tables that were; what was there is in the file until it is overwritten.
        """
        if self.keys is None:
            return 0
        has_sealed = func.substr(TableRow.seed, 1, len(SEALED)) == SEALED
        unsealed = TableRow.status.in_(UNFINISHED) if is_anew else TableRow.status.in_(UNFINISHED) & ~has_sealed
        wanted = select(TableRow.id, TableRow.status, TableRow.seed)
        wanted = wanted.where(unsealed | ((TableRow.status == "void") & has_sealed))
        rows = connection.execute(wanted).all()
        tables = [row for row in rows if isinstance(row.seed, bytes) and self.can_open(row.seed)]
        return sum(self._could_rewrite(connection, row.id, row.status) for row in tables)

    def _could_rewrite(self, connection: Connection, table: int, status: str) -> bool:
        """Rewrite a table, unless it is damaged: who asks for it is told, and all others are sealed."""
        try:
            self.rewrite(connection, table, status)
        except DBAPIError:
            raise
        except Exception as error:  # whose words may tell what is hidden
            log.error("a table can't be sealed", table=table, error=type(error).__name__)
            return False
        return True

    def can_open(self, data: bytes) -> bool:
        """Whether the keys can open something."""
        return not is_sealed(data) or (self.keys is not None and key_of(data) in self.keys.sealing)

    def locked(self, seeds: Iterable[tuple[int, bytes]]) -> list[int]:
        """The tables whose seeds can't be opened."""
        return [table for table, seed in seeds if not self.can_open(seed)]


def text_of(filled: bytes) -> str:
    """The text before the zeros by which it was filled up."""
    return filled.rstrip(b"\0").decode()


def keys_for(path: Path, is_first: bool) -> Keys | None:
    """The keys of a file. `is_first`: the folder has known no keys yet, so that a missing file is made.

    None, with a line in the log, while they are missing or wrong.
    """
    try:
        if not path.exists() and is_first:
            return write_new(path)
        return read_keys(path)
    except NoKey as error:
        log.error("the server has no keys", reason=str(error))
        return None
