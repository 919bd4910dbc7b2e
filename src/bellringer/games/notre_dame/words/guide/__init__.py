"""How the game is played, told in each language: the sentences of its guide (show/guide.py)."""
