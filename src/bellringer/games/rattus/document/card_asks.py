"""What can't be asked by cards of the Big Box and upgrades, as far as a position tells. The rules say the rest.

An effect in the midst of its questions stands on what it has remembered (the errand, the rats that were looked at), so
a position must have that right: else a rule would move a citizen that is not there.
"""

from __future__ import annotations

from collections.abc import Callable

from bellringer.core.fields import Reading
from bellringer.games.rattus.names import ALL_RATS, COLOURS, RATS, REGIONS

Check = Callable[[Reading, int, int, int], str]  # the reading, the seat that is asked, the ask's two arguments
ANY = len(REGIONS)  # a source that is no region
DROPPED = 2  # citizens at a time
NUNS, BISHOPS, WALLS, LOOKS = 3, 2, 3, 4
OF_CARDS = ("move-in", "more-rats")  # whose second argument is the card that lets the seat do it
MOST = {"move-in": 3, "haven-any": 2, "rat-far-from": 2, "rat-far-to": 2, "more-rats": 2, "rat-beside": 2}


def impossible(reading: Reading, name: str, p: int, about: int, more: int) -> str:
    """Why the ask can't be, or nothing."""
    check = CHECKS.get(name)
    return check(reading, p, about, more) if check else ""


# what is where


def wrong_rat(rat: int, reading: Reading) -> str:
    """The rat must be there."""
    region, slot = divmod(rat, RATS)
    return "" if slot < len(reading["rats"][region]) else f"there is no rat {ALL_RATS[rat]}"


def wrong_source(p: int, region: int, reading: Reading) -> str:
    """Citizens must be there to go."""
    return "" if reading["citizens"][p][region] else f"it has no citizens in {REGIONS[region]}"


def wrong_owner(reading: Reading, owner: int, region: int) -> str:
    """The seat must play, and have citizens there."""
    if owner >= reading.seats:
        return f"{COLOURS[owner]} does not play"
    return "" if reading["citizens"][owner][region] else f"{COLOURS[owner]} has no citizens in {REGIONS[region]}"


def wrong_way(source: int, target: int, reading: Reading) -> str:
    """They go to a neighbour."""
    near = reading["open_to"][source] >> target & 1
    return "" if near else f"{REGIONS[target]} is no neighbour of {REGIONS[source]}"


def wrong_citizen(reading: Reading, owner: int, region: int, citizen: int) -> str:
    """The seat must have a citizen that bears so many potions there."""
    bearing = [potions for seat, place, potions in reading["bearers"] if (seat, place) == (owner, region)]
    there = citizen in bearing if citizen else reading["citizens"][owner][region] > len(bearing)
    return "" if there else f"{COLOURS[owner]} has no citizen with {citizen} potions in {REGIONS[region]}"


def is_in_play(reading: Reading, region: int) -> bool:
    """Whether the table plays with a region."""
    return bool(reading["regions"] >> region & 1)


# asks about citizens


def of_own(reading: Reading, p: int, region: int, more: int) -> str:
    """About a region where the seat has citizens."""
    return wrong_source(p, region, reading)


def of_owner(reading: Reading, p: int, region: int, owner: int) -> str:
    """About a region where another seat has citizens."""
    return wrong_owner(reading, owner, region)


def on_a_way(reading: Reading, p: int, source: int, target: int) -> str:
    """From an own region to a neighbour."""
    return wrong_source(p, source, reading) or wrong_way(source, target, reading)


def kept(reading: Reading, p: int, owner: int, more: int) -> str:
    """Citizens lie on the card."""
    found = owner < reading.seats and reading["kept"][owner]
    return "" if found else f"no citizens of {COLOURS[owner]} are on a card"


def beside_the_piece(reading: Reading, p: int, card: int, more: int) -> str:
    """After a plague, an own citizen next to its region, by a card of the seat."""
    if reason := has_card(reading, p, card, more):
        return reason
    near = reading["open_to"][reading["piece"]]
    found = [citizens for region, citizens in enumerate(reading["citizens"][p]) if near >> region & 1]
    return "" if any(found) else f"it has no citizens beside {REGIONS[reading['piece']]}"


def goes_which(reading: Reading, p: int, source: int, target: int) -> str:
    """So many are still to go."""
    left = reading["errand"][4]
    if source == target or not is_in_play(reading, target):
        return f"nobody goes from {REGIONS[source]} to {REGIONS[target]}"
    return "" if 0 < left <= reading["citizens"][p][source] else "the errand must say how many are left to go"


