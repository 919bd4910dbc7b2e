"""Versions of the rules, part by part: which records replay after a change, and how a record tells of one."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.contract.versions import changes_since, read_versions, versions_of, versions_text
from bellringer.core.tables.record_text import Stretch
from bellringer.core.tables.table import Table, deal_again, gone_on
from tests.contract.tables import SETTINGS, Setting, play_some

GAMES = bellringer.game_names()
SOME = SETTINGS[::9]  # of every game, with each value of its options


def with_versions(patch: pytest.MonkeyPatch, game: Game, **versions: int) -> None:
    """From now on parts of a game's rules have these versions."""
    named = {part.replace("_", "-"): version for part, version in versions.items()}
    patch.setattr(type(game), "rule_versions", {**game.rule_versions, **named})


def parts_of(setting: Setting) -> tuple[str, ...]:
    """The parts of the rules that a setting brings in."""
    table = setting.table(seed=1)
    return setting.game.rule_parts(table.options)


# the parts


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_every_table_brings_in_the_base_rules_and_only_parts_that_have_a_version_and_a_name(setting: Setting) -> None:
    parts = parts_of(setting)
    assert "base" in parts and len(set(parts)) == len(parts)
    for part in parts:
        assert setting.game.rule_versions[part] >= 1
        assert all(setting.game.part_words(part, language) for language in bellringer.core.shown.words.languages())


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_has_a_rule_of_its_own_and_can_be_left_out_is_a_part(game: str) -> None:
    found = find(game)
    some = [part for setting in SETTINGS if setting.game is found for part in parts_of(setting)]
    assert set(some) <= set(found.rule_versions)
    ruled = {name for group in found.cards for name in group.names}
    assert ruled & set(found.rule_versions)


@pytest.mark.parametrize(
    ("text", "versions"),
    [("1", {}), ("1, monk 2", {"monk": 2}), ("1, edition-2007 3, monk 12", {"edition-2007": 3, "monk": 12})],
)
def test_versions_are_written_as_they_are_read(text: str, versions: dict[str, int]) -> None:
    assert read_versions(text) == versions
    assert versions_text({"base": 1, **versions}) == text


@pytest.mark.parametrize("text", ["", "2", "1,monk 2", "1, monk", "1, monk 0", "1, monk 2, monk 3", "monk 2", "1, 1 "])
def test_other_texts_are_no_versions(text: str) -> None:
    with pytest.raises(ValueError, match="written as '1' or '1, part 2'"):
        read_versions(text)


