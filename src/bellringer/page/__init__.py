"""What the games share to show their tables on a page."""
