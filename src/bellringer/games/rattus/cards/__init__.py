"""The class cards. All of a card lies in files of its name:

| file | holds |
|---|---|
| `baker.py` | its rule: functions with the names of the hooks of hooks.toml, its upgrades beside them |
| `baker.toml` | its number and class, its words in English and French, its lines of docs/rules/rattus.md |
| `baker.svg` | its emblem; without one it shows the sign of its class |

A card without a rule has its number, its class, its name and its emblem, and can't be chosen yet.

`python -m tools.rattus.cards` writes from these what must know every card: declarations, the switch (deck.py), numbers
(class_numbers.pxd), names (names.py), the ledger's lines.
"""
