"""Turns at what there is little of: everybody has one, and nobody makes others wait by asking for much."""

from __future__ import annotations

import asyncio
import random
import threading
from itertools import pairwise
from typing import Any

import pytest

from bellringer import bots, new_game
from bellringer.core.contract.registry import find, game_names
from bellringer.core.levels import NAMES
from bellringer.server.base import turns as turns_module
from bellringer.server.base import workers as workers_module
from bellringer.server.base.turns import (
    CREDIT,
    LATER_ONES,
    LONGEST_FIRST,
    MOST_AT_ONCE,
    STEPS_IN,
    FairTurns,
    LoopTurns,
    Round,
    Turns,
)
from bellringer.server.base.workers import MOST_HINTS_EACH, MOST_KEPT, QUICK, KeptBots, Workers, is_quick
from bellringer.server.drawing.table.open_page import Page
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.errors import Refused
from bellringer.server.store import User
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.memory.room import Room
from tests.server.services import COMPANIES, acted, kept_table, moved, run_apart

PATIENCE = 20


def order_of(*asked: str, places: int = 1, gone: tuple[int, ...] = ()) -> str:
    """In which order people have their turns who ask at once, while somebody else goes on. `gone`: who gives up.

    Who is a digit can wait.
    """

    async def work() -> str:
        turns, had, is_free = Turns(places), [], asyncio.Event()

        async def hold() -> None:
            async with turns.taken("before"):
                await is_free.wait()

        async def take(who: str) -> None:
            async with turns.taken(who, can_wait=who.isdigit()):
                had.append(who)
                await asyncio.sleep(0)

        holding = [asyncio.create_task(hold()) for _ in range(places)]
        await asyncio.sleep(0)
        taking = [asyncio.create_task(take(who)) for who in asked]
        await asyncio.sleep(0)
        for number in gone:
            taking[number].cancel()
        is_free.set()
        await asyncio.gather(*holding, *taking, return_exceptions=True)
        assert turns.free == places and len(turns) == 0
        return "".join(had)

    return run_apart(work)


def test_one_of_each_after_the_other() -> None:
    assert order_of(*"aaaabbc") == "abcabaa"
    assert order_of(*"aab") == "aba"
    assert order_of(*"abab", gone=(0, 3)) == "ba"


def test_who_can_wait_has_one_turn_in_eight_while_others_wait() -> None:
    assert order_of(*"1234abcdefghijklmnop") == "abcdefg1hijklmn2op34"
    assert order_of(*"1ab") == "ab1"
    assert order_of(*"123") == "123"
    assert order_of(*"1a2b", gone=(0,)) == "ab2"


def test_one_who_must_not_wait_is_let_by_and_takes_nobody_s_place() -> None:
    async def work() -> str:
        turns, had, is_free = Turns(1), [], asyncio.Event()

        async def take(who: str) -> None:
            async with turns.taken(who, can_wait=who == "c"):
                had.append(who)
                await is_free.wait()

        taking = [asyncio.create_task(take(who)) for who in "abcd"]
        await asyncio.sleep(0)
        turns.let_by("c")
        turns.let_by("e")
        for _ in range(3):
            await asyncio.sleep(0)
        assert had == ["a", "c"]
        is_free.set()
        await asyncio.gather(*taking)
        assert turns.free == 1
        return "".join(had)

    assert run_apart(work) == "acbd"


def test_who_can_wait_no_longer_goes_before_those_who_can() -> None:
    async def work() -> str:
        turns, had = Turns(1), []

        async def take(who: str) -> None:
            async with turns.taken(who, can_wait=who.isdigit()):
                had.append(who)
                await asyncio.sleep(0)

        taking = [asyncio.create_task(take(who)) for who in "a123bc"]
        await asyncio.sleep(0)
        turns.go_first("3")
        turns.go_first("c")  # who can't wait anyway keeps the place
        turns.go_first("d")  # nobody
        await asyncio.gather(*taking)
        assert turns.free == 1 and len(turns) == 0
        return "".join(had)

    assert run_apart(work) == "abc312"


