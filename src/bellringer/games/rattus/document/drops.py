"""Drops of citizens on a board, for tests, pictures and measurements: rules/drop.py, called from Python."""

import cython
from cython.cimports.bellringer.core.compiled.dice import Dice, seed_stream
from cython.cimports.bellringer.games.rattus.document.codec import struct_of
from cython.cimports.bellringer.games.rattus.rules.drop import DROPPED, Drop, drop_citizens
from cython.cimports.bellringer.games.rattus.rules.ground import PLACES, SIDE, aim_at, border_at, ground
from cython.cimports.bellringer.games.rattus.rules.state import PALACE, RATS, REGIONS
from cython.cimports.libc.string import memset


def aim_of(place: int, other: int | None = None) -> tuple[int, int]:
    """The point of the map at which one aims: the middle of a region, of the palace or of a border of two regions.

    Raises ValueError for a place that there is not.
    """
    if not 0 <= place <= PALACE or (other is not None and not (0 <= other < REGIONS and place < REGIONS)):
        raise ValueError("there is no such place")
    if other is None:
        return aim_at[place].x, aim_at[place].y
    return border_at[place][other].x, border_at[place][other].y


def cells() -> list[str]:
    """The map as rows of letters: a to q the regions, r the palace, s nobody's."""
    return [ground[row].decode("ascii") for row in range(SIDE)]


def drop(state, seat: int, x: int, y: int, seed: int, stream: int = 0) -> dict:
    """What becomes of two citizens of a seat that are dropped above a point; the state stays as it is."""
    found = cython.declare(Drop)
    dice = cython.declare(Dice)
    seed_stream(cython.address(dice), seed, stream)
    drop_citizens(struct_of(state), seat, x, y, cython.address(dice), cython.address(found))
    return {
        "dropped": [fallen(found.dropped[i]) for i in range(DROPPED)],
        "trails": [
            [(found.trails[i].column[j], found.trails[i].row[j]) for j in range(found.trails[i].count)]
            for i in range(DROPPED)
        ],
        "knocked": [fallen(found.knocked[i]) for i in range(found.knocked_count)],
        "flipped": [(rat // RATS, rat % RATS) for rat in range(REGIONS * RATS) if (found.flipped >> rat) & 1],
    }


def fallen(citizen) -> dict:
    """One citizen of a drop."""
    return {name: citizen[name] for name in ("x", "y", "seat", "origin", "number", "place", "other")}


def drop_many(state, seat: int, x: int, y: int, drops: int, seed: int) -> dict:
    """How often the cubes of many drops end in each place, lie on a border, knock a citizen away or flip a rat."""
    found = cython.declare(Drop)
    dice = cython.declare(Dice)
    s = struct_of(state)
    ends = cython.declare(cython.longlong[PLACES])
    memset(ends, 0, cython.sizeof(ends))
    borders: cython.longlong = 0
    knocked: cython.longlong = 0
    flipped: cython.longlong = 0
    seed_stream(cython.address(dice), seed, 0)
    for _ in range(drops):
        drop_citizens(s, seat, x, y, cython.address(dice), cython.address(found))
        for i in range(DROPPED):
            ends[found.dropped[i].place] += 1
            borders += found.dropped[i].other != found.dropped[i].place
        knocked += found.knocked_count
        flipped += found.flipped != 0
    return {
        "ends": [ends[place] for place in range(PLACES)],
        "borders": borders,
        "knocked": knocked,
        "flipped": flipped,
    }
