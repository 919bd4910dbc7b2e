"""Sounds: each is heard, short and not too loud, and none before somebody wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import bellringer
from bellringer.core.registry import find
from tests.browser.people import Visitor
from tests.browser.tables import Tables

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
COUNTED = """() => {
  window.heard = 0;
  const plain = AudioContext.prototype.createGain;
  AudioContext.prototype.createGain = function () { window.heard += 1; return plain.call(this); };
}"""


@pytest.fixture
def anna(visit: Visit, tables: Tables) -> Visitor:
    """Anna at her table."""
    visitor = visit()
    tables.anna.enter(visitor.context, tables.url)
    visitor.page.goto(tables.paths["notre-dame", "waiting"])
    visitor.page.wait_for_selector("main.moving")
    return visitor


def test_every_sound_is_heard_and_short_and_quiet(anna: Visitor) -> None:
    found: dict[str, Any] = anna.page.evaluate(LISTEN)
    assert set(found) == NAMES
    for name, sound in found.items():
        assert 0.05 < sound["most"] < 0.7 and sound["whole"] > 0.005, (name, sound)
        assert 0.1 < sound["seconds"] < 1.2, (name, sound)


def test_nothing_is_heard_until_somebody_wants_it_and_the_browser_remembers(anna: Visitor) -> None:
    scene = "(kind) => document.dispatchEvent(new CustomEvent('bellringer:scene', { detail: { kind } }))"
    anna.page.evaluate(COUNTED)
    anna.page.evaluate(scene, "card-played")
    assert anna.page.evaluate("() => window.heard") == 0
    switch = anna.page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    bell = anna.page.evaluate("() => window.heard")
    anna.page.evaluate(scene, "card-played")
    anna.page.evaluate(scene, "nothing-of-the-kind")
    assert 0 < bell < anna.page.evaluate("() => window.heard")
    anna.page.reload()
    expect(anna.page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")
    anna.page.get_by_role("button", name="Sounds").click()
    anna.page.reload()
    expect(anna.page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "false")


def test_sounds_are_of_events_that_there_are(anna: Visitor) -> None:
    kinds: dict[str, str] = anna.page.evaluate("() => bellringerSound.kinds")
    known = {name for game in bellringer.game_names() for name in find(game).event_names}
    assert set(kinds) <= known and set(kinds.values()) == NAMES