def ravaged(reading: Reading) -> int:
    """The region where rats are turned."""
    step: int = reading["step"] if reading.phase == "last-ravage" else reading["piece"]
    return step


def loses(reading: Reading, p: int, region: int, more: int) -> str:
    """The seat owes citizens of the region to the rat that is being turned."""
    if region != ravaged(reading):
        return f"rats are turned in {REGIONS[ravaged(reading)]}"
    owed = reading["owed"][p]
    if not owed or owed > reading["citizens"][p][region]:
        return "it does not owe what it has there"
    return "" if reading["rat_stage"] and reading["token"] else "no rat is being turned"


def spends(reading: Reading, p: int, region: int, potions: int) -> str:
    """The citizen that falls has them."""
    if region != ravaged(reading) or not reading["rat_stage"] or not reading["token"]:
        return f"no rat is being turned in {REGIONS[region]}"
    return wrong_citizen(reading, p, region, potions)


def potion_level(reading: Reading, p: int, level: int, again: int) -> str:
    """Only the best level places a second one elsewhere."""
    return "" if level == 3 or not again else f"at level {level} there is no second one"


def exchanged(reading: Reading, p: int, region: int, more: int) -> str:
    """The first of the two is there."""
    source, _, seat, citizen, *_ = reading["errand"]
    if region == source:
        return f"it is exchanged with a citizen of {REGIONS[region]} itself"
    return wrong_owner(reading, seat, source) or wrong_citizen(reading, seat, source, citizen)


def exchanged_to(reading: Reading, p: int, source: int, more: int) -> str:
    """The same, and the region is the errand's."""
    if source != reading["errand"][0]:
        return f"the errand is about {REGIONS[reading['errand'][0]]}"
    return exchanged(reading, p, ANY, more)


def exchanged_for(reading: Reading, p: int, region: int, owner: int) -> str:
    """The same, and the other one is there too."""
    if owner == reading["errand"][2]:
        return f"both are {COLOURS[owner]}'s"
    return wrong_owner(reading, owner, region) or exchanged(reading, p, region, owner)


def exchanged_which(reading: Reading, p: int, region: int, owner: int) -> str:
    """The citizen is there, and a second pair is of the same regions."""
    source, target, _, _, _, again = reading["errand"]
    if again and (region != source or target == source):
        return f"the second pair is of {REGIONS[source]} and {REGIONS[target]}"
    return wrong_owner(reading, owner, region)


def exchanged_also(reading: Reading, p: int, source: int, target: int) -> str:
    """The second pair is of the errand's regions."""
    is_same = reading["errand"][:2] == (source, target) and source != target and reading["errand"][5]
    return "" if is_same else "the errand is about other regions"


def led(reading: Reading, p: int, source: int, target: int) -> str:
    """The errand says from where to where, and the citizen has come."""
    from_, to, _, citizen, *_ = reading["errand"]
    if (from_, to) != (source, target) or wrong_way(source, target, reading):
        return "the errand leads elsewhere"
    return wrong_citizen(reading, p, to, citizen)


def led_other(reading: Reading, p: int, source: int, owner: int) -> str:
    """The same of another seat's citizen."""
    return led(reading, p, source, reading["errand"][1]) or wrong_owner(reading, owner, source)


def leads_on(reading: Reading, p: int, here: int, before: int) -> str:
    """The citizen is there."""
    return wrong_citizen(reading, p, here, reading["errand"][3])


def crosses(reading: Reading, p: int, source: int, target: int) -> str:
    """A wall is between the two."""
    is_closed = (reading["borders"][source] & ~reading["open_to"][source]) >> target & 1
    return "" if is_closed else f"no wall is between {REGIONS[source]} and {REGIONS[target]}"


def crosses_which(reading: Reading, p: int, source: int, owner: int) -> str:
    """The same, and the citizen is there."""
    return crosses(reading, p, source, reading["errand"][1]) or wrong_owner(reading, owner, source)


# asks about rats


def rat_there(reading: Reading, p: int, rat: int, more: int) -> str:
    """The rat is there."""
    return wrong_rat(rat, reading)


def two_regions(reading: Reading, p: int, source: int, target: int) -> str:
    """They are two, in play."""
    is_right = source != target and is_in_play(reading, target)
    return "" if is_right else f"nothing goes from {REGIONS[source]} to {REGIONS[target]}"


def wrong_looks(reading: Reading, p: int) -> str:
    """The rats that were looked at are there, in order, and the seat has seen them."""
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
    """There is room for so many looks."""
    seen = sum(1 for rat in reading["looked"] if rat)
    return wrong_looks(reading, p) or ("" if seen + more <= LOOKS else f"a card looks at {LOOKS} rats at most")


