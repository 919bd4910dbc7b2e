"""What the pictures of all games in a terminal are made of."""
