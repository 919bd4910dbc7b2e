"""Playing a game at the terminal: its screens, its keys, its end, and saving it.

Each game draws its own table (`games/*/show/text.py`), with what `text` offers to all of them.
"""
