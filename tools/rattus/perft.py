"""Where the positions of Rattus are counted (tools/perft.py)."""

from tools.contract import Counted

__all__ = ["COUNTED"]

COUNTED = Counted(
    options=("box",),
    places={"deal": {}, "act": {"turns": 6, "phase": "act"}, "late": {"turns": 12, "phase": "act"}},
)
