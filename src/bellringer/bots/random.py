"""The bot that plays a random legal move, all equally likely."""

import cython
from cython.cimports.bellringer.bots.bot import Bot
from cython.cimports.bellringer.core.compiled.legal import LEGAL_WORDS, random_legal
from cython.cimports.libc.stdint import uint64_t


class Random(Bot):
    """Plays a random legal move."""

    name = "random"

    def __cinit__(self, seed: int = 0):
        self.chooser = choose_randomly


def choose_randomly(memory, rules, state, seat, dice):
    legal = cython.declare(uint64_t[LEGAL_WORDS])
    rules.find_legal(state, seat, legal)
    return random_legal(legal, rules.words, dice)
