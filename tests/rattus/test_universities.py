"""The module of universities: its set-up, its events, points and tokens. [RA-15]"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import bellringer
from bellringer import PositionError, Table
from bellringer.core.compiled.play import check_games
from bellringer.core.contract.registry import find
from bellringer.games.rattus.names import EVENT_CARDS
from tests.contract.fairness import comes_evenly
from tests.contract.tables import walk
from tests.rattus.big_box import asked, citizens, of, told
from tests.rattus.play import at, kinds, names, play, regions
from tests.rattus.school import EVENTS, WHERE, ends, last, learned, pile, points, school, to_come
from tools.rattus.dealt import dealt_state, playable_with, undealt_state

GAME = find("rattus")
RED, BLUE, GREEN = 0, 1, 2
GALLIA, ITALIA, SCANDIA = 1, 5, 7
KINDS = list(EVENT_CARDS)
MODULES = ["universities", "upgrades"]
every_size = pytest.mark.parametrize("seats", range(2, 7))


def new(seats: int, seed: int, **options: Any) -> Table:
    """A new table with universities."""
    return bellringer.new_game("rattus", seats=seats, seed=seed, modules="universities", **options)


# set-up


@every_size
@pytest.mark.rule("RA-15.1")
def test_two_universities_stand_in_random_regions_before_the_first_citizens(seats: int) -> None:
    found: Counter[str] = Counter()
    for seed in range(60):
        table = new(seats, seed)
        where = table.position()["universities"]
        assert set(where) == {"green", "white"} and where["green"] != where["white"]
        assert table.position()["phase"] == "settle" and pile(table) == EVENTS
        assert "founded" not in table.position() and "next-events" not in table.position()
        found.update(where.values())
    in_play = {rat for rat in new(seats, 1).position()["rats"]}
    assert set(found) == in_play and max(found.values()) < 3 * 120 / len(in_play)


@pytest.mark.rule("RA-15.1")
def test_universities_come_with_the_big_box_and_not_by_themselves() -> None:
    assert new(3, 1).options["box"] == "big-box"
    with pytest.raises(bellringer.OptionError, match="the base box has no universities"):
        new(3, 1, box="base")
    plain = bellringer.new_game("rattus", seats=3, box="big-box", seed=1)
    assert not {"universities", "events", "founded"} & set(plain.position())
    with pytest.raises(bellringer.OptionError, match="needs the module universities"):
        bellringer.new_game("rattus", seats=3, classes=["student", *plain.options["classes"][1:]])


@every_size
@pytest.mark.rule("RA-15.2")
def test_nobody_settles_at_a_university(seats: int) -> None:
    table = new(seats, 7)
    where = set(table.position()["universities"].values())
    everywhere = set(table.position()["rats"])
    while asked(table)[1] == "settle":
        assert regions(table, "place") == everywhere - where
        table.play(f"place {sorted(everywhere - where)[0]}")
    assert table.position()["phase"] == "act"


@pytest.mark.rule("RA-15.2")
def test_citizens_come_to_a_university_later_as_to_any_region() -> None:
    table = school({}, rats={"italia": 1, "gallia": 1, "polonia": 1})
    assert regions(table, "place") == {"italia", "gallia", "polonia"}


@pytest.mark.rule("RA-15.3")
def test_there_are_thirty_event_cards() -> None:
    assert sum(EVENTS.values()) == 30 and list(EVENTS) == KINDS
    assert pile(new(4, 1)) == EVENTS
    with pytest.raises(PositionError, match="events.university"):
        school({}, events={"university": 8})


@pytest.mark.rule("RA-15.4")
def test_points_and_tokens_never_run_out() -> None:
    table = ends({"red": {"points": 40, "citizens": {"italia": 1}}}, "university", founded=["polonia", "scandia"])
    assert points(table) == {"red": 41} and asked(table) == ("red", "university-goes")


# the events


@pytest.mark.rule("RA-15.5", "RA-15.7")
def test_an_event_is_drawn_at_the_end_of_each_turn_and_mostly_nothing_happens() -> None:
    rats = {"germania": [{"token": "t20"}]}
    before = school({"red": {"citizens": {"germania": 1}}}, "no-event", rats=rats, supply=0)
    table = play(before, "plague germania")
    order = [kind for kind in kinds(table) if kind in ("rat-turned", "event-drawn", "last-round-begins")]
    assert order == ["rat-turned", "event-drawn", "last-round-begins"]
    assert told(table, "event-drawn") == [(RED, KINDS.index("no-event"), 0, 0)]
    quiet = ends({"red": {"citizens": {"italia": 1}, "classes": ["monk"]}, "blue": {"classes": ["king"]}}, "no-event")
    assert asked(quiet) == ("blue", "act") and kinds(quiet)[-2:] == ["event-drawn", "turn-begins"]
    assert points(quiet) == {} and pile(quiet) == {**EVENTS, "no-event": 5} and to_come(quiet) == []


@pytest.mark.rule("RA-15.5")
def test_what_a_card_does_after_the_plague_comes_before_the_event() -> None:
    rats = {"germania": [{"token": [1, "majority"]}]}
    players = {"red": {"classes": ["boccaccio"], "citizens": {"gallia": 1}}, "blue": {"citizens": {"germania": 2}}}
    box = {"tokens": {"regular": [[1, "majority"], *[[6, "all"]] * 40]}}
    fields: dict[str, Any] = {
        "rats": {**rats, **dict.fromkeys(("gallia", "italia", "polonia", "scandia", "hungaria"), 3)}
    }
    table = play(school(players, "university", components=box, plague="gallia", **fields), "plague germania")
    assert asked(table) == ("red", "haven-near") and "event-drawn" not in kinds(table)
    play(table, "from gallia")
    assert kinds(table)[-2:] == ["event-drawn", "turn-begins"] and points(table) == {}


@pytest.mark.rule("RA-15.6")
def test_when_no_event_is_left_all_thirty_are_shuffled() -> None:
    one = ends({}, events={"no-event": 1})
    assert pile(one) == {} and "events-shuffled" not in kinds(one)
    two = play(one, "plague polonia")
    while asked(two)[1] != "act":
        play(two, "pass" if "pass" in names(two) else sorted(names(two))[0])
    assert sum(pile(two).values()) == 29 and "events-shuffled" in kinds(two)


@pytest.mark.rule("RA-15.6")
def test_every_card_of_the_pile_is_as_likely_as_any_other() -> None:
    left = {"no-event": 1, "peasantry": 1, "magic": 1, "islamic": 1}
    found: Counter[str] = Counter()
    for seed in range(400):
        table = play(school({}, events=left, seed=seed), "plague germania")
        found[KINDS[told(table, "event-drawn")[0][1]]] += 1
    assert comes_evenly(found, list(left))


# giving up cards

HELD = {"red": {"classes": ["king", "monk"]}, "green": {"classes": ["witch"]}, "blue": {}}


@pytest.mark.rule("RA-15.8")
def test_each_seat_may_give_up_a_card_clockwise_from_the_one_on_turn() -> None:
    table = ends(HELD, "discard")
    assert asked(table) == ("red", "give-up-card") and names(table) == {"pass", "use king", "use monk"}
    play(table, "use king")
    assert of(table, "red")["classes"] == ["monk"] and "king" in table.view(0)["table"]
    assert asked(table) == ("green", "give-up-card")  # blue has none
    play(table, "pass")
    assert of(table, "green")["classes"] == ["witch"] and asked(table) == ("blue", "act")
    assert told(table, "card-given-up") == [(RED, 4, 0, 0)]


@pytest.mark.rule("RA-15.8")
def test_giving_up_begins_with_whoever_is_on_turn() -> None:
    table = ends(HELD, "discard", turn="green")
    assert asked(table) == ("green", "give-up-card")
    assert asked(play(table, "use witch")) == ("red", "give-up-card")


@pytest.mark.rule("RA-15.9")
def test_a_tile_goes_back_and_a_block_ends() -> None:
    table = ends({"red": {"classes": ["king"]}}, "discard", level=3, blocked=["king"])
    play(table, "use king")
    assert "levels" not in table.position() and "blocked" not in table.position()
    play(table, "take king")
    assert "levels" not in table.position()


def blues_kept(*moves: str, **fields: Any) -> Table:
    """Blue, whose turn ends, may give up its Baker with three citizens on it."""
    blue = {"classes": ["baker"], "on-card": 3, "palace": 1}
    events = ("discard", "no-event", "no-event", "no-event")
    return play(ends({"blue": blue}, *events, turn="blue", **fields), *moves)


@pytest.mark.rule("RA-15.9")
def test_citizens_on_a_card_that_is_given_up_stay_there_for_its_next_taker_to_place() -> None:
    table = blues_kept("use baker")
    assert of(table, "blue")["on-card"] == 3 and asked(table) == ("green", "act")
    assert "citizens-placed" not in kinds(table)
    play(table, "take baker")
    assert asked(table) == ("green", "place-kept")
    play(table, "place polonia")
    assert citizens(table, "polonia") == {"blue": 3}


@pytest.mark.rule("RA-15.9")
def test_their_owner_takes_them_back_with_the_card() -> None:
    table = blues_kept("use baker", "plague polonia", "plague germania", "take baker")
    assert asked(table) == ("blue", "act") and of(table, "blue")["on-card"] == 3


@pytest.mark.rule("RA-15.9")
def test_before_the_last_ravage_the_left_neighbour_of_their_owner_places_them() -> None:
    players = {"blue": {"on-card": 2, "palace": 1}}
    table = school(players, phase="last-round", step=2, turn="red", supply=0, classes=["baker", "knight", *MORE])
    assert asked(table) == ("green", "place-kept")
    play(table, "place polonia")
    assert citizens(table, "polonia") == {"blue": 2}


MORE = ["king", "monk", "merchant", "witch"]


# the bonus of a class

PEASANTS = {
    "red": {"classes": ["student", "baker"]},
    "green": {"classes": ["peasant"]},
    "blue": {"classes": ["king"]},
}


@pytest.mark.rule("RA-15.10", "RA-15.11")
def test_each_card_of_the_class_brings_a_citizen_to_a_university_one_each_in_turn() -> None:
    table = ends(PEASANTS, "peasantry")
    assert asked(table) == ("red", "bonus-in") and names(table) == {"pass", "place italia", "place gallia"}
    play(table, "place italia")
    assert asked(table) == ("green", "bonus-in")
    play(table, "place gallia")
    assert asked(table) == ("red", "bonus-in")
    play(table, "place gallia")
    assert (citizens(table, "italia"), citizens(table, "gallia")) == ({"red": 1}, {"red": 1, "green": 1})
    assert asked(table) == ("blue", "act")


@pytest.mark.rule("RA-15.11")
def test_a_citizen_may_be_left_out_and_the_next_card_is_asked_for_all_the_same() -> None:
    table = play(ends(PEASANTS, "peasantry"), "pass", "pass")
    assert asked(table) == ("red", "bonus-in")
    assert asked(play(table, "place gallia")) == ("blue", "act")


@pytest.mark.rule("RA-15.11")
def test_a_blocked_card_counts_and_an_empty_supply_is_not_asked() -> None:
    table = ends(PEASANTS, "peasantry", blocked=["student", "peasant"])
    assert asked(play(table, "pass")) == ("green", "bonus-in")
    poor = {**PEASANTS, "red": {"classes": ["student", "baker"], "palace": 19}}
    table = play(ends(poor, "peasantry"), "place italia")
    assert asked(play(table, "pass"))[1] == "last-act"  # red has no citizen for its second card


@pytest.mark.rule("RA-15.10")
def test_a_class_that_nobody_has_brings_nothing() -> None:
    assert asked(ends(PEASANTS, "islamic")) == ("blue", "act")


# universities are founded


@pytest.mark.rule("RA-15.12", "RA-15.13", "RA-15.14")
def test_the_green_one_is_scored_and_moved_first_then_the_white_one() -> None:
    players = {"green": {"citizens": {"italia": 2}}, "blue": {"citizens": {"italia": 1, "gallia": 1}}}
    table = ends(players, "university", founded=["polonia"])
    assert points(table) == {"green": 1} and asked(table) == ("green", "university-goes")
    everywhere = {"anglia", "germania", "hispania", "hungaria", "scandia", "bulgaria", "turcia"}
    assert regions(table, "to") == everywhere
    play(table, "to scandia")
    assert table.position()["universities"] == {"green": "scandia", "white": "gallia"}
    assert table.position()["founded"] == ["italia", "polonia"]
    assert asked(table) == ("blue", "university-goes") and regions(table, "to") == everywhere - {"scandia"}
    play(table, "to anglia")
    assert points(table) == {"green": 1, "blue": 1} and asked(table) == ("blue", "act")
    assert table.position()["founded"] == ["gallia", "italia", "polonia"]
    assert told(table, "university-moved") == [(GREEN, ITALIA, SCANDIA, 0), (BLUE, GALLIA, 0, 1)]
    assert told(table, "university-founded") == [(GREEN, 0, ITALIA, 0), (BLUE, 0, GALLIA, 0)]


@pytest.mark.parametrize("there", [{}, {"red": 2, "blue": 2}, {"blue": 3, "green": 3, "red": 1}], ids=str)
@pytest.mark.rule("RA-15.12")
def test_nothing_happens_where_nobody_leads_alone(there: dict[str, int]) -> None:
    players = {seat: {"citizens": {"italia": n}} for seat, n in there.items()}
    table = ends(players, "university")
    assert asked(table) == ("blue", "act") and points(table) == {}
    assert table.position()["universities"] == WHERE and "founded" not in table.position()


@pytest.mark.rule("RA-15.14")
def test_a_seat_that_is_not_on_turn_moves_the_piece_too() -> None:
    table = ends({"green": {"citizens": {"gallia": 1}}}, "university", turn="blue")
    assert asked(table) == ("green", "university-goes") and "to gallia" not in names(table)


REST = ["anglia", "germania", "hispania", "hungaria", "polonia", "scandia", "bulgaria"]  # all but turcia


@pytest.mark.rule("RA-15.15")
def test_when_every_region_has_a_token_or_a_university_all_tokens_go() -> None:
    """One region is free: the green piece comes there, and its token is the last one."""
    table = ends({"red": {"citizens": {"italia": 1}}}, "university", founded=REST)
    assert table.position()["universities"] == {"green": "turcia", "white": "gallia"}
    assert "founded" not in table.position() and told(table, "tokens-taken-back") == [(RED, 0, 0, 0)]
    assert asked(table) == ("blue", "act")


@pytest.mark.rule("RA-15.15")
def test_the_white_one_goes_where_tokens_lay_before_the_green_one_was_scored() -> None:
    players = {"red": {"citizens": {"italia": 1, "gallia": 1}}}
    table = ends(players, "university", founded=REST)
    assert asked(table) == ("red", "university-goes")
    assert regions(table, "to") == {*REST, "italia"}  # but for the other piece's turcia
    play(table, "to italia")
    assert table.position()["founded"] == ["gallia"]


@pytest.mark.rule("RA-15.15")
def test_with_two_regions_free_tokens_stay() -> None:
    table = play(ends({"red": {"citizens": {"italia": 1}}}, "university", founded=REST[1:]), "to anglia")
    assert table.position()["founded"] == sorted([*REST[1:], "italia"], key=ORDER.index)


ORDER = ["anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia", "bulgaria", "turcia"]


@pytest.mark.rule("RA-15.16")
def test_a_region_with_a_token_is_scored_again_and_gets_no_second_one() -> None:
    table = ends({"red": {"citizens": {"italia": 1}}}, "university", founded=["italia", "polonia"])
    assert points(table) == {"red": 1}
    play(table, "to anglia")
    assert table.position()["founded"] == ["italia", "polonia"] and "university-founded" not in kinds(table)


# the end


def at_the_end(players: dict[str, Any], **fields: Any) -> Table:
    """The last round of two is over: the last ravage comes."""
    fields = {"phase": "last-round", "seats": 2, "supply": 0, "turn": "red", **fields}
    table = school(players, **fields)
    return table if table.state.over else play(table, "pass")


@pytest.mark.rule("RA-15.17")
def test_after_the_last_ravage_both_are_scored_once_more_and_nothing_moves() -> None:
    """The ravage in gallia leaves the majority to blue."""
    players = {
        "red": {"citizens": {"italia": 1, "gallia": 3}, "classes": ["king"]},
        "blue": {"citizens": {"gallia": 2}, "points": 2, "classes": ["monk"]},
    }
    rats = {"gallia": [{"token": [2, "royalty"]}, {"token": [2, "royalty"]}]}
    box = {"tokens": {"regular": [[2, "royalty"], [2, "royalty"], *[[6, "all"]] * 44]}}
    table = at_the_end(players, rats=rats, components=box)
    assert table.state.over and points(table) == {"red": 1, "blue": 3}
    assert table.position()["universities"] == WHERE and "founded" not in table.position()
    tail = [kind for kind in kinds(table) if kind in ("rat-turned", "citizens-killed", "points-scored", "game-ends")]
    assert tail[-3:] == ["points-scored", "points-scored", "game-ends"] and tail.index("points-scored") == len(tail) - 3
    assert [seat for seat, *_ in told(table, "points-scored")] == [RED, BLUE]
    assert table.result is not None and table.result.scores == (1 + 1 + 1, 2 + 3)


@pytest.mark.rule("RA-15.17")
def test_at_the_end_a_tie_brings_nothing() -> None:
    table = at_the_end({"red": {"citizens": {"italia": 1}}, "blue": {"citizens": {"italia": 1}}})
    assert table.state.over and points(table) == {}


@pytest.mark.rule("RA-15.18")
def test_the_last_turn_has_its_event_and_the_last_round_has_none() -> None:
    table = ends({"blue": {"classes": ["king"]}}, "royalty", supply=0, seats=2)
    assert asked(table) == ("blue", "bonus-in") and "last-round-begins" not in kinds(table)
    play(table, "place italia")
    assert kinds(table)[-1] == "last-round-begins" and asked(table) == ("blue", "last-act")
    play(table, "pass")
    assert table.state.over and len(told(table, "event-drawn")) == 1
    assert points(table) == {"blue": 1}


@pytest.mark.rule("RA-15.18")
def test_a_bonus_that_empties_the_supply_of_the_seat_on_turn_ends_the_game() -> None:
    players = {"red": {"classes": ["king"], "palace": 19}}
    table = play(ends(players, "royalty"), "place italia")
    assert "last-round-begins" in kinds(table)
    assert "last-round-begins" not in kinds(play(ends(players, "royalty"), "pass"))


# who knows what


@pytest.mark.rule("RA-15.24", "RA-15.29")
def test_the_pile_is_open_by_kinds_and_its_order_to_nobody() -> None:
    table = learned("professor", coming=("magic", "no-event"))
    for seat in (None, 0, 1, 2):
        view = table.view(seat)
        assert view["events"] == EVENTS and view["next-events"] == [{"event": None, "seen-by": []}] * 2
    one, other = (learned("professor", coming=events) for events in (("magic", "no-event"), ("no-event", "magic")))
    assert one.view(0) == other.view(0)


@pytest.mark.parametrize("known", [(), (0,), (1,), (0, 2)], ids=str)
@pytest.mark.rule("RA-15.29")
def test_dealing_anew_every_order_that_is_possible_comes_equally_often(known: tuple[int, ...]) -> None:
    left, top = ["no-event", "discard", "magic", "islamic"], ["magic", "no-event", "islamic"]
    events = [{"event": event, "seen": ["red"] if i in known else ["blue"]} for i, event in enumerate(top)]
    more: dict[str, Any] = {"next-events": events}
    table = school({}, events=dict.fromkeys(left, 1), **more)
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(1_500):
        dealt = GAME.position(table.state.determinized(0, seed))["next-events"]
        found[tuple(one["event"] for one in dealt)] += 1
    possible = [
        (a, b, c)
        for a in left
        for b in left
        for c in left
        if len({a, b, c}) == 3 and all((a, b, c)[i] == top[i] for i in known)
    ]
    assert comes_evenly(found, possible)


CARDS = ["professor", "student", "royal-librarian", "knight", "baker", "witch", "king", "crusader"]


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.rule("RA-15.27", "RA-15.29")
def test_worlds_that_look_the_same_stay_the_same(seats: int) -> None:
    """As tests/contract/test_knowledge.py has it for the usual tables; here events are arranged in many turns."""
    cards = CARDS[: 8 if seats > 4 else 6]
    for number in range(8):
        dice = random.Random(number)
        state = undealt_state(seats, cards, MODULES)
        if number % 2:
            state = dealt_state(seats, cards, dice, MODULES)
        else:
            state.seed(number)
            state.deal()
        for step, _ in enumerate(walk(state, dice)):
            if step % 5:
                continue
            for seat in range(seats):
                other = state.determinized(seat, dice.getrandbits(64))
                assert other.broken_law == 0 and other.pending == state.pending
                assert GAME.view(other, seat) == GAME.view(state, seat)
                assert GAME.view(other, None) == GAME.view(state, None)
                assert other.legal(seat) == state.legal(seat)
                assert all(len(other.legal(one)) >= 2 for one in other.pending)
                again = dice.getrandbits(64)
                assert other.determinized(seat, again) == state.determinized(seat, again)


@every_size
@pytest.mark.rule("RA-15.5", "RA-15.12")
def test_random_games_keep_all_laws(seats: int) -> None:
    dice = random.Random(seats)
    for number in range(12):
        modules = ["universities", "upgrades"][: 1 + number % 2]
        others = [card for card in playable_with(modules, seats) if card not in CARDS[:4]]
        cards = [*CARDS[:4], *dice.sample(others, 4 if seats > 4 else 2)]
        begin = dealt_state(seats, cards, dice, modules) if number % 3 else undealt_state(seats, cards, modules)
        _, _, game, law = check_games(begin, 150, seed=number)
        assert not law, (cards, game)


def test_positions_come_back_as_they_were() -> None:
    dice = random.Random(5)
    for seats in range(2, 7):
        state = dealt_state(seats, CARDS[: 8 if seats > 4 else 6], dice, MODULES)
        for step, _ in enumerate(walk(state, dice)):
            if step % 4 == 0:
                assert GAME.restore(GAME.position(state)) == state


# what a position can't say


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"universities": {"green": "italia"}}, "universities"),
        ({"universities": {"green": "italia", "white": "italia"}}, "universities"),
        ({"universities": {"green": "egypt", "white": "italia"}}, "universities.green"),
        ({"modules": [], "founded": []}, "universities"),
        ({"modules": [], "universities": {}, "founded": ["italia"]}, "founded"),
        ({"modules": [], "universities": {}, "events": {"magic": 1}}, "events"),
        ({"founded": ["egypt"]}, "founded"),
        ({"founded": [*REST, "turcia"]}, "founded"),
        ({"events": {"magic": 3}}, "events.magic"),
        ({"events": {"magic": 1}, "next-events": [{"event": "magic"}] * 2}, "next-events"),
        ({"event": "magic"}, "event"),
        ({"event-step": 2, "phase": "turn-ends"}, "event-step"),
        ({"drawn-events": {"magic": 1}}, "drawn-events"),
        ({"asks": [{"ask": "put-away", "seats": ["red"], "most": 2}]}, "asks"),
        ({"asks": [{"ask": "give-up-card", "seats": ["red"]}], "phase": "turn-ends"}, "asks"),
        ({"asks": [{"ask": "bonus-in", "seats": ["red"]}], "phase": "turn-ends", "event": "discard"}, "asks"),
        ({"asks": [{"ask": "choose-event", "seats": ["red"]}]}, "asks"),
        ({"asks": [{"ask": "university-to", "seats": ["red"], "from": "anglia"}]}, "asks"),
        ({"asks": [{"ask": "university-in", "seats": ["red"], "citizens": 3}]}, "asks"),
        ({"asks": [{"ask": "join-to", "seats": ["red"], "from": "anglia"}]}, "asks"),
    ],
    ids=str,
)
def test_what_can_not_be_is_refused_with_the_field(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(PositionError) as caught:
        school({}, **fields)
    assert str(caught.value).startswith(path)


def test_a_step_beyond_the_last_one_ends_the_event() -> None:
    for event in EVENTS:
        found = school(HELD, phase="turn-ends", event=event, **{"event-step": 48})
        assert asked(found) == ("blue", "act")


def test_the_pieces_stand_somewhere_when_a_position_does_not_say() -> None:
    table = at(seats=3, modules=["universities"], rats={})
    assert table.position()["universities"] == {"green": "anglia", "white": "gallia"} and pile(table) == EVENTS
    assert last("knight").position()["universities"] == WHERE
