# Written by tools/rattus/cards.py from the cards: do not edit.
from libc.stdint cimport uint64_t

from bellringer.games.rattus.rules.state cimport Europe

cdef bint may_use(const Europe* s, int p, int card) noexcept nogil
cdef void use(Europe* s, int p, int card) noexcept nogil
cdef bint may_use_last(const Europe* s, int p, int card) noexcept nogil
cdef void use_last(Europe* s, int p, int card) noexcept nogil
cdef bint may_use_also(const Europe* s, int p, int card) noexcept nogil
cdef void use_also(Europe* s, int p, int card) noexcept nogil
cdef bint may_use_also_last(const Europe* s, int p, int card) noexcept nogil
cdef void taken(Europe* s, int p, int card, int at) noexcept nogil
cdef bint guards_cards(const Europe* s, int p, int card) noexcept nogil
cdef bint borrows_tiles(const Europe* s, int p, int card) noexcept nogil
cdef bint adds_when_placing(const Europe* s, int p, int card) noexcept nogil
cdef int more_when_placing(const Europe* s, int p, int card) noexcept nogil
cdef bint adds_anywhere(const Europe* s, int p, int card) noexcept nogil
cdef int steps(const Europe* s, int p, int card) noexcept nogil
cdef int more_rats(const Europe* s, int p, int card) noexcept nogil
cdef int piece_counts(const Europe* s, int p, int card) noexcept nogil
cdef bint lifts_limits(const Europe* s, int p, int card) noexcept nogil
cdef bint reveals_all(const Europe* s, int p, int card) noexcept nogil
cdef void after_reveal(Europe* s, int p, int card) noexcept nogil
cdef int raises_limits(const Europe* s, int p, int card, int at) noexcept nogil
cdef void after_rat(Europe* s, int p, int card) noexcept nogil
cdef void before_last_ravage(Europe* s, int p, int card, int at) noexcept nogil
cdef void after_plague(Europe* s, int p, int card) noexcept nogil
cdef void after_settling(Europe* s, int p, int card) noexcept nogil

cdef inline uint64_t having_may_use() noexcept nogil:
    return <uint64_t> 0x1b9fc7f5e

cdef inline uint64_t having_use() noexcept nogil:
    return <uint64_t> 0x1b9fc7f5e

cdef inline uint64_t having_may_use_last() noexcept nogil:
    return <uint64_t> 0x420388a1

cdef inline uint64_t having_use_last() noexcept nogil:
    return <uint64_t> 0x428388a1

cdef inline uint64_t having_may_use_also() noexcept nogil:
    return <uint64_t> 0x624240

cdef inline uint64_t having_use_also() noexcept nogil:
    return <uint64_t> 0x624240

cdef inline uint64_t having_may_use_also_last() noexcept nogil:
    return <uint64_t> 0x20000

cdef inline uint64_t having_taken() noexcept nogil:
    return <uint64_t> 0xc000040

cdef inline uint64_t having_guards_cards() noexcept nogil:
    return <uint64_t> 0x4000000

cdef inline uint64_t having_borrows_tiles() noexcept nogil:
    return <uint64_t> 0x8000000

cdef inline uint64_t having_adds_when_placing() noexcept nogil:
    return <uint64_t> 0x8001

cdef inline uint64_t having_more_when_placing() noexcept nogil:
    return <uint64_t> 0x8001

cdef inline uint64_t having_adds_anywhere() noexcept nogil:
    return <uint64_t> 0x1

cdef inline uint64_t having_steps() noexcept nogil:
    return <uint64_t> 0x2030020

cdef inline uint64_t having_more_rats() noexcept nogil:
    return <uint64_t> 0x10000

cdef inline uint64_t having_piece_counts() noexcept nogil:
    return <uint64_t> 0x20

cdef inline uint64_t having_lifts_limits() noexcept nogil:
    return <uint64_t> 0x20

cdef inline uint64_t having_reveals_all() noexcept nogil:
    return <uint64_t> 0x20000

cdef inline uint64_t having_after_reveal() noexcept nogil:
    return <uint64_t> 0x20000

cdef inline uint64_t having_raises_limits() noexcept nogil:
    return <uint64_t> 0x100

cdef inline uint64_t having_after_rat() noexcept nogil:
    return <uint64_t> 0x80

cdef inline uint64_t having_before_last_ravage() noexcept nogil:
    return <uint64_t> 0x8000040

cdef inline uint64_t having_after_plague() noexcept nogil:
    return <uint64_t> 0x42000000

cdef inline uint64_t having_after_settling() noexcept nogil:
    return <uint64_t> 0x100000
