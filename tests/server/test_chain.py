"""The chain of acts: what it shows while a game runs, and that a record with any single change is refused by number."""

from __future__ import annotations

import hashlib
import json
import random
import re
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.errors import UndoRefused
from bellringer.core.records.chain import act_form, canonical, signature_line, statement
from bellringer.core.records.record_acts import OPEN
from bellringer.core.records.verify import Check, unchecked, verify
from bellringer.core.tables.record_text import write
from bellringer.core.tables.table import scheme_of
from bellringer.server.base.keys import Keys, new_keys
from bellringer.server.store import Act, new_fair
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rule_changes import present_versions
from tests.contract.tables import Setting, settings, with_much
from tests.server.services import acted, kept_table, moved
from tests.server.test_leaks import begun

KINDS = (*OPEN, "undo", "back", "standing")
WORDS = ("", "1", "2", "3", "always", "never", "adept")
GAMES = ("notre-dame", "rattus")
KEYS = new_keys()
CHECKS = ["reads", "chain", "commitment", "nonces", "deal", "moves", "result", "signature", "whole"]


def chained(game: str, seats: int, seed: int = 1, **more: object) -> LiveGame:
    """A running table with a chain, into whose deal all seats but the last have put something."""
    dice = random.Random(seed)
    fair = new_fair(seats)
    fair = replace(fair, nonces=(*(dice.randbytes(32) for _ in range(seats - 1)), None))
    kept = kept_table(game, seats, fair=fair, seed=dice.randbytes(32), **{"chance": scheme_of(find(game)), **more})
    kept = replace(kept, options=check_options(find(game), seats, {}))
    return LiveGame(replace(kept, versions=present_versions(kept)))


def play_on(live: LiveGame, dice: random.Random, acts: int = 10**6) -> list[Act]:
    """Play at random, taking back what can be taken back now and then."""
    done = []
    while live.pending and len(done) < acts:
        seat = dice.choice(live.pending)
        done.append(moved(live, seat, dice=dice))
        if live.pending and dice.random() < 0.15:
            try:
                live.do(act := live.undo_act(seat, 0, len(live.acts)))
                done.append(act)
            except UndoRefused:
                pass
    return done


def record_of(live: LiveGame, keys: Keys = KEYS) -> str:
    """The record of a game as a server writes it."""
    assert live.chain is not None
    lines = live.chain.lines()
    signed = keys.sign(statement(live.chain.head, len(live.chain), True))
    gone = [name for name, holder in zip(live.table.seat_names, live.holders, strict=True) if holder.has_resigned]
    return write(live.table, resigned=gone, chain=[*lines, signature_line(keys.public, signed)])


# what it shows


def possible_acts(live: LiveGame, number: int) -> list[bytes]:
    """All that any seat could have done as the act of a number."""
    names = [name for name in live.table.move_names if name]
    seats = range(live.table.seats)
    moves = (act_form(number, seat, "move", name) for seat, name in product(seats, names))
    others = (act_form(number, seat, kind, word) for seat, kind, word in product(seats, KINDS, WORDS))
    return [canonical(form) for form in (*moves, *others)]


def found_in(live: LiveGame, number: int) -> list[bytes]:
    """The acts that somebody who tries all of them finds in the heads, or in the commitment of one."""
    assert live.chain is not None
    heads, entries = live.chain.heads, live.chain.entries()
    sealed = json.loads(entries[number]).get("sealed")
    tried = possible_acts(live, number)
    hits = [act for act in tried if hashlib.sha256(heads[number - 1] + act).digest() in heads]
    hits += [act for act in tried if hashlib.sha256(act).hexdigest() == sealed or act.decode() in entries]
    return hits


@pytest.mark.parametrize("game", GAMES)
def test_no_head_tells_a_secret_act_while_the_game_runs_and_every_head_tells_an_open_one(game: str) -> None:
    live, dice = chained(game, 3), random.Random(5)
    acted(live, 0, "standing", "never")
    acts = [live.acts[0], *play_on(live, dice, 60)]
    secret = [act for act in acts if act.salt]
    assert secret and len(secret) < len(acts)
    for act in acts[:25]:
        wanted = canonical(act_form(act.number, act.seat, act.kind, act.word))
        assert set(found_in(live, act.number)) == (set() if act.salt else {wanted}), act
    assert len({act.salt for act in secret}) == len(secret)


