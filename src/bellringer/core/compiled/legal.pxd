# Legal moves as a bit set of 64-bit words.
from libc.stdint cimport uint64_t

from bellringer.core.compiled.dice cimport Dice, roll
from bellringer.core.compiled.rules cimport LEGAL_WORDS

cdef extern from *:
    """
    #define bellringer_count(x) __builtin_popcountll(x)
    #define bellringer_lowest(x) __builtin_ctzll(x)
    #define bellringer_highest(x) (63 - __builtin_clzll(x))
    """
    int bellringer_count(uint64_t x) noexcept nogil
    int bellringer_lowest(uint64_t x) noexcept nogil
    int bellringer_highest(uint64_t x) noexcept nogil

cdef inline int count_bits(uint64_t x) noexcept nogil:
    return bellringer_count(x)

cdef inline int lowest_bit(uint64_t x) noexcept nogil:
    return bellringer_lowest(x)

cdef inline int highest_bit(uint64_t x) noexcept nogil:
    return bellringer_highest(x)

cdef inline void allow(uint64_t* legal, int move) noexcept nogil:
    legal[move >> 6] |= (<uint64_t> 1) << (move & 63)

# Allow a move if a condition (0 or 1) holds. No branch: in random play it would be mispredicted half of the time.
cdef inline void allow_if(uint64_t* legal, int move, bint condition) noexcept nogil:
    legal[move >> 6] |= (<uint64_t> condition) << (move & 63)

cdef inline void refuse(uint64_t* legal, int move) noexcept nogil:
    legal[move >> 6] &= ~((<uint64_t> 1) << (move & 63))

# Allow first + i for every bit i of a set of at most 64.
cdef inline void allow_set(uint64_t* legal, int first, uint64_t members) noexcept nogil:
    cdef int shift = first & 63
    legal[first >> 6] |= members << shift
    if shift and members >> (64 - shift):
        legal[(first >> 6) + 1] |= members >> (64 - shift)

cdef inline bint is_allowed(const uint64_t* legal, int move) noexcept nogil:
    return (legal[move >> 6] >> (move & 63)) & 1

cdef inline int count_legal(const uint64_t* legal, int words) noexcept nogil:
    cdef int n = 0
    cdef int w
    for w in range(words):
        n += bellringer_count(legal[w])
    return n

# The n-th legal move, from 0.
cdef inline int nth_legal(const uint64_t* legal, int words, int n) noexcept nogil:
    cdef int w, here
    cdef uint64_t bits
    for w in range(words):
        bits = legal[w]
        here = bellringer_count(bits)
        if n < here:
            while n > 0:
                bits &= bits - 1
                n -= 1
            return 64 * w + bellringer_lowest(bits)
        n -= here
    return -1

# A random legal move, all equally likely.
cdef inline int random_legal(const uint64_t* legal, int words, Dice* dice) noexcept nogil:
    cdef int here = bellringer_count(legal[0])
    cdef int total = here
    cdef int word, n
    cdef uint64_t bits
    for word in range(1, words):
        total += bellringer_count(legal[word])
    n = roll(dice, total)
    word = 0
    while n >= here:
        n -= here
        word += 1
        here = bellringer_count(legal[word])
    bits = legal[word]
    bits &= bits - (n > 0)      # most sets are small: three steps without a branch
    bits &= bits - (n > 1)
    bits &= bits - (n > 2)
    n -= 3
    while n > 0:
        bits &= bits - 1
        n -= 1
    return 64 * word + bellringer_lowest(bits)