def arranges(reading: Reading, p: int, rat: int, more: int) -> str:
    """The places before this one have their rats."""
    looked, arranged = ([one for one in reading[name] if one] for name in ("looked", "arranged"))
    if rat + 1 not in looked or len(arranged) != looked.index(rat + 1) or not set(arranged) <= set(looked):
        return "arranged must say what comes to the places before this one"
    return wrong_looks(reading, p)


def revealed(reading: Reading, p: int, region: int, more: int) -> str:
    """The region's rats are face up."""
    is_right = region == reading["piece"] and reading["revealed_all"]
    return "" if is_right else f"the rats of {REGIONS[region]} are not revealed together"


def replaces(reading: Reading, p: int, region: int, more: int) -> str:
    """The same, and one is drawn."""
    return revealed(reading, p, region, more) or ("" if reading["drawn"] else "no rat is drawn")


def draws(reading: Reading, p: int, _: int, more: int) -> str:
    """The plague region's rats are face up, and none is drawn."""
    return revealed(reading, p, reading["piece"], more) or ("a rat is drawn already" if reading["drawn"] else "")


def has_card(reading: Reading, p: int, card: int, more: int) -> str:
    """The seat holds the card."""
    return "" if reading["cards"][p] >> card & 1 else "it does not hold that card"


# asks about pieces on the map


def nuns_left(reading: Reading, p: int, left: int, more: int) -> str:
    """So many are off the map."""
    return "" if sum(reading["nuns"]) + left <= NUNS else f"there are {NUNS} nuns"


def bishop_comes(reading: Reading, p: int, source: int, more: int) -> str:
    """It is there, or one is off the map."""
    if source == ANY:
        return "" if reading["bishops"].bit_count() < BISHOPS else "both bishops are on the map"
    return "" if reading["bishops"] >> source & 1 else f"no bishop is in {REGIONS[source]}"


def walls_left(reading: Reading, left: int) -> str:
    """So many are off the map."""
    closed = sum((near & ~way).bit_count() for near, way in zip(reading["borders"], reading["open_to"], strict=True))
    return "" if closed // 2 + left <= WALLS else f"there are {WALLS} walls"


def wall_from(reading: Reading, p: int, left: int, more: int) -> str:
    """The same."""
    return walls_left(reading, left)


def wall_to(reading: Reading, p: int, region: int, left: int) -> str:
    """The same."""
    return walls_left(reading, left)


def at_most(name: str) -> Check:
    """No more than the best level of the card says."""

    def check(reading: Reading, p: int, about: int, more: int) -> str:
        wanted = more if name == "rat-far-to" else about
        if wanted > MOST[name]:
            return f"{name} is about {MOST[name]} at most"
        if name == "rat-far-to":
            return wrong_rat(about, reading)
        return has_card(reading, p, more, 0) if name in OF_CARDS else ""

    return check


def drops(reading: Reading, p: int, about: int, more: int) -> str:
    """Two citizens of the supply are in hand."""
    return "" if reading["supply"][p] >= DROPPED else f"fewer than {DROPPED} citizens are in the supply"


def drops_beside(reading: Reading, p: int, region: int, more: int) -> str:
    """Above a border of that region."""
    return drops(reading, p, region, more) or ("" if reading["borders"][region] else f"{REGIONS[region]} has no border")


def lands(reading: Reading, p: int, place: int, other: int) -> str:
    """A citizen of the supply lies in two places that there are."""
    there = all(found == ANY or is_in_play(reading, found) for found in (place, other))
    if place == other or not there:
        return "it lies in two places"
    waiting = sum(ask["ask"] == "lands-in" for ask in reading.raw.get("asks", ()))
    return "" if reading["supply"][p] >= waiting else "the supply has no such citizen"


CHECKS: dict[str, Check] = {
    **{name: at_most(name) for name in MOST},
    **dict.fromkeys(("keep-which", "haven-which", "haven-also", "potion-to", "potion-also", "go-anywhere"), of_own),
    "back-which": of_own,
    **dict.fromkeys(("exchange-whose", "lead-to", "cross-to"), lambda reading, p, region, more: ""),
    "haven-near": beside_the_piece,
    "place-kept": kept,
    **dict.fromkeys(("drop-at", "drop-from"), drops),
    "drop-to": drops_beside,
    "lands-in": lands,
    "go-which": goes_which,
    "lose-which": loses,
    "spend-potion": spends,
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
}
