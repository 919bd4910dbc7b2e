"""What can't be asked by cards of the Big Box and upgrades, as far as a position tells. The rules say the rest.

An effect in the midst of its questions stands on what it has remembered (the errand, the rats that were looked at), so
a position must have that right: else a rule would move a citizen that is not there.
"""

from __future__ import annotations

from collections.abc import Callable

from bellringer.core.compiled.state import State
from bellringer.core.fields import Reading
from bellringer.games.rattus.component_set import CLASS_SYMBOLS
from bellringer.games.rattus.document import numbers, queries
from bellringer.games.rattus.document.card_kinds import number_of
from bellringer.games.rattus.document.defaults import STAGES, part_of_state
from bellringer.games.rattus.document.numbers import ON_PODIUM
from bellringer.games.rattus.document.region_cards import PLAYED
from bellringer.games.rattus.names import ALL_RATS, CLASSES, COLOURS, EVENT_CARDS, RATS, REGION_CARDS, REGIONS

Check = Callable[[Reading, int, int, int], str]  # the reading, the seat that is asked, the ask's two arguments
ANY = len(REGIONS)  # a source that is no region
PROTECTING = STAGES.index("protecting")  # the stage of a rat in which region cards are played
DISCARD, UNIVERSITY = EVENT_CARDS.index("discard"), EVENT_CARDS.index("university")
BONUSES = range(EVENT_CARDS.index(CLASS_SYMBOLS[0]), len(EVENT_CARDS))


def impossible(reading: Reading, name: str, p: int, about: int, more: int) -> str:
    """Why the ask can't be, or nothing."""
    check = CHECKS.get(name)
    return check(reading, p, about, more) if check else ""


# what is where


def wrong_rat(rat: int, reading: Reading) -> str:
    """A rat must lie in that place."""
    region, slot = divmod(rat, RATS)
    return "" if slot < len(reading["rats"][region]) else f"there is no rat {ALL_RATS[rat]}"


def wrong_source(p: int, region: int, reading: Reading) -> str:
    """The seat must have citizens in that region."""
    return "" if reading["citizens"][p][region] else f"it has no citizens in {REGIONS[region]}"


def wrong_owner(reading: Reading, owner: int, region: int) -> str:
    """The seat must play, and have citizens there."""
    if owner >= reading.seats:
        return f"{COLOURS[owner]} does not play"
    return "" if reading["citizens"][owner][region] else f"{COLOURS[owner]} has no citizens in {REGIONS[region]}"


def wrong_way(source: int, target: int, reading: Reading) -> str:
    """The second region must be an open neighbour of the first."""
    near = reading["open_to"][source] >> target & 1
    return "" if near else f"{REGIONS[target]} is no neighbour of {REGIONS[source]}"


def wrong_citizen(reading: Reading, owner: int, region: int, citizen: int) -> str:
    """The seat must have a citizen that bears so many potions there."""
    bearing = [number_of(bearer) for bearer in reading["bearers"] if bearer[:2] == (owner, region)]
    there = citizen in bearing if citizen else reading["citizens"][owner][region] > len(bearing)
    return "" if there else f"{COLOURS[owner]} has no citizen {words_of(citizen)} in {REGIONS[region]}"


def words_of(citizen: int) -> str:
    """What a citizen bears, as words for an error."""
    podium, potions = divmod(citizen, ON_PODIUM)
    return f"with {potions} potions" + (" on a podium" if podium else "")


def is_in_play(reading: Reading, region: int) -> bool:
    """Whether the table plays with a region."""
    return bool(reading["regions"] >> region & 1)


# asks about citizens


def of_own(reading: Reading, p: int, region: int, more: int) -> str:
    """The ask is about a region where the seat has citizens."""
    return wrong_source(p, region, reading)


def on_a_way(reading: Reading, p: int, source: int, target: int) -> str:
    """The seat has citizens in the first region, and the second one is an open neighbour."""
    return wrong_source(p, source, reading) or wrong_way(source, target, reading)


def kept(reading: Reading, p: int, owner: int, more: int) -> str:
    """The owner must have citizens on the card."""
    found = owner < reading.seats and reading["kept"][owner]
    return "" if found else f"no citizens of {COLOURS[owner]} are on a card"


