"""What people have brought, by its address: for who has brought it, and for some days."""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict

from bellringer.core.edges.files import without_mark
from bellringer.core.errors import BellringerError
from bellringer.core.tables.table import Table
from bellringer.server.errors import Refused
from bellringer.server.store.brought_rows import Brought, BroughtStore, text_in
from bellringer.server.store.parsing import BadRow
from bellringer.server.store.values.clocks import DAY
from bellringer.server.store.values.kept import now
from bellringer.server.tables.brought.reader import Reader
from bellringer.server.tables.brought.reading_process import opened
from bellringer.server.tables.making.table_setup import new_address

KEPT_FOR = 1000 * 30 * DAY  # milliseconds
MOST_EACH = 20  # of one person; the oldest go
MOST_KEPT = 1_000  # of all together
MOST_OPEN = 10  # that stay in memory


class BroughtGames:
    """Reads what is brought, keeps it, and opens it again. `owner`: the hash of a visitor's key."""

    def __init__(self, store: BroughtStore) -> None:
        self.store, self.reader = store, Reader()
        self.open: OrderedDict[str, Table] = OrderedDict()  # the newest last
        self.most_kept = MOST_KEPT

    async def bring(self, data: bytes, owner: bytes, who: object) -> str:
        """Read a text and keep it. Returns its address. Raises Unreadable, Refused."""
        found = await self.reader.read(data, who)
        address = new_address()
        self.store.put(Brought(address, owner, found.game, now(), zlib.compress(data)), MOST_EACH, self.most_kept)
        return address

    def of(self, owner: bytes) -> list[Brought]:
        """What a visitor has brought, the newest first, without the texts."""
        return self.store.of_owner(owner, now() - KEPT_FOR)

    async def find(self, address: str, owner: bytes) -> Table:
        """The game of something that this visitor has brought. Raises Refused."""
        kept = self.kept(address, owner)
        if address not in self.open:
            try:
                text = text_in(kept.data)
                self.open[address] = await asyncio.to_thread(opened, without_mark(text))
            except BellringerError:  # rules have changed since it came
                raise Refused("brought-old", "the rules of today can't replay this any more", 410) from None
        self.open.move_to_end(address)
        while len(self.open) > MOST_OPEN:
            self.open.popitem(last=False)
        return self.open[address].copy()

    def kept(self, address: str, owner: bytes) -> Brought:
        """What is kept at an address for a visitor. Raises Refused."""
        try:
            found = self.store.find(address)
        except BadRow:
            found = None
        if found is None or found.owner != owner or found.at < now() - KEPT_FOR:
            self.open.pop(address, None)
            raise Refused("no-brought", "there is no such record or position, or it is not yours", 404)
        return found

    def forget(self, address: str, owner: bytes) -> None:
        """Remove something. Raises Refused."""
        self.kept(address, owner)
        self.open.pop(address, None)
        self.store.drop(address)

    def forget_old(self) -> None:
        """Remove what has been kept for long enough."""
        self.store.drop_old(now() - KEPT_FOR)
