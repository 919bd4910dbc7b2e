"""Training of bots: games of self-play, examples out of them, and values learned from these."""
