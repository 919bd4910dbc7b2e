"""The Student, the Professor and the Royal Librarian. [RA-15]"""

from __future__ import annotations

from typing import Any

import pytest

from bellringer import Table
from tests.rattus.big_box import asked, citizens, of, told
from tests.rattus.play import kinds, names, play, red, regions
from tests.rattus.school import EVENTS, WHERE, last, learned, pile, points, to_come

RED, BLUE = 0, 1
FOUR = ("magic", "university", "discard", "islamic")
SIX = (*FOUR, "royalty", "no-event")
everywhen = pytest.mark.parametrize("table_of", [learned, last], ids=["turn", "last-round"])
levels = pytest.mark.parametrize("level", [1, 2, 3])

# Student


@everywhen
@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.rule("RA-15.19", "RA-15.23")
def test_the_student_places_a_citizen_at_a_university(table_of: Any, level: int) -> None:
    table = play(table_of("student", level=level), "use student")
    assert asked(table)[1] == "university-in" and names(table) == {"place italia", "place gallia"}
    play(table, "place gallia")
    assert sum(citizens(table, "gallia").values()) == 1 and "use student" not in names(table)


@everywhen
@levels
@pytest.mark.rule("RA-15.19")
def test_the_student_needs_a_citizen_in_the_supply(table_of: Any, level: int) -> None:
    assert "use student" not in names(table_of("student", level=level, palace=20))
    assert "use student" in names(table_of("student", level=level, palace=19))


@everywhen
@pytest.mark.rule("RA-15.20", "RA-15.21")
def test_student_ii_brings_a_citizen_from_a_neighbour_too_in_any_order(table_of: Any) -> None:
    """Gallia is a neighbour of anglia, germania and italia, italia of germania and gallia."""
    for order in (["also student", "use student"], ["use student", "also student"]):
        table = table_of("student", level=2, citizens={"germania": 1, "anglia": 1, "hispania": 0, "scandia": 1})
        for move in order:
            play(table, move)
            if move == "use student":
                play(table, "place italia")
            else:
                assert asked(table)[1] == "join-from"
                assert {"anglia", "germania"} <= regions(table, "from") <= {"anglia", "germania", "italia"}
                play(table, "from germania")
                assert regions(table, "to") == {"italia", "gallia"}
                play(table, "to gallia")
        seat = "red" if table_of is learned else "blue"
        assert of(table, seat)["citizens"] == {"anglia": 1, "scandia": 1, "italia": 1, "gallia": 1}
        assert not {"also student", "use student"} & names(table)


@pytest.mark.rule("RA-15.20")
def test_student_ii_moves_from_one_university_to_the_other_and_asks_no_more_than_needed() -> None:
    table = play(learned("student", level=2, citizens={"italia": 1, "turcia": 1}), "also student")
    assert red(table)["citizens"] == {"gallia": 1, "turcia": 1}


@pytest.mark.rule("RA-15.21")
def test_student_ii_does_not_cross_walls_and_takes_potions_along() -> None:
    fields: dict[str, Any] = {"level": 2, "citizens": {"germania": 2}, "classes": ["student", "wizard", *MORE]}
    walls = [["germania", "gallia"], ["germania", "italia"]]
    assert "also student" not in names(learned("student", walls=walls, **fields))
    borne = [{"seat": "red", "place": "germania", "potions": 2}]
    table = play(learned("student", potions=borne, **fields), "also student", "to gallia")
    assert asked(table) == ("red", "go-which") and names(table) == {"citizen 0", "citizen 2"}
    play(table, "citizen 2")
    assert table.position()["potions"] == [{"seat": "red", "place": "gallia", "potions": 2}]


MORE = ["knight", "king", "monk", "merchant"]


@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.rule("RA-15.20", "RA-15.22")
def test_only_level_ii_moves_a_citizen(level: int) -> None:
    assert "also student" not in names(learned("student", level=level, citizens={"germania": 1}))
    assert "also student" not in names(learned("student", level=2, citizens={"turcia": 1}))


@everywhen
@pytest.mark.rule("RA-15.22", "RA-15.23")
def test_student_iii_places_two_at_one_university(table_of: Any) -> None:
    table = play(table_of("student", level=3), "use student", "place italia")
    assert sum(citizens(table, "italia").values()) == 2 and asked(table)[1] in ("act", "last-act")
    short = play(table_of("student", level=3, palace=19), "use student", "place italia")
    assert sum(citizens(short, "italia").values()) == 1


