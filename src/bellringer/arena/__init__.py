"""Plays many games between bots and measures them: simulations, matches, studies of cards."""
