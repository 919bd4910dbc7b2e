"""The persons, one deck a file, in printed order. A deck is three files of one name:

| file | holds |
|---|---|
| `persons.py` | the rules: a function a person |
| `persons.toml` | back and rats, words in English and French, lines of docs/rules/notre-dame.md |
| `persons.svg` | the emblems; a person without one shows a figure |

The head of a `.toml` has the deck's number, and what a table chooses to draw from it and from those before it. A
printed deck is whole: a later person comes in another deck, so that no table without it is dealt otherwise.

`python -m tools.notre_dame.cards` writes from these what must know every person: declarations, the switch (deck.py),
numbers (person_numbers.pxd), names (names.py), the ledger's lines.
"""
