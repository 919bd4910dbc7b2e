# How an observation is made of a state: a list of steps, each of which writes the numbers of one span. core/fields builds
# the list from a game's table of fields, once a table; what a kind of field can't say by itself, a game reads with a
# function of its own (`Read`).
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from bellringer.core.compiled.asks cimport Ask
from bellringer.core.compiled.state cimport RuleBook, State

cdef enum:
    NUMBERS_ROOM = 6144     # numbers of an observation
    STEPS_ROOM = 160
    PLACES_ROOM = 12288     # of all tables of places together
    ASKS_ROOM = 160         # kinds of asks
    WORD_BITS = 64
    MOST = 127              # that an int8 can tell

cdef enum:                  # what a step writes
    NUMBER = 0              # a number as it is
    ONE_HOT                 # 1 at the place of a number
    MEMBERS                 # 1 for each member of a bit set
    NUMBERS                 # several numbers of an array
    EACH_HOT                # for several numbers of an array 1 at the place of each
    LOOKER                  # 1 at the place of the seat that looks
    ASKED                   # the ask on top, with its seats and arguments
    READ                    # what a function of the game reads

# Writes the numbers of one span, which are all 0 before; none is beyond 127. `seat` looks, and the span is about the seat `about`, or about
# the table (-1). `places`: by the numbers of what the span lists, where each stands, or -1.
ctypedef void (*Read)(const void* state, int seat, int about, const int16_t* places, int8_t* numbers) noexcept nogil

# The ask on top as a seat sees it.
ctypedef Ask (*SeeAsk)(const void* state, int seat) noexcept nogil

# The move that others see of one which a seat is about to make; -1 if none.
ctypedef int (*OpenMove)(const void* state, int seat, int move) noexcept nogil

ctypedef struct Step:
    uint8_t form            # NUMBER ...
    uint8_t is_by_seat      # 1: once for each seat, clockwise from the one that looks
    uint8_t is_turned       # 1: its numbers are seats, which count from the one that looks
    uint8_t size            # bytes of a number in the state,
    uint8_t is_signed       # and whether it has a sign
    uint8_t is_whole        # 1: the members of a set that it tells are the first ones, in order
    uint16_t phases         # bit set of the phases in which it means something; 0: always
    int offset              # bytes before it in the state
    int stride              # bytes from one seat to the next
    int first               # the number that stands at the first place
    int count               # of places, or of numbers of an array
    int places              # where its table of places begins
    int each                # of an EACH_HOT: how many of the array; its table has which, and then the places. Of MEMBERS: words
    int width               # numbers that it writes for one of them
    int out                 # where it writes
    Read read

ctypedef struct Program:
    int width               # numbers of an observation
    int seats
    int block               # numbers of one seat's block
    int steps
    int phase               # bytes before the phase in the state; -1 for a game without
    int over                # the phase that stands for a game that is over
    SeeAsk see_ask          # NULL: everybody sees the asks as they are
    OpenMove open_move      # NULL: everybody sees all moves
    Step step[STEPS_ROOM]
    int arguments           # steps of the asks' arguments, which follow the others
    int16_t argument_of[ASKS_ROOM][2]   # for each kind of ask the steps of its arguments, or -1
    int16_t place[PLACES_ROOM]
    float factor[NUMBERS_ROOM]          # by which a number is multiplied, as a float


# The functions by which a game reads spans, by name.
cdef class Readers:
    cdef list names
    cdef Read functions[STEPS_ROOM]
    cdef SeeAsk see_ask
    cdef OpenMove open_move
    cdef add(self, str name, Read read)
    cdef asks(self, SeeAsk see_ask)
    cdef moves(self, OpenMove open_move)
    cdef Read find(self, str name) except NULL


cdef class Encoder:
    cdef Program program
    cdef readonly RuleBook book
    cdef readonly tuple spans
    cdef put_step(self, Step* step, object made, Readers readers, list places)

cdef void observe(const Program* program, const void* state, int seat, int8_t* numbers) noexcept nogil
cdef void write_float32(const Program* program, const void* state, int seat, float* out) noexcept nogil
cdef void take_step(const Program* program, const Step* step, const void* state, const uint8_t* memory, int seat,
                    int8_t* numbers) noexcept nogil
cdef void take_number(const Program* program, const Step* step, const uint8_t* memory, int seat, int8_t* numbers) noexcept nogil
cdef void take_read(const Program* program, const Step* step, const void* state, int seat, int8_t* numbers) noexcept nogil
cdef void take_others(const Program* program, const Step* step, const uint8_t* memory, int seat, int8_t* numbers) noexcept nogil
cdef void put_numbers(const Program* program, const Step* step, const uint8_t* memory, int8_t* numbers) noexcept nogil
cdef void put_value(const Program* program, const Step* step, long value, int seat, int8_t* numbers) noexcept nogil
cdef void put_members(const Program* program, const Step* step, uint64_t low, uint64_t high, int seat,
                      int8_t* numbers) noexcept nogil
cdef void put_ask(const Program* program, const Step* step, const void* state, int seat, int8_t* numbers) noexcept nogil
cdef void put_each(const Program* program, const Step* step, const uint8_t* memory, int seat, int8_t* numbers) noexcept nogil

# A number as an observation tells it.
cdef inline int8_t told(long value) noexcept nogil:
    value = value if value < MOST else MOST
    return <int8_t> (value if value > -MOST else -MOST)

# Eight bits as eight numbers, the lowest bit first.
cdef inline void spread(uint64_t bits, int8_t* numbers) noexcept nogil:
    cdef uint64_t found = ((bits & 255) * <uint64_t> 0x0101010101010101) & <uint64_t> 0x8040201008040201
    found = ((found + <uint64_t> 0x7F7F7F7F7F7F7F7F) >> 7) & <uint64_t> 0x0101010101010101
    memcpy(numbers, &found, sizeof(uint64_t))

# A number of the state, wherever it lies.
cdef inline long load(const uint8_t* memory, int size, int is_signed) noexcept nogil:
    if size == 1:
        return (<int8_t*> memory)[0] if is_signed else memory[0]
    if size == 2:
        return (<int16_t*> memory)[0] if is_signed else (<uint16_t*> memory)[0]
    if size == 4:
        return (<int*> memory)[0] if is_signed else (<unsigned int*> memory)[0]
    return (<long*> memory)[0]
