"""Playing again: a rematch is offered, and begins when everybody who is expected comes along.

Expected is who played to the end. Who had resigned, or had left the seat to a bot, is asked too, but not waited for,
and sits at the next table only when he says so. A bot or an open seat takes the place of who does not come.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bellringer.core.chance import commitment
from bellringer.server.errors import Refused
from bellringer.server.store import User
from bellringer.server.store.store import Store
from bellringer.server.tables.deal.dealing import checked_hex
from bellringer.server.tables.live.table_info import RematchOffer
from bellringer.server.tables.making.giving_way import Way
from bellringer.server.tables.making.table_setup import TableSetup
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.requests import checked_choice

if TYPE_CHECKING:
    from bellringer.server.tables.memory.room import Room

ANSWERS = ("accept", "decline", "withdraw", "bots", "open")


def people_of(room: Room) -> list[int]:
    """The ids of all who sat at a table, in the order of their seats."""
    return list(dict.fromkeys(seat.user for seat in room.kept.seats if seat.user is not None))


def is_expected(room: Room, user: int) -> bool:
    """Whether somebody has a seat that he played to the end."""
    assert room.live is not None
    holders = [holder for holder, seat in zip(room.live.holders, room.kept.seats, strict=True) if seat.user == user]
    return any(not (holder.has_resigned or holder.lent_to) for holder in holders)


def offerer(room: Room) -> int | None:
    """Who has offered a rematch."""
    return next((user for user, answer in room.answers.items() if answer == "offer"), None)


def coming(room: Room) -> list[int]:
    """Who comes along."""
    return [user for user in people_of(room) if room.answers.get(user) in ("offer", "accept")]


def waited_for(room: Room) -> list[int]:
    """Who is expected and has not answered."""
    return [user for user in people_of(room) if user not in room.answers and is_expected(room, user)]


def is_ready(room: Room) -> bool:
    """Whether the next table can begin by itself."""
    host, people = offerer(room), people_of(room)
    others = [user for user in people if user != host]
    expected = [user for user in others if is_expected(room, user)]
    come = coming(room)
    return len(come) == len(people) or (bool(expected) and set(expected) <= set(come))


def offer_of(room: Room) -> RematchOffer | None:
    """The offer as everybody at the table may see it; None when there is none."""
    host = offerer(room)
    if host is None:
        return None

    def seats(people: Collection[int]) -> tuple[int, ...]:
        return tuple(seat.number for seat in room.kept.seats if seat.user in people)

    declined = [user for user, answer in room.answers.items() if answer == "decline"]
    waiting = waited_for(room)
    gone = [user for user in people_of(room) if user not in room.answers and user not in waiting]
    return RematchOffer(seats([host]), seats(coming(room)), seats(declined), seats(waiting), seats(gone))


@dataclass(frozen=True)
class Beside:
    """The other tables that an answer may be about: the next one, and the one that would give way to it."""

    following: Room | None = None
    way: Way | None = None


NONE_BESIDE = Beside()


class Rematches:
    """The offers of all tables. `level`: of the bots that take the places of who does not come."""

    def __init__(self, tables: OpenTables, store: Store, setup: TableSetup, level: str) -> None:
        self.tables, self.store, self.setup, self.level = tables, store, setup, level

    async def beside(self, room: Room, user: User, where: str) -> Beside:
        """Find the other tables that a user's answer may be about. Raises Refused."""
        host = offerer(room)
        way = await self.setup.giving_way.find(user if host is None else User(host, ""), where)
        return Beside(await self.next_of(room), way)

    def answer(
        self,
        room: Room,
        user: User,
        word: str = "accept",
        where: str = "",
        promise: str = "",
        beside: Beside = NONE_BESIDE,
    ) -> Room | None:
        """Answer an offer, or make one by accepting what nobody has offered. Returns the next table, once there is one.

        `withdraw`, `bots` and `open` are for who has made the offer: the last two begin without those who do not come,
        with bots in their places, or with open seats. `where`: the user's address; `promise`: a commitment to a nonce
        for the next deal. `beside`: the other tables, which were just found. Raises Refused, OptionError.
        """
        checked_choice("an answer", word, ANSWERS, "answer")
        if promise:
            room.commitments[user.id] = checked_hex("commitment", promise)
        if not room.game.ended_by:
            raise Refused("running", "the game is not over yet")
        if not room.seats_of(user):
            raise Refused("not-your-seat", "only those who played can play again", 403)
        if room.is_gone:  # while the others were looked for
            raise Refused("not-stored", "the table was just read anew; try again", 503)
        if (there := beside.following or self.tables.rooms.get(room.kept.rematch or "")) is not None:
            return there
        steps: dict[str, Callable[[Room, User], Room | None]] = {
            "accept": lambda room, user: self._accept(room, user, where, beside.way),
            "decline": self._decline,
            "withdraw": self._withdraw,
            "bots": lambda room, user: self._begin_without(room, user, self.level, where, beside.way),
            "open": lambda room, user: self._begin_without(room, user, "", where, beside.way),
        }
        return steps[word](room, user)

    async def next_of(self, room: Room) -> Room | None:
        """The table of the rematch, if there is one."""
        return await self.tables.find(room.kept.rematch) if room.kept.rematch else None

    def _accept(self, room: Room, user: User, where: str, way: Way | None) -> Room | None:
        host = offerer(room)
        self._put(room, user, "offer" if host in (None, user.id) else "accept")
        return self._begin(room, self.level, user, where, way) if is_ready(room) else None

    def _decline(self, room: Room, user: User) -> None:
        host = offerer(room)
        if host is None:
            raise Refused("no-offer", "nobody offers another game")
        if host == user.id:
            return self._withdraw(room, user)
        return self._put(room, user, "decline")

    def _withdraw(self, room: Room, user: User) -> None:
        if offerer(room) is None:  # it is withdrawn already
            return
        self._check_host(room, user)
        self.store.company.drop_answers(room.kept.id)
        room.answers.clear()
        room.changed()

    def _begin_without(self, room: Room, user: User, stand_in: str, where: str, way: Way | None) -> Room:
        self._check_host(room, user)
        return self._begin(room, stand_in, user, where, way)

    def _check_host(self, room: Room, user: User) -> None:
        host = offerer(room)
        if host is None:
            raise Refused("no-offer", "nobody offers another game")
        if host != user.id:
            raise Refused("not-yours", "that is for who has offered the game", 403)

    def _put(self, room: Room, user: User, answer: str) -> None:
        if room.answers.get(user.id) != answer:
            self.store.company.put_answer(room.kept.id, user.id, answer, room.commitments.get(user.id))
            room.answers[user.id] = answer
            room.changed()

    def _begin(self, room: Room, stand_in: str, by: User, where: str, way: Way | None) -> Room:
        """Make the next table. `stand_in`: the bot in the places of those who do not come; empty for open seats.

        `by`: whose answer begins it. The pages of those who are not here could not put anything into the deal.
        """
        host, come = offerer(room), coming(room)
        assert host is not None
        seats = tuple(
            replace(seat, seen=0)
            if seat.bot or seat.user in come
            else replace(seat, user=None, name="", bot=stand_in, seen=0)
            for seat in room.kept.seats
        )
        here = {user for user in come if room.hears(user)} | {by.id}
        promised = {user: one for user, one in room.commitments.items() if user in here}
        with self.store.changes.as_one():  # else a kill could leave a table that is nobody's rematch
            made = self.setup.make_again(room.kept, seats, host, where, promised, way)
            self.store.put_rematch(room.kept, made.kept)
            self.store.company.drop_answers(room.kept.id)
        if made.kept.fair is not None and made.kept.status == "dealing":
            room.next_deal = made.kept.fair.commitments
            room.next_bound = made.kept.fair.bound_to(commitment(made.kept.seed))
        room.put(rematch=made.address)
        room.answers.clear()
        room.changed()
        return made
