"""The guilds' board and the Guild Master: spaces that give the abilities of the base game's cards. [RA-16]"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

import bellringer
from bellringer import Table
from bellringer.core.compiled.play import check_games
from bellringer.core.contract.registry import find
from bellringer.core.errors import OptionError, PositionError
from bellringer.games.rattus import names as all_names
from bellringer.games.rattus.box import shipped
from bellringer.games.rattus.component_set import MODULES
from tests.enums import Enums
from tests.rattus.big_box import BESIDE_GALLIA, asked, citizens, faces, lie, of, told
from tests.rattus.play import at, names, play, rats_in, red, regions, strikes
from tools.rattus.dealt import dealt_cards, dealt_state, undealt_state

RED, BLUE, GREEN = 0, 1, 2
NOBODY = 255
ALL_RED = dict.fromkeys(all_names.GUILDS, "red")
GAME = find("rattus")
CARDS = ("guild-master", "crusader", "serf", "queen", "mayor", "monk", "soldier", "baker")


def guilds(
    spaces: Mapping[str, str], cards: Mapping[str, str] | None = None, *, modules: tuple[str, ...] = (), **fields: Any
) -> Table:
    """A table with the guilds' board, red to play: whose the spaces are, and who holds which cards."""
    fields = {"seats": 3, "box": "big-box", "rats": {}, "guilds": dict(spaces), **fields}
    players: dict[str, dict[str, Any]] = {seat: dict(one) for seat, one in fields.pop("players", {}).items()}
    for seat, held in (cards or {}).items():
        players.setdefault(seat, {})["classes"] = held.split()
    said = [card for one in players.values() for card in one.get("classes", ())]
    rest = [card for card in CARDS if card not in said]
    fields.setdefault("classes", [*said, *rest][: 8 if fields["seats"] > 4 else 6])
    assert "guild-master" in fields["classes"]
    return at(modules=["guilds", *modules], players=players, **fields)


def used_by(table: Table) -> set[str]:
    """The abilities that can be used now."""
    return regions(table, "use")


# the Guild Master


@pytest.mark.rule("RA-16.1")
def test_once_a_turn_a_citizen_of_the_supply_comes_onto_a_space() -> None:
    table = play(guilds({}, {"red": "guild-master"}), "use guild-master")
    assert asked(table) == ("red", "guild-to")
    assert names(table) == {f"guild {card}" for card in ("peasant", "monk", "merchant", "witch", "king", "knight")}
    play(table, "guild witch")
    assert table.position()["guilds"] == {"witch": "red"} and red(table)["supply"] == 19
    assert told(table, "guild-taken") == [(RED, 3, NOBODY, 0)]
    assert asked(table) == ("red", "act") and "guild-master" not in used_by(table)


@pytest.mark.rule("RA-16.1")
def test_a_citizen_of_another_seat_goes_back_to_its_supply() -> None:
    table = play(guilds({"king": "blue"}, {"red": "guild-master"}), "use guild-master", "guild king")
    assert table.position()["guilds"] == {"king": "red"}
    assert (red(table)["supply"], of(table, "blue")["supply"]) == (19, 20)
    assert told(table, "guild-taken") == [(RED, 4, BLUE, 0)]
    event = next(one for one in table.events() if one.kind == "guild-taken")
    assert event.words() == "Red places a citizen in the guild of the King, in place of Blue's"


@pytest.mark.rule("RA-16.1")
def test_without_a_citizen_in_the_supply_the_card_does_nothing() -> None:
    players = {"red": {"citizens": {"gallia": 20}}}
    assert "guild-master" not in used_by(guilds({}, {"red": "guild-master"}, players=players))
    players = {"red": {"citizens": {"gallia": 19}}}
    assert "guild-master" in used_by(guilds({}, {"red": "guild-master"}, players=players))


