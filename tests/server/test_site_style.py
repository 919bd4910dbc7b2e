"""The pages' styles: colours of the boards, by day and by candle light, readable in both; no line too long to read."""

from __future__ import annotations

import re

import pytest

from bellringer.server.drawing.site.templating import file_of, static_files

DARK = "@media (prefers-color-scheme: dark)"
READABLE = 4.5  # WCAG AA for text
LONGEST_LINE = 120
VISIBLE = 3.0  # for what is no text: marks and edges
SHEETS = [name for name in static_files() if name.endswith(".css")]
ORDER = re.compile(r"^@layer ([a-z]+(?:, [a-z]+)+);$", re.MULTILINE)

# Text, and what it stands on: the lightest and the darkest of the sheet, cards, fields, buttons, the foot of the page.
TEXTS = [
    *((text, sheet) for text in ("ink", "ink-soft", "wine-ink")
      for sheet in ("paper", "paper-light", "lit", "dim", "field")),
    ("ink", "roof"), ("ink", "paper-deep"), ("on-wine", "wine"), ("on-wine", "wine-deep"),
]  # fmt: skip
MARKS = [(f"seat-{colour}", "on-seat") for colour in ("red", "blue", "green", "violet", "slate")]


def colours(style: str) -> dict[str, str]:
    """The custom properties that are plain colours; of several the first."""
    found: dict[str, str] = {}
    for name, value in re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{3,8});", style):
        found.setdefault(name, value)
    return found


def by_day_and_by_night(name: str) -> tuple[dict[str, str], dict[str, str]]:
    """A file's colours, both ways."""
    day, _, night = file_of(name).read_text(encoding="utf-8").partition(DARK)
    return colours(day), {**colours(day), **colours(night)}


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG defines it."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The ratio of two colours."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_the_pages_have_the_colours_of_the_boards() -> None:
    for pages, boards in zip(by_day_and_by_night("site.css"), by_day_and_by_night("board.css"), strict=True):
        shared = pages.keys() & boards.keys()
        assert {"paper", "ink", "gold", "shine", "wine", "seat-red", "on-seat"} <= shared
        assert {name: pages[name] for name in shared} == {name: boards[name] for name in shared}


@pytest.mark.parametrize("light", [0, 1], ids=["day", "night"])
def test_words_can_be_read_on_what_they_stand_on(light: int) -> None:
    found = by_day_and_by_night("site.css")[light]
    weak = {pair: round(ratio, 2) for pair in TEXTS if (ratio := contrast(*(found[name] for name in pair))) < READABLE}
    assert not weak


@pytest.mark.parametrize("light", [0, 1], ids=["day", "night"])
def test_the_shapes_of_the_seats_can_be_seen(light: int) -> None:
    found = by_day_and_by_night("site.css")[light]
    weak = {pair: round(ratio, 2) for pair in MARKS if (ratio := contrast(*(found[name] for name in pair))) < VISIBLE}
    assert not weak


@pytest.mark.parametrize("name", SHEETS)
def test_no_line_of_a_style_is_longer_than_one_of_the_code(name: str) -> None:
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == []


@pytest.mark.parametrize("name", SHEETS)
def test_only_what_can_hover_changes_under_a_pointer(name: str) -> None:
    """On a touch screen such a colour would stay after the tap."""
    style = re.sub(r"/\*.*?\*/", "", file_of(name).read_text(encoding="utf-8"), flags=re.DOTALL)
    rest = re.sub(r"@media \(hover: hover\) \{(?:[^{}]|\{[^{}]*\})*\}", "", style)
    changing = [rule for rule in re.findall(r"([^{}]*:hover[^{}]*)\{([^}]*)\}", rest) if "none" not in rule[1]]
    assert changing == []


def without_remarks(name: str) -> str:
    """A style without what it says to its readers."""
    return re.sub(r"/\*.*?\*/", "", file_of(name).read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_order_of_the_layers_is_declared_once_in_the_first_sheet() -> None:
    declared = {name: found for name in SHEETS if (found := ORDER.findall(without_remarks(name)))}
    assert list(declared) == ["site.css"]
    (order,) = declared["site.css"]
    assert set(order.split(", ")) == {layer_of(name) for name in SHEETS}


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_lies_in_its_layer(name: str) -> None:
    """Else a rule outranks one of another sheet by how many classes it names, or because its sheet is read later."""
    style = ORDER.sub("", without_remarks(name)).strip()
    assert style.startswith(f"@layer {layer_of(name)} {{")
    depths = [style[: place + 1].count("{") - style[: place + 1].count("}") for place in at_ends(style)]
    assert depths[-1] == 0 and 0 not in depths[:-1]


def layer_of(name: str) -> str:
    """The name of a sheet's layer: its own, or that of all games' boards."""
    return "game" if name.startswith("board-") else name.removesuffix(".css")


def at_ends(style: str) -> list[int]:
    """Where blocks end."""
    return [place for place, letter in enumerate(style) if letter == "}"]


MOVING = r"(?:^|[;{\s])animation:\s*([^;}]+)[;}]"
LONGEST_MOTION = 5  # seconds that anything may move by itself: WCAG 2.2.2


@pytest.mark.parametrize("name", [name for name in static_files() if name.endswith((".css", ".svg", ".js"))])
def test_nothing_moves_for_ever(name: str) -> None:
    """What glows does so for a few seconds; a drawing that never rests keeps a core busy, and distracts."""
    text = file_of(name).read_text(encoding="utf-8")
    if not name.endswith(".min.js"):
        assert not re.search(r"\binfinite\b|\bindefinite\b|iterations:\s*Infinity", text)
    if name.endswith(".css"):
        assert [words for words in re.findall(MOVING, text) if seconds_of(words) > LONGEST_MOTION] == []


def seconds_of(animation: str) -> float:
    """How long what a style says goes on, of all that it names the longest."""
    return max(seconds_of_one(one) for one in re.split(r",(?![^(]*\))", animation))


def seconds_of_one(animation: str) -> float:
    """The length of one: its time, as often as it comes, after its delay."""
    times = [
        float(number) * (0.001 if unit == "ms" else 1) for number, unit in re.findall(r"([\d.]+)(m?s)\b", animation)
    ]
    counts = [float(number) for number in re.findall(r"(?<=\s)([\d.]+)(?=\s|$)", animation)]
    return (times[0] if times else 0) * (counts[0] if counts else 1) + sum(times[1:])


def test_how_long_a_motion_goes_on_is_read_aright() -> None:
    assert seconds_of("none") == 0
    assert seconds_of("said .22s ease-out") == pytest.approx(0.22)
    assert seconds_of("glow 2s cubic-bezier(0, 1, 1, 0) 300ms 3, pressed 4s 2 1s") == 9
