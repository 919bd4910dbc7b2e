"""The games of this package. Importing a game's folder makes the game known; one line each."""

import bellringer.games.notre_dame
import bellringer.games.rattus  # noqa: F401
