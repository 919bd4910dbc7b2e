"""The class cards: one file a card, with its rule, and its upgrades beside it.

A card's file defines any of the hooks of hooks.toml, as functions of that name; what it does not define has the
neutral default given there. `python tools/classes.py` writes the switch (deck.py, deck.pxd) and the declarations.
"""
