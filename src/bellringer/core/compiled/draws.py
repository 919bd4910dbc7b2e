"""The draws of a live table: ChaCha20 makes the dice of each from the table's key, its kind and its number.

The same key brings the same draws whatever is played between them, and nobody who has seen some of them can tell
another: what comes out of ChaCha20 says nothing of its key, or of what comes out for another number. The dice of one
draw are seeded by it and used for that draw alone.
"""

import cython
from cython.cimports.bellringer.core.compiled.dice import Dice, roll
from cython.cimports.bellringer.core.compiled.head import DRAW_KINDS
from cython.cimports.bellringer.core.compiled.legal import count_bits
from cython.cimports.libc.stdint import uint32_t, uint64_t


def key_draw(head, own, kind):
    """Make the dice for the next draw of a kind, and count it."""
    key_dice_of(head, own, kind, head.drawn[kind])
    head.drawn[kind] += 1


def forget_key(head):
    """Replace the key by dice that belong to no draw: whoever plays on from the state meets other chance."""
    own = cython.declare(Dice)
    number: cython.uint = 0
    for kind in range(DRAW_KINDS):
        number += head.drawn[kind]
    key_dice_of(head, cython.address(own), NO_KIND, number)
    head.dice = own
    head.is_keyed = 0


def key_dice_of(head, own, kind, number):
    """Make the dice of a draw. The key lies where a simulated game has its dice.

    The counter of the block is the draw's number, the first word of its nonce the kind.
    """
    block = cython.declare(uint32_t[16])
    block[0] = 0x61707865  # "expand 32-byte k", the constant of RFC 8439, section 2.3
    block[1] = 0x3320646E
    block[2] = 0x79622D32
    block[3] = 0x6B206574
    for i in range(4):
        block[4 + 2 * i] = cython.cast(uint32_t, head.dice.word[i])
        block[5 + 2 * i] = cython.cast(uint32_t, head.dice.word[i] >> 32)
    block[12] = number
    block[13] = kind
    block[14] = 0
    block[15] = 0
    chacha20_block(block)
    for i in range(4):
        own.word[i] = block[2 * i] | cython.cast(uint64_t, block[2 * i + 1]) << 32
    if own.word[0] == 0 and own.word[1] == 0 and own.word[2] == 0 and own.word[3] == 0:
        own.word[0] = 1  # the generator would never leave the all-zero state


def chacha20_block(block):
    """The block function of ChaCha20 (RFC 8439, section 2.3), in place."""
    work = cython.declare(uint32_t[16])
    for i in range(16):
        work[i] = block[i]
    for _ in range(10):
        for i in range(4):
            quarter_round(work, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(work, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    for i in range(16):
        block[i] += work[i]


def keyed_number(head, kind, sides):
    """Draw one number at a live table."""
    own = cython.declare(Dice)
    key_draw(head, cython.address(own), kind)
    return roll(cython.address(own), sides)


def draw_member(head, kind, members, sides):
    """Draw a number of the set `members`, all equally likely. The set is not empty, and all are below `sides`.

    At a live table numbers are rolled until one is in the pile. So two tables draw the same although their piles
    differ, unless one pile lacks what the other draws.
    """
    if head.is_keyed:
        return keyed_member(head, kind, members, sides)
    count: cython.int = 0
    for word in range((sides + 63) // 64):
        count += count_bits(members[word])
    count = roll(cython.address(head.dice), count)
    for number in range(sides):
        if (members[number >> 6] >> (number & 63)) & 1:
            if count == 0:
                return number
            count -= 1
    return -1


def keyed_member(head, kind, members, sides):
    """Draw from a pile at a live table: roll until the number is in the pile."""
    own = cython.declare(Dice)
    key_draw(head, cython.address(own), kind)
    number: cython.int = roll(cython.address(own), sides)
    while not (members[number >> 6] >> (number & 63)) & 1:
        number = roll(cython.address(own), sides)
    return number


def draw_order(head, kind, items, n):
    """Shuffle in place, all orders equally likely. At a live table that is a draw for each item but one."""
    for i in range(n - 1, 0, -1):
        j = draw_number(head, kind, i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


def chacha20(key: bytes, counter: int, nonce: bytes):
    """One block of ChaCha20 as bytes, for the published test vectors. Raises ValueError for a wrong length."""
    if len(key) != 32 or len(nonce) != 12:
        raise ValueError(f"ChaCha20 takes 32 bytes of key and 12 of nonce, not {len(key)} and {len(nonce)}")
    said = b"expand 32-byte k" + key + counter.to_bytes(4, "little") + nonce
    block = cython.declare(uint32_t[16])
    for i in range(16):
        block[i] = int.from_bytes(said[4 * i : 4 * i + 4], "little")
    chacha20_block(block)
    return b"".join([int(block[i]).to_bytes(4, "little") for i in range(16)])
