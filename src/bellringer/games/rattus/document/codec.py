"""Converts between the struct and Python: every member by its own name, as plain numbers and lists.

Written by tools/fields.py from the table of fields: do not edit.
"""

import cython
from cython.cimports.bellringer.core.compiled.state import State
from cython.cimports.bellringer.games.rattus.rules.state import (
    BEARERS,
    CLASS_ROOM,
    EVENT_KINDS,
    GUILD_SPACES,
    LOOKS,
    NEXT_EVENTS,
    RATS,
    REGION_DECK,
    REGIONS,
    TOKENS,
    UNIVERSITIES,
    Europe,
)
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize


def struct_of(state):
    """The struct behind a state of this game."""
    return cython.cast(cython.pointer(Europe), cython.cast(State, state).memory)


def read(state: State) -> dict:
    """The members that the table of fields names, but for those of the box."""
    s = struct_of(state)
    return {
        "big_box": s.big_box,
        "modules": s.modules,
        "phase": s.phase,
        "start": s.start,
        "turn": s.turn,
        "turns": s.turns,
        "step": s.step,
        "has_taken": s.has_taken,
        "has_placed": s.has_placed,
        "used": s.used,
        "used_also": s.used_also,
        "within": s.within,
        "to_fill": s.to_fill,
        "errand": (s.errand.source, s.errand.target, s.errand.seat, s.errand.citizen, s.errand.left, s.errand.again),
        "looked": [s.looked[i] for i in range(LOOKS)],
        "arranged": [s.arranged[i] for i in range(LOOKS)],
        "rats_to_come": s.rats_to_come,
        "piece_counts": s.piece_counts,
        "no_limits": s.no_limits,
        "rat_stage": s.rat_stage,
        "token": s.token,
        "owing": s.owing,
        "may_protect": s.may_protect,
        "revealed_all": s.revealed_all,
        "drawn": s.drawn,
        "has_moved": s.has_moved,
        "has_resolved": s.has_resolved,
        "guild_used": s.guild_used,
        "new_guilds": s.new_guilds,
        "new_cities": s.new_cities,
        "cities_due": s.cities_due,
        "counts_later": s.counts_later,
        "no_limits_later": s.no_limits_later,
        "piece": s.piece,
        "supply": [s.supply[i] for i in range(s.head.seats)],
        "palace": [s.palace[i] for i in range(s.head.seats)],
        "citizens": [[s.citizens[i][j] for j in range(REGIONS)] for i in range(s.head.seats)],
        "cards": [s.cards[i] for i in range(s.head.seats)],
        "kept": [s.kept[i] for i in range(s.head.seats)],
        "lodged": [s.lodged[i] for i in range(s.head.seats)],
        "owed": [s.owed[i] for i in range(s.head.seats)],
        "killed": [s.killed[i] for i in range(s.head.seats)],
        "fallen": [s.fallen[i] for i in range(s.head.seats)],
        "granted": [s.granted[i] for i in range(s.head.seats)],
        "points": [s.points[i] for i in range(s.head.seats)],
        "on_table": s.on_table,
        "tiles": s.tiles,
        "upgraded": [s.upgraded[i] for i in range(2)],
        "blocked": s.blocked,
        "lent": s.lent,
        "lent_to": s.lent_to,
        "open_to": [s.open_to[i] for i in range(REGIONS)],
        "closed_in": s.closed_in,
        "nuns": [s.nuns[i] for i in range(REGIONS)],
        "bishops": s.bishops,
        "bearers": [
            (s.bearers[i].seat, s.bearers[i].place, s.bearers[i].potions, s.bearers[i].podium)
            for i in range(s.bearer_count)
        ],
        "diplomats": [s.diplomats[i] for i in range(s.head.seats)],
        "caravan": s.caravan,
        "guilds": [s.guilds[i] for i in range(GUILD_SPACES)],
        "cities": [s.cities[i] for i in range(REGIONS)],
        "rats": [
            [
                (s.rats[i][j].token, s.rats[i][j].seen, s.rats[i][j].laid_out, s.rats[i][j].open, s.rats[i][j].returned)
                for j in range(s.rat_count[i])
            ]
            for i in range(REGIONS)
        ],
        "in_supply": [s.pool[i] for i in range(s.in_supply)],
        "in_removed": [s.pool[TOKENS - 1 - i] for i in range(s.in_removed)],
        "turned_then": [s.turned_then[i] for i in range(2)],
        "shuffled_in": [s.shuffled_in[i] for i in range(2)],
        "card_at": [s.card_at[i] for i in range(REGION_DECK)],
        "open_cards": [s.open_cards[i] for i in range(2)],
        "held_then": [s.held_then[i] for i in range(2)],
        "protected": s.protected,
        "university": [s.university[i] for i in range(UNIVERSITIES)],
        "founded": s.founded,
        "drawn_events": [s.drawn_events[i] for i in range(EVENT_KINDS)],
        "event_pile": [s.event_pile[i] for i in range(EVENT_KINDS)],
        "next_events": [(s.next_events[i].event, s.next_events[i].seen) for i in range(s.next_count)],
        "event": s.event,
        "event_step": s.event_step,
    }