@pytest.mark.rule("RA-16.2")
def test_an_own_space_is_not_taken_again() -> None:
    table = play(guilds({"king": "red", "monk": "red"}, {"red": "guild-master"}), "use guild-master")
    assert names(table) == {f"guild {card}" for card in ("peasant", "merchant", "witch", "knight")}
    assert "guild-master" not in used_by(guilds(ALL_RED, {"red": "guild-master"}))


@pytest.mark.rule("RA-16.2")
def test_in_the_last_round_the_guild_master_is_used_as_in_a_turn() -> None:
    players = {"blue": {"citizens": {"italia": 1}}}
    table = last_round({"king": "red"}, {"blue": "guild-master soldier"}, players=players, rats={"gallia": 1})
    play(table, "use guild-master", "guild king")
    assert table.position()["guilds"] == {"king": "blue"} and used_by(table) == {"soldier"}


# the abilities of the spaces


@pytest.mark.rule("RA-16.3")
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_seat_on_turn_uses_the_ability_of_one_space_without_any_card(seats: int) -> None:
    table = guilds(
        {"monk": "red", "merchant": "red", "king": "blue"},
        rats={"gallia": 1},
        players={"red": {"citizens": {"italia": 2}}},
        seats=seats,
    )
    assert red(table)["granted"] == ["monk", "merchant"] and "granted" not in of(table, "blue")
    assert used_by(table) == {"monk", "merchant"}
    play(table, "use monk", "to italia")
    assert len(rats_in(table, "italia")) == 1
    assert used_by(table) == set() and red(table)["granted"] == ["monk"]
    assert table.position()["guild-used"] == "monk"


@pytest.mark.rule("RA-16.3")
def test_each_ability_does_what_its_card_does() -> None:
    players = {"red": {"citizens": {"italia": 2}, "palace": 1}}
    table = guilds(ALL_RED, players=players, rats={"gallia": 2, "germania": 1})
    assert used_by(table) == {"monk", "merchant", "witch", "king"}
    assert regions(table, "place") == set(shipped().component_set(3, "big-box").regions)
    play(table, "use king")
    assert red(table)["palace"] == 2 and used_by(table) == set()
    assert regions(table, "place") == {"gallia", "germania"}


@pytest.mark.rule("RA-16.3")
def test_a_new_turn_brings_the_abilities_again() -> None:
    table = guilds({"monk": "blue", "merchant": "blue"}, players={"blue": {"citizens": {"italia": 1}}},
                   rats={"scandia": 1}, plague="gallia")  # fmt: skip
    assert used_by(table) == set()
    play(table, "plague italia")
    assert used_by(table) == {"monk", "merchant"} and "granted" not in red(table)
    play(table, "use merchant", "to gallia", "plague gallia")
    assert "granted" not in of(table, "blue") and "guild-used" not in table.position()


@pytest.mark.rule("RA-16.3")
def test_to_lose_the_guild_master_does_not_matter() -> None:
    table = guilds({"monk": "red"}, {"blue": "guild-master"}, rats={"gallia": 1})
    assert used_by(table) == {"monk"}


@pytest.mark.rule("RA-16.4")
def test_the_ability_of_a_card_that_is_held_is_not_used_by_a_space() -> None:
    table = guilds({"monk": "red", "merchant": "red"}, {"red": "monk"}, rats={"gallia": 1, "italia": 1},
                   players={"red": {"citizens": {"italia": 1}}})  # fmt: skip
    assert "granted" in red(table) and red(table)["granted"] == ["merchant"]
    play(table, "use monk", "rat gallia", "to germania")
    assert used_by(table) == {"merchant"}  # the card's ability is no guild's


@pytest.mark.rule("RA-16.4")
def test_who_takes_the_card_has_its_ability_by_the_card() -> None:
    table = play(guilds({"monk": "red"}, rats={"gallia": 1}), "take monk")
    assert "granted" not in red(table) and used_by(table) == {"monk"}
    play(table, "use monk", "to germania")
    assert "guild-used" not in table.position()