def onto_a_space(reading: Reading, p: int, about: int, more: int) -> str:
    """The seat has a citizen in its supply, and some space of the guilds is not its own."""
    if not reading["supply"][p]:
        return "its supply is empty"
    return "" if any(owner != p + 1 for owner in reading["guilds"]) else "all spaces are its own"


def into_a_taken_city(reading: Reading, p: int, region: int, more: int) -> str:
    """Another seat has the city of the region, and the seat has a citizen there."""
    if reading["cities"][region] in (0, p + 1):
        return f"no other seat has the city of {REGIONS[region]}"
    return wrong_source(p, region, reading)


def cities_due(reading: Reading, p: int, before: int, more: int) -> str:
    """The cities that may still add a citizen belong to the seat, and it has placed citizens."""
    due = [region for region in range(ANY) if reading["cities_due"] >> region & 1]
    if not due or any(reading["cities"][region] != p + 1 for region in due):
        return "the cities due must be its own"
    return "" if reading["has_placed"] else "nothing has been placed"


def beside_the_piece(reading: Reading, p: int, card: int, more: int) -> str:
    """The seat has the ability, and a citizen in a neighbour of the plague region."""
    if reason := has_card(reading, p, card, more):
        return reason
    near = reading["open_to"][reading["piece"]]
    found = [citizens for region, citizens in enumerate(reading["citizens"][p]) if near >> region & 1]
    return "" if any(found) else f"it has no citizens beside {REGIONS[reading['piece']]}"


def goes_which(reading: Reading, p: int, source: int, target: int) -> str:
    """Some citizens are still to go, at most as many as the seat has there."""
    left = reading["errand"][4]
    if source == target or not is_in_play(reading, target):
        return f"nobody goes from {REGIONS[source]} to {REGIONS[target]}"
    return "" if 0 < left <= reading["citizens"][p][source] else "the errand must say how many are left to go"


def ravaged(reading: Reading) -> int:
    """The region where rats are turned."""
    step: int = reading["step"] if reading.phase == "last-ravage" else reading["piece"]
    return step


def rat_that_strikes(reading: Reading) -> State:
    """The part of the state that decides what the rat that is being turned costs."""
    return part_of_state(reading, "token", "symbols", "symbol_of", "cards", "protected")


def loses(reading: Reading, p: int, region: int, more: int) -> str:
    """The seat owes citizens of that region to the rat that is being turned."""
    if region != ravaged(reading):
        return f"rats are turned in {REGIONS[ravaged(reading)]}"
    if not reading["rat_stage"] or not reading["token"]:
        return "no rat is being turned"
    if not 0 < reading["owed"][p] <= queries.may_owe(reading.once(rat_that_strikes), p):
        return "it does not owe what a rat can cost it"
    return wrong_source(p, region, reading)


def spends(reading: Reading, p: int, region: int, potions: int) -> str:
    """The citizen that falls bears that many potions. A diplomat falls only when no other citizen is left."""
    if region != ravaged(reading) or not reading["rat_stage"] or not reading["token"]:
        return f"no rat is being turned in {REGIONS[region]}"
    is_diplomat = is_diplomat_in(reading, p, region) and reading["citizens"][p][region] == 1
    return wrong_citizen(reading, p, region, potions + ON_PODIUM * is_diplomat)


def is_diplomat_in(reading: Reading, p: int, region: int) -> bool:
    """Whether the seat has a diplomat there."""
    return bool(reading["diplomats"][p] >> region & 1)


def potion_level(reading: Reading, p: int, level: int, again: int) -> str:
    """Not every level asks for a second potion elsewhere."""
    return "" if queries.has_another_potion(level) or not again else f"at level {level} there is no second one"


def exchanged(reading: Reading, p: int, region: int, more: int) -> str:
    """The first of the two citizens is where the errand says."""
    source, _, seat, citizen, *_ = reading["errand"]
    if region == source:
        return f"it is exchanged with a citizen of {REGIONS[region]} itself"
    return wrong_owner(reading, seat, source) or wrong_citizen(reading, seat, source, citizen)


def exchanged_to(reading: Reading, p: int, source: int, more: int) -> str:
    """The first citizen is where the errand says, and the ask is about its region."""
    if source != reading["errand"][0]:
        return f"the errand is about {REGIONS[reading['errand'][0]]}"
    return exchanged(reading, p, ANY, more)


