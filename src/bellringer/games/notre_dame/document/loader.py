"""From a position document to the numbers of a Town: defaults for what is left out, reasons for what can't be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bellringer.core.errors import PositionError
from bellringer.core.shape import check_shape as check_document
from bellringer.games.notre_dame.box import Box, out_of_reach, shipped, wrong_backs
from bellringer.games.notre_dame.document import loader_asks, loader_cards
from bellringer.games.notre_dame.document.schema import position_schema
from bellringer.games.notre_dame.names import (
    ALL_MARKETS,
    ALL_MESSAGES,
    BACKS,
    COLOURS,
    KINDS,
    MARKETS,
    PERIOD_ROUNDS,
    PERSONS,
    PHASES,
    PLACES,
    POOLS,
    SECTORS,
    borough_of,
    boroughs_of,
    message_colour,
)

Document = Mapping[str, Any]
Fields = dict[str, Any]
MARKERS = 14
BROWN = 6
NOWHERE = -1


def check_shape(raw: Document) -> None:
    """Names and ranges, by the schema; then that every seat named plays."""
    check_document(raw, position_schema())
    colours = COLOURS[: raw.get("seats", 4)]
    named = {"start": [raw.get("start", "red")], "players": raw.get("players", {})}
    named |= {name: raw.get(name, []) for name in ("immune", "gray-pile-seen-by")}
    named |= {f"asks[{i}].seats": ask["seats"] for i, ask in enumerate(raw.get("asks", []))}
    for path, seats in named.items():
        for seat in seats:
            if seat not in colours:
                raise PositionError(path, f"{seat} does not play; at this table are {', '.join(colours)}")


def fields_of(raw: Document) -> tuple[Fields, list[tuple[int, int, int, int]]]:
    """All fields of the struct, and the asks."""
    seats = raw.get("seats", 4)
    fields: Fields = {"seats": seats, **option_fields(raw, seats), **clock_fields(raw, seats)}
    fields |= seat_fields(raw, fields)
    fields["message"] = message_fields(raw, fields)
    fields |= person_fields(raw, fields)
    fields |= loader_cards.card_fields(raw, fields)
    return fields, loader_asks.asks_of(raw, fields)


def option_fields(raw: Document, seats: int) -> Fields:
    """The table's choices, and its box."""
    return {
        "anniversary": raw.get("edition", "2007") == "anniversary",
        "new_persons": tuple(POOLS).index(raw.get("persons", "base")),
        "open_prestige": raw.get("open-prestige", False),
        "boroughs": boroughs_of(seats),
        **box_fields(raw, seats),
    }


def box_fields(raw: Document, seats: int) -> Fields:
    """The shipped box, and what the document's own changes of it."""
    box, boroughs = shipped(), boroughs_of(seats)
    other = raw.get("box", {})
    persons = other.get("persons", {})
    return {
        "cathedral": other.get("cathedral", box.cathedral[seats]),
        "streets": street_masks(other["streets"], boroughs) if "streets" in other else box.streets(boroughs),
        **person_numbers(persons, box),
    }


def street_masks(streets: list[list[str]], boroughs: int) -> list[int]:
    """Bit sets of neighbours from a list of pairs; they must lead everywhere on the board, and nowhere else."""
    masks = [0] * len(ALL_MARKETS)
    for one, other in streets:
        a, b = ALL_MARKETS.index(one), ALL_MARKETS.index(other)
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    if any(masks[boroughs * len(MARKETS) :]) or out_of_reach(masks, boroughs):
        raise PositionError("box.streets", "leave a market of the board out of reach, or lead off the board")
    return masks


def person_numbers(persons: Document, box: Box) -> Fields:
    """Backs and rats, the document's before the box's."""
    backs = [persons.get(name, {}).get("back", box.backs[i]) for i, name in enumerate(PERSONS)]
    rats = [persons.get(name, {}).get("rats", box.rats[i]) for i, name in enumerate(PERSONS)]
    if wrong := wrong_backs(dict(zip(PERSONS, backs, strict=True))):
        raise PositionError(f"box.persons.{wrong[0]}.back", wrong[1])
    return {"back": [BACKS.index(back) for back in backs], "rats": rats}


