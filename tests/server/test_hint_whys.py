"""A hint says why rather than the next best move, to page and program, a moment after the move itself."""

from __future__ import annotations

import asyncio
import html
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bellringer import game_names, new_game
from bellringer.bots.analysis import MoveThought
from bellringer.core.contract.game import Game
from bellringer.core.contract.registry import find
from bellringer.core.shown.words import LANGUAGES
from bellringer.review.advice import hint_words, next_best
from bellringer.review.estimates import Measured
from bellringer.review.results import Difference, Why
from bellringer.review.sentences import words_in, you
from bellringer.server.drawing.table.table_drawings import drawings_of
from bellringer.server.errors import Refused
from bellringer.server.service import TableService
from bellringer.server.thinking import hints
from bellringer.server.thinking.reasons import Compared
from bellringer.server.visitors.security import KEY_COOKIE
from tests.server.callers import PATIENCE, Api, at_server, browser, submit
from tests.server.services import any_name, asked_of, table_for

PAGE = "page-of-the-test"
GAMES = 3  # at random, in which every piece has been on the board


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server whose bots think little, and find a second move in every position."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hints, "next_best", lambda moves: moves[1])
        with at_server(tmp_path_factory.mktemp("data"), hint_iterations=40) as found:
            yield found


def thought(name: str, visits: int, chance: float | None) -> MoveThought:
    """What searches think of a move."""
    return MoveThought(name, visits, chance, None if chance is None else 0.001, None)


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ((), None),
        ((("b", 10, 0.48), ("c", 5, 0.49)), "b"),
        ((("b", 10, 0.405),), "b"),
        ((("b", 10, 0.399),), None),
        ((("b", 0, None), ("c", 0, None)), None),
    ],
)
def test_a_hint_is_compared_with_the_next_best_move_if_that_is_sensible(
    others: Sequence[tuple[str, int, float | None]], expected: str | None
) -> None:
    found = next_best([thought("a", 900, 0.5), *(thought(*one) for one in others)])
    assert (found and found.name) == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wins", [Measured(0.2, 0.05), Measured(-0.2, 0.05), Measured(-0.2, 0.15)])
def test_where_the_games_speak_for_the_other_move_it_is_said(language: str, wins: Measured) -> None:
    game: Game = find("notre-dame")
    plague = Difference(0, "plague", (0.2, 0.62), (-0.5, -2.6), Measured(2.1, 0.3))
    told = hint_words(
        game, Why(0, 0, ("a", "b"), 100, 9, (plague,), Measured(2.0, 0.4), wins), lambda _: you(language), language
    )
    assert (words_in(language)("why.against_advised") in told) == (wins == Measured(-0.2, 0.05))
    assert told[0].startswith(you(language).capitalize()) and "62" in told[0] and "20" in told[0] and "+2" in told[0]


