"""A signed record has one text: whatever is written otherwise is refused, also where the server itself signs that.

Records that were signed before the chain had that form verify as they did (tests/golden/chained).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bellringer.core.contract.choosing import check_options
from bellringer.core.contract.registry import find
from bellringer.core.records.chain import EXACT, FIRST, Chain, Link, canonical, signature_line, statement
from bellringer.core.records.verify import verify
from bellringer.server.store import Act
from bellringer.server.tables.deal.fairness import Fairness
from bellringer.server.tables.live.live_game import LiveGame
from bellringer.server.tables.live.rule_changes import change_now, present_versions
from tests.server.services import acted, moved
from tests.server.test_chain import GAMES, KEYS, chained, play_on, record_of

pytestmark = pytest.mark.unhurried

STORED = sorted((Path(__file__).parent.parent / "golden" / "chained").glob("*.record"))
SALT = bytes(range(32))
OPTIONS: dict[str, dict[str, Any]] = {
    "notre-dame": {"open_prestige": True},
    "rattus": {"box": "big-box", "classes": ["king", "monk", "knight", "witch", "merchant", "nun"]},
}
Acts = list[tuple[str, bytes]]  # the text of each act, the beginning first, and its salt


def begun(game: str, **more: Any) -> LiveGame:
    """A table with options of every type."""
    live = chained(game, 3)
    kept = replace(live.kept, options=check_options(find(game), 3, OPTIONS[game]), **more)
    return LiveGame(replace(kept, versions=present_versions(kept)))


@cache
def short(game: str) -> str:
    """The record of a game that the server's host soon ended, with acts of most kinds, open ones and secret ones."""
    live, dice = begun(game), random.Random(5)
    seat = live.pending[0]
    moved(live, seat, dice=dice)
    acted(live, seat, "undo")
    play_on(live, dice, 6)
    for seat, kind, word in ((0, "standing", "never"), (1, "lend", "adept+cautious"), (1, "return", "")):
        acted(live, seat, kind, word)
    play_on(live, dice, 3)
    for seat, kind in ((2, "resign"), (0, "close")):
        acted(live, seat, kind)
    assert live.ended_by == "closed"
    return record_of(live)


def is_refused(text: str) -> bool:
    """Whether a record is."""
    return not all(check.ok for check in verify(text, KEYS.public.hex()))


def parts_of(text: str) -> tuple[list[str], Acts]:
    """The lines before the chain, and the acts."""
    lines = text.split("\n")
    found = [re.fullmatch(r"# \d+ [0-9a-f]{64} (\{.*\})(?: salt ([0-9a-f]{64}))?", line) for line in lines]
    before = lines[: next(number for number, one in enumerate(found) if one)]
    return before, [(one[1], bytes.fromhex(one[2] or "")) for one in found if one]


def signed(before: list[str], acts: Acts) -> str:
    """The record of these acts, which the server hashes and signs as it does with its own."""
    chain = Chain(acts[0][0].encode())
    for number, (act, salt) in enumerate(acts[1:], start=1):
        chain.add(Link(number, act.encode(), salt))
    signature = KEYS.sign(statement(chain.head, len(chain), True))
    return "\n".join([*before, *chain.lines(), signature_line(KEYS.public, signature), ""])


def with_act(acts: Acts, number: int, text: str, salt: bytes | None = None) -> Acts:
    """The acts with another one in a place."""
    return [*acts[:number], (text, acts[number][1] if salt is None else salt), *acts[number + 1 :]]


