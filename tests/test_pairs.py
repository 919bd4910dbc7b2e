"""Matrices of tests by pairs."""

from __future__ import annotations

from tests.pairs import covering, matrix, meetings, rows

VALUES = {"game": ("a", "b"), "seats": (2, 3, 4, 5), "language": ("en", "fr"), "size": (1, 2, 3)}


def test_every_two_values_meet_in_a_part_of_the_matrix() -> None:
    possible = [row for row in rows(VALUES) if not (row["game"] == "a" and row["seats"] == 5)]
    chosen = covering(possible)
    met = {pair for row in chosen for pair in meetings(row, 2)}
    assert met == {pair for row in possible for pair in meetings(row, 2)}
    assert len(chosen) < len(possible) / 2 and all(row in possible for row in chosen)


def test_the_rest_of_the_matrix_is_a_soak() -> None:
    parameters = matrix(VALUES, lambda game, seats, **_: (game, seats) != ("a", 5)).args[1]
    soaked = [one.values for one in parameters if any(mark.name == "soak" for mark in one.marks)]
    assert len(parameters) == 42 and 0 < len(soaked) < 42
    assert len(parameters) - len(soaked) == len(
        covering([row for row in rows(VALUES) if (row["game"], row["seats"]) != ("a", 5)])
    )


def test_two_lists_meet_whole() -> None:
    parameters = matrix({"game": ("a", "b"), "language": ("en", "fr")}).args[1]
    assert [list(one.marks) for one in parameters] == [[]] * 4


def test_pairs_of_what_is_usual_are_enough_where_one_says_so() -> None:
    parameters = matrix(VALUES, is_usual=lambda game, **_: game == "b").args[1]
    quick = [one.values for one in parameters if not one.marks]
    assert len(parameters) == 48 and {values[0] for values in quick} == {"b"}
    assert len(quick) == len(covering([row for row in rows(VALUES) if row["game"] == "b"]))


def test_each_value_comes_once_where_one_says_so() -> None:
    parameters = matrix(VALUES, meeting=1).args[1]
    quick = [one.values for one in parameters if not one.marks]
    assert len(parameters) == 48 and len(quick) == 4
    assert [set(values) for values in zip(*quick, strict=True)] == [set(values) for values in VALUES.values()]
