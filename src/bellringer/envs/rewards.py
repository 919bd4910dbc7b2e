"""What each seat gets for a game: by its place, or its points. batch.py has the same for many games at once."""

from __future__ import annotations

from bellringer.core.compiled.state import State


def rewards_of(state: State, reward: str) -> list[float]:
    """What each seat gets: 0 before the end. `reward`: one of REWARDS of batch.py."""
    seats = range(state.seats)
    if not state.over:
        return [0.0] * len(seats)
    if reward == "score":
        return [float(state.score(p)) for p in seats]
    places = [state.place(p) for p in seats]
    if reward == "win":
        return [1 / places.count(1) if place == 1 else 0.0 for place in places]
    last = len(seats) - 1
    return [(len(seats) - place - (places.count(place) - 1) / 2) / last for place in places]
