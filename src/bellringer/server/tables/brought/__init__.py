"""Records and positions that people bring by file or paste: read in a process of its own, and kept for a while."""
