"""A table as plain text: the game's picture of it for terminals, as a spectator sees it, without colours."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from io import StringIO
from typing import Any

from bellringer.core.contract.game import Game

USUAL_SIZE = (80, 24)  # columns and lines, where no terminal says its own


def plain_picture(game: Game, view: Mapping[str, Any], line: str) -> str:
    """A view in English, as wide as the terminal, or as 80 columns when the output is none.

    `line`: what stands for it without the package rich, which draws it.
    """
    width = shutil.get_terminal_size(USUAL_SIZE).columns
    try:
        from rich.console import Console

        picture = game.terminal.picture(view, "en", width)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "rich":
            raise
        return f"{line} (to see it drawn: pip install rich)"
    text = StringIO()
    Console(file=text, width=width, color_system=None, highlight=False, legacy_windows=False).print(picture)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())
