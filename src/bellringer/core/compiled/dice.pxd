# The random number generator: xoshiro256++ (Blackman and Vigna). Its state of 32 bytes is small enough to be keyed
# afresh before every move of a live game, and to be part of each of thousands of simulated games.
from libc.stdint cimport uint32_t, uint64_t

ctypedef struct Dice:
    uint64_t word[4]

cdef inline uint64_t rotate(uint64_t x, int by) noexcept nogil:
    return (x << by) | (x >> (64 - by))

cdef inline uint64_t next_word(Dice* dice) noexcept nogil:
    cdef uint64_t* w = dice.word
    cdef uint64_t out = rotate(w[0] + w[3], 23) + w[0]
    cdef uint64_t t = w[1] << 17
    w[2] ^= w[0]
    w[3] ^= w[1]
    w[1] ^= w[2]
    w[0] ^= w[3]
    w[2] ^= t
    w[3] = rotate(w[3], 45)
    return out

# A number from 0 to sides - 1, all equally likely (Lemire's method, with the rejection that makes it exact).
cdef inline int roll(Dice* dice, int sides) noexcept nogil:
    cdef uint64_t n = <uint64_t> sides
    cdef uint64_t m = (next_word(dice) >> 32) * n
    cdef uint64_t least
    if (m & 0xFFFFFFFFu) < n:
        least = (0x100000000u - n) % n
        while (m & 0xFFFFFFFFu) < least:
            m = (next_word(dice) >> 32) * n
    return <int> (m >> 32)

# One step of splitmix64, which the authors of the generator advise for seeding it from one number.
cdef inline uint64_t splitmix(uint64_t* x) noexcept nogil:
    x[0] += 0x9E3779B97F4A7C15ULL
    cdef uint64_t z = x[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)

# The seed of a stream; neighbouring streams get unrelated seeds.
cdef inline uint64_t stream_seed(uint64_t seed, uint64_t stream) noexcept nogil:
    return seed ^ (stream * 0xD1342543DE82EF95ULL + 1)

cdef void seed_dice(Dice* dice, uint64_t seed) noexcept nogil
cdef void seed_stream(Dice* dice, uint64_t seed, uint64_t stream) noexcept nogil
cdef void key_dice(Dice* dice, const unsigned char* key) noexcept nogil
