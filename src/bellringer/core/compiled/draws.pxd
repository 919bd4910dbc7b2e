# Draws: everything that chance decides, by its kind and its number, such as the third rat out of the bag. Each game numbers
# its own kinds (rules/draws.pxd). At a live table a draw depends on the table's key, its kind and its number, and on
# nothing that was played before; a simulated game takes it from its dice, one after the other.
from libc.stdint cimport uint32_t, uint64_t

from bellringer.core.compiled.dice cimport Dice, next_word, roll
from bellringer.core.compiled.head cimport Head

cdef enum:
    NO_KIND = 255       # of the dice that are left in a state without its key; no game has such a kind

# The dice for the next draw of a kind; `own`: room for them, where it has dice of its own.
cdef inline Dice* open_draw(Head* head, Dice* own, int kind) noexcept nogil:
    if head.is_keyed:
        key_draw(head, own, kind)
        return own
    return &head.dice

# A number from 0 to sides - 1, all equally likely: one draw.
cdef inline int draw_number(Head* head, int kind, int sides) noexcept nogil:
    if head.is_keyed:
        return keyed_number(head, kind, sides)
    return roll(&head.dice, sides)

# Put dice of its own into a world that was dealt anew. So no key gets there, nor anything that follows from it.
cdef inline void give_dice(Head* head, Dice* dice) noexcept nogil:
    cdef int i
    for i in range(4):
        head.dice.word[i] = next_word(dice)
    head.is_keyed = 0

cdef void key_draw(Head* head, Dice* own, int kind) noexcept nogil
cdef void forget_key(Head* head) noexcept nogil
cdef void key_dice_of(const Head* head, Dice* own, uint32_t kind, uint32_t number) noexcept nogil
cdef int keyed_number(Head* head, int kind, int sides) noexcept nogil
cdef int keyed_member(Head* head, int kind, const uint64_t* members, int sides) noexcept nogil
cdef int draw_member(Head* head, int kind, const uint64_t* members, int sides) noexcept nogil
cdef void draw_order(Head* head, int kind, signed char* items, int n) noexcept nogil
cdef void chacha20_block(uint32_t* block) noexcept nogil

cdef inline uint32_t turn(uint32_t x, int by) noexcept nogil:
    return (x << by) | (x >> (32 - by))

# The quarter round of ChaCha20 (RFC 8439, section 2.1).
cdef inline void quarter_round(uint32_t* x, int a, int b, int c, int d) noexcept nogil:
    x[a] += x[b]
    x[d] = turn(x[d] ^ x[a], 16)
    x[c] += x[d]
    x[b] = turn(x[b] ^ x[c], 12)
    x[a] += x[b]
    x[d] = turn(x[d] ^ x[a], 8)
    x[c] += x[d]
    x[b] = turn(x[b] ^ x[c], 7)
