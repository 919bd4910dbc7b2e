"""A page that another process draws is the one that would be drawn here; where no process answers, it is drawn here."""

from __future__ import annotations

import asyncio
import gc
import pickle
import random
import re
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast
from urllib.request import urlopen

import pytest

from bellringer.core.shown.words import LANGUAGES
from bellringer.server.drawing.drawn_parts import DrawnParts
from bellringer.server.drawing.process import apart as drawing_module
from bellringer.server.drawing.process.apart import Drawing, DrawingProcess, Gone
from bellringer.server.drawing.process.drawing_messages import HEAD, Begin, Draw, Drawn, LetGo
from bellringer.server.drawing.process.drawing_process import Copies
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.open_page import news_of
from bellringer.server.drawing.table.page_model import Viewer
from bellringer.server.drawing.table.parts import BOARD, GROUND, PARTS, Look, draw, event
from bellringer.server.tables.live.live_game import LiveGame
from tests.server.services import COMPANIES, apart, kept_table, moved, run_apart
from tests.server.test_live import acts_played, any_table
from tools.measuring import children_of
from tools.visitors import Browser, Figures, Place, Player, serving

pytestmark = pytest.mark.unhurried

EVERYTHING = {GROUND, BOARD, *PARTS}
PATIENCE = 60.0  # seconds: a busy machine takes long to start a process
TOLD = (
    {},
    {"notice": "Too late."},
    {"hint": {"words": "Pass", "chance": 0.5, "error": 0.02, "name": "pass", "other": "", "why": None}},
    {"hint": {"words": "Pass", "chance": 0.5, "error": 0.02, "name": "pass", "other": "take",
              "why": {"heading": "Why", "lines": ["You: a rat"], "pairs": 100, "anchors": "card monk"}}},
    {"warning": {"seat": 0, "asked": 0, "name": "pass", "words": "Pass", "other": "take", "better": "Take it",
                 "loss": "5.0", "error": "0.1", "why": None, "is_finding": True}},
)  # fmt: skip


