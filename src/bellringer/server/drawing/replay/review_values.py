"""What the pages of a review show: plain values for their templates, made of the review and of the game it is of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bellringer.review.chart import key, plot
from bellringer.review.course import Course
from bellringer.review.estimates import Measured
from bellringer.review.plan import LUCK, SEARCHES
from bellringer.review.results import Chances, Review, Step, Why
from bellringer.review.sentences import Teller, figure, percent, with_error
from bellringer.server.drawing.replay.replay_source import ALL, Source
from bellringer.server.drawing.site.labels import seat_letter

Values = dict[str, Any]
DIGEST_SHOWN = 12


@dataclass(frozen=True)
class ReviewShown:
    """A review as a reader sees it. `source`: the replay of its game; `who`: what the seats are called."""

    course: Course
    review: Review
    source: Source
    language: str
    who: Sequence[str]

    @cached_property
    def teller(self) -> Teller:
        """Who puts it into words."""
        return Teller(self.course, self.review, self.language, self.who)

    @property
    def said(self) -> Callable[..., str]:
        """The words of all reviews."""
        return self.teller.said

    @property
    def path(self) -> str:
        """Of the page of the review."""
        return f"{self.source.back_path}/review"

    def seat(self, number: int) -> Values:
        """A seat: its colour, the letter of its sign, its name."""
        colour = self.review.seats[number]
        letter = seat_letter(self.course.game.name, colour, self.language)
        return {"number": number, "colour": colour, "letter": letter, "name": self.who[number]}

    @property
    def seats(self) -> list[Values]:
        """All seats, each with what play and luck did to it."""
        mistakes = [step.seat for step in self.review.mistakes]
        return [
            {
                **self.seat(number),
                "place": place,
                "lost": with_error(self.review.play(number), self.language, ""),
                "mistakes": mistakes.count(number),
                "luck": with_error(self.review.luck[number], self.language),
                "learn_url": self.learn_url(number),
            }
            for number, place in enumerate(self.review.places)
        ]

    @property
    def ending(self) -> Sequence[str]:
        """How the game ended, in sentences."""
        return self.course.game.words.result_words(self.course.result, self.language, self.teller.seats)

    # the chart

    def eyes_meant(self, wanted: str) -> int | None:
        """The seat whose eyes an address asks for; None for all open."""
        return self.review.seats.index(wanted) if wanted in self.review.seats else None

    def chart(self, viewer: int | None) -> Values:
        """The chart of win chances as a drawing and as a table. `viewer`: whose eyes; None for all open."""
        told = self.said("chart.open") if viewer is None else self.said("chart.eyes", seat=self.who[viewer])
        chances, turns = self.review.chart(viewer), [one.turn for one in self.review.turns]
        label = f"{told} · {self.said('chart.label')}"
        return {
            "told": told,
            "drawing": plot(chances, self.review.seats, turns, label.replace('"', "&quot;")),
            "lines": [key(number, name) for number, name in enumerate(self.review.seats)],
            "levels": [percent(share, self.language) for share in (1, 0.75, 0.5, 0.25, 0)],
            "first": self.teller.moment(0),
            "last": self.said("review.end"),
            "rows": [self.chance_row(place, one) for place, one in enumerate(chances)],
            "eyes": list(self.eyes_to_have(viewer)),
        }

    def eyes_to_have(self, viewer: int | None) -> Iterator[Values]:
        """The eyes through which the chart can be seen, each with the way there."""
        yield {"words": self.said("chart.open"), "url": f"{self.path}#chart", "is_on": viewer is None, "seat": None}
        for number, name in enumerate(self.review.seats):
            words = self.said("chart.eyes", seat=self.who[number])
            yield {"words": words, "url": f"{self.path}?eyes={name}#chart", "is_on": viewer == number,
                   "seat": self.seat(number)}  # fmt: skip

    def chance_row(self, place: int, chances: Chances) -> Values:
        """The chances before a decision, or at the end."""
        is_end = place == len(self.review.steps)
        return {
            "moment": self.teller.moment(place),
            "url": "" if is_end else self.move_url(place),
            "decides": None if is_end else self.seat(self.review.steps[place].seat),
            "chances": [percent(one.value, self.language) for one in chances],
        }

    # moments

    def at(self, turn: int) -> int:
        """The moment of the replay at which a move was asked for: so many events had been told."""
        return self.source.table.events_of_turn(turn).start

    def replay_url(self, turn: int, eyes: str = ALL) -> str:
        """The way to it."""
        return self.source.url(self.at(turn), eyes)

    def move_url(self, turn: int) -> str:
        """The page of one moment."""
        return f"{self.path}/{self.teller.number(turn)}"

    def learn_url(self, seat: int) -> str:
        """Where a seat's mistakes are learned from; empty without any."""
        return f"{self.path}/learn?eyes={self.review.seats[seat]}" if self.mistakes_of(seat) else ""

    def mistakes_of(self, seat: int) -> list[Step]:
        """The mistakes of a seat in the order of the game."""
        return sorted((step for step in self.review.mistakes if step.seat == seat), key=lambda step: step.turn)

    def turn_of(self, number: int) -> int | None:
        """The turn of a move's number; None for one that the game does not have."""
        turn = number - self.review.moves_before - 1
        return turn if 0 <= turn < len(self.review.steps) else None

    @property
    def moments(self) -> list[Values]:
        """The moments that turned the game, and the mistakes that are explained of themselves, in their order."""
        explained = {step.turn for step in self.review.mistakes[: self.review.plan.moments]}
        turns = {one.turn for one in self.review.turns}
        return [self.moment(turn) for turn in sorted(explained | turns)]

    def moment(self, turn: int) -> Values:
        """A moment: who played what, what changed, what the bot thinks of it, and why."""
        step, said = self.review.steps[turn], self.said
        tags = [
            (said("moments.turned"), "turned", any(one.turn == turn for one in self.review.turns)),
            (said("moments.mistake"), "bad", step.is_mistake),
            (said("moments.chance"), "chance", any(one.turn == turn for one in self.review.lucks)),
        ]
        why = self.review.why(turn)
        return {
            "turn": turn,
            "number": self.teller.number(turn),
            "moment": self.teller.moment(turn),
            "seat": self.seat(step.seat),
            "played": self.teller.move(turn, step.played),
            "tags": [(words, kind) for words, kind, is_so in tags if is_so],
            "changes": self.teller.what_changed(turn),
            "judgement": self.teller.judgement(step),
            "why": None if why is None else self.why(why),
            "may_ask": why is None and step.compared is not None,
            "url": self.move_url(turn),
            "replay_url": self.replay_url(turn),
            "eyes_url": self.replay_url(turn, self.review.seats[step.seat]),
        }

    def why(self, why: Why) -> Values:
        """Why a move was better or worse."""
        return {"heading": self.teller.why_heading(why), "lines": self.teller.why(why)}

    def thoughts(self, turn: int) -> list[Values]:
        """What the bot considered at a moment, its own move first: how good each was."""
        step = self.review.steps[turn]
        return [
            {
                "move": self.teller.move(turn, one.name),
                "is_best": one.name in step.best,
                "is_played": one.name == step.played,
                "chance": self.chance_words(one.chance),
                "behind": "" if one.behind is None else with_error(one.behind, self.language, ""),
            }
            for one in step.moves
            if one.visits or one.name == step.played
        ]

    def points(self, found: Measured) -> str:
        """Points of win chance with their error."""
        return with_error(found, self.language, "")

    def chance_words(self, found: Measured) -> str:
        """A win chance."""
        return percent(found.value, self.language)

    # all of it

    @property
    def decisions(self) -> list[Values]:
        """Every decision: what was played, what the bot would have, and what that costs."""
        return [self.decision(step) for step in self.review.steps]

    def decision(self, step: Step) -> Values:
        """One decision."""
        lost = figure(0, self.language) if step.played in step.best else with_error(step.loss, self.language, "")
        return {
            "number": self.teller.number(step.turn),
            "url": self.move_url(step.turn),
            "seat": self.seat(step.seat),
            "played": self.teller.move(step.turn, step.played),
            "best": "; ".join(self.teller.move(step.turn, name) for name in step.best),
            "chance": self.chance_words(step.known[step.seat]),
            "lost": lost,
            "is_mistake": step.is_mistake,
        }

    @property
    def chances(self) -> list[Values]:
        """Every chance moment, and what it did to each seat."""
        return [
            {"moment": self.teller.moment(one.turn), "luck": [with_error(luck, self.language) for luck in one.luck]}
            for one in self.review.lucks
        ]

    @property
    def made(self) -> list[str]:
        """How it was found."""
        plan, review = self.review.plan, self.review
        searches = self.said("made.searches", searches=SEARCHES, look=plan.look, again=plan.again,
                             redeals=plan.redeals, luck=LUCK, pairs=plan.pairs)  # fmt: skip
        by = {"version": review.version, "by": review.judged_by, "digest": review.digest[:DIGEST_SHOWN]}
        return [searches, self.said("made.version", **by)]
