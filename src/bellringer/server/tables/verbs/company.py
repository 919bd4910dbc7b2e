"""What people at a table do besides playing: talking, also as spectators, not hearing somebody, reporting a line."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from bellringer.server.base.settings import Limits
from bellringer.server.errors import Refused
from bellringer.server.people.names import checked_name, spoken
from bellringer.server.store import Aside, Report
from bellringer.server.store.store import Store
from bellringer.server.store.values.kept import SIGNS, now
from bellringer.server.tables.live.seating import check_named
from bellringer.server.tables.live.table_info import ChatLine, ReportedLine
from bellringer.server.tables.requests import checked_choice

if TYPE_CHECKING:
    from bellringer.server.store import User
    from bellringer.server.tables.memory.room import Room

SAYING_LENGTH = 500
Place = Literal["table", "aside"]
MOST_MUTED = 500  # people whom one does not hear
MOST_KEPT = 5_000  # people whose list of those stays in memory
MOST_REPORTS = 20  # of one table's lines by one person
MOST_REPORTS_ALL = 200  # by all who are there


def checked_line(text: str, kind: str) -> str:
    """What is said, as one line; of a sign its name. Raises Refused, OptionError."""
    if kind == "sign":
        checked_choice("a sign", text, SIGNS, "sign")
        return text
    line = spoken(text)
    if not line:
        raise Refused("empty", "there is nothing to say", 422, "text")
    if len(line) > SAYING_LENGTH:
        raise Refused("too-long", f"a line has at most {SAYING_LENGTH} letters", 422, "text")
    return line


def hears_asides(room: Room, user: User | None) -> bool:
    """Whether somebody is told what spectators say: who plays is not, until the game is over."""
    return not room.seats_of(user) or room.kept.status == "over"


def asides_of(room: Room) -> tuple[ChatLine, ...]:
    """What spectators have said, as pages show it."""
    return tuple(ChatLine(one.number, one.name, None, one.text, one.kind, one.user) for one in room.asides)


def reported_by(room: Room, user: User | None) -> frozenset[str]:
    """The lines that somebody has reported, as forms name them."""
    if user is None:
        return frozenset()
    return frozenset(f"{report.place}-{report.line}" for report in room.reports if report.user == user.id)


def reported_lines(room: Room, hears: bool) -> tuple[ReportedLine, ...]:
    """The lines that people complain about, for the host. `hears`: whether the host may know what spectators say."""
    if room.live is None or not room.reports:
        return ()
    lines: dict[tuple[Place, int], ChatLine] = {("table", line.number): line for line in room.live.info(0).chat}
    if hears:
        lines |= {("aside", line.number): line for line in asides_of(room)}
    people = Counter((report.place, report.line) for report in room.reports)
    return tuple(
        ReportedLine(place, line.name, line, people[place, number])
        for (place, number), line in lines.items()
        if people[place, number]
    )


class Company:
    """The company at all tables. `most_reports`: of lines of one table."""

    def __init__(self, store: Store, limits: Limits, *, most_reports: int = MOST_REPORTS_ALL) -> None:
        self.store, self.limits, self.most_reports = store, limits, most_reports
        self.muted: dict[int, frozenset[int]] = {}  # by those who were seen lately

    def aside(self, room: Room, user: User, name: str, text: str, kind: str = "say") -> Aside:
        """Say something to the other spectators. Raises Refused, OptionError."""
        room.check_begun()
        if room.seats_of(user):
            raise Refused("not-spectator", "who plays speaks at the table", 403)
        line, called = checked_line(text, kind), checked_name(name)
        check_named(room.kept.seats, called, user)
        if len(room.asides) >= self.limits.chat_lines:
            raise Refused("chat-full", "the spectators have said all that there is room for", 429)
        aside = Aside(len(room.asides) + 1, user.id, called, line, now(), kind)
        self.store.company.add_aside(room.kept.id, aside)
        room.asides.append(aside)
        room.changed()
        return aside

    # who does not want to hear whom

    def muted_by(self, user: User | None) -> frozenset[int]:
        """The ids of those whom somebody has muted."""
        if user is None:
            return frozenset()
        if user.id not in self.muted:
            self.muted[user.id] = self.store.company.muted_by(user.id)
            while len(self.muted) > MOST_KEPT:
                del self.muted[next(iter(self.muted))]
        return self.muted[user.id]

    def mute(self, room: Room, user: User, line: str, is_muted: bool = True) -> None:
        """Hear who has said a line, `table-3` or `aside-7`, no longer, here and elsewhere; or hear him again.

        Raises Refused.
        """
        other, muted = self._other(room, user, line), self.muted_by(user)
        if is_muted and len(muted) >= MOST_MUTED:
            raise Refused("full", f"at most {MOST_MUTED} people can be muted")
        self.store.company.put_mute(user.id, other, is_muted)
        self.muted[user.id] = muted | {other} if is_muted else muted - {other}
        room.changed()

    def _other(self, room: Room, user: User, line: str) -> int:
        """The id of who has said a line, who is somebody else. Raises Refused."""
        speaker = self._speaker(room, user, *numbered(line))
        if speaker is None or speaker == user.id:
            raise Refused("bad", "there is no such line of somebody else", 422, "number")
        return speaker

    def _speaker(self, room: Room, user: User, place: str, line: int) -> int | None:
        """The id of who has said a line that somebody can hear."""
        if place == "aside" and hears_asides(room, user) and 0 < line <= len(room.asides):
            return room.asides[line - 1].user
        sayings = room.game.sayings
        if place == "table" and 0 < line <= len(sayings):
            return room.kept.seats[sayings[line - 1].seat].user
        return None

    # complaints

    def report(self, room: Room, user: User, line: str) -> None:
        """Tell the host of a table of a line, `table-3` or `aside-7`; once more changes nothing. Raises Refused."""
        self._other(room, user, line)
        place, number = numbered(line)
        mine = [report for report in room.reports if report.user == user.id]
        if any((report.place, report.line) == (place, number) for report in mine):
            return
        if len(mine) >= MOST_REPORTS:
            raise Refused("reports-full", f"one person can report {MOST_REPORTS} lines of a table", 429)
        if len(room.reports) >= self.most_reports:
            raise Refused("all-reports", f"{self.most_reports} reports of lines of this table are there already", 429)
        report = Report(place, number, user.id, now())
        self.store.company.add_report(room.kept.id, report)
        room.reports.append(report)
        room.changed()


def numbered(text: str) -> tuple[str, int]:
    """The place and the number that `table-3` or `aside-7` names. Raises Refused."""
    place, _, number = text.partition("-")
    if not (number.isascii() and number.isdecimal() and len(number) < 6):
        raise Refused("bad", "a line is named by its place and its number", 422, "number")
    return place, int(number)