def otherwise(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The document with a key more or less in each object that it has, or a whole number or a truth as a text."""
    yield {**document, "also": 0}
    for key, value in document.items():
        yield {one: other for one, other in document.items() if one != key}
        if isinstance(value, dict):
            yield from ({**document, key: one} for one in otherwise(value))
        elif isinstance(value, bool):
            yield from ({**document, key: one} for one in (int(value), "yes" if value else "no", None))
        elif isinstance(value, int):
            yield {**document, key: str(value)}
        elif isinstance(value, list) and len(value) > 1:
            yield {**document, key: [*value, value[0]]}
            if key != "seats":  # random keys, of which any order is as good
                yield {**document, key: value[::-1]}
            if all(isinstance(one, str) for one in value):
                yield {**document, key: ",".join(value)}


def spelled_otherwise(text: str) -> Iterator[str]:
    """The same JSON in other letters."""
    document = json.loads(text)
    yield json.dumps(document, sort_keys=True)
    yield json.dumps(dict(reversed(document.items())), separators=(",", ":"))
    yield text.replace('{"', '{ "', 1)
    yield re.sub(r'"([a-z])', lambda found: f'"\\u{ord(found[1]):04x}', text, count=1)
    yield text.replace("{", '{"act":0,', 1)
    for number in re.finditer(r"(?<=:)\d+", text):
        for other in (f"{number[0]}.0", f"{number[0]}e0", f"-{number[0]}", f"0{number[0]}"):
            yield text[: number.start()] + other + text[number.end() :]
    for digits in re.finditer("[0-9a-f]{32,}", text):
        yield text[: digits.start()] + digits[0].upper() + text[digits.end() :]


# what the server itself must not sign


@pytest.mark.parametrize("game", GAMES)
def test_the_record_verifies_and_says_its_form(game: str) -> None:
    before, acts = parts_of(short(game))
    assert not is_refused(short(game)) and signed(before, acts) == short(game)
    assert json.loads(acts[0][0])["chain"] == EXACT
    kinds = {json.loads(act)["kind"]: bool(salt) for act, salt in acts[1:]}
    assert {"move", "undo", "standing", "lend", "return", "resign", "close"} <= kinds.keys()
    assert set(kinds.values()) == {True, False}


@pytest.mark.parametrize("game", GAMES)
def test_no_act_has_a_key_or_an_option_more_or_less_or_of_another_type(game: str) -> None:
    before, acts = parts_of(short(game))
    tried = [
        with_act(acts, number, canonical(other).decode())
        for number, (act, _) in enumerate(acts)
        for other in otherwise(json.loads(act))
    ]
    assert len(tried) > 100
    for one in tried:
        assert is_refused(signed(before, one)), set(one) - set(acts)


@pytest.mark.parametrize("game", GAMES)
def test_no_option_is_left_out_together_with_its_tag(game: str) -> None:
    before, acts = parts_of(short(game))
    beginning = json.loads(acts[0][0])
    for name in beginning["options"]:
        fewer = {one: value for one, value in beginning["options"].items() if one != name}
        tag = "-".join(word.capitalize() for word in name.split("_"))
        without = [line for line in before if not line.startswith(f"[{tag} ")]
        changed = with_act(acts, 0, canonical({**beginning, "options": fewer}).decode())
        assert len(without) < len(before) and is_refused(signed(without, changed)), name


@pytest.mark.parametrize("game", GAMES)
def test_each_act_is_spelled_in_one_way(game: str) -> None:
    before, acts = parts_of(short(game))
    for number, (act, _) in enumerate(acts):
        for other in spelled_otherwise(act):
            assert other == act or is_refused(signed(before, with_act(acts, number, other))), other


@pytest.mark.parametrize("game", GAMES)
def test_secret_acts_have_a_salt_and_no_others(game: str) -> None:
    before, acts = parts_of(short(game))
    for number, (act, salt) in enumerate(acts[1:], start=1):
        assert is_refused(signed(before, with_act(acts, number, act, b"" if salt else SALT))), act
    assert is_refused(short(game).replace("\n# 1 ", f" salt {SALT.hex()}\n# 1 ")), "act 0 is open"


@pytest.mark.parametrize(("kind", "word"), [("undo", "1"), ("return", "adept"), ("lend", ""), ("standing", "now")])
def test_the_word_of_an_act_is_written_in_one_way(kind: str, word: str) -> None:
    before, acts = parts_of(short("notre-dame"))
    number = next(number for number, (act, _) in enumerate(acts) if f'"kind":"{kind}"' in act)
    changed = canonical({**json.loads(acts[number][0]), "word": word}).decode()
    assert is_refused(signed(before, with_act(acts, number, changed)))


# what nobody may make of it afterwards


def letters(text: str) -> Iterator[str]:
    """Other letters for the same: white space, line ends, hex digits, numbers."""
    lines = text.split("\n")
    for number, line in enumerate(lines[:-1]):
        blank = [f"{line} ", f"{line}\t", f" {line}", f"{line}\r", f"{line}\u2028", f"{line}\x0c", f"{line}\n"]
        other = [*blank, line.replace(" ", "  ", 1), line.replace(" ", "\t", 1), re.sub(r"^(\d+)\.", r"0\1.", line)]
        other += [
            line[: one.start()] + one[0].upper() + line[one.end() :] for one in re.finditer("[0-9a-f]{32,}", line)
        ]
        if tag := re.fullmatch(r'\[(\S+) "(.)(.*)', line):
            other += [f'[{tag[1]} "\\u{ord(tag[2]):04x}{tag[3]}', f'[{tag[1].upper()} "{tag[2]}{tag[3]}']
        yield from ("\n".join([*lines[:number], one, *lines[number + 1 :]]) for one in other if one != line)
    yield from (text + "\n", text + " ", text.rstrip("\n"), "\n" + text, text.replace("\n", "\r\n"))


def lines_moved(text: str) -> Iterator[str]:
    """Every line left out, doubled, or in the place of the next."""
    lines = text.split("\n")[:-1]
    for number, line in enumerate(lines):
        yield "\n".join([*lines[:number], *lines[number + 1 :], ""])
        yield "\n".join([*lines[:number], line, *lines[number:], ""])
        if number and lines[number - 1] != line:
            yield "\n".join([*lines[: number - 1], line, lines[number - 1], *lines[number + 1 :], ""])


def tags_added(text: str) -> Iterator[str]:
    """A tag more, of those that some record can have, before each line up to the chain."""
    lines = text.split("\n")
    end = next(number for number, line in enumerate(lines) if line.startswith("# 0 "))
    more = ('[Components "{}"]', '[Position "{}"]', '[Dropped "1"]', '[Resigned ""]', '[Modules ""]', '[Event "x"]')
    for number in range(end + 1):
        yield from ("\n".join([*lines[:number], tag, *lines[number:]]) for tag in more)


@pytest.mark.parametrize("way", [letters, lines_moved, tags_added])
@pytest.mark.parametrize("game", GAMES)
def test_no_letter_of_a_record_can_be_another(game: str, way: Callable[[str], Iterator[str]]) -> None:
    text, tried = short(game), 0
    for other in way(text):
        tried += 1
        assert other != text and is_refused(other), [line for line in other.split("\n") if line not in text.split("\n")]
    assert tried > 50


# a change of rules


def changed_rules(patch: pytest.MonkeyPatch, form: int = EXACT, without: str = "") -> str:
    """The record of a game under which the rules changed. Only while they are patched does it verify.

    `without`: a field that the position has not from which it goes on.
    """
    live, dice = begun("rattus"), random.Random(5)
    assert live.kept.fair is not None
    live = LiveGame(replace(live.kept, fair=replace(live.kept.fair, form=form)))
    play_on(live, dice, 8)
    game = find("rattus")
    patch.setattr(type(game), "rule_versions", {**game.rule_versions, "base": 99})
    change = change_now(live.kept, live.acts, (), (len(live.acts), live.table.position()))
    position = {name: value for name, value in change.position.items() if name != without}
    change = replace(change, position=position)
    act = Act(change.number, 0, "rules", "", change.number, 0, 0, SALT)
    live = LiveGame(replace(live.kept, versions=change.after), [*live.acts, act], changes=[change])
    play_on(live, dice, 5)
    for seat in (0, 2):
        acted(live, seat, "resign")
    service: Any = type("", (), {"keys": KEYS})
    return Fairness(service).record_of(live)


def test_a_change_of_rules_is_written_in_one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    text = changed_rules(monkeypatch)
    assert not is_refused(text)
    before, acts = parts_of(text)
    number = next(number for number, (act, _) in enumerate(acts) if '"kind":"rules"' in act)
    act = json.loads(acts[number][0])
    for other in ({**act, "also": 0}, {**act, "seat": 1}, {**act, "word": "x"}, {**act, "dropped": 1}):
        assert is_refused(signed(before, with_act(acts, number, canonical(other).decode()))), other
    assert is_refused(signed(before, with_act(acts, number, acts[number][0], b"")))
    tag = next(line for line in before if line.startswith("[Position "))
    position = json.loads(json.loads(tag.removeprefix("[Position ").removesuffix("]")))
    for spelled in (json.dumps(position), json.dumps(dict(reversed(position.items())), separators=(",", ":"))):
        assert is_refused(text.replace(tag, f"[Position {json.dumps(spelled)}]"))
    for one in otherwise(position):
        said = f"[Position {json.dumps(canonical(one).decode())}]"
        assert is_refused(text.replace(tag, said)), "other than that of the chain"
    more = canonical({**position, "also": 0}).decode()
    both = with_act(acts, number, canonical({**act, "position": json.loads(more)}).decode())
    assert is_refused(signed([f"[Position {json.dumps(more)}]" if line == tag else line for line in before], both))


@pytest.mark.parametrize("form", [FIRST, EXACT])
def test_a_record_outlives_a_field_that_positions_have_since(monkeypatch: pytest.MonkeyPatch, form: int) -> None:
    """The chain has the position as it was written then; the rules fill in what it does not say."""
    text = changed_rules(monkeypatch, form, without="revealed")
    assert "revealed" not in text and not is_refused(text)


# records from before


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_records_that_were_signed_before_verify(path: Path) -> None:
    """Their rules may have changed since: then that is what is said, and all that stands before it holds."""
    text = path.read_text(encoding="utf-8")
    key = re.findall("^# signed ([0-9a-f]{64})", text, re.M)[0]
    checks = verify(text, key)
    assert json.loads(parts_of(text)[1][0][0])["chain"] == FIRST
    assert all(check.ok for check in checks) or "the record was played by" in checks[-1].detail
    assert verify(text.replace("\n", "\r\n"), key) == checks, "white space at the end of a line was let pass"


def test_a_running_table_keeps_the_form_that_it_began_with() -> None:
    live = begun("notre-dame")
    assert live.kept.fair is not None and live.chain is not None
    old = LiveGame(replace(live.kept, fair=replace(live.kept.fair, form=FIRST)))
    assert old.chain is not None
    assert [json.loads(chain.beginning)["chain"] for chain in (live.chain, old.chain)] == [EXACT, FIRST]
