"""Where citizens and points came from, in the cases where it is hardest to tell."""

from __future__ import annotations

from bellringer import Table
from tests.rattus.big_box import ravage
from tests.rattus.play import play


def of(table: Table, colour: str) -> dict[str, dict[str, int]]:
    """What each source brought to a seat, after what the table began with."""
    found = table.sources().by_source(table.seat_names.index(colour))
    found.pop("beginning", None)
    return found


def test_each_citizen_falls_to_the_symbol_that_hits_its_seat() -> None:
    """One rat with three symbols, and two seats with one class card each; the majority has fallen before."""
    table = ravage((1, "majority", "all", "peasantry"), gallia={"red": 4, "blue": 2}, cards={"red": "serf"})
    assert of(table, "red") == {"rat-peasantry": {"killed": 1}, "rat-all": {"killed": 1}, "rat-majority": {"killed": 1}}
    assert of(table, "blue") == {"rat-all": {"killed": 1}}


def test_a_citizen_that_its_seat_chooses_later_falls_to_the_same_symbol() -> None:
    """The seat is asked, since one of its citizens bears a potion; the potion goes for the first loss."""
    potions = [{"seat": "red", "place": "gallia", "potions": 1}]
    face = (1, "all", "peasantry")
    table = ravage(face, gallia={"red": 3, "blue": 4}, cards={"red": "serf"}, potions=potions)
    play(table, "citizen 1", "spend")
    found = of(table, "red")
    assert found["potion"] == {"spared": 1} and found["rat-peasantry"] == {"killed": 1} and "rat-all" not in found


def test_a_card_that_acts_in_a_plague_places_whosever_plague_it_is() -> None:
    """The serf comes where blue has fallen: its citizen is the card's, the dead one the rat's."""
    table = play(ravage((1, "all"), gallia={"blue": 1}, cards={"red": "serf"}), "go 1")
    assert of(table, "red") == {"card-serf": {"placed": 1}}
    assert of(table, "blue") == {"rat-all": {"killed": 1}}