def clock_fields(raw: Document, seats: int) -> Fields:
    """Round, phase, start player and turn."""
    phase, turn = raw.get("phase", "play"), raw.get("turn")
    most = {"play": 2 * seats, "hire": seats}.get(phase, 0)
    if turn is None:
        turn = 1 if most else seats if phase in ("plague", "over") else 0
    elif most and not 1 <= turn <= most:
        raise PositionError("turn", f"the phase {phase} has turns 1 to {most}, not {turn}")
    over = phase == "over"
    if over and raw.get("round", 9) != 9:
        raise PositionError("round", "a game that is over has played its ninth round")
    return {
        "over": over,
        "round": 9 if over else raw.get("round", 1) - 1,
        "phase": PHASES.index("plague" if over else phase),
        "start": COLOURS.index(raw.get("start", "red")),
        "turn": turn,
        "immune": seat_mask(raw.get("immune", [])),
        "knows_gray": seat_mask(raw.get("gray-pile-seen-by", [])),
    }


def seat_mask(colours: list[str]) -> int:
    """The bit set of seats."""
    return sum(1 << COLOURS.index(colour) for colour in colours)


def seat_fields(raw: Document, fields: Fields) -> Fields:
    """What lies in front of the seats and in their boroughs."""
    seats = fields["seats"]
    players = [raw.get("players", {}).get(colour, {}) for colour in COLOURS[:seats]]
    supplies = [supplies_of(player, f"players.{COLOURS[p]}") for p, player in enumerate(players)]
    if fields["anniversary"] and sum(player.get("coins", 3) for player in players) > 25:
        raise PositionError("players", "the anniversary edition has 25 coins, these are more")
    return {
        "markers": [[player.get("markers", {}).get(place, 0) for place in PLACES] for player in players],
        "supply": [supply for supply, _ in supplies],
        "general": [general for _, general in supplies],
        "friend": [friend_of(player) for player in players],
        "rat": [player.get("rat", 0) for player in players],
        "carriage": [carriage_of(player, p, fields) for p, player in enumerate(players)],
        "coins": [player.get("coins", 3) for player in players],
        "prestige": [player.get("prestige", 0) for player in players],
        "collected": collected_of(players, fields),
    }


def supplies_of(player: Document, path: str) -> tuple[int, int]:
    """Own and general supply: what is not said follows from the fourteen markers of a colour."""
    left = MARKERS - sum(player.get("markers", {}).values())
    if left < 0:
        raise PositionError(f"{path}.markers", f"more than the {MARKERS} markers of a colour")
    if "supply" in player:
        supply = player["supply"]
    else:
        supply = left - player["general"] if "general" in player else min(4, left)
    general = player.get("general", left - supply)
    if supply < 0 or general < 0 or supply + general != left:
        raise PositionError(path, f"supply {supply} and general {general} must be the {left} markers not on the board")
    return supply, general


def friend_of(player: Document) -> int:
    """The friend's sector, or beside the board."""
    friend = player.get("friend")
    return NOWHERE if friend is None else SECTORS.index(friend)


def carriage_of(player: Document, p: int, fields: Fields) -> int:
    """The carriage's market; at home unless said."""
    if "carriage" not in player:
        return borough_of(fields["seats"], p) * len(MARKETS)
    market = ALL_MARKETS.index(player["carriage"])
    if market >= fields["boroughs"] * len(MARKETS):
        raise PositionError(
            f"players.{COLOURS[p]}.carriage",
            f"{player['carriage']} is not on a board of {fields['boroughs']} boroughs",
        )
    return market


def collected_of(players: list[Document], fields: Fields) -> list[int]:
    """The messages that seats have, each once."""
    masks, taken = [], 0
    for p, player in enumerate(players):
        mask = 0
        for i, name in enumerate(player.get("messages", [])):
            token = ALL_MESSAGES.index(name)
            path = f"players.{COLOURS[p]}.messages[{i}]"
            if token >= fields["boroughs"] * len(KINDS):
                raise PositionError(path, f"{name} is not in a game of {fields['boroughs']} boroughs")
            if taken >> token & 1:
                raise PositionError(path, f"{name} is with another seat already")
            mask |= 1 << token
            taken |= 1 << token
        masks.append(mask)
    return masks


