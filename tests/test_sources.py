"""Where the points came from: exact for every table, and the same game whether anybody asks or not."""

from __future__ import annotations

import random

import pytest

import bellringer
from bellringer.core.compiled.play import random_games
from bellringer.core.compiled.tracing import traced_games
from bellringer.core.contract.registry import find
from bellringer.core.contract.sources import BEGINNING
from bellringer.core.tables.moments import moments
from bellringer.core.tables.sources import BEFORE
from tests.contract.tables import SETTINGS, Setting, play_some, with_much

GAMES = bellringer.game_names()
QUICK = [setting for game in GAMES for setting in list(with_much(game))]
QUICK += [next(one for one in SETTINGS if one.name == game and one.seats == n) for game in GAMES for n in (2, 3, 4, 5)]


def played(setting: Setting, seed: int) -> bellringer.Table:
    """A whole random game."""
    return play_some(setting.table(seed), 10**6, random.Random(f"{setting} {seed}"))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_the_sources_brought_is_the_score(setting: Setting) -> None:
    """In every game, and after each of its moves; and nothing comes from nowhere."""
    table = played(setting, 1)
    found = table.sources()
    assert table.result is not None
    assert [found.total(seat) for seat in range(table.seats)] == list(table.result.scores)
    assert all(flow.source != BEGINNING and flow.column for flow in found.flows)
    assert all(0 <= flow.event < table.event_count for flow in found.flows)
    sums, scores = traced_games(setting.blank(), 200, setting.own_seed(1) & (2**63 - 1))
    assert by_seat(sums, setting) == scores, sums
    assert all(source for _, _, source in sums)


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_so_it_is_in_thousands_of_games(setting: Setting) -> None:
    for seed in range(20):
        table = played(setting, seed)
        assert table.result is not None
        assert [table.sources().total(seat) for seat in range(table.seats)] == list(table.result.scores)
    for first in range(0, 4000, 200):
        sums, scores = traced_games(setting.blank(), 200, 1, first)
        assert by_seat(sums, setting) == scores


def by_seat(sums: dict[tuple[int, int, int], int], setting: Setting) -> tuple[int, ...]:
    """What such sums are for the score of each seat."""
    table = setting.game.sources
    assert table is not None
    worth = [table.scores[column] for column in table.columns]
    return tuple(
        sum(n * worth[column] for (seat, column, _), n in sums.items() if seat == one) for one in range(setting.seats)
    )


@pytest.mark.parametrize("setting", QUICK[::3], ids=str)
def test_at_each_moment_the_sources_are_those_of_what_has_been_told(setting: Setting) -> None:
    """Which is the score wherever somebody is asked, and what a table of that moment says by itself."""
    table = played(setting, 2)
    found = table.sources()
    told = {table.events_of_turn(turn).stop - 1 for turn in range(table.moves_played)}
    for moment in moments(table, 0):
        if moment.number in told:
            state = moment.table.state
            then = found.until(moment.number)
            assert [then.total(seat) for seat in range(table.seats)] == [state.score(p) for p in range(table.seats)]
    middle = list(moments(table, table.event_count // 2, table.event_count // 2 + 1))[0]
    assert middle.table.sources() == found.until(middle.number)


@pytest.mark.parametrize("setting", QUICK[::3], ids=str)
def test_a_traced_move_is_the_move(setting: Setting) -> None:
    """The bytes are the same, what waits is the same, and so are the games of the loops."""
    table, askers = played(setting, 3), b""
    plain, traced = table.beginning, table.beginning
    for turn in range(table.moves_played):
        _, askers = table.trace(traced, turn, askers)
        table.make_again(plain, turn)
        assert bytes(traced) == bytes(plain) and len(askers) == len(traced.asks)
    assert bytes(traced) == bytes(table.state)
    with pytest.raises(ValueError, match="not legal"):
        traced.traced(0, 0)
    assert random_games(setting.blank(), 5, 7) > 0
    assert traced_games(setting.blank(), 5, 7) == traced_games(setting.blank(), 5, 7)


@pytest.mark.parametrize("setting", [*with_much("rattus")], ids=str)
def test_citizens_are_where_the_sources_say(setting: Setting) -> None:
    """On the map, in the palace; and the points are the module's."""
    for seed in range(3):
        table = played(setting, seed)
        found = table.sources()
        seats = table.position()["players"]
        for seat, name in enumerate(table.seat_names):
            there = seats[name]
            assert found.total(seat, ["points"]) == there.get("points", 0)
            assert found.total(seat, ["saved"]) == there.get("palace", 0)
            on_map = found.total(seat, ["placed"]) - sum(
                found.total(seat, [one]) for one in ("killed", "left", "saved")
            )
            assert on_map == sum(there["citizens"].values()), (seed, name)


def test_the_names_are_those_of_the_rules_and_no_two_are_alike() -> None:
    for game in GAMES:
        table = find(game).sources
        assert table is not None and table.names[0] == BEGINNING
        assert len(set(table.names)) == len(table.names) and BEFORE not in table.columns
        assert set(table.scores) == set(table.columns)
        assert sorted(name for kind in table.kinds.values() for name in kind) == sorted(table.names[1:])


def test_every_source_and_column_has_words_of_its_own_in_both_languages() -> None:
    for game in map(find, GAMES):
        assert game.sources is not None
        for language in ("en", "fr"):
            said = [game.source_words(name, language) for name in game.sources.names]
            assert len(set(said)) == len(said) and all(said), language
            kinds = [game.kind_words(kind, language) for kind in game.sources.kinds]
            assert len(set(kinds)) == len(kinds) and all(kinds), language
            columns = [game.column_words(name, language) for name in game.sources.columns]
            assert len(set(columns)) == len(columns) and all(columns), language
