"""The match against OpenSpiel's search, and its games as peers of the environments. For `make openspiel`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bellringer
from benchmarks.env_peers import SpielPeer
from benchmarks.spiel_match import main

pytestmark = pytest.mark.openspiel

SHORT = ["--seconds", "0.004"]


@pytest.mark.parametrize("game", bellringer.game_names())
def test_a_match_goes_on_where_it_was_stopped(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"{game}.jsonl"
    main([str(tmp_path), "--games", game, "--deals", "1", *SHORT])
    first = path.read_text(encoding="utf-8").splitlines()
    assert len(first) == 3 and "in 1 deals" in capsys.readouterr().out
    path.write_text("\n".join(first[:2]) + "\n", encoding="utf-8")
    main([str(tmp_path), "--games", game, "--deals", "2", *SHORT])
    second = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(one["deal"], one["seat"]) for one in second[1:]] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    again = json.loads(first[2])
    assert {**second[2], "seconds": []} == {**again, "seconds": []}, "a game can be repeated"
    assert all(one["won"] in (0, 0.5, 1) and min(one["moves"]) > 0 for one in second[1:])


def test_another_match_does_not_go_on_in_the_same_folder(tmp_path: Path) -> None:
    game = bellringer.game_names()[0]
    main([str(tmp_path), "--games", game, "--deals", "1", *SHORT])
    with pytest.raises(SystemExit, match="another match"):
        main([str(tmp_path), "--games", game, "--deals", "1", "--seconds", "0.008"])


def test_a_peer_plays_a_batch() -> None:
    peer = SpielPeer("euchre", 8)
    assert peer.rate(0.01) > 0
    assert peer.seen.any(axis=1).all() and peer.masks.any(axis=1).all() and peer.seen.shape == (8, peer.width)
