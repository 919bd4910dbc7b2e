"""The process that draws for the server while many listen, and what passes between the two."""
