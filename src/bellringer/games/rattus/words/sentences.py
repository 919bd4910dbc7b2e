"""Rattus in words: names, rules, questions, moves, events and results.

This module chooses a sentence and the values for it; the sentences are in the catalogues, one file for each language.
The two boxes have different names for the regions, so most functions take the name of the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from bellringer.core.errors import Fault
from bellringer.core.shown.result import Result
from bellringer.core.shown.words import Words, catalogue, words_of_rows
from bellringer.games.rattus.box import class_cards, shipped
from bellringer.games.rattus.component_set import ANY, CLASS_SYMBOLS, Token
from bellringer.games.rattus.names import (
    ALL_RATS,
    CLASSES,
    COLOURS,
    EVENT_CARDS,
    RATS,
    REASONS,
    REGION_CARDS,
    REGIONS,
    UNIVERSITIES,
    counted,
)

PACKAGE = "bellringer.games.rattus"
BASE = "base"
CAME = "came"  # the table of the catalogue with the events in a few words

# The table of the catalogue that has the names of each kind.
SECTIONS = {
    "seat": "colours",
    "colour": "colours",
    "letter": "letters",
    "box": "boxes",
    "symbol": "symbols",
    "phase": "phases",
    "law": "laws",
    "rank": "ranks",
    "part": "parts",
    "event": "event-cards",
}
BORNE = ("citizen", "diplomat")  # moves that choose a citizen by the potions under it
OFFERS = ("take", "upgrade", "place", "use")  # of a turn, in the order in which they are told
COUNTED = ("most", "citizens", "steps", "potions", "level")
FACED = ("rat-turned", "rat-revealed", "rat-drawn", "rat-replaced", "rat-discarded", "rat-flipped")  # a token in `what`
CARDED = ("region-card-shown", "region-card-chosen", "region-card-dropped", "region-card-played")  # a region card there
ABOUT_A_CARD = (
    *("card-taken", "ability-used", "card-upgraded", "guild-taken", "card-given-up"),
    *("card-blocked", "card-unblocked"),
)
IN_A_REGION = (
    *("citizens-placed", "citizens-killed", "rat-arrives", "piece-counts", "rat-turned"),
    *("citizen-taken-back", "potion-placed", "potion-spent", "rat-revealed", "rat-replaced", "rat-discarded"),
    *("limits-lifted", "nun-placed", "rat-flipped", "podium-placed", "city-taken", "university-founded"),
    "rat-spares",
)
NEW_AT_FIRST = ("bishop-moved", "caravan-moved")  # of pieces that come to the map, and move later
LEVELS = (2, 3)
LENT = 3  # the level of a tile that another card has borrowed
NOBODY = 255  # in an event: the card was taken from beside the board


@cache
def words_in(language: str) -> Words:
    """This game's catalogue, with the words of the class cards and of the asks."""
    words = catalogue(language, __package__, "{language}.toml")
    classes = {card: entry.said(words.language) for card, entry in class_cards().items()}
    return words.joined({"classes": classes, "asks": words_of_rows(words.language, PACKAGE, "asks.toml", "asks")})


def say(language: str, key: str, **values: object) -> str:
    """A sentence by its key, for pictures and pages."""
    return words_in(language).text(key, **values)


# names and rules


def name_words(kind: str, name: str, language: str, box: str = BASE) -> str:
    """The words for a name. `kind`: region, rat, card, region-card, or one of SECTIONS."""
    words = words_in(language)
    if kind == "region":
        return region_entry(name, words, box)["name"]
    if kind == "rat":
        return rat_words(ALL_RATS.index(name), words, box)
    if kind == "card":
        return str(words.text(f"classes.{name}.name"))
    if kind == "region-card":
        return region_card_words(name, language, box)
    return words.text(f"{SECTIONS[kind]}.{name}")


