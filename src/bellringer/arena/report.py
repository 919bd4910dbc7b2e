"""The report of a match for people: the same sections as Markdown and as one HTML page, with plots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from html import escape
from pathlib import Path
from typing import Any

from bellringer.arena.journal import MatchFolder
from bellringer.arena.match import Match
from bellringer.arena.plots import plots
from bellringer.arena.statistics import QUANTILES, Estimate, Figures
from bellringer.core.edges.files import write_text

MARKDOWN, PAGE, PLOTS = "report.md", "report.html", "plots"
NONE = "–"
TO = "to"  # between the ends of an interval
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #33312e; background: #fff; max-width: 52rem;
       margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; display: block;
        overflow-x: auto; }
th, td { padding: .25rem .8rem; border-bottom: 1px solid #d9d5cd; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
code { background: #f4f2ee; padding: .1rem .3rem; overflow-wrap: anywhere; }
svg { max-width: 100%; height: auto; }
"""


@dataclass(frozen=True)
class Section:
    """A heading with a paragraph, a table and perhaps a plot under it. `plot`: its name among the plots."""

    title: str
    text: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    plot: str | None = None


def write_report(results: MatchFolder, figures: Figures) -> tuple[Path, Path]:
    """Write both reports, and the plots that the Markdown shows, into the folder. Returns the paths of the reports."""
    match = results.match
    seat_names = match.found.seat_names(match.seats)
    drawn = plots(figures, seat_names)
    told = list(sections(match, figures, seat_names))
    title = f"{match.game}: {', '.join(match.bots)}"
    facts = {"Command": results.document["command"], **made_with(results.document["versions"])}
    (results.folder / PLOTS).mkdir(exist_ok=True)
    for name, text in drawn.items():
        write_text(results.folder / PLOTS / f"{name}.svg", text)
    paths = results.folder / MARKDOWN, results.folder / PAGE
    write_text(paths[0], markdown(title, facts, told))
    write_text(paths[1], page(title, facts, told, drawn))
    return paths


def made_with(versions: dict[str, str]) -> dict[str, str]:
    return {"Versions": ", ".join(f"{name} {version}" for name, version in versions.items())}


def sections(match: Match, figures: Figures, seat_names: Sequence[str]) -> Iterator[Section]:
    """All sections, in the order of the report."""
    yield about(match)
    yield victories(match, figures)
    yield rating_section(figures)
    yield head_to_head(figures)
    yield seat_effects(figures, seat_names)
    yield seat_by_bot(figures, seat_names)
    yield length_section(figures)
    yield time_section(figures)


def about(match: Match) -> Section:
    text = (
        f"{match.deals:,} deals; each was played {match.games_a_deal} times, with every rotation of the seats"
        f"{f' of {len(match.lineups)} line-ups' if len(match.lineups) > 1 else ''}: {match.games:,} games. "
        "Intervals are at 95 % and have the deals as their units, not the games. "
        "Level seats share a victory, and take the mean of the places that they share."
    )
    options = [[name, shown(value)] for name, value in match.options.items() if value != ()]
    facts = [["seats", str(match.seats)], *options, ["components", match.components or NONE], ["seed", str(match.seed)]]
    return Section("The match", text, ("choice", "value"), facts)


def victories(match: Match, figures: Figures) -> Section:
    rows = [
        [bot.name, f"{bot.games:,}", *share(bot.win_share), *number(bot.place, 2), *number(bot.score, 1)]
        for bot in figures.bots
    ]
    columns = ("bot", "seats played", "win share", "95 %", "mean place", "95 %", "mean score", "95 %")
    text = f"Were all alike, each would win {1 / match.seats:.1%} and have {(match.seats + 1) / 2:g} as its mean place."
    return Section("Victories and places", text, columns, rows, "win-share")


def rating_section(figures: Figures) -> Section:
    text = (
        "Strengths of the Plackett-Luce model, fitted to all pairs of each game by choix; their mean is 0, and 400 "
        "points more are odds of ten to one to finish before the other. Each bot is given half a win over each other "
        "beforehand. Intervals: deals drawn again with replacement."
    )
    rows = [[bot.name, *number(bot.rating, 0, "+")] for bot in figures.bots]
    return Section("Ratings", text, ("bot", "rating", "95 %"), rows, "rating")


def head_to_head(figures: Figures) -> Section:
    names = [bot.name for bot in figures.bots]
    text = "How often the bot of the row finished before the bot of the column; level counts half."
    rows = [[one, *(cell(figures.ahead.get((one, other))) for other in names)] for one in names]
    return Section("Head to head", text, ("bot", *names), rows, "head-to-head")


def seat_effects(figures: Figures, seat_names: Sequence[str]) -> Section:
    rows = [
        [name, *share(seat.win_share), *number(seat.place, 2), *number(seat.score, 1)]
        for name, seat in zip(seat_names, figures.seats, strict=True)
    ]
    columns = ("seat", "win share", "95 %", "mean place", "95 %", "mean score", "95 %")
    return Section("Seat effects", "All bots together; each sat on every seat equally often.", columns, rows, "seats")


