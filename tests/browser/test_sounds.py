"""Sounds: each is heard, short and not too loud, and none before somebody wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import bellringer
from bellringer.core.contract.registry import find
from tests.browser.people import SLOW, Visitor
from tests.browser.server import Server
from tests.browser.tables import Tables
from tests.browser.test_scenes import opened, play

pytestmark = pytest.mark.slow
Visit = Callable[..., Visitor]
NAMES = {"bell", "quill", "card", "coin", "rat", "citizen", "plague"}
# Of each sound: how loud it is at most and on the whole, and the second of its last sample that can be heard.
LISTEN = """async () => {
  const found = {};
  for (const name of bellringerSound.names) {
    const samples = (await bellringerSound.render(name)).getChannelData(0);
    let most = 0, sum = 0, end = 0;
    samples.forEach((one, turn) => {
      most = Math.max(most, Math.abs(one));
      sum += one * one;
      if (Math.abs(one) > 0.001) end = turn;
    });
    found[name] = { most, whole: Math.sqrt(sum / (end + 1)), seconds: end / 22050 };
  }
  return found;
}"""
# Notes the pitch with which each voice begins: what is heard follows from that.
LISTENING = """() => {
  window.pitches = [];
  const plain = AudioParam.prototype.setValueAtTime;
  AudioParam.prototype.setValueAtTime = function (value, at) {
    if (value > 20) pitches.push(Math.round(value));
    return plain.call(this, value, at);
  };
}"""
PITCHES = {"bell": 220, "quill": 3600, "card": 900, "coin": 2093, "rat": 1900, "citizen": 210, "plague": 98}
SCENE = "(kinds) => document.dispatchEvent(new CustomEvent('bellringer:scene', { detail: { kinds } }))"
IS_STILL = "() => document.querySelector('.sky') === null"
SILENT: frozenset[str] = frozenset()  # kinds of events that nothing is heard with


@pytest.fixture
def anna(visit: Visit, tables: Tables) -> Visitor:
    """Anna at her table."""
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["notre-dame", "waiting"])
    visitor.until_listening()
    return visitor


def test_every_sound_is_heard_and_short_and_quiet(anna: Visitor) -> None:
    found: dict[str, Any] = anna.page.evaluate(LISTEN)
    assert set(found) == NAMES
    for name, sound in found.items():
        assert 0.05 < sound["most"] < 0.7 and sound["whole"] > 0.005, (name, sound)
        assert 0.1 < sound["seconds"] < 1.2, (name, sound)


def test_nothing_is_heard_until_somebody_wants_it_and_the_browser_remembers(anna: Visitor) -> None:
    anna.page.evaluate(LISTENING)
    anna.page.evaluate(SCENE, ["card-played"])
    switch = anna.page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    until_heard(anna, "bell")
    assert heard(anna) == {"bell"}
    anna.page.evaluate(SCENE, ["nothing-of-the-kind", "card-played"])
    until_heard(anna, "card")
    anna.page.reload()
    expect(anna.page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")
    anna.page.get_by_role("button", name="Sounds").click()
    anna.page.reload()
    expect(anna.page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "false")


def test_sounds_are_of_events_that_there_are(anna: Visitor) -> None:
    kinds: dict[str, str] = anna.page.evaluate("() => bellringerSound.kinds")
    known = {name for game in bellringer.game_names() for name in find(game).event_names}
    assert set(kinds) == known - SILENT and set(kinds.values()) == NAMES


def heard(visitor: Visitor) -> set[str]:
    """The sounds that were heard."""
    pitches: list[int] = visitor.page.evaluate("() => pitches")
    return {name for name, pitch in PITCHES.items() if pitch in pitches}


def until_heard(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_function("(pitch) => pitches.includes(pitch)", arg=PITCHES[name])


def at_a_plague(visit: Visit, server: Server, tables: Tables, is_on: bool, **more: object) -> tuple[Visitor, str]:
    """Anna at a table of Rattus where a move of hers brings a plague, with sounds on or not; that move."""
    visitor, move = opened(visit, server, tables, "rattus", "piece-moved", "rat-turned", "citizens-killed", **more)
    visitor.page.evaluate(LISTENING)
    if is_on:
        visitor.page.get_by_role("button", name="Sounds").click()
        until_heard(visitor, "bell")
    visitor.page.evaluate("() => { pitches.length = 0; }")
    return visitor, move


@pytest.mark.parametrize("is_on", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_what_happens_is_heard_as_it_is_seen(visit: Visit, server: Server, tables: Tables, is_on: bool) -> None:
    visitor, move = at_a_plague(visit, server, tables, is_on)
    play(visitor, move)
    visitor.page.wait_for_function(IS_STILL, timeout=SLOW)
    pitches: list[int] = visitor.page.evaluate("() => pitches")
    if not is_on:
        assert pitches == []
        return
    first = [pitches.index(PITCHES[name]) for name in ("plague", "rat", "citizen")]
    assert first == sorted(first), "the piece walks, a rat turns, citizens fall"


def test_who_wants_no_motion_hears_a_few_sounds(visit: Visit, server: Server, tables: Tables) -> None:
    visitor, move = at_a_plague(visit, server, tables, True, reduced_motion="reduce")
    visitor.choose(move)
    visitor.page.wait_for_function("() => pitches.length > 0")
    assert 1 <= len(heard(visitor) - {"bell"}) <= 3


def test_nothing_is_heard_of_what_happened_before_or_out_of_sight(visit: Visit, server: Server, tables: Tables) -> None:
    """A page that is opened tells of nothing old; a tab that nobody looks at is silent but for one's turn."""
    visitor, move = at_a_plague(visit, server, tables, True)
    visitor.page.add_init_script(f"({LISTENING})()")
    visitor.page.reload()
    visitor.until_listening()
    assert visitor.page.evaluate("() => pitches") == []
    visitor.find("#board").click(position={"x": 3, "y": 3})  # somebody is there
    visitor.page.evaluate("() => Object.defineProperty(document, 'hidden', { get: () => true })")
    visitor.choose(move)
    assert heard(visitor) <= {"bell"}
    visitor.page.evaluate(SCENE, ["card-played"])
    until_heard(visitor, "card")


def test_a_browser_that_keeps_nothing_has_sounds_too(visit: Visit, tables: Tables) -> None:
    visitor = visit()
    refuse = "() => { throw new DOMException('no', 'SecurityError'); }"
    visitor.context.add_init_script(f"Object.defineProperty(window, 'localStorage', {{ get: {refuse} }})")
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["notre-dame", "waiting"])
    visitor.until_listening()
    visitor.page.evaluate(LISTENING)
    visitor.page.get_by_role("button", name="Sounds").click()
    until_heard(visitor, "bell")
    expect(visitor.page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")