def look_at(live: LiveGame, seat: int | None, language: str = "en", **told: Any) -> Look:
    """How somebody looks at a game."""
    own = () if seat is None else (seat,)
    return Look(Viewer(seat, own, language, seen=live.table.event_count // 2), live.info(0), "token", told)


def drawn_here(live: LiveGame, look: Look, sent: dict[str, bytes], revision: int) -> tuple[bytes, dict[str, bytes]]:
    """The message for a page, and the fingerprints of the parts in it, with nothing kept from before."""
    parts = draw(environment(), LiveGame(live.kept, live.acts), look, DrawnParts())
    message, prints = news_of(parts, sent)
    return event(message, revision) if message else b"", prints


def heard(copies: Copies, words: Begin | Draw | LetGo) -> Drawn | None:
    """What is answered to words that come through a pipe."""
    answer: Drawn | None = pickle.loads(pickle.dumps(copies.hear(pickle.loads(pickle.dumps(words)))))
    return answer


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_a_copy_draws_what_would_be_drawn_here(game: str, seats: int) -> None:
    """Whatever happens at the table, with any options, for any eyes."""
    dice, copies = random.Random(f"{game} {seats}"), Copies()
    live = LiveGame(any_table(game, seats, dice))
    copies.hear(Begin(1, live.kept, (), ()))
    known, sent, drawings = 0, dict[str, bytes](), 0
    for act in acts_played(live, dice):
        if dice.random() < 0.9 and not live.ended_by:
            continue
        look = look_at(live, dice.choice((None, *range(seats))), dice.choice(LANGUAGES), **dice.choice(TOLD))
        found = heard(copies, Draw(act.number, 1, tuple(live.acts[known:]), look, sent, act.number))
        assert found is not None
        told, prints = drawn_here(live, look, sent, act.number)
        assert (found.number, found.trouble, found.message, found.prints) == (act.number, "", told, prints)
        known, drawings = len(live.acts), drawings + 1
        sent.update(found.prints)
    assert drawings > 1 and live.ended_by


def test_a_copy_sends_what_a_page_lacks_alone() -> None:
    copies, live = Copies(), LiveGame(kept_table("rattus", 3))
    copies.hear(Begin(7, live.kept, (), ()))
    first = heard(copies, Draw(1, 7, (), look_at(live, 0), {}, 1))
    assert first is not None and set(first.prints) == EVERYTHING
    again = heard(copies, Draw(2, 7, (), look_at(live, 0), first.prints, 1))
    assert again == Drawn(2)
    act = moved(live, live.pending[0])
    then = heard(copies, Draw(3, 7, (act,), look_at(live, 0), first.prints, 2))
    assert then is not None and "prompt" in then.prints and GROUND not in then.prints
    assert then.message.startswith(b"id: 2\n")
    targets = [target.decode() for target in re.findall(rb'hx-target="#([^"]*)"', then.message)]
    assert {*targets} - {"latest", "lines-0"} == {*then.prints} - {"log"}, "of the log its new lines alone"


def test_what_a_copy_can_not_draw_is_said_without_what_is_hidden() -> None:
    copies, live = Copies(), LiveGame(kept_table("rattus", 3))
    unknown = Draw(1, 7, (), look_at(live, 0), {}, 1)
    assert heard(copies, unknown) == Drawn(1, trouble="KeyError")
    copies.hear(Begin(7, live.kept, (), ()))
    act = moved(live, live.pending[0])
    assert heard(copies, Draw(2, 7, (act, act), look_at(live, 0), {}, 1)) == Drawn(2, trouble="IllegalMove")
    copies.hear(LetGo((7, 8)))
    assert copies.games == {} and heard(copies, unknown) == Drawn(1, trouble="KeyError")


def with_process(work: Callable[[DrawingProcess], Awaitable[None]]) -> None:
    """Do some work while a process draws."""

    async def run() -> None:
        process = DrawingProcess()
        await process.start()
        reading = asyncio.create_task(process.read())
        try:
            await work(process)
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            await process.end()
        assert process.process is not None and process.process.returncode is not None

    run_apart(run)


@pytest.mark.slow
def test_a_process_draws_for_several_games_at_once() -> None:
    async def work(process: DrawingProcess) -> None:
        games = [LiveGame(kept_table(game, 3, id=number)) for number, game in enumerate(("rattus", "notre-dame"))]
        for _ in range(2):
            looks = [look_at(live, 0) for live in games]
            found = await asyncio.gather(
                *(process.draw(live, look, {}, 1) for live, look in zip(games, looks, strict=True))
            )
            expected = [drawn_here(live, look, {}, 1) for live, look in zip(games, looks, strict=True)]
            assert [(one.message, one.prints) for one in found] == expected
            for live in games:
                moved(live, live.pending[0])
        assert process.told == {known.game for known in process.known.values()} and len(process.told) == 2
        del games, live, looks
        gc.collect()
        live = LiveGame(kept_table("rattus", 2))
        await process.draw(live, look_at(live, 0), {}, 1)
        assert len(process.told) == 1, "it lets go of what the server has let go"

    with_process(work)


@pytest.mark.slow
def test_who_waits_for_a_process_that_ends_is_told() -> None:
    async def work(process: DrawingProcess) -> None:
        live = LiveGame(kept_table("rattus", 3))
        waiting = asyncio.create_task(process.draw(live, look_at(live, 0), {}, 1))
        await asyncio.sleep(0)
        await process.end()
        with pytest.raises(Gone):
            await waiting
        assert not process.waiting
        with pytest.raises(Gone):
            await process.draw(live, look_at(live, 0), {}, 1)

    with_process(work)


@pytest.mark.slow
def test_a_process_that_answers_nobody_is_ended() -> None:
    async def work() -> None:
        drawing, live = Drawing(look=0.01, rest=0.01), LiveGame(kept_table("rattus", 3))
        keeping = asyncio.create_task(drawing.keep())
        found = await begun(drawing)
        assert found.process is not None
        await asyncio.sleep(20 * drawing.look)
        assert found.process.returncode is None, "nobody has asked"
        found.process.send_signal(signal.SIGSTOP)
        assert await drawing.message(live, look_at(live, 0), {}, 1) is None
        await until(lambda: drawing.process is not found)
        await begun(drawing)  # asyncio leaves a process behind whose start is cancelled
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)

    run_apart(work)


def test_a_process_that_answers_others_goes_on() -> None:
    """However long a page takes: with so much to do, nobody else would draw it sooner."""

    async def work() -> None:
        process, double = DrawingProcess(look=0.001), DoubledProcess()
        process.process = cast(Process, double)
        reading = asyncio.create_task(process.read())
        live = LiveGame(kept_table("rattus", 3))
        pages = [asyncio.create_task(process.draw(live, look_at(live, 0), {}, 1)) for _ in range(20)]
        for page in pages:
            await asyncio.sleep(2 * process.look)
            double.answer(Drawn(pages.index(page) + 2))  # the first number is the game's
        assert [found.number for found in await asyncio.gather(*pages)] == list(range(2, 22))
        assert double.returncode is None
        double.stdout.feed_eof()
        with pytest.raises(EOFError):
            await reading

    asyncio.run(work())


class DoubledProcess:
    """What a process is to the server, with the answers of a test."""

    def __init__(self) -> None:
        self.stdin, self.stdout = DoubledInput(), asyncio.StreamReader()
        self.returncode: int | None = None

    def answer(self, found: Drawn) -> None:
        """Answer that."""
        words = pickle.dumps(found)
        self.stdout.feed_data(HEAD.pack(len(words)) + words)

    def kill(self) -> None:
        """End, like a process that is killed."""
        self.returncode = -9
        self.stdout.feed_eof()


class DoubledInput:
    """The input of a process that does not listen."""

    def is_closing(self) -> bool:
        """Whether it has ended."""
        return False

    def write(self, words: bytes) -> None:
        """Nobody hears it."""


def test_the_process_loads_nothing_that_drawing_does_not_need() -> None:
    """It starts in less than a second, and takes a third of the memory that the server would."""
    code = f"import sys; import {drawing_module.MODULE}; print({{'sqlalchemy', 'fastapi', 'rich'}} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"


@pytest.mark.slow
def test_a_process_that_has_ended_is_started_again() -> None:
    async def work() -> None:
        drawing, live = Drawing(rest=0.01), LiveGame(kept_table("rattus", 3))
        assert await drawing.message(live, look_at(live, 0), {}, 1) is None, "nobody draws yet"
        keeping = asyncio.create_task(drawing.keep())
        for _ in range(2):
            found = await begun(drawing)
            told = await drawing.message(live, look_at(live, 0), {}, 1)
            assert told is not None and set(told.prints) == EVERYTHING and drawing.turns.free == drawing_module.TOGETHER
            found.kill()
            assert await drawing.message(live, look_at(live, 0), {}, 1) is None
            await until(lambda found=found: drawing.process is not found)  # type: ignore[misc]
        await begun(drawing)
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        assert not drawing.is_apart and drawing.turns.free == 1

    run_apart(work)


async def begun(drawing: Drawing) -> DrawingProcess:
    """The process that draws, as soon as there is one."""
    await until(lambda: drawing.process is not None)
    assert drawing.process is not None
    return drawing.process


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


@pytest.mark.slow
def test_what_a_process_can_not_draw_is_drawn_here() -> None:
    """The copy is made anew for the next page."""

    async def work(process: DrawingProcess) -> None:
        live, drawing = LiveGame(kept_table("rattus", 3)), Drawing()
        drawing.process = process
        await drawing.message(live, look_at(live, 0), {}, 1)
        process.known[live].game += 1_000
        assert await drawing.message(live, look_at(live, 0), {}, 1) is None
        found = await drawing.message(live, look_at(live, 0), {}, 1)
        assert found is not None and found.message == drawn_here(live, look_at(live, 0), {}, 1)[0]

    with_process(work)


@pytest.mark.slow
def test_a_server_lets_a_process_draw_once_enough_pages_listen(tmp_path: Path) -> None:
    """And the process ends with the server, however that ends."""

    async def play(port: int) -> None:
        places = [Place(Player(Browser(port), "rattus"), Browser(port)) for _ in range(2)]
        dice, figures = random.Random(1), Figures()
        for place in places:
            await place.begin("random")
            await until(lambda place=place: place.is_ready)  # type: ignore[misc]
        await until(lambda: children_of(pid) != [])
        while drawn_by(port).get("apart", 0) < 10:
            for place in places:
                await until(lambda place=place: place.is_ready or place.player.is_over)  # type: ignore[misc]
                if place.player.is_over:  # before the process could draw
                    await place.begin("random")
                else:
                    await place.player.move(dice, place.heard, figures, 0.0)
        assert not figures.wrong and not figures.refused and not any(place.trouble() for place in places)
        for place in places:
            await place.leave()

    with serving(tmp_path / "data", "--no-limits", "--pace", "0", "--draw-apart", "3") as (port, pid):
        apart(lambda: asyncio.run(play(port)))
        (child,) = children_of(pid)
    assert apart(lambda: asyncio.run(ends(child)))


async def ends(pid: int) -> bool:
    """Whether a process ends before long."""
    await until(lambda: not is_alive(pid))
    return True


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended may still be listed until its parent has noticed."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def drawn_by(port: int) -> dict[str, float]:
    """How many pages each process has drawn."""
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        found = re.findall(r'bellringer_pages_drawn_total\{process="(\w+)"\} (\S+)', answer.read().decode())
    return {process: float(number) for process, number in found}
