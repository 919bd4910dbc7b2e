"""The classes of the twelve cards of the Pied Piper, as rats hit them. [RA-6.11]"""

from __future__ import annotations

import pytest

from tests.rattus.piper_table import plague_in_gallia

CLASS_OF = {
    **dict.fromkeys(("baker", "serf"), "peasantry"),
    **dict.fromkeys(("nun", "bishop"), "church"),
    **dict.fromkeys(("courier", "mayor"), "bourgeoisie"),
    **dict.fromkeys(("wizard", "pied-piper"), "magic"),
    **dict.fromkeys(("emperor", "queen"), "royalty"),
    **dict.fromkeys(("soldier", "crusader"), "chivalry"),
}


@pytest.mark.parametrize("card", CLASS_OF)
@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.rule("RA-6.11", "RA-13.3")
def test_a_rat_hits_who_holds_a_card_of_its_class_at_every_level_once(card: str, level: int) -> None:
    """Of the six classes only that of the card costs a citizen."""
    for symbol in sorted(set(CLASS_OF.values())):
        others = {"blue": {"citizens": {"gallia": 3}, "classes": [card]}}
        levels = {card: level} if level > 1 else {}
        table = plague_in_gallia(faces=((1, symbol),), others=others, levels=levels)
        assert table.position()["players"]["blue"]["supply"] == 17 + (symbol == CLASS_OF[card])
