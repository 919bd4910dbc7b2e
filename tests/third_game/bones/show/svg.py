"""The heap as a picture: a number on a disc."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.resources import files
from pathlib import Path

from bellringer.core.shown.show import Pieces, View
from bellringer.svg.board import definitions, emblems_of, layer, spot, standalone
from bellringer.svg.elements import Point, element, words
from bellringer.svg.pieces import pieces_on
from bones.words.sentences import name_words

SIZE: Point = (200, 200)
NAME = "Bones"
emblems = emblems_of(__package__)
styles = Path(str(files(__package__).joinpath("board.css")))


def ground(view: View, language: str) -> str:
    letters = {seat: name_words("letter", seat, language) for seat in view["players"]}
    used = definitions(letters, 20, emblems, emblems)
    return layer("ground", used + element("circle", class_="heap", cx=100, cy=100, r=60), SIZE, NAME, role="img")


def live(view: View, language: str, legal_targets: Collection[str] = ()) -> str:
    heap = spot("heap", NAME, at=(100, 100), touch_radius=60) if legal_targets else ""
    return layer("live", words(view["heap"], 100, 100) + heap, SIZE, NAME, id_="live")


def pieces(view: View, language: str, boards: Sequence[str]) -> Pieces:
    return pieces_on(live(view, language), boards)


def chart(view: View, language: str, legal_targets: Collection[str] = ()) -> str:
    return layer("", ground(view, language) + live(view, language, legal_targets), SIZE, NAME)


def picture(view: View, language: str, legal_targets: Collection[str] = ()) -> str:
    return standalone(ground(view, language) + live(view, language, legal_targets), SIZE, NAME, styles)