def page_of(turns: Turns, user: int | None) -> Page:
    """The open page of a user."""
    page = Page("key")
    page.turns, page.user = turns, user
    return page


@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_of_all_pages_those_of_who_must_decide_are_drawn_first(game: str, seats: int) -> None:
    """Also a page that has waited since before its seat was asked, but not that of a seat that a bot plays for."""
    live = LiveGame(kept_table(game, seats))
    room = Room(live.kept, live)
    dice = random.Random(seats)
    users = [User(id=seat + 1, name="") for seat in range(seats)]

    async def order() -> list[int | None]:
        turns, had = Turns(1), list[int | None]()

        async def draw(page: Page) -> None:
            async with turns.taken(page, can_wait=True):
                had.append(page.user)

        async with turns.taken("before"):
            pages = drawings_of(room).pages = {str(user): page_of(turns, user) for user in (None, *range(seats, 0, -1))}
            drawing = [asyncio.create_task(draw(page)) for page in pages.values()]
            await asyncio.sleep(0)
            room.changed()
        await asyncio.gather(*drawing)
        return had

    for _ in range(12):
        asked = {seat + 1 for seat in live.pending if not live.bot_of(seat, "bot")}
        assert {user.id for user in users if room.asks(user)} == asked == set(room.asked_users)
        assert not room.asks(None)
        first = run_apart(order)[: len(asked)]
        if len(asked) < LATER_ONES:  # one turn in so many is for the others
            assert set(first) == asked
        moved(live, dice.choice(live.pending), dice=dice)
        lent = dice.randrange(seats)
        acted(live, lent, "return" if live.holders[lent].lent_to else "lend", "novice")


def test_before_the_game_who_sits_there_goes_before_who_looks_on() -> None:
    room = Room(kept_table("rattus", 2))
    assert [room.asks(User(id=user, name="")) for user in (1, 2, 3)] == [True, True, False]
    assert room.asked_users == frozenset()


def test_as_many_at_once_as_there_are_places() -> None:
    async def work() -> int:
        turns, now, most = Turns(3), 0, 0

        async def take(who: int) -> None:
            nonlocal now, most
            async with turns.taken(who % 4):
                now += 1
                most = max(most, now)
                await asyncio.sleep(0.001)
                now -= 1

        await asyncio.gather(*(take(number) for number in range(40)))
        return most

    assert run_apart(work) == 3


def test_one_who_goes_away_at_the_turn_gives_it_on() -> None:
    async def work() -> None:
        turns, first = Turns(1), asyncio.Event()

        async def take(event: asyncio.Event | None = None) -> None:
            async with turns.taken("a"):
                if event is not None:
                    await event.wait()

        holding = asyncio.create_task(take(first))
        await asyncio.sleep(0)
        leaving, last = asyncio.create_task(take()), asyncio.create_task(take())
        await asyncio.sleep(0)
        first.set()
        await holding  # the turn is the leaving one's now, who does not know it yet
        leaving.cancel()
        await asyncio.wait_for(last, PATIENCE)
        assert turns.free == 1

    run_apart(work)


def fair_order(*asked: str, most: int = 100, most_each: int = 100) -> tuple[list[str], list[str]]:
    """Who have their turns, in order, and who are refused. `a/1/x` is a person within two networks."""

    async def work() -> tuple[list[str], list[str]]:
        turns, had, sent_away = FairTurns(1, most, most_each), list[str](), list[str]()

        async def take(who: str) -> None:
            try:
                async with turns.taken(tuple(who.split("/"))):
                    had.append(who)
                    await asyncio.sleep(0)
            except Refused as error:
                assert error.code == "busy" and error.status == 503
                sent_away.append(who)

        async with turns.taken(("before",)):
            taking = [asyncio.create_task(take(who)) for who in asked]
            for _ in range(3):
                await asyncio.sleep(0)
        await asyncio.gather(*taking)
        assert turns.free == 1 and len(turns) == 0 and not turns.tree
        return had, sent_away

    return run_apart(work)


