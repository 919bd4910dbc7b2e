"""What the interface tells a seat or a spectator is the same bytes when all that they can't see is dealt anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bellringer.core.contract.registry import find
from tests.server.callers import Api, Caller, at_server, play_on, two_at

pytestmark = pytest.mark.slow
TABLES = [(game, seats) for game in ("notre-dame", "rattus") for seats in (2, find(game).most_seats)]
MOMENTS = 3
WORLDS = 2


def seen(user: Caller, address: str, seat: int | None) -> list[bytes]:
    """All that the interface tells somebody about a table, refusals included."""
    query = {} if seat is None else {"seat": seat}
    asked = [
        user.ask("GET", f"/tables/{address}/view", params={**query, "lang": "fr"}),
        user.ask("GET", f"/tables/{address}/view", params=query),
        user.ask("GET", f"/tables/{address}"),
        user.ask("GET", f"/tables/{address}/events"),
        user.ask("GET", f"/tables/{address}/events", params={"lang": "fr"}),
        user.ask("GET", f"/tables/{address}/chat"),
        user.ask("GET", f"/tables/{address}/record"),
    ]
    assert [answer.status_code for answer in asked] == [200] * 6 + [409]
    view = asked[1].json()
    asked += [
        user.ask("GET", f"/tables/{address}/preview", params={**query, "asked": view["asked"], "move": move["name"]})
        for move in view["moves"]
    ]
    assert all(answer.status_code == 200 for answer in asked[7:])
    return [answer.content + str(sorted(answer.headers.items())).encode() for answer in asked]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_a_seat_is_told_does_not_hang_on_what_it_can_not_see(api: Api, game: str, seats: int) -> None:
    address, people = two_at(api, game, seats)
    dice, differed = random.Random(seats), 0
    holder = {seat: user for user, own in people for seat in own}
    for moment in range(MOMENTS):
        play_on(address, people, dice, most=1 + moment % 5)
        live = api.service.tables.rooms[address].live
        assert live is not None
        if live.ended_by:
            break
        true, nobody = live.table, api.user("Nobody")
        for seat in range(seats):
            live.table = true
            told, outside = seen(holder[seat], address, seat), seen(nobody, address, None)
            for _ in range(WORLDS):
                other = true.determinized(seat, dice.getrandbits(60))
                differed += other.state != true.state
                live.table = other
                assert seen(holder[seat], address, seat) == told
                assert seen(nobody, address, None) == outside
        live.table = true.determinized(None, dice.getrandbits(60))
        assert seen(nobody, address, None) == outside
        live.table = true
    assert differed >= MOMENTS, "there was something to hide"


@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
def test_a_refused_move_names_no_move_of_the_hidden_part(api: Api, game: str) -> None:
    """What is legal is told to who is asked; a seat that is not asked learns nothing by trying."""
    address, people = two_at(api, game, 2)
    dice = random.Random(9)
    holder = {seat: user for user, own in people for seat in own}
    for _ in range(8):
        play_on(address, people, dice, most=2)
        live = api.service.tables.rooms[address].live
        assert live is not None
        true = live.table
        for seat in {0, 1} - set(true.pending):
            sent = {"seat": seat, "asked": len(live.acts), "move": "no such move"}
            before = holder[seat].ask("POST", f"/tables/{address}/moves", json=sent)
            live.table = true.determinized(seat, dice.getrandbits(60))
            after = holder[seat].ask("POST", f"/tables/{address}/moves", json=sent)
            live.table = true
            assert before.status_code == 409 and before.content == after.content
            assert "legal" not in before.json()


def test_a_hint_knows_no_more_than_its_seat(tmp_path: Path) -> None:
    with at_server(tmp_path, hint_iterations=200, threads=1) as api:
        anna = api.user("Anna")
        address = anna.make("notre-dame", "me", "me")["table"]["id"]
        live = api.service.tables.rooms[address].live
        assert live is not None
        true = live.table
        seat = true.pending[0]
        sent = {"seat": seat, "why": True}
        told = anna.ask("POST", f"/tables/{address}/hint", json=sent).content
        for seed in range(3):
            live.table = true.determinized(seat, seed)
            assert anna.ask("POST", f"/tables/{address}/hint", json=sent).content == told
