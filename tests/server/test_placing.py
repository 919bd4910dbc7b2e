"""Who leaves is told of in the log, at the place where it happened; who resigns does not place above who stays."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

import bellringer
from bellringer.core.errors import RecordError
from bellringer.core.records.verify import verify
from bellringer.core.shown.result import Result
from bellringer.core.shown.words import LANGUAGES
from bellringer.core.tables.record_text import write
from bellringer.server.api.happening import notes_of
from bellringer.server.drawing.site.templating import environment
from bellringer.server.drawing.table.page_model import PageModel, Viewer
from bellringer.server.drawing.table.parts import Drawer
from bellringer.server.service import TableService
from bellringer.server.store import TableKept
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.placing import final_result
from tests.server.callers import Api, play_on, two_at
from tests.server.services import (
    Known,
    WithService,
    acted,
    answer_any,
    assert_kept,
    kept_table,
    moved,
    play_out,
    table_for,
)

PAGES = environment()
GAMES = ("notre-dame", "rattus")


def model_of(live: LiveGame, seat: int | None = 0, language: str = "en", seen: int | None = None) -> PageModel:
    """The table before somebody's eyes."""
    own = () if seat is None else (seat,)
    return PageModel(live.table, live.info(0), Viewer(seat, own, language, seen))


def part(live: LiveGame, name: str, language: str = "en") -> str:
    """A part of the page."""
    return part_of(model_of(live, 0, language), name)


def part_of(model: PageModel, name: str) -> str:
    """A part of the page before somebody's eyes."""
    return str(Drawer(PAGES, model, "token").all()[name])


def played_out(game: str, seats: int, resigned: int | None, at_move: int = 10) -> LiveGame:
    """A game of people that is over; one of them gave up on the way."""
    live, dice = LiveGame(kept_table(game, seats)), random.Random(5)
    while live.pending:
        if len(live.acts) == at_move and resigned is not None:
            acted(live, resigned, "resign")
        moved(live, dice.choice(live.pending), dice=dice)
    return live


# places


@pytest.mark.parametrize(
    ("places", "resigned", "final"),
    [
        ((1, 2, 3), (0, 0, 0), (1, 2, 3)),
        ((1, 2, 3), (1, 0, 0), (3, 1, 2)),
        ((1, 1, 3), (1, 0, 0), (3, 1, 2)),
        ((1, 1, 3, 4), (0, 0, 1, 0), (1, 1, 4, 3)),
        ((2, 1, 3, 4), (1, 1, 0, 0), (4, 3, 1, 2)),
        ((1, 2), (1, 1), (1, 2)),
    ],
)
def test_who_stayed_comes_before_who_resigned(
    places: tuple[int, ...], resigned: tuple[int, ...], final: tuple[int, ...]
) -> None:
    scores = tuple(range(len(places)))
    found = final_result(Result(places, scores, ((),) * len(places)), [bool(gone) for gone in resigned])
    assert found.places == final and found.scores == scores


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_who_stayed_and_who_won(game: str, language: str) -> None:
    best = played_out(game, 3, None).table.result
    assert best is not None
    winner = best.winners[0]
    live = played_out(game, 3, winner)
    model = model_of(live, 0, language)
    assert model.places[-1].seat.number == winner and model.places[-1].place == 3
    assert live.result is not None and live.result.places == tuple(
        next(one.place for one in model.places if one.seat.number == seat) for seat in range(3)
    )
    stayed = [model.named[seat] for seat in range(3) if seat != winner]
    assert all(name in model.stayed for name in stayed) and model.named[winner] not in model.stayed
    assert model.named[winner] not in model.verdict and any(name in model.verdict for name in stayed)
    end = unescape(part(live, "end", language))
    assert model.say("table.end.left") in end and model.stayed in end


def test_of_those_who_all_stayed_nothing_is_said() -> None:
    model = model_of(played_out("rattus", 2, None))
    assert model.stayed == "" and model.result == model.table.result


# one story of a resignation, wherever it is told


def people_and_bots(game: str, people: int, bots: int) -> TableKept:
    """A running table with the bots after the people."""
    return kept_table(game, people + bots, tuple(range(people, people + bots)))


