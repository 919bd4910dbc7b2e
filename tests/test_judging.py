"""What a teacher thinks of a move: bounded, by the seat's knowledge, and named bad only beyond its error."""

from __future__ import annotations

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.review.estimates import Measured
from bellringer.review.judging import Effort, Verdict, judge_slices
from bellringer.review.looks import finish

EFFORT = Effort(looks=2, look=60, pairs=4, again=60)


@pytest.mark.parametrize("game", bellringer.game_names())
def test_it_is_bounded_and_a_function_of_what_the_seat_sees(game: str) -> None:
    table = bellringer.new_game(game, seats=4, seed=3)
    seat, most = table.pending[0], EFFORT.looks + 2 * EFFORT.pairs
    for move in (table.moves(seat)[0].name, table.moves(seat)[-1].name):
        slices = judge_slices(find(game), table.state, seat, move, EFFORT)
        count = sum(1 for _ in slices)
        assert count <= most
        verdicts = {
            finish(judge_slices(find(game), world.state, seat, move, EFFORT))
            for world in (table, *(table.determinized(seat, seed) for seed in range(3)))
        }
        assert len(verdicts) == 1


def test_what_is_no_move_is_refused() -> None:
    table = bellringer.new_game("rattus", seats=2, seed=1)
    with pytest.raises(ValueError, match="no move of rattus"):
        finish(judge_slices(find("rattus"), table.state, table.pending[0], "fly", EFFORT))


@pytest.mark.parametrize(
    ("loss", "is_bad"),
    [((0.06, 0.01), True), ((0.06, 0.03), False), ((0.049, 0.001), False), ((-0.2, 0.01), False), ((0.05, 0.0), True)],
)
def test_bad_is_what_loses_enough_and_more_than_twice_its_error(loss: tuple[float, float], is_bad: bool) -> None:
    assert Verdict("a", "b", Measured(*loss)).is_bad(0.05) == is_bad
