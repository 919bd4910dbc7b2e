# What happens when citizens are dropped on the board: where they and those that they hit end. drop.py has the rules of it.
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from bellringer.core.compiled.dice cimport Dice, roll
from bellringer.games.rattus.rules.ground cimport MARKS
from bellringer.games.rattus.rules.state cimport PALACE, Europe

cdef enum:
    FINE = 16               # a cube's way is counted in such parts of a unit
    THOUSAND = 1000         # what shares are counted in
    DROPPED = 2             # citizens at a time
    MOST_KNOCKED = 8        # citizens that one drop moves; those hit after them stay where they are
    FAR = 1000000000        # farther apart than any two pieces
    FASTEST = 2000          # no cube flies more sideways than that

cdef enum:                  # what a cube touches
    NOTHING = 0
    STACK                   # the citizens of a seat in a place
    STANDING                # the plague piece, nuns, a bishop: they are put back
    KNOCKED                 # a citizen that has been knocked away before; `seat`: which
    FALLEN                  # the citizen that was dropped before

# A citizen that was dropped or knocked away, with its middle in units of the map.
ctypedef struct Fallen:
    int16_t x
    int16_t y
    uint8_t seat
    uint8_t origin          # region or PALACE; NOWHERE when it was dropped
    uint8_t number          # which of the seat's citizens there: first those that bear nothing, then the others as listed
    uint8_t place           # where it stays: region, PALACE, or NOWHERE when it is lost
    uint8_t other           # where it lies as well, so that the player chooses; the same as `place` when nowhere

# Where a dropped citizen has been, as cells of the grid: where it touched the board, and last where it lies.
ctypedef struct Trail:
    uint8_t column[MARKS]
    uint8_t row[MARKS]
    uint8_t count

ctypedef struct Drop:
    Fallen dropped[DROPPED]
    Trail trails[DROPPED]
    Fallen knocked[MOST_KNOCKED]
    uint8_t knocked_count
    uint64_t flipped        # bit set of rats, region * RATS + slot

# A cube on its way.
ctypedef struct Flight:
    int cube                # which of the two
    int x                   # sixteenths of a unit
    int y
    int height              # from which it falls, or to which it rises; sixteenths of a unit
    int across              # its sideways speed, in thousandths of that with which it leaves or hits the board
    int down

# What a cube touches, and where that lies.
ctypedef struct Contact:
    int what
    int place
    int seat
    int x
    int y
    int apart               # the square of the distance

cdef void drop_citizens(const Europe* s, int p, int x, int y, Dice* dice, Drop* drop) noexcept nogil
cdef void fall(const Europe* s, Dice* dice, Drop* drop, Flight* flight) noexcept nogil
cdef void touch_down(const Europe* s, Dice* dice, Drop* drop, Flight* flight) noexcept nogil
cdef void flip_rats(const Europe* s, Dice* dice, Drop* drop, const Flight* flight, uint32_t regions) noexcept nogil
cdef bint is_rim(int dx, int dy) noexcept nogil
cdef void rise(Dice* dice, Flight* flight) noexcept nogil
cdef int slowed(int speed, int tumble) noexcept nogil
cdef void fly(const Europe* s, Dice* dice, Drop* drop, Flight* flight, int dx, int dy) noexcept nogil
cdef void slide(const Europe* s, Dice* dice, Drop* drop, Flight* flight, int dx, int dy) noexcept nogil
cdef void roll_out(const Europe* s, Dice* dice, Drop* drop, Flight* flight) noexcept nogil
cdef void hit(const Europe* s, Dice* dice, Drop* drop, const Contact* found, int dx, int dy, int way) noexcept nogil
cdef void hit_next(const Europe* s, Dice* dice, Drop* drop, const Fallen* citizen, const Contact* left, int way) noexcept nogil
cdef Fallen* knocked_from(const Europe* s, Dice* dice, Drop* drop, const Contact* found) noexcept nogil
cdef void shove(Dice* dice, Drop* drop, Fallen* citizen, const Contact* found, int dx, int dy, int way) noexcept nogil
cdef int number_of(Dice* dice, const Drop* drop, int seat, int place, int citizens) noexcept nogil
cdef Contact touched(const Europe* s, const Drop* drop, int cube, int x, int y) noexcept nogil
cdef void touch_stacks(const Europe* s, const Drop* drop, Contact* found, int place, int x, int y) noexcept nogil
cdef void touch_standing(const Europe* s, Contact* found, int region, int x, int y) noexcept nogil
cdef void touch_moved(const Drop* drop, Contact* found, int cube, int x, int y) noexcept nogil
cdef int gone_from(const Drop* drop, int seat, int place) noexcept nogil
cdef void settle(const Europe* s, Fallen* citizen) noexcept nogil
cdef int largest(const uint8_t* parts, const uint8_t* places, int but) noexcept nogil
cdef int place_at(const Europe* s, int x, int y) noexcept nogil
cdef bint is_off(int x, int y) noexcept nogil
cdef uint32_t places_near(const Europe* s, int x, int y) noexcept nogil
cdef void leave_mark(Trail* trail, int x, int y) noexcept nogil
cdef int root(int square) noexcept nogil

cdef inline int citizens_at(const Europe* s, int p, int place) noexcept nogil:
    return s.palace[p] if place >= PALACE else s.citizens[p][place]

# A number from -most to most.
cdef inline int either_way(Dice* dice, int most) noexcept nogil:
    return roll(dice, 2 * most + 1) - most

# Note a piece if it is nearer than `room`, and than the one that is noted.
cdef inline void touch(Contact* found, int what, int place, int seat, int at_x, int at_y, int room, int x, int y) noexcept nogil:
    cdef int dx = at_x - x
    cdef int dy = at_y - y
    cdef int apart = dx * dx + dy * dy
    if apart < room * room and apart < found.apart:
        found.what = what
        found.place = place
        found.seat = seat
        found.x = at_x
        found.y = at_y
        found.apart = apart
