"""A running game: the engine's table, rebuilt from its acts, and who plays its seats.

Nothing here waits or writes: the service calls it from the server's one loop, and keeps what it answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bellringer.core.contract.registry import find
from bellringer.core.errors import UndoRefused
from bellringer.core.records.record_acts import MOST_ASKED
from bellringer.core.shown.result import Result
from bellringer.core.tables.table import Table
from bellringer.server.errors import Refused, Stale
from bellringer.server.store import Act, RuleChange, Saying, SeatKept, TableKept
from bellringer.server.store.values import clocks
from bellringer.server.store.values.kept import STANDING
from bellringer.server.tables.live import windows
from bellringer.server.tables.live.chaining import chain_of, link_of, salt_for
from bellringer.server.tables.live.placing import final_result, given_up_places, is_given_up
from bellringer.server.tables.live.rule_changes import changed_parts, table_after
from bellringer.server.tables.live.seating import Occupant, occupant_of
from bellringer.server.tables.live.table_info import ChatLine, Clock, NewRules, Note, TableInfo, TakeBack

QUIET = ("standing", "ask", "agree", "refuse", "withdraw")  # acts that leave every question as it is
NOTED = ("lend", "late", "return", "resign", "back", "close")  # acts that the log tells of
MOST_BEHIND = 20  # moves of bots after the last position that is stored


@dataclass(frozen=True)
class Decision:
    """A move that was not undone: whether a user's clock counts it, and the milliseconds that it took there."""

    by_user: bool
    spent: int


@dataclass
class Holder:
    """Who plays a seat: its user, or a bot for a while or until the end. Times are in milliseconds."""

    lent_to: str = ""
    standing: str = windows.USUAL  # which windows it lets pass
    is_late: bool = False
    has_resigned: bool = False
    has_moved: bool = False  # whether its user ever has, also where that was taken back
    asked: int | None = None  # the question's number: how many acts there were when it came up
    asked_at: int = 0  # since when its clock runs for this question
    used: int = 0  # what the question had taken before that
    spent: int = 0
    made: list[Decision] = field(default_factory=list)

    @property
    def decisions(self) -> int:
        """How many decisions its user has made."""
        return sum(one.by_user for one in self.made)

    def running(self, at: int) -> int:
        """The milliseconds that the question has taken up to a time."""
        return self.used + max(0, at - self.asked_at)


@dataclass
class Request:
    """A seat asks everybody to let it take a decision back. `number`: of the act that asks; `agreed`: these seats."""

    seat: int
    number: int
    agreed: set[int] = field(default_factory=set)


