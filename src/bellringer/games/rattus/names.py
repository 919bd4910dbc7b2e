"""The names of everything that has a number: the words of positions, records and moves, the same in every language.

Each tuple stands in the order of the numbers in state.pxd, moves.pxd and events.pxd; a test holds them together.
"""

from __future__ import annotations

COLOURS = ("red", "blue", "green", "violet", "ochre", "slate")
REGIONS = (
    *("anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia"),
    *("bulgaria", "turcia", "russia", "tartaria"),
    *("maroc", "algeria", "tunisia", "libya", "egypt"),
)
SYMBOLS = ("peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty", "islamic", "majority", "all")
# cards: written by tools/rattus/cards.py from the cards' files. PLAYABLE: those that have a rule.
CLASSES = (
    "peasant",
    "monk",
    "merchant",
    "witch",
    "king",
    "knight",
    "baker",
    "serf",
    "nun",
    "bishop",
    "courier",
    "mayor",
    "wizard",
    "pied-piper",
    "emperor",
    "queen",
    "soldier",
    "crusader",
    "astronomer",
    "explorer",
    "caravanner",
    "sultan",
    "student",
    "professor",
    "royal-librarian",
    "inquisitor",
    "philosopher",
    "alchemist",
    "guild-master",
    "inn-keeper",
    "boccaccio",
    "judge",
    "jester",
)
PLAYABLE = (
    "peasant",
    "monk",
    "merchant",
    "witch",
    "king",
    "knight",
    "baker",
    "serf",
    "nun",
    "bishop",
    "courier",
    "mayor",
    "wizard",
    "pied-piper",
    "emperor",
    "queen",
    "soldier",
    "crusader",
    "astronomer",
    "explorer",
    "caravanner",
    "sultan",
    "student",
    "professor",
    "royal-librarian",
    "inquisitor",
    "philosopher",
    "alchemist",
    "guild-master",
    "inn-keeper",
    "boccaccio",
    "judge",
    "jester",
)
# end
UNIVERSITIES = ("green", "white")
EVENT_CARDS = ("no-event", "discard", "university", *SYMBOLS[:7])  # of the universities; seven bring a class bonus
DRAWS = (
    *("starting", "regular", "piece", "university"),
    *("rat", "turned", "region-card", "event", "drop"),
)
PHASES = ("settle", "act", "spread", "count", "ravage", "turn-ends", "last-round", "last-ravage")
RATS = 3
POTIONS = 30
PODIUMS = 15
CLASS_ROOM = 40  # move numbers kept for class cards
CARDS_A_REGION = 4
REGION_CARDS = tuple(f"{region} {number}" for region in REGIONS for number in range(1, CARDS_A_REGION + 1))
GUILDS = CLASSES[:6]  # the spaces of the guilds' board, by the cards whose abilities they give

# asks: from 1, with the names of what `about` and `more` mean there. Written by tools/asks.py from asks.toml.
ASKS: tuple[tuple[str, str, str], ...] = (
    ("settle", "", ""),
    ("act", "", ""),
    ("place-more", "region", "card"),
    ("rat-from", "", ""),
    ("rat-to", "rat", ""),
    ("go-from", "most", ""),
    ("go-to", "from", "most"),
    ("go-count", "from", "to"),
    ("look", "", ""),
    ("look-again", "first", ""),
    ("swap", "first", "second"),
    ("haven-from", "", ""),
    ("spread", "", ""),
    ("count-piece", "citizens", ""),
    ("last-act", "", ""),
    ("place-one", "", ""),
    ("piece-to", "steps", ""),
    ("place-anywhere", "card", ""),
    ("place-within", "card", ""),
    ("fill", "", ""),
    ("keep-from", "card", ""),
    ("keep-which", "region", "card"),
    ("place-kept", "seat", ""),
    ("go-far-from", "most", ""),
    ("go-anywhere", "from", "most"),
    ("go-which", "from", "to"),
    ("haven-any", "most", ""),
    ("haven-which", "region", "again"),
    ("haven-also", "region", ""),
    ("lose-which", "region", ""),
    ("spend-potion", "region", "potions"),
    ("potion-in", "level", "again"),
    ("potion-to", "region", "again"),
    ("potion-also", "region", ""),
    ("exchange-from", "", ""),
    ("exchange-whose", "region", ""),
    ("exchange-which", "region", "seat"),
    ("exchange-to", "from", ""),
    ("exchange-with", "region", ""),
    ("exchange-for", "region", "seat"),
    ("exchange-also", "from", "to"),
    ("lead-from", "", ""),
    ("lead-to", "from", ""),
    ("lead-which", "from", "to"),
    ("lead-whose", "from", "to"),
    ("lead-other", "from", "seat"),
    ("lead-rat", "from", "to"),
    ("lead-on", "region", "before"),
    ("move-in", "most", "card"),
    ("rat-far-from", "most", ""),
    ("rat-far-to", "rat", "most"),
    ("rat-also", "from", "to"),
    ("look-on", "most", ""),
    ("arrange", "rat", ""),
    ("more-rats", "most", "card"),
    ("rat-beside", "most", ""),
    ("reveal-all", "card", ""),
    ("next-rat", "region", ""),
    ("draw-rat", "", ""),
    ("replace-rat", "region", ""),
    ("lift-limits", "", ""),
    ("plague-to", "steps", "again"),
    ("nun-to", "most", ""),
    ("bishop-from", "", ""),
    ("bishop-to", "source", ""),
    ("bishop-rat", "most", "source"),
    ("wall-from", "most", ""),
    ("wall-to", "region", "most"),
    ("cross-from", "", ""),
    ("cross-to", "from", ""),
    ("cross-whose", "from", "to"),
    ("cross-which", "from", "seat"),
    ("cross-also", "from", "to"),
    ("back-from", "", ""),
    ("back-which", "region", ""),
    ("haven-near", "card", ""),
    ("drop-at", "", ""),
    ("drop-from", "", ""),
    ("drop-to", "from", ""),
    ("lands-in", "place", "other"),
    ("protect", "region", ""),
    ("protect-which", "region-card", "region"),
    ("keep-card", "", ""),
    ("drop-card", "", ""),
    ("explore", "level", ""),
    ("podium-in", "most", "again"),
    ("podium-to", "region", ""),
    ("caravan-in", "", ""),
    ("caravan-to", "from", "steps"),
    ("follow", "region", "others"),
    ("guild-to", "", ""),
    ("city-to", "", ""),
    ("city-which", "region", ""),
    ("city-more", "there", ""),
    ("give-up-card", "", ""),
    ("bonus-in", "", ""),
    ("university-goes", "from", ""),
    ("university-in", "citizens", ""),
    ("join-from", "", ""),
    ("join-to", "from", ""),
    ("university-from", "", ""),
    ("university-to", "from", "founded"),
    ("put-away", "most", ""),
    ("arrange-event", "number", "most"),
    ("choose-event", "", ""),
    ("block-card", "losers", ""),
    ("borrow-tile", "card", ""),
    ("walk-to", "steps", ""),
    ("place-of", "seat", ""),
    ("haven-new", "", ""),
    ("place-lodged", "seat", "card"),
)
# end

