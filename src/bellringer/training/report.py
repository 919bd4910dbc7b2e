"""The report of a training: its rounds, and how its losses went, as Markdown and as one HTML page with plots."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bellringer.arena.journal import versions
from bellringer.arena.plots import GRID, INK, MARK, STYLE, WIDTH, svg
from bellringer.arena.report import MARKDOWN, PAGE, PLOTS, Section, made_with, markdown, page, share
from bellringer.arena.statistics import Estimate
from bellringer.core.edges.files import write_text
from bellringer.training.rounds import Round, TrainingFolder

OTHER = "#b5652b"


def write_report(found: TrainingFolder) -> list[Path]:
    """Write both reports, and their plots, into the folder of a training with a round or more. Returns the paths."""
    rounds, folder = found.rounds, found.folder
    told = list(sections(found))
    drawn = plots(rounds)
    training = found.training
    title = f"{training.game}: a training"
    facts = {"Command": f"{training.command()} --out {folder}", **made_with(versions())}
    (folder / PLOTS).mkdir(exist_ok=True)
    for name, text in drawn.items():
        write_text(folder / PLOTS / f"{name}.svg", text)
    paths = [folder / MARKDOWN, folder / PAGE]
    write_text(paths[0], markdown(title, facts, told))
    write_text(paths[1], page(title, facts, told, drawn))
    return paths


def gate_share(one: Round) -> Estimate:
    """The new net's part of the victories at the gate of a round."""
    return Estimate(**one.card["gate"]["share"])


def log_loss(one: Round) -> float:
    """The log-loss of a round's net on held-out games, in the mean over all positions."""
    by_seats = one.card["figures"]["seats"].values()
    return float(sum(by["log_loss"] * by["held_out"] for by in by_seats) / sum(by["held_out"] for by in by_seats))


# sections


def sections(found: TrainingFolder) -> Iterator[Section]:
    yield about(found)
    yield gates(found.rounds)
    yield losses(found.rounds)
    yield passes(found.rounds[-1])
    yield calibration(found.rounds[-1])


def about(found: TrainingFolder) -> Section:
    text = (
        "In each round the last net that was taken plays against itself, a net is fitted to the games of the latest "
        "rounds, and it is taken if it beats the last one. The first round plays without a net, unless there is one "
        "to begin from."
    )
    rows = [[name.replace("_", " "), json.dumps(value)] for name, value in found.training.identity().items()]
    return Section("The training", text, ("choice", "value"), rows)


def gates(rounds: Sequence[Round]) -> Section:
    rows = []
    for one in rounds:
        gate, seconds = one.card["gate"], one.card["seconds"]
        last = {None: "no net", 0: "the beginning"}.get(one.card["last"], f"round {one.card['last']}")
        times = [f"{seconds[name]:,.0f}" for name in ("play", "fit", "gate")]
        taken = "yes" if gate["taken"] else "no"
        rows.append([str(one.number), last, str(gate["deals"]), *share(gate_share(one)), taken, *times])
    text = (
        "The new net against the last one that was taken: its part of the victories, with 95 % intervals that have "
        "the deals as their units. A match ends as soon as it is clear. Times are seconds of play, fit and gate."
    )
    columns = ("round", "against", "deals", "share", "95 %", "taken", "play", "fit", "gate")
    return Section("Gates", text, columns, rows, "gates")


def losses(rounds: Sequence[Round]) -> Section:
    rows = []
    for one in rounds:
        for seats, by in one.card["figures"]["seats"].items():
            counts = [f"{by[name]:,}" for name in ("games", "positions", "held_out")]
            rows.append([str(one.number), seats, *counts, f"{by['log_loss']:.4f}", f"{by['log_loss_floats']:.4f}"])
    text = (
        "The mean of -log(chance of who won) on games that the fit did not learn from, by the integers that bots use "
        "and by the floats that were fitted. Every round has other games: small differences between rounds say nothing."
    )
    columns = ("round", "seats", "games", "positions", "held out", "log-loss", "of floats")
    return Section("Log-loss", text, columns, rows, "log-loss")


