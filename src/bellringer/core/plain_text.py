"""Text from elsewhere as it may be printed: what would steer a terminal, or turn a line around, is shown as an escape.

Errors and logs are made of it; all that the commands print passes through it (commands/printing.py).
"""

from __future__ import annotations

import re

# Control characters (C0, DEL, C1), marks that change the direction of a line, other ends of lines, letters that are
# halves of pairs, the mark of a byte order, notes between lines, and tags, which nobody sees.
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def plain(text: str, kept: str = "") -> str:
    """A text with escapes such as `\\x1b` in the place of what is no plain letter. `kept`: what is left in."""
    return UNSAFE.sub(lambda found: found[0] if found[0] in kept else escaped(found[0]), text)


def escaped(letter: str) -> str:
    """A letter as Python and JSON write it where they can't print it: `\\x1b`, `\\u202e`."""
    return letter.encode("unicode_escape").decode("ascii")


def in_json(text: str) -> str:
    """A JSON text with JSON's own escapes for such letters: it still says the same."""
    return UNSAFE.sub(lambda found: found[0] if found[0] == "\n" else json_escape(found[0]), text)


def json_escape(letter: str) -> str:
    """A letter as JSON writes it: one beyond the first plane in two halves."""
    units = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))
