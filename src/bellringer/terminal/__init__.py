"""Playing in the terminal, and the other commands of the command line.

Each game draws its own table (`games/*/show/text.py`), with what `text` offers to all of them.
"""
