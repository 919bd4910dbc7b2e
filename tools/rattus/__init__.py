"""What the tools must know of Rattus, and the tools that are for it alone."""
