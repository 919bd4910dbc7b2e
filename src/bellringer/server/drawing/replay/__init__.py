"""A game that somebody looks back on, drawn moment by moment by the templates of its table."""