@pytest.mark.rule("RA-15.19")
def test_who_takes_the_student_uses_it_as_printed() -> None:
    others = {"blue": {"classes": ["student"]}}
    table = play(learned("king", level=3, others=others, citizens={"germania": 1}), "take student", "use student")
    play(table, "place italia")
    assert red(table)["citizens"] == {"germania": 1, "italia": 1} and "also student" not in names(table)


# Professor


def looks(level: int = 1, *moves: str, coming: tuple[str, ...] = SIX, **fields: Any) -> Table:
    """Red has used the Professor; six events were to come."""
    return play(learned("professor", level=level, coming=coming, **fields), "use professor", *moves)


@pytest.mark.rule("RA-15.25", "RA-15.28")
def test_the_professor_arranges_the_next_four_events() -> None:
    table = looks()
    assert asked(table) == ("red", "arrange-event")
    assert names(table) == {"pass", *(f"event {event}" for event in FOUR)}
    play(table, "event islamic")
    assert names(table) == {"pass", "event magic", "event university", "event discard"}
    play(table, "event magic", "event discard")
    assert asked(table) == ("red", "act") and "use professor" not in names(table)
    assert to_come(table) == ["islamic", "magic", "discard", "university", "royalty", "no-event"]
    assert pile(table) == EVENTS and "event-put-away" not in kinds(table)
    play(table, "plague germania")
    assert told(table, "event-drawn")[0][1] == 9


@pytest.mark.rule("RA-15.28")
def test_the_others_may_stay_as_they_lie() -> None:
    assert to_come(looks(1, "pass")) == list(SIX)
    assert to_come(looks(1, "event discard", "pass")) == ["discard", "magic", "university", *SIX[3:]]


@pytest.mark.rule("RA-15.28")
def test_the_same_is_asked_also_when_all_are_alike() -> None:
    """Else others would see how many kinds there are."""
    table = looks(coming=("no-event",) * 4)
    for _ in range(3):
        assert names(table) == {"pass", "event no-event"}
        play(table, "event no-event")
    assert asked(table) == ("red", "act")


@levels
@pytest.mark.rule("RA-15.26")
def test_with_too_few_events_left_the_others_are_shuffled_and_come_below(level: int) -> None:
    few = {"magic": 1, "university": 2}
    table = looks(level, coming=(), events=few)
    if level > 1:
        play(table, "pass")
    n = 6 if level == 3 else 4
    assert sum(pile(table).values()) == 30 and "events-shuffled" in kinds(table)
    assert sorted(str(event) for event in to_come(table)[:3]) == ["magic", "university", "university"]
    assert len(to_come(table, RED)) == n and None not in to_come(table, RED)
    enough = looks(level, coming=(), events={"magic": 2, "university": 4})
    assert "events-shuffled" not in kinds(enough)


@pytest.mark.rule("RA-15.27", "RA-15.28")
def test_only_the_seat_that_looks_knows_the_events_until_they_are_drawn() -> None:
    table = looks(1, "event islamic", "event magic", "event discard")
    arranged = ["islamic", "magic", "discard", "university"]
    assert to_come(table, RED) == [*arranged, None, None]
    for seat in (1, 2):
        assert to_come(table, seat) == [None] * 6
    assert [one["event"] for one in table.view(None)["next-events"]] == [None] * 6
    play(table, "plague germania")
    assert to_come(table, RED) == [*arranged[1:], None, None] and to_come(table, BLUE) == [None] * 5


@pytest.mark.rule("RA-15.27")
def test_when_another_seat_looks_what_the_first_one_knew_of_these_ends() -> None:
    """Red has seen six; blue takes the card, whose tile goes back, and sees the next four of the five that are left."""
    table = looks(3, "pass", "pass", coming=("no-event", *SIX[:5]))
    assert to_come(table, RED) == ["no-event", *SIX[:5]]
    play(table, "plague germania", "take professor", "use professor")
    assert to_come(table, BLUE) == [*SIX[:4], None]
    assert to_come(table, RED) == [None, None, None, None, "royalty"]
    play(table, "event university", "pass")
    assert to_come(table) == ["university", "magic", "discard", "islamic", "royalty"]


