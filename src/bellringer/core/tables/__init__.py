"""A game in the hands of people and programs: its moves, previews, moments, and its text as a record."""
