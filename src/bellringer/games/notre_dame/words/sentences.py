"""Notre Dame in words: names, rules, questions, moves, events and results.

This module chooses a sentence and the values for it; the sentences are in the catalogues, one file for each language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from bellringer.core.contract.cards import tables_of
from bellringer.core.shown.result import Result
from bellringer.core.shown.words import Words, catalogue, spaced_in, words_of_rows
from bellringer.games.notre_dame.box import decks, persons
from bellringer.games.notre_dame.names import ACTIONS, ALL_MARKETS, ALL_MESSAGES, BACKS, COLOURS, PERSONS, PLACES

# The table of the catalogue that has the names of each kind. A card, its sector and its place have the same name.
SECTIONS = {
    "seat": "colours",
    "colour": "colours",
    "letter": "letters",
    "kind": "kinds",
    "side": "sides",
    "phase": "phases",
    "law": "laws",
    "rank": "ranks",
    "part": "parts",
}
CARDS = ("sector", "place", "action", "card")

# Arguments that change the form of a question. At most one of them applies.
ASK_FORMS = (
    ("all", "prompt-all"),
    ("must", "prompt-must"),
    ("use", "prompt-use"),
    ("except", "prompt-more"),
    ("returned", "prompt-more"),
)
COUNTED = ("steps", "uses", "markers", "returned")

FRIEND = "trusted-friend"
CAME = "came"  # the table of the catalogue with the events in a few words
PACKAGE = "bellringer.games.notre_dame"


@cache
def words_in(language: str) -> Words:
    """This game's catalogue, with the words of the persons, of their decks and of the asks."""
    words = catalogue(language, __package__, "{language}.toml")
    pools = {deck.pool: deck.words[words.language] for deck in decks()}
    said = {person: entry.said(words.language) for person, entry in persons().items()}
    asks = words_of_rows(words.language, PACKAGE, "asks.toml", "asks")
    return words.joined({"persons": said, "asks": asks, "page": {"option": {"persons": pools}}})


def say(language: str, key: str, **values: object) -> str:
    """A sentence by its key, for pictures and pages."""
    return words_in(language).text(key, **values)


# names and rules


def name_words(kind: str, name: str, language: str) -> str:
    """The words for a name. `kind`: card, sector, place, action, person, market, message, or one of SECTIONS."""
    words = words_in(language)
    if kind in CARDS:
        return words.text(f"actions.{name}.name")
    if kind == "person":
        return words.text(f"persons.{name}.name")
    if kind == "market":
        borough, _, side = name.partition(":")
        return words.text("market", borough=borough, side=words.text(f"sides.{side}"))
    if kind == "message":
        colour, _, brings = name.partition(" ")
        return words.text(f"messages.{colour}", brings=words.text(f"kinds.{brings}"))
    return words.text(f"{SECTIONS[kind]}.{name}")


def source_words(source: str, language: str) -> str:
    """Where prestige came from."""
    words = words_in(language)
    kind, _, name = source.partition("-")
    if kind == "person":
        return words.text("source.person", name=name_words("person", name, language))
    if kind == "message":
        return words.text("source.message", brings=words.text(f"source.kind.{name}"))
    if source in (*PLACES, "share"):
        called = {"park": "bonus", "notre-dame": "donation", "share": "share"}.get(source, "sector")
        place = "notre-dame" if source == "share" else source
        return words.text(f"source.{called}", name=name_words("place", place, language))
    return words.text(f"source.{source}")


def kind_words(kind: str, language: str) -> str:
    """A kind of sources, in the key of a chart."""
    return words_in(language).text(f"source.many.{kind}")


def column_words(column: str, language: str) -> str:
    """The round in which it came."""
    return words_in(language).text("source.round", n=column)


def why_words(source: str, language: str) -> str:
    """What happens when a source acts, where its name does not say it: the plague."""
    return words_in(language).text("why.plague") if source == "plague" else ""


def points_words(language: str) -> str:
    """What the sources add up to."""
    return words_in(language).text("why.points")


