"""The tables of the database. Everything that happened to a game is its list of acts; the game is rebuilt from it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from bellringer.core.chance import DRAWS, MOVES
from bellringer.server.store.columns import like, sized, words
from bellringer.server.store.values import clocks

# SQLite uses an index of some rows only where a query repeats its condition word for word, so queries take these.
IS_UNFINISHED = text("status IN ('waiting', 'dealing', 'running')")
IS_PAST = text("status IN ('over', 'void')")

ADDRESS = like("[ -.0-~]{1,22}")  # letters that need no encoding in most places, and no slash
VERSIONS = "1(, [a-z0-9][a-z0-9-]* [1-9][0-9]{0,5})*"  # of the rules, as core/contract/versions.py writes them
COMMITMENT = like("[0-9a-f]{64}")
STATUSES = ("waiting", "dealing", "running", "over", "void", "closed")
# standing: what a seat lets pass; rules: they have changed; close: the server's host ends the game. The empty one is
# that of an act that is sealed.
ACTS = ("", "move", "undo", "lend", "return", "late", "resign", "standing", "ask", "agree", "refuse", "withdraw",
        "back", "rules", "close")  # fmt: skip
LINES = ("say", "sign", "gone")  # of a sign the text is its name; of one that is gone the words were removed


# Who may look on. `company`: anyone, but nobody while one plays alone.
WATCHING = ("company", "anyone", "link", "nobody")
HINTS = ("alone", "all", "none")
TEACHING = ("off", "blunders", "mistakes", "all")  # by how much a move loses that a teacher stops (teaching.py)


# A lease is taken before what it allows is made, such as a new table: that this is there is looked at in the end.
AT_THE_END: dict[str, Any] = {"deferrable": True, "initially": "DEFERRED"}


class Base(DeclarativeBase):
    """What all have in common."""


class UserRow(Base):
    """Somebody who sits at tables. The key is in that browser alone; here is its SHA-256."""

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True)
    key_hash: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True, info=sized(32))
    name: Mapped[str] = mapped_column(String(40))
    created: Mapped[int] = mapped_column(BigInteger)  # milliseconds since 1970, as all times here
    seen: Mapped[int] = mapped_column(BigInteger, server_default="0")  # when they were here last, to within some days
    withheld: Mapped[int] = mapped_column(server_default="0")  # how many deals have failed since a nonce did not come


class TableRow(Base):
    """A table: what was chosen when it was made, and where it stands."""

    __tablename__ = "tables"

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(22), unique=True, info=ADDRESS)  # of its page; not to be guessed
    game: Mapped[str] = mapped_column(String(20))
    options: Mapped[str]  # JSON
    seed: Mapped[bytes] = mapped_column(LargeBinary(32))
    host: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    clock: Mapped[str] = mapped_column(String(12), info=words(*clocks.KINDS))
    joining: Mapped[str] = mapped_column(String(8), info=words("link", "anyone"))  # who may sit down
    watching: Mapped[str] = mapped_column(String(8), info=words(*WATCHING))  # who may look on
    hints: Mapped[str] = mapped_column(String(8), server_default="all", info=words(*HINTS))  # who may ask for them
    teaching: Mapped[str] = mapped_column(String(8), server_default="off", info=words(*TEACHING))
    status: Mapped[str] = mapped_column(String(8), info=words(*STATUSES))
    ended_by: Mapped[str] = mapped_column(String(10), default="", info=words("", "game", "resigned", "closed"))
    pending: Mapped[int] = mapped_column(default=0)  # bit p: seat p is to decide, and a user holds it
    created: Mapped[int] = mapped_column(BigInteger)
    changed: Mapped[int] = mapped_column(BigInteger)
    rematch: Mapped[str | None] = mapped_column(String(22), info=ADDRESS)  # the address of the next table
    # Of the rules, as a record writes them; 0 for those that an older release could not have.
    versions: Mapped[str] = mapped_column(server_default="1", info=like(f"0|{VERSIONS}"))
    chance: Mapped[str] = mapped_column(String(8), server_default=MOVES, info=words(DRAWS, MOVES))  # the scheme of it
    fair: Mapped[str | None]  # JSON: keys of the seats, and their part in the deal
    levels: Mapped[int] = mapped_column(server_default="1")  # how often those of bots had been cut (bots/__init__.py)
    # Of a table that was not dealt: JSON, where its first position was found; and the position by names, deflated.
    beginning: Mapped[str | None]
    position: Mapped[bytes | None] = mapped_column(LargeBinary)

    __table_args__ = (
        Index("tables_by_status", "status"),  # `changed` would be written anew at every act
        Index("unfinished_by_host", "host", sqlite_where=IS_UNFINISHED, postgresql_where=IS_UNFINISHED),
        Index("past_by_host", "host", "changed", sqlite_where=IS_PAST, postgresql_where=IS_PAST),
    )


class SeatRow(Base):
    """A seat: a user, a bot, or still open."""

    __tablename__ = "seats"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    name: Mapped[str] = mapped_column(String(40), default="")
    bot: Mapped[str] = mapped_column(String(20), default="")
    seen: Mapped[int] = mapped_column(default=0)  # the events there were when its user last looked
    place: Mapped[int | None]  # at the end; 0 where there are no places; null: the game is not over, or it is not known
    # When the table changed last, once it is over or void; 0 at a closed one, which no list has; null: not finished.
    ended: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (Index("seats_by_person", "person_id", "ended", "table_id"),)  # of these no act changes any


class ActRow(Base):
    """Something that a seat did: a move, or a change of who plays. `asked`: which question it answers.

    While the game runs, all that it was is in `sealed`, and the other columns tell its number and time alone.
    """

    __tablename__ = "acts"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # from 1, without gaps
    seat: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8), info=words(*ACTS))
    word: Mapped[str] = mapped_column(String(80), default="")
    asked: Mapped[int]
    at: Mapped[int] = mapped_column(BigInteger)
    spent: Mapped[int] = mapped_column(BigInteger)  # milliseconds of the seat's own clock
    # What hides a secret act in the chain.
    salt: Mapped[bytes] = mapped_column(LargeBinary(32), server_default=text("x''"), info=sized(0, 32))
    sealed: Mapped[bytes | None] = mapped_column(LargeBinary)  # what it was, while the game runs (vault.py)

    __table_args__ = (
        Index("one_answer", "table_id", "seat", "asked", unique=True, sqlite_where=text("kind = 'move'"),
              postgresql_where=text("kind = 'move'")),
    )  # fmt: skip


class PositionRow(Base):
    """The last position of a table: what it goes on from when its rules have changed.

    It is overwritten at every act of a person (LiveGame.keeps_position), and where nothing has happened for a while.
    """

    __tablename__ = "positions"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int]  # of the act that led to it
    document: Mapped[bytes] = mapped_column(LargeBinary)  # the position by names: JSON, deflated


class RuleChangeRow(Base):
    """A change of rules under a running table, which went on from a position."""

    __tablename__ = "rule_changes"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # of the act that says so
    before: Mapped[str] = mapped_column(info=like(VERSIONS))  # the versions of the rules until then, and from then on
    after: Mapped[str] = mapped_column(info=like(VERSIONS))
    dropped: Mapped[int]  # how many moves, the last ones, the new rules did not allow
    document: Mapped[bytes] = mapped_column(LargeBinary)


class RunRow(Base):
    """A server's life, from its beginning to when it was seen last."""

    __tablename__ = "runs"

    id: Mapped[int] = mapped_column(primary_key=True)
    began: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger)


