"""What a record proves of acts that were taken back: each is done again, and may only be what its seat could do."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bellringer.commands import language as commands
from bellringer.core.errors import BellringerError
from bellringer.core.records.chain import Chain, Link, act_form, canonical, signature_line, statement
from bellringer.core.records.verify import Check, unchecked, verify
from bellringer.core.tables.record_text import write
from bellringer.core.tables.table import gone_on
from bellringer.server.base import language as pages
from bellringer.server.store import new_fair
from bellringer.server.tables.live.live_game import LiveGame
from tests.server.services import acted, moved
from tests.server.test_chain import GAMES, KEYS, chained, record_of

ALWAYS = ("people", "times", "talk", "server", "alone")
Acts = list[tuple[int, str, str]]  # seat, kind, word


def bots_on(live: LiveGame, *bots: int) -> LiveGame:
    """The same table with bots on some seats."""
    seats = tuple(
        replace(seat, user=None, name="", bot="random") if seat.number in bots else seat for seat in live.kept.seats
    )
    return LiveGame(replace(live.kept, seats=seats))


def anything(live: LiveGame, dice: random.Random) -> None:
    """Something that the server would let a seat do."""
    seat = dice.randrange(len(live.kept.seats))
    kind = dice.choice(("move",) * 12 + ("undo",) * 8 + ("ask",) * 4 + ("lend", "late", "return", "return", "standing"))
    is_bots, is_person = bool(live.bot_of(seat, "bot")), not live.seat(seat).bot
    if kind == "move":
        moved(live, dice.choice(live.pending), dice=dice)
    elif kind == "undo":
        live.do(live.undo_act(seat, 0, len(live.acts)))
    elif kind == "ask":
        live.may_ask_back(seat)
        acted(live, seat, "ask")
        answered(live, dice)
    elif kind == "lend" and not is_bots or kind == "late" and seat in live.pending and not is_bots:
        acted(live, seat, kind, "random")
    elif kind == "return" and live.holders[seat].lent_to:
        acted(live, seat, kind)
    elif kind == "standing" and is_person and live.may_stand(seat, word := dice.choice(("never", "always", "2"))):
        acted(live, seat, kind, word)


def answered(live: LiveGame, dice: random.Random) -> None:
    """The others answer what is asked of them."""
    request = live.request
    assert request is not None
    while live.request is request and live.still_to_agree:
        answer = dice.choice(("agree", "agree", "agree", "refuse", "withdraw"))
        acted(live, request.seat if answer == "withdraw" else live.still_to_agree[0], answer)
    if live.request is request:
        acted(live, request.seat, "back", str(live.table.moves_since(request.seat)))


def any_game(game: str, seed: int, bots: tuple[int, ...], gone: tuple[int, ...]) -> LiveGame:
    """A game at which whatever can be done is done now and then. `gone`: seats that resign under way."""
    live, dice = bots_on(chained(game, 3, seed), *bots), random.Random(seed)
    while not live.ended_by:
        try:
            anything(live, dice)
        except BellringerError:  # not now
            continue
        if len(live.acts) >= 70 and not any(holder.has_resigned for holder in live.holders):
            for seat in gone:
                acted(live, seat, "resign")
    return live


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("bots", "gone"), [((), ()), ((1, 2), ()), ((), (2, 2))], ids=str)
def test_whatever_a_server_lets_seats_do_is_proved(game: str, bots: tuple[int, ...], gone: tuple[int, ...]) -> None:
    done = []
    for seed in range(4):
        live = any_game(game, seed, bots, gone)
        checks = verify(record_of(live), KEYS.public.hex())
        assert all(check.ok and not check.is_open for check in checks), checks
        assert "more that were taken back, all legal" in next(check.detail for check in checks if check.name == "moves")
        needs_consent = any(act.height < -1 for act in live.acts)
        assert unchecked(checks, KEYS.public.hex()) == (("consent",) if needs_consent else ()) + ALWAYS
        done += live.acts
    assert {"move", "undo", "lend", "late", "return", "standing", "ask", "back"} <= {act.kind for act in done}
    assert bots or {"agree", "refuse", "withdraw"} <= {act.kind for act in done}
    assert any(act.kind == "undo" and act.word for act in done) == bool(bots)


def test_a_game_that_ends_since_all_others_resigned_is_proved() -> None:
    live = chained("rattus", 3)
    for _ in range(30):
        moved(live, live.pending[0])
    for seat in (1, 0):
        acted(live, seat, "resign")
    assert live.ended_by == "resigned"
    assert all(check.ok for check in verify(record_of(live), KEYS.public.hex()))
    bad = forged(live, len(live.acts), [(2, "standing", "never")])
    assert bad.detail.endswith(f"act {len(live.acts) + 1} of the chain comes after the end of the game")


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_that_the_host_of_the_server_ends_is_proved(seats: int) -> None:
    live = chained("rattus", seats)
    for _ in range(20):
        moved(live, live.pending[0])
    acted(live, 0, "lend", "random")
    assert "is not written as" in forged(live, len(live.acts), [(1, "close", "")]).detail  # no seat does it
    acted(live, 0, "close")
    assert all(check.ok for check in verify(record_of(live), KEYS.public.hex()))
    for more, why in (
        ((0, "return", ""), f"act {len(live.acts) + 1} of the chain comes after the end of the game"),
        ((0, "close", ""), f"act {len(live.acts) + 1} of the chain comes after the end of the game"),
    ):
        assert forged(live, len(live.acts), [more]).detail.endswith(why)


def test_who_has_agreed_may_still_refuse() -> None:
    live, dice = chained("rattus", 3), random.Random(4)
    while not live.table.moves_since(0):
        moved(live, dice.choice(live.pending), dice=dice)
    for seat, answer in ((0, "ask"), (1, "agree"), (1, "refuse")):
        acted(live, seat, answer)
    while live.pending:
        moved(live, dice.choice(live.pending), dice=dice)
    checks = verify(record_of(live), KEYS.public.hex())
    assert all(check.ok for check in checks), checks[-1]


# what no server lets a seat do


def played(game: str = "rattus") -> LiveGame:
    """A game of three, without anything but moves."""
    live, dice = chained(game, 3), random.Random(4)
    while live.pending:
        moved(live, dice.choice(live.pending), dice=dice)
    return live


def forged(live: LiveGame, place: int, more: Acts) -> Check:
    """What is said of the record with more acts after so many, signed by the server itself."""
    assert live.chain is not None
    own = [json.loads(link.act) for link in live.chain.links]
    acts = [(act["seat"], act["kind"], act["word"]) for act in own]
    chain = chain_of(live, [*acts[:place], *more, *acts[place:]])
    signed = signature_line(KEYS.public, KEYS.sign(statement(chain.head, len(chain), True)))
    gone = [name for name, holder in zip(live.table.seat_names, live.holders, strict=True) if holder.has_resigned]
    found = verify(write(live.table, resigned=gone, chain=[*chain.lines(), signed]), KEYS.public.hex())
    assert ("rest" in unchecked(found)) == (not found[-1].ok)
    return found[-1]


def chain_of(live: LiveGame, acts: Sequence[tuple[int, str, str]]) -> Chain:
    """A chain of some acts."""
    assert live.chain is not None
    chain = Chain(live.chain.beginning)
    for number, (seat, kind, word) in enumerate(acts, start=1):
        salt = bytes(32) if kind == "standing" else b""  # all moves are open at these tables
        chain.add(Link(number, canonical(act_form(number, seat, kind, word)), salt))
    return chain


def test_a_forged_record_without_more_acts_holds() -> None:
    assert forged(played(), 0, []).ok


def test_no_illegal_move_hides_behind_its_being_taken_back() -> None:
    live = played()
    seat = live.acts[40].seat
    bad = forged(live, 40, [(seat, "move", "look into the bag"), (seat, "undo", "")])
    assert not bad.ok and bad.name == "moves"
    assert "act 41 of the chain is no legal move: " in bad.detail and "can't play 'look into the bag'" in bad.detail
    other = (seat + 1) % 3
    bad = forged(live, 40, [(other, "move", live.acts[40].word), (other, "undo", "")])
    assert "act 41 of the chain is no legal move: " in bad.detail and "has nothing to decide" in bad.detail


def test_nobody_takes_back_what_another_seat_has_decided() -> None:
    live = played()
    act = live.acts[40]
    other = (act.seat + 1) % 3
    bad = forged(live, 41, [(other, "undo", ""), (act.seat, "move", act.word)])
    assert bad.name == "moves" and "act 42 of the chain takes back what its seat has not decided" in bad.detail


def test_nobody_takes_back_what_people_have_decided_since() -> None:
    live = played()
    place = next(
        place for place in range(20, 200) if (acts := live.acts)[place - 1].seat != acts[place].seat
        and depth_at(live, place + 1, acts[place - 1].seat) == 2
    )  # fmt: skip
    before, last = live.acts[place - 1], live.acts[place]
    again = [(act.seat, "move", act.word) for act in (before, last)]
    assert forged(live, place + 1, [(before.seat, "undo", "2"), *again]).ok, "bots may have decided"
    bad = forged(live, place + 1, [(last.seat, "standing", "never"), (before.seat, "undo", "2"), *again])
    assert f"act {place + 3} of the chain takes back decisions of other seats" in bad.detail
    bad = forged(live, place + 1, [(before.seat, "back", "2"), *again])
    assert f"act {place + 2} of the chain takes back what nobody asks for" in bad.detail
    bad = forged(live, place + 1, [(before.seat, "ask", ""), (before.seat, "back", "1"), again[1]])
    assert f"act {place + 3} of the chain takes back what its seat has not decided" in bad.detail


def depth_at(live: LiveGame, acts: int, seat: int) -> int:
    """How many moves a seat could ask for after so many acts."""
    return LiveGame(live.kept, live.acts[:acts]).table.moves_since(seat)


def test_nothing_is_taken_back_past_what_came_to_light() -> None:
    live = played()
    place = next(
        place for place in range(20, 200)
        if not LiveGame(live.kept, live.acts[:place]).table.may_undo(live.acts[place - 1].seat)
    )  # fmt: skip
    act = live.acts[place - 1]
    bad = forged(live, place, [(act.seat, "undo", ""), (act.seat, "move", act.word)])
    assert f"act {place + 1} of the chain takes back what its seat has not decided, or past what" in bad.detail


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ([(0, "look", "")], "is of a kind that this release does not know"),
        ([(3, "lend", "random")], "is of seat 3, which there is not"),
        ([(0, "return", "")], "takes a seat back that was not lent"),
        ([(0, "lend", "random"), (0, "late", "random")], "is of seat 0, which a bot plays then"),
        ([(0, "lend", "random"), (0, "ask", "")], "is of seat 0, which a bot plays then"),
        ([(1, "agree", "")], "answers what nobody asks of its seat"),
        ([(1, "withdraw", "")], "withdraws what its seat does not ask for"),
        ([(0, "ask", "")], "asks to take back what can't be"),
    ],
    ids=str,
)
def test_an_act_that_its_seat_could_not_do_is_named(more: Acts, why: str) -> None:
    bad = forged(played(), 0, more)
    assert not bad.ok and f"act {len(more)} of the chain {why}" in bad.detail, bad


@pytest.mark.parametrize("game", GAMES)
def test_no_game_of_a_chain_begins_from_a_position_or_with_another_box(game: str) -> None:
    """Else a server could say that it was dealt from the seed, whatever it began from."""
    live = played(game)
    assert live.chain is not None
    begun = gone_on(live.table.position(), live.kept.seed, (), live.kept.chance, live.table.nonces)
    chain = Chain(live.chain.beginning)
    signed = signature_line(KEYS.public, KEYS.sign(statement(chain.head, 0, True)))
    bad = verify(write(begun, chain=[*chain.lines(), signed]), KEYS.public.hex())[-1]
    assert not bad.ok and bad.name == "chain" and "has a tag Position before the first move" in bad.detail
    bad = verify(record_of(live).replace("[Commitment ", '[Components "{}"]\n[Commitment '))[-1]
    assert not bad.ok and bad.name == "chain" and "has a tag Components before the first move" in bad.detail
    alone = verify(write(begun))
    assert "not dealt from the seed" in next(check.detail for check in alone if check.name == "deal")


def test_a_refusal_is_the_last_word_in_a_record_too() -> None:
    live = played()
    place = next(place for place in range(20, 200) if depth_at(live, place, live.acts[place - 1].seat) == 1)
    seat = live.acts[place - 1].seat
    other, asks = (seat + 1) % 3, (seat, "ask", "")
    assert forged(live, place, [asks, (seat, "withdraw", ""), asks, (seat, "withdraw", ""), asks]).ok
    for before in ([asks, (other, "refuse", "")], [asks, (seat, "withdraw", "")] * 3):
        bad = forged(live, place, [*before, asks])
        assert f"act {place + len(before) + 1} of the chain asks once more for what was refused" in bad.detail, bad


def ended_after(live: LiveGame, more: Acts) -> Check:
    """What is said of a game that the server calls over after other acts."""
    chain = chain_of(live, more)
    signed = signature_line(KEYS.public, KEYS.sign(statement(chain.head, len(chain), True)))
    table = LiveGame(live.kept).table
    gone = [table.seat_names[seat] for seat in sorted({seat for seat, kind, _ in more if kind == "resign"})]
    for seat, kind, word in more:
        if kind == "move":
            table.play(word, seat)
    return verify(write(table, resigned=gone, chain=[*chain.lines(), signed]), KEYS.public.hex())[-1]


def test_no_game_is_over_before_its_end() -> None:
    moves = [(act.seat, act.kind, act.word) for act in played().acts[:40]]
    for more in ([], [(0, "resign", ""), (1, "standing", "never")]):
        bad = ended_after(played(), [*moves, *more])
        assert not bad.ok and "the chain ends before the game" in bad.detail, bad
    for more in ([(0, "resign", "")], [(0, "resign", ""), (2, "resign", "")]):
        assert ended_after(played(), [*moves, *more]).ok, "the others may be bots, or one alone is left"


def test_rules_that_stay_the_same_hide_no_moves() -> None:
    """Else the record of a game, with its last position as that of a change, would have no move replayed."""
    live = played()
    position = json.dumps(json.dumps(live.table.position(), separators=(",", ":")))
    rules = next(line for line in record_of(live).splitlines() if line.startswith("[Rules "))
    bad = verify(record_of(live).replace("\n# 0 ", f"\n{rules}\n[Position {position}]\n\n# 0 ", 1))[-1]
    assert bad.name == "chain" and "they did not change" in bad.detail, bad


def test_each_commitment_has_its_nonce() -> None:
    live = played()
    assert live.chain is not None
    beginning = json.loads(live.chain.beginning)
    for seat in (0, 2):  # one that had a part in the deal, and one that had none
        changed = {**beginning, "commitments": [*beginning["commitments"]]}
        changed["commitments"][seat] = None if changed["commitments"][seat] else "0" * 64
        live.chain.beginning = canonical(changed)
        bad = forged(live, 0, [])
        assert bad.name == "chain" and "act 0 of the chain has another form" in bad.detail, bad


# what is said not to be proved


def test_what_is_absent_not_reached_and_not_checkable_is_not_confused(monkeypatch: pytest.MonkeyPatch) -> None:
    text, key = record_of(played()), KEYS.public.hex()
    stripped = "\n".join(line for line in text.splitlines() if not line.startswith("# "))
    checks = verify(stripped)
    assert next(check.detail for check in checks if check.name == "nonces") == "2 of 3 seats had a part in the deal"
    assert unchecked(checks) == ("chain", "signature", "bound", *ALWAYS)
    assert unchecked(verify(text.replace("\n2. ", "\n2. red look "))) == ("rest", *ALWAYS)
    assert unchecked(verify("nothing")) == ("rest", *ALWAYS)
    assert unchecked(verify(stripped, key), key) == ("chain", "rest", "bound", *ALWAYS)
    unsigned = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("# signed"))
    assert unchecked(verify(unsigned)) == ("signature", *ALWAYS)
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    assert unchecked(verify(text)) == ("package", *ALWAYS)


def test_a_deal_of_the_server_alone_is_told() -> None:
    live = LiveGame(replace(played().kept, fair=new_fair(3)))
    for _ in range(4):
        moved(live, live.pending[0])
    for seat in (0, 1):
        acted(live, seat, "resign")
    assert unchecked(verify(record_of(live)))[0] == "nonces"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_that_is_not_proved_has_its_sentence(language: str) -> None:
    names = ("chain", "nonces", "signature", "rest", "bound", "package", "consent", "key", *ALWAYS)
    for name in names:
        for words in (pages.words_in(language), commands.words_in(language)):
            assert words(f"verify.unchecked.{name}").endswith(".")
