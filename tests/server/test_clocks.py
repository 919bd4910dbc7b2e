"""Clocks: for all decisions or for each, while one thinks, takes back, is away, and while no server runs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bellringer.server.store.values import clocks
from bellringer.server.tables.live.live_game import LiveGame
from tests.server.services import acted, deep_undo, kept_table, moved

DAY = 86_400_000
MINUTE = 60_000


@pytest.mark.parametrize("minutes", [10, 20, 40])
def test_a_live_clock_has_minutes_for_all_decisions_and_ten_seconds_more_each(minutes: int) -> None:
    kind = clocks.KINDS[f"live-{minutes}"]
    assert kind is not None
    assert kind.left(0, 0, 0) == 60 * minutes
    assert kind.left(spent=100, decisions=0, running=0) == 60 * minutes - 100
    assert kind.left(spent=100, decisions=3, running=5) == 60 * minutes - 100 + 30 - 5
    assert kind.left(spent=60 * minutes, decisions=1, running=10) == 0
    assert not kind.is_for_each


@pytest.mark.parametrize("days", [1, 3, 7])
def test_a_clock_of_days_has_them_for_each_decision(days: int) -> None:
    kind = clocks.KINDS[f"days-{days}"]
    assert kind is not None and kind.is_for_each
    assert kind.left(0, 0, 0) == 86_400 * days
    assert kind.left(spent=10**9, decisions=50, running=60) == 86_400 * days - 60


def test_there_are_these_clocks_and_no_others() -> None:
    assert set(clocks.KINDS) == {"none", "live-10", "live-20", "live-40", "days-1", "days-3", "days-7"}
    assert clocks.KINDS["none"] is None


def test_without_a_clock_nobody_is_late() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    assert live.late(10_000 * DAY) == []
    assert live.seconds_left(0, 10_000 * DAY) is None


def test_a_live_clock_runs_while_its_seat_is_to_decide_and_stands_while_others_are() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="live-10"))
    assert live.seconds_left(0, 60_000) == 540
    moved(live, 0, at=60_000)
    assert live.seconds_left(0, 60_000) == live.seconds_left(0, 500_000) == 550
    assert live.seconds_left(1, 500_000) == 100
    moved(live, 1, at=500_000)
    assert live.seconds_left(0, 500_000 + 7_000) == 543


def test_a_live_clock_that_is_used_up_makes_its_seat_late_at_that_millisecond() -> None:
    live = LiveGame(kept_table("notre-dame", 3, clock="live-10"))
    assert live.late(10 * MINUTE - 1) == []
    assert live.late(10 * MINUTE) == [0, 1, 2]
    moved(live, 1, at=1_000)
    assert live.late(10 * MINUTE) == [0, 2]
    acted(live, 0, "late", "random", 10 * MINUTE)
    assert live.late(11 * MINUTE) == [2]
    assert live.bot_of(0, "adept") == "random"
    assert live.seconds_left(0, 11 * MINUTE) is None


def test_who_was_late_and_comes_back_has_a_minute() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="live-10"))
    acted(live, 0, "late", "random", 10 * MINUTE)
    for _ in range(3):
        acted(live, 0, "return", at=30 * MINUTE)
        assert live.seconds_left(0, 30 * MINUTE) == clocks.MERCY
        acted(live, 0, "late", "random", 31 * MINUTE)


def test_who_lent_a_seat_and_comes_back_has_what_was_left() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="live-10"))
    acted(live, 0, "lend", "random", 9 * MINUTE + 30_000)
    acted(live, 0, "return", at=50 * MINUTE)
    assert live.seconds_left(0, 50 * MINUTE) == 30


def test_a_bots_decisions_bring_its_seat_no_time_and_cost_it_none() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="live-10"))
    acted(live, 0, "lend", "random", MINUTE)
    moved(live, 0, at=5 * MINUTE)
    acted(live, 0, "return", at=6 * MINUTE)
    assert live.seconds_left(0, 6 * MINUTE) == 540
    assert live.holders[0].decisions == 0


def test_a_clock_of_days_begins_anew_with_every_decision() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="days-1"))
    moved(live, 0, at=DAY - 1)
    moved(live, 1, at=DAY - 1)
    seat = live.pending[0]
    assert live.late(2 * DAY - 2) == []
    assert seat in live.late(2 * DAY - 1)


def test_who_was_late_on_a_clock_of_days_has_the_whole_time_again() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="days-3"))
    acted(live, 0, "late", "random", 3 * DAY)
    acted(live, 0, "return", at=5 * DAY)
    assert live.seconds_left(0, 5 * DAY) == 3 * 86_400


def test_taking_back_never_brings_time() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="live-10"))
    for _ in range(5):
        moved(live, 0)
        acted(live, 0, "undo")
    left = live.seconds_left(0, 0)
    assert left is not None and left <= 600


def test_time_thought_over_a_question_is_spent_when_the_decision_before_it_is_taken_back() -> None:
    live = deep_undo()
    live.kept = replace(live.kept, clock="live-40")
    seat = live.acts[-1].seat
    acted(live, seat, "undo", at=0)
    left = live.seconds_left(seat, 0)
    acted(live, seat, "undo", at=MINUTE)
    after = live.seconds_left(seat, MINUTE)
    assert left is not None and after is not None
    assert after <= left - 60


def test_a_live_clock_stands_still_while_the_server_is_down() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="live-10"))
    moved(live, 1, at=5_000)
    pauses = [(2 * MINUTE, 40 * MINUTE)]
    again = LiveGame(live.kept, live.acts, pauses=pauses)
    assert again.late(40 * MINUTE) == []
    assert again.seconds_left(0, 40 * MINUTE) == 480, "the time before the pause is spent"
    assert again.seconds_left(0, 41 * MINUTE) == 420
    twice = LiveGame(live.kept, live.acts, pauses=[*pauses, (41 * MINUTE, 50 * MINUTE)])
    assert twice.seconds_left(0, 52 * MINUTE) == 300
    act = moved(again, 0, at=41 * MINUTE)
    assert act.spent == 3 * MINUTE
    later = LiveGame(live.kept, again.acts, pauses=[*pauses, (42 * MINUTE, 90 * MINUTE)])
    seat = later.pending[0]
    assert later.seconds_left(seat, 90 * MINUTE) == again.seconds_left(seat, 42 * MINUTE)


def test_who_was_out_of_time_when_the_server_stopped_is_so_afterwards() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="live-10"))
    again = LiveGame(live.kept, live.acts, pauses=[(11 * MINUTE, 40 * MINUTE)])
    assert again.late(40 * MINUTE) == [0, 1]


def test_a_move_taken_back_is_open_again_with_the_time_that_it_had_taken() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="live-10"))
    moved(live, 0, at=4 * MINUTE)
    acted(live, 0, "undo", at=9 * MINUTE)
    assert live.seconds_left(0, 9 * MINUTE) == 6 * 60
    assert moved(live, 0, at=10 * MINUTE).spent == 5 * MINUTE
    assert live.seconds_left(0, 10 * MINUTE) == 5 * 60 + clocks.BONUS


def test_a_clock_of_days_can_not_be_held_up_by_taking_back() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="days-1"))
    moved(live, 0, at=DAY - 2_000)
    acted(live, 0, "undo", at=DAY - 1_000)
    assert live.seconds_left(0, DAY - 1_000) == 2
    assert 0 in live.late(DAY + 1_000)


def test_a_clock_of_days_counts_the_question_after_the_one_that_is_open_again() -> None:
    live = deep_undo()
    live.kept = replace(live.kept, clock="days-1")
    seat, at = live.acts[-1].seat, live.acts[-1].at
    acted(live, seat, "undo", at=at)
    acted(live, seat, "undo", at=at + DAY - 1_000)
    assert live.seconds_left(seat, at + DAY - 1_000) == 1


def test_a_clock_of_days_runs_on_while_the_server_is_down() -> None:
    live = LiveGame(kept_table("notre-dame", 2, clock="days-1"))
    again = LiveGame(live.kept, live.acts, pauses=[(1, DAY)])
    assert again.late(DAY) == [0, 1]