def test_many_persons_of_one_network_have_one_turn_together() -> None:
    greedy = [f"a/1/{number}" for number in range(5)]
    had, _ = fair_order(*greedy, "a/2/x", "b/1/y", "b/1/y", "c/z", "w")
    assert had[:5] == ["a/1/0", "b/1/y", "c/z", "w", "a/2/x"]
    assert had[5:] == ["b/1/y", "a/1/1", "a/1/2", "a/1/3", "a/1/4"]


def test_too_many_of_one_person_are_refused() -> None:
    had, sent_away = fair_order("a/x", "a/x", "a/x", "a/y", most_each=2)
    assert (had, sent_away) == (["a/x", "a/y", "a/x"], ["a/x"])


def test_when_too_many_wait_the_greedy_give_way_and_not_who_comes() -> None:
    greedy = [f"a/1/{number}" for number in range(4)]
    had, sent_away = fair_order(*greedy, "b/x", "a/2/y", most=4)
    assert sent_away == ["a/1/3", "a/1/2"] and "b/x" in had and "a/2/y" in had
    had, sent_away = fair_order("a/x", "b/x", "c/x", "b/x", most=3)
    assert sent_away == ["b/x"], "who would have most by coming"
    had, sent_away = fair_order("a/x", "b/x", "c/x", most=2)
    assert sent_away == ["c/x"], "who comes last among equals"


def test_one_who_goes_away_while_waiting_in_a_network_gives_the_turn_on() -> None:
    async def work() -> None:
        turns = FairTurns(1)
        async with turns.taken(("before",)):
            first, last = (asyncio.create_task(turns.taken(("a", who)).__aenter__()) for who in "xy")
            await asyncio.sleep(0)
            first.cancel()
        await asyncio.wait_for(last, PATIENCE)
        turns.leave()
        assert turns.free == 1

    run_apart(work)


ADDRESSES, EACH = 40, 3  # of a flood


