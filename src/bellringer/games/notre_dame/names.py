"""The names of everything that has a number: the words of positions, records and moves, the same in every language.

Each tuple stands in the order of the numbers in state.pxd, moves.pxd and events.pxd; a test holds them together.
"""

from __future__ import annotations

COLOURS = ("red", "blue", "green", "violet", "ochre")
SECTORS = ("cloister-school", "bank", "residence", "carriage-house", "hotel", "park", "hospital")
PLACES = (*SECTORS, "notre-dame")
ACTIONS = (*PLACES, "trusted-friend")
MARKETS = ("centre", "north", "east", "south", "west")
KINDS = ("coin", "marker", "rat", "prestige")
BACKS = ("brown", "A", "B", "C")
WHOSE = ("own", "right", "next")
PILES = tuple(f"from-{whose}" for whose in WHOSE)  # moves that say which of two cards is meant
DRAWS = ("message", "gray", "brown", "card")
PHASES = ("keep-own", "keep-passed", "play", "hire", "plague")
PERIODS = "ABC"
PERIOD_ROUNDS = 3
ROUNDS = PERIOD_ROUNDS * len(PERIODS)
LAST_SPACE = 9  # of the rats' track

# cards: written by tools/notre_dame/cards.py from the decks. DECKS: their files, in the order of the numbers.
DECKS = (
    "persons",
    "new_persons",
)
PERSONS = (
    "hostess",
    "minstrel",
    "monk",
    "fool",
    "money-lender",
    "doctor",
    "city-guard",
    "night-watchman",
    "bishop",
    "guild-master",
    "beggar-king",
    "advocate",
    "lady-of-the-court",
    "mayor",
    "carpenter",
    "administrator",
    "nurse",
    "scholar",
    "priest",
    "procurator",
    "bell-ringer",
    "spy",
    "gypsies",
    "coachman",
    "butcher",
    "patron",
    "merchant",
    "innkeeper",
    "gravedigger",
    "actress",
    "councillor",
    "guard",
    "mistress",
)
POOLS = {
    "base": 15,
    "new": 33,
}
# end
BROWN = 6  # the first so many persons
PERSON_ROOM = 48  # move numbers kept for persons

# asks: from 1, with the names of what `about` and `more` mean there. Written by tools/asks.py from asks.toml.
ASKS: tuple[tuple[str, str, str], ...] = (
    ("keep-own", "", ""),
    ("keep-passed", "", ""),
    ("play-card", "", ""),
    ("whose-card", "action", ""),
    ("pay-marker", "to", ""),
    ("friend-to", "", ""),
    ("donate", "must", ""),
    ("carriage-to", "steps", ""),
    ("take-message", "", ""),
    ("rat-step", "steps", ""),
    ("hotel-use", "uses", ""),
    ("hire", "further", "except"),
    ("move-from", "cathedral", ""),
    ("move-to", "from", ""),
    ("carry-from", "all", ""),
    ("carry-to", "from", "all"),
    ("carry-pieces", "from", "to"),
    ("place-in-empty", "markers", "use"),
    ("use-sector", "", ""),
    ("pay-for-rat", "", ""),
    ("return-marker", "returned", ""),
    ("repeat-messages", "", ""),
    ("lose-marker", "", ""),
)
# end

EVENTS = (
    *("round-begins", "person-opens", "cards-drawn", "cards-passed", "card-played", "action-forgone"),
    *("marker-placed", "marker-granted", "marker-moved", "marker-returned", "friend-moved", "sector-used"),
    *("coins-gained", "coins-paid", "coins-taken", "markers-gained", "prestige-gained", "prestige-lost"),
    *("rat-moved", "carriage-moved", "message-taken", "person-hired", "gray-pile-seen", "plague-strikes"),
    *("rats-counted", "rat-overruns", "cathedral-shared", "period-ends", "game-ends"),
)

LAWS = ("markers", "coins", "messages", "cards", "persons", "spaces", "asks")


def persons_in(pool: str) -> tuple[str, ...]:
    """The persons of a pool, the brown ones included."""
    return PERSONS[: POOLS[pool]]


def market_name(market: int) -> str:
    """`2:west`: the borough by its number round the table, and the market's side, the cathedral being north."""
    return f"{market // len(MARKETS) + 1}:{MARKETS[market % len(MARKETS)]}"


def market_number(name: str) -> int:
    """The market of a name. Raises ValueError for anything else."""
    return ALL_MARKETS.index(name)


def message_name(token: int) -> str:
    """`blue coin`: the message's colour and what it brings."""
    return f"{COLOURS[token // len(KINDS)]} {KINDS[token % len(KINDS)]}"


def worth_of(message: str) -> int:
    """The prestige that a message brings, of which each kind has one more than the kind before. [ND-6.7 to ND-6.10]"""
    return 1 + KINDS.index(message.partition(" ")[2])


ALL_MARKETS = tuple(market_name(market) for market in range(len(COLOURS) * len(MARKETS)))
ALL_MESSAGES = tuple(message_name(token) for token in range(len(COLOURS) * len(KINDS)))


def boroughs_of(seats: int) -> int:
    """Boroughs on the board: one a seat, but four for two."""
    return 4 if seats == 2 else seats


def borough_of(seats: int, seat: int) -> int:
    """The borough, from 0, of a seat: opposite sides when two play."""
    return 2 * seat if seats == 2 else seat


def message_colour(seats: int, borough: int) -> int:
    """The colour of the messages laid out in a borough."""
    if seats > 2:
        return borough
    return borough // 2 if borough % 2 == 0 else 2 + borough // 2


# The move numbers, span by span, in the order of moves.pxd.
MOVES = (
    "pass",
    *(f"keep {action}" for action in ACTIONS),
    *ACTIONS,
    *PILES,
    *(f"from {place}" for place in PLACES),
    "friend",
    *(f"to {sector}" for sector in SECTORS),
    *(f"use {sector}" for sector in SECTORS),
    *(f"lose {sector}" for sector in SECTORS),
    *(f"carriage {market}" for market in ALL_MARKETS),
    "take",
    "coin",
    "marker",
    "rat",
    *(f"give {coins}" for coins in (1, 2, 3)),
    *(f"carry {markers}" for markers in (1, 2, 3)),
    *("carry friend", "carry friend+1", "carry friend+2"),
    *(f"repeat {kind}" for kind in KINDS),
    "pay",
    *(f"hire {person}" for person in PERSONS),
    *[""] * (PERSON_ROOM - len(PERSONS)),  # room for later persons
)
