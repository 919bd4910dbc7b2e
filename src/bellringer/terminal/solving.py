"""Solves a puzzle at a terminal: the table as its seat sees it, a move that is tried, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Sequence

from bellringer.core.shown.words import Words
from bellringer.puzzles.sentences import PuzzleTold
from bellringer.terminal.game_loop import find_move
from bellringer.terminal.screen import Screen

ANSWER, LEAVE, HELP = "a", "q", "?"


def solve(told: PuzzleTold, title: str, words: Words) -> None:
    """Ask until the best move is found, the answer is wanted, or nobody types any more. `title`: of the puzzle."""
    table, seat = told.table, told.puzzle.seat
    moves, screen = table.moves(seat), Screen(table, words)
    screen.show(table, seat, (), first=True)
    keys = told.said("solving.keys", answer=ANSWER, leave=LEAVE)
    screen.say("", title, told.task, told.difficulty, keys)
    while (line := read(screen)) != LEAVE:
        if line == ANSWER:
            screen.say(*answer(told))
            return
        move = find_move(moves, line, told.language)
        if move is not None:
            screen.vain = 0
            screen.say(told.verdict(move.name))
            if told.is_right(move.name):
                screen.say(*answer(told))
                return
        elif line:
            screen.say(keys if line == HELP else told.verdict(line))
    screen.say(words("play.bye"))


def answer(told: PuzzleTold) -> Sequence[str]:
    """What is best, by how much, and why."""
    return [*told.answer(), told.why_heading(), *(f"  {one}" for one in told.why()), told.made()]


def read(screen: Screen) -> str:
    """What is typed next; at the end of it the key that leaves."""
    try:
        return screen.read("> ")
    except (EOFError, KeyboardInterrupt):
        screen.say("")
        return LEAVE
