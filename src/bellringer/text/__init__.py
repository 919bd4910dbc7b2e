"""What the games share to draw their tables in a terminal."""
