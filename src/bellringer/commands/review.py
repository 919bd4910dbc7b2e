"""The command `review`, which tells of a finished game where it turned, what was luck, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from bellringer.commands.arena import patience
from bellringer.commands.clusters import threads_here
from bellringer.commands.figures import console_of_any_width, print_tables
from bellringer.commands.files import is_position, name_of, read_text
from bellringer.commands.language import words_in
from bellringer.commands.options import STOPPED
from bellringer.commands.printing import print_json, say
from bellringer.commands.progress import Told, progress
from bellringer.core.edges.files import FileProblem, check_writable, write_text

if TYPE_CHECKING:
    from bellringer.review.course import Course
    from bellringer.review.results import Review
    from bellringer.review.sentences import Teller
    from bellringer.review.work import Work

Done = TypeVar("Done")


def review(
    file: str,
    seconds: float | None,
    html: str | None,
    keep: str | None,
    why: Sequence[int],
    threads: int | None,
    language: str,
    as_json: bool,
) -> int:
    """Review a record, and print what is found. Returns the exit status.

    `why`: the numbers of moves that are explained besides the mistakes.
    """
    from bellringer.review.page import page
    from bellringer.review.sentences import Teller
    from bellringer.review.work import Stopped

    course = course_of(file)
    if html is not None:
        check_writable(html)
    count = threads_here("--threads", threads, None)
    with progress("reading", "_moments") as told:
        work = work_on(course, keep, seconds, count)
        try:
            found = found_by(work, keep, why, count, told, language)
        except Stopped:
            return STOPPED
    if html is not None:
        write_text(html, page(course, found, language))
    if as_json:
        print_json(found.as_json())
        return 0
    show(Teller(course, found, language))
    if html is not None:
        say("", words_in(language)("review.written", file=html))
    return 0


def course_of(file: str) -> Course:
    """The game of a record. Raises FileProblem for one that can't be reviewed, before anything is computed."""
    from bellringer.review.course import ReviewRefused, read_course

    text = read_text(file)
    if is_position(text):
        raise FileProblem(name_of(file), "line 1: a position has no moves; a review is of a record")
    try:
        return read_course(text)
    except ReviewRefused as error:
        raise FileProblem(name_of(file), str(error)) from error


def work_on(course: Course, keep: str | None, seconds: float | None, threads: int) -> Work:
    """The work on a game: gone on with if the folder has some of it, else begun."""
    from bellringer.review import shelf
    from bellringer.review.speed import plan_within
    from bellringer.review.work import Work

    work = Work(course)
    if keep is not None and shelf.go_on(Path(keep), work):
        return work
    if seconds is not None:
        work.plan = plan_within(course, seconds, threads)
    if keep is not None:
        shelf.keep(Path(keep), work)  # refuses a folder that can't be written before anything is looked at
    return work


def found_by(work: Work, keep: str | None, why: Sequence[int], threads: int, told: Told, language: str) -> Review:
    """Do all that is left. Raises Stopped after Ctrl-C; what is found until then is kept, if anything is to be."""
    stop = Event()
    key = "review.stopped" if keep is None else "review.kept"

    def end() -> None:
        told.stop()
        stop.set()

    try:
        with patience(end, words_in(language)(key)) as stopping:
            done = in_background(lambda: finished(work, why, threads, told, stop), stopping)
    finally:
        if keep is not None:
            from bellringer.review import shelf

            shelf.keep(Path(keep), work)
    return done


def finished(work: Work, why: Sequence[int], threads: int, told: Callable[[int, int], None], stop: Event) -> Review:
    """Do all that is left, and explain the moves that are asked for."""
    told(*work.progress)
    work.run(threads, told, stop)
    for number in why:
        work.explain(number - 1 - work.course.moves_before)
    return work.review()


def in_background(work: Callable[[], Done], stopping: Callable[[], None]) -> Done:
    """Work in another thread, since compiled code does not notice Ctrl-C."""
    from concurrent.futures import ThreadPoolExecutor, wait

    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(work)
        try:
            while not wait({working}, timeout=0.2).done:
                pass
        except KeyboardInterrupt:
            stopping()
        return working.result()


# what is printed


def show(teller: Teller) -> None:
    """Print how the game ended, what play and luck did to each seat, and every mistake with its why."""
    from bellringer.review.sentences import with_error

    said, found, language = teller.said, teller.review, teller.language
    course = teller.course
    say(*course.game.words.result_words(course.result, language, teller.seats), "", said("review.judgement"), "")
    rows = [
        [
            teller.who(seat),
            with_error(found.play(seat), language, ""),
            str(sum(step.seat == seat for step in found.mistakes)),
            with_error(found.luck[seat], language),
        ]
        for seat in range(len(found.seats))
    ]
    groups = [(said(f"seats.{name}"),) for name in ("lost", "mistakes", "luck")]
    print_tables(console_of_any_width(), said("seats.seat"), groups, rows)
    say("", said("seats.whole"))
    shown = found.told
    if not shown:
        say("", said("moments.none"))
    for turn in shown:
        say("", *moment_lines(teller, turn))


def moment_lines(teller: Teller, turn: int) -> list[str]:
    """A moment in lines: what was played, what changed, what the bot thinks of it, and why."""
    found, step = teller.review, teller.review.steps[turn]
    lines = [f"{teller.moment(turn)} · {teller.who(step.seat)}: {teller.move(turn, step.played)}"]
    lines += [f"  {one}" for one in teller.what_changed(turn)]
    lines += [f"  {one}" for one in teller.judgement(step)]
    if why := found.why(turn):
        lines += [f"  {teller.why_heading(why)}", *(f"    {one}" for one in teller.why(why))]
    return lines
