"""The deal that nobody can choose, and the record that proves it."""
