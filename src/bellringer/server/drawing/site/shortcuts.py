"""The keys of a table's page and of a replay's, each once.

The page's script (static/keys.js), its list of keys and the README go by it.
"""

from __future__ import annotations

from dataclasses import dataclass

DIGITS = tuple(f"{where}{digit}" for where in ("Digit", "Numpad") for digit in range(1, 10))


@dataclass(frozen=True)
class Shortcut:
    """What a key does. Its words stand in the catalogue, under `table.keys.does`.

    `shown`: the keys as people read them, those of several letters by their name under `table.keys.cap`; `keys`: what
    they type, wherever they lie (letters and signs differ by keyboard); `codes`: where they lie, whatever they type (on
    a French keyboard digits need Shift). Both are named as browsers name them. `is_single`: one letter, digit or sign
    does it wherever the focus is, so that it can be switched off: who speaks to the computer would set it off.
    """

    name: str
    shown: tuple[str, ...]
    keys: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    is_single: bool = False


SHORTCUTS = (  # of two for one key the first that has something to do counts
    Shortcut("answer", ("1", "…", "9"), codes=DIGITS, is_single=True),
    Shortcut("list", ("c",), keys=("c",), is_single=True),
    Shortcut("choose", ("enter", "space"), keys=("Enter",), codes=("Space",)),
    Shortcut("rule", ("?",), keys=("?",)),
    Shortcut("skip", ("space",), codes=("Space",), is_single=True),
    Shortcut("close", ("escape",), keys=("Escape",)),
    Shortcut("keys", ("?",), keys=("?",), is_single=True),
)

OWN_TO_REPLAYS = (
    Shortcut("back", ("left",), keys=("ArrowLeft",)),
    Shortcut("on", ("right",), keys=("ArrowRight",)),
    Shortcut("first", ("home",), keys=("Home",)),
    Shortcut("last", ("end",), keys=("End",)),
    Shortcut("play", ("space",), codes=("Space",), is_single=True),
)
REPLAY_SHORTCUTS = (*(one for one in SHORTCUTS if one.name != "skip"), *OWN_TO_REPLAYS)