def of_all_kinds() -> list[Setting]:
    """Tables of every game with few and with many modules."""
    return [one for game in GAMES for one in (*settings(game)[::7], *with_much(game))]


@pytest.mark.slow
@pytest.mark.parametrize("setting", of_all_kinds(), ids=str)
def test_an_act_is_open_only_if_everybody_can_tell_it_from_any_other(setting: Setting) -> None:
    """Two moves that leave the same to see for somebody are secret: by what is seen, not by their names."""
    dice = random.Random(7)
    live = begun(setting, 7)
    for _ in range(40):
        if not live.pending:
            return
        seat = dice.choice(live.pending)
        legal = [move.name for move in live.table.moves(seat)]
        for one in dice.sample(legal, min(3, len(legal))):
            check_is_told(live, seat, one, [name for name in legal if name != one])
        moved(live, seat, dice=dice)


def check_is_told(live: LiveGame, seat: int, move: str, others: list[str]) -> None:
    """A move that is no secret leaves another table to see than any other move would."""
    if not live.table.is_open(move, seat):
        return
    viewers = [None, *(viewer for viewer in range(live.table.seats) if viewer != seat)]
    after = [sight(live, seat, move, viewer) for viewer in viewers]
    for other in others[:6]:
        for viewer, seen in zip(viewers, after, strict=True):
            assert sight(live, seat, other, viewer) != seen, (seat, move, other, viewer)


def sight(live: LiveGame, seat: int, move: str, viewer: int | None) -> str:
    """What a viewer sees and reads after a move."""
    trial = live.table.copy()
    trial.play(move, seat)
    return json.dumps([trial.view(viewer), [event.words() for event in trial.events(live.table.event_count)]])


def test_who_takes_a_secret_back_does_so_in_secret() -> None:
    live = chained("notre-dame", 3)
    moved(live, 0)
    acted(live, 0, "undo")
    assert [bool(act.salt) for act in live.acts] == [True, True]


def test_names_and_addresses_stand_outside() -> None:
    one = chained("notre-dame", 3)
    other = LiveGame(replace(one.kept, address="elsewhere", id=9, host=None, seats=tuple(
        replace(seat, user=None, name="", bot="random") for seat in one.kept.seats)))  # fmt: skip
    assert one.chain is not None and other.chain is not None and one.chain.head == other.chain.head


def test_a_chain_is_the_same_after_a_restart() -> None:
    live = chained("rattus", 3)
    play_on(live, random.Random(2), 40)
    acted(live, 1, "lend", "adept")
    acted(live, 1, "return")
    acted(live, 2, "resign")
    again = LiveGame(live.kept, live.acts)
    assert again.chain is not None and live.chain is not None and again.chain.heads == live.chain.heads


def test_a_table_of_old_has_no_chain_and_its_record_says_so() -> None:
    live = LiveGame(kept_table("notre-dame", 3))
    play_on(live, random.Random(1))
    assert live.chain is None
    checks = verify(live.table.record())
    assert [check.name for check in checks] == ["reads", "commitment", "deal", "moves", "result"]
    assert all(check.ok for check in checks) and "chain" in unchecked(checks)


# what it proves


@cache
def finished(game: str) -> str:
    """The record of a finished game, with undos, a seat that was lent and one that was given up."""
    live, dice = chained(game, 3), random.Random(11)
    play_on(live, dice, 20)
    acted(live, 1, "lend", "adept")
    play_on(live, dice, 10)
    acted(live, 2, "resign")
    play_on(live, dice)
    return record_of(live)


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_table_is_proved(game: str) -> None:
    checks = verify(finished(game), KEYS.public.hex())
    assert [(check.name, check.ok, check.is_open) for check in checks] == [(name, True, False) for name in CHECKS]
    assert unchecked(checks, KEYS.public.hex()) == ("people", "times", "talk", "server", "alone")
    assert unchecked(checks)[0] == "key"