def region_entry(region: str, words: Words, box: str) -> dict[str, str]:
    """The entry of a region in the catalogue: its name, and its forms with in, of, from and to."""
    found: dict[str, str] = words.find(f"regions.{region}.{box}")
    return found


def card_entry(card: str, words: Words) -> dict[str, str]:
    """All words of a class card: `name` alone, `the` within a sentence, `rule`; `ledger`: the number of its line."""
    found: dict[str, str] = words.find(f"classes.{card}")
    return found


def rat_words(rat: int, words: Words, box: str) -> str:
    """A rat in words: `the second rat of Gallia`."""
    region, slot = divmod(rat, RATS)
    return words.text(f"rats.{slot + 1}", of=region_entry(REGIONS[region], words, box)["of"])


def token_words(token: Token, language: str) -> str:
    """The face of a token: its limit, and its symbols in the order in which they count."""
    words = words_in(language)
    symbols = sorted(token.symbols, key=lambda symbol: symbol in CLASS_SYMBOLS)
    return words.text(
        "face", limit=token.limit, symbols=", ".join(words.text(f"symbols.{symbol}") for symbol in symbols)
    )


def symbol_words(symbol: str, language: str) -> str:
    """What stands on a region card: a class, or any."""
    return words_in(language).text("any-class" if symbol == ANY else f"symbols.{symbol}")


def region_card_words(card: str, language: str, box: str = BASE, symbols: Sequence[str] = ()) -> str:
    """A region card: its region, and the classes on it, those of the shipped box unless others are given."""
    words = words_in(language)
    on_it = symbols or shipped().region_cards[REGION_CARDS.index(card)]
    names = ", ".join(symbol_words(symbol, language) for symbol in on_it)
    return words.text("region-card", region=region_entry(card.split()[0], words, box)["name"], symbols=names)


def source_words(source: str, language: str) -> str:
    """Where citizens and points came from."""
    words = words_in(language)
    kind, _, name = source.partition("-")
    if kind == "card":
        return words.text("source.card", name=name_words("card", name, language))
    if kind in ("rat", "event") and name in CLASS_SYMBOLS:
        return words.text(f"source.{kind}-class", name=name_words("symbol", name, language))
    return words.text(f"source.{source}")


def kind_words(kind: str, language: str) -> str:
    """A kind of sources, in the key of a chart."""
    return words_in(language).text(f"source.many.{kind}")


def column_words(column: str, language: str) -> str:
    """What is counted."""
    return words_in(language).text(f"source.column.{column}")


def why_words(source: str, language: str) -> str:
    """What happens when a source acts, where its name does not say it: rats kill."""
    words = words_in(language)
    kind, _, name = source.partition("-")
    if kind != "rat":
        return ""
    if name in CLASS_SYMBOLS:
        return words.text("why.rat-class", name=name_words("symbol", name, language))
    return words.text(f"why.{source}")


def points_words(language: str) -> str:
    """What the sources add up to."""
    return words_in(language).text("why.points")


def rule_words(name: str, language: str) -> tuple[str, str]:
    """The rule of a class card, and its number in the ledger. Raises KeyError for other names."""
    entry = card_entry(name, words_in(language))
    return entry["rule"], entry["ledger"]


def better_words(name: str, language: str) -> Sequence[tuple[str, str]]:
    """The levels of a class card, its name with II and III, each with its rule."""
    words = words_in(language)
    entry = card_entry(name, words)
    levels = {level: entry.get(f"rule_{level}") for level in LEVELS}
    return [(f"{entry['name']} {words.text(f'levels.{level}')}", rule) for level, rule in levels.items() if rule]


def line_words(name: str, language: str, level: int = 1) -> str:
    """What a class card does at a level, in one line. Raises KeyError for other names."""
    entry = card_entry(name, words_in(language))
    return entry.get(f"line_{level}", entry["line"])


def rulings(name: str, language: str) -> Sequence[tuple[str, str]]:
    """The rulings about a class card, each with its number. Raises KeyError for other names."""
    return class_cards()[name].rulings(language)


