"""The name that somebody goes by who has given none: a first name and a trade of the years of the plague.

Nobody real is meant, and no bot is called so. Whoever has such a name can change it at any time.
"""

from __future__ import annotations

import random

from bellringer.core.shown.words import LANGUAGES, Words
from bellringer.server.base.language import words_in
from bellringer.server.store import User

FIRST = {
    "f": ("Alips", "Ameline", "Colette", "Denise", "Gillette", "Isabeau", "Jacquette", "Maheut", "Marion", "Odierne",
          "Perrette", "Thomasse"),
    "m": ("Aubry", "Colin", "Enguerran", "Gautier", "Guérin", "Josse", "Mahieu", "Oudin", "Perrin", "Renaud", "Thibaut",
          "Yvain"),
}  # fmt: skip
TRADES = ("bellringer", "chandler", "cobbler", "cooper", "dyer", "ferry", "gardener", "glover", "hatter", "miller",
          "potter", "scribe", "weaver")  # fmt: skip
# Whoever played with one click was called so once: to the others at a table, `you` is somebody else.
ONCE = ("You", "Vous")


def public_name(words: Words, dice: random.Random | None = None) -> str:
    """A name in a visitor's language."""
    dice = dice or random.SystemRandom()
    kind = dice.choice(sorted(FIRST))
    return f"{dice.choice(FIRST[kind])} {words(f'public_names.{kind}.{dice.choice(TRADES)}')}"


def is_public(user: User) -> bool:
    """Whether a user goes by a name that tells him from others, and not by one that anybody has who gives none."""
    guests = [words_in(language)("table.company.guest") for language in LANGUAGES]
    return user.name not in (*ONCE, *guests)