def test_who_comes_anew_waits_for_no_round_of_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty addresses ask on three kept connections each, and again as soon as they are answered."""
    clock = [1_000.0]
    monkeypatch.setattr(turns_module, "monotonic", lambda: clock[0])

    async def work() -> tuple[list[str], list[int]]:
        turns, had, ends, waits = LoopTurns(1_000, 1_000), list[str](), asyncio.Event(), list[int]()

        async def ask(name: str) -> None:
            await turns.enter((name, None))
            had.append(name)
            clock[0] += 0.002

        async def flood(name: str) -> None:
            while not ends.is_set():
                await ask(name)
                await asyncio.sleep(0)

        flooding = [asyncio.create_task(flood(f"flood {number % ADDRESSES}")) for number in range(ADDRESSES * EACH)]
        for number in range(1, 11):
            while len(had) < 500 * number:
                await asyncio.sleep(0)
            for name in ("who is in", f"newcomer {number}"):
                before = len(had)
                await ask(name)
                waits.append(len(had) - 1 - before)
        ends.set()
        await asyncio.gather(*flooding)
        return had, waits

    had, waits = run_apart(work)
    assert max(waits) <= 2, waits
    flood = [name for name in had[500:4_500] if name.startswith("flood")]
    for start in range(len(flood) - ADDRESSES):
        assert len(set(flood[start : start + ADDRESSES])) >= 2 * ADDRESSES // 3, "an address has one turn in a round"


def test_many_connections_bring_an_address_no_more_turns() -> None:
    found, had = Round(), list[str | None]()
    for _ in range(600):
        for name in (*"aaaaabbc",):
            found.join(name)  # it always has another that waits
        had.append(found.take())
    assert [had.count(name) for name in "abc"] == [200, 200, 200]


def test_who_has_used_up_the_credit_waits_one_round() -> None:
    found, had = Round(), list[str | None]()
    for number in range(1_000):
        for name in range(ADDRESSES):
            found.join(f"flood {name}")
        if number >= 800:
            found.join("greedy newcomer")
        had.append(found.take())
    mine = [number for number, name in enumerate(had) if name == "greedy newcomer"]
    assert len(mine) > CREDIT and mine[CREDIT // 2] < 800 + CREDIT
    assert all(20 < later - one <= 2 * ADDRESSES for one, later in pairwise(mine[CREDIT + 2 :]))


def test_ever_new_networks_do_not_shut_out_who_has_used_up_the_credit() -> None:
    """Whoever waits comes before all that come later but for three in four: a flood of strangers is no wall."""
    found, had = Round(), list[str | None]()
    for _ in range(20 * CREDIT):
        found.join("honest")
        found.join("flood")
        found.take()
    assert len(found.waiting) == 1
    found.join("honest")
    found.join("flood")
    for number in range(100):
        for part in range(3):
            found.join(f"stranger {number} {part}")
        had.append(found.take())
    assert "honest" in had[: 2 * LONGEST_FIRST] and "flood" in had[: 2 * LONGEST_FIRST], had


def test_a_round_forgets_who_has_gone() -> None:
    found = Round()
    for number in range(20_000):
        found.join("always")
        found.join(f"stranger {number}")
        found.join(f"other {number}")
        found.take()
        found.take()
    while found.waiting:
        found.take()
    assert len(found.had) == 0 and len(found.order) == 0


@pytest.mark.parametrize(("others", "at_once"), [(0.0, 1), (0.003, 1), (0.0085, 4), (1.0, MOST_AT_ONCE)])
def test_requests_take_no_more_of_the_loop_than_all_else(
    monkeypatch: pytest.MonkeyPatch, others: float, at_once: int
) -> None:
    """`others`: seconds that all else takes of each turn of the loop, of which a request takes 0.002."""
    clock = [1_000.0]
    monkeypatch.setattr(turns_module, "monotonic", lambda: clock[0])

    async def work() -> list[int]:
        turns, loop_turn, began = LoopTurns(1_000, 1_000), 0, list[int]()

        def count() -> None:
            nonlocal loop_turn
            loop_turn += 1
            clock[0] += others
            asyncio.get_running_loop().call_soon(count)

        async def ask(number: int) -> None:
            await turns.enter((str(number % 7), number))
            began.append(loop_turn)
            clock[0] += 0.002

        count()
        await asyncio.gather(*(ask(number) for number in range(100)))
        assert len(turns) == 0
        return began

    began = run_apart(work)
    assert len(began) == 100
    counts = [began.count(one) for one in sorted(set(began))][2:-1]
    assert set(counts) == {at_once}, counts
    between = {later - one for one, later in pairwise(sorted(set(began))[2:])}
    assert between == ({STEPS_IN} if not others else {2}), "turns without a request, while they are short"


def test_requests_that_are_given_up_or_are_too_many_leave_the_others_their_turns() -> None:
    async def work() -> list[str]:
        turns, had = LoopTurns(5, 3), list[str]()

        async def ask(name: str) -> None:
            try:
                await turns.enter((name, None))
            except Refused as error:
                had.append(f"{name}: {error.code}")
            else:
                had.append(name)

        asking = [asyncio.create_task(ask(name)) for name in ("first", *"aaaabbcd")]
        await asyncio.sleep(0)
        asking[2].cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        return had

    had = run_apart(work)
    assert sorted(had) == ["a", "a: busy", "a: busy", "b", "b: busy", "c", "d", "first"] or sorted(had) == [
        "a", "a: busy", "a: busy", "b", "b", "c", "d", "first"
    ], had  # fmt: skip


def test_hints_do_not_hold_up_bots_nor_one_person_s_hints_those_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    is_enough, table = threading.Event(), new_game("rattus", seats=2, seed=1)
    think, thought = workers_module.thoughts_of, []

    def slowly(iterations: int, state: Any, seat: int) -> Any:
        thought.append(iterations)
        is_enough.wait(PATIENCE)
        return think(10, state, seat)

    monkeypatch.setattr(workers_module, "thoughts_of", slowly)

    async def work() -> None:
        workers = Workers(1)
        hints = [asyncio.create_task(workers.think(table, 0, 1, ("a",))) for _ in range(1 + MOST_HINTS_EACH)]
        await asyncio.sleep(0)
        other = asyncio.create_task(workers.think(table, 0, 2, ("b",)))
        await asyncio.sleep(0)
        with pytest.raises(Refused):
            await workers.think(table, 0, 1, ("a",))
        assert await asyncio.wait_for(workers.choose("random", 1, table, 0), PATIENCE)
        is_enough.set()
        await asyncio.wait_for(asyncio.gather(*hints, other), PATIENCE)
        assert thought == [1, 1, 2, 1, 1]
        workers.close()

    run_apart(work)


@pytest.mark.parametrize(
    ("bot", "quick"),
    [
        ("random", True),
        ("greedy", True),
        ("search:80", True),
        ("search:300+greedy", True),
        ("search:320", True),
        ("search:321", False),
        ("search:1280", False),
        ("search@0.001", False),
        ("search", False),
    ],
)
def test_bots_that_think_for_long_hold_up_no_quick_ones(monkeypatch: pytest.MonkeyPatch, bot: str, quick: bool) -> None:
    is_enough, table = threading.Event(), new_game("rattus", seats=2, seed=1)
    choose = workers_module.choose_number

    def slowly(name: str, seed: int, state: Any, seat: int) -> int:
        if name == "search:5000":
            is_enough.wait(PATIENCE)
        return choose("random", seed, state, seat)

    monkeypatch.setattr(workers_module, "choose_number", slowly)

    async def work() -> None:
        workers = Workers(1)
        slow = asyncio.create_task(workers.choose("search:5000", 1, table, 0, who=("a",)))
        await asyncio.sleep(0)
        other = asyncio.create_task(workers.choose(bot, 1, table, 0, who=("b",)))
        done, _ = await asyncio.wait([other], timeout=PATIENCE if quick else 0.1)
        assert bool(done) == quick
        is_enough.set()
        await asyncio.wait_for(asyncio.gather(slow, other), PATIENCE)
        workers.close()

    run_apart(work)


@pytest.mark.parametrize("game", game_names())
def test_a_level_is_as_quick_as_it_is_in_its_game(game: str) -> None:
    for number, level in enumerate(find(game).book.levels):
        for name in (NAMES[number], f"{NAMES[number]}+greedy"):
            assert is_quick(name, game) == (level.iterations <= QUICK)
            assert is_quick(name, game, level.iterations) and not is_quick(name, game, level.iterations - 1)


@pytest.mark.parametrize(
    ("bot", "threads", "in_loop"),
    [
        ("random", 1, True),
        ("search:80", 2, True),
        ("search:80", 3, False),
        ("search:320", 2, False),
        ("search:5000", 1, False),
    ],
)
def test_the_loop_chooses_for_the_quickest_bots_where_threads_are_few(
    monkeypatch: pytest.MonkeyPatch, bot: str, threads: int, in_loop: bool
) -> None:
    table, there = new_game("rattus", seats=2, seed=1), list[bool]()
    choose = workers_module.choose_number

    def noted(name: str, seed: int, state: Any, seat: int) -> int:
        there.append(threading.current_thread() is threading.main_thread())
        return choose("random", seed, state, seat)

    monkeypatch.setattr(workers_module, "choose_number", noted)

    async def work() -> None:
        workers = Workers(threads)
        assert await workers.choose(bot, 1, table, 0) in table.legal_names(0)
        await workers.choose(bot, 1, table, 0, is_awaited=False)
        workers.close()

    asyncio.run(work())
    assert there == [in_loop, False], "bots among themselves must not hold up the loop"


def test_the_loop_goes_on_between_two_bots_for_which_it_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """And tables from another address have their turn before the many of one."""
    table, done = new_game("rattus", seats=2, seed=1), list[str]()

    async def work() -> None:
        workers = Workers(1)

        async def play(name: str) -> None:
            await workers.choose("random", 1, table, 0, who=(name[0],))
            done.append(name)

        async def answer() -> None:
            for number in range(4):
                await asyncio.sleep(0)
                done.append(f"answer {number}")

        many = [asyncio.create_task(play(f"a{number}")) for number in range(6)]
        await asyncio.gather(*many, asyncio.create_task(play("b")), asyncio.create_task(answer()))
        workers.close()

    run_apart(work)
    assert done.index("answer 3") < done.index("a5") and done.index("b") < done.index("a2")


def test_a_thread_goes_from_one_quick_bot_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """It need not wait for the loop in between, which has much to do."""
    table, chosen, enough = new_game("rattus", seats=2, seed=1), list[int](), threading.Event()
    choose = workers_module.choose_number

    def counted(name: str, seed: int, state: Any, seat: int) -> int:
        chosen.append(seed)
        if len(chosen) == 1 + workers_module.AHEAD:
            enough.set()
        return choose(name, seed, state, seat)

    monkeypatch.setattr(workers_module, "choose_number", counted)

    async def work() -> None:
        workers = Workers(1)
        tasks = [asyncio.create_task(workers.choose("search:81", seed, table, 0)) for seed in range(20)]
        await asyncio.sleep(0)
        assert enough.wait(PATIENCE), "the loop stands still meanwhile"
        await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
        assert sorted(chosen) == list(range(20))
        workers.close()

    run_apart(work)


def test_who_waits_for_a_thread_has_what_it_returns_or_its_error_unless_he_has_gone() -> None:
    is_enough, called = threading.Event(), list[int]()

    def fail() -> None:
        raise ValueError("no idea")

    async def work() -> None:
        threads = workers_module.Threads(1, "test")
        first, gone = threads.run(is_enough.wait, PATIENCE), threads.run(called.append, 1)
        gone.cancel()
        wrong, last = threads.run(fail), threads.run(lambda: "the last one")
        is_enough.set()
        assert await first and await last == "the last one" and called == [1]
        with pytest.raises(ValueError, match="no idea"):
            await wrong
        threads.close()

    run_apart(work)


def test_threads_that_are_closed_end_and_call_nothing_more() -> None:
    begun, is_enough, called = threading.Event(), threading.Event(), list[int]()

    def hold() -> None:
        begun.set()
        is_enough.wait(PATIENCE)

    async def work() -> list[threading.Thread]:
        threads = workers_module.Threads(2, "test")
        for _ in range(2):
            threads.run(hold)
        assert begun.wait(PATIENCE)
        threads.run(called.append, 1)
        threads.close()
        return threads.threads

    found = run_apart(work)
    is_enough.set()
    for thread in found:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in found) and called == []


def test_when_the_server_stops_all_who_wait_for_a_hint_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose hint is thought about, who waits, and who comes then."""
    begun, goes_on = threading.Event(), threading.Event()

    def slowly(*_: object) -> None:
        begun.set()
        goes_on.wait(PATIENCE)

    async def work() -> None:
        workers, table = Workers(1), new_game("rattus", seats=3)
        asked = [asyncio.create_task(workers.think(table, 0, 10, ("a", who))) for who in "xyz"]
        await asyncio.to_thread(begun.wait, PATIENCE)
        workers.end()
        asked.append(asyncio.create_task(workers.think(table, 0, 10, ("b", "w"))))
        found = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), PATIENCE)
        goes_on.set()
        workers.close()
        assert [(type(one), getattr(one, "code", ""), getattr(one, "status", 0)) for one in found] == [
            (Refused, "busy", 503)
        ] * 4

    monkeypatch.setattr(workers_module, "thoughts_of", slowly)
    run_apart(work)


def test_a_thread_keeps_the_quick_bots_that_it_has_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made, make = list[str](), bots.make

    def counted(name: str, seed: int = 0) -> bots.Bot:
        made.append(name)
        return make(name, seed)

    monkeypatch.setattr(bots, "make", counted)
    kept, table = KeptBots(), new_game("notre-dame", seats=3, seed=4)
    for seed in range(12):
        seat = table.pending[0]
        choice = kept.get("search:30", "notre-dame", seed).choose(table, seat)
        assert choice == make("search:30", seed).choose(table, seat)
        table.play(choice, seat)
    assert made == ["search:30"]
    for _ in range(2):
        kept.get("search:1000", "notre-dame", 0)
    assert made[1:] == ["search:1000"] * 2, "the tree of one that thinks for long is given back"
    for iterations in range(1, MOST_KEPT + 5):
        kept.get(f"search:{iterations}", "notre-dame", 0)
    assert len(kept.bots) <= MOST_KEPT
