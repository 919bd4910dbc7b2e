"""Seeding the dice: from a number, from a number and a stream, or from 32 secret bytes.

The generator itself stands in dice.pxd, inline, since a roll is the most frequent call of the simulator.
"""

import cython


def seed_dice(dice, seed):
    """Fill the four words from one number."""
    x = seed
    for i in range(4):
        dice.word[i] = splitmix(cython.address(x))


def seed_stream(dice, seed, stream):
    """One of many independent streams of one seed: the same game whatever thread plays it."""
    x = seed
    seed_dice(dice, stream_seed(splitmix(cython.address(x)), stream))


def key_dice(dice, key):
    """Take 32 bytes as the whole state, little end first, on every machine alike."""
    for i in range(4):
        word: cython.ulonglong = 0
        for j in range(8):
            byte: cython.ulonglong = key[8 * i + j]
            word |= byte << (8 * j)
        dice.word[i] = word
    if dice.word[0] == 0 and dice.word[1] == 0 and dice.word[2] == 0 and dice.word[3] == 0:
        dice.word[0] = 1  # the all-zero state is the one from which the generator never leaves
