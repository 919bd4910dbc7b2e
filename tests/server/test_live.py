"""A table under way: rebuilt from its acts it is the table that was played; its questions, answers and ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bellringer.core.errors import IllegalMove, UndoRefused
from bellringer.server.errors import Refused, Stale
from bellringer.server.store import Act, TableKept
from bellringer.server.store.values import clocks
from bellringer.server.tables.live.live_game import LiveGame
from tests.contract.tables import settings
from tests.server.services import COMPANIES, acted, deep_undo, kept_table, moved

MINUTE = 60_000


def any_table(game: str, seats: int, dice: random.Random) -> TableKept:
    """A table with any options, any clock, and perhaps bots."""
    chosen = dice.choice([setting for setting in settings(game) if setting.seats == seats])
    bots = tuple(dice.sample(range(seats), dice.randrange(seats)))
    return kept_table(
        game, seats, bots, options=dict(chosen.options), clock=dice.choice(tuple(clocks.KINDS)), seed=dice.randbytes(32)
    )


def acts_played(live: LiveGame, dice: random.Random) -> Iterator[Act]:
    """Everything that can happen at a table, in any order that it can happen in, to the end of the game."""
    at = 0
    while not live.ended_by:
        at += dice.randrange(2 * MINUTE)
        people = [seat for seat, kept in enumerate(live.kept.seats) if not kept.bot]
        seat, kind = (
            dice.choice(people),
            dice.choices(("undo", "lend", "return", "late", "resign"), (40, 6, 9, 4, 1))[0],
        )
        holder = live.holders[seat]
        if dice.random() < 0.75:
            yield moved(live, dice.choice(live.pending), at, dice)
        elif kind == "undo" and live.table.may_undo(seat, live.passable) and not live.bot_of(seat, "bot"):
            yield acted(live, seat, "undo", live.undo_act(seat, at, len(live.acts)).word, at)
        elif kind in ("lend", "late") and not live.bot_of(seat, "bot"):
            yield acted(live, seat, kind, "random", at)
        elif (kind == "return" and holder.lent_to) or (kind == "resign" and not holder.has_resigned):
            yield acted(live, seat, kind, at=at)


def assert_same(live: LiveGame, again: LiveGame, at: int) -> None:
    """One table is the other, to the last byte."""
    assert bytes(again.table.state) == bytes(live.table.state)
    assert again.table.history == live.table.history
    assert [event.words() for event in again.table.events()] == [event.words() for event in live.table.events()]
    assert (again.holders, again.acts, again.answers) == (live.holders, live.acts, live.answers)
    assert (again.ended_by, again.pending, again.pending_people) == (live.ended_by, live.pending, live.pending_people)
    assert again.info(at) == live.info(at)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_a_table_rebuilt_from_its_acts_is_the_one_that_was_played(game: str, seats: int) -> None:
    dice = random.Random(f"rebuilt {game} {seats}")
    kinds, ends = set(), set()
    for _ in range(2):
        live = LiveGame(any_table(game, seats, dice))
        for act in acts_played(live, dice):
            kinds.add(act.kind)
            if act.kind == "move" and dice.random() < 0.6:
                continue
            again = LiveGame(live.kept, live.acts)
            assert bytes(again.table.state) == bytes(live.table.state), act
            assert (again.holders, again.ended_by) == (live.holders, live.ended_by), act
            assert again.table.event_count == live.table.event_count, act
        assert_same(live, LiveGame(live.kept, live.acts), live.acts[-1].at)
        ends.add(live.ended_by)
    assert {"move", "undo", "lend", "return"} <= kinds, "the games had too little in them to say much"
    assert ends <= {"game", "resigned"}


@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_a_table_rebuilt_half_way_goes_on_as_the_one_that_was_played(game: str, seats: int) -> None:
    dice = random.Random(f"goes on {game} {seats}")
    live = LiveGame(any_table(game, seats, dice))
    acts = list(acts_played(live, dice))
    again = LiveGame(live.kept, acts[: len(acts) // 2])
    for act in acts[len(acts) // 2 :]:
        salted = again.act(act.seat, act.kind, act.word, act.at, act.asked)
        assert replace(salted, salt=act.salt) == act and bool(salted.salt) == bool(act.salt)
        again.do(act)
    assert_same(live, again, acts[-1].at)


def test_a_move_taken_back_and_made_again_meets_the_same_chance() -> None:
    dice, seen = random.Random(2), 0
    live = LiveGame(kept_table("rattus", 3))
    while not live.ended_by:
        seat = dice.choice(live.pending)
        act = moved(live, seat, dice=dice)
        if live.table.may_undo(seat):
            after = bytes(live.table.state)
            acted(live, seat, "undo")
            acted(live, seat, "move", act.word)
            assert bytes(live.table.state) == after
            seen += 1
    assert seen > 10


# questions and answers


@pytest.mark.parametrize(("game", "seats"), COMPANIES)
def test_a_question_number_is_never_used_again_for_a_seat(game: str, seats: int) -> None:
    dice = random.Random(f"numbers {game} {seats}")
    live = LiveGame(any_table(game, seats, dice))
    newest: list[int | None] = [holder.asked for holder in live.holders]
    used = [{asked} for asked in newest]
    for _ in acts_played(live, dice):
        for seat, holder in enumerate(live.holders):
            assert (holder.asked is not None) == (seat in live.pending)
            if holder.asked is not None and holder.asked != newest[seat]:
                assert holder.asked not in used[seat]
                used[seat].add(holder.asked)
                newest[seat] = holder.asked


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_the_draft_a_question_stays_while_others_answer(seats: int) -> None:
    live = LiveGame(kept_table("notre-dame", seats, clock="live-10"))
    assert live.pending == tuple(range(seats))
    for seat in range(seats - 1):
        waiting = [(holder.asked, holder.asked_at) for holder in live.holders[seat + 1 :]]
        moved(live, seat, at=1_000 * (seat + 1))
        assert [(holder.asked, holder.asked_at) for holder in live.holders[seat + 1 :]] == waiting
        assert live.holders[seat].asked != 0


def test_people_may_draft_in_any_order_and_get_the_same_table() -> None:
    states = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        live = LiveGame(kept_table("notre-dame", 3))
        keep = [live.table.moves(seat)[0].name for seat in range(3)]
        for seat in order:
            assert live.may_move(seat, 0, keep[seat]) is None
            acted(live, seat, "move", keep[seat])
        states.add(str(live.table.view(None)))
    assert len(states) == 1


def test_the_same_answer_once_more_gets_the_same_act() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    first = moved(live, 1)
    assert live.may_move(1, 0, first.word) is first
    moved(live, 0)
    moved(live, 2)
    assert live.may_move(1, 0, first.word) is first


def test_another_answer_to_an_answered_question_is_stale_and_says_what_is_asked_now() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    first = moved(live, 1)
    other = next(move.name for move in LiveGame(live.kept).table.moves(1) if move.name != first.word)
    with pytest.raises(Stale) as nothing:
        live.may_move(1, 0, other)
    assert nothing.value.asked is None
    moved(live, 0)
    moved(live, 2)
    with pytest.raises(Stale) as something:
        live.may_move(1, 0, other)
    assert something.value.asked == live.holders[1].asked == 3


def test_an_answer_to_a_question_of_the_future_is_stale() -> None:
    live = LiveGame(kept_table("rattus", 2))
    seat = live.pending[0]
    with pytest.raises(Stale):
        live.may_move(seat, 1, live.table.moves(seat)[0].name)


def test_an_illegal_answer_is_refused_with_what_is_legal() -> None:
    live = LiveGame(kept_table("rattus", 2))
    seat = live.pending[0]
    with pytest.raises(IllegalMove) as refused:
        live.may_move(seat, 0, "nonsense")
    assert refused.value.legal == tuple(move.name for move in live.table.moves(seat))


@pytest.mark.parametrize("times", [1, 2, 5])
def test_an_answer_that_was_taken_back_is_stale_when_it_comes_again(times: int) -> None:
    live = LiveGame(kept_table("notre-dame", 2))
    answers = []
    for _ in range(times):
        asked = live.holders[0].asked
        assert asked is not None
        answers.append((asked, moved(live, 0)))
        acted(live, 0, "undo")
    for asked, act in answers:
        with pytest.raises(Stale) as refused:
            live.may_move(0, asked, act.word)
        assert refused.value.asked == live.holders[0].asked == len(live.acts)
    asked, last = len(live.acts), moved(live, 0)
    assert live.may_move(0, asked, last.word) is last


def test_two_decisions_taken_back_are_both_stale_and_the_one_before_them_is_not() -> None:
    live = deep_undo()
    asked = [act.asked for act in live.acts]
    words = [act.word for act in live.acts]
    seat = live.acts[-1].seat
    acted(live, seat, "undo")
    acted(live, seat, "undo")
    for number in (-1, -2):
        with pytest.raises(Stale):
            live.may_move(seat, asked[number], words[number])
    assert live.may_move(seat, asked[-3], words[-3]) is live.acts[len(asked) - 3]


@pytest.mark.parametrize("kind", ["lend", "late", "resign"])
def test_a_seat_that_a_bot_holds_takes_no_answer_and_nothing_back(kind: str) -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    done = moved(live, 0)
    acted(live, 0, kind, "random" if kind != "resign" else "")
    acted(live, 1, kind, "random" if kind != "resign" else "")
    if kind == "resign":
        assert live.ended_by == "resigned"
    name = live.table.moves(1)[0].name
    asked = live.holders[1].asked
    with pytest.raises(Refused):
        live.may_move(1, 0 if asked is None else asked, name)
    with pytest.raises(UndoRefused):
        live.may_undo(0)
    assert live.may_move(0, 0, done.word) is done, "what was answered before stays answered"


def test_a_person_who_comes_back_is_asked_anew_and_answers_again() -> None:
    live = LiveGame(kept_table("notre-dame", 2))
    name = live.table.moves(0)[0].name
    acted(live, 0, "lend", "random")
    acted(live, 0, "return")
    with pytest.raises(Stale):
        live.may_move(0, 0, name)
    assert live.may_move(0, 2, name) is None


def test_nothing_is_taken_back_past_another_seats_decision() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    moved(live, 0)
    live.may_undo(0)
    moved(live, 1)
    with pytest.raises(UndoRefused):
        live.may_undo(0)
    live.may_undo(1)


# past bots


def past_bots(clock: str = "none") -> tuple[LiveGame, int]:
    """One person and two bots, who have decided since the person has, and how deep an undo goes."""
    dice, live = random.Random(11), LiveGame(kept_table("rattus", 3, bots=(1, 2), clock=clock))
    while live.table.undo_depth(0, live.passable) < 3:
        moved(live, live.pending[0], live.acts[-1].at + MINUTE if live.acts else MINUTE, dice)
        assert not live.ended_by
    return live, live.table.undo_depth(0, live.passable)


def test_one_person_takes_a_decision_back_past_those_of_bots() -> None:
    live, depth = past_bots()
    before = list(live.table.history)
    undo = live.undo_act(0, live.acts[-1].at, len(live.acts))
    assert (undo.kind, undo.word) == ("undo", str(depth))
    live.do(undo)
    assert live.table.history == before[:-depth]
    assert 0 in live.pending and live.holders[0].asked == len(live.acts)
    assert_same(live, LiveGame(live.kept, live.acts), undo.at)
    for act in live.acts[-depth - 1 : -1]:
        with pytest.raises(Stale):
            live.may_move(act.seat, act.asked, act.word)


def test_time_that_is_taken_back_past_bots_is_not_won() -> None:
    live, depth = past_bots("live-20")
    before, decisions = live.holders[0].spent, live.holders[0].decisions
    last = next(act for act in reversed(live.acts) if act.seat == 0)
    undo = live.undo_act(0, live.acts[-1].at, len(live.acts))
    live.do(undo)
    assert live.holders[0].decisions == decisions - 1
    assert live.holders[0].spent == before - last.spent + undo.spent
    assert live.holders[0].running(undo.at) == last.spent
    assert [len(holder.made) for holder in live.holders] == [
        sum(seat == one for one, _ in live.table.history) for seat in range(3)
    ]


@pytest.mark.parametrize("bots", [(1,), ()])
def test_where_two_people_play_nothing_is_taken_back_past_anybody(bots: tuple[int, ...]) -> None:
    live = LiveGame(kept_table("rattus", 3, bots=bots))
    assert live.passable == ()
    moved(live, live.pending[0])
    first = live.acts[0].seat
    if live.pending[0] == first:
        moved(live, first)
    while live.pending[0] == first:
        moved(live, first)
    moved(live, live.pending[0])
    with pytest.raises(UndoRefused):
        live.may_undo(first)


def test_an_undo_stored_without_a_number_takes_back_one_decision() -> None:
    """As all were when bots could not be passed: their tables stay what they were."""
    live = deep_undo()
    seat, before = live.acts[-1].seat, len(live.table.history)
    live.do(Act(len(live.acts) + 1, seat, "undo", "", len(live.acts) + 1, 0, 0))
    assert len(live.table.history) == before - 1


# how a game ends


@pytest.mark.parametrize(
    ("seats", "bots", "resigning", "is_over"),
    [
        (2, (), (0,), True),  # one user left, and nobody else
        (3, (), (0,), False),
        (3, (), (0, 2), True),
        (4, (), (1, 2), False),
        (4, (), (1, 2, 0), True),
        (2, (1,), (0,), True),  # only a bot is left
        (3, (1,), (0,), False),  # a user and a bot play on
        (3, (1,), (0, 2), True),
        (3, (1, 2), (0,), True),
        (4, (3,), (0, 1), False),
        (4, (3,), (0, 1, 2), True),
    ],
)
def test_resigning_ends_a_game_when_nobody_is_left_to_play_against(
    seats: int, bots: tuple[int, ...], resigning: tuple[int, ...], is_over: bool
) -> None:
    live = LiveGame(kept_table("rattus", seats, bots))
    for seat in resigning:
        assert live.ended_by == ""
        acted(live, seat, "resign")
        assert live.bot_of(seat, "adept") == "adept"
    assert live.ended_by == ("resigned" if is_over else "")
    assert bool(live.pending) != is_over
    assert all(holder.asked is None for holder in live.holders) or not is_over
    assert LiveGame(live.kept, live.acts).ended_by == live.ended_by


def test_a_game_of_bots_alone_is_not_over_before_its_end() -> None:
    live, dice = LiveGame(kept_table("rattus", 3, (0, 1, 2))), random.Random(1)
    while live.pending:
        assert live.ended_by == ""
        moved(live, dice.choice(live.pending), dice=dice)
    assert live.ended_by == "game" and live.table.result is not None


def test_after_the_end_nothing_is_answered_or_taken_back() -> None:
    live = LiveGame(kept_table("rattus", 2))
    seat = live.pending[0]
    done = moved(live, seat)
    name = live.table.moves(live.pending[0])[0].name
    asked = live.holders[live.pending[0]].asked
    pending = live.pending[0]
    acted(live, 1 - seat, "resign")
    assert asked is not None
    with pytest.raises(Refused) as refused:
        live.may_move(pending, asked, name)
    assert refused.value.code == "over"
    with pytest.raises(UndoRefused):
        live.may_undo(seat)
    assert live.may_move(seat, 0, done.word) is done
