"""Tells how far a command is, on standard error: a bar in a terminal, plain lines now and then elsewhere.

The first line comes after FIRST seconds, whatever the command does then: another thread tells it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import TypeVar

from bellringer.commands.language import words
from bellringer.commands.printing import say

Done = TypeVar("Done")
FIRST = 1.0  # seconds until the first line; each pause is twice as long as the one before
LONGEST = 30.0  # seconds between two lines at most
BAR = 20  # columns
MINUTE, HOUR = 60, 3_600


class Told:
    """How far something is. It is called with what is done, and how much there is. `what`: a key of the catalogue.

    `counted`: what is counted, if not games: what its keys end with. `follow`: what to do at each call; `stop`: ends
    the drawing of a bar, before something else is told.
    """

    def __init__(self, what: str, counted: str = "") -> None:
        self.words, self.what, self.counted = words(), what, counted
        self.lock = Lock()
        self.done, self.of = 0, 0  # `of`: 0 while nobody knows
        self.follow: Callable[[], None] = lambda: None
        self.stop: Callable[[], None] = lambda: None

    def __call__(self, done: int, of: int) -> None:
        self.done, self.of = done, of
        self.follow()

    def add(self, done: int) -> None:
        """Count that much more as done. Any thread may call this."""
        with self.lock:
            self(self.done + done, self.of)

    def count(self) -> str:
        """What is done, without the time."""
        if not self.of:
            return self.words(f"progress.{self.what}")
        if self.done >= self.of:
            return self.words(f"progress.all{self.counted}", of=f"{self.of:,}")
        return self.words(f"progress.some{self.counted}", done=f"{self.done:,}", of=f"{self.of:,}")

    def line(self, seconds: float) -> str:
        """What is done after some seconds, and how long the rest will take if that can be told."""
        found = self.words("progress.after", count=self.count(), time=span(seconds))
        if 0 < self.done < self.of:
            found += self.words("progress.left", time=span(seconds * (self.of - self.done) / self.done))
        return found


def span(seconds: float) -> str:
    """A time in its two largest units: `8 s`, `3 min`, `2 h 5 min`."""
    whole = max(1, round(seconds))
    if whole < 2 * MINUTE:
        return f"{whole} s"
    hours, rest = divmod(whole, HOUR)
    return f"{hours} h {rest // MINUTE} min" if hours else f"{whole // MINUTE} min"


@contextmanager
def progress(what: str, counted: str = "") -> Iterator[Told]:
    """Tell how far something is as long as it takes. Yields what to call with how much is done.

    `what`: a key below `progress` in the catalogue, for the time before anything can be counted; `counted`: see `Told`.
    """
    told = Told(what, counted)
    with bar(told) if sys.stderr.isatty() else lines(told):
        yield told


def at_work(work: Callable[[], Done], first: float = FIRST) -> Done:
    """Do some work, such as a tool's, and tell in lines that it goes on. `first`: seconds until the first line."""
    with lines(Told("working"), first):
        return work()


@contextmanager
def lines(told: Told, first: float = FIRST) -> Iterator[None]:
    """Tell how far something is in lines."""
    over = Event()
    teller = Thread(target=tell, args=(told, over, first), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def tell(told: Told, over: Event, first: float = FIRST) -> None:
    """Say a line now and then until it is over."""
    began, pause = monotonic(), first
    while not over.wait(pause):
        say(f"bellringer: {told.line(monotonic() - began)}", error=True)
        pause = min(2 * pause, LONGEST)


@contextmanager
def bar(told: Told) -> Iterator[None]:
    """Tell how far something is by a bar, which is removed at the end."""
    from rich.progress import BarColumn, Progress, ProgressColumn, Task
    from rich.text import Text

    from bellringer.terminal.console import PlainConsole

    class Line(ProgressColumn):
        """The line that others get, beside the bar."""

        def render(self, task: Task) -> Text:
            return Text(told.line(task.elapsed or 0), no_wrap=True)

    console = PlainConsole(stderr=True)
    if console.is_dumb_terminal:
        with lines(told):
            yield
        return
    with Progress(BarColumn(BAR), Line(), console=console, transient=True, redirect_stdout=False) as drawn:
        task = drawn.add_task("", total=None)
        told.stop = drawn.stop
        told.follow = lambda: drawn.update(task, completed=told.done, total=told.of)
        yield
