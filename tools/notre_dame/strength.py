"""The tables of Notre Dame at which bots are measured (tools/strength.py)."""

from tools.contract import Contest

__all__ = ["CONTESTS"]

CONTESTS = (Contest("base", "Notre Dame", goals={"tenth-2": 0.90, "equal-4": 0.70, "tenth-4": 0.60}),)