def exchanged_for(reading: Reading, p: int, region: int, owner: int) -> str:
    """The first citizen is where the errand says, and the other owner has citizens in that region."""
    if owner == reading["errand"][2]:
        return f"both are {COLOURS[owner]}'s"
    return wrong_owner(reading, owner, region) or exchanged(reading, p, region, owner)


def exchanged_which(reading: Reading, p: int, region: int, owner: int) -> str:
    """The owner has citizens there; a second pair is of the same two regions as the first."""
    source, target, _, _, _, again = reading["errand"]
    if again and (region != source or target == source):
        return f"the second pair is of {REGIONS[source]} and {REGIONS[target]}"
    return wrong_owner(reading, owner, region)


def exchanged_also(reading: Reading, p: int, source: int, target: int) -> str:
    """A second pair is of the same two regions as the first."""
    is_same = reading["errand"][:2] == (source, target) and source != target and reading["errand"][5]
    return "" if is_same else "the errand is about other regions"


def led(reading: Reading, p: int, source: int, target: int) -> str:
    """The errand is from that region to that neighbour, and its citizen has gone there."""
    from_, to, _, citizen, *_ = reading["errand"]
    if (from_, to) != (source, target) or wrong_way(source, target, reading):
        return "the errand leads elsewhere"
    return wrong_citizen(reading, p, to, citizen)


def led_other(reading: Reading, p: int, source: int, owner: int) -> str:
    """The errand's citizen has gone, and the other owner has citizens where it came from."""
    return led(reading, p, source, reading["errand"][1]) or wrong_owner(reading, owner, source)


def leads_on(reading: Reading, p: int, here: int, before: int) -> str:
    """The errand's citizen is in that region."""
    return wrong_citizen(reading, p, here, reading["errand"][3])


def crosses(reading: Reading, p: int, source: int, target: int) -> str:
    """A wall closes the border between the two regions."""
    is_closed = (reading["borders"][source] & ~reading["open_to"][source]) >> target & 1
    return "" if is_closed else f"no wall is between {REGIONS[source]} and {REGIONS[target]}"


def crosses_which(reading: Reading, p: int, source: int, owner: int) -> str:
    """A wall closes the errand's border, and the owner has citizens beside it."""
    return crosses(reading, p, source, reading["errand"][1]) or wrong_owner(reading, owner, source)


# asks about region cards


def protects(reading: Reading, p: int, region: int, more: int) -> str:
    """A rat of that region is being turned, and waits for the region cards of this seat."""
    if region != ravaged(reading) or reading["rat_stage"] != PROTECTING or not reading["token"]:
        return f"no rat is being turned in {REGIONS[region]} against which cards can be played"
    if not reading["may_protect"] >> p & 1:
        return "may-protect must name it"
    return wrong_source(p, region, reading)


def protects_which(reading: Reading, p: int, card: int, region: int) -> str:
    """The rat waits for this seat, and the region card has been played."""
    is_played = reading["card_at"][card] == PLAYED
    return protects(reading, p, region, 0) or ("" if is_played else f"{REGION_CARDS[card]} is not played")


# asks about rats


def two_regions(reading: Reading, p: int, source: int, target: int) -> str:
    """The two regions differ, and the second one is in play."""
    is_right = source != target and is_in_play(reading, target)
    return "" if is_right else f"nothing goes from {REGIONS[source]} to {REGIONS[target]}"


