"""Pictures of a game for whoever develops with it: text, SVG, or an array of pixels.

All show what the seat that is to act sees. Pixels need the packages of the extra `pictures`.
"""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellringer.core.compiled.state import State
from bellringer.core.contract.game import Game
from bellringer.core.errors import OptionError

MODES = ("ansi", "svg", "rgb_array", "human")
COLUMNS = 110  # of a picture in text
WIDTH = 900  # of one in pixels
LANGUAGE = "en"


def draw(game: Game, state: State, seat: int | None, mode: str | None) -> Any:
    """A picture of what a seat sees (None: a spectator), in one of the modes; None for `human`, which prints text."""
    if mode is None:
        return None
    view = game.view(state, seat)
    if mode == "svg":
        return game.pictures.picture(view, LANGUAGE)
    if mode == "rgb_array":
        return pixels(game.pictures.picture(view, LANGUAGE))
    text = as_text(game, view)
    if mode == "ansi":
        return text
    sys.stdout.write(text)
    return None


def as_text(game: Game, view: dict[str, Any]) -> str:
    """A picture in text, with the colours of a terminal."""
    from rich.console import Console

    console = Console(
        file=io.StringIO(), width=COLUMNS, force_terminal=True, color_system="standard", legacy_windows=False
    )
    with console.capture() as captured:
        console.print(game.terminal.picture(view, LANGUAGE, COLUMNS))
    return captured.get()


def pixels(svg: str) -> NDArray[np.uint8]:
    """A picture as an array of (height, width, 3) bytes. Raises OptionError without the packages that it needs."""
    try:
        import resvg_py
        from PIL import ImageFile
    except ImportError as error:
        raise OptionError(f"pixels need {error.name}: pip install 'bellringer[pictures]'", "render_mode") from None
    png = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, background="white")
    parser = ImageFile.Parser()
    parser.feed(bytes(png))
    return np.asarray(parser.close().convert("RGB"), np.uint8)