def rule_words(name: str, language: str) -> tuple[str, str]:
    """The rule of a card, sector or person, and its number in the ledger. Raises KeyError for other names."""
    entry = entry_of(name, words_in(language))
    return entry["rule"], entry["ledger"]


def better_words(name: str, language: str) -> Sequence[tuple[str, str]]:
    """Nothing in Notre Dame has levels."""
    return ()


def line_words(name: str, language: str, level: int = 1) -> str:
    """What a card, sector or person does, in one line. Raises KeyError for other names."""
    return entry_of(name, words_in(language))["line"]


def rulings(name: str, language: str) -> Sequence[tuple[str, str]]:
    """The rulings about a card, sector or person, each with its number. Raises KeyError for other names."""
    return persons()[name].rulings(language) if name in PERSONS else action_rulings(language)[name]


@cache
def action_rulings(language: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The rulings about the action cards, as rulings.toml has them."""
    found = tables_of(PACKAGE, "rulings.toml")
    said = {
        number: spaced_in(language, texts.get(language, texts["rule"])) for number, texts in found["rulings"].items()
    }
    return {action: [(number, said[number]) for number in found["about"][action]] for action in ACTIONS}


def entry_of(name: str, words: Words) -> dict[str, str]:
    """The entry of a card, sector or person in the catalogue.

    `name` stands alone; `the` ("the bank") and `from` ("from the bank") stand in sentences.
    """
    section = "persons" if name in PERSONS else "actions"
    found: dict[str, str] = words.find(f"{section}.{name}")
    return found


def capital(name: str) -> str:
    """A name with a capital letter, as seats are called in the log."""
    return name[:1].upper() + name[1:]


def seat_names(seat_words: Sequence[str] | None, language: str) -> Sequence[str]:
    """The given names of the seats, or their colours if none are given."""
    return seat_words or [capital(name_words("seat", colour, language)) for colour in COLOURS]


# questions and moves


def ask_words(ask: str, arguments: Mapping[str, object], language: str) -> str:
    """The question of an ask.

    `arguments`: those of the ask, as a position names them; with the `message` that it is about, or the seats whose
    `piles` the cards came from between which one chooses.
    """
    words = words_in(language)
    values: dict[str, object] = {"n": ask_count(arguments)}
    if "message" in arguments:
        values["message"] = name_words("message", str(arguments["message"]), language)
    if isinstance(piles := arguments.get("piles"), list):
        values["colours"] = joined([name_words("seat", pile, language) for pile in piles], words, "either")
    if "action" in arguments:
        values["action"] = entry_of(str(arguments["action"]), words)["name"]
    if "to" in arguments:
        values["to"] = entry_of(str(arguments["to"]), words)["the"]
    if "from" in arguments and arguments["from"] != FRIEND:
        values["from"] = entry_of(str(arguments["from"]), words)["from"]
    return words.text(f"asks.{ask}.{ask_form(arguments)}", **values)


def ask_count(arguments: Mapping[str, object]) -> int:
    """The number in a question. For hirings, it counts this one and those after it."""
    if "further" in arguments:
        return int(str(arguments["further"])) + 1
    return next((int(str(arguments[name])) for name in COUNTED if name in arguments), 0)


def ask_form(arguments: Mapping[str, object]) -> str:
    """The key of the form that a question has with these arguments."""
    if arguments.get("from") == FRIEND:
        return "prompt-friend"
    return next((form for argument, form in ASK_FORMS if arguments.get(argument)), "prompt")


def move_words(name: str, ask: str, language: str, pile: str = "") -> str:
    """The words for a move as an answer to an ask. `pile`: the seat whose pile the card came from that it names."""
    words = words_in(language)
    span, _, thing = ("play", "", name) if name in ACTIONS else name.partition(" ")
    if span in ("give", "carry"):
        return words.text(f"asks.{ask}.{span}-{thing.replace('+', '-')}")
    if pile:
        return words.text(f"asks.{ask}.{span}", seat=name_words("seat", pile, language))
    return words.text(f"asks.{ask}.{span}", **thing_words(span, thing, language))


def thing_words(span: str, thing: str, language: str) -> dict[str, str]:
    """The values for a sentence about a move: the forms of the thing that it is about."""
    if not thing:
        return {}
    if span == "carriage":
        return {"market": name_words("market", thing, language)}
    if span == "repeat":
        return {"brings": name_words("kind", thing, language)}
    return entry_of(thing, words_in(language))


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
) -> str:
    """An event as a line of the log; empty if it has none. `rules/events.pxd` explains the numbers of each kind.

    `table`: CAME for the few words of what came of a move, which most kinds have not.
    """
    words, names = words_in(language), seat_names(seat_words, language)
    values: dict[str, object] = {"seat": names[seat], "n": amount}
    if kind == "coins-taken":
        values["other"] = names[what]
    else:
        values |= event_things(kind, what, where, amount, words)
    form = event_form(kind, what, where)
    return "" if table == CAME and form not in words.find(table) else words.text(f"{table}.{form}", **values)


def event_form(kind: str, what: int, where: int) -> str:
    """The key of the sentence for an event; some kinds have several."""
    if kind == "card-played" and where:
        return "card-played-from-right" if where == 1 else "card-played-from-next"
    if kind == "friend-moved" and ACTIONS[what] == FRIEND:
        return "friend-placed"
    if kind == "prestige-gained" and where:
        return "prestige-gained-with-bonus"
    if kind == "rats-counted" and where:
        return "rats-counted-less"
    return kind


def event_things(kind: str, what: int, where: int, amount: int, words: Words) -> Mapping[str, object]:
    """The values for a sentence about an event: the forms of what its numbers stand for."""
    if kind in ("person-opens", "person-hired"):
        return entry_of(PERSONS[what], words)
    if kind in ("card-played", "action-forgone", "sector-used", "marker-returned"):
        return entry_of(ACTIONS[what], words)
    if kind in ("marker-placed", "marker-granted"):
        return entry_of(ACTIONS[where], words)
    if kind in ("marker-moved", "friend-moved"):
        return {"from": entry_of(ACTIONS[what], words).get("from"), "the": entry_of(ACTIONS[where], words)["the"]}
    if kind == "carriage-moved":
        market = ALL_MARKETS[where]
        return {"market": name_words("market", market, words.language), "borough": market.partition(":")[0]}
    if kind == "message-taken":
        return {"message": name_words("message", ALL_MESSAGES[what], words.language)}
    if kind == "rats-counted":
        return {"n": what, "safe": where}
    if kind == "period-ends":
        return {"letter": BACKS[amount]}
    return {"start": what, "end": where, "bonus": where}


# how it ended


def result_words(result: Result, language: str, seat_words: Sequence[str] | None = None) -> list[str]:
    """One line for each seat, in the order of the places, and a last line that says who has won."""
    words, names = words_in(language), seat_names(seat_words, language)
    in_order = sorted(range(len(result.places)), key=lambda seat: (result.places[seat], seat))
    lines = [
        words.text("result.line", rank=rank_words(result.places[seat], words), seat=names[seat], n=result.scores[seat])
        for seat in in_order
    ]
    return [*lines, verdict_words(result, words, names)]


def rank_words(place: int, words: Words) -> str:
    """A place in words: `1st`."""
    return words.text(f"ranks.{place}")


def verdict_words(result: Result, words: Words, names: Sequence[str]) -> str:
    """A line that says who has won: alone, by a tie-break, or together."""
    winner, *others = result.winners
    level = [seat for seat, score in enumerate(result.scores) if score == result.scores[winner]]
    if others:
        return words.text("result.shared", seats=joined([names[seat] for seat in result.winners], words))
    if len(level) > 1:
        tied = joined([names[seat] for seat in level], words)
        return words.text("result.tie", seats=tied, seat=names[winner], n=result.tie_breaks[winner][0])
    return words.text("result.winner", seat=names[winner])


def joined(names: Sequence[str], words: Words, key: str = "result.joined") -> str:
    """At least two names in a list: `Red, Blue and Green`. `key`: of the words for it."""
    return words.text(key, first=", ".join(names[:-1]), last=names[-1])