def capital(name: str) -> str:
    """A name with a capital letter, as seats are called in the log."""
    return name[:1].upper() + name[1:]


def seat_names(seat_words: Sequence[str] | None, language: str) -> Sequence[str]:
    """The given names of the seats, or their colours if none are given."""
    return seat_words or [capital(name_words("seat", colour, language)) for colour in COLOURS]


def fault_words(fault: Fault, language: str) -> str:
    """Why a new table can't be, as a sentence for who chose it."""
    words, values = words_in(language), dict(fault.values)
    for name in ("card", "cards", "things"):
        if name in values:
            values[name] = listed_words(values[name], words)
    if "module" in values:
        values["module"] = words.text(f"modules.{values['module']}")
    return words.text(f"faults.{fault.key}", **values)


def listed_words(things: str | Sequence[str], words: Words) -> str:
    """The names of a class card, or of several, or of modules."""
    found = (things,) if isinstance(things, str) else things
    return ", ".join(words.text(f"classes.{one}.name" if one in CLASSES else f"modules.{one}") for one in found)


# questions and moves


def ask_words(ask: str, arguments: Mapping[str, object], language: str, box: str = BASE) -> str:
    """The question of an ask.

    `arguments`: those of the ask, as a position names them, with the region of the plague piece, and the class card
    that alone asks it.
    """
    words = words_in(language)
    values: dict[str, object] = {"palace": words.text(f"palace.{box}")}
    for argument, value in arguments.items():
        if argument in ("from", "to"):
            values[argument] = region_entry(str(value), words, box)[argument]
        elif argument == "region":
            values = {**region_entry(str(value), words, box), **values}  # the region of a region card goes first
        elif argument in ("rat", "first", "second"):
            values[argument] = name_words("rat", str(value), language, box)
        elif argument == "region-card":
            values["of"] = region_entry(str(value).split()[0], words, box)["of"]
        elif argument == "piece":
            entry = region_entry(str(value), words, box)
            values |= {"piece_in": entry["in"], "piece_of": entry["of"]}
        elif argument == "source" and value in REGIONS:
            values["from"] = region_entry(str(value), words, box)["from"]
        elif argument == "card":
            values["the"] = card_entry(str(value), words)["the"]
        elif argument == "seat":
            values["seat"] = name_words("seat", str(value), language)
        elif argument == "number":
            values["place"] = value
        if argument in COUNTED:
            values["n"] = value
    return words.text(f"asks.{ask}.{ask_form(ask, arguments)}", **values)


def ask_form(ask: str, arguments: Mapping[str, object]) -> str:
    """The key of the question: a bishop that is on the map already is named by its region."""
    return "prompt-from" if ask == "bishop-to" and arguments.get("source") in REGIONS else "prompt"


def turn_words(moves: Iterable[str], language: str) -> str:
    """The question of a turn: what is left to do in it, by the moves that the seat may make."""
    words, offered = words_in(language), {name.partition(" ")[0].replace("also", "use") for name in moves}
    left = [words.text(f"turn.offers.{one}") for one in OFFERS if one in offered]
    return words.text("turn.left", offers=", ".join(left)) if left else words.text("turn.only-plague")


def placing_words(region: str, citizens: int, language: str, box: str) -> str:
    """The words for placing so many citizens in a region, in a turn."""
    words = words_in(language)
    return words.text("turn.place", n=citizens, **region_entry(region, words, box))


def move_words(name: str, ask: str, language: str, box: str = BASE, symbols: Sequence[str] = ()) -> str:
    """The words for a move as an answer to an ask. `symbols`: those on the region card that it is about."""
    words = words_in(language)
    span, _, thing = name.partition(" ")
    if span == "card":
        return words.text(f"asks.{ask}.{span}", region_card=region_card_words(thing, language, box, symbols))
    if span in BORNE and thing == "0":
        return words.text(f"bearing.{span}")
    return words.text(f"asks.{ask}.{span}", **thing_words(span, thing, words, box))


