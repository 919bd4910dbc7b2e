"""Positions of games between bots with one clearly best move: found, kept in a file, and asked of somebody."""
