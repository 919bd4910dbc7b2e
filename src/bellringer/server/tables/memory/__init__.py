"""Which tables are in memory, and each of them: its row, its game, who listens; how it is found and forgotten."""