class LiveGame:
    """A table whose game has begun."""

    def __init__(
        self,
        kept: TableKept,
        acts: Iterable[Act] = (),
        sayings: Iterable[Saying] = (),
        pauses: Iterable[tuple[int, int]] = (),
        changes: Sequence[RuleChange] = (),
    ) -> None:
        """`pauses`: from when to when no server ran, the oldest first; live clocks stood still then.

        `changes` of rules: moves before the last one are not made again.
        """
        acts = list(acts)
        self.kept, self.changes = kept, tuple(changes)
        self.open_for = windows.WINDOW  # seconds that a window is open, but for clocks of days
        self.table: Table = table_after(kept, acts, changes)
        self.has_windows = find(kept.game).has_windows(self.table.state)
        self.holders = [Holder() for _ in kept.seats]
        self.acts: list[Act] = []
        self.chain = chain_of(kept, self.changes)
        self.answers: dict[tuple[int, int], Act] = {}  # by seat and question
        self.decided: list[int] = []  # the seats of the decisions that stand
        self.rewound: list[tuple[int, int]] = []  # by which act moves were taken back, and the events left then
        self.notes: list[Note] = []  # what the log tells besides the game
        self.request: Request | None = None
        self.asked_back: dict[int, int] = {}  # by seat: how often it has asked since the last decision
        self.ended_by = ""
        self.is_closed = False  # by the server's host
        self.sayings = list(sayings)
        self.positioned = 0  # how many acts there were at the last position that was stored
        before = changes[-1].number if changes else 0
        for act in acts[:before]:
            self._check_next(act)
            self._take(act)
        if changes:
            self.rewound.append((before, 0))
            self.ended_by = self._end()
        self._ask(acts[before - 1].at if before else kept.created)
        for act in acts[before:]:
            self._check_next(act)
            self.do(act)
        self.stand_still(pauses)

    def _check_next(self, act: Act) -> None:
        if act.number != len(self.acts) + 1:
            raise ValueError(f"act {len(self.acts) + 1} is missing")

    def stand_still(self, pauses: Iterable[tuple[int, int]]) -> None:
        """Live clocks do not count some times, the oldest first, in which nobody could do anything."""
        if not self.has_long_clock:
            for stopped, started in pauses:
                for holder in self.holders:
                    holder.asked_at += max(0, started - max(stopped, holder.asked_at))

    def step(self, before: int, after: int) -> None:
        """The wall clock has gone from one time to another in no time. A clock of days goes by the wall clock."""
        if not self.has_long_clock:
            for holder in self.holders:
                holder.asked_at += after - before

    @property
    def keeps_position(self) -> bool:
        """Whether the position after the last act is to be stored with it.

        Not after a bot's move, unless the game is over, or there were many such moves since the one before: bots can
        choose anew. Where a table has come to a rest it is stored a little later (Maintenance.put_positions).
        """
        last = self.acts[-1]
        by_person = last.kind != "move" or not self.bot_of(last.seat, "bot")
        is_behind = last.number - self.positioned >= MOST_BEHIND
        return by_person or bool(self.ended_by) or is_behind

    # who plays

    @property
    def has_long_clock(self) -> bool:
        """Whether decisions may take days."""
        kind = clocks.KINDS[self.kept.clock]
        return kind is not None and kind.is_for_each

    def seat(self, number: int) -> SeatKept:
        """A seat as it is stored."""
        return self.kept.seats[number]

    def bot_of(self, seat: int, stand_in: str) -> str:
        """The bot that plays a seat now; empty for a user. `stand_in`: who plays for people."""
        holder = self.holders[seat]
        return self.kept.bot_called(self.seat(seat).bot or holder.lent_to or (stand_in if holder.has_resigned else ""))

    @property
    def has_people(self) -> bool:
        """Whether somebody plays who is no bot."""
        return not all(self.bot_of(seat, "bot") for seat in range(len(self.kept.seats)))

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that must decide."""
        return () if self.ended_by else self.table.pending

    @property
    def pending_people(self) -> int:
        """The seats whose users must decide, as bits: bit p for seat p."""
        return sum(1 << seat for seat in self.pending if not self.bot_of(seat, "bot"))

    # windows

    def window(self, seat: int) -> str:
        """The move that lets a seat's window pass; empty while it has none."""
        if not self.has_windows or seat not in self.pending:
            return ""
        return find(self.kept.game).window(self.table.state, seat)

    def let_pass(self) -> tuple[int, str] | None:
        """The first seat of a user whose standing answer lets its window pass, and the move that does."""
        for seat in self.pending:
            move = "" if self.bot_of(seat, "bot") else self.window(seat)
            if move and windows.lets_pass(self.holders[seat].standing, self._at_stake(seat)):
                return seat, move
        return None

    def _at_stake(self, seat: int) -> int:
        return find(self.kept.game).at_stake(self.table.state, seat)

    def may_stand(self, seat: int, standing: str) -> bool:
        """Whether a seat's standing answer would change. Raises Refused."""
        if self.ended_by:
            raise Refused("over", "the game is over")
        if standing not in STANDING:
            raise Refused("bad", f"a standing answer is one of {', '.join(STANDING)}", 422, "standing")
        return self.holders[seat].standing != standing

    @property
    def result(self) -> Result | None:
        """How the game ended by its rules, with the places that count; None until then."""
        result = self.table.result
        return None if result is None else final_result(result, self.resigned)

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the seats once it is over, all 0 where it ended without; empty while it runs."""
        if not self.ended_by:
            return ()
        if self.result is not None:
            return self.result.places
        return given_up_places(self.resigned) if self.ended_by == "resigned" else (0,) * len(self.holders)

    @property
    def resigned(self) -> tuple[bool, ...]:
        """Whether the user of each seat has resigned."""
        return tuple(holder.has_resigned for holder in self.holders)

    # acts

    def may_move(self, seat: int, asked: int, name: str) -> Act | None:
        """The act that has already answered this question with this move, None if it can be answered now.

        Raises Stale, IllegalMove, Refused.
        """
        before = self.answers.get((seat, asked))
        if before is not None and before.word == name and not self._was_undone(before):
            return before
        if self.ended_by:
            raise Refused("over", "the game is over")
        holder = self.holders[seat]
        if holder.asked is None or holder.asked != asked:
            raise Stale(holder.asked)
        if self.bot_of(seat, "bot"):
            raise Refused("lent", "a bot holds this seat; take it back first")
        self.table.check(name, seat)
        return None

    def _was_undone(self, act: Act) -> bool:
        """Whether a move was taken back."""
        height = 1
        for later in self.acts[act.number :]:
            height += later.height
            if height <= 0:
                return True
        return False

    @property
    def passable(self) -> tuple[int, ...]:
        """The seats whose decisions an undo takes back with that of its seat: bots, if they play with one person."""
        bots = tuple(seat.number for seat in self.kept.seats if seat.bot)
        return bots if len(bots) == len(self.kept.seats) - 1 else ()

    def undo_act(self, seat: int, at: int, asked: int) -> Act:
        """The act by which a seat takes its last decision back. Raises UndoRefused."""
        self.may_undo(seat)
        depth = self.table.undo_depth(seat, self.passable)
        return self.act(seat, "undo", str(depth) if depth > 1 else "", at, asked)

    def may_undo(self, seat: int) -> None:
        """Raises unless the seat's last decision can be taken back."""
        if self.ended_by or self.bot_of(seat, "bot") or not self.table.may_undo(seat, self.passable):
            raise UndoRefused("nothing can be taken back past what was revealed or another seat's decision")

    # asking to take a decision back

    def may_ask_back(self, seat: int) -> int:
        """How many moves would be taken back if everybody agreed. Raises UndoRefused, Refused."""
        back = 0 if self.ended_by or self.bot_of(seat, "bot") else self.table.moves_since(seat)
        if not back:
            raise UndoRefused("nothing can be taken back past what was revealed or what chance has decided")
        if self.request is not None or self.asked_back.get(seat, 0) >= MOST_ASKED:
            raise Refused("asked", "that has been asked already")
        return back

    def asked_after(self, number: int) -> Act | None:
        """The request that was made next after so many acts."""
        act = self.acts[number] if 0 <= number < len(self.acts) else None
        return act if act is not None and act.kind == "ask" else None

    def has_answered(self, seat: int, number: int, answer: str) -> bool:
        """Whether the person of a seat has given that answer to a request, which may be closed since. Its `number`."""
        if self.asked_after(number - 1) is None:
            return False
        until = next((act.number - 1 for act in self.acts[number:] if act.kind == "ask"), len(self.acts))
        user = self.seat(seat).user
        return any(act.kind == answer and self.seat(act.seat).user == user for act in self.acts[number:until])

    def may_answer_back(self, seat: int, number: int) -> Request:
        """The open request that a seat answers, or withdraws. Raises Refused."""
        if self.request is None or self.request.number != number:
            raise Refused("no-request", "this request is no longer open")
        if self.bot_of(seat, "bot"):
            raise Refused("lent", "a bot holds this seat; take it back first")
        return self.request

    @property
    def still_to_agree(self) -> tuple[int, ...]:
        """The seats of people whose consent the open request lacks; one seat of each person speaks for all."""
        if self.request is None:
            return ()
        heard = {self.seat(seat).user for seat in (self.request.seat, *self.request.agreed)}
        seats = range(len(self.kept.seats))
        return tuple(seat for seat in seats if not self.bot_of(seat, "bot") and self.seat(seat).user not in heard)

    def act(self, seat: int, kind: str, word: str = "", at: int = 0, asked: int | None = None) -> Act:
        """Make a new act, with the time that it took the seat. It is not performed yet."""
        holder = self.holders[seat]
        running = kind not in ("return", "close", *QUIET) and holder.asked is not None and not self.window(seat)
        spent = holder.running(at) if running and not self.bot_of(seat, "bot") else 0
        number = len(self.acts) + 1
        salt = salt_for(self.table, self.acts, seat, kind, word)
        return Act(number, seat, kind, word, number if asked is None else asked, at, spent, salt)

    def do(self, act: Act) -> None:
        """Perform an act. It has been checked before, so this never refuses."""
        was_late, in_window = self.holders[act.seat].is_late, bool(self.window(act.seat))
        if act.kind == "move":
            self.table.play(act.word, act.seat)
        elif act.kind == "undo":
            self.table.undo(act.seat, self.passable if act.word else ())
        elif act.kind == "back":
            self.table.undo_since(act.seat)
        if act.kind in ("undo", "back"):
            self.rewound.append((act.number, self.table.event_count))
        used = self._take(act, in_window)
        self.ended_by = self._end()
        if self.ended_by:
            self.request = None
        if act.kind in QUIET:
            return
        is_anew = act.kind in ("move", "undo", "back") or not self.has_long_clock or was_late
        self._ask(act.at, act.seat, is_anew, used)
        if act.kind == "back":
            self._number_anew()

    def _close_request(self, act: Act) -> None:
        """A request is open until it is refused or withdrawn, or a new decision overtakes it."""
        is_decision = act.kind in ("move", "undo", "back", "rules")
        if is_decision:
            self.asked_back = {}
        is_overtaken = is_decision or act.kind in ("refuse", "withdraw")
        if self.request is not None and (is_overtaken or self.bot_of(self.request.seat, "bot")):
            self.request = None

    def _number_anew(self) -> None:
        """After decisions of several seats were taken back, no answer to a question from before may count."""
        for seat in self.pending:
            self.holders[seat].asked = len(self.acts)

    def _take(self, act: Act, in_window: bool = False) -> int:
        """Change what an act changes besides the game. Returns the time that an undone decision had taken."""
        holder, used = self.holders[act.seat], 0
        if act.kind == "move":
            self.answers[act.seat, act.asked] = act
            is_counted = not in_window and not self.bot_of(act.seat, "bot")
            holder.made.append(Decision(is_counted, act.spent))
            holder.has_moved |= is_counted
            self.decided.append(act.seat)
        elif act.kind in ("undo", "back"):
            used = self._taken_back(act)
        elif act.kind in ("lend", "late"):
            holder.lent_to, holder.is_late = act.word, act.kind == "late"
        elif act.kind == "return":
            self._return(holder)
        elif act.kind == "standing":
            holder.standing = act.word
        elif act.kind == "resign":
            holder.has_resigned, holder.lent_to = True, ""
        elif act.kind == "close":
            self.is_closed = True
        else:
            self._take_request(act)
        holder.spent += act.spent
        self.acts.append(act)
        if self.chain is not None and (link := link_of(act, self.changes)) is not None:
            self.chain.add(link)
        self._note(act)
        self._close_request(act)
        return used

    def _take_request(self, act: Act) -> None:
        if act.kind == "ask":
            self.request = Request(act.seat, act.number)
            self.asked_back[act.seat] = self.asked_back.get(act.seat, 0) + 1
        elif act.kind == "agree" and self.request is not None:
            self.request.agreed.add(act.seat)
        elif act.kind == "refuse" and self.request is not None:
            self.asked_back[self.request.seat] = MOST_ASKED

    def _note(self, act: Act) -> None:
        """What the log tells besides the game stands after the events that there were then."""
        count = self.table.event_count
        if act.height < 0:
            self.notes = [replace(note, events=min(note.events, count)) for note in self.notes]
        if act.kind in NOTED:
            self.notes.append(Note(act.number, act.kind, act.seat, count))

    def _taken_back(self, act: Act) -> int:
        """A decision is open again, with the time that it had taken: nobody gains any by taking moves back.

        On a clock of days, which counts for each decision alone, the time of the one that followed is counted, too.
        Those who had decided since, and let theirs be taken back, have their time again. Returns the time that the
        decision had taken.
        """
        used = 0
        for seat in reversed(self.decided[act.height :]):  # the last is that of the seat itself; bots have no clock
            holder = self.holders[seat]
            decision = holder.made.pop()
            holder.spent -= decision.spent
            holder.asked = holder.asked if seat == act.seat else None
            used = decision.spent
        del self.decided[act.height :]
        return used + (act.spent if self.has_long_clock else 0)

    def _return(self, holder: Holder) -> None:
        kind = clocks.KINDS[self.kept.clock]
        if holder.is_late and kind is not None and not kind.is_for_each:
            least = int(1000 * (kind.left(0, holder.decisions, 0) - clocks.MERCY))
            holder.spent = min(holder.spent, least)
        holder.lent_to, holder.is_late = "", False

    def _end(self) -> str:
        """What has ended the game: its rules, the host, or that nobody is left to play against; empty while it runs."""
        if self.table.result is not None:
            return "game"
        if self.is_closed:
            return "closed"
        return "resigned" if is_given_up(self.resigned, [bool(seat.bot) for seat in self.kept.seats]) else ""

    def _ask(self, at: int, actor: int | None = None, is_anew: bool = True, used: int = 0) -> None:
        """Number the questions that came up; one that was already there keeps its number and its clock.

        `is_anew`: whether the actor's clock for one decision begins again; `used`: what the actor's had taken before.
        """
        for seat, holder in enumerate(self.holders):
            if seat not in self.pending:
                holder.asked = None
            elif holder.asked is None or seat == actor:
                if holder.asked is None or is_anew:
                    holder.asked_at, holder.used = at, used if seat == actor else 0
                holder.asked = len(self.acts)

    def first_unknown(self, since: int, acts: int | None) -> int:
        """From which event on somebody must be told who knows the first `since`, as they were after so many acts."""
        undone = (left for number, left in self.rewound if acts is not None and number > acts)
        return min([since, self.table.event_count, *undone])

    # clocks

    def seconds_left(self, seat: int, at: int) -> float | None:
        """The seconds left on a seat's clock; None if it has none."""
        kind = clocks.KINDS[self.kept.clock]
        if kind is None or self.bot_of(seat, "bot"):
            return None
        holder = self.holders[seat]
        running = holder.running(at) if seat in self.pending and not self.window(seat) else 0
        return kind.left(holder.spent / 1000, holder.decisions, running / 1000)

    def window_left(self, seat: int, at: int) -> float | None:
        """The seconds until a seat's window closes; None if it has none, or a bot decides."""
        if self.bot_of(seat, "bot") or not self.window(seat):
            return None
        kind = clocks.KINDS[self.kept.clock]
        return windows.closes_after(kind, self.open_for) - self.holders[seat].running(at) / 1000

    def closed(self, at: int) -> list[tuple[int, str]]:
        """The seats of people whose windows have closed, each with the move that lets the chance pass."""
        left = ((seat, self.window_left(seat, at)) for seat in self.pending)
        return [(seat, self.window(seat)) for seat, seconds in left if seconds is not None and seconds <= 0]

    def late(self, at: int) -> list[int]:
        """The seats of people who are out of time and must decide."""
        left = {seat: self.seconds_left(seat, at) for seat in self.pending if not self.window(seat)}
        return [seat for seat, seconds in left.items() if seconds is not None and seconds <= 0]

    # looking

    def occupant(self, seat: int) -> Occupant:
        """Who sits on a seat, and whether a bot plays for a user."""
        found, holder = occupant_of(self.kept, seat), self.holders[seat]
        if found.kind == "bot":
            return found
        bot = self.kept.bot_called(holder.lent_to)
        return replace(found, bot=bot, is_lent=bool(bot), is_late=holder.is_late, has_resigned=holder.has_resigned)

    def info(self, at: int) -> TableInfo:
        """What everybody may see of the table besides the game."""
        seats = range(len(self.kept.seats))
        open_for = [self.window_left(seat, at) for seat in seats]
        left = [self.seconds_left(seat, at) if window is None else window for seat, window in enumerate(open_for)]
        names = self.table.seat_names
        return TableInfo(
            table_id=self.kept.address,
            occupants=tuple(self.occupant(seat) for seat in seats),
            clocks=tuple(
                None if seconds is None else Clock(round(max(0.0, seconds), 1), seat in self.pending)
                for seat, seconds in enumerate(left)
            ),
            chat=tuple(
                ChatLine(one.number, self.seat(one.seat).name, names[one.seat], one.text, one.kind,
                         self.seat(one.seat).user, one.seat) for one in self.sayings
            ),
            standing_answers=tuple(holder.standing for holder in self.holders),
            number=len(self.acts),
            passable=self.passable,
            ended_by=self.ended_by,
            rematch=f"/t/{self.kept.rematch}" if self.kept.rematch else None,
            new_rules=tuple(NewRules(one.number, changed_parts(one), one.dropped) for one in self.changes),
            notes=tuple(self.notes),
            request=self.request_info(),
            head=self.chain.head.hex() if self.chain is not None else "",
            chained=len(self.chain) if self.chain is not None else 0,
            fair=self.kept.fair,
            gives_hints=self.kept.gives_hints,
            mark=None if self.kept.beginning is None else self.kept.beginning.mark,
        )  # fmt: skip

    def request_info(self) -> TakeBack | None:
        """The open request to take a move back, as everybody may see it."""
        if self.request is None:
            return None
        moves = self.table.moves_since(self.request.seat)
        return TakeBack(self.request.number, self.request.seat, moves, self.still_to_agree)

    def bot_seed(self, seat: int) -> int:
        """The seed of a bot's next choice: the same after a restart, and unknown to the players."""
        word = f"bot {seat} {len(self.acts)}".encode()
        return int.from_bytes(hashlib.blake2b(word, digest_size=4, key=self.kept.seed).digest(), "big")