def test_a_program_that_asks_for_it_is_told_why_as_data_and_in_words(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("notre-dame", "me", "me")["table"]["id"]
    before = anna.get(f"/tables/{address}/view", seat=0)
    plain = anna.post(f"/tables/{address}/hint", seat=0)
    assert plain["why"] is None
    told = anna.ask("POST", f"/tables/{address}/hint", json={"seat": 0, "why": True}, params={"lang": "fr"}).json()
    assert (told["move"], told["win_chance"]) == (plain["move"], plain["win_chance"])
    why = told["why"]
    assert why["moves"][0] == told["move"] != why["moves"][1] and why["pairs"] == 100
    assert len(why["sentences"]) >= 2
    assert any("Toutes sources réunies" in one for one in why["sentences"]), "the last one may speak for the other move"
    assert all({"seat", "source", "shares", "points", "gap"} == set(one) for one in why["differences"])
    assert anna.get(f"/tables/{address}/view", seat=0) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_script_why_is_asked_for_by_a_button(api: Api, language: str) -> None:
    anna = api.user("Anna")
    address = anna.make("notre-dame", "me", "random", "random")["table"]["id"]
    key, csrf = browser(api, anna.key)
    speaks = {"accept-language": language}
    first = submit(api, f"/t/{address}/hint", key, csrf, seat="0", more=speaks).text
    assert 'name="why" value="1"' in first and 'id="why"' not in first
    page = html.unescape(submit(api, f"/t/{address}/hint", key, csrf, seat="0", why="1", more=speaks).text)
    assert 'id="why"' in page and 'id="ask-hint"' not in page
    assert words_in(language)("why.rather", other="|").split("|")[0] in page


def test_with_a_script_the_hint_comes_first_and_why_a_moment_later(api: Api) -> None:
    anna = api.user("Anna")
    address = anna.make("notre-dame", "me", "random", "random")["table"]["id"]
    key, csrf = browser(api, anna.key)
    speaks = {"hx-request": "true", "x-page": PAGE}
    first = submit(api, f"/t/{address}/hint", key, csrf, seat="0", more=speaks).text
    assert 'class="hint"' in first and 'id="why"' not in first
    page, end = drawings_of(api.service.tables.rooms[address]).page(PAGE, key), time.monotonic() + PATIENCE
    while page.told["hint"]["why"] is None and time.monotonic() < end:
        time.sleep(0.01)
    headers = {"cookie": f"{KEY_COOKIE}={key}", **speaks}
    news = api.request("GET", f"/t/{address}/news?seat=0&known=1", headers=headers).text
    assert 'id="why"' in news and "is-hinted" in news


def test_what_was_answered_meanwhile_is_not_explained(
    with_service: Callable[..., Any], known: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "next_best", lambda moves: moves[1])

    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here")
        seat = room.game.pending[0]
        compared = (await service.hints.find(room, seat)).compared
        assert compared is not None
        told: list[Why | None] = []
        service.reasons.tell(room, compared, (), told.append)
        late = asyncio.create_task(service.reasons.find(room, compared))
        await asyncio.sleep(0)
        service.playing.move(room, seat, asked_of(room, seat), any_name(room, seat))
        assert await late is None
        while not told:
            await asyncio.sleep(0.001)
        assert told == [None]
        service.workers.end()  # who waits for a why when the server stops has the hint alone
        now = Compared(seat, room.game.holders[seat].asked, compared.moves, compared.state)
        assert await service.reasons.find(room, now) is None
        with pytest.raises(Refused):
            await service.workers.think(room.game.table, room.game.pending[0], 10)

    with_service(work, hint_iterations=40)


@pytest.mark.parametrize("name", game_names())
def test_what_a_why_speaks_of_is_called_as_the_board_calls_it(name: str) -> None:
    """Cards by names that have a rule; pieces by ids that the board draws once they are there."""
    game, drawn = find(name), ""
    assert game.sources is not None
    found = {game.source_anchor(source, 0) for source in game.sources.names} - {""}
    assert found, "some sources have a place"
    cards = {anchor.split()[1] for anchor in found if anchor.startswith("card ")}
    assert all(game.words.rule_words(card, "en") for card in cards)
    pieces = {anchor.split()[1] for anchor in found if anchor.startswith("piece ")}
    assert len(cards) + len(pieces) == len(found)
    for seed in range(GAMES):
        table, dice = new_game(name, seats=3, seed=seed), random.Random(seed)
        while table.result is None:
            drawn += game.pictures.live(table.view(None), "en", ())
            seat = table.pending[0]
            table.play(dice.choice(table.moves(seat)).name, seat)
    assert {piece for piece in pieces if f'id="{piece}"' not in drawn} == set()


def test_a_why_is_found_once_for_a_question(
    with_service: Callable[..., Any], known: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks again is told at once; of a question that is answered nothing is kept."""
    monkeypatch.setattr(hints, "next_best", lambda moves: moves[1])

    async def work(service: TableService) -> None:
        room = table_for(service, known(service, "Anna"), "notre-dame", "me", "here")
        seat = room.game.pending[0]
        compared = (await service.hints.find(room, seat)).compared
        found = await service.reasons.find(room, compared)
        assert found is not None and await service.reasons.find(room, compared) is found
        service.playing.move(room, seat, asked_of(room, seat), any_name(room, seat))
        other = room.game.pending[0]
        again = (await service.hints.find(room, other)).compared
        assert await service.reasons.find(room, again) is not found
        assert len(service.reasons.known[room.game]) == 1

    with_service(work, hint_iterations=40)
