"""Prints the end of a game: the places, how ties were broken, the revealed seed and how to verify it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bellringer import Result, Table
from bellringer.terminal.players import Player
from bellringer.terminal.saving import Saving
from bellringer.terminal.screen import LOG_LINES, Screen

SEED = re.compile(r'^\[Seed "([0-9a-f]+)"\]$', re.MULTILINE)


def finish(table: Table, players: Mapping[int, Player], screen: Screen, saving: Saving, since: int) -> None:
    """Show the last position and the result, reveal the seed, and offer to save the game.

    `since`: the number of the first event to show in the log.
    """
    words = screen.words
    log = screen.log(table.events(since), words("play.log"), LOG_LINES)
    result = table.result
    assert result is not None
    told: list[RenderableType] = [ranking(table, result, screen, players), verdict(table, result, screen)]
    told += [*ties(table, result, screen), "", *seed_lines(table, screen)]
    screen.show_end(table, log, told)
    if saving.offer("play.save_record") and saving.path:
        screen.say(words("end.verify", shell=shlex.quote(str(saving.path))))


def ranking(table: Table, result: Result, screen: Screen, players: Mapping[int, Player] | None = None) -> Grid:
    """A table of the seats by place, with who played them if `players` is given."""
    words, terminal = screen.words, screen.game.terminal
    grid = Grid(title=Text(words("end.heading"), style="bold"), title_justify="left", box=box.SIMPLE_HEAD)
    who = [] if players is None else [words("end.player")]
    for heading in (words("end.place"), words("end.seat"), *who, *terminal.score_words(words.language)):
        grid.add_column(heading)
    human = words("end.you" if len(players or ()) == table.seats - 1 else "end.human")
    for seat in sorted(range(table.seats), key=lambda p: (result.places[p], p)):
        name = screen.seat(table.seat_names[seat])
        player = [] if players is None else [players[seat].words(words) if seat in players else human]
        numbers = (result.scores[seat], *result.tie_breaks[seat])
        grid.add_row(str(result.places[seat]), name, *player, *(str(number) for number in numbers))
    return grid


def verdict(table: Table, result: Result, screen: Screen) -> Text:
    """A line that says who has won."""
    names = screen.seats(table.seat_names[seat] for seat in result.winners).plain
    key = "end.one_winner" if len(result.winners) == 1 else "end.winners"
    return Text(screen.words(key, seats=names), style="bold")


def ties(table: Table, result: Result, screen: Screen) -> list[Text]:
    """For each score that several seats have, a line that says what decided between them."""
    words = screen.words
    what, *tie_breaks = screen.game.terminal.score_words(words.language)
    found = []
    for score in sorted({one for one in result.scores if result.scores.count(one) > 1}, reverse=True):
        level = [seat for seat in range(table.seats) if result.scores[seat] == score]
        names = screen.seats(table.seat_names[seat] for seat in level).plain
        if len({result.places[seat] for seat in level}) == 1:
            found.append(Text(words("end.still_tied", seats=names)))
            continue
        counts = " : ".join("/".join(map(str, result.tie_breaks[seat])) for seat in level)
        decide = ", ".join(tie_breaks)
        found.append(Text(words("end.tie", seats=names, score=score, what=what, ties=decide, counts=counts)))
    return found


def seed_lines(table: Table, screen: Screen) -> list[str]:
    """Lines with the revealed seed and the commitment that was published before the game."""
    found = SEED.search(table.record(public=True))
    assert found is not None  # the record of a finished game names the seed
    commitment = screen.words("end.committed", commitment=table.commitment)
    return [screen.words("end.seed", seed=found.group(1)), commitment]