@pytest.mark.rule("RA-16.4")
def test_who_gives_the_card_up_has_its_ability_by_the_space() -> None:
    fields: dict[str, Any] = {"phase": "turn-ends", "event": "discard", "rats": {"gallia": 1}, "box": "big-box",
                              "event-step": 1, "asks": [{"ask": "give-up-card", "seats": ["red"]}]}  # fmt: skip
    table = guilds({"monk": "red"}, {"red": "monk", "blue": "mayor"}, modules=("universities",), **fields)
    assert "granted" not in red(table)
    state = table.state.copy()
    state.apply(RED, all_names.MOVES.index("use monk"))
    assert GAME.position(state)["players"]["red"]["granted"] == ["monk"]


@pytest.mark.rule("RA-16.5")
def test_a_blocked_card_keeps_its_space_from_acting() -> None:
    fields: dict[str, Any] = {"rats": {"gallia": 1}, "blocked": ["monk"]}
    assert used_by(guilds({"monk": "red"}, {"red": "monk"}, **fields)) == set()
    assert used_by(guilds({"monk": "red"}, {"blue": "monk"}, **fields)) == {"monk"}


@pytest.mark.rule("RA-16.5")
def test_a_tile_on_another_card_keeps_the_space_of_its_card_from_acting() -> None:
    lent: dict[str, Any] = {"lent": "monk", "lent-to": "alchemist", "rats": {"gallia": 1}, "modules": ("upgrades",)}
    lent["classes"] = ["alchemist", "guild-master", "monk", "mayor", "soldier", "baker"]
    assert "granted" not in red(guilds({"monk": "red"}, {"red": "alchemist"}, **lent))
    assert used_by(guilds({"monk": "red"}, {"blue": "alchemist"}, **lent)) == {"monk"}


@pytest.mark.rule("RA-16.5")
def test_an_ability_that_was_used_by_a_space_is_not_used_again_by_the_card() -> None:
    table = play(guilds({"monk": "red"}, rats={"gallia": 2}), "use monk", "to germania", "take monk")
    assert red(table)["classes"] == ["monk"] and used_by(table) == set()


@pytest.mark.rule("RA-16.6")
def test_a_space_that_was_just_taken_gives_nothing_in_this_turn() -> None:
    table = guilds({"merchant": "red"}, {"red": "guild-master"}, rats={"scandia": 1},
                   players={"red": {"citizens": {"italia": 1}}}, plague="gallia")  # fmt: skip
    play(table, "use guild-master", "guild monk")
    assert table.position()["new-guilds"] == ["monk"] and used_by(table) == {"merchant"}
    play(table, "plague italia", "plague gallia", "plague italia")
    assert asked(table) == ("red", "act") and "new-guilds" not in table.position()
    assert used_by(table) >= {"merchant", "guild-master"}


@pytest.mark.rule("RA-16.6")
def test_and_gives_it_in_the_next_one() -> None:
    table = guilds({}, {"red": "guild-master"}, rats={"scandia": 1}, plague="gallia")
    play(table, "use guild-master", "guild monk", "plague italia", "plague gallia", "plague italia")
    assert asked(table) == ("red", "act") and used_by(table) == {"guild-master", "monk"}


@pytest.mark.rule("RA-16.7")
def test_by_a_space_the_ability_is_as_printed_whatever_the_card_has_become() -> None:
    table = guilds(
        {"monk": "red"}, {"blue": "monk"}, modules=("upgrades",), levels={"monk": 3}, rats={"anglia": 1, "scandia": 1}
    )
    play(table, "use monk", "rat anglia")
    assert regions(table, "to") == {"gallia", "scandia"}  # not any region, as by level II
    play(table, "to gallia")
    assert asked(table) == ("red", "act")  # no second rat, as by level III


@pytest.mark.rule("RA-16.7")
@pytest.mark.parametrize("level", [2, 3])
def test_the_peasants_space_adds_one_in_the_region_of_phase_b(level: int) -> None:
    table = guilds({"peasant": "red"}, {"blue": "peasant"}, modules=("upgrades",), levels={"peasant": level})
    play(table, "place italia")
    assert red(table)["citizens"] == {"italia": 1} and red(table)["supply"] == 18


