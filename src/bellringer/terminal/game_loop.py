"""Plays a game at one terminal: people type their moves, bots answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from bellringer import Move, Table
from bellringer.core.nearest import nearest
from bellringer.core.shown.words import Words
from bellringer.terminal.explain import explain, keys
from bellringer.terminal.finish import finish
from bellringer.terminal.paged_screen import screen_at
from bellringer.terminal.players import Player
from bellringer.terminal.saving import Saving

HINT_BOT = "search"
HINT_ITERATIONS = 10_000  # a moment's thought, the same on every machine


class Left(Exception):
    """A person has left the game."""


class TerminalGame:
    """A table and who plays at it. `players`: the bot of each seat that has one; people play the other seats.

    `path`: the record that the game was loaded from. `confirm`: ask after each turn of a person, who may then undo it.
    """

    def __init__(
        self, table: Table, players: Mapping[int, Player], words: Words, path: Path | None, confirm: bool
    ) -> None:
        self.table, self.players, self.words, self.confirm = table, players, words, confirm
        self.screen = screen_at(table, words)
        self.saving = Saving(self.screen, table, path)
        self.seen: dict[int, int] = {}  # for each person's seat: the number of events before its last move
        self.looking: int | None = None  # the seat whose hand the terminal shows
        self.news: list[str] = []  # lines to print under the next picture
        self.keys: dict[str, Callable[[int, str], bool]] = {
            "u": self.undo,
            "h": self.hint,
            "?": self.explain,
            "l": self.show_log,
            "s": self.save,
            "q": self.leave,
        }

    def greet(self, *lines: str) -> None:
        """Print lines under the first picture."""
        self.news.extend(lines)

    def seating(self) -> str:
        """A line that says who plays each seat."""
        human = self.words("end.you" if self.is_alone else "end.human")
        names = self.table.seat_names
        bots = {seat: player.words(self.words) for seat, player in self.players.items()}
        players = (bots.get(seat, human) for seat in range(len(names)))
        seats = (self.screen.seats([name]).plain for name in names)
        both = zip(seats, players, strict=True)
        return ", ".join(self.words("play.seated", seat=seat, player=player) for seat, player in both)

    @property
    def is_alone(self) -> bool:
        """Whether one person plays, against bots only."""
        return len(self.players) == self.table.seats - 1

    def run(self) -> None:
        """Play to the end of the game, or until a person leaves."""
        try:
            while self.table.result is None:
                self.decide(self.next_seat())
            since = min(self.seen.values(), default=0)
            finish(self.table, self.players, self.screen, self.saving, since)
        except Left:
            self.screen.say(self.words("play.bye"))
        finally:
            self.screen.close()

    def next_seat(self) -> int:
        """The seat that decides next: people before bots, since an answer of a bot would rule out an undo."""
        pending = self.table.pending
        people = [seat for seat in pending if seat not in self.players]
        return (people or list(pending))[0]

    def decide(self, seat: int) -> None:
        """Make one decision of a seat: ask its bot, or its person until a move is made or undone."""
        if player := self.players.get(seat):
            self.table.play(player.bot.choose(self.table, seat), seat)
            return
        self.hand_over(seat)
        self.show(seat)
        while not self.obey(seat, self.read("> ")):
            pass

    def hand_over(self, seat: int) -> None:
        """Hide the hand of the previous person and wait until the next one is at the terminal."""
        if self.looking not in (None, seat):
            self.screen.clear(everything=True)
            name = self.screen.seats([self.table.seat_names[seat]]).plain
            self.read(self.words("play.pass_on", seat=name))
        self.looking = seat

    def show(self, seat: int) -> None:
        """Show the table, with the events since the seat's last move."""
        since = min(self.seen.get(seat, 0), self.table.event_count)
        self.screen.show(self.table, seat, self.table.events(since), first=seat not in self.seen)
        self.screen.say(*self.news)
        self.news.clear()

    def read(self, prompt: str) -> str:
        """Read a line. Leave the game at the end of the input or on Ctrl-C."""
        try:
            return self.screen.read(prompt)
        except (EOFError, KeyboardInterrupt):
            self.screen.say("")
            self.leave()

    # the keys; each function returns whether the table has changed

    def obey(self, seat: int, line: str) -> bool:
        """Carry out what was typed: a move's number or name, or a key. Returns whether the table has changed."""
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
        found = nearest(line, [words for move in moves for words in (move.name, move.words(self.words.language))])
        question = self.words("play.meant", name=found) if found else ""
        self.screen.say(self.words("play.no_move", text=line, n=len(moves)) + question)
        return False

    def play(self, seat: int, move: Move) -> bool:
        """Play a move. With `confirm`, let the person undo it before the others answer."""
        before = self.table.event_count
        self.table.play(move.name, seat)
        self.screen.vain = 0
        if self.confirm and self.table.may_undo(seat) and seat not in self.table.pending:
            events = self.table.events(before)
            self.screen.say(self.screen.log(events, move.words(self.words.language)))
            if self.read(self.words("play.confirm")).lower() == "u":
                return self.undo(seat)
        self.seen[seat] = before
        return True

    def undo(self, seat: int, _: str = "") -> bool:
        """Take back the seat's last move, if that is still possible."""
        past = tuple(self.players) if self.is_alone else ()  # one person takes moves back past those of bots
        if not self.table.may_undo(seat, past):
            self.screen.say(self.words("play.no_undo"))
            return False
        self.news.append(self.words("play.undone", move=self.table.undo(seat, past)))
        return True

    def hint(self, seat: int, _: str) -> bool:
        """Print the move that a search would play, then why rather than the next best one."""
        from bellringer.bots.analysis import analyse
        from bellringer.review.advice import next_best

        thoughts = analyse(self.table, seat, iterations=HINT_ITERATIONS).moves
        best, moves = thoughts[0], self.table.moves(seat)
        number = [move.name for move in moves].index(best.name)
        move = moves[number].words(self.words.language)
        chance = f"{best.win_chance:.0%}" + (f" ± {best.error:.0%}" if best.error is not None else "")
        self.screen.say(self.words("play.hint", bot=HINT_BOT, number=number + 1, move=move, chance=chance))
        if other := next_best(thoughts):
            self.screen.say(*self.why(seat, best.name, other.name))
        return False

    def why(self, seat: int, best: str, other: str) -> list[str]:
        """Lines that say why one move is better than another; none in a game that does not say whence points come."""
        from bellringer.review.advice import hint_words, why_of
        from bellringer.review.looks import finish
        from bellringer.review.sentences import words_in, you

        game, language = self.table.rules, self.words.language
        found = finish(why_of(game, self.table.state, seat, (best, other)))
        if found is None:
            return []

        def who(one: int) -> str:
            return you(language) if one == seat else self.screen.seat(self.table.seat_names[one]).plain

        move = next(move.words(language) for move in self.table.moves(seat) if move.name == other)
        lines = hint_words(game, found, who, language)
        return [words_in(language)("why.rather", other=move), *(f"  {line[:1].upper()}{line[1:]}" for line in lines)]

    def explain(self, seat: int, name: str) -> bool:
        """Print the rule of a named thing, or the list of keys if no name is given."""
        moves = self.table.moves(seat)
        if name:
            self.screen.say(explain(self.table, moves, name, self.screen))
        else:
            self.screen.say(keys(moves, self.screen, HINT_BOT))
        return False

    def show_log(self, seat: int, _: str) -> bool:
        """Show the whole log."""
        self.screen.show_log(self.table)
        return False

    def save(self, seat: int, name: str) -> bool:
        """Save the record, under a name if one is given."""
        self.saving.save(name)
        return False

    def leave(self, seat: int = 0, _: str = "") -> NoReturn:
        """Offer to save the moves that are not saved yet, and leave the game."""
        if not self.saving.is_up_to_date and not self.saving.offer("play.save_first"):
            self.screen.say(self.words("play.not_saved"))
        raise Left


def find_move(moves: list[Move], text: str, language: str) -> Move | None:
    """Find a move by its number from 1, its name or its words; None if there is no such move."""
    if text.isdecimal():
        return moves[int(text) - 1] if 0 < int(text) <= len(moves) else None
    wanted = plain(text)
    return next((move for move in moves if wanted in (move.name, plain(move.words(language)))), None)


def plain(text: str) -> str:
    """A text in small letters with single plain spaces and plain apostrophes, to compare words that were typed."""
    return " ".join(text.lower().replace("’", "'").split())