def wrong_looks(reading: Reading, p: int) -> str:
    """The rats that were looked at are there, in the order of their places, and the seat has seen them."""
    looked = [rat - 1 for rat in reading["looked"] if rat]
    if looked != sorted(looked):
        return "looked must be in the order of the places"
    for rat in looked:
        if reason := wrong_rat(rat, reading):
            return reason
        if not reading["rats"][rat // RATS][rat % RATS][1] >> p & 1:
            return f"it has not looked at {ALL_RATS[rat]}"
    return ""


def looks_on(reading: Reading, p: int, more: int, _: int) -> str:
    """No more rats are looked at than a card may show."""
    seen = sum(1 for rat in reading["looked"] if rat)
    return wrong_looks(reading, p) or too_many(reading, "look-on", seen + more)


def arranges(reading: Reading, p: int, rat: int, more: int) -> str:
    """The places before this one have been given their rats."""
    looked, arranged = ([one for one in reading[name] if one] for name in ("looked", "arranged"))
    if rat + 1 not in looked or len(arranged) != looked.index(rat + 1) or not set(arranged) <= set(looked):
        return "arranged must say what comes to the places before this one"
    return wrong_looks(reading, p)


def revealed(reading: Reading, p: int, region: int, more: int) -> str:
    """The ask is about the plague region, whose rats lie face up."""
    is_right = region == reading["piece"] and reading["revealed_all"]
    return "" if is_right else f"the rats of {REGIONS[region]} are not revealed together"


def replaces(reading: Reading, p: int, region: int, more: int) -> str:
    """The rats of the plague region lie face up, and one more has been drawn."""
    return revealed(reading, p, region, more) or ("" if reading["drawn"] else "no rat is drawn")


def draws(reading: Reading, p: int, _: int, more: int) -> str:
    """The rats of the plague region lie face up, and none has been drawn."""
    return revealed(reading, p, reading["piece"], more) or ("a rat is drawn already" if reading["drawn"] else "")


def cards_that_act(reading: Reading) -> State:
    """The part of the state that decides which abilities seats have."""
    return part_of_state(reading, "cards", "blocked", "granted", "lent", "lent_to", "upgraded")


def has_card(reading: Reading, p: int, card: int, more: int) -> str:
    """The seat has the ability of the card."""
    has = queries.abilities_of(reading.once(cards_that_act), p) >> card & 1
    return "" if has else "it does not have that card's ability"


def has_asked(reading: Reading, p: int, ask: str) -> bool:
    """Whether an ability of the seat asks this, at the level that it has."""
    acts = reading.once(cards_that_act)
    abilities = queries.abilities_of(acts, p)
    return any(
        abilities >> CLASSES.index(card) & 1 and numbers[queries.level_of(acts, p, CLASSES.index(card)) - 1]
        for card, numbers in reading.table.asked[ask].items()
    )


# asks about class cards that are blocked, guarded or borrow


def blocks(reading: Reading, p: int, losers: int, more: int) -> str:
    """The seat blocks only cards of others."""
    return "" if not losers >> p & 1 else f"{COLOURS[p]} does not block its own cards"


def borrows_tile(reading: Reading, p: int, card: int, more: int) -> str:
    """The card borrows tiles and has none yet, and the seat has its ability."""
    if not queries.borrows(CLASSES[card]):
        return f"{CLASSES[card]} does not borrow tiles"
    return "a tile is lent already" if reading["lent"] else has_card(reading, p, card, more)


def place_of(reading: Reading, p: int, owner: int, more: int) -> str:
    """Another seat has a citizen in its supply."""
    if owner == p or owner >= reading.seats:
        return f"{COLOURS[owner]} is no other seat of the table"
    return "" if reading["supply"][owner] else f"the supply of {COLOURS[owner]} is empty"


def lodged(reading: Reading, p: int, owner: int, card: int) -> str:
    """The card borrows tiles, and the owner has citizens on it."""
    if not queries.borrows(CLASSES[card]):
        return f"{CLASSES[card]} does not borrow tiles"
    found = owner < reading.seats and reading["lodged"][owner]
    return "" if found else f"no citizens of {COLOURS[owner]} are on {CLASSES[card]}"


# asks about pieces on the map


def nuns_left(reading: Reading, p: int, left: int, more: int) -> str:
    """The nuns on the map and those still to come are no more than there are."""
    return "" if sum(reading["nuns"]) + left <= numbers.NUNS else f"there are {numbers.NUNS} nuns"


def bishop_comes(reading: Reading, p: int, source: int, more: int) -> str:
    """A bishop stands in the region, or, without a region, one is still off the map."""
    if source == ANY:
        return "" if reading["bishops"].bit_count() < numbers.BISHOPS else "all bishops are on the map"
    return "" if reading["bishops"] >> source & 1 else f"no bishop is in {REGIONS[source]}"


def walls_left(reading: Reading, left: int) -> str:
    """The walls on the map and those still to come are no more than there are."""
    closed = sum((near & ~way).bit_count() for near, way in zip(reading["borders"], reading["open_to"], strict=True))
    return "" if closed // 2 + left <= numbers.WALLS else f"there are {numbers.WALLS} walls"


def wall_from(reading: Reading, p: int, left: int, more: int) -> str:
    """That many walls may still come."""
    return walls_left(reading, left)


def wall_to(reading: Reading, p: int, region: int, left: int) -> str:
    """That many walls may still come."""
    return walls_left(reading, left)


# asks about podiums and the caravan


def podiums_wanted(reading: Reading, p: int, podiums: int, again: int) -> str:
    """A card places so many podiums; before it asks for another, the first has been placed or is being placed."""
    if reason := too_many(reading, "podium-in", podiums + again):
        return reason
    is_first_done = reading["diplomats"][p] or reading.raw["asks"][-1]["ask"] == "podium-to"
    return "" if is_first_done or not again else "it has placed none yet"


def podium_to(reading: Reading, p: int, region: int, more: int) -> str:
    """The seat has a citizen but no diplomat in the region, and a podium is left."""
    if is_diplomat_in(reading, p, region):
        return f"it has a diplomat in {REGIONS[region]} already"
    if sum(found.bit_count() for found in reading["diplomats"]) == numbers.PODIUMS:
        return "all podiums are under citizens"
    return wrong_source(p, region, reading)


def caravan_to(reading: Reading, p: int, start: int, steps: int) -> str:
    """The caravan has come from where it began by the way that the errand tells, in as many steps."""
    here, passed = reading["caravan"] - 1, reading["errand"][1]
    most = reading.table.most_asked("caravan-to")
    if here < 0 or steps > most:
        return f"the caravan makes {most} steps at most"
    if here == start:
        begun = any(steps in by_level for by_level in reading.table.asked["caravan-to"].values())
        return "" if begun else f"no card begins with {steps} steps"
    gone = 1 if here == passed else 2  # at least
    if steps + gone > most:
        return "it has gone too far for so many steps"
    if wrong_way(start, passed, reading) or (steps + 2 == most and here != passed and wrong_way(passed, here, reading)):
        return f"the errand must say by which region it came from {REGIONS[start]}"
    return ""


def follows(reading: Reading, p: int, region: int, others: int) -> str:
    """The seat has citizens in the region; so have all other seats that are asked after it."""
    wrong = [
        COLOURS[seat] for seat in range(reading.seats) if others >> seat & 1 and wrong_owner(reading, seat, region)
    ]
    if others >> p & 1 or wrong:
        return "the others must be seats with citizens there"
    return wrong_source(p, region, reading)


# asks of the universities


def with_module(reading: Reading, p: int, about: int, more: int) -> str:
    """The table plays with universities."""
    return "" if any(reading["university"]) else "this table has no universities"


def during(*events: int) -> Check:
    """A check that the event that goes on is of one of these kinds."""

    def check(reading: Reading, p: int, about: int, more: int) -> str:
        return "" if reading["event"] - 1 in events else "no such event is on"

    return check


def stands_in(reading: Reading, p: int, region: int, more: int) -> str:
    """A university stands there."""
    return "" if region + 1 in reading["university"] else f"no university is in {REGIONS[region]}"


def goes_from(reading: Reading, p: int, region: int, more: int) -> str:
    """The event that moves universities goes on, and a university stands in the region."""
    return during(UNIVERSITY)(reading, p, region, more) or stands_in(reading, p, region, more)


def joins(reading: Reading, p: int, source: int, more: int) -> str:
    """The table plays with universities, and the seat has citizens in the region."""
    return with_module(reading, p, source, more) or wrong_source(p, source, reading)


def places_at(reading: Reading, p: int, citizens: int, more: int) -> str:
    """A card places so many citizens, and the seat has one in its supply."""
    if reason := too_many(reading, "university-in", citizens):
        return reason
    return with_module(reading, p, citizens, more) or ("" if reading["supply"][p] else "the supply is empty")


def sees(reading: Reading, p: int, n: int, more: int) -> str:
    """The seat knows that many of the next events."""
    known = [seen >> p & 1 for _, seen in reading["next_events"][:n]]
    return "" if len(known) == n and all(known) else f"it does not know the next {n} events"


def arranges_events(reading: Reading, p: int, place: int, n: int) -> str:
    """The seat knows that many events, and more than one of them could come to the place."""
    return sees(reading, p, n, 0) or ("" if place < n else "only one event is left for that place")


def chooses(reading: Reading, p: int, about: int, more: int) -> str:
    """Some events have been drawn."""
    return "" if any(reading["drawn_events"]) else "no events are drawn"


def too_many(reading: Reading, ask: str, wanted: int, card: str = "") -> str:
    """Why no card asks about so many, or not the one that is named; or nothing."""
    most = reading.table.most_asked(ask, card)
    return "" if wanted <= most else f"{card or 'a card'} asks {ask} about {most} at most"


def at_most(ask: str) -> Check:
    """A check that an ask is about no more than a card asks about."""
    return lambda reading, p, wanted, more: too_many(reading, ask, wanted)


def moves_in(reading: Reading, p: int, citizens: int, card: int) -> str:
    """The seat has the ability of the card, which lets so many come."""
    return too_many(reading, "move-in", citizens, CLASSES[card]) or has_card(reading, p, card, 0)


def brings_rats(reading: Reading, p: int, rats: int, card: int) -> str:
    """The seat has the ability of the card, which brings so many."""
    brought = queries.rats_brought(reading.once(cards_that_act), p, card)
    reason = f"{CLASSES[card]} brings {brought} rats more at most"
    return has_card(reading, p, card, 0) or ("" if rats <= brought else reason)


def goes_far(reading: Reading, p: int, rat: int, rats: int) -> str:
    """The rat is there, and a card moves so many."""
    return too_many(reading, "rat-far-from", rats) or wrong_rat(rat, reading)


def drops(reading: Reading, p: int, about: int, more: int) -> str:
    """The supply has the citizens that are to be dropped."""
    few = f"fewer than {numbers.DROPPED} citizens are in the supply"
    return "" if reading["supply"][p] >= numbers.DROPPED else few


def drops_beside(reading: Reading, p: int, region: int, more: int) -> str:
    """The supply has these citizens, and the region has a border."""
    return drops(reading, p, region, more) or ("" if reading["borders"][region] else f"{REGIONS[region]} has no border")


def lands(reading: Reading, p: int, place: int, other: int) -> str:
    """The citizen lies in two different places of the table, and the supply has one for each such ask."""
    there = all(found == ANY or is_in_play(reading, found) for found in (place, other))
    if place == other or not there:
        return "it lies in two places"
    waiting = sum(ask["ask"] == "lands-in" for ask in reading.raw.get("asks", ()))
    return "" if reading["supply"][p] >= waiting else "the supply has no such citizen"


CHECKS: dict[str, Check] = {
    **{name: at_most(name) for name in ("haven-any", "rat-far-from", "rat-beside", "bishop-rat")},
    "move-in": moves_in,
    "more-rats": brings_rats,
    "rat-far-to": goes_far,
    **dict.fromkeys(
        ("keep-which", "back-which", "haven-which", "haven-also", "potion-to", "potion-also", "go-anywhere"), of_own
    ),
    "haven-near": beside_the_piece,
    "guild-to": onto_a_space,
    "city-which": into_a_taken_city,
    "city-more": cities_due,
    "block-card": blocks,
    "borrow-tile": borrows_tile,
    "place-of": place_of,
    "place-lodged": lodged,
    "place-kept": kept,
    **dict.fromkeys(("drop-at", "drop-from"), drops),
    "drop-to": drops_beside,
    "lands-in": lands,
    "go-which": goes_which,
    "lose-which": loses,
    "spend-potion": spends,
    "protect": protects,
    "protect-which": protects_which,
    "potion-in": potion_level,
    "exchange-which": exchanged_which,
    "exchange-to": exchanged_to,
    "exchange-with": exchanged,
    "exchange-for": exchanged_for,
    "exchange-also": exchanged_also,
    "lead-which": on_a_way,
    "lead-whose": led,
    "lead-other": led_other,
    "lead-rat": led,
    "lead-on": leads_on,
    "rat-also": two_regions,
    "look-on": looks_on,
    "arrange": arranges,
    "reveal-all": has_card,
    "next-rat": revealed,
    "draw-rat": draws,
    "replace-rat": replaces,
    "nun-to": nuns_left,
    "bishop-to": bishop_comes,
    "wall-from": wall_from,
    "wall-to": wall_to,
    "cross-whose": crosses,
    "cross-which": crosses_which,
    "cross-also": crosses,
    "podium-in": podiums_wanted,
    "podium-to": podium_to,
    "caravan-to": caravan_to,
    "follow": follows,
    "give-up-card": during(DISCARD),
    "bonus-in": during(*BONUSES),
    "university-goes": goes_from,
    "university-in": places_at,
    "join-from": with_module,
    "join-to": joins,
    "university-from": with_module,
    "university-to": stands_in,
    "put-away": sees,
    "arrange-event": arranges_events,
    "choose-event": chooses,
}