@pytest.mark.rule("RA-16.7")
def test_the_card_need_not_be_among_the_tables() -> None:
    table = guilds({"witch": "red"}, rats={"gallia": 1, "italia": 1})
    assert "witch" not in table.position()["classes"] and used_by(table) == {"witch"}


# what acts by itself


@pytest.mark.rule("RA-16.8")
def test_the_peasants_space_adds_a_citizen_in_phase_b() -> None:
    spaces = {"peasant": "red", "monk": "red"}
    table = play(guilds(spaces, rats={"gallia": 2}), "place gallia")
    assert asked(table) == ("red", "place-more")
    play(table, "one-more")
    assert red(table)["citizens"] == {"gallia": 3}
    assert used_by(table) == set() and table.position()["guild-used"] == "peasant"
    declined = play(guilds(spaces, rats={"gallia": 2}), "place gallia", "pass")
    assert red(declined)["citizens"] == {"gallia": 2} and used_by(declined) == {"monk"}


@pytest.mark.rule("RA-16.8")
def test_after_another_space_was_used_the_peasants_adds_nothing() -> None:
    table = play(guilds({"peasant": "red", "monk": "red"}, rats={"gallia": 2}), "use monk", "to germania")
    assert regions(table, "place") == {"gallia", "germania"}
    play(table, "place gallia")
    assert asked(table) == ("red", "act") and red(table)["citizens"] == {"gallia": 1}


@pytest.mark.rule("RA-16.8")
@pytest.mark.parametrize("seats", range(2, 7))
def test_by_the_knights_space_the_piece_goes_as_far_as_by_the_card(seats: int) -> None:
    by_space = guilds({"knight": "red"}, seats=seats, plague="anglia")
    by_card = guilds({}, {"red": "knight"}, seats=seats, plague="anglia")
    assert regions(by_space, "plague") == regions(by_card, "plague") > regions(guilds({}, plague="anglia"), "plague")


def before_gallia(spaces: Mapping[str, str], cards: Mapping[str, str] | None = None, **fields: Any) -> Table:
    """A table where the piece is two steps from gallia, and a rat with limit four lies there among two citizens."""
    fields = {"plague": "scandia", "rats": {"gallia": lie((4, "all")), **BESIDE_GALLIA}} | fields
    return guilds(spaces, cards, components=faces((4, "all")), players={"red": {"citizens": {"gallia": 2}}}, **fields)


@pytest.mark.rule("RA-16.8")
def test_going_farther_and_counting_are_one_ability() -> None:
    table = play(before_gallia({"knight": "red"}), "plague gallia")
    assert table.position()["guild-used"] == "knight" and asked(table) == ("red", "count-piece")
    play(table, "count")
    assert [strikes(event) for event in table.events() if event.kind == "rat-turned"] == [True]
    assert citizens(table, "gallia") == {"red": 1}


@pytest.mark.rule("RA-16.8")
def test_after_another_space_was_used_the_piece_goes_one_step_and_does_not_count() -> None:
    table = before_gallia({"knight": "red", "monk": "red"}, plague="anglia")
    assert regions(table, "plague") > {"gallia", "scandia"}
    play(table, "use monk", "rat anglia", "to scandia")
    assert regions(table, "plague") == {"gallia", "scandia"}
    play(table, "plague gallia")
    assert asked(table) == ("blue", "act") and citizens(table, "gallia") == {"red": 2}


@pytest.mark.rule("RA-16.8")
def test_who_can_go_as_far_without_the_space_has_not_used_it() -> None:
    table = play(before_gallia({"knight": "red"}, {"red": "soldier"}), "plague gallia")
    assert "guild-used" not in table.position() and asked(table) == ("red", "count-piece")


# the last round


