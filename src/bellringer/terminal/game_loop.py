"""A game at one terminal: whose turn it is, what the people type, what the bots answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from bellringer import Move, Table, bots
from bellringer.core.words import Words
from bellringer.terminal.explain import explain, keys
from bellringer.terminal.finish import finish
from bellringer.terminal.saving import Saving
from bellringer.terminal.screen import Screen

HINT_BOT = "search"
HINT_ITERATIONS = 10_000  # a moment's thought, the same on every machine


class Left(Exception):
    """Somebody has left the table."""


class Session:
    """A table with its people and bots. `players`: the bot of each seat that has one."""

    def __init__(
        self, table: Table, players: Mapping[int, bots.Bot], words: Words, path: Path | None, confirm: bool
    ) -> None:
        self.table, self.players, self.words, self.confirm = table, players, words, confirm
        self.screen = Screen(table, words)
        self.saving = Saving(self.screen, table, path)
        self.seen: dict[int, int] = {}  # for each person: the events there were before the last own move
        self.looking: int | None = None  # who sits before the terminal
        self.news: list[str] = []  # what to say under the next picture
        self.keys: dict[str, Callable[[int, str], bool]] = {
            "u": self.undo,
            "h": self.hint,
            "?": self.explain,
            "l": self.tell_all,
            "s": self.save,
            "q": self.leave,
        }

    def greet(self, *lines: str) -> None:
        """What is to be said with the first picture."""
        self.news.extend(lines)

    def company(self) -> str:
        """Who sits where."""
        human = self.words("end.you" if self.alone else "end.human")
        names = self.table.seat_names
        players = (self.players[seat].name if seat in self.players else human for seat in range(len(names)))
        seats = (self.screen.seats([name]).plain for name in names)
        return ", ".join(f"{seat}: {player}" for seat, player in zip(seats, players, strict=True))

    @property
    def alone(self) -> bool:
        """Whether one person plays against bots."""
        return len(self.players) == self.table.seats - 1

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        try:
            while self.table.result is None:
                self.decide(self.next_seat())
            since = min(self.seen.values(), default=0)
            finish(self.table, self.players, self.screen, self.saving, since)
        except Left:
            self.screen.say(self.words("play.bye"))

    def next_seat(self) -> int:
        """The seat to decide: people before bots, so that they can still take back what they chose."""
        pending = self.table.pending
        people = [seat for seat in pending if seat not in self.players]
        return (people or list(pending))[0]

    def decide(self, seat: int) -> None:
        """One decision of a seat."""
        if bot := self.players.get(seat):
            self.table.play(bot.choose(self.table, seat), seat)
            return
        self.hand_over(seat)
        self.show(seat)
        while not self.obey(seat, self.read("> ")):
            pass

    def hand_over(self, seat: int) -> None:
        """Between two people: nobody sees the other's hand."""
        if self.looking not in (None, seat):
            self.screen.clear(everything=True)
            name = self.screen.seats([self.table.seat_names[seat]]).plain
            self.read(self.words("play.pass_on", seat=name))
        self.looking = seat

    def show(self, seat: int) -> None:
        """The table, with what has happened since the seat's last move."""
        since = min(self.seen.get(seat, 0), self.table.event_count)
        self.screen.show(self.table, seat, self.table.events(since), first=seat not in self.seen)
        self.screen.say(*self.news)
        self.news.clear()

    def read(self, prompt: str) -> str:
        """A line; the end of the input is a wish to leave."""
        try:
            return self.screen.read(prompt)
        except (EOFError, KeyboardInterrupt):
            self.screen.say("")
            self.leave()

    # what can be typed; each says whether the table has changed

    def obey(self, seat: int, line: str) -> bool:
        """A number, a move's name, or one of the keys."""
        if not line:
            return False
        moves = self.table.moves(seat)
        if chosen := find_move(moves, line, self.words.language):
            return self.play(seat, chosen)
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            word, rest = "?", line[1:]
        if key := self.keys.get(word.lower()):
            return key(seat, rest.strip())
        self.screen.say(self.words("play.no_move", text=line, n=len(moves)))
        return False

    def play(self, seat: int, move: Move) -> bool:
        """A move; and, if asked for, a last chance to take it back before others answer."""
        before = self.table.event_count
        self.table.play(move.name, seat)
        if self.confirm and self.table.may_undo(seat) and seat not in self.table.pending:
            events = self.table.events(before)
            self.screen.say(self.screen.log(events, move.words(self.words.language)))
            if self.read(self.words("play.confirm")).lower() == "u":
                return self.undo(seat)
        self.seen[seat] = before
        return True

    def undo(self, seat: int, _: str = "") -> bool:
        """Take the last own move back."""
        if not self.table.may_undo(seat):
            self.screen.say(self.words("play.no_undo"))
            return False
        self.news.append(self.words("play.undone", move=self.table.undo(seat)))
        return True

    def hint(self, seat: int, _: str) -> bool:
        """What a bot would do."""
        from bellringer.bots.analysis import analyse

        best = analyse(self.table, seat, iterations=HINT_ITERATIONS).moves[0]
        moves = self.table.moves(seat)
        number = [move.name for move in moves].index(best.name)
        move = moves[number].words(self.words.language)
        chance = f"{best.win_chance:.0%}"
        self.screen.say(self.words("play.hint", bot=HINT_BOT, number=number + 1, move=move, chance=chance))
        return False

    def explain(self, seat: int, name: str) -> bool:
        """The rule of a card, a sector or a person; the keys, when nothing is named."""
        moves = self.table.moves(seat)
        if name:
            self.screen.say(explain(self.table, moves, name, self.screen))
        else:
            self.screen.say(keys(moves, self.screen, HINT_BOT))
        return False

    def tell_all(self, seat: int, _: str) -> bool:
        """The whole log."""
        self.screen.say(self.screen.log(self.table.events(), self.words("play.everything")))
        return False

    def save(self, seat: int, name: str) -> bool:
        """Save the record."""
        self.saving.save(name)
        return False

    def leave(self, seat: int = 0, _: str = "") -> NoReturn:
        """Leave, with the offer to save what is not saved yet."""
        if not self.saving.is_up_to_date and not self.saving.offer("play.save_first"):
            self.screen.say(self.words("play.not_saved"))
        raise Left


def find_move(moves: list[Move], text: str, language: str) -> Move | None:
    """The move meant by a number from 1, by its name, or by its words."""
    if text.isdecimal():
        return moves[int(text) - 1] if 0 < int(text) <= len(moves) else None
    wanted = plain(text)
    return next((move for move in moves if wanted in (move.name, plain(move.words(language)))), None)


def plain(text: str) -> str:
    """Words as somebody types them: in small letters, with plain spaces."""
    return " ".join(text.lower().split())
