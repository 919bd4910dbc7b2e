"""What people and bots do in a game: moves, taking back, lending, resigning, speaking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bellringer.core.tables.preview import Preview
from bellringer.server.base.metrics import acts_of
from bellringer.server.base.settings import Limits
from bellringer.server.errors import Refused, Stale
from bellringer.server.store import Act, Saying
from bellringer.server.store.store import Store
from bellringer.server.store.values.kept import now
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.open_tables import OpenTables
from bellringer.server.tables.requests import checked_choice
from bellringer.server.tables.verbs.company import checked_line

if TYPE_CHECKING:
    from bellringer.server.tables.memory.room import Room


class Playing:
    """Checks, makes, stores and tells what is done at the tables."""

    def __init__(self, tables: OpenTables, store: Store, level: str, limits: Limits) -> None:
        """`level`: of the bots that take the places of people."""
        self.tables, self.store, self.level, self.limits = tables, store, level, limits

    def move(self, room: Room, seat: int, asked: int, name: str, then: str = "") -> Act:
        """Make a move for a seat. Raises Stale, IllegalMove, Refused.

        `then`: the answer to the question that the move leads the seat to, if it is one. The same answer to the same
        question again changes nothing, but for a `then` that was not kept with it.
        """
        live = room.game
        act = live.may_move(seat, asked, name) or self.do(room, live.act(seat, "move", name, now(), asked))
        next_one = None if live.bot_of(seat, "bot") else live.holders[seat].asked
        if then and next_one == act.number and then in live.table.legal_names(seat):
            self.do(room, live.act(seat, "move", then, now(), next_one))
        return act

    def preview(self, room: Room, seat: int, asked: int, name: str, then: str, language: str) -> Preview:
        """What a move would do, as far as its seat can know. Raises Stale, IllegalMove, Refused."""
        live = room.game
        if live.may_move(seat, asked, name) is not None:
            raise Stale(live.holders[seat].asked)
        return live.table.preview(name, seat, then, language)

    def undo(self, room: Room, seat: int, number: int) -> Act:
        """Undo a seat's last decision. `number`: of the newest act it has seen. Raises UndoRefused, Stale."""
        live = room.game
        repeated = next((act for act in reversed(live.acts) if act.kind == "undo" and act.asked == number), None)
        if repeated is not None and repeated.seat == seat:
            return repeated
        if number != len(live.acts):
            raise Stale(live.holders[seat].asked)
        return self.do(room, live.undo_act(seat, now(), number))

    def lend(self, room: Room, seat: int) -> None:
        """Let a bot play a user's seat until the user comes back."""
        live = self._user_at(room, seat)
        if not live.holders[seat].lent_to:
            self.do(room, live.act(seat, "lend", self.level, now()))

    def take_back(self, room: Room, seat: int) -> None:
        """Give a seat back to its user."""
        live = self._user_at(room, seat)
        if live.holders[seat].lent_to:
            self.do(room, live.act(seat, "return", at=now()))

    def resign(self, room: Room, seat: int) -> None:
        """Resign for a seat: a bot plays on, or the game ends if nobody is left to play against. Once is enough."""
        if room.game.holders[seat].has_resigned:
            return
        live = self._user_at(room, seat)
        self.do(room, live.act(seat, "resign", at=now()))

    def close(self, room: Room) -> None:
        """End a running game without a winner, as its server's host wants it."""
        self.do(room, room.game.act(0, "close", at=now()))

    def give_up(self, room: Room) -> None:
        """Resign for every user of a table until it is over, first for those who let it wait. Raises Refused."""
        waited_for = room.game.pending
        for seat in sorted(room.kept.seats, key=lambda seat: seat.number not in waited_for):
            if not seat.bot and not room.game.ended_by:
                self.do(room, room.game.act(seat.number, "resign", at=now()))

    def stand(self, room: Room, seat: int, standing: str) -> None:
        """Change what a seat lets pass from now on: one of STANDING (store/values/kept.py). Raises Refused."""
        live = self._user_at(room, seat)
        if live.may_stand(seat, standing):
            self.do(room, live.act(seat, "standing", standing, now()))

    def _user_at(self, room: Room, seat: int) -> LiveGame:
        live = room.game
        if live.ended_by:
            raise Refused("over", "the game is over")
        if live.seat(seat).bot or live.holders[seat].has_resigned:
            raise Refused("not-yours", "nobody can take this seat back")
        return live

    def do(self, room: Room, act: Act) -> Act:
        """Perform an act and store it. If it can't be stored, the table is rebuilt without it."""
        self.tables.keep_time()
        live = room.game
        by = "host" if act.kind == "close" else "bot" if live.bot_of(act.seat, self.level) else "user"
        live.do(act)
        status = "over" if live.ended_by else "running"
        position = live.table.position() if live.keeps_position else None
        try:
            self.store.add_act(room.kept, act, status, live.pending_people, live.ended_by, position, live.places)
            acts_of(room.kept.game, act.kind, by).inc()
        except BaseException as error:
            self.tables.health.note(error, room.address)
            self.tables.forget(room)
            raise
        if position is not None:
            live.positioned = act.number
        if live.ended_by:
            room.put(status=status, ended_by=live.ended_by, changed=act.at)
            self.tables.end(room.address)
            room.put_places(live.places)
        if act.kind not in ("late", "close") and (user := live.seat(act.seat).user) is not None:
            room.marks[user] = live.table.event_count
        room.changed()
        return act

    def ask_back(self, room: Room, seat: int, number: int) -> Act:
        """Ask everybody to let a seat take its last decision back, though others have decided since.

        `number`: of the newest act it has seen. Bots do not mind: where only they sit it is done at once. The same
        request again changes nothing. Raises UndoRefused, Refused, Stale.
        """
        live = room.game
        if (before := live.asked_after(number)) is not None and before.seat == seat:
            return before
        if number != len(live.acts):
            raise Stale(live.holders[seat].asked)
        live.may_ask_back(seat)
        return self.do(room, live.act(seat, "ask", at=now()))

    def answer_back(self, room: Room, seat: int, number: int, answer: str) -> None:
        """Agree to such a request, refuse it, or withdraw one's own. `number`: of the request. Raises Refused.

        The same answer again changes nothing.
        """
        live = room.game
        checked_choice("an answer", answer, ("agree", "refuse", "withdraw"), "answer")
        if live.has_answered(seat, number, answer):
            return
        request = live.may_answer_back(seat, number)
        is_own = live.seat(seat).user == live.seat(request.seat).user
        if is_own != (answer == "withdraw"):
            raise Refused("not-yours", "who asks can withdraw, the others can answer", 403)
        if seat in live.still_to_agree or answer != "agree":
            self.do(room, live.act(request.seat if is_own else seat, answer, at=now()))

    def grant(self, room: Room) -> None:
        """Take back what was asked for, once nobody is left to agree."""
        live = room.game
        request = live.request
        moves = live.table.moves_since(request.seat) if request is not None else 0
        if request is not None and moves and not live.still_to_agree:
            self.do(room, live.act(request.seat, "back", str(moves), now()))

    def say(self, room: Room, seat: int, text: str, kind: str = "say") -> Saying:
        """Add a line to the chat, or a sign by its name. Raises Refused, OptionError."""
        live = room.game
        line = checked_line(text, kind)
        if len(live.sayings) >= self.limits.chat_lines:
            raise Refused("chat-full", "this table has said all that there is room for", 429)
        saying = Saying(len(live.sayings) + 1, seat, line, now(), kind)
        self.store.add_saying(room.kept, saying)
        live.sayings.append(saying)
        room.changed()
        return saying
