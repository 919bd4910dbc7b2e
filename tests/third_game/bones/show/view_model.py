"""A view, with the game's words."""

from __future__ import annotations

from bellringer.core.shown.view_model import ViewModel
from bones.words import sentences


class HeapModel(ViewModel):
    def name(self, kind: str, name: str) -> str:
        return sentences.name_words(kind, name, self.language)
