"""Names and lines as they are seen: without what can't be seen, without towers of accents; and which names look alike.

Which letters look like which others is Unicode's list (UTS 39), by the library confusable_homoglyphs. Where a joiner
changes how a word looks is a rule for names of hosts (CONTEXTJ, RFC 5892), by the library idna.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from string import ascii_uppercase

from confusable_homoglyphs.utils import load
from idna import valid_contextj

from bellringer.core.errors import OptionError

NON_JOINER, JOINER = "\u200c", "\u200d"
NAME_LENGTH = 40
VIRAMA = 9  # the class of the signs that join two letters, in the scripts of India
MARK = ("Mn", "Me")  # categories of signs that stand over or under a letter
MARKS = 3  # over or under one letter, in composed form: more than any living script needs
JOINERS = NON_JOINER + JOINER  # not seen, but part of Persian words and of many an emoji
LOOKS = "\ufe0e\ufe0f"  # choose how an emoji is drawn
SKINS = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
ARROWS = "\u2194\u2195"  # parts of emoji, and the first of them is a sign of mathematics
# Letters, marks and symbols of their own that show nothing: the blank of Braille, what thickens a letter of shorthand,
# hieroglyphs left blank, the filler of Khitan, a note without a head; and what stands for an object, blank in DejaVu.
BLANK = "\u2800\U0001bc9d\U00013441\U00013442\U00016fe4\U0001d159\ufffc"
# Unicode's Default_Ignorable_Code_Point: shown as nothing.
IGNORABLE = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip


def is_invisible(letter: str) -> bool:
    """Whether a letter shows nothing, though it may count as one that is printed."""
    return letter in BLANK or any(first <= ord(letter) <= last for first, last in IGNORABLE)


def tidy(text: str, kept: str = "") -> str:
    """A text as one line that shows what it has. `kept`: letters that are left in though they are not seen."""
    return " ".join(without_towers(visible(text, kept), kept).split())


def visible(text: str, kept: str) -> str:
    """A text as one line in composed form, without what can't be seen, but for the letters `kept`."""
    seen = (letter for letter in " ".join(text.split()) if letter in kept or not is_invisible(letter))
    return unicodedata.normalize("NFC", "".join(seen))


def without_towers(text: str, kept: str) -> str:
    """A text with a few marks over or under each letter at most."""
    found: list[str] = []
    marks = MARKS  # at the beginning there is nothing that a mark could stand over
    for letter in text:
        if letter in kept:  # which shows nothing, so that what follows stands over the letter before it
            found.append(letter)
            continue
        is_mark = unicodedata.category(letter) in MARK
        marks = marks + 1 if is_mark else MARKS if letter == " " else 0
        if not is_mark or marks <= MARKS:
            found.append(letter)
    return "".join(found)


def tidy_name(text: str) -> str:
    """A name as one line that shows what it has, with joiners where its script or an emoji needs them.

    Whether a joiner is needed is asked again until nothing changes, since what it stood before may have gone.
    """
    before, found = "", visible(text, JOINERS + LOOKS)
    while found != before:
        before, found = found, tidy(with_needed(found), JOINERS + LOOKS)
    return found


def with_needed(text: str) -> str:
    """A text without the joiners, and the signs that choose a look, that change nothing."""
    found: list[str] = []
    for place, letter in enumerate(text):
        after = text[place + 1 :].lstrip(JOINERS + LOOKS)
        if letter in LOOKS and is_picture("".join(found[-1:])):
            found.append(letter)
        elif letter in JOINERS and is_needed(letter, "".join(found), after):
            found.append(letter)
        elif letter not in JOINERS + LOOKS:
            found.append(letter)
    return "".join(found)


def is_needed(joiner: str, before: str, after: str) -> bool:
    """Whether a joiner between two parts of a name changes how they look: as Persian, the scripts of India, emoji do.

    Of Bengali it may stand before the sign that joins letters, too, as in the name Rachel; before no other mark, whose
    place among the marks of its letter it would hide.
    """
    if not before or not after:
        return False
    is_in_emoji = joiner == JOINER and is_picture(before.rstrip(LOOKS)[-1:]) and is_picture(after[0])
    is_letter = joiner == JOINER and unicodedata.category(before[-1]) == "Lo"
    is_before_virama = is_letter and unicodedata.combining(after[0]) == VIRAMA
    if is_in_emoji or is_before_virama:
        return True
    return unicodedata.category(after[0]) not in MARK and valid_contextj(before + joiner + after, len(before))


def is_picture(letter: str) -> bool:
    """Whether a letter can be a part of an emoji: a picture, or the colour of a skin."""
    return letter != "" and (unicodedata.category(letter) == "So" or letter in ARROWS or letter in SKINS)


@lru_cache(maxsize=1)
def prototypes() -> dict[str, str]:
    """For each letter that looks like others, the one that stands for all of them."""
    alike: dict[str, list[str]] = {
        letter: [one["c"] for one in others] for letter, others in load("confusables.json").items()
    }
    # The list has a star for each look: the prototype names all others, and each of those names it alone.
    return {
        letter: max((letter, *others), key=lambda one: (len(alike.get(one, ())), [-ord(part) for part in one]))
        for letter, others in alike.items()
    }


def skeleton(text: str) -> str:
    """A text with the prototype of each letter: texts that look alike have the same."""
    letters = unicodedata.normalize("NFD", tidy(text))
    found = "".join(prototypes().get(letter, letter) for letter in letters)
    return unicodedata.normalize("NFD", found)


@lru_cache(maxsize=1)
def capitals() -> dict[str, str]:
    """For the prototype of each Latin capital, that capital: it may be another letter, as `l` is for `I`."""
    return {prototypes().get(letter, letter): letter for letter in ascii_uppercase}


def in_latin(text: str) -> str:
    """A text with a Latin capital for each that looks like it, so that they have the same small letter.

    In a text of capitals alone that is read from signs and digits, too.
    """
    has_no_small, found = text.isupper(), []
    for letter in unicodedata.normalize("NFD", text):
        look = prototypes().get(letter, letter)
        found.append(capitals().get(look, letter) if has_no_small or letter.isupper() else letter)
    return "".join(found)


@lru_cache(maxsize=4_096)
def looks(name: str) -> frozenset[str]:
    """How a name looks: in the case in which it is written, in any, and in any of the Latin capitals that it shows."""
    plain = unicodedata.normalize("NFKC", name)
    return frozenset((skeleton(name), skeleton(plain.casefold()), skeleton(in_latin(plain).casefold())))


def is_like_any(name: str, others: Iterable[str]) -> bool:
    """Whether a name could be taken for one of some others."""
    return any(looks(name) & looks(other) for other in others)


# what is typed


def checked_name(name: str) -> str:
    """A user's name as it is seen, without space around it. Raises OptionError."""
    found = tidy_name(name)
    seen = (letter for letter in " ".join(name.split()) if letter not in JOINERS)
    is_printable = "".join(seen).isprintable()  # what turns the direction of writing is not
    if not found or len(found) > NAME_LENGTH or not is_printable:
        raise OptionError(f"a name has 1 to {NAME_LENGTH} printable letters", "name")
    return found


def spoken(text: str) -> str:
    """A text as one line, without invisible letters and those that reverse the direction of writing."""
    kept = JOINERS + LOOKS
    seen = "".join(letter for letter in tidy(text, kept) if letter.isprintable() or letter in kept)
    return " ".join(seen.split()) if seen.strip(f" {kept}") else ""
