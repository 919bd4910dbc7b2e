"""Where things stand in this checkout, for all tools."""

from __future__ import annotations

from pathlib import Path

__all__ = ["DOCS", "GAMES", "GOLDEN", "ROOT"]

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GAMES = ROOT / "src" / "bellringer" / "games"
GOLDEN = ROOT / "tests" / "golden"