def last_round(
    spaces: Mapping[str, str], cards: Mapping[str, str] | None = None, *, seats: int = 2, **fields: Any
) -> Table:
    """The last round: red had the last turn, and the last seat begins."""
    return guilds(spaces, cards, **{"phase": "last-round", "seats": seats, "supply": 0, "plague": "gallia", **fields})


@pytest.mark.rule("RA-16.9")
def test_in_the_last_round_a_seat_uses_the_ability_of_one_space() -> None:
    players = {"blue": {"citizens": {"italia": 2, "gallia": 1}}}
    table = last_round({"king": "blue", "merchant": "blue"}, players=players)
    assert used_by(table) == {"king", "merchant"}
    play(table, "use king", "from italia")
    assert of(table, "blue")["palace"] == 1 and not table.pending


@pytest.mark.rule("RA-16.9")
def test_and_a_later_seat_may_use_the_same_ability_by_its_space() -> None:
    players = {seat: {"citizens": {"italia": 2, "gallia": 1}} for seat in ("green", "blue")}
    table = last_round({"king": "blue", "peasant": "blue"}, {"green": "king"}, seats=3, players=players)
    assert asked(table) == ("green", "last-act") and used_by(table) == {"king"}
    play(table, "use king", "from italia")
    assert asked(table) == ("blue", "last-act") and used_by(table) == {"king", "peasant"}
    play(table, "use king", "from italia")
    assert of(table, "blue")["palace"] == of(table, "green")["palace"] == 1


@pytest.mark.rule("RA-16.9")
def test_and_a_later_seat_its_card_after_an_earlier_one_has_used_the_space() -> None:
    players = {seat: {"citizens": {"italia": 2, "gallia": 1}} for seat in ("green", "blue")}
    table = last_round({"king": "green"}, {"blue": "king"}, seats=3, players=players)
    play(table, "use king", "from italia", "use king", "from gallia")
    assert of(table, "blue")["palace"] == of(table, "green")["palace"] == 1


@pytest.mark.rule("RA-16.9")
def test_the_seat_of_the_last_turn_uses_none() -> None:
    table = last_round({"king": "red"}, players={"red": {"citizens": {"italia": 2}}})
    assert not table.pending and of(table, "red")["palace"] == 0


@pytest.mark.rule("RA-16.9")
def test_by_the_knights_space_a_card_moves_the_piece_farther_which_uses_it() -> None:
    players = {"blue": {"citizens": {"italia": 2}}}
    table = last_round({"knight": "blue", "king": "blue"}, {"blue": "serf"}, players=players, plague="scandia")
    play(table, "use serf")
    assert regions(table, "plague") > {"anglia", "germania"}
    play(table, "plague gallia")
    assert used_by(table) == {"knight"} and table.position()["guild-used"] == "knight"
    near = last_round({"knight": "blue", "king": "blue"}, {"blue": "serf"}, players=players, plague="scandia")
    play(near, "use serf", "plague anglia")
    assert used_by(near) == {"knight", "king"}


def two_knights(*, level: int = 1, rats: tuple[Any, ...] = ((4, "all"),)) -> Table:
    """Green holds the Knight, blue has his space and the Serf; two citizens of red are in gallia."""
    upgraded = {"modules": ("upgrades",), "levels": {"knight": level}} if level > 1 else {}
    return last_round(
        {"knight": "blue"},
        {"green": "knight", "blue": "serf"},
        seats=3,
        components=faces(*rats),
        rats={"gallia": lie(*rats)},
        players={"red": {"citizens": {"gallia": 2}}},
        plague="italia",
        **upgraded,
    )


@pytest.mark.rule("RA-16.10")
def test_what_two_seats_let_the_piece_count_as_does_not_add_up() -> None:
    table = play(two_knights(rats=((5, "all"),)), "use knight", "plague gallia", "count")
    play(table, "use knight", "pass", "count", "pass")
    assert not table.pending and citizens(table, "gallia") == {"red": 2}
    acting = play(two_knights(), "use knight", "plague gallia", "count", "pass")
    assert not acting.pending and citizens(acting, "gallia") == {"red": 1}


