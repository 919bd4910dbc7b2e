"""The work of a review: it goes on in slices, stops anywhere, and is gone on with from what it has kept.

What a task finds depends on the game and the plan alone: neither on the order of the tasks, nor on stops or threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib.metadata import version
from threading import Event, Lock
from typing import Any

from bellringer.core.errors import OptionError
from bellringer.review.course import Course
from bellringer.review.looks import Slices, finish, luck_slices, step_slices, valued_by
from bellringer.review.plan import Plan, plan_for
from bellringer.review.results import VERSION, Luck, Review, Step, Why, worst
from bellringer.review.whys import why_slices

STEP, LUCK, WHY = "step", "luck", "why"
BEGUN = "review_begun"  # what a document of work that is not done has in the place of `review`

Task = tuple[str, int]  # what is to be found, and for which turn


class Stopped(Exception):
    """The work was stopped before the review was whole."""


class Work:
    """The review of one game: what is found so far, and what is left to do."""

    def __init__(self, course: Course, plan: Plan | None = None) -> None:
        self.course = course
        self.plan = plan or plan_for(len(course.decisions), course.seats, len(course.chances))
        self.steps: dict[int, Step] = {}
        self.lucks: dict[int, Luck] = {}
        self.whys: dict[int, Why] = {}
        self.chances = {moment.turn: moment for moment in course.chances}
        self._lock = Lock()

    # what there is to do

    @property
    def is_looked(self) -> bool:
        """Whether every decision and every chance moment is looked at, so that it is known what is to be explained."""
        return len(self.steps) == len(self.course.decisions) and len(self.lucks) == len(self.chances)

    @property
    def explained(self) -> tuple[int, ...]:
        """The turns that are explained without being asked for: those of the largest mistakes."""
        if not self.is_looked:
            return ()
        return tuple(step.turn for step in worst(tuple(self.steps.values()))[: self.plan.moments])

    def missing(self) -> list[Task]:
        """What is still to be done, as far as it is known."""
        steps = [(STEP, one.turn) for one in self.course.decisions if one.turn not in self.steps]
        lucks = [(LUCK, turn) for turn in self.chances if turn not in self.lucks]
        return [*steps, *lucks, *((WHY, turn) for turn in self.explained if turn not in self.whys)]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to do."""
        return self.is_looked and not self.missing()

    @property
    def progress(self) -> tuple[int, int]:
        """How many tasks are done, and of how many at most."""
        looked, of = len(self.steps) + len(self.lucks), len(self.course.decisions) + len(self.chances)
        whys = len(self.explained) if self.is_looked else self.plan.moments
        return looked + sum(turn in self.whys for turn in self.explained), of + whys

    # doing it

    def task_slices(self, task: Task) -> Slices[None]:
        """Do one task in slices. Nothing of it is kept before it is done."""
        what, turn = task
        if what == STEP:
            step = yield from step_slices(self.course.decisions[turn], self.course.seats, self.plan)
            self.keep(self.steps, turn, step)
        elif what == LUCK:
            luck = yield from luck_slices(self.course, self.chances[turn], self.plan)
            self.keep(self.lucks, turn, luck)
        else:
            self.keep(self.whys, turn, (yield from self.why_slices(turn)))

    def why_slices(self, turn: int) -> Slices[Why]:
        """Why a move that was played is better or worse than the bot's."""
        decision, compared = self.course.decisions[turn], self.steps[turn].compared
        if compared is None:
            raise OptionError(f"move {turn + 1} had no other")
        found = yield from why_slices(
            self.course.game, decision.before, decision.seat, compared, self.plan.pairs, self.plan.seed, turn
        )
        return found

    def keep(self, found: dict[int, Any], turn: int, what: Any) -> None:
        """Keep what was found."""
        with self._lock:
            found[turn] = what

    def slices(self) -> Iterator[None]:
        """All that is left to do, in slices of some milliseconds: whoever has time asks for the next one.

        Pausing and leaving off between two of them is safe; a task that was begun is then begun anew.
        """
        while missing := self.missing():
            yield from self.task_slices(missing[0])

    def explain_slices(self, turn: int) -> Slices[Why]:
        """Why the move of a turn is better or worse, which a reader has opened: found now, unless it is known.

        Raises OptionError for a turn that the game does not have, or at which nothing could be compared.
        """
        if not 0 <= turn < len(self.course.decisions):
            raise OptionError(f"the game has no move {self.course.moves_before + turn + 1}")
        if turn not in self.whys:
            if turn not in self.steps:
                yield from self.task_slices((STEP, turn))
            yield from self.task_slices((WHY, turn))
        return self.whys[turn]

    def explain(self, turn: int) -> Why:
        """Find what `explain_slices` does, without a pause."""
        return finish(self.explain_slices(turn))

    def run(
        self, threads: int = 1, told: Callable[[int, int], None] | None = None, stop: Event | None = None
    ) -> Review:
        """Do all that is left, with some threads. `told`: called with `progress` after each task.

        `stop`: ends the work after the slices at hand. Raises Stopped if it did; what was found by then is kept.
        """
        stop = stop or Event()
        with ThreadPoolExecutor(threads) as pool:
            try:
                while not stop.is_set() and (missing := self.missing()):
                    self.share_out(pool, threads, missing, told, stop)
            except BaseException:
                stop.set()
                raise
        if not self.is_whole:
            raise Stopped
        return self.review()

    def share_out(
        self,
        pool: ThreadPoolExecutor,
        threads: int,
        missing: Sequence[Task],
        told: Callable[[int, int], None] | None,
        stop: Event,
    ) -> None:
        """Let the threads do some tasks, each one at a time."""
        coming, working = iter(missing), set[Future[None]]()
        while not stop.is_set():
            while len(working) < threads and (task := next(coming, None)) is not None:
                working.add(pool.submit(self.do, task, stop))
            if not working:
                return
            done, working = wait(working, return_when=FIRST_COMPLETED)
            for one in done:
                one.result()
            if told:
                told(*self.progress)

    def do(self, task: Task, stop: Event) -> None:
        """Do one task, unless it is stopped."""
        for _ in self.task_slices(task):
            if stop.is_set():
                return

    # what is found

    def review(self) -> Review:
        """The review. Raises Stopped while it is not whole: it is never shown half as whole."""
        if not self.is_whole:
            raise Stopped
        return self._found()

    def _found(self) -> Review:
        course = self.course
        return Review(
            digest=course.digest,
            game=course.game.name,
            version=version("bellringer"),
            judged_by=valued_by(course.beginning),
            seats=course.table.seat_names,
            moves_before=course.moves_before,
            places=course.result.places,
            plan=self.plan,
            steps=tuple(self.steps[turn] for turn in sorted(self.steps)),
            lucks=tuple(self.lucks[turn] for turn in sorted(self.lucks)),
            whys=tuple(self.whys[turn] for turn in sorted(self.whys)),
        )

    def as_json(self) -> dict[str, Any]:
        """What is found so far as a JSON document: the review's if it is whole, else one to go on from."""
        with self._lock:
            found = self._found()
        return found.as_json() if self.is_whole else {BEGUN: VERSION, **found.kept_json()}

    def go_on(self, document: Mapping[str, Any]) -> None:
        """Take over what work on the same game has found. Raises OptionError for anything else, and keeps nothing."""
        if not isinstance(document, Mapping) or document.get(BEGUN, document.get("review")) != VERSION:
            raise OptionError(f"this is no review of version {VERSION}, begun or whole")
        found = Review.from_json({**document, "review": VERSION})
        if found.digest != self.course.digest:
            raise OptionError("this is the review of another game")
        if (found.version, found.judged_by) != (version("bellringer"), valued_by(self.course.beginning)):
            raise OptionError(f"Bellringer {found.version} with another judge ({found.judged_by}) began this review")
        self.plan = found.plan
        self.steps = {one.turn: one for one in found.steps}
        self.lucks = {one.turn: one for one in found.lucks}
        self.whys = {one.turn: one for one in found.whys}
