"""A review as one page that needs no other file, no script and no server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from bellringer.review.chart import key, plot
from bellringer.review.course import Course
from bellringer.review.plan import LUCK, SEARCHES
from bellringer.review.results import Luck, Review, Step
from bellringer.review.sentences import Teller, figure, percent, points, with_error

OPEN = "open"
DIGEST_SHOWN = 12


def page(course: Course, review: Review, language: str, who: Sequence[str] | None = None) -> str:
    """The page of a review. `who`: what the seats are called, if not by their colours."""
    return Page(Teller(course, review, language, who)).text()


def element(name: str, inside: str, **attributes: str) -> str:
    """An element around what is HTML already. `class_` is the attribute `class`."""
    given = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{given}>{inside}</{name}>"


def paragraph(text: str, **attributes: str) -> str:
    """A paragraph of plain text."""
    return element("p", escape(text), **attributes)


class Page:
    """Draws the parts of the page."""

    def __init__(self, teller: Teller) -> None:
        self.teller, self.said, self.language = teller, teller.said, teller.language
        self.review, self.course = teller.review, teller.course

    def text(self) -> str:
        """The whole page."""
        game = self.course.game.words.words_in(self.language).text("page.name")
        title = self.said("review.title", game=game)
        style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
        head = (
            '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(title)}</title><style>{style}{self.views_style()}</style>"
        )
        body = "\n".join([element("header", self.header(title)), element("main", "\n".join(self.sections()))])
        return f'<!doctype html>\n<html lang="{self.language}"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'

    def header(self, title: str) -> str:
        """The title, how the game ended, and whose judgement it is."""
        result = self.course.game.words.result_words(self.course.result, self.language, self.teller.seats)
        older = self.review.moves_before
        parts = [element("h1", escape(title)), *(paragraph(one) for one in result)]
        if older:
            parts.append(paragraph(self.said("review.older", n=older)))
        return "\n".join([*parts, paragraph(self.said("review.judgement"), class_="note")])

    def sections(self) -> Iterator[str]:
        """The sections in their order."""
        yield self.section("chart", self.chart())
        yield self.section("seats", paragraph(self.said("seats.whole"), class_="note") + self.seat_table())
        yield self.section("moments", self.moments())
        yield self.folded("decisions", self.decision_table())
        yield self.folded("chances", self.chance_table())
        yield self.folded("made", self.made())

    def section(self, name: str, inside: str) -> str:
        """A section with its heading."""
        heading = element("h2", escape(self.said(f"{name}.title")), id=name)
        return element("section", heading + inside, aria_labelledby=name)

    def folded(self, name: str, inside: str) -> str:
        """A section that is folded away."""
        heading = element("h2", escape(self.said(f"{name}.title")))
        return element("details", element("summary", heading) + inside)

    def who(self, seat: int) -> str:
        """A seat by its name, in its colour."""
        return element("span", escape(self.teller.who(seat)), class_=f"who of-{self.review.seats[seat]}")

    def table(self, name: str, heads: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> str:
        """A table whose cells are HTML. `name`: what it shows; `texts`: how many columns at the left are text."""
        kinds = [{"class_": "text"} if place < texts else {} for place in range(len(heads))]
        top = "".join(element("th", head, scope="col", **kind) for head, kind in zip(heads, kinds, strict=True))
        lines = []
        for first, *others in rows:
            cells = (element("td", cell, **kind) for cell, kind in zip(others, kinds[1:], strict=True))
            lines.append(element("tr", element("th", first, scope="row") + "".join(cells)))
        inside = element("thead", element("tr", top)) + element("tbody", "".join(lines))
        return element("div", element("table", inside), class_="wide", tabindex="0", role="group", aria_label=name)

    # the chart

    @property
    def views(self) -> list[tuple[str, int | None, str]]:
        """The charts that there are: a name, whose eyes, and the words."""
        eyes = [
            (f"eyes-{seat}", seat, self.said("chart.eyes", seat=self.teller.who(seat)))
            for seat in range(len(self.review.seats))
        ]
        return [(OPEN, None, self.said("chart.open")), *eyes]

    def views_style(self) -> str:
        """The rules by which the chosen chart is shown."""
        return "".join(f".of-chart:has(#v-{name}:checked) .chart.{name}{{display:grid}}" for name, _, _ in self.views)

    def chart(self) -> str:
        """The charts, one of which is shown; their key; and the numbers as a table."""
        choices = "".join(
            element(
                "label",
                f'<input type="radio" name="view" id="v-{name}"{" checked" if name == OPEN else ""}>{escape(told)}',
            )
            for name, _, told in self.views
        )
        legend = element("legend", escape(self.said("chart.view")), class_="soft")
        chosen = element("fieldset", legend + element("div", choices, class_="views"))
        keys = "".join(
            element("li", key(seat, name) + self.who(seat)) for seat, name in enumerate(self.review.seats)
        ) + element("li", escape(self.said("chart.turned")), class_="soft")
        plots = "".join(self.one_chart(name, viewer, told) for name, viewer, told in self.views)
        table = element("summary", escape(self.said("chart.table"))) + self.chance_rows()
        inside = chosen + plots + element("ul", keys, class_="keys") + element("details", table)
        return paragraph(self.said("chart.whole"), class_="note") + element("div", inside, class_="of-chart")

    def one_chart(self, name: str, viewer: int | None, told: str) -> str:
        """One chart with its axes."""
        ys = element("div", "".join(f"<span>{percent(y, self.language)}</span>" for y in (1, 0.75, 0.5, 0.25, 0)),
                     class_="ys", aria_hidden="true")  # fmt: skip
        label = f"{told}: {self.said('chart.label')}"
        turns = [one.turn for one in self.review.turns]
        drawn = plot(self.review.chart(viewer), self.review.seats, turns, escape(label))
        xs = f"<span>{escape(self.teller.moment(0))}</span><span>{escape(self.said('review.end'))}</span>"
        return element("div", ys + drawn + element("div", xs, class_="xs", aria_hidden="true"), class_=f"chart {name}")

    def chance_rows(self) -> str:
        """The chart, all open, as a table."""
        chart = self.review.chart()
        rows = []
        for place, chances in enumerate(chart):
            is_end = place == len(self.review.steps)
            decides = "" if is_end else self.who(self.review.steps[place].seat)
            cells = [percent(one.value, self.language) for one in chances]
            rows.append([escape(self.teller.moment(place)), decides, *cells])
        heads = [escape(self.said("chart.move")), escape(self.said("chart.decides"))]
        heads += map(self.who, range(len(self.review.seats)))
        return self.table(self.said("chart.table"), heads, rows, 2)

    # seats and moments

    def seat_table(self) -> str:
        """What play and luck did to each seat."""
        said, rows = self.said, []
        for seat, place in enumerate(self.review.places):
            mistakes = sum(step.seat == seat for step in self.review.mistakes)
            lost, luck = self.review.play(seat), self.review.luck[seat]
            rows.append([
                self.who(seat), str(place), with_error(lost, self.language, ""), str(mistakes),
                with_error(luck, self.language),
            ])  # fmt: skip
        heads = [escape(said(f"seats.{name}")) for name in ("seat", "place", "lost", "mistakes", "luck")]
        return self.table(said("seats.title"), heads, rows)

    def moments(self) -> str:
        """The moments that turned the game, and the mistakes that are explained, in their order."""
        if not self.review.told:
            return paragraph(self.said("moments.none"))
        return element("ol", "".join(self.moment(turn) for turn in self.review.told), class_="moments")

    def moment(self, turn: int) -> str:
        """A moment: who played what, what changed, what the bot thinks of it, and why."""
        step, said = self.review.steps[turn], self.said
        is_turn = any(one.turn == turn for one in self.review.turns)
        is_chance = any(one.turn == turn for one in self.review.lucks)
        tags = [
            *([element("span", escape(said("moments.turned")), class_="tag")] if is_turn else []),
            *([element("span", escape(said("moments.mistake")), class_="tag bad")] if step.is_mistake else []),
            *([element("span", escape(said("moments.chance")), class_="tag")] if is_chance else []),
        ]
        played = escape(self.teller.move(turn, step.played))
        heading = f"{escape(self.teller.moment(turn))} · {self.who(step.seat)}: {played}"
        parts = [element("h3", heading + "".join(tags))]
        parts += [paragraph(one, class_="soft") for one in self.teller.what_changed(turn)]
        parts += [paragraph(one) for one in self.teller.judgement(step)]
        if why := self.review.why(turn):
            lines = "".join(element("li", escape(one)) for one in self.teller.why(why))
            parts.append(element("div", paragraph(self.teller.why_heading(why)) + element("ul", lines), class_="why"))
        return element("li", "".join(parts), id=f"move-{self.teller.number(turn)}")

    # what is folded away

    def decision_table(self) -> str:
        """Every decision: what was played, what the bot would have, and what that costs."""
        said = self.said
        heads = [escape(said("chart.move")), escape(said("chart.decides")),
                 *(escape(said(f"decisions.{name}")) for name in ("played", "bot", "chance", "loss"))]  # fmt: skip
        return self.table(said("decisions.title"), heads, [self.decision_row(step) for step in self.review.steps], 4)

    def decision_row(self, step: Step) -> list[str]:
        """One decision."""
        best = "; ".join(self.teller.move(step.turn, name) for name in step.best)
        own = step.known[step.seat]
        loss = with_error(step.loss, self.language, "") if step.played not in step.best else figure(0, self.language)
        number = str(self.teller.number(step.turn))
        played = escape(self.teller.move(step.turn, step.played))
        return [number, self.who(step.seat), played, escape(best), percent(own.value, self.language), loss]

    def chance_table(self) -> str:
        """Every chance moment, and what it did to each seat."""
        if not self.review.lucks:
            return paragraph(self.said("chances.none"))
        heads = [escape(self.said("chart.move")), *map(self.who, range(len(self.review.seats)))]
        rows = [self.chance_row(one) for one in self.review.lucks]
        note = paragraph(self.said("chances.whole", n=self.review.plan.redeals), class_="note")
        return note + self.table(self.said("chances.title"), heads, rows)

    def chance_row(self, luck: Luck) -> list[str]:
        """One chance moment."""
        return [escape(self.teller.moment(luck.turn)), *(with_error(one, self.language) for one in luck.luck)]

    def made(self) -> str:
        """How much was thought."""
        plan, review = self.review.plan, self.review
        found = self.said(
            "made.searches", searches=SEARCHES, look=plan.look, again=plan.again, redeals=plan.redeals, luck=LUCK,
            pairs=plan.pairs,
        )  # fmt: skip
        version = self.said(
            "made.version", version=review.version, by=review.judged_by, digest=review.digest[:DIGEST_SHOWN]
        )
        return paragraph(found) + paragraph(version)


__all__ = ["page", "points"]