@pytest.mark.rule("RA-16.10")
def test_what_an_earlier_seat_lets_it_count_as_waits_for_the_last_ravage() -> None:
    table = play(two_knights(), "use knight", "plague germania", "count")
    assert (table.position()["counts-later"], table.position()["piece-counts"]) == (2, 0)
    play(table, "use serf", "plague gallia")
    assert asked(table) == ("blue", "count-piece")
    play(table, "pass", "pass")
    struck = [strikes(event) for event in table.events() if event.kind == "rat-turned"]
    assert struck == [False]


@pytest.mark.rule("RA-16.10")
def test_limits_of_zero_hold_beside_what_another_seat_lets_it_count_as() -> None:
    table = play(two_knights(level=3, rats=((6, "all"),)), "use knight", "plague gallia", "count")
    assert table.position()["no-limits-later"] is True
    play(table, "use knight", "pass", "count", "pass")
    assert not table.pending and citizens(table, "gallia") == {"red": 1}


@pytest.mark.rule("RA-16.11")
def test_rats_do_not_hit_a_seat_for_its_spaces() -> None:
    face = (1, "church")
    spaces = {"monk": "red"}
    rats = {"gallia": lie(face), **BESIDE_GALLIA}
    players = {"red": {"citizens": {"gallia": 2}}}
    kept: dict[str, Any] = {"rats": rats, "components": faces(face), "players": players, "plague": "germania"}
    assert citizens(play(guilds(spaces, **kept), "plague gallia"), "gallia") == {"red": 2}
    assert citizens(play(guilds({}, {"red": "monk"}, **kept), "plague gallia"), "gallia") == {"red": 1}


# the end


def at_the_end(spaces: Mapping[str, str], seats: int) -> Table:
    """The end of a game with these spaces."""
    table = guilds(spaces, seats=seats, supply=0, plague="gallia", turn="red")
    while table.pending:
        table.play("plague italia" if "plague italia" in names(table) else "pass")
    return table


@pytest.mark.rule("RA-16.19")
def test_citizens_on_the_board_do_not_count_at_the_end_and_the_supply_alone_tells_who_is_out() -> None:
    players = {"red": {"citizens": {"italia": 17}}}
    table = guilds(dict.fromkeys(("monk", "king", "witch"), "red"), players=players, plague="gallia")
    assert red(table)["supply"] == 0
    play(table, "plague hispania")
    assert any(event.kind == "last-round-begins" and event.amount == 2 for event in table.events())
    assert table.result is not None and table.result.scores[0] == 17 + 2


@pytest.mark.parametrize(
    ("seats", "spaces", "points"),
    [
        (2, "red red blue", [2, 0]),
        (2, "red blue", [1, 1]),
        (3, "red red blue", [2, 1, 0]),
        (3, "red red blue green", [2, 0, 0]),
        (3, "red blue", [1, 1, 0]),
        (3, "red red blue blue green", [1, 1, 0]),
        (3, "red blue green", [1, 1, 1]),
        (4, "red blue green violet", [0, 0, 0, 0]),
        (5, "red", [2, 0, 0, 0, 0]),
        (6, "red red red blue blue green", [2, 1, 0, 0, 0, 0]),
        (6, "", [0] * 6),
    ],
)
@pytest.mark.rule("RA-16.20", "RA-16.21")
def test_the_most_spaces_score_two_points_and_the_second_most_one(seats: int, spaces: str, points: list[int]) -> None:
    table = at_the_end(dict(zip(all_names.GUILDS, spaces.split(), strict=False)), seats)
    assert table.result is not None and list(table.result.scores) == points
    scored = [(seat, amount) for seat, _, _, amount in told(table, "points-scored")]
    assert scored == [(seat, n) for seat, n in sorted(enumerate(points), key=lambda one: (-one[1], one[0])) if n]


# the table


