"""A table as it is played: its people, its game, its clocks, what is done there, and how it is kept and found again."""
