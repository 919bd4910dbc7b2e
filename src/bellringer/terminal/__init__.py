"""The table in the terminal, and what the commands of the command line do.

Only the files that begin with a game's name know that game: its drawing (drawing.py says what that must have)
and the words in it.
"""