@pytest.mark.rule("RA-1.29", "RA-1.30")
def test_the_board_and_its_card_need_each_other() -> None:
    cards = ["guild-master", "knight", "monk", "merchant", "witch", "king"]
    with pytest.raises(OptionError, match="guild-master needs the module guilds: choose it, too, or leave out"):
        bellringer.new_game("rattus", seats=3, classes=cards)
    without = ["peasant", *cards[1:]]
    with pytest.raises(OptionError, match="classes: guilds is no use without the class card guild-master"):
        bellringer.new_game("rattus", seats=3, classes=without, modules=["guilds"])
    table = bellringer.new_game("rattus", seats=3, classes=cards, modules=["guilds"])
    assert table.options["box"] == "big-box"


@pytest.mark.rule("RA-1.27", "RA-1.30")
@pytest.mark.parametrize("word", ["random", "one-a-class"])
def test_a_draw_for_a_table_with_boards_has_their_cards(word: str) -> None:
    for seed in range(12):
        table = bellringer.new_game("rattus", seats=4, seed=seed, classes=word, modules=["guilds", "inns"])
        assert {"guild-master", "inn-keeper"} <= set(table.options["classes"])


def test_modules_stand_in_the_order_of_their_bits() -> None:
    bits = Enums("games/rattus").having("state.pxd", "GUILDS_BOARD")
    assert bits == {"GUILDS_BOARD": 1 << MODULES.index("guilds"), "INNS_BOARD": 1 << MODULES.index("inns")}
    assert Enums("games/rattus").number("state.pxd", "GUILD_SPACES") == len(all_names.GUILDS)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"guilds": {"monk": "slate"}}, "guilds.monk"),
        ({"new-guilds": ["monk"]}, "new-guilds[0]"),
        ({"guilds": {"monk": "blue"}, "new-guilds": ["monk"]}, "new-guilds[0]"),
        ({"counts-later": 2}, "counts-later"),
        ({"no-limits-later": True}, "no-limits-later"),
        ({"guilds": ALL_RED, "asks": [{"ask": "guild-to", "seats": ["red"]}]}, "asks[0]"),
        ({"cities": {"gallia": "red"}}, "cities"),
        ({"used": ["monk"]}, "used[0]"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_field_to_blame(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(PositionError) as refused:
        guilds({}, **fields)
    assert refused.value.path == path


def test_without_the_module_nobody_is_on_the_board() -> None:
    with pytest.raises(PositionError) as refused:
        at(box="big-box", guilds={"monk": "red"})
    assert refused.value.path == "guilds"


def test_positions_and_views_come_back_as_they_were() -> None:
    table = play(guilds({"monk": "red", "king": "blue"}, {"red": "guild-master"}), "use guild-master")
    for found in (table, play(table.copy(), "guild knight"), play(table.copy(), "guild king")):
        again = bellringer.from_position(found.position())
        assert again.position() == found.position() and again.view(0) == found.view(0)
        assert found.view(1)["guilds"] == found.position()["guilds"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_all_of_the_boards_is_seen_by_everybody_and_dealing_anew_changes_none_of_it(seats: int) -> None:
    dice, modules = random.Random(seats), ("guilds", "inns")
    for _ in range(5):
        state = dealt_state(seats, dealt_cards(seats, dice, modules), dice, modules)
        view = GAME.view(state, 0)
        assert GAME.view(state.determinized(0, dice.getrandbits(60)), 0) == view
        for name in ("guilds", "cities"):
            assert view.get(name) == GAME.view(state, None).get(name) == GAME.position(state).get(name)


# whole games


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_games_keep_all_laws(seats: int) -> None:
    dice = random.Random(seats)
    for number in range(6):
        modules = ("guilds", "inns", "upgrades")[: 2 + number % 2]
        cards = dealt_cards(seats, dice, modules)
        state = dealt_state(seats, cards, dice, modules) if number % 2 else undealt_state(seats, cards, modules)
        _, _, game, law = check_games(state, 100, seed=number)
        assert not law, f"{cards}: the law of the {all_names.LAWS[law - 1]} broke in game {game}"