class WorkerRow(Base):
    """A server that holds tables: when it was there last, and until when it counts as alive."""

    __tablename__ = "workers"

    id: Mapped[int] = mapped_column(primary_key=True)
    seen: Mapped[int] = mapped_column(BigInteger)
    ends: Mapped[int] = mapped_column(BigInteger)


class LeaseRow(Base):
    """Which server may change a table. The number grows whenever another one takes the table (leases.py)."""

    __tablename__ = "leases"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", **AT_THE_END), primary_key=True)
    number: Mapped[int]
    worker: Mapped[int]  # no foreign key: whose row has gone holds nothing


class AbsenceRow(Base):
    """A time in which nobody held a table, before the lease with this number: live clocks stood still."""

    __tablename__ = "absences"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", **AT_THE_END), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    stopped: Mapped[int] = mapped_column(BigInteger)
    started: Mapped[int] = mapped_column(BigInteger)


class SayingRow(Base):
    """A line of a table's chat."""

    __tablename__ = "sayings"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(500))
    at: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(8), server_default="say", info=words(*LINES))


class AsideRow(Base):
    """A line that spectators say among themselves."""

    __tablename__ = "asides"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))  # as it was when this was said
    text: Mapped[str] = mapped_column(String(500))
    at: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(8), info=words(*LINES))