def thing_words(span: str, thing: str, words: Words, box: str) -> Mapping[str, object]:
    """The values for a sentence about a move: the forms of the thing that it is about."""
    if span in ("take", "use", "also", "upgrade", "guild"):
        return card_entry(thing, words)
    if span == "event":
        return {"event": words.text(f"event-cards.{thing}")}
    if span == "rat":
        return {"rat": rat_words(ALL_RATS.index(thing), words, box)}
    if span == "go" or span in BORNE:
        return {"n": int(thing)}
    if span == "of":
        return {"seat": words.text(f"colours.{thing}")}
    return region_entry(thing, words, box) if thing else {"haven": words.text(f"svg.haven.{box}")}


# what happened


@lru_cache(maxsize=16_384)  # most events happen at many tables
def event_words(
    kind: str,
    seat: int,
    what: int,
    where: int,
    amount: int,
    language: str,
    seat_words: tuple[str, ...] | None = None,
    table: str = "events",
    *,
    box: str = BASE,
    token: Token | None = None,
    symbols: tuple[str, ...] = (),
) -> str:
    """An event as a line of the log. `rules/events.pxd` explains its numbers.

    `table`: CAME for the few words of what came of a move, which many kinds have not.
    `token`: the one that is turned; `symbols`: those on the region card that it is about.
    """
    words, names = words_in(language), seat_names(seat_words, language)
    values: dict[str, object] = {"seat": names[seat], "n": amount, "palace": words.text(f"palace.{box}")}
    if token is not None:
        values["face"] = token_words(token, language)
    if kind in CARDED:
        values["region_card"] = region_card_words(REGION_CARDS[what], language, box, symbols)
    if (loser := loser_of(kind, what, where)) is not None:
        values["other"] = names[loser]
    values |= event_things(kind, what, where, amount, words, box)
    form = event_form(kind, what, where, amount)
    return "" if table == CAME and form not in words.find(table) else words.text(f"{table}.{form}", **values)


def loser_of(kind: str, what: int, where: int) -> int | None:
    """The seat that something was taken from in an event, if any."""
    loser = {"card-taken": where, "card-blocked": where, "guild-taken": where, "city-taken": what}.get(kind, NOBODY)
    return None if loser == NOBODY else loser


def event_form(kind: str, what: int, where: int, amount: int) -> str:
    """The key of the sentence for an event; some kinds have several."""
    if loser_of(kind, what, where) is not None:
        return f"{kind}-from"
    if kind == "rat-turned":
        people, limit = counted(amount)
        return kind if people >= limit else "rat-turned-idle"
    if kind == "citizen-kept" and where == len(REGIONS):
        return "citizen-kept-new"
    if kind == "citizen-saved" and what == len(REGIONS):
        return "citizen-saved-new"
    if kind in NEW_AT_FIRST and what == len(REGIONS):
        return f"{kind}-new"
    if kind in ("citizen-landed", "citizen-knocked"):
        return kind + landing_form(kind, what, where)
    if kind == "rat-flipped" and not amount:
        return "rat-flipped-idle"
    if kind == "university-moved":
        return f"{kind}-{UNIVERSITIES[amount]}"
    if kind == "points-scored":
        return f"{kind}-{REASONS[what]}"
    return f"{kind}-{amount}" if kind == "last-round-begins" else kind


def landing_form(kind: str, what: int, where: int) -> str:
    """The end of the key for a citizen that fell or was knocked away: it may be lost, and the palace has no region."""
    end = what if kind == "citizen-landed" else where
    form = {len(REGIONS): "-palace", len(REGIONS) + 1: "-lost"}.get(end, "")
    return f"{form}-out" if kind == "citizen-knocked" and what == len(REGIONS) else form


