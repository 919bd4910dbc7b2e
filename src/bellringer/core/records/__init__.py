"""Records and chains of games, read, replayed and proved."""