@pytest.mark.rule("RA-15.28")
def test_neither_log_nor_record_tells_others_how_events_were_arranged() -> None:
    one = looks(2, "event magic", "pass", "event islamic", "pass")
    other = looks(2, "event magic", "pass", "event university", "event discard")
    assert [(e.kind, e.seat, e.what, e.amount) for e in one.events()] == [
        (e.kind, e.seat, e.what, e.amount) for e in other.events()
    ]
    assert told(one, "events-seen") == [(RED, 0, 0, 4)]
    moves = [line.partition(". ")[2] for line in one.record(public=True).splitlines() if line[:1].isdigit()]
    assert moves == ["red use professor", "red event magic", "red pass"]


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-15.32", "RA-15.33")
def test_from_level_ii_on_any_of_the_events_may_be_put_away(level: int) -> None:
    table = looks(level)
    seen = SIX if level == 3 else FOUR
    assert asked(table) == ("red", "put-away") and names(table) == {"pass", *(f"event {event}" for event in seen)}
    play(table, "event discard", "event magic", "pass")
    assert pile(table) == {**EVENTS, "discard": 2, "magic": 1}
    assert [what for _, what, _, _ in told(table, "event-put-away")] == [1, 7]
    assert asked(table) == ("red", "arrange-event")
    play(table, "event islamic")
    if level == 3:
        play(table, "event no-event", "pass")
        assert to_come(table) == ["islamic", "no-event", "university", "royalty"]
    else:
        assert to_come(table) == ["islamic", "university", "royalty", "no-event"]
    assert asked(table) == ("red", "act")


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.rule("RA-15.32", "RA-15.33")
def test_all_of_them_may_be_put_away(level: int) -> None:
    seen = SIX if level == 3 else FOUR
    table = looks(level, *(f"event {event}" for event in seen))
    assert asked(table) == ("red", "act") and to_come(table) == list(SIX[len(seen) :])
    assert sum(pile(table).values()) == 30 - len(seen)


@pytest.mark.rule("RA-15.25")
def test_the_professor_as_printed_puts_nothing_away() -> None:
    assert asked(looks())[1] == "arrange-event" and "put-away" not in kinds(looks())


@levels
@pytest.mark.rule("RA-15.30", "RA-15.31", "RA-15.33")
def test_in_the_last_round_the_professor_draws_events_and_chooses_one(level: int) -> None:
    table = play(last("professor", level=level, coming=SIX), "use professor")
    drawn = SIX if level == 3 else FOUR
    assert asked(table) == ("blue", "choose-event") and names(table) == {f"event {event}" for event in drawn}
    for seat in (None, 0, 1):
        assert table.view(seat)["drawn-events"] == {event: 1 for event in EVENTS if event in drawn}
    play(table, "event discard")
    assert asked(table) == ("blue", "give-up-card")
    assert sum(pile(table).values()) == 30 - len(drawn) and "drawn-events" not in table.position()
    assert len(told(table, "event-put-away")) == len(drawn) - 1
    play(table, "use professor")
    assert asked(table) == ("blue", "last-act") and "professor" in table.view(None)["table"]


@pytest.mark.rule("RA-15.31")
def test_an_event_of_the_last_round_goes_clockwise_from_the_seat_that_has_drawn() -> None:
    """Green had the last turn; then blue acts, and red."""
    players = {"red": {"classes": ["king"]}, "green": {"classes": ["monk"]}}
    fields: dict[str, Any] = {"others": players, "seats": 3, "turn": "green", "step": 1}
    table = play(last("professor", coming=SIX, **fields), "use professor", "event discard")
    order = []
    while asked(table)[1] == "give-up-card":
        order.append(asked(table)[0])
        play(table, "pass")
    assert order == ["blue", "green", "red"] and asked(table) == ("blue", "last-act")
    assert "use professor" not in names(table)


@pytest.mark.rule("RA-15.31")
def test_a_university_that_is_founded_in_the_last_round_moves_as_in_a_turn() -> None:
    fields: dict[str, Any] = {"citizens": {"gallia": 1}, "others": {"red": {"citizens": {"italia": 1}}}}
    table = play(last("professor", coming=SIX, **fields), "use professor", "event university")
    assert asked(table) == ("red", "university-goes")
    play(table, "to anglia")
    assert asked(table) == ("blue", "university-goes")
    play(table, "to polonia")
    assert table.position()["universities"] == {"green": "anglia", "white": "polonia"}
    assert points(table) == {"red": 1, "blue": 1} and asked(table) == ("blue", "last-act")


