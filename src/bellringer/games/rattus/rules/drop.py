"""A small physics: two citizens are dropped on the board, bounce, roll, knock others away, flip rats.

All in whole numbers, so that every machine gets the same. Each cube falls, goes up again with a part of its speed,
while its edges turn another part sideways, and rolls when it has bounced a few times. So where it ends follows from the
height and the dice. Lengths are units of map.json, two to a millimetre, and on a cube's way sixteenths of them.
ground.pxd has the map as cells, where pieces lie, and the numbers, which were chosen; a page of the documentation shows
what they lead to.

What is left out: how cubes are turned; walls, cards and whatever lies flat; a citizen knocked away that hits a second
one which hits a third.
"""

import cython
from cython.cimports.bellringer.core.compiled.dice import roll
from cython.cimports.bellringer.core.compiled.legal import lowest_bit
from cython.cimports.bellringer.games.rattus.rules.ground import (
    ASTRAY,
    BLOCK,
    BOUNCES,
    CELL,
    FLIP,
    FRICTION,
    GRIP,
    HALF_CUBE,
    HALF_PIECE,
    HALF_TOKEN,
    HAND,
    HARDEST_SHOVE,
    LEAST_HEIGHT,
    LOWEST,
    MARKS,
    MOST_HEIGHT,
    NOWHERE,
    PARTS,
    PLACES,
    RECOIL,
    RESTITUTION,
    RIM,
    SCATTER,
    SHOVE_ABOVE,
    SHOVE_BESIDE,
    SIDE,
    TUMBLE,
    WIDER,
    WIDEST,
    Spot,
    ground,
    guard_at,
    near,
    part_at,
    plague_at,
    rat_at,
    stack_at,
)
from cython.cimports.bellringer.games.rattus.rules.state import PALACE, RATS, REGIONS
from cython.cimports.libc.string import memset


def drop_citizens(s, p, x, y, dice, drop):
    """Drop two citizens of a seat from above a point of the map. The state stays as it is."""
    memset(drop, 0, cython.sizeof(Drop))
    height = LEAST_HEIGHT + roll(dice, MOST_HEIGHT - LEAST_HEIGHT + 1)
    scatter = height * SCATTER * FINE // THOUSAND
    right = either_way(dice, HAND)
    below = either_way(dice, HAND)
    for cube in range(DROPPED):
        flight = Flight(cube=cube, x=(x + right) * FINE, y=(y + below) * FINE, height=height * FINE, across=0, down=0)
        for _ in range(3):
            flight.x += either_way(dice, scatter)
            flight.y += either_way(dice, scatter)
        drop.dropped[cube].seat = p
        drop.dropped[cube].origin = NOWHERE
        fall(s, dice, drop, cython.address(flight))
        right = -right
        below = -below
    for cube in range(DROPPED):
        settle(s, cython.address(drop.dropped[cube]))
    for i in range(drop.knocked_count):
        settle(s, cython.address(drop.knocked[i]))
        drop.knocked[i].other = drop.knocked[i].place


# the way of a cube


