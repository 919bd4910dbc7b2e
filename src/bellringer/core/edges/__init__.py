"""What comes from outside core's own code: people's files, JSON, numbers of a box; and what is wrong with it."""
