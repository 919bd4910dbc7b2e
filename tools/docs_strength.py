"""Write the tables of docs/bots.md that say how strong the bots are, from docs/strength.json.

tools/strength.py measures, and keeps its figures there. A table stands between two comments, `<!-- strength: NAME -->`
and `<!-- end -->`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bellringer.core.contract.registry import find
from tools.contract import Contest
from tools.games import CONTESTS
from tools.generated import main
from tools.places import DOCS

__all__ = ["DATA", "TITLES", "keep", "markdown", "merged", "share_text", "written"]

DATA, PAGE = DOCS / "strength.json", DOCS / "bots.md"
TABLE = re.compile(r"(<!-- strength: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
FEW_GAMES = 20  # of which figures of chances say nothing
FEW = 100  # deals: with fewer, a figure is marked
MARK = "\\*"
NOT_YET, NONE = "not measured yet", "–"
TITLES = {
    "equal-2": "2 seats, 5 ms each",
    "tenth-2": "2 seats, 5 ms against 50",
    "equal-4": "alone against three, 5 ms each",
    "tenth-4": "alone against three, 3 ms against 30",
}
Figures = Mapping[str, Any]


def share_text(one: Figures) -> str:
    """A share of victories with its error, as `94.2 ± 3.1 %`."""
    error = "" if one["error"] is None else f" ± {100 * one['error']:.1f}"
    return f"{100 * one['value']:.1f}{error} %"


def of_deals(one: Figures) -> str:
    """How many deals a figure is from, with a mark where they are few."""
    return f"{one['deals']:,} deal{'s' * (one['deals'] > 1)}{MARK if one['deals'] < FEW else ''}"


def contests() -> list[tuple[str, Contest]]:
    """The columns of the tables: all games at all their tables."""
    return [(game, contest) for game, of_game in CONTESTS.items() for contest in of_game]


def lines_table(data: Figures) -> Iterator[list[str]]:
    """The search with a net against the one without."""
    yield ["match", *(contest.title for _, contest in contests())]
    for line, title in TITLES.items():
        cells = []
        for game, contest in contests():
            one = data.get(f"{game}-{contest.name}-{line}")
            goal = contest.goals.get(line)
            wanted = "" if goal is None else f"; goal {100 * goal:.0f} %"
            cells.append(f"{share_text(one)} ({of_deals(one)}{wanted})" if one else NOT_YET)
        yield [title, *cells]


def speeds_table(data: Figures) -> Iterator[list[str]]:
    """Who played in each line."""
    yield ["match", *(contest.title for _, contest in contests())]
    for line, title in TITLES.items():
        found = (data.get(f"{game}-{contest.name}-{line}") for game, contest in contests())
        yield [title, *(f"`{one['bots'][0]}`, `{one['bots'][1]}`" if one else NOT_YET for one in found)]


def bots_table(data: Figures) -> Iterator[list[str]]:
    """All bots, those first that are strongest in all games together."""
    columns = {
        CONTESTS[game][0].title: one
        for game in CONTESTS
        if (one := data.get(f"{game}-{CONTESTS[game][0].name}-bots")) is not None
    }
    heads = (f"{title}: rating and victories ({of_deals(one)})" for title, one in columns.items())
    yield ["bot", *(heads if columns else [NOT_YET])]
    names = {name: 0.0 for one in columns.values() for name in one["bots"]}
    for one in columns.values():
        for name, figures in one["bots"].items():
            names[name] += figures["rating"]
    for name in sorted(names, key=lambda name: -names[name]):
        yield [name, *(rating_text(one["bots"].get(name)) for one in columns.values())]


def rating_text(one: Figures | None) -> str:
    """A rating with its error, and the share of all victories."""
    return f"{one['rating']:+,.0f} ± {one['error']:.0f}, {100 * one['share']:.0f} %" if one else NONE


def without_table(data: Figures) -> Iterator[list[str]]:
    """The search without each of its tricks."""
    yield ["the search with", *(CONTESTS[game][0].title for game in CONTESTS)]
    tricks = dict.fromkeys(one["trick"] for one in data.values())
    for trick in tricks:
        found = [next((one for one in data.values() if (one["game"], one["trick"]) == (game, trick)), None)
                 for game in CONTESTS]  # fmt: skip
        yield [trick, *(f"{share_text(one)} ({of_deals(one)})" if one else NONE for one in found)]
    if not tricks:
        yield [NOT_YET, *(NONE for _ in CONTESTS)]


def features_tables(data: Figures) -> Iterator[str]:
    """For each game, the search whose net does not see a feature; the features that give most come first."""
    for game in CONTESTS:
        title = CONTESTS[game][0].title
        found = sorted((one for one in data.values() if one["game"] == game), key=lambda one: one["value"])
        if not found:
            yield f"{title}: {NOT_YET}.\n"
            continue
        told = f"{title}, {found[0]['iterations']:,} iterations each, {of_deals(found[0])} a feature"
        yield f"{told}:\n\n{as_table(features_rows(found))}"


def features_rows(found: Sequence[Figures]) -> Iterator[list[str]]:
    """Two features in each row, down the left half of the table and then down the right one."""
    half = (len(found) + 1) // 2
    cells = [[f"{one['feature']} ({one['block']})", share_text(one)] for one in found]
    cells += [["", ""]] * (2 * half - len(found))
    yield ["does not see", "wins"] * 2
    yield from (left + right for left, right in zip(cells[:half], cells[half:], strict=True))


def chances_tables(data: Figures) -> Iterator[str]:
    """For each game, how many seats were won of those that were called so."""
    for game in CONTESTS:
        one = data.get(f"{game}-chances")
        if one is None:
            yield f"{find(game).fields.title}: {NOT_YET}.\n"
            continue
        bots = ", ".join(f"`{bot}`" for bot in one["bots"])
        yield f"{find(game).fields.title}, {one['games']:,} games of {bots}:\n\n{as_table(chances_rows(one['seats']))}"


def chances_rows(seats: Mapping[str, Sequence[Figures]]) -> Iterator[list[str]]:
    """A row for each tenth, a column for each number of seats: what was won, and the mean of what was called."""
    yield ["called", *(f"{number} seats" for number in seats)]
    for tenth, found in enumerate(zip(*seats.values(), strict=True)):
        yield [f"{10 * tenth} to {10 * tenth + 10} %", *map(tenth_text, found)]


def tenth_text(one: Figures) -> str:
    """What was won of what was called, if that was in enough games."""
    if one["games"] < FEW_GAMES:
        return NONE
    return f"{100 * one['won']:.1f} ± {100 * one['error']:.1f} ({100 * one['called']:.1f})"


def as_table(rows: Iterator[list[str]]) -> str:
    """A table in Markdown; the first row is its head."""
    heading, *rest = rows
    return "".join(f"| {' | '.join(line)} |\n" for line in (heading, ["---"] * len(heading), *rest))


def table_of(name: str, data: Figures) -> str:
    """The text of one table. `data`: as in the file."""
    if (tables := {"chances": chances_tables, "features": features_tables}.get(name)) is not None:
        return "\n".join(tables(data.get(name, {})))
    rows = {"lines": lines_table, "speeds": speeds_table, "bots": bots_table, "without": without_table}[name]
    return as_table(rows(data.get("lines" if name == "speeds" else name, {})))


def markdown(data: Figures) -> str:
    """The tables of what was measured."""
    return "\n".join(table_of(name, data) for name in data)


def kept() -> dict[str, Any]:
    """The figures that are kept."""
    found: dict[str, Any] = json.loads(DATA.read_text("utf-8")) if DATA.exists() else {}
    return found


def keep(data: Figures) -> None:
    """Put figures among those that are kept, and write the page."""
    DATA.write_text(json.dumps(merged(kept(), data), indent=1) + "\n", "utf-8")
    for path, text in written().items():
        path.write_text(text, "utf-8")


def merged(data: Figures, new: Figures) -> dict[str, Any]:
    """Figures with new ones, which replace those of the same name, and all of their game's with another net."""
    nets = {one["game"]: one["net"] for figures in new.values() for one in figures.values()}
    found = {
        kind: {name: one for name, one in figures.items() if nets.get(one["game"], one["net"]) == one["net"]}
        for kind, figures in data.items()
    }
    for kind, figures in new.items():
        found[kind] = {**found.get(kind, {}), **rounded(figures)}
    return found


def rounded(value: Any) -> Any:
    """The same figures with five digits."""
    if isinstance(value, Mapping):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def written() -> dict[Path, str]:
    """The page and its text."""
    data = kept()
    text = PAGE.read_text("utf-8")
    return {PAGE: TABLE.sub(lambda found: f"{found[1]}{table_of(found[2], data)}{found[3]}", text)}


if __name__ == "__main__":
    sys.exit(main(__doc__ or "", written, "tools.docs_strength"))
