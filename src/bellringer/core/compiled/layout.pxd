# What a learned value reads of a state: small integers, listed by each game in one place (rules/features.py) and read
# without the GIL. A state gives a block for each seat and one for the table as a whole.
from libc.stdint cimport int16_t

cdef enum:
    SEAT_ROOM = 288         # numbers of a seat's block
    TABLE_ROOM = 224        # numbers of the table's block
    READERS_ROOM = 64       # features of a seat, and as many of the table
    MOST_BLOCKS = 8         # seats, as SEATS_ROOM in rules.pxd

# Writes the numbers of one feature, which are all 0 before. The seat means nothing to a feature of the table.
ctypedef void (*Read)(const void* state, int seat, int16_t* numbers) noexcept nogil

ctypedef struct Reader:
    Read read
    int first               # where its numbers begin in the block

ctypedef struct Layout:
    int seat_numbers        # of a seat's block
    int table_numbers       # of the table's block
    int seat_readers
    int table_readers
    Reader of_seat[READERS_ROOM]
    Reader of_table[READERS_ROOM]
    int16_t seat_lowest[SEAT_ROOM]      # bounds of each number; what is read is put within them
    int16_t seat_highest[SEAT_ROOM]
    int16_t table_lowest[TABLE_ROOM]
    int16_t table_highest[TABLE_ROOM]

ctypedef struct Numbers:    # of one state
    int16_t seats[MOST_BLOCKS][SEAT_ROOM]
    int16_t table[TABLE_ROOM]