def passes(last: Round) -> Section:
    rows = [
        [f"{one['pass']:.0f}", f"{one['learned']:.4f}" if "learned" in one else "–", f"{one['held']:.4f}"]
        for one in last.card["curves"]
    ]
    text = (
        f"The loss on the targets of round {last.number}, pass by pass; the net is that of the lowest held-out loss. "
        f"The rate of learning falls from {last.card['figures']['rate']:.2g} to nothing."
    )
    return Section("The last fit", text, ("pass", "learned from", "held out"), rows, "last-fit")


def calibration(last: Round) -> Section:
    rows = [
        [f"{one['from']:.0%}", f"{one['count']:,}", f"{one['foretold']:.1%}", f"{one['won']:.1%}"]
        for one in last.card["figures"]["calibration"]
    ]
    text = (
        f"Of held-out positions by the chances that the net of round {last.number} gave to a seat: how many were won."
    )
    return Section("Calibration", text, ("from", "seats", "foretold", "won"), rows, "calibration")


# plots


def plots(rounds: Sequence[Round]) -> dict[str, str]:
    """All plots by name, as SVG."""
    last = rounds[-1].card
    with matplotlib.rc_context(STYLE):
        return {
            "gates": drawn(lambda axes: draw_gates(axes, rounds)),
            "log-loss": drawn(lambda axes: draw_losses(axes, rounds)),
            "last-fit": drawn(lambda axes: draw_passes(axes, last["curves"])),
            "calibration": drawn(lambda axes: draw_calibration(axes, last["figures"]["calibration"])),
        }


def drawn(draw: Callable[[Axes], None]) -> str:
    figure = Figure(figsize=(WIDTH, 3.0), layout="constrained")
    axes = figure.add_subplot()
    axes.grid(color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    draw(axes)
    return svg(figure)


def draw_gates(axes: Axes, rounds: Sequence[Round]) -> None:
    axes.axhline(50, color=INK, linewidth=1, linestyle=":")
    for one in rounds:
        found = gate_share(one)
        if found.low is not None and found.high is not None:
            axes.plot([one.number] * 2, [100 * found.low, 100 * found.high], color=MARK, linewidth=2.5, alpha=0.5)
        axes.plot([one.number], [100 * found.value], "o", color=MARK, fillstyle="full" if one.is_taken else "none")
    axes.set_xticks([one.number for one in rounds])
    axes.set_xlabel("round; a ring: not taken")
    axes.set_ylabel("victories, %")


def draw_losses(axes: Axes, rounds: Sequence[Round]) -> None:
    numbers = [one.number for one in rounds]
    axes.plot(numbers, [log_loss(one) for one in rounds], "o-", color=MARK)
    axes.set_xticks(numbers)
    axes.set_xlabel("round")
    axes.set_ylabel("held-out log-loss")


def draw_passes(axes: Axes, curves: Sequence[dict[str, Any]]) -> None:
    learned = [one for one in curves if "learned" in one]
    axes.plot([one["pass"] for one in learned], [one["learned"] for one in learned], "o-", color=OTHER, label="learned")
    axes.plot([one["pass"] for one in curves], [one["held"] for one in curves], "o-", color=MARK, label="held out")
    axes.set_xlabel("pass")
    axes.set_ylabel("loss on the targets")
    axes.legend(frameon=False)


def draw_calibration(axes: Axes, found: Sequence[dict[str, float]]) -> None:
    axes.plot([0, 100], [0, 100], color=INK, linewidth=1, linestyle=":")
    axes.plot([100 * one["foretold"] for one in found], [100 * one["won"] for one in found], "o-", color=MARK)
    axes.set_xlabel("foretold, %")
    axes.set_ylabel("won, %")
