"""Where the positions of Rattus are counted (tools/perft.py)."""

from tools.perft import Counted

COUNTED = Counted(
    options=("box",),
    places={"deal": {}, "act": {"turns": 6, "phase": "act"}, "late": {"turns": 12, "phase": "act"}},
)
