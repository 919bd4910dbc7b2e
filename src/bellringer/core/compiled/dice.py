"""Seeds the dice: from a number, from a number and a stream, or from 32 bytes.

The generator itself is inline in dice.pxd, since the simulator calls nothing more often than a roll.
"""

import cython


def seed_dice(dice, seed):
    """Seed the dice from one number."""
    x = seed
    for i in range(4):
        dice.word[i] = splitmix(cython.address(x))


def seed_stream(dice, seed, stream):
    """Seed the dice from one of many independent streams of a seed, so that threads need not share dice."""
    x = seed
    seed_dice(dice, stream_seed(splitmix(cython.address(x)), stream))


def key_dice(dice, key):
    """Seed the dice from 32 bytes, little-endian on every machine."""
    for i in range(4):
        word: cython.ulonglong = 0
        for j in range(8):
            byte: cython.ulonglong = key[8 * i + j]
            word |= byte << (8 * j)
        dice.word[i] = word
    if dice.word[0] == 0 and dice.word[1] == 0 and dice.word[2] == 0 and dice.word[3] == 0:
        dice.word[0] = 1  # the generator would never leave the all-zero state
