"""What the tools must know of Notre Dame, and the tools that are for it alone."""