def read_box(state: State) -> dict:
    """The members of the box."""
    s = struct_of(state)
    return {
        "citizens_each": s.citizens_each,
        "reach": s.reach,
        "tokens": s.tokens,
        "taken_out": s.taken_out,
        "regions": s.regions,
        "borders": [s.borders[i] for i in range(REGIONS)],
        "limit": [s.limit[i] for i in range(TOKENS)],
        "symbols": [s.symbols[i] for i in range(TOKENS)],
        "starting": [s.starting[i] for i in range(TOKENS)],
        "symbol_of": [s.symbol_of[i] for i in range(CLASS_ROOM)],
        "protects": [s.protects[i] for i in range(REGION_DECK)],
    }


def box(state: State) -> bytes:
    """The memory of the box: equal boxes are equal bytes."""
    s = struct_of(state)
    return b"".join(
        (
            bytes_of(cython.address(s.citizens_each), cython.sizeof(s.citizens_each)),
            bytes_of(cython.address(s.reach), cython.sizeof(s.reach)),
            bytes_of(cython.address(s.tokens), cython.sizeof(s.tokens)),
            bytes_of(cython.address(s.taken_out), cython.sizeof(s.taken_out)),
            bytes_of(cython.address(s.regions), cython.sizeof(s.regions)),
            bytes_of(cython.address(s.borders), cython.sizeof(s.borders)),
            bytes_of(cython.address(s.limit), cython.sizeof(s.limit)),
            bytes_of(cython.address(s.symbols), cython.sizeof(s.symbols)),
            bytes_of(cython.address(s.starting), cython.sizeof(s.starting)),
            bytes_of(cython.address(s.symbol_of), cython.sizeof(s.symbol_of)),
            bytes_of(cython.address(s.protects), cython.sizeof(s.protects)),
        )
    )


def bytes_of(memory, length):
    """Some memory."""
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, memory), length)


def counted(values, most):
    """How many items a list has. Raises ValueError when there is no room for that many."""
    if len(values) > most:
        raise ValueError(f"there is room for {most}, not for {len(values)}")
    return len(values)


def write(state: State, seats: int, numbers: dict) -> None:
    """Write the members that `numbers` has, for that many seats; the caller has checked them."""
    s = struct_of(state)
    s.head.seats = seats
    write_numbers(s, numbers)
    write_box(s, numbers)
    write_lists(s, numbers)
    write_by_seat(s, seats, numbers)


