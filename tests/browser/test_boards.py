"""The boards in a real browser: both layers lie upon each other whatever room they get, and all of them is seen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import bellringer
from bellringer.core.contract.registry import find
from bellringer.svg.board import stylesheet

pytestmark = pytest.mark.slow
GAMES = ("notre-dame", "rattus")
FRAMES = ((390, 390), (844, 320), (320, 700), (700, 700))
# Where the corners of a layer's drawing lie on the screen.
CORNERS = """(name) => {
  const layer = document.querySelector(name), frame = layer.parentElement.getBoundingClientRect();
  return [[0, 0], [1000, 1000]].flatMap(([x, y]) => {
    const at = new DOMPoint(x, y).matrixTransform(layer.getScreenCTM());
    return [at.x - frame.x, at.y - frame.y];
  });
}"""


def shown(page: Page, game: str, frame: str) -> None:
    """A page with nothing but a board in a frame of some size."""
    artist, view = find(game).pictures, bellringer.new_game(game, seats=4, seed=1).view(0)
    layers = artist.ground(view, "en") + artist.live(view, "en")
    styles = f"{stylesheet(artist.styles)} body {{ margin: 0 }} #board {{ position: relative; {frame} }}"
    page.set_content(f'<!doctype html><style>{styles}</style><div id="board">{layers}</div>')


def corners(page: Page, name: str) -> list[float]:
    """The corners of a layer, from those of its frame."""
    found: Any = page.evaluate(CORNERS, name)
    return [round(value, 1) for value in found]


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_board_is_seen_in_every_frame(browser: Browser, game: str) -> None:
    """On its side a telephone has little height: the board is as high as the frame, and in its middle."""
    page = browser.new_page(viewport={"width": 900, "height": 720})
    for width, height in FRAMES:
        shown(page, game, f"width: {width}px; height: {height}px")
        side = min(width, height)
        left, top = (width - side) / 2, (height - side) / 2
        assert corners(page, "#ground") == [left, top, left + side, top + side]
        assert corners(page, "#live") == corners(page, "#ground")
    page.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_without_a_height_is_as_high_as_its_board(browser: Browser, game: str) -> None:
    page = browser.new_page(viewport={"width": 900, "height": 720})
    shown(page, game, "width: 500px")
    assert corners(page, "#ground") == corners(page, "#live") == [0, 0, 500, 500]
    page.close()
