"""Lessons at a real table: their plan, their positions, and what the guide says there (show/lessons.py)."""
