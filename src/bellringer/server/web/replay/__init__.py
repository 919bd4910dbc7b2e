"""The pages on which a game is looked back on."""
