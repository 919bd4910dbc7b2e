"""A teacher at the last decision of a game, of which everybody can see how it ends."""

from __future__ import annotations

import bellringer
from bellringer.core.contract.registry import find
from bellringer.review.judging import Effort, judge_slices
from bellringer.review.looks import finish

EFFORT = Effort(looks=2, look=60, pairs=4, again=60)


def has_won(table: bellringer.Table, move: str) -> bool:
    """Whether red has won after a move, which ends the game."""
    state = table.state
    state.apply(0, list(find(table.game).move_names).index(move))
    assert state.over
    return state.place(0) == 1


def test_a_move_that_throws_the_game_away_is_stopped_and_the_one_that_wins_is_not() -> None:
    """One person brings the one prestige that red lacks."""
    players = {"red": {"prestige": 24, "coins": 3}, "blue": {"prestige": 25, "coins": 0}}
    document = {"game": "notre-dame", "seats": 2, "round": 9, "phase": "hire", "players": players}
    table = bellringer.from_position({**document, "open": ["money-lender", "minstrel", "carpenter"]})
    moves = [move.name for move in table.moves(0)]
    assert [move for move in moves if has_won(table, move)] == ["hire money-lender"]
    for move in moves:
        verdict = finish(judge_slices(find(table.game), table.state, 0, move, EFFORT))
        assert verdict.is_bad(0.1) == (not has_won(table, move)) and verdict.better == "hire money-lender"
        assert verdict.loss.value in (0.0, 1.0)
