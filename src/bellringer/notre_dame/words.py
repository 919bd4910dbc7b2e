"""Notre Dame in words: moves, questions, events and rules, from the catalogue of the language asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bellringer.core.words import Words, catalogue
from bellringer.notre_dame.names import (
    ACTIONS,
    ALL_MARKETS,
    ALL_MESSAGES,
    COLOURS,
    EVENTS,
    PERSONS,
    PLACES,
)

# What `what` and `where` of an event name, by its kind; other kinds have numbers only.
PLACE_EVENTS = ("marker-placed", "marker-granted", "marker-moved", "marker-returned", "friend-moved", "sector-used")


def words_in(language: str) -> Words:
    """This game's catalogue."""
    return catalogue(language, "bellringer.notre_dame")


def name_words(kind: str, name: str, language: str) -> str:
    """A thing's name: kind is colour, sector, place, action, person, market, message, kind, side or phase."""
    words = words_in(language)
    if kind == "person":
        return words(f"persons.{name}.name")
    if kind in ("sector", "place", "action"):
        return words(f"actions.{name}.name")
    if kind == "market":
        borough, _, side = name.partition(":")
        return words("market", borough=borough, side=words(f"sides.{side}"))
    if kind == "message":
        colour, _, brings = name.partition(" ")
        return words("message", colour=words(f"colours.{colour}"), brings=words(f"kinds.{brings}"))
    return words(f"{kind}s.{name}")


def rule_words(name: str, language: str) -> tuple[str, str]:
    """What a card, sector or person does, and its number in the ledger. Raises KeyError for anything else."""
    section = "persons" if name in PERSONS else "actions"
    entry = words_in(language).find(f"{section}.{name}")
    return entry["rule"], entry["ledger"]


def move_words(name: str, ask: str, language: str) -> str:
    """A move as an answer to an ask: the words of that ask first, else those of every ask."""
    words = words_in(language)
    span, _, thing = name.partition(" ")
    if name in ACTIONS:
        span, thing = "play", name
    key = f"moves.{ask}.{span}" if words.has(f"moves.{ask}.{span}") else f"moves.any.{span}"
    return words(key, thing=thing_words(span, thing, language))


def thing_words(span: str, thing: str, language: str) -> str:
    """What a move is about."""
    if not thing:
        return ""
    if span == "hire":
        return name_words("person", thing, language)
    if span == "carriage":
        return name_words("market", thing, language)
    if span == "repeat":
        return words_in(language)(f"kinds.{thing}")
    if span == "carry":
        return words_in(language)(f"carried.{thing.replace('+', '-and-')}")
    return thing if span == "give" else name_words("action", thing, language)


def ask_words(ask: str, arguments: Mapping[str, Any], language: str) -> str:
    """What a seat is asked."""
    values: dict[str, Any] = dict(arguments)
    for argument in ("from", "to", "action"):
        if argument in values:
            values[argument] = name_words("action", values[argument], language)
    values["n"] = next((values[name] for name in ("steps", "uses", "markers") if name in values), 0)
    values["source"], values["target"] = values.pop("from", ""), values.pop("to", "")
    return words_in(language)(f"asks.{ask}", **values)


def event_words(
    kind: str,
    seat: int,
    what: int,
    where: int,
    amount: int,
    language: str,
    seat_words: Sequence[str] | None = None,
) -> str:
    """An event as a line of the log; `seat_words`: names to use for the seats."""
    words = words_in(language)
    names = seat_words or [words(f"colours.{colour}") for colour in COLOURS]
    values: dict[str, Any] = {"seat": names[seat], "n": amount, "amount": amount, "bonus": where}
    values |= event_things(kind, what, where, names, language)
    key = f"events.{kind}"
    if kind == "prestige-gained" and where:
        key = "events.prestige-gained-with-bonus"
    if kind == "card-played" and where:
        key = "events.card-played-from-another"
    if kind == "friend-moved" and what == len(PLACES):
        key = "events.friend-placed"
    return words(key, **values)


def event_things(kind: str, what: int, where: int, names: Sequence[str], language: str) -> dict[str, str]:
    """What the numbers of an event name."""
    if kind not in EVENTS:
        raise KeyError(kind)
    if kind in PLACE_EVENTS:
        source = name_words("action", ACTIONS[what], language)
        target = name_words("action", ACTIONS[where], language)
        return {"what": source, "where": target}
    if kind in ("card-played", "action-forgone"):
        return {"what": name_words("action", ACTIONS[what], language)}
    if kind in ("person-opens", "person-hired"):
        return {"what": name_words("person", PERSONS[what], language)}
    if kind == "message-taken":
        return {"what": name_words("message", ALL_MESSAGES[what], language)}
    if kind == "carriage-moved":
        return {"where": name_words("market", ALL_MARKETS[where], language)}
    if kind == "coins-taken":
        return {"what": names[what]}
    return {"what": str(what), "where": str(where)}
