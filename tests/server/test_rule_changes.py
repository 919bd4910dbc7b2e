"""Rules that change under tables: what they do not touch goes on, what they touch goes on from its last position."""

from __future__ import annotations

import html
import random
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

import bellringer
from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find, game_names
from bellringer.core.contract.versions import present_text
from bellringer.core.errors import UndoRefused
from bellringer.core.records.verify import verify
from bellringer.server.base.language import words_in
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.host.check import fault_of
from bellringer.server.service import TableService
from bellringer.server.tables.live.live_game import MOST_BEHIND, LiveGame
from bellringer.server.tables.live.rule_changes import standing
from bellringer.server.tables.memory.room import Room
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import Api, Caller, at_server
from tests.server.services import (
    Known,
    WithService,
    answer_any,
    any_name,
    asked_of,
    found_at,
    kept_table,
    moved,
    play_out,
    refusal,
    refusal_of,
    table_for,
    until,
)

pytestmark = pytest.mark.slow

# For each game a part that only some tables bring in, and the options with it.
OWN_PARTS: dict[str, tuple[str, Mapping[str, Any]]] = {
    "notre-dame": ("edition-anniversary", {"edition": "anniversary"}),
    "rattus": ("big-box", {"box": "big-box"}),
}
MOVES = 30


def raise_part(patch: pytest.MonkeyPatch, game: str, *parts: str, to: int = 2) -> None:
    """From now on some parts of a game's rules have a later version."""
    found = find(game)
    patch.setattr(type(found), "rule_versions", {**found.rule_versions, **dict.fromkeys(parts, to)})


def rules_of(game: str, options: Mapping[str, Any]) -> str:
    """The present rules of a table for two, as its record has them."""
    return present_text(find(game), check_options(find(game), 2, options))


def begun(service: TableService, host: Any, game: str, options: Mapping[str, Any], moves: int = MOVES) -> Room:
    """A table for two at which some moves have been made."""
    room, dice = table_for(service, host, game, "me", "here", options=dict(options)), random.Random(7)
    for _ in range(moves):
        answer_any(service, room, dice)
    return room


def change(path: Path, statement: str) -> None:
    """Something that a server of before did not write, or wrote otherwise."""
    with closing(sqlite3.connect(path / "data" / "bellringer.sqlite3")) as base, base:
        base.execute(statement)


async def two_tables(service: TableService, game: str) -> tuple[str, str, Any, int]:
    """A table with the part that will change, one without; the position and the number of acts of the first."""
    host = service.people.introduce("key of Anna", "Anna")
    with_it = begun(service, host, game, OWN_PARTS[game][1])
    without = begun(service, host, game, {})
    live = with_it.game
    return with_it.address, without.address, live.table.position(), len(live.acts)


def model_of(live: LiveGame, language: str) -> PageModel:
    """What a user at the table sees."""
    return PageModel(live.table, live.info(0), Viewer(0, (0, 1), language))


def check_proof(service: TableService, live: LiveGame) -> None:
    """The chain of a table binds its changes of rules, too, and the positions from which it went on."""
    text = service.fairness.record_of(live)
    assert service.keys is not None
    checks = verify(text, service.keys.public.hex())
    assert [check.name for check in checks if not check.ok or check.is_open] == ["deal"], checks
    assert all(check.ok for check in checks)
    lines = text.splitlines()
    for tag in ("[Rules ", "[Position "):
        place = max(number for number, line in enumerate(lines) if line.startswith(tag))
        changed = lines[place].replace("1", "2", 1)
        bad = verify("\n".join([*lines[:place], changed, *lines[place + 1 :]]))[-1]
        assert not bad.ok and bad.name in ("reads", "chain"), bad


# tables that a change does not touch