def write_numbers(s, numbers):
    """The members that are one number."""
    s.head.over = numbers.get("over", s.head.over)
    s.big_box = numbers.get("big_box", s.big_box)
    s.modules = numbers.get("modules", s.modules)
    s.citizens_each = numbers.get("citizens_each", s.citizens_each)
    s.reach = numbers.get("reach", s.reach)
    s.tokens = numbers.get("tokens", s.tokens)
    s.taken_out = numbers.get("taken_out", s.taken_out)
    s.regions = numbers.get("regions", s.regions)
    s.phase = numbers.get("phase", s.phase)
    s.start = numbers.get("start", s.start)
    s.turn = numbers.get("turn", s.turn)
    s.turns = numbers.get("turns", s.turns)
    s.step = numbers.get("step", s.step)
    s.has_taken = numbers.get("has_taken", s.has_taken)
    s.has_placed = numbers.get("has_placed", s.has_placed)
    s.used = numbers.get("used", s.used)
    s.used_also = numbers.get("used_also", s.used_also)
    s.within = numbers.get("within", s.within)
    s.to_fill = numbers.get("to_fill", s.to_fill)
    s.rats_to_come = numbers.get("rats_to_come", s.rats_to_come)
    s.piece_counts = numbers.get("piece_counts", s.piece_counts)
    s.no_limits = numbers.get("no_limits", s.no_limits)
    s.rat_stage = numbers.get("rat_stage", s.rat_stage)
    s.token = numbers.get("token", s.token)
    s.owing = numbers.get("owing", s.owing)
    s.may_protect = numbers.get("may_protect", s.may_protect)
    s.revealed_all = numbers.get("revealed_all", s.revealed_all)
    s.drawn = numbers.get("drawn", s.drawn)
    s.has_moved = numbers.get("has_moved", s.has_moved)
    s.has_resolved = numbers.get("has_resolved", s.has_resolved)
    s.guild_used = numbers.get("guild_used", s.guild_used)
    s.new_guilds = numbers.get("new_guilds", s.new_guilds)
    s.new_cities = numbers.get("new_cities", s.new_cities)
    s.cities_due = numbers.get("cities_due", s.cities_due)
    s.counts_later = numbers.get("counts_later", s.counts_later)
    s.no_limits_later = numbers.get("no_limits_later", s.no_limits_later)
    s.piece = numbers.get("piece", s.piece)
    s.on_table = numbers.get("on_table", s.on_table)
    s.tiles = numbers.get("tiles", s.tiles)
    s.blocked = numbers.get("blocked", s.blocked)
    s.lent = numbers.get("lent", s.lent)
    s.lent_to = numbers.get("lent_to", s.lent_to)
    s.closed_in = numbers.get("closed_in", s.closed_in)
    s.bishops = numbers.get("bishops", s.bishops)
    s.caravan = numbers.get("caravan", s.caravan)
    s.protected = numbers.get("protected", s.protected)
    s.founded = numbers.get("founded", s.founded)
    s.event = numbers.get("event", s.event)
    s.event_step = numbers.get("event_step", s.event_step)


def write_box(s, numbers):
    """The members of the box that are arrays."""
    if "borders" in numbers:
        values = numbers["borders"]
        for i in range(REGIONS):
            s.borders[i] = values[i]
    if "limit" in numbers:
        values = numbers["limit"]
        for i in range(TOKENS):
            s.limit[i] = values[i]
    if "symbols" in numbers:
        values = numbers["symbols"]
        for i in range(TOKENS):
            s.symbols[i] = values[i]
    if "starting" in numbers:
        values = numbers["starting"]
        for i in range(TOKENS):
            s.starting[i] = values[i]
    if "symbol_of" in numbers:
        values = numbers["symbol_of"]
        for i in range(CLASS_ROOM):
            s.symbol_of[i] = values[i]
    if "protects" in numbers:
        values = numbers["protects"]
        for i in range(REGION_DECK):
            s.protects[i] = values[i]


