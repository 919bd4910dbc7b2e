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


def members(state: State) -> dict:
    """Where each member lies: bytes before it, from item to item, of a number; whether that has a sign."""
    s = struct_of(state)
    return {
        "big_box": (before(s, cython.address(s.big_box)), cython.sizeof(s.big_box), cython.sizeof(s.big_box), False),
        "modules": (before(s, cython.address(s.modules)), cython.sizeof(s.modules), cython.sizeof(s.modules), False),
        "citizens_each": (
            before(s, cython.address(s.citizens_each)),
            cython.sizeof(s.citizens_each),
            cython.sizeof(s.citizens_each),
            False,
        ),
        "reach": (before(s, cython.address(s.reach)), cython.sizeof(s.reach), cython.sizeof(s.reach), False),
        "tokens": (before(s, cython.address(s.tokens)), cython.sizeof(s.tokens), cython.sizeof(s.tokens), False),
        "taken_out": (
            before(s, cython.address(s.taken_out)),
            cython.sizeof(s.taken_out),
            cython.sizeof(s.taken_out),
            False,
        ),
        "regions": (before(s, cython.address(s.regions)), cython.sizeof(s.regions), cython.sizeof(s.regions), False),
        "borders": (
            before(s, cython.address(s.borders)),
            cython.sizeof(s.borders[0]),
            cython.sizeof(s.borders[0]),
            False,
        ),
        "limit": (before(s, cython.address(s.limit)), cython.sizeof(s.limit[0]), cython.sizeof(s.limit[0]), False),
        "symbols": (
            before(s, cython.address(s.symbols)),
            cython.sizeof(s.symbols[0]),
            cython.sizeof(s.symbols[0]),
            False,
        ),
        "starting": (
            before(s, cython.address(s.starting)),
            cython.sizeof(s.starting[0]),
            cython.sizeof(s.starting[0]),
            False,
        ),
        "symbol_of": (
            before(s, cython.address(s.symbol_of)),
            cython.sizeof(s.symbol_of[0]),
            cython.sizeof(s.symbol_of[0]),
            False,
        ),
        "protects": (
            before(s, cython.address(s.protects)),
            cython.sizeof(s.protects[0]),
            cython.sizeof(s.protects[0]),
            False,
        ),
        "phase": (before(s, cython.address(s.phase)), cython.sizeof(s.phase), cython.sizeof(s.phase), False),
        "start": (before(s, cython.address(s.start)), cython.sizeof(s.start), cython.sizeof(s.start), False),
        "turn": (before(s, cython.address(s.turn)), cython.sizeof(s.turn), cython.sizeof(s.turn), False),
        "turns": (before(s, cython.address(s.turns)), cython.sizeof(s.turns), cython.sizeof(s.turns), False),
        "step": (before(s, cython.address(s.step)), cython.sizeof(s.step), cython.sizeof(s.step), False),
        "has_taken": (
            before(s, cython.address(s.has_taken)),
            cython.sizeof(s.has_taken),
            cython.sizeof(s.has_taken),
            False,
        ),
        "has_placed": (
            before(s, cython.address(s.has_placed)),
            cython.sizeof(s.has_placed),
            cython.sizeof(s.has_placed),
            False,
        ),
        "used": (before(s, cython.address(s.used)), cython.sizeof(s.used), cython.sizeof(s.used), False),
        "used_also": (
            before(s, cython.address(s.used_also)),
            cython.sizeof(s.used_also),
            cython.sizeof(s.used_also),
            False,
        ),
        "within": (before(s, cython.address(s.within)), cython.sizeof(s.within), cython.sizeof(s.within), False),
        "to_fill": (before(s, cython.address(s.to_fill)), cython.sizeof(s.to_fill), cython.sizeof(s.to_fill), False),
        "looked": (before(s, cython.address(s.looked)), cython.sizeof(s.looked[0]), cython.sizeof(s.looked[0]), False),
        "arranged": (
            before(s, cython.address(s.arranged)),
            cython.sizeof(s.arranged[0]),
            cython.sizeof(s.arranged[0]),
            False,
        ),
        "rats_to_come": (
            before(s, cython.address(s.rats_to_come)),
            cython.sizeof(s.rats_to_come),
            cython.sizeof(s.rats_to_come),
            False,
        ),
        "piece_counts": (
            before(s, cython.address(s.piece_counts)),
            cython.sizeof(s.piece_counts),
            cython.sizeof(s.piece_counts),
            False,
        ),
        "no_limits": (
            before(s, cython.address(s.no_limits)),
            cython.sizeof(s.no_limits),
            cython.sizeof(s.no_limits),
            False,
        ),
        "rat_stage": (
            before(s, cython.address(s.rat_stage)),
            cython.sizeof(s.rat_stage),
            cython.sizeof(s.rat_stage),
            False,
        ),
        "token": (before(s, cython.address(s.token)), cython.sizeof(s.token), cython.sizeof(s.token), False),
        "owing": (before(s, cython.address(s.owing)), cython.sizeof(s.owing), cython.sizeof(s.owing), False),
        "may_protect": (
            before(s, cython.address(s.may_protect)),
            cython.sizeof(s.may_protect),
            cython.sizeof(s.may_protect),
            False,
        ),
        "revealed_all": (
            before(s, cython.address(s.revealed_all)),
            cython.sizeof(s.revealed_all),
            cython.sizeof(s.revealed_all),
            False,
        ),
        "drawn": (before(s, cython.address(s.drawn)), cython.sizeof(s.drawn), cython.sizeof(s.drawn), False),
        "has_moved": (
            before(s, cython.address(s.has_moved)),
            cython.sizeof(s.has_moved),
            cython.sizeof(s.has_moved),
            False,
        ),
        "has_resolved": (
            before(s, cython.address(s.has_resolved)),
            cython.sizeof(s.has_resolved),
            cython.sizeof(s.has_resolved),
            False,
        ),
        "guild_used": (
            before(s, cython.address(s.guild_used)),
            cython.sizeof(s.guild_used),
            cython.sizeof(s.guild_used),
            False,
        ),
        "new_guilds": (
            before(s, cython.address(s.new_guilds)),
            cython.sizeof(s.new_guilds),
            cython.sizeof(s.new_guilds),
            False,
        ),
        "new_cities": (
            before(s, cython.address(s.new_cities)),
            cython.sizeof(s.new_cities),
            cython.sizeof(s.new_cities),
            False,
        ),
        "cities_due": (
            before(s, cython.address(s.cities_due)),
            cython.sizeof(s.cities_due),
            cython.sizeof(s.cities_due),
            False,
        ),
        "counts_later": (
            before(s, cython.address(s.counts_later)),
            cython.sizeof(s.counts_later),
            cython.sizeof(s.counts_later),
            False,
        ),
        "no_limits_later": (
            before(s, cython.address(s.no_limits_later)),
            cython.sizeof(s.no_limits_later),
            cython.sizeof(s.no_limits_later),
            False,
        ),
        "piece": (before(s, cython.address(s.piece)), cython.sizeof(s.piece), cython.sizeof(s.piece), False),
        "supply": (before(s, cython.address(s.supply)), cython.sizeof(s.supply[0]), cython.sizeof(s.supply[0]), False),
        "palace": (before(s, cython.address(s.palace)), cython.sizeof(s.palace[0]), cython.sizeof(s.palace[0]), False),
        "citizens": (
            before(s, cython.address(s.citizens)),
            cython.sizeof(s.citizens[0]),
            cython.sizeof(s.citizens[0][0]),
            False,
        ),
        "cards": (before(s, cython.address(s.cards)), cython.sizeof(s.cards[0]), cython.sizeof(s.cards[0]), False),
        "kept": (before(s, cython.address(s.kept)), cython.sizeof(s.kept[0]), cython.sizeof(s.kept[0]), False),
        "lodged": (before(s, cython.address(s.lodged)), cython.sizeof(s.lodged[0]), cython.sizeof(s.lodged[0]), False),
        "owed": (before(s, cython.address(s.owed)), cython.sizeof(s.owed[0]), cython.sizeof(s.owed[0]), False),
        "killed": (before(s, cython.address(s.killed)), cython.sizeof(s.killed[0]), cython.sizeof(s.killed[0]), False),
        "fallen": (before(s, cython.address(s.fallen)), cython.sizeof(s.fallen[0]), cython.sizeof(s.fallen[0]), False),
        "granted": (
            before(s, cython.address(s.granted)),
            cython.sizeof(s.granted[0]),
            cython.sizeof(s.granted[0]),
            False,
        ),
        "points": (before(s, cython.address(s.points)), cython.sizeof(s.points[0]), cython.sizeof(s.points[0]), False),
        "on_table": (
            before(s, cython.address(s.on_table)),
            cython.sizeof(s.on_table),
            cython.sizeof(s.on_table),
            False,
        ),
        "tiles": (before(s, cython.address(s.tiles)), cython.sizeof(s.tiles), cython.sizeof(s.tiles), False),
        "upgraded": (
            before(s, cython.address(s.upgraded)),
            cython.sizeof(s.upgraded[0]),
            cython.sizeof(s.upgraded[0]),
            False,
        ),
        "blocked": (before(s, cython.address(s.blocked)), cython.sizeof(s.blocked), cython.sizeof(s.blocked), False),
        "lent": (before(s, cython.address(s.lent)), cython.sizeof(s.lent), cython.sizeof(s.lent), False),
        "lent_to": (before(s, cython.address(s.lent_to)), cython.sizeof(s.lent_to), cython.sizeof(s.lent_to), False),
        "open_to": (
            before(s, cython.address(s.open_to)),
            cython.sizeof(s.open_to[0]),
            cython.sizeof(s.open_to[0]),
            False,
        ),
        "closed_in": (
            before(s, cython.address(s.closed_in)),
            cython.sizeof(s.closed_in),
            cython.sizeof(s.closed_in),
            False,
        ),
        "nuns": (before(s, cython.address(s.nuns)), cython.sizeof(s.nuns[0]), cython.sizeof(s.nuns[0]), False),
        "bishops": (before(s, cython.address(s.bishops)), cython.sizeof(s.bishops), cython.sizeof(s.bishops), False),
        "diplomats": (
            before(s, cython.address(s.diplomats)),
            cython.sizeof(s.diplomats[0]),
            cython.sizeof(s.diplomats[0]),
            False,
        ),
        "caravan": (before(s, cython.address(s.caravan)), cython.sizeof(s.caravan), cython.sizeof(s.caravan), False),
        "guilds": (before(s, cython.address(s.guilds)), cython.sizeof(s.guilds[0]), cython.sizeof(s.guilds[0]), False),
        "cities": (before(s, cython.address(s.cities)), cython.sizeof(s.cities[0]), cython.sizeof(s.cities[0]), False),
        "pool": (before(s, cython.address(s.pool)), cython.sizeof(s.pool[0]), cython.sizeof(s.pool[0]), True),
        "turned_then": (
            before(s, cython.address(s.turned_then)),
            cython.sizeof(s.turned_then[0]),
            cython.sizeof(s.turned_then[0]),
            False,
        ),
        "shuffled_in": (
            before(s, cython.address(s.shuffled_in)),
            cython.sizeof(s.shuffled_in[0]),
            cython.sizeof(s.shuffled_in[0]),
            False,
        ),
        "card_at": (
            before(s, cython.address(s.card_at)),
            cython.sizeof(s.card_at[0]),
            cython.sizeof(s.card_at[0]),
            False,
        ),
        "open_cards": (
            before(s, cython.address(s.open_cards)),
            cython.sizeof(s.open_cards[0]),
            cython.sizeof(s.open_cards[0]),
            False,
        ),
        "held_then": (
            before(s, cython.address(s.held_then)),
            cython.sizeof(s.held_then[0]),
            cython.sizeof(s.held_then[0]),
            False,
        ),
        "protected": (
            before(s, cython.address(s.protected)),
            cython.sizeof(s.protected),
            cython.sizeof(s.protected),
            False,
        ),
        "university": (
            before(s, cython.address(s.university)),
            cython.sizeof(s.university[0]),
            cython.sizeof(s.university[0]),
            False,
        ),
        "founded": (before(s, cython.address(s.founded)), cython.sizeof(s.founded), cython.sizeof(s.founded), False),
        "drawn_events": (
            before(s, cython.address(s.drawn_events)),
            cython.sizeof(s.drawn_events[0]),
            cython.sizeof(s.drawn_events[0]),
            False,
        ),
        "event_pile": (
            before(s, cython.address(s.event_pile)),
            cython.sizeof(s.event_pile[0]),
            cython.sizeof(s.event_pile[0]),
            False,
        ),
        "event": (before(s, cython.address(s.event)), cython.sizeof(s.event), cython.sizeof(s.event), False),
        "event_step": (
            before(s, cython.address(s.event_step)),
            cython.sizeof(s.event_step),
            cython.sizeof(s.event_step),
            False,
        ),
    }


def before(s, member):
    """The bytes of the struct before a member."""
    return cython.cast(cython.size_t, member) - cython.cast(cython.size_t, s)


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
