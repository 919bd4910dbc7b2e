"""The results of a state for each seat: those of a game that is over, or those that the evaluation promises."""

import cython
from cython.cimports.bellringer.core.compiled.head import Head
from cython.cimports.libc.math import exp


def final_results(rules, state, seats, results):
    """Write the results of a game that is over. Equal seats share their places and the victory."""
    places = cython.declare(cython.int[SEATS_ROOM])
    for p in range(seats):
        places[p] = rules.place(state, p)
    for p in range(seats):
        equals: cython.int = 0
        better: cython.int = 0
        for q in range(seats):
            equals += places[q] == places[p]
            better += places[q] < places[p]
        results.win[p] = 1.0 / equals if better == 0 else 0.0
        results.place[p] = better + (equals + 1) / 2.0
        results.beaten[p] = (seats - results.place[p]) / (seats - 1)


def expected_results(rules, state, seats, swing, results):
    """Write the results that the evaluations promise: a lead of `swing` points means odds of e to 1."""
    if cython.cast(cython.pointer(Head), state).over:
        final_results(rules, state, seats, results)
        return
    points = cython.declare(cython.double[SEATS_ROOM])
    evaluate_seats(rules, state, seats, points)
    results_of(points, seats, swing, results)


def results_of(points, seats, swing, results):
    """Write the results that points promise: a lead of `swing` points means odds of e to 1. The points are lost."""
    most: cython.double = -1e9
    for p in range(seats):
        if points[p] > most:
            most = points[p]
    total: cython.double = 0
    for p in range(seats):
        points[p] = exp((points[p] - most) / swing)
        total += points[p]
    for p in range(seats):
        results.win[p] = points[p] / total
        ahead: cython.double = 0
        for q in range(seats):
            if q != p:
                ahead += points[p] / (points[p] + points[q] + 1e-30)
        results.beaten[p] = ahead / (seats - 1)
        results.place[p] = seats - ahead


def evaluate_seats(rules, state, seats, points):
    """Write the evaluations for all seats."""
    if rules.evaluate_all != cython.NULL:
        rules.evaluate_all(state, points)
        return
    for p in range(seats):
        points[p] = rules.evaluate(state, p)


def worth_for(results, seat, place_weight):
    """What results are worth to a seat: the place has the weight `place_weight`, the victory the rest."""
    return (1.0 - place_weight) * results.win[seat] + place_weight * results.beaten[seat]
