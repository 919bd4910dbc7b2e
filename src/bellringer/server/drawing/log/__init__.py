"""The log of a table, as lines and as a part of its page."""