@pytest.mark.rule("RA-15.31")
def test_one_of_the_drawn_events_must_happen_and_few_are_filled_up() -> None:
    table = play(last("professor", events={"magic": 1, "royalty": 1}), "use professor")
    assert "pass" not in names(table) and "events-shuffled" in kinds(table)
    drawn = table.position()["drawn-events"]
    assert sum(drawn.values()) == 4 and drawn["magic"] >= 1 and drawn["royalty"] >= 1


# Royal Librarian

FREE = {"anglia", "germania", "hispania", "hungaria", "polonia", "scandia", "bulgaria", "turcia"}
FREE_OF_TWO = {"anglia", "germania", "hispania", "hungaria", "polonia", "scandia"}


def all_free(table_of: Any) -> set[str]:
    """The regions without a university, with three seats and with two."""
    return FREE if table_of is learned else FREE_OF_TWO


@everywhen
@pytest.mark.rule("RA-15.34", "RA-15.37", "RA-15.38")
def test_the_librarian_moves_the_green_university_to_a_region_without_a_token(table_of: Any) -> None:
    table = play(table_of("royal-librarian", founded=["polonia"]), "use royal-librarian")
    assert asked(table)[1] == "university-to" and regions(table, "to") == all_free(table_of) - {"polonia"}
    play(table, "to scandia")
    assert table.position()["universities"] == {"green": "scandia", "white": "gallia"}
    assert table.position()["founded"] == ["polonia"] and points(table) == {}
    assert asked(table)[1] in ("act", "last-act") and "use royal-librarian" not in names(table)


@everywhen
@pytest.mark.rule("RA-15.35", "RA-15.37", "RA-15.38")
def test_librarian_ii_moves_it_also_to_a_region_with_a_token(table_of: Any) -> None:
    table = play(table_of("royal-librarian", level=2, founded=["polonia"]), "use royal-librarian")
    assert regions(table, "to") == all_free(table_of)
    play(table, "to polonia")
    assert table.position()["universities"]["green"] == "polonia" and table.position()["founded"] == ["polonia"]


@everywhen
@pytest.mark.parametrize("colour", ["green", "white"])
@pytest.mark.rule("RA-15.36", "RA-15.37", "RA-15.38")
def test_librarian_iii_moves_either_university(table_of: Any, colour: str) -> None:
    table = play(table_of("royal-librarian", level=3, founded=["polonia"]), "use royal-librarian")
    assert asked(table)[1] == "university-from" and regions(table, "from") == {"italia", "gallia"}
    play(table, f"from {WHERE[colour]}")
    assert regions(table, "to") == all_free(table_of)
    play(table, "to polonia")
    assert table.position()["universities"] == {**WHERE, colour: "polonia"}


@levels
@pytest.mark.rule("RA-15.34", "RA-15.36")
def test_only_level_iii_moves_the_white_one(level: int) -> None:
    table = play(learned("royal-librarian", level=level), "use royal-librarian")
    assert (asked(table)[1] == "university-from") == (level == 3)


@pytest.mark.rule("RA-15.15", "RA-15.37")
def test_a_move_of_the_librarian_can_be_what_takes_all_tokens_back() -> None:
    """The green one comes from a region with a token to the only one that is free."""
    founded = sorted({*FREE, "italia"} - {"turcia"})
    table = play(learned("royal-librarian", founded=founded), "use royal-librarian")
    assert table.position()["universities"]["green"] == "turcia" and "founded" not in table.position()
    assert told(table, "tokens-taken-back") == [(RED, 0, 0, 0)]
    stays = play(learned("royal-librarian", founded=sorted(FREE - {"turcia"})), "use royal-librarian")
    assert len(stays.position()["founded"]) == 7  # italia, which it leaves, has none


@pytest.mark.rule("RA-15.16", "RA-15.35")
def test_a_region_that_the_librarian_brings_a_university_back_to_is_scored_again() -> None:
    fields: dict[str, Any] = {"founded": ["polonia"], "citizens": {"polonia": 1}, "plague": "scandia"}
    table = learned("royal-librarian", level=2, coming=("university",), **fields)
    play(table, "use royal-librarian", "to polonia", "plague germania")
    assert points(table) == {"red": 1} and asked(table) == ("red", "university-goes")
    play(table, "to anglia")
    assert table.position()["founded"] == ["polonia"]
