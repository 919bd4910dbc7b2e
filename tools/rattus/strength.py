"""The tables of Rattus at which bots are measured (tools/strength.py)."""

from tools.contract import Contest

__all__ = ["CONTESTS"]

CONTESTS = (
    Contest("six", "Rattus, six cards", goals={"tenth-2": 0.55, "equal-4": 0.35, "tenth-4": 0.15}),
    Contest(
        "drawn",
        "Rattus, drawn cards and modules",
        options={"classes": "random"},
        varied="modules",
        goals={"equal-4": 0.32},
    ),
)