def given_up(game: str, people: int, bots: int) -> LiveGame:
    """A game that ended since people resigned: all of them, or all but one where nobody else is there."""
    live = LiveGame(people_and_bots(game, people, bots))
    for seat in range(people):
        if not live.ended_by:
            acted(live, seat, "resign")
    assert live.ended_by == "resigned"
    return live


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (3, 0), (4, 0), (1, 2), (2, 2), (5, 0)])
@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_told_of_a_resignation_is_one_story(game: str, people: int, bots: int, language: str) -> None:
    """Who resigned, that it ended the game, and who won: in the log, at the end, at the seats, for programs."""
    live = given_up(game, people, bots)
    model, seats = model_of(live, 0, language), people + bots
    gone = [seat for seat in range(seats) if live.holders[seat].has_resigned]
    left = [seat for seat in range(seats) if seat not in gone]
    winner = left[0] if len(left) == 1 else None
    assert model.last_one == winner and live.places == tuple(
        0 if winner is None else 1 if seat == winner else 2 for seat in range(seats)
    )
    *_, noted = [line.text for line in model.log if line.is_note]
    *_, for_programs = [note.words for note in notes_of(live, language, None)]
    end = unescape(part(live, "end", language))
    in_programs = [f"{one.colour} ({model.who(one)})" for one in model.seats]
    for told, names in ((noted, model.named), (for_programs, in_programs)):
        key, won = ("resign-alone", "") if winner is None else ("resign-last", names[winner])
        assert told == model.say(f"table.notes.{key}", who=names[gone[-1]], winner=won)
    assert all(model.named[seat] in end for seat in gone)
    if winner is None:
        assert model.say("table.end.resigned") in end and 'class="placed' not in end
    else:
        name = model.named[winner]
        assert model.verdict == model.winner_words(winner) and name in noted and model.who(model.seats[winner]) in end
        assert re.findall(r'class="rank">(\d)', end) == ["1", *["2"] * len(gone)] and "None" not in end
    everything = unescape("".join(part(live, name, language) for name in ("seats", "end", "prompt", "status")))
    assert model.say("table.resigned") not in everything and model.say("table.end.left") not in everything
    assert everything.count(model.say("table.has_resigned")) >= len(gone)
    assert model.say("table.given_up").capitalize() in part(live, "status", language) and model.stayed == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (3, 0), (1, 2)])
@pytest.mark.parametrize("resigned", [False, True])
def test_nobody_wins_a_game_that_the_host_of_the_server_ends(
    people: int, bots: int, language: str, resigned: bool
) -> None:
    """In the log, at the end, in the places and in the record, whoever had resigned or left before."""
    live = LiveGame(people_and_bots("rattus", people, bots))
    acted(live, 0, "lend", "random")
    if resigned and people > 2:
        acted(live, 1, "resign")
    acted(live, 0, "close")
    model, end = model_of(live, 0, language), unescape(part(live, "end", language))
    assert live.ended_by == "closed" and live.places == (0,) * (people + bots) and not live.pending
    assert model.verdict in end and model.say("table.end.closed") in end and 'class="placed' not in end
    told = model.say("table.notes.close")
    assert [line.text for line in model.log][-1] == told and model.log[-1].colour is None
    assert [note.words for note in notes_of(live, language, None)][-1] == told
    assert model.say("table.closed").capitalize() in part(live, "status", language) and model.stayed == ""
    rebuilt = LiveGame(live.kept, live.acts)
    assert (rebuilt.ended_by, rebuilt.places) == (live.ended_by, live.places)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (3, 0), (1, 2), (2, 1), (2, 2)])
def test_who_thinks_of_resigning_is_told_beforehand_what_comes_of_it(people: int, bots: int, language: str) -> None:
    """The words beside the button say what the log says once it is pressed, at every resignation of a game."""
    live, said = LiveGame(people_and_bots("rattus", people, bots)), {}
    for seat in range(people):
        if live.ended_by:
            break
        model = model_of(live, seat, language)
        assert unescape(part_of(model, "prompt")).count(model.resigning) == 1
        acted(live, seat, "resign")
        last = [line.text for line in model_of(live, seat, language).log][-1]
        ending = "alone" if live.ended_by and not any(live.places) else "last" if live.ended_by else "text"
        name = model.named[live.places.index(1)] if any(live.places) else ""
        assert model.resigning == model.say(f"table.resign_{ending}", winner=name) and name in last
        said[ending] = last
    assert len(set(said.values())) == len(said) and set(said) & {"alone", "last"}


@pytest.mark.unhurried
def test_the_interface_tells_the_same_places_and_its_record_who_resigned(api: Api) -> None:
    address, people = two_at(api, "rattus", 3)
    anna, ben = people[0][0], people[1][0]
    play_on(address, people, random.Random(1), most=6)
    ben.post(f"/tables/{address}/resign", seat=1)
    play_on(address, people, random.Random(1))
    anna.get(f"/tables/{address}/events", since=10_000, wait=5)
    while not anna.get(f"/tables/{address}")["places"]:
        play_on(address, people, random.Random(1), most=1)
    shown = anna.get(f"/tables/{address}")
    assert shown["places"][1] == 3 and shown["ended_by"] == "game"
    text = anna.ask("GET", f"/tables/{address}/record").text
    assert '[Resigned "blue"]' in text
    played = bellringer.replay(text)
    assert played.result is not None and list(played.result.scores) == shown["scores"]
    assert all(check.ok for check in verify(text))
    notes = anna.get(f"/tables/{address}/events")["notes"]
    assert [(note["kind"], note["seat"]) for note in notes] == [("resign", 1)] and "Ben" in notes[0]["words"]
    assert anna.get(f"/tables/{address}/events", acts=shown["acts"])["notes"] == []