def message_fields(raw: Document, fields: Fields) -> list[int]:
    """The messages on the markets: where the document puts them, the others on free markets of their borough."""
    seats, boroughs = fields["seats"], fields["boroughs"]
    said = raw.get("markets", {})
    on_market = [NOWHERE] * len(ALL_MARKETS)
    gone = 0
    for mask in fields["collected"]:
        gone |= mask
    for name, message in said.items():
        if message is None:
            continue
        market, token = ALL_MARKETS.index(name), ALL_MESSAGES.index(message)
        borough = market // len(MARKETS)
        if borough >= boroughs or market % len(MARKETS) == 0:
            raise PositionError(f"markets.{name}", "no message lies there at this table")
        if token // len(KINDS) != message_colour(seats, borough):
            raise PositionError(f"markets.{name}", f"{message} was not laid out in this borough")
        if gone >> token & 1:
            raise PositionError(f"markets.{name}", f"{message} is elsewhere already")
        gone |= 1 << token
        on_market[market] = token
    for borough in range(boroughs):
        lay_out_rest(borough, message_colour(seats, borough), gone, said, on_market)
    return on_market


def lay_out_rest(borough: int, colour: int, gone: int, said: Document, on_market: list[int]) -> None:
    """The messages of a borough of which the document says nothing, in order, on markets of which it says nothing."""
    home = borough * len(MARKETS)
    free = [m for m in range(home + 1, home + len(MARKETS)) if ALL_MARKETS[m] not in said]
    rest = [token for token in range(colour * len(KINDS), (colour + 1) * len(KINDS)) if not gone >> token & 1]
    if len(rest) > len(free):
        names = ", ".join(ALL_MESSAGES[token] for token in rest)
        raise PositionError("markets", f"no market is left for {names}: a message lies on one or is with a seat")
    for market, token in zip(free, rest, strict=False):
        on_market[market] = token


def person_fields(raw: Document, fields: Fields) -> Fields:
    """The open persons and the piles."""
    done = min(fields["round"], 8)
    open_persons = raw.get("open")
    gray = gray_order(raw, fields, done, PERSONS.index(open_persons[2]) if open_persons else None)
    brown = [PERSONS.index(name) for name in open_persons[:2]] if open_persons else []
    for i, person in enumerate(brown):
        if person >= BROWN:
            raise PositionError(f"open[{i}]", "two brown persons lie open, then a gray one")
    pile = [PERSONS.index(name) for name in raw.get("brown-pile", [])]
    in_pile = BROWN - 2 * (done % PERIOD_ROUNDS + 1)
    if "brown-pile" not in raw:
        pile = [person for person in range(BROWN - 1, -1, -1) if person not in brown][:in_pile]
    if len(pile) != in_pile or set(pile) & set(brown):
        raise PositionError("brown-pile", f"must be {in_pile} brown persons that do not lie open")
    brown = brown or [person for person in range(BROWN) if person not in pile][:2]
    return {"open": [*brown, gray[done]], "gray": gray, "brown": sum(1 << person for person in pile)}


def gray_order(raw: Document, fields: Fields, done: int, now: int | None) -> list[int]:
    """The nine gray persons by round: those named, and where none is named the next of the letter."""
    known = range(tuple(POOLS.values())[fields["new_persons"]])
    order: list[int | None] = [None] * 9
    past, coming = raw.get("gray-past", []), raw.get("gray-pile", [])
    for path, names, first, most in (("gray-past", past, 0, done), ("gray-pile", coming, done + 1, 8 - done)):
        if len(names) > most:
            raise PositionError(path, f"{len(names)} persons are too many: there are {most}")
        for i, name in enumerate(names):
            order[first + i] = PERSONS.index(name)
    order[done] = now
    for i, person in enumerate(order):
        letter = 1 + i // PERIOD_ROUNDS
        if person is None:
            rest = (p for p in known if fields["back"][p] == letter and p not in order)
            order[i] = next(rest, None)
            if order[i] is None:
                raise PositionError("box.persons", f"three persons with the back {BACKS[letter]} are needed")
        elif person not in known or fields["back"][person] != letter or order.count(person) > 1:
            reason = f"{PERSONS[person]} can't be the gray person of round {i + 1}"
            raise PositionError("gray-past" if i < done else "open[2]" if i == done else "gray-pile", reason)
    return [person for person in order if person is not None]