class ReportRow(Base):
    """Somebody's complaint about a line, for the host of the table. `place`: table, or aside."""

    __tablename__ = "reports"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    place: Mapped[str] = mapped_column(String(8), primary_key=True, info=words("table", "aside"))
    line: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True, index=True)
    at: Mapped[int] = mapped_column(BigInteger)


class MuteRow(Base):
    """Somebody does not want to read what somebody else says, at any table."""

    __tablename__ = "mutes"

    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    muted_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True, index=True)


class RematchRow(Base):
    """What somebody says to a rematch: offer, accept, decline. Without an offer there is no row of the table."""

    __tablename__ = "rematches"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True, index=True)
    answer: Mapped[str] = mapped_column(String(8), info=words("offer", "accept", "decline"))
    commitment: Mapped[str | None] = mapped_column(String(64), info=COMMITMENT)  # to a nonce for the next table's deal


class RepeatRow(Base):
    """A request that may come again, by the hash of its key and of who sent it. What it led to follows from the key."""

    __tablename__ = "repeats"

    key: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True, info=sized(32))
    fingerprint: Mapped[bytes] = mapped_column(LargeBinary(32), info=sized(32))  # SHA-256 of method, path and body
    number: Mapped[int]  # of the line of the chat that it was to add; 0 for other requests
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("repeats_by_age", "at"), {"sqlite_with_rowid": False})


class BroughtRow(Base):
    """A record or a position that somebody has brought. It belongs to no table, and goes after some days."""

    __tablename__ = "brought"

    id: Mapped[int] = mapped_column(primary_key=True)
    # Of its page; not to be guessed.
    address: Mapped[str] = mapped_column(String(22), unique=True, info=like("[A-Za-z0-9_-]{1,22}"))
    owner: Mapped[bytes] = mapped_column(LargeBinary(32), info=sized(32))  # the hash of the key of who has brought it
    game: Mapped[str] = mapped_column(String(20))
    at: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[bytes] = mapped_column(LargeBinary)  # its text as it came, deflated

    __table_args__ = (Index("brought_by_owner", "owner"), Index("brought_by_age", "at"))


class ReviewRow(Base):
    """The review of a game that is over: of a table, or of a record that was brought, and goes with that."""

    __tablename__ = "reviews"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id"), unique=True)
    brought: Mapped[str | None] = mapped_column(String(22), unique=True, info=like("[A-Za-z0-9_-]{1,22}"))
    digest: Mapped[str] = mapped_column(String(64), info=COMMITMENT)  # of the record that it is of
    state: Mapped[str] = mapped_column(String(8), info=words("begun", "whole"))
    at: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[bytes] = mapped_column(LargeBinary)  # its document, or one to go on from: JSON, deflated

    __table_args__ = (Index("reviews_by_digest", "digest"),)


class HostActRow(Base):
    """Something that the host wants by the command line, and what came of it. Rows stay: they are the log."""

    __tablename__ = "host_acts"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[int] = mapped_column(BigInteger)
    what: Mapped[str] = mapped_column(String(20), info=like("[a-z-]+"))
    wanted: Mapped[str]  # JSON: of what table, seat, person
    state: Mapped[str] = mapped_column(String(8), info=words("asked", "done", "refused"))
    answer: Mapped[str]  # JSON

    __table_args__ = (Index("host_acts_by_state", "state"),)


class BarRow(Base):
    """A bar by the host, of a person or of a network. Of a network there is a keyed hash alone, for a day at most."""

    __tablename__ = "bars"

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    network: Mapped[bytes | None] = mapped_column(LargeBinary(32), info=sized(32))
    at: Mapped[int] = mapped_column(BigInteger)
    ends: Mapped[int] = mapped_column(BigInteger)


class ServerKeyRow(Base):
    """A public key by which this folder's server signs. With any other it has no keys, until its host says so."""

    __tablename__ = "server_keys"

    public: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True, info=sized(32))
    at: Mapped[int] = mapped_column(BigInteger)


class ProbeRow(Base):
    """What the server writes, and removes at once, to see whether it can."""

    __tablename__ = "probes"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[int] = mapped_column(BigInteger)
    filling: Mapped[bytes] = mapped_column(LargeBinary)