def test_a_record_names_only_seats_that_it_has() -> None:
    table = played_out("rattus", 2, None).table
    with pytest.raises(RecordError, match="Resigned"):
        bellringer.replay(write(table, resigned=["violet"]))
    assert "Resigned" not in write(table)


# the log


def test_what_is_no_event_stands_in_the_log_where_it_happened() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    dice = random.Random(2)
    wanted = []
    for kind, word in (("lend", "random"), ("return", ""), ("late", "random"), ("return", ""), ("resign", "")):
        for _ in range(4):
            moved(live, dice.choice(live.pending), dice=dice)
        wanted.append((live.table.event_count, kind))
        acted(live, 1, kind, word)
    assert [(note.events, note.kind) for note in live.notes] == wanted
    assert LiveGame(live.kept, live.acts).notes == live.notes
    for language in LANGUAGES:
        model = model_of(live, 0, language)
        for note in live.notes:
            text = model.say(f"table.notes.{note.kind}", who=model.named[1])
            (line,) = [line for line in model.log if line.is_note and line.number == note.number]
            place = model.log.index(line)
            assert (line.text, line.colour, line.id) == (text, "blue", f"note-{note.number}")
            assert all(one.number < note.events for one in model.log[:place] if not one.is_note)
            assert all(one.number >= note.events for one in model.log[place:] if not one.is_note)
        assert 'id="note-' in part(live, "log", language)


def test_a_note_stays_when_what_came_before_it_is_taken_back() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    moved(live, 0)
    acted(live, 1, "lend", "random")
    assert live.table.may_undo(0)
    acted(live, 0, "undo")
    (note,) = live.notes
    assert note.events <= live.table.event_count and LiveGame(live.kept, live.acts).notes == [note]
    assert any(line.is_note for line in model_of(live).log)


def test_a_note_is_news_for_the_others_alone() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    seen = live.table.event_count
    acted(live, 1, "lend", "random")
    assert [line.is_note for line in model_of(live, 0, seen=seen).news] == [True]
    assert not model_of(live, 1, seen=seen).news
    assert model_of(live, 0, seen=seen + 1).news == ()


def test_old_notes_leave_the_log_with_the_lines_around_them() -> None:
    live, dice = LiveGame(kept_table("rattus", 3)), random.Random(3)
    acted(live, 1, "lend", "random")
    while live.pending and live.table.event_count < 200:
        moved(live, dice.choice(live.pending), dice=dice)
    model = model_of(live)
    assert not any(line.is_note for line in model.log) and live.notes
    assert replace(live.info(0), notes=()).chat == live.info(0).chat


@pytest.mark.parametrize("resigns", [False, True])
def test_the_places_of_a_finished_table_are_known_without_its_game(
    with_service: WithService, known: Known, tmp_path: Path, resigns: bool
) -> None:
    """A list of finished tables rebuilds none of them, but those that were over before places were stored, once.

    Where the one person resigns the game is over without a result.
    """

    async def end(service: TableService) -> tuple[str, tuple[int, ...]]:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random", "random")
        if resigns:
            service.playing.resign(room, 0)
        live = await play_out(service, room.address, random.Random(1))
        places = (0, 0, 0) if live.result is None else live.result.places
        assert tuple(seat.place for seat in room.kept.seats) == places and any(places) is not resigns
        assert_kept(service, room)
        return room.address, places

    async def begin_anew(service: TableService) -> tuple[int, ...]:
        kept = service.store.table(address)
        assert kept is not None
        found, is_rebuilt = await service.tables.places_at(kept), address in service.tables.rooms
        assert is_rebuilt == any(seat.place is None for seat in kept.seats)
        return found

    address, places = with_service(end)
    assert with_service(begin_anew) == places
    with closing(sqlite3.connect(tmp_path / "data" / "bellringer.sqlite3")) as base, base:
        base.execute("UPDATE seats SET place = NULL WHERE number > 0")
    assert with_service(begin_anew) == places
    assert with_service(begin_anew) == places


def test_no_place_is_known_while_the_game_runs(with_service: WithService, known: Known) -> None:
    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "rattus", "me", "random")
        answer_any(service, room, random.Random(1))
        service.store.changes.flush()
        kept = service.store.table(room.address)
        assert kept is not None and [seat.place for seat in kept.seats] == [None, None]

    with_service(work)
