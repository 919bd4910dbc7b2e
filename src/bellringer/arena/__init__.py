"""Matches between bots, measured: many games, all cores, and what can be said from them."""
