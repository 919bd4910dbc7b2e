"""Reviews of finished games: where they turned, what was luck, and why. They need no server."""