# records of finished games


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_a_record_is_refused_for_each_part_that_has_changed_by_its_name(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = play_some(setting.table(seed=4), 20, random.Random(4)).record()
    for part in parts_of(setting):
        then = setting.game.rule_versions[part]
        with monkeypatch.context() as patch:
            with_versions(patch, setting.game, **{part: then + 1})
            with pytest.raises(bellringer.RecordError) as refused:
                bellringer.replay(text)
            assert f"these are rules {then + 1} of {part}; the record was played by {then}" in str(refused.value)
            failed = bellringer.verify(text)[-1]
            assert (failed.name, failed.ok) == ("deal", False) and part in failed.detail


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_a_record_replays_whatever_else_has_changed_or_come(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_some(setting.table(seed=4), 20, random.Random(4))
    others = {part: 7 for part in setting.game.rule_versions if part not in parts_of(setting)}
    with_versions(monkeypatch, setting.game, **others, chimney_sweep=1)
    again = bellringer.replay(table.record())
    assert bytes(again.state) == bytes(table.state) and again.record() == table.record()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_later_rules_is_refused_by_earlier_ones(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        with_versions(patch, find(game), base=3)
        text = bellringer.new_game(game, seed=1).record()
        assert bellringer.replay(text).record() == text
    then = find(game).rule_versions["base"]
    with pytest.raises(bellringer.RecordError, match=f"these are rules {then} of base; the record was played by 3"):
        bellringer.replay(text)


@pytest.mark.parametrize("game", GAMES)
def test_a_part_that_the_table_does_not_bring_in_is_refused(game: str) -> None:
    text = re.sub(r'\[Rules "([^"]*)"\]', r'[Rules "\1, chimney-sweep 2"]', bellringer.new_game(game, seed=1).record())
    with pytest.raises(bellringer.RecordError, match="no rules of chimney-sweep here"):
        bellringer.replay(text)


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_the_rules_of_a_new_table_are_those_of_now(setting: Setting) -> None:
    table = setting.table(seed=1)
    (stretch,) = table.stretches
    assert read_versions(stretch.rules).items() <= versions_of(setting.game, table.options).items()
    assert changes_since(setting.game, table.options, stretch.rules) == ()


# records of games whose rules changed under way


def changed(setting: Setting, dropped: int = 0) -> Table:
    """A table whose rules have changed twice."""
    dice = random.Random(11)
    table = play_some(setting.table(seed=11), 30, dice)
    past: tuple[Stretch, ...] = ()
    for moves in (15, 10):
        if table.result is not None:
            break
        *before, last = table.stretches
        past = (*before, Stretch("1, base 9", last.start, last.moves, dropped))
        table = play_some(gone_on(table.position(), table.seed, past), moves, dice)
    return table


@pytest.mark.parametrize("dropped", [0, 3])
@pytest.mark.parametrize("setting", SOME, ids=str)
def test_a_record_with_a_change_of_rules_replays_from_there(setting: Setting, dropped: int) -> None:
    table = changed(setting, dropped)
    text = table.record()
    again = bellringer.replay(text)
    assert (again.record(), bytes(again.state), again.history) == (text, bytes(table.state), table.history)
    assert (again.stretches, again.moves_before) == (table.stretches, table.moves_before)
    assert again.moves_before == sum(len(one.moves) + dropped for one in table.stretches[:-1])
    checks = bellringer.verify(text)
    assert all(check.ok for check in checks)
    (told,) = [check for check in checks if check.is_open]
    assert told.name == "deal" and f"before move {table.moves_before + 1};" in told.detail and "base 9" in told.detail


@pytest.mark.parametrize("game", GAMES)
def test_a_move_before_the_change_can_not_be_gone_back_to(game: str) -> None:
    table = changed(next(setting for setting in SETTINGS if setting.game.name == game))
    first = table.moves_before + 1
    assert bellringer.replay(table.record(), before=first).history == []
    assert len(bellringer.replay(table.record(), before=first + 2).history) == 2
    with pytest.raises(bellringer.RecordError, match=f"made by other rules; the present ones begin at move {first}"):
        bellringer.replay(table.record(), before=first - 1)
    with pytest.raises(bellringer.RecordError, match="there is no move 9999"):
        bellringer.replay(table.record(), before=9999)


@pytest.mark.parametrize("game", GAMES)
def test_undo_stops_at_the_change(game: str) -> None:
    table = changed(next(setting for setting in SETTINGS if setting.game.name == game))
    table = bellringer.replay(table.record(), before=table.moves_before + 1)
    assert not any(table.may_undo(seat) for seat in range(table.seats))


@pytest.mark.parametrize("game", GAMES)
def test_the_public_record_of_a_running_game_has_nothing_from_before_the_change(game: str) -> None:
    table = changed(next(setting for setting in SETTINGS if setting.game.name == game))
    assert table.result is None
    text = table.record(public=True)
    assert text.count("[Rules ") == 1 and "[Position" not in text and "[Seed" not in text
    assert re.findall(r"(?m)^(\d+)\. ", text)[0] == str(table.moves_before + 1)
    assert play_some(table, 10**6, random.Random(1)).record(public=True) == table.record()


WRONG: dict[str, tuple[str, str, str]] = {
    "no position": (r'(?m)^(\[Rules ".*"\]\n)\[Position .*\]\n(?=\n46\.)', r"\1", "no tag Position from which move 46"),
    "another tag": (
        r'(?m)^(\[Rules ".*"\]\n)(?=\[Position .*\]\n\n46\.)',
        r'\1[Seats "4"]\n',
        "neither a tag nor a move",
    ),
    "a second position": (r"(?m)^(\[Position .*\]\n)(?=\n46\.)", r"\1\1", "second tag Position"),
    "a number left out": (r"(?m)^46\. .*\n", "", "this is move 46, not 47"),
    "no number of moves": (r"(?m)^(?=\n46\.)", '[Dropped "x"]\n', "tag Dropped must be a number of moves"),
    "a seat of before": (r"(?m)^3\. \w+", "3. nobody", "move 3: no seat is called nobody"),
    "no position at all": (r"(?m)^\[Position .*\]\n(?=\n46\.)", '[Position "3"]\n', "must be an object"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_change_of_rules_that_is_told_wrongly_is_refused(game: str, wrong: str) -> None:
    table = changed(next(setting for setting in SETTINGS if setting.game.name == game))
    assert table.moves_before == 45
    pattern, instead, reason = WRONG[wrong]
    text = table.record()
    spoilt, times = re.subn(pattern, instead, text)
    assert times == 1
    with pytest.raises(bellringer.RecordError, match=reason):
        bellringer.replay(spoilt)


# tables that a later release would not begin


def test_a_table_that_can_not_be_chosen_any_more_is_dealt_again() -> None:
    game = find("rattus")
    six = bellringer.new_game("rattus", seats=4).options["classes"]
    old = deal_again("rattus", 5, {"box": "big-box", "classes": six, "start": 0}, bytes(32))
    with pytest.raises(bellringer.OptionError, match="5 seats play with 8 cards, not 6"):
        bellringer.new_game("rattus", seats=5, seed=3, classes=old.options["classes"])
    assert check_options(game, 5, old.options) == old.options
    assert bytes(bellringer.replay(old.record()).state) == bytes(old.state)
    assert bellringer.from_position(old.position()).position() == old.position()


def persons_of(position: dict[str, Any]) -> set[str]:
    """The gray persons of a game of Notre Dame."""
    return {position["open"][2], *position["gray-past"], *position["gray-pile"]}


def test_a_pool_of_persons_never_changes() -> None:
    """The New Persons are the eighteen of their box, whoever may come later: records say only `new`."""
    from bellringer.games.notre_dame import names

    assert names.POOLS["base"] == 15 and names.POOLS["new"] == 33
    for pool in ("base", "new"):
        dealt = (bellringer.new_game("notre-dame", persons=pool, seed=seed).position() for seed in range(200))
        assert set().union(*map(persons_of, dealt)) == set(names.persons_in(pool)[6:])