def seat_by_bot(figures: Figures, seat_names: Sequence[str]) -> Section:
    rows = [[bot.name, *map(cell, bot.win_share_by_seat)] for bot in figures.bots]
    return Section("Win share by bot and seat", "", ("bot", *seat_names), rows)


def length_section(figures: Figures) -> Section:
    columns = ("mean", "95 %", *(f"{q:.0%}" for q in QUANTILES))
    row = [*number(figures.length, 1), *(f"{value:.0f}" for value in figures.length_quantiles)]
    text = "Decisions in a game, all seats together, and their quantiles."
    return Section("Game lengths", text, columns, [row], "length")


def time_section(figures: Figures) -> Section:
    rows = [[bot.name, *milliseconds(bot.seconds_a_move), f"{bot.moves_a_game:.1f}"] for bot in figures.bots]
    text = "Wall time in the bot's own function, on the machine that played; longer where bots share the cores."
    columns = ("bot", "ms a move", "95 %", "moves a game")
    return Section("Time per move", text, columns, rows, "time")


# figures as text


def shown(value: Any) -> str:
    """The value of an option, in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def share(found: Estimate, to: str = TO) -> tuple[str, str]:
    """A share and its interval, as percentages."""
    if found.low is None or found.high is None:
        return f"{found.value:.1%}", NONE
    return f"{found.value:.1%}", f"{100 * found.low:.1f} {to} {found.high:.1%}"


def number(found: Estimate, digits: int, sign: str = "", to: str = TO) -> tuple[str, str]:
    """A figure and its interval, with so many digits after the point. `sign`: `+` to show the sign."""
    form = f"{sign}.{digits}f"
    if found.low is None or found.high is None:
        return f"{found.value:{form}}", NONE
    return f"{found.value:{form}}", f"{found.low:{form}} {to} {found.high:{form}}"


def milliseconds(seconds: Estimate) -> tuple[str, str]:
    """A time and its interval in milliseconds, with three significant digits."""
    value, low, high = (None if one is None else three_digits(1000 * one) for one in astuple(seconds))
    return value or NONE, f"{low} {TO} {high}" if low and high else NONE


def three_digits(value: float) -> str:
    """A number with three significant digits: `1,234`, `123`, `12.3`, `0.00123`."""
    if value <= 0:
        return "0"
    return f"{value:,.{min(6, max(0, 2 - math.floor(math.log10(value))))}f}"


def cell(found: Estimate | None) -> str:
    """A share with its interval in brackets, for one cell of a table."""
    if found is None:
        return NONE
    value, interval = share(found)
    return value if interval == NONE else f"{value} ({interval})"


# the two forms


def markdown(title: str, facts: dict[str, str], told: Sequence[Section]) -> str:
    """The report as Markdown. Its plots are separate files."""
    lines = [f"# {plain(title)}", "", *(f"{name}: `{value}`  " for name, value in facts.items()), ""]
    for section in told:
        lines += [f"## {section.title}", ""]
        if section.text:
            lines += [section.text, ""]
        columns = [plain(column) for column in section.columns]
        lines += [table_row(columns), table_row([":--", *["--:"] * (len(columns) - 1)])]
        lines += [*(table_row([plain(entry) for entry in row]) for row in section.rows), ""]
        if section.plot:
            lines += [f"![{section.title}]({PLOTS}/{section.plot}.svg)", ""]
    return "\n".join(lines)


def table_row(entries: Sequence[str]) -> str:
    return f"| {' | '.join(entries)} |"


def plain(text: str) -> str:
    """Escape the characters that mean something in Markdown."""
    return "".join(f"\\{letter}" if letter in "\\|*_`[]<>#" else letter for letter in text)


def page(title: str, facts: dict[str, str], told: Sequence[Section], drawn: dict[str, str]) -> str:
    """The report as one HTML page, with styles and plots inside."""
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(name)}: <code>{escape(value)}</code></p>" for name, value in facts.items()),
    ]
    for section in told:
        parts += [f"<h2>{escape(section.title)}</h2>", f"<p>{escape(section.text)}</p>" if section.text else ""]
        parts += ["<table><thead>", html_row("th", section.columns), "</thead><tbody>"]
        parts += [*(html_row("td", row) for row in section.rows), "</tbody></table>"]
        if section.plot:
            drawing = own_ids(drawn[section.plot], section.plot)
            parts.append(f'<figure aria-label="{escape(section.title)}">{drawing}</figure>')
    return "\n".join([*parts, "</body></html>", ""])


def html_row(kind: str, entries: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(entry)}</{kind}>' for entry in entries)}</tr>"


def own_ids(text: str, prefix: str) -> str:
    """Prefix the ids of an SVG, so that several plots can be on one page."""
    for before in ('id="', 'href="#', "url(#"):
        text = text.replace(before, f"{before}{prefix}-")
    return text
