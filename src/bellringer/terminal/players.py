"""A bot at a terminal, and what it is called there."""

from __future__ import annotations

from dataclasses import dataclass

from bellringer import bots
from bellringer.core.shown.words import Words


@dataclass(frozen=True)
class Player:
    """A bot, with the name that it was asked for by."""

    name: str
    bot: bots.Bot

    def words(self, words: Words) -> str:
        """The bot's name, with its manner in words: `expert, cautious`."""
        name, manner = bots.parts_of(self.name)
        return f"{name}, {words(f'manner.{manner}')}" if manner else name