EVENTS = (
    *("turn-begins", "citizens-placed", "citizens-moved", "citizen-saved", "citizens-killed", "card-taken"),
    *("ability-used", "rat-moved", "rat-seen", "rats-swapped", "piece-moved", "rat-arrives", "piece-counts"),
    *("rat-turned", "last-round-begins", "last-ravage-begins", "game-ends"),
    *("citizen-kept", "citizen-led", "potion-placed", "potion-spent", "card-upgraded"),
    *("rat-revealed", "rat-drawn", "rat-replaced", "rat-discarded", "rat-arranged", "limits-lifted"),
    *("nun-placed", "bishop-moved", "wall-placed", "citizen-taken-back", "points-scored"),
    *("citizen-dropped", "citizen-landed", "citizen-knocked", "rat-flipped"),
    *("region-cards-drawn", "region-card-shown", "region-cards-kept", "region-card-chosen", "region-card-dropped"),
    *("region-card-played", "region-cards-shuffled"),
    *("podium-placed", "caravan-moved"),
    *("guild-taken", "city-taken"),
    *("event-drawn", "event-put-away", "events-seen", "events-shuffled", "card-given-up"),
    *("university-moved", "university-founded", "tokens-taken-back"),
    *("card-blocked", "card-unblocked", "tile-borrowed", "tile-returned", "rat-spares"),
)

COUNTED = 256  # as in rules/plague.pxd
REASONS = ("region-cards", "diplomats", "university", "token", "guilds", "inns")  # for which points are scored
LAWS = ("citizens", "tokens", "rats", "cards", "piece", "asks", "bearers", "map", "hands", "boards", "universities")


def rat_name(number: int) -> str:
    """`gallia`, `gallia 2`: the region, and which of its rats in the order in which they came."""
    region, slot = divmod(number, RATS)
    return REGIONS[region] if slot == 0 else f"{REGIONS[region]} {slot + 1}"


def counted(amount: int) -> tuple[int, int]:
    """How many citizens count for a turned rat, and its limit, from the event's amount. It acts from the limit on."""
    limit, people = divmod(amount, COUNTED)
    return people, limit


ALL_RATS = tuple(rat_name(number) for number in range(len(REGIONS) * RATS))


def of_cards(word: str) -> tuple[str, ...]:
    """The moves about class cards that begin with a word; the room for later cards has no names yet."""
    return (*(f"{word} {card}" for card in CLASSES), *[""] * (CLASS_ROOM - len(CLASSES)))


# The move numbers, span by span, in the order of moves.pxd.
MOVES = (
    "pass",
    *(f"place {region}" for region in REGIONS),
    *(f"plague {region}" for region in REGIONS),
    *of_cards("take"),
    *of_cards("use"),
    *[""] * 13,  # RAT and FROM begin a word of 64 in a set of moves
    *(f"rat {rat}" for rat in ALL_RATS),
    *[""] * 13,
    *(f"from {region}" for region in REGIONS),
    *(f"to {region}" for region in REGIONS),
    *(f"go {citizens}" for citizens in (1, 2, 3)),
    *("one-more", "swap", "count"),
    *of_cards("also"),
    *of_cards("upgrade"),
    *(f"go {citizens}" for citizens in range(4, 32)),
    *(f"citizen {potions}" for potions in range(POTIONS + 1)),
    *[""] * 13,
    *(f"of {colour}" for colour in COLOURS),
    *("reveal", "draw", "spend"),
    *("palace", "border"),
    *(f"card {card}" for card in REGION_CARDS),
    *(f"diplomat {potions}" for potions in range(POTIONS + 1)),
    *(f"guild {card}" for card in GUILDS),
    *(f"event {event}" for event in EVENT_CARDS),
)
