"""Where the positions of Notre Dame are counted (tools/perft.py)."""

from tools.contract import Counted

__all__ = ["COUNTED"]

COUNTED = Counted(
    options=("edition", "persons"),
    places={"deal": {}, "play": {"round": 5, "phase": "play"}, "hire": {"round": 5, "phase": "hire"}},
)
