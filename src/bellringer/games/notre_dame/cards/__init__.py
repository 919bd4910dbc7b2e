"""The persons, one deck a file, in printed order. A deck is three files of one name:

| file | holds |
|---|---|
| `persons.py` | the rules: a function a person |
| `persons.toml` | back and rats, words in English and French, lines of docs/rules/notre-dame.md |
| `persons.svg` | the emblems; a person without one shows a figure |

`python tools/notre_dame/cards.py` writes from these what must know every person: declarations, the switch (deck.py),
numbers (person_numbers.pxd), names (names.py), the ledger's lines.
"""
