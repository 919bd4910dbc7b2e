"""A table as plain text: the game's picture of it for terminals, as a spectator sees it, without colours."""

from __future__ import annotations

import shutil
from io import StringIO
from typing import TYPE_CHECKING

from bellringer.core.registry import find

if TYPE_CHECKING:
    from bellringer.core.table import Table

USUAL_SIZE = (80, 24)  # columns and lines, where no terminal says its own


def plain_picture(table: Table) -> str:
    """The table in English, as wide as the terminal, or as 80 columns when the output is none.

    Without the package rich, which draws it, one line that says so.
    """
    width = shutil.get_terminal_size(USUAL_SIZE).columns
    try:
        from rich.console import Console

        picture = find(table.game).terminal.picture(table.view(None), "en", width)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "rich":
            raise
        return f"{table!r} (to see it drawn: pip install rich)"
    text = StringIO()
    Console(file=text, width=width, color_system=None, highlight=False, legacy_windows=False).print(picture)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())
