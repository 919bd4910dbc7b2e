"""What the pages of all games' tables are made of."""