def event_things(kind: str, what: int, where: int, amount: int, words: Words, box: str) -> Mapping[str, object]:
    """The values for a sentence about an event: the forms of what its numbers stand for."""
    if kind in ABOUT_A_CARD:
        return card_entry(CLASSES[what], words)
    if kind == "citizen-kept":
        region = region_entry(REGIONS[where], words, box) if where < len(REGIONS) else {}
        return {**region, "card": card_entry(CLASSES[what], words)["the"]}
    if kind == "region-card-played":
        return card_entry(CLASSES[where], words)
    if kind in ("tile-borrowed", "tile-returned"):
        tile = f"{card_entry(CLASSES[what], words)['name']} {words.text(f'levels.{LENT}')}"
        return {**card_entry(CLASSES[where], words), "tile": tile}
    if kind in ("event-drawn", "event-put-away"):
        return {"event": words.text(f"event-cards.{EVENT_CARDS[what]}")}
    if kind in IN_A_REGION and where < len(REGIONS):
        return region_entry(REGIONS[where], words, box)
    if kind in ("citizen-landed", "citizen-knocked"):
        return landing_things(kind, what, where, words, box)
    if kind in ("citizens-moved", "piece-moved", "citizen-led", "wall-placed", "university-moved", *NEW_AT_FIRST):
        if what == len(REGIONS):
            return region_entry(REGIONS[where], words, box)
        return {
            "from": region_entry(REGIONS[what], words, box)["from"],
            "to": region_entry(REGIONS[where], words, box)["to"],
        }
    if kind == "citizen-saved" and what < len(REGIONS):
        return region_entry(REGIONS[what], words, box)
    if kind == "rat-moved":
        rat = rat_words(what * RATS + amount - 1, words, box)
        return {"rat": rat, "to": region_entry(REGIONS[where], words, box)["to"]}
    if kind == "rat-arranged":
        return {"rat": rat_words(what, words, box), "place": rat_words(where, words, box)}
    if kind == "rat-seen":
        return {"rat": rat_words(where * RATS + amount - 1, words, box)}
    if kind == "rats-swapped":
        here, there = (region_entry(REGIONS[region], words, box)["name"] for region in (what, where))
        return {"here": here, "there": there}
    return {}


def landing_things(kind: str, what: int, where: int, words: Words, box: str) -> Mapping[str, object]:
    """The values for a sentence about a citizen that fell or was knocked away."""
    values: dict[str, object] = {"haven": words.text(f"svg.haven.{box}")}
    if kind == "citizen-landed":
        return values | (region_entry(REGIONS[what], words, box) if what < len(REGIONS) else {})
    for form, place in (("from", what), ("to", where)):
        if place < len(REGIONS):
            values[form] = region_entry(REGIONS[place], words, box)[form]
    return values


# how it ended


def result_words(result: Result, language: str, seat_words: Sequence[str] | None = None) -> list[str]:
    """One line for each seat, in the order of the places, and a last line that says who has won."""
    words, names = words_in(language), seat_names(seat_words, language)
    in_order = sorted(range(len(result.places)), key=lambda seat: (result.places[seat], seat))
    lines = [
        words.text(
            "result.line",
            rank=words.text(f"ranks.{result.places[seat]}"),
            seat=names[seat],
            n=result.scores[seat],
        )
        for seat in in_order
    ]
    return [*lines, verdict_words(result, words, names)]


def verdict_words(result: Result, words: Words, names: Sequence[str]) -> str:
    """A line that says who has won, by citizens or by the order of turns."""
    winner = result.winners[0]
    level = [names[seat] for seat, score in enumerate(result.scores) if score == result.scores[winner]]
    if len(level) > 1:
        seats = words.text("result.joined", first=", ".join(level[:-1]), last=level[-1])
        return words.text("result.tie", seats=seats, seat=names[winner])
    return words.text("result.winner", seat=names[winner])