def fall(s, dice, drop, flight):
    """From the hand to where the cube lies."""
    bounces = 0
    while bounces < BOUNCES and not is_off(flight.x // FINE, flight.y // FINE):
        touch_down(s, dice, drop, flight)
        rise(dice, flight)
        if flight.height < LOWEST * FINE:
            break
        fly(s, dice, drop, flight, 4 * flight.height * flight.across // THOUSAND,
            4 * flight.height * flight.down // THOUSAND)  # fmt: skip
        bounces += 1
    roll_out(s, dice, drop, flight)
    citizen = cython.address(drop.dropped[flight.cube])
    citizen.x = flight.x // FINE
    citizen.y = flight.y // FINE
    leave_mark(cython.address(drop.trails[flight.cube]), citizen.x, citizen.y)


def touch_down(s, dice, drop, flight):
    """The cube hits the board or the pieces there: rats may flip, a citizen goes away, the cube the other way."""
    x = flight.x // FINE
    y = flight.y // FINE
    leave_mark(cython.address(drop.trails[flight.cube]), x, y)
    flip_rats(s, dice, drop, flight, places_near(s, x, y))
    found: Contact = touched(s, drop, flight.cube, x, y)
    if found.what == NOTHING:
        return
    dx = found.x - x
    dy = found.y - y
    hit(s, dice, drop, cython.address(found), dx, dy, flight.height // FINE * SHOVE_ABOVE // THOUSAND)
    length = root(dx * dx + dy * dy) + 1
    flight.across -= TUMBLE * dx // length
    flight.down -= TUMBLE * dy // length


def flip_rats(s, dice, drop, flight, regions):
    """A rat token is flipped by a cube that falls on its rim: the more often, the higher it comes from."""
    regions &= ~(cython.cast(cython.uint, 1) << PALACE)
    while regions != 0:
        region = lowest_bit(regions)
        regions &= regions - 1
        count = s.rat_count[region]
        plagued: cython.int = s.piece == region
        for slot in range(count):
            at: Spot = rat_at[region][count][plagued][slot]
            if is_rim(at.x - flight.x // FINE, at.y - flight.y // FINE):
                flips: cython.ulonglong = roll(dice, THOUSAND * MOST_HEIGHT) < FLIP * (flight.height // FINE)
                drop.flipped |= flips << (region * RATS + slot)


def is_rim(dx, dy):
    """Whether a point so far from the middle of a rat token lies on its rim, or just beside it."""
    apart = dx * dx + dy * dy
    return (HALF_TOKEN - RIM) * (HALF_TOKEN - RIM) <= apart <= (HALF_TOKEN + RIM) * (HALF_TOKEN + RIM)


def rise(dice, flight):
    """The cube goes up again. Its edge turns a part of its speed sideways, in any direction."""
    across = TUMBLE
    down = TUMBLE
    while across * across + down * down > TUMBLE * TUMBLE:
        across = either_way(dice, TUMBLE)
        down = either_way(dice, TUMBLE)
    flight.across = slowed(flight.across, across)
    flight.down = slowed(flight.down, down)
    flight.height = flight.height * RESTITUTION // THOUSAND * RESTITUTION // THOUSAND


def slowed(speed, tumble):
    """A sideways speed after touching the board, in thousandths of the lower speed upward."""
    after = (speed * GRIP // THOUSAND + tumble) * THOUSAND // RESTITUTION
    return min(max(after, -FASTEST), FASTEST)


def fly(s, dice, drop, flight, dx, dy):
    """One bounce: high above all pieces, or so low that the cube hits what is in its way."""
    if flight.height > 2 * HALF_CUBE * FINE:
        flight.x += dx
        flight.y += dy
    else:
        slide(s, dice, drop, flight, dx, dy)


def slide(s, dice, drop, flight, dx, dy):
    """Go so far, until something is in the way: it is sent away, and the cube turns back with what speed it keeps."""
    start_x = flight.x
    start_y = flight.y
    steps = max(abs(dx), abs(dy)) // (HALF_CUBE * FINE) + 1
    for step in range(1, steps + 1):
        flight.x = start_x + dx * step // steps
        flight.y = start_y + dy * step // steps
        found: Contact = touched(s, drop, flight.cube, flight.x // FINE, flight.y // FINE)
        ahead_x = found.x - flight.x // FINE
        ahead_y = found.y - flight.y // FINE
        if found.what != NOTHING and ahead_x * dx + ahead_y * dy > 0:
            speed = flight.across * flight.across + flight.down * flight.down
            energy = (flight.height + flight.height * (speed // THOUSAND) // THOUSAND) // FINE
            hit(s, dice, drop, cython.address(found), ahead_x, ahead_y, energy * SHOVE_BESIDE // THOUSAND)
            flight.across = -flight.across * RECOIL // THOUSAND
            flight.down = -flight.down * RECOIL // THOUSAND
            return


def roll_out(s, dice, drop, flight):
    """Roll until the friction of the board has used up the speed."""
    speed = root(flight.across * flight.across + flight.down * flight.down)
    way = flight.height * speed // THOUSAND  # for each thousandth of the speed, but for the friction
    slide(s, dice, drop, flight, way * flight.across // FRICTION, way * flight.down // FRICTION)


# citizens that are knocked away


def hit(s, dice, drop, found, dx, dy, way):
    """A citizen is knocked away, and another one by it. `dx`, `dy`: where from the cube; `way`: how far at most."""
    way = min(way, HARDEST_SHOVE)
    if found.what == STANDING or way == 0:
        return
    citizen = knocked_from(s, dice, drop, found)
    if citizen != cython.NULL:
        shove(dice, drop, citizen, found, dx, dy, way)
        hit_next(s, dice, drop, citizen, found, way // 2)


def hit_next(s, dice, drop, citizen, left, way):
    """A citizen that has been knocked away knocks away one that lies there; that one hits no other."""
    found: Contact = touched(s, drop, DROPPED, citizen.x, citizen.y)
    same: cython.bint = found.place == left.place and found.seat == left.seat
    is_own: cython.bint = found.what == STACK and left.what == STACK and same
    if way == 0 or found.what != STACK or is_own:
        return
    other = knocked_from(s, dice, drop, cython.address(found))
    if other != cython.NULL:
        shove(dice, drop, other, cython.address(found), found.x - left.x, found.y - left.y, way)


def knocked_from(s, dice, drop, found):
    """The citizen that is hit, one of a stack or one that has moved before; NULL when too many have."""
    if found.what == FALLEN:
        return cython.address(drop.dropped[0])
    if found.what == KNOCKED:
        return cython.address(drop.knocked[found.seat])
    if drop.knocked_count == MOST_KNOCKED:
        return cython.NULL
    citizen = cython.address(drop.knocked[drop.knocked_count])
    citizen.seat = found.seat
    citizen.origin = found.place
    citizen.number = number_of(dice, drop, found.seat, found.place, citizens_at(s, found.seat, found.place))
    drop.knocked_count += 1
    return citizen


def shove(dice, drop, citizen, found, dx, dy, way):
    """Move a citizen from where it was found, roughly that way, and half as far as it can go at least."""
    turn = either_way(dice, ASTRAY)
    if dx == 0 and dy == 0:
        dx = either_way(dice, HALF_CUBE)
        dy = either_way(dice, HALF_CUBE)
    right = 10 * dx - dy * turn // (THOUSAND // 10)
    below = 10 * dy + dx * turn // (THOUSAND // 10)
    length = root(right * right + below * below) + 1
    way -= roll(dice, way // 2 + 1)
    citizen.x = found.x + right * way // length
    citizen.y = found.y + below * way // length
    if found.what == FALLEN:
        leave_mark(cython.address(drop.trails[0]), citizen.x, citizen.y)


def number_of(dice, drop, seat, place, citizens):
    """Any of a seat's citizens in a place that has not been knocked away yet."""
    number = roll(dice, citizens)
    i = 0
    while i < drop.knocked_count:
        one = drop.knocked[i]
        i += 1
        if one.seat == seat and one.origin == place and one.number == number:
            number = (number + 1) % citizens
            i = 0
    return number


# what lies where


def touched(s, drop, cube, x, y):
    """The nearest piece that a cube at a point touches. `cube`: which of the two; DROPPED for one knocked away."""
    found = Contact(what=NOTHING, place=0, seat=0, x=0, y=0, apart=FAR)
    places = places_near(s, x, y)
    while places != 0:
        place = lowest_bit(places)
        places &= places - 1
        touch_stacks(s, drop, cython.address(found), place, x, y)
        if place < REGIONS:
            touch_standing(s, cython.address(found), place, x, y)
    if cube < DROPPED:
        touch_moved(drop, cython.address(found), cube, x, y)
    return found


def touch_stacks(s, drop, found, place, x, y):
    """Stacks of citizens are the wider, the more lie there."""
    seats: cython.int = 0
    for p in range(s.head.seats):
        seats += citizens_at(s, p, place) > 0
    turn = 0
    for p in range(s.head.seats):
        if citizens_at(s, p, place) > 0:
            left = citizens_at(s, p, place) - gone_from(drop, p, place)
            at: Spot = stack_at[place][seats][turn]
            turn += 1
            if left > 0:
                touch(found, STACK, place, p, at.x, at.y, 2 * HALF_CUBE + WIDER * min(left - 1, WIDEST), x, y)


def touch_standing(s, found, region, x, y):
    """The plague piece, nuns and bishops."""
    room = HALF_CUBE + HALF_PIECE
    if s.piece == region:
        at: Spot = plague_at[region][s.rat_count[region]]
        touch(found, STANDING, region, 0, at.x, at.y, room, x, y)
    if s.nuns[region] > 0:
        at = guard_at[region][0]
        touch(found, STANDING, region, 0, at.x, at.y, room, x, y)
    if (s.bishops >> region) & 1:
        at = guard_at[region][1]
        touch(found, STANDING, region, 0, at.x, at.y, room, x, y)


def touch_moved(drop, found, cube, x, y):
    """Citizens that have been knocked away by now, and the one that was dropped before."""
    for i in range(drop.knocked_count):
        touch(found, KNOCKED, 0, i, drop.knocked[i].x, drop.knocked[i].y, 2 * HALF_CUBE, x, y)
    if cube > 0:
        touch(found, FALLEN, 0, 0, drop.dropped[0].x, drop.dropped[0].y, 2 * HALF_CUBE, x, y)


def gone_from(drop, seat, place):
    """How many of a seat's citizens have been knocked away from a place."""
    gone: cython.int = 0
    for i in range(drop.knocked_count):
        gone += drop.knocked[i].seat == seat and drop.knocked[i].origin == place
    return gone


# where it ends


def settle(s, citizen):
    """Decide where a citizen ends: where the largest part of it lies, and also where the next largest does.

    If no part lies on a place, the citizen is lost.
    """
    parts = cython.declare(cython.uchar[PLACES])
    places = cython.declare(cython.uchar[PARTS])
    memset(parts, 0, cython.sizeof(parts))
    for i in range(PARTS):
        places[i] = place_at(s, citizen.x + part_at[i].x, citizen.y + part_at[i].y)
        parts[places[i]] += 1
    parts[NOWHERE] = 0
    citizen.place = largest(parts, places, NOWHERE)
    citizen.other = largest(parts, places, citizen.place)
    if citizen.other == NOWHERE:
        citizen.other = citizen.place


def largest(parts, places, but):
    """The place of the most parts, other than one; the first of those with as many, the cube's middle being first."""
    best: cython.int = NOWHERE
    for i in range(PARTS):
        if places[i] != but and parts[places[i]] > parts[best]:
            best = places[i]
    return best


def place_at(s, x, y):
    """The region in play at a point of the map, or PALACE, or NOWHERE."""
    if is_off(x, y):
        return NOWHERE
    place = ground[y // CELL][x // CELL] - 97  # the letter a
    return NOWHERE if place < REGIONS and not (s.regions >> place) & 1 else place


def is_off(x, y):
    """Whether a point lies off the board."""
    return x < 0 or y < 0 or x >= SIDE * CELL or y >= SIDE * CELL


def places_near(s, x, y):
    """The bit set of the places in play of which pieces may lie at a point."""
    if is_off(x, y):
        return 0
    return near[y // BLOCK][x // BLOCK] & (s.regions | cython.cast(cython.uint, 1) << PALACE)


def leave_mark(trail, x, y):
    """Note where a cube is, as a cell, or the nearest one to it. The last mark is where it lies."""
    mark = min(trail.count, MARKS - 1)
    trail.column[mark] = min(max(x, 0) // CELL, SIDE - 1)
    trail.row[mark] = min(max(y, 0) // CELL, SIDE - 1)
    trail.count = mark + 1


def root(square):
    """The square root, rounded down."""
    found = 0
    bit = 1 << 30
    while bit > square:
        bit >>= 2
    while bit != 0:
        if square >= found + bit:
            square -= found + bit
            found = (found >> 1) + bit
        else:
            found >>= 1
        bit >>= 2
    return found
