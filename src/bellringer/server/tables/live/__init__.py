"""A game as it runs: its acts, who plays its seats, its chain, and how it is built anew from what is kept."""
