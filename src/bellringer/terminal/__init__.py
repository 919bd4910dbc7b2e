"""The table in the terminal, and what the commands of the command line do.

What a game's table looks like is the game's own; `text` has what all of them are drawn with.
"""
