"""The golden games of tests/golden: each replays to the same position, and together they show everything there is."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bellringer
from bellringer.core.contract.registry import find
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.component_set import cards_wanted
from bellringer.games.rattus.names import CLASSES
from tools import golden
from tools.contract import Corpus, GoldenGame
from tools.places import GOLDEN
from tools.playing import play_all
from tools.rattus import golden as golden_rattus

GAMES = bellringer.game_names()
CORPORA = {game: golden.kept_games(game).corpus for game in GAMES}
RECORDS = {game: golden.kept_games(game).records() for game in GAMES}
KEPT: dict[str, Any] = {game: golden.kept_games(game).manifest() for game in GAMES}
EACH = [
    pytest.param(RECORDS[game][name], KEPT[game][name], id=f"{game}-{name}") for game in GAMES for name in KEPT[game]
]
KINDS_OF_THINGS = [
    (game, kind) for game in GAMES for kind in sorted({one.split()[0] for one in CORPORA[game].wanted()})
]


@cache
def shown(game: str) -> set[str]:
    """Everything that occurs in some record."""
    return set().union(*map(CORPORA[game].shown_by, RECORDS[game].values()))


@pytest.mark.parametrize(("text", "kept"), EACH)
def test_a_golden_game_replays_to_the_same_position(text: str, kept: dict[str, Any]) -> None:
    table = bellringer.replay(text)
    assert table.record() == text
    assert golden.digest(table) == kept["position"]


@pytest.mark.parametrize(("text", "kept"), EACH)
def test_a_golden_game_has_the_result_that_is_kept(text: str, kept: dict[str, Any]) -> None:
    table = bellringer.replay(text)
    assert table.result is not None
    assert list(table.result.places) == kept["places"]
    assert list(table.result.scores) == kept["scores"]
    assert [list(ties) for ties in table.result.tie_breaks] == kept["tie_breaks"]
    assert CORPORA[table.game].ending(table) == kept["ending"]


@pytest.mark.parametrize(("text", "kept"), EACH)
def test_a_golden_game_is_verified_in_every_point(text: str, kept: dict[str, Any]) -> None:
    checks = bellringer.verify(text)
    assert [check.name for check in checks] == ["reads", "commitment", "deal", "moves", "result"]
    assert all(check.ok for check in checks), [check.detail for check in checks if not check.ok]


@pytest.mark.rule("ND-12.3", "ND-12.4", "ND-12.5")
@pytest.mark.parametrize("name", KEPT["notre-dame"])
def test_the_winners_of_a_golden_game_follow_from_prestige_then_coins_and_markers(name: str) -> None:
    kept = KEPT["notre-dame"][name]
    totals = list(zip(kept["scores"], kept["tie_breaks"], strict=True))
    assert kept["places"] == [1 + sum(other > total for other in totals) for total in totals]


@pytest.mark.rule("RA-10.2", "RA-10.3")
@pytest.mark.parametrize("name", KEPT["rattus"])
def test_the_winners_of_a_golden_game_follow_from_citizens_then_who_is_next(name: str) -> None:
    kept = KEPT["rattus"][name]
    totals = [(-score, ties[0]) for score, ties in zip(kept["scores"], kept["tie_breaks"], strict=True)]
    assert kept["places"] == [1 + sorted(totals).index(total) for total in totals] and len(set(totals)) == len(totals)


@pytest.mark.parametrize(("game", "kind"), KINDS_OF_THINGS)
def test_everything_there_is_occurs_in_some_golden_game(game: str, kind: str) -> None:
    """Tables, cards with effect, questions, events, moves, endings and beginnings."""
    missing = {thing for thing in CORPORA[game].wanted() - shown(game) if thing.split()[0] == kind}
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_the_corpus_stays_small_and_is_what_the_manifest_lists(game: str) -> None:
    assert sorted(RECORDS[game]) == sorted(KEPT[game])
    tables = [thing for thing in CORPORA[game].wanted() if thing.startswith("table ")]
    assert len(RECORDS[game]) <= 2 * len(tables) + 3 * len(find(game).ruled)
    assert sum(len(text) for text in RECORDS[game].values()) <= 7_500 * len(RECORDS[game])


# the tool that keeps them


GAME = "notre-dame"


def hired_at(person: str, **red: Any) -> frozenset[str]:
    """What the record of a ninth round shows in which red hires the person and nobody else anybody."""
    letter_c = person if person in ("mayor", "councillor") else "carpenter"
    brown = [person] if person != letter_c else []
    open_persons = [*brown, *[one for one in ("minstrel", "monk") if one not in brown][: 2 - len(brown)], letter_c]
    document = {"game": "notre-dame", "seats": 2, "persons": "new", "round": 9, "phase": "hire", "open": open_persons}
    table = bellringer.from_position({**document, "players": {"red": red}}, seed=1)
    table.play(f"hire {person}")
    return CORPORA["notre-dame"].shown_by(play_all(table, "pass").record())


def test_a_person_counts_only_when_its_hiring_had_an_effect() -> None:
    assert "person mayor 2007" in hired_at("mayor", markers={"bank": 3})
    assert "person mayor 2007" not in hired_at("mayor", markers={"bank": 2})
    assert "person minstrel 2007" not in hired_at("minstrel")
    assert "person councillor 2007" not in hired_at("councillor")
    assert "person doctor 2007" in hired_at("doctor")


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("playable", [CLASSES[:6], CLASSES[:7], CLASSES[1:8], CLASSES])
def test_every_class_card_that_can_be_played_is_at_some_table_of_the_games_tried(
    playable: tuple[str, ...], seats: int
) -> None:
    """So that golden games with a new card are found as soon as it has rules."""
    box, met = shipped(), set[str]()
    for seed in range(golden_rattus.GAMES_A_TABLE):
        cards = golden_rattus.class_cards(seats, seed, playable)
        assert len(set(cards)) == len(cards) == cards_wanted(seats, len(playable))
        assert any(box.classes[CLASSES.index(card)] == "chivalry" for card in cards)
        met |= set(cards)
    assert met == set(playable)


@pytest.fixture
def kept_games(tmp_path: Path) -> golden.KeptGames:
    """A copy of the golden games, for the tool to look at."""
    shutil.copytree(GOLDEN / GAME, tmp_path / GAME)
    return golden.KeptGames(CORPORA[GAME], tmp_path / GAME)


@pytest.mark.parametrize("game", GAMES)
def test_the_tools_check_finds_nothing_wrong(game: str) -> None:
    assert list(golden.kept_games(game).faults()) == []


@dataclass(frozen=True)
class FewCandidates:
    """A corpus that looks for more games among these alone."""

    other: Corpus
    games: list[GoldenGame]

    def wanted(self) -> set[str]:
        return self.other.wanted()

    def shown_by(self, text: str) -> frozenset[str]:
        return self.other.shown_by(text)

    def ending(self, table: bellringer.Table) -> str:
        return self.other.ending(table)

    def candidates(self) -> list[GoldenGame]:
        return self.games

    def special(self) -> list[GoldenGame]:
        return []


def test_games_are_added_for_what_no_record_shows_and_all_others_stay(
    kept_games: golden.KeptGames, capsys: pytest.CaptureFixture[str]
) -> None:
    """A record is lost; the first games that show what is missing take its place, under names that are free."""
    lost, folder = "4-2007-new.record", kept_games.folder
    text = (folder / lost).read_text(encoding="utf-8")
    kept = {path.name: path.read_bytes() for path in folder.glob("*.record") if path.name != lost}
    (folder / lost).unlink()
    kept_games.write_manifest({name: entry for name, entry in kept_games.manifest().items() if name != lost})
    found = GoldenGame("2-2007-base", text, ("greedy",), CORPORA[GAME].shown_by(text))
    idle = GoldenGame("idle", text, ("greedy",), frozenset())
    games = replace(kept_games, corpus=FewCandidates(CORPORA[GAME], [idle, found, idle]))
    games.add()
    now = {path.name: path.read_bytes() for path in folder.glob("*.record")}
    assert now == {**kept, "2-2007-base-2.record": text.encode()} and games.manifest().keys() == now.keys()
    games.add()
    assert "wrote 0 records" in capsys.readouterr().out.splitlines()[-1]


def test_the_tools_check_names_a_record_that_is_lost_or_unknown(kept_games: golden.KeptGames) -> None:
    (kept_games.folder / "from-a-position.record").rename(kept_games.folder / "another.record")
    found = list(kept_games.faults())
    assert "another.record: only the folder holds it" in found
    assert "from-a-position.record: only the manifest has it" in found
    assert "no record shows: begins position" in found


def test_the_tools_check_names_a_record_that_replays_to_another_end(kept_games: golden.KeptGames) -> None:
    kept = kept_games.manifest()
    kept["from-a-position.record"]["state"] = "0" * 64
    kept_games.write_manifest(kept)
    assert list(kept_games.faults()) == ["from-a-position.record: replays to another end than the manifest says"]
    kept_games.renew_manifest()
    assert list(kept_games.faults()) == []


def test_the_tools_check_names_a_record_that_no_longer_replays(kept_games: golden.KeptGames) -> None:
    path = kept_games.folder / "from-a-position.record"
    path.write_text(path.read_text(encoding="utf-8").replace("3. green pass", "3. green bank"), encoding="utf-8")
    found = next(kept_games.faults())
    assert found.startswith("from-a-position.record: moves: move 3: green can't play 'bank'")
