"""What the commands of the command line do. `cli.py` declares them with their options.

A game that is played at the terminal is in `bellringer.terminal`.
"""
