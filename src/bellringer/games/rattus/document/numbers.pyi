ANYWHERE: int
BEARERS: int
BISHOPS: int
DROPPED: int
LOOKS: int
MOST_ASKS: int
MOST_TURNS: int
NEW_RATS: int
NEXT_EVENTS: int
NO_LIMIT: int
NUNS: int
ON_PODIUM: int
PLACINGS: int
PODIUMS: int
POTIONS: int
PRINTED: tuple[int, ...]
RATS: int
WALLS: int