def failure(text: str, key: str | None = KEYS.public.hex()) -> Check | None:
    """The check that a record does not pass."""
    return next((check for check in verify(text, key) if not check.ok), None)


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_move_is_named_by_its_number(game: str) -> None:
    text = finished(game)
    moves = re.findall(r"^(\d+)\. (\w+) (\S.*)$", text, re.M)
    words = sorted({word for _, _, word in moves})
    dice = random.Random(3)
    for number, seat, word in dice.sample(moves, 12):
        other = dice.choice([one for one in words if one != word])
        bad = failure(text.replace(f"\n{number}. {seat} {word}\n", f"\n{number}. {seat} {other}\n"))
        assert bad and bad.name == "chain" and bad.detail.startswith(f"move {number}: "), bad
        elsewhere = "blue" if seat == "red" else "red"
        bad = failure(text.replace(f"\n{number}. {seat} {word}\n", f"\n{number}. {elsewhere} {word}\n"))
        assert bad and bad.detail.startswith(f"move {number}: "), bad


@pytest.mark.parametrize("game", GAMES)
def test_two_moves_that_changed_places_are_named(game: str) -> None:
    lines = finished(game).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1. "))
    for i in range(first, first + 30):
        (_, one), (_, other) = lines[i].split(" ", 1), lines[i + 1].split(" ", 1)
        if one != other:
            number = i - first + 1
            swapped = [*lines[:i], f"{number}. {other}", f"{number + 1}. {one}", *lines[i + 2 :]]
            bad = failure("\n".join(swapped))
            assert bad and bad.detail.startswith(f"move {number}: "), bad


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_act_result_or_seat_is_named(game: str) -> None:
    text = finished(game)
    for act in (1, 7, 23):
        line = next(line for line in text.splitlines() if line.startswith(f"# {act} "))
        bad = failure(text.replace(line, line.replace('"seat":', '"seat":1')))
        assert bad and f"act {act} " in bad.detail
    bad = failure(re.sub(r'\[Result "1 (\w+) ', r'[Result "2 \1 ', text))
    assert bad and bad.name == "result" and "the result is" in bad.detail
    bad = failure(text.replace('[Resigned "green"]', '[Resigned "blue"]'))
    assert bad and "Resigned" in bad.detail
    bad = failure(text, new_keys().public.hex())
    assert bad and bad.name == "signature" and "is signed by the key" in bad.detail


# how it is compared


def changes(text: str, dice: random.Random) -> str:
    """The text with one thing changed: a letter, a line left out, doubled or moved."""
    lines = text.splitlines()
    at = dice.randrange(len(lines))
    kind = dice.choice(("letter", "letter", "letter", "out", "twice", "moved", "cut"))
    if kind == "letter" and lines[at]:
        place = dice.randrange(len(lines[at]))
        letter = dice.choice([one for one in '0123456789abcdef"{}[]., xX' if one != lines[at][place]])
        lines[at] = lines[at][:place] + letter + lines[at][place + 1 :]
    elif kind == "out":
        del lines[at]
    elif kind == "twice":
        lines.insert(at, lines[at])
    elif kind == "moved":
        lines.insert(dice.randrange(len(lines)), lines.pop(at))
    elif kind == "cut":
        del lines[at:]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("game", GAMES)
def test_any_single_change_of_a_record_is_named(game: str) -> None:
    text, dice = finished(game), random.Random(17)
    for _ in range(60):
        changed = changes(text, dice)
        if changed.rstrip() == text.rstrip():
            continue
        bad = failure(changed)
        assert bad is not None, changed
        assert re.search(r"move \d+|act \d+|tag \w+|line \d+|seat \d+|result|chain|seed|record", bad.detail), bad


def test_a_record_signed_by_another_server_is_another_servers() -> None:
    live = chained("notre-dame", 2)
    play_on(live, random.Random(1))
    text = record_of(live, new_keys())
    assert failure(text, None) is None
    bad = failure(text)
    assert bad and bad.name == "signature"


def test_the_signature_is_one_that_any_program_can_check() -> None:
    live = chained("notre-dame", 2)
    assert live.chain is not None
    signature = KEYS.sign(statement(live.chain.head, 0, False))
    Ed25519PublicKey.from_public_bytes(KEYS.public).verify(signature, statement(live.chain.head, 0, False))
