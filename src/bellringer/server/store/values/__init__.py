"""What the server has of its rows in memory, as values that know no database."""