def write_lists(s, numbers):
    """The other members that are arrays."""
    if "errand" in numbers:
        values = numbers["errand"]
        s.errand.source = values[0]
        s.errand.target = values[1]
        s.errand.seat = values[2]
        s.errand.citizen = values[3]
        s.errand.left = values[4]
        s.errand.again = values[5]
    if "looked" in numbers:
        values = numbers["looked"]
        for i in range(LOOKS):
            s.looked[i] = values[i]
    if "arranged" in numbers:
        values = numbers["arranged"]
        for i in range(LOOKS):
            s.arranged[i] = values[i]
    if "upgraded" in numbers:
        values = numbers["upgraded"]
        for i in range(2):
            s.upgraded[i] = values[i]
    if "open_to" in numbers:
        values = numbers["open_to"]
        for i in range(REGIONS):
            s.open_to[i] = values[i]
    if "nuns" in numbers:
        values = numbers["nuns"]
        for i in range(REGIONS):
            s.nuns[i] = values[i]
    if "bearers" in numbers:
        values = numbers["bearers"]
        s.bearer_count = counted(values, BEARERS)
        for i in range(s.bearer_count):
            s.bearers[i].seat = values[i][0]
            s.bearers[i].place = values[i][1]
            s.bearers[i].potions = values[i][2]
            s.bearers[i].podium = values[i][3]
    if "guilds" in numbers:
        values = numbers["guilds"]
        for i in range(GUILD_SPACES):
            s.guilds[i] = values[i]
    if "cities" in numbers:
        values = numbers["cities"]
        for i in range(REGIONS):
            s.cities[i] = values[i]
    if "rats" in numbers:
        values = numbers["rats"]
        for i in range(REGIONS):
            s.rat_count[i] = counted(values[i], RATS)
        for i in range(REGIONS):
            for j in range(s.rat_count[i]):
                s.rats[i][j].token = values[i][j][0]
                s.rats[i][j].seen = values[i][j][1]
                s.rats[i][j].laid_out = values[i][j][2]
                s.rats[i][j].open = values[i][j][3]
                s.rats[i][j].returned = values[i][j][4]
    if "in_supply" in numbers:
        values = numbers["in_supply"]
        s.in_supply = counted(values, TOKENS)
        for i in range(s.in_supply):
            s.pool[i] = values[i]
    if "in_removed" in numbers:
        values = numbers["in_removed"]
        s.in_removed = counted(values, TOKENS)
        for i in range(s.in_removed):
            s.pool[TOKENS - 1 - i] = values[i]
    if "turned_then" in numbers:
        values = numbers["turned_then"]
        for i in range(2):
            s.turned_then[i] = values[i]
    if "shuffled_in" in numbers:
        values = numbers["shuffled_in"]
        for i in range(2):
            s.shuffled_in[i] = values[i]
    if "card_at" in numbers:
        values = numbers["card_at"]
        for i in range(REGION_DECK):
            s.card_at[i] = values[i]
    if "open_cards" in numbers:
        values = numbers["open_cards"]
        for i in range(2):
            s.open_cards[i] = values[i]
    if "held_then" in numbers:
        values = numbers["held_then"]
        for i in range(2):
            s.held_then[i] = values[i]
    if "university" in numbers:
        values = numbers["university"]
        for i in range(UNIVERSITIES):
            s.university[i] = values[i]
    if "drawn_events" in numbers:
        values = numbers["drawn_events"]
        for i in range(EVENT_KINDS):
            s.drawn_events[i] = values[i]
    if "event_pile" in numbers:
        values = numbers["event_pile"]
        for i in range(EVENT_KINDS):
            s.event_pile[i] = values[i]
    if "next_events" in numbers:
        values = numbers["next_events"]
        s.next_count = counted(values, NEXT_EVENTS)
        for i in range(s.next_count):
            s.next_events[i].event = values[i][0]
            s.next_events[i].seen = values[i][1]


def write_by_seat(s, seats, numbers):
    """The members that are lists by seat."""
    if "supply" in numbers:
        values = numbers["supply"]
        for i in range(seats):
            s.supply[i] = values[i]
    if "palace" in numbers:
        values = numbers["palace"]
        for i in range(seats):
            s.palace[i] = values[i]
    if "citizens" in numbers:
        values = numbers["citizens"]
        for i in range(seats):
            for j in range(REGIONS):
                s.citizens[i][j] = values[i][j]
    if "cards" in numbers:
        values = numbers["cards"]
        for i in range(seats):
            s.cards[i] = values[i]
    if "kept" in numbers:
        values = numbers["kept"]
        for i in range(seats):
            s.kept[i] = values[i]
    if "lodged" in numbers:
        values = numbers["lodged"]
        for i in range(seats):
            s.lodged[i] = values[i]
    if "owed" in numbers:
        values = numbers["owed"]
        for i in range(seats):
            s.owed[i] = values[i]
    if "killed" in numbers:
        values = numbers["killed"]
        for i in range(seats):
            s.killed[i] = values[i]
    if "fallen" in numbers:
        values = numbers["fallen"]
        for i in range(seats):
            s.fallen[i] = values[i]
    if "granted" in numbers:
        values = numbers["granted"]
        for i in range(seats):
            s.granted[i] = values[i]
    if "points" in numbers:
        values = numbers["points"]
        for i in range(seats):
            s.points[i] = values[i]
    if "diplomats" in numbers:
        values = numbers["diplomats"]
        for i in range(seats):
            s.diplomats[i] = values[i]