@pytest.mark.parametrize("game", game_names())
def test_a_table_goes_on_over_a_change_of_rules_that_it_does_not_bring_in(
    with_service: WithService, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    async def work(service: TableService) -> None:
        room = await found_at(service, without)
        live = room.game
        assert (live.changes, len(live.acts), room.kept.versions) == ((), MOVES, rules_of(game, {}))
        assert live.table.moves_played == MOVES
        assert (await play_out(service, without, random.Random(1))).ended_by == "game"
        assert all(check.ok and not check.is_open for check in bellringer.verify(live.table.record()))

    _, without, _, _ = with_service(lambda service: two_tables(service, game))
    raise_part(monkeypatch, game, OWN_PARTS[game][0])
    with_service(work)


@pytest.mark.parametrize("game", game_names())
def test_a_new_part_touches_no_table(with_service: WithService, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    async def work(service: TableService) -> None:
        for address in (with_it, without):
            assert (await found_at(service, address)).game.table.moves_played == MOVES

    with_it, without, _, _ = with_service(lambda service: two_tables(service, game))
    raise_part(monkeypatch, game, "chimney-sweep", to=1)
    with_service(work)


# tables that it touches


@pytest.mark.parametrize("game", game_names())
def test_a_table_whose_rules_change_goes_on_from_its_last_position(
    with_service: WithService, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    part, before = OWN_PARTS[game][0], rules_of(game, OWN_PARTS[game][1])

    async def work(service: TableService) -> str:
        room = await found_at(service, with_it)
        live = room.game
        assert live.table.position() == position
        after = rules_of(game, OWN_PARTS[game][1])
        assert (len(live.acts), live.acts[-1].kind, room.kept.versions) == (acts + 1, "rules", after)
        assert all(live.holders[seat].asked == acts + 1 for seat in live.pending)
        for seat in (0, 1):
            with pytest.raises(UndoRefused):
                service.playing.undo(room, seat, len(live.acts))
        assert live.first_unknown(40, acts) == 0
        assert (await play_out(service, with_it, random.Random(1))).ended_by == "game"
        return live.table.record()

    async def again(service: TableService) -> str:
        live = (await found_at(service, with_it)).game
        assert (len(live.changes), live.ended_by) == (1, "game")
        return live.table.record()

    with_it, _, position, acts = with_service(lambda service: two_tables(service, game))
    raise_part(monkeypatch, game, part)
    text, after = with_service(work), rules_of(game, OWN_PARTS[game][1])
    assert with_service(again) == text
    assert f"{part} 2" in after
    assert text.index(f'[Rules "{before}"]') < text.index(f"\n{MOVES}. ") < text.index(f'[Rules "{after}"]\n[Position ')
    assert bellringer.replay(text).record() == text
    assert {check.name: check.is_open for check in bellringer.verify(text)} == {
        "reads": False, "commitment": False, "deal": True, "moves": False, "result": False,
    }  # fmt: skip


@pytest.mark.parametrize("game", game_names())
def test_all_are_told_which_rules_changed_until_somebody_has_moved_and_in_the_log_for_ever(
    with_service: WithService, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    part = OWN_PARTS[game][0]
    words = {language: find(game).part_words(part, language) for language in ("en", "fr")}
    began = {"en": "These rules have changed", "fr": "Ces règles ont changé"}

    async def work(service: TableService) -> None:
        room = await found_at(service, with_it)
        live = room.game
        for language in ("en", "fr"):
            told = model_of(live, language).fresh_notice
            assert told.startswith(began[language]) and words[language] in told
        answer_any(service, room, random.Random(1))
        for language in ("en", "fr"):
            model = model_of(live, language)
            assert model.fresh_notice == "" and words[language] in model.rules_notices[0]

    with_it, _, _, _ = with_service(lambda service: two_tables(service, game))
    raise_part(monkeypatch, game, part)
    with_service(work)


@pytest.mark.parametrize("game", game_names())
def test_rules_can_change_twice_under_a_table(
    with_service: WithService, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    part = OWN_PARTS[game][0]

    async def go_on(service: TableService) -> None:
        room, dice = await found_at(service, with_it), random.Random(3)
        for _ in range(5):
            answer_any(service, room, dice)

    async def work(service: TableService) -> None:
        live = await play_out(service, with_it, random.Random(1))
        text = live.table.record()
        assert [stretch.rules for stretch in live.table.stretches] == texts
        assert [len(stretch.moves) for stretch in live.table.stretches][:2] == [MOVES, 5]
        assert bellringer.replay(text).record() == text
        check_proof(service, live)

    texts = [rules_of(game, OWN_PARTS[game][1])]
    with_it, _, _, _ = with_service(lambda service: two_tables(service, game))
    raise_part(monkeypatch, game, part)
    texts.append(rules_of(game, OWN_PARTS[game][1]))
    with_service(go_on)
    raise_part(monkeypatch, game, "base")
    raise_part(monkeypatch, game, part, to=3)
    texts.append(rules_of(game, OWN_PARTS[game][1]))
    assert len(set(texts)) == 3
    with capture_logs():
        with_service(work)


def test_the_next_move_has_other_dice_than_any_before(
    with_service: WithService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        table = (await found_at(service, with_it)).game.table
        assert (table.moves_before, table.moves_played) == (MOVES, 0)

    with_it, _, _, _ = with_service(lambda service: two_tables(service, "rattus"))
    raise_part(monkeypatch, "rattus", "big-box")
    with_service(work)


# who plays, and the clocks


def test_lent_seats_and_resignations_and_used_time_outlive_a_change_of_rules(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def begin(service: TableService) -> tuple[str, list[Any]]:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here", "here", clock="live-20")
        dice = random.Random(2)
        for _ in range(12):
            answer_any(service, room, dice)
        monkeypatch.setattr(service.bots, "next_at", lambda live: None)
        service.playing.lend(room, 1)
        service.playing.resign(room, 2)
        return room.address, told(room.game)

    def told(live: LiveGame) -> list[Any]:
        return [(one.lent_to, one.has_resigned, one.spent, one.decisions) for one in live.holders]

    async def work(service: TableService) -> None:
        assert told((await found_at(service, address)).game) == before

    address, before = with_service(begin)
    raise_part(monkeypatch, "rattus", "base")
    with_service(work)


# tables that were stored before their last position was kept


@pytest.mark.parametrize("game", game_names())
def test_a_table_without_its_last_position_is_replayed(
    with_service: WithService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    async def work(service: TableService) -> None:
        live = (await found_at(service, with_it)).game
        assert (live.table.position(), live.changes[0].dropped) == (position, 0)

    with_it, _, position, _ = with_service(lambda service: two_tables(service, game))
    change(tmp_path, "delete from positions")
    raise_part(monkeypatch, game, OWN_PARTS[game][0])
    with_service(work)


@pytest.mark.parametrize("game", game_names())
def test_moves_that_the_new_rules_do_not_allow_are_dropped_and_it_is_said_where(
    with_service: WithService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    legal = MOVES - 4

    async def work(service: TableService) -> str:
        room = await found_at(service, with_it)
        live = room.game
        assert (live.changes[0].dropped, live.table.moves_before) == (4, MOVES)
        assert "the last 4 moves from before" in model_of(live, "en").fresh_notice.lower()
        assert "4 derniers coups" in model_of(live, "fr").fresh_notice
        acts = service.store.acts(room.kept)
        assert live.table.stretches[0].moves == tuple(standing(acts[:legal]))
        assert (await play_out(service, with_it, random.Random(1))).ended_by == "game"
        return live.table.record()

    with_it, _, _, _ = with_service(lambda service: two_tables(service, game))
    change(tmp_path, "delete from positions")
    gone = "kind = 'move', word = 'use a-card-of-old', sealed = null"
    change(tmp_path, f"update acts set {gone} where number = {legal + 1}")
    raise_part(monkeypatch, game, OWN_PARTS[game][0])
    text = with_service(work)
    assert f"\n{legal}. " in text and f"\n{legal + 1}. " not in text and f"\n{MOVES + 1}. " in text
    assert '[Dropped "4"]' in text
    assert bellringer.replay(text).record() == text
    assert all(check.ok for check in bellringer.verify(text))


@pytest.mark.parametrize("game", game_names())
def test_a_position_that_the_new_rules_can_not_have_is_left_for_the_moves(
    with_service: WithService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    async def spoil(service: TableService) -> None:
        kept = (await found_at(service, with_it)).kept
        service.store.put_position(kept, acts, {"game": game, "seats": 77})

    async def work(service: TableService) -> None:
        assert (await found_at(service, with_it)).game.table.position() == position

    with_it, _, position, acts = with_service(lambda service: two_tables(service, game))
    with_service(spoil)
    raise_part(monkeypatch, game, OWN_PARTS[game][0])
    with_service(work)


def test_a_table_stored_before_gets_its_last_position_when_it_is_rebuilt(
    with_service: WithService, tmp_path: Path
) -> None:
    async def work(service: TableService) -> None:
        assert service.store.position((await found_at(service, with_it)).kept) == (acts, position)

    with_it, _, position, acts = with_service(lambda service: two_tables(service, "notre-dame"))
    change(tmp_path, "delete from positions")
    with_service(work)


# games that are over


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("is_stored_before", [False, True])
def test_a_game_that_is_over_is_shown_as_it_ended_when_its_rules_have_changed(
    with_service: WithService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, is_stored_before: bool
) -> None:
    async def play(service: TableService) -> tuple[str, Any, int]:
        room = begun(service, service.people.introduce("key of Anna", "Anna"), game, OWN_PARTS[game][1], moves=0)
        live = await play_out(service, room.address, random.Random(5))
        return room.address, live.table.result, len(live.acts)

    async def work(service: TableService) -> None:
        room = await found_at(service, address)
        live = room.game
        assert (live.table.result, live.ended_by) == (result, "game")
        assert (len(service.store.acts(room.kept)), service.store.rule_changes(room.kept)) == (acts, [])
        assert model_of(live, "en").fresh_notice.startswith("These rules have changed since the game was played")
        assert refusal(service.playing.move, room, 0, 0, "pass") == "over"
        text = live.table.record()
        assert len(live.table.stretches[0].moves) == acts
        assert all(check.ok for check in bellringer.verify(text))
        signed = verify(service.fairness.record_of(live), service.keys.public.hex() if service.keys else None)
        assert all(check.ok for check in signed), signed[-1]

    address, result, acts = with_service(play)
    if is_stored_before:
        change(tmp_path, "delete from positions")
    raise_part(monkeypatch, game, OWN_PARTS[game][0])
    with_service(work)


# moves of bots after the last position


def bots_go_on(service: TableService, game: str) -> tuple[Room, Any, int]:
    """A table whose bots are in the middle of their turns, where it stood when they began, and how many moves ago."""
    host, dice = service.people.introduce("key of Anna", "Anna"), random.Random(7)
    room = table_for(service, host, game, "me", "random", "random", options=dict(OWN_PARTS[game][1]))
    live, made = room.game, 0
    position = live.table.position()
    while made < 2:
        seat = live.pending[0]
        name = dice.choice(live.table.legal_names(seat))
        service.playing.do(room, live.act(seat, "move", name, 0, asked_of(room, seat)))
        made = 0 if live.keeps_position else made + 1
        position = position if made else live.table.position()
    assert live.positioned == len(live.acts) - made
    return room, position, made


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("is_killed", [False, True])
def test_only_moves_that_bots_made_before_a_kill_are_chosen_anew(
    with_service: WithService, monkeypatch: pytest.MonkeyPatch, game: str, is_killed: bool
) -> None:
    async def begin(service: TableService) -> tuple[str, Any, int]:
        with monkeypatch.context() as patch:
            patch.setattr(service.bots, "has_work", lambda live: False)
            room, before, made = bots_go_on(service, game)
        now = room.game.table.position()
        assert service.store.position(room.kept) == (len(room.game.acts) - made, before) and now != before
        assert fault_of(service.store, room.kept, words_in("en")) == ""
        if is_killed:
            service.tables.rooms.clear()  # so that nothing is stored at the end
            return room.address, before, made
        return room.address, now, 0

    async def same(service: TableService) -> None:
        room = await found_at(service, address)
        service.bots.has_work = lambda live: False  # type: ignore[method-assign]
        assert room.game
        if is_killed:
            service.tables.rooms.clear()

    async def work(service: TableService) -> None:
        live = (await found_at(service, address)).game
        assert (live.table.position(), live.changes[-1].dropped) == (position, dropped)
        told = model_of(live, "en").rules_notices[0]
        assert (f"{dropped}" in told) == bool(dropped)
        check_proof(service, await play_out(service, address, random.Random(1)))

    address, position, dropped = with_service(begin)
    with_service(same)
    raise_part(monkeypatch, game, OWN_PARTS[game][0])
    with_service(work)


def test_where_nothing_happens_any_more_the_moves_of_bots_are_not_chosen_anew(
    with_service: WithService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        service.bots.has_work = lambda live: False  # type: ignore[method-assign]
        room, before, made = bots_go_on(service, "rattus")
        live = room.game
        service.maintenance.put_positions(live.acts[-1].at)
        assert service.store.position(room.kept) == (len(live.acts) - made, before), "something may still happen"
        service.maintenance.positions_every = 0.0
        await until(lambda: live.positioned == len(live.acts))
        service.store.changes.flush()
        assert service.store.position(room.kept) == (len(live.acts), live.table.position())
        monkeypatch.setattr(service.store, "put_position", lambda *_: pytest.fail("it is stored already"))
        service.maintenance.put_positions()

    with_service(work)


def test_a_position_is_never_far_behind() -> None:
    """A table at which only bots play has one now and then."""
    live, stored = LiveGame(kept_table("rattus", 2, bots=(0, 1))), list[int]()
    while live.pending and len(live.acts) < 3 * MOST_BEHIND:
        moved(live, live.pending[0])
        if live.keeps_position:
            live.positioned = len(live.acts)
            stored.append(live.positioned)
    assert stored == [MOST_BEHIND, 2 * MOST_BEHIND, 3 * MOST_BEHIND]


# what is kept of it


def test_an_act_and_its_position_are_kept_together_or_not_at_all(
    with_service: WithService, known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "here")
        before = service.store.position(room.kept)
        assert before == (0, room.game.table.position())

        def fail(*_: Any) -> None:
            raise OperationalError("insert", {}, Exception("disk full"))

        seat = room.game.pending[0]
        with monkeypatch.context() as patch:
            patch.setattr("bellringer.server.store.store.position_values", fail)
            service.playing.move(room, seat, asked_of(room, seat), any_name(room, seat))
            await until(lambda: room.is_gone)
        assert (service.store.acts(room.kept), service.store.position(room.kept)) == ([], before)
        again = await found_at(service, room.address)
        service.playing.move(again, seat, asked_of(again, seat), any_name(again, seat))
        assert service.store.position(room.kept) == (1, again.game.table.position())

    with_service(work)


def test_a_change_of_rules_that_can_not_be_kept_is_made_at_the_next_look(
    with_service: WithService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: TableService) -> None:
        assert len((await found_at(service, with_it)).game.changes) == 1

    def fail(*_: Any) -> None:
        raise OperationalError("insert", {}, Exception("disk full"))

    before = rules_of("rattus", OWN_PARTS["rattus"][1])
    with_it, _, _, acts = with_service(lambda service: two_tables(service, "rattus"))
    raise_part(monkeypatch, "rattus", "big-box")

    async def refused(service: TableService) -> None:
        kept = service.store.table(with_it)
        assert kept is not None and await refusal_of(service.tables.find(with_it)) == "damaged"
        assert (len(service.store.acts(kept)), kept.versions) == (acts, before)

    with monkeypatch.context() as patch, capture_logs():
        patch.setattr("bellringer.server.store.store.Store.add_rule_change", fail)
        with_service(refused)
    with_service(work)


def test_what_people_have_seen_counts_anew(with_service: WithService, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(service: TableService) -> None:
        room = await found_at(service, with_it)
        user = await service.people.user("key of Anna")
        assert user is not None
        service.tables.put_seen(room, user)
        assert room.kept.seats[0].seen > 0

    async def work(service: TableService) -> None:
        room = await found_at(service, with_it)
        kept = service.store.table(with_it)
        assert kept is not None and replace(kept, changed=0, pending=0) == replace(room.kept, changed=0, pending=0)
        assert [seat.seen for seat in room.kept.seats] == [0, 0]

    with_it, _, _, _ = with_service(lambda service: two_tables(service, "rattus"))
    with_service(look)
    raise_part(monkeypatch, "rattus", "big-box")
    with_service(work)


# what pages and programs are told


def play_by_api(user: Caller, address: str, moves: int) -> int:
    """Answer what is asked, at most so many questions; returns how many were."""
    made = 0
    while made < moves and (shown := user.get(f"/tables/{address}"))["status"] != "over":
        seat = shown["pending"][0]
        view = user.get(f"/tables/{address}/view", seat=seat)
        user.post(f"/tables/{address}/moves", seat=seat, asked=view["asked"], move=view["moves"][0]["name"])
        made += 1
    return made


def page(api: Api, user: Caller, path: str, language: str) -> str:
    """A page's text."""
    answer = api.request("GET", path, headers={"cookie": f"{KEY_COOKIE}={user.key}", "accept-language": language})
    assert answer.status_code == 200
    return html.unescape(answer.text)


@pytest.mark.parametrize("game", game_names())
def test_pages_and_programs_are_told_of_a_change_of_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    part, options = OWN_PARTS[game]
    with at_server(tmp_path / "data") as api:
        before = api.user("Anna")
        with_it, without = (before.make(game, "me", "me", options=one)["table"]["id"] for one in (dict(options), {}))
    raise_part(monkeypatch, game, part)
    with at_server(tmp_path / "data") as api:
        anna = Caller(api, "Anna", before.key)
        for language, began in (("en", "These rules have changed"), ("fr", "Ces règles ont changé")):
            prompt = page(api, anna, f"/t/{with_it}", language).partition('id="prompt"')[2]
            assert began in prompt and began in prompt.partition('id="log"')[2]
        shown = anna.get(f"/tables/{without}")
        assert (shown["rules"], shown["new_rules"]) == (rules_of(game, {}), [])
        shown = anna.get(f"/tables/{with_it}")
        assert (shown["rules"], shown["acts"]) == (rules_of(game, options), 1)
        assert shown["new_rules"] == [{"acts": 0, "parts": [part], "dropped": 0}]
        play_by_api(anna, with_it, 10_000)
        assert "as far as the rules of today can tell" in page(api, anna, f"/t/{with_it}/verify", "en")
        assert "autant que les règles d’aujourd’hui" in page(api, anna, f"/t/{with_it}/verify", "fr")
