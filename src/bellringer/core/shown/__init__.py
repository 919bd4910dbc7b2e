"""What a game shows, as types: results, words, pictures, the parts of its page."""
