"""A training goes through its rounds, goes on after a stop, takes only better nets, and refuses what is another's."""

from __future__ import annotations

import json
import pickle
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from bellringer import OptionError
from bellringer.cli import main
from bellringer.commands.train import drawn_options, shares_of
from bellringer.core.compiled.nets import Net, shape_of
from bellringer.core.contract.registry import find
from bellringer.core.edges.files import FileProblem
from bellringer.core.edges.net_file import NetFile, NetProblem, read_net
from bellringer.training.gate import LOOK, Gate, likelihood, pass_gate
from bellringer.training.integers import integers_of
from bellringer.training.report import write_report
from bellringer.training.rounds import Training, TrainingFolder, last_floats, make_training, opened, train
from bellringer.training.self_play import SelfPlay, TableShare
from bellringer.training.weights import Weights, read_weights, sizes_of, write_weights
from tests.matches import GAME, GAMES, stop_after
from tests.random_nets import random_net

SECTIONS = ["The training", "Gates", "Log-loss", "The last fit", "Calibration"]


def tiny(game: str = GAME, **more: Any) -> Training:
    """A training of seconds."""
    return make_training(
        game, [TableShare(2)], **{"games": 40, "iterations": 10, "width": 16, "most_deals": 10, **more}
    )


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> TrainingFolder:
    """Two rounds, not to be changed."""
    return train(tiny(), tmp_path_factory.mktemp("trained"), 2, jobs=2)


def net_of(weights: Weights, game: str = GAME) -> Net:
    """A net for two seats."""
    found = find(game)
    features = found.book.features
    part = integers_of(weights, features, [2])
    return Net(NetFile(game, features.layout_version, (part,), {}), found.book)


def random_weights(game: str = GAME) -> Weights:
    """Weights that nobody has trained."""
    found = find(game)
    weights = Weights(sizes_of(found.book.features, found.most_seats, 16))
    weights.flat[:] = np.random.default_rng(1).normal(0, 0.1, len(weights.flat))
    return weights


def nets(found: TrainingFolder) -> list[NetFile]:
    """The nets of all rounds, without what no two runs share."""
    read = [read_net(found.net_path(one.number), found.shape) for one in found.rounds]
    return [NetFile(net.game, net.layout, net.parts, {**net.card, "seconds": None}) for net in read]


# what a training gives


@pytest.mark.unhurried
@pytest.mark.parametrize("game", GAMES)
def test_a_training_of_seconds_beats_random_weights(game: str, tmp_path: Path) -> None:
    training = tiny(game, games=120, most_deals=60)
    found = train(training, tmp_path / "training", 1, jobs=2)
    plan = training.plan("a test", 2, None)
    mine = Net(found.net_path(1), find(game).book)
    verdict = pass_gate(Gate(plan, mine, net_of(random_weights(game), game)), jobs=2)
    assert verdict.is_better and verdict.share.low is not None and verdict.share.low > 0.5


@pytest.mark.unhurried
def test_every_round_ends_with_a_net_and_its_card(trained: TrainingFolder) -> None:
    assert [one.number for one in trained.rounds] == [1, 2]
    for number, net in enumerate(nets(trained), 1):
        card = net.card
        assert card["round"] == number and card["training"] == trained.training.identity()
        assert card["figures"]["seats"]["2"]["games"] == 40 * number, "it learns from the latest rounds' games"
        assert card["curves"][0]["pass"] == 0 and 0 < card["figures"]["seats"]["2"]["log_loss"] < 2
        assert net.parts[0].seats == (2,)
    last = trained.last_taken
    assert (trained.folder / "best.net").exists() == (last is not None)


def test_a_net_that_is_no_better_than_the_last_is_not_taken() -> None:
    net = net_of(random_weights())
    verdict = pass_gate(Gate(tiny().plan("gate", 2, None), net, net), most_deals=10)
    assert verdict.deals == 10 and verdict.share.value == 0.5 and not verdict.is_better


def test_the_next_round_plays_with_the_last_net_that_was_taken(trained: TrainingFolder) -> None:
    described = [json.loads((trained.games_path(n) / "description.json").read_text())["self-play"] for n in (1, 2)]
    assert described[0]["net"] is None and described[0]["style"]["plain"]
    assert (described[1]["net"] is not None) == trained.rounds[0].is_taken
    assert described[0]["seed"] != described[1]["seed"]
    with_cards = [replace(one, card={**one.card, "gate": {"taken": one.number == 1}}) for one in trained.rounds]
    copied = TrainingFolder(trained.folder, trained.training)
    copied.rounds = with_cards
    assert copied.last_taken == 1 and copied.last_net() == copied.net_path(1)


# the gate


def test_a_gate_ends_as_soon_as_it_is_clear(trained: TrainingFolder) -> None:
    training = trained.training
    weights = random_weights()
    weights.flat[:] = 0
    weights.own[0, -1] = -50  # likes to have no prestige
    gate = Gate(training.plan("gate", 2, None), net_of(weights), None)
    verdict = pass_gate(gate)
    assert verdict.deals <= 3 * LOOK and not verdict.is_better and verdict.share.value < 0.4


def test_threads_do_not_change_a_gate(trained: TrainingFolder) -> None:
    plan = trained.training.plan("gate", 2, None)
    net = Net(trained.net_path(1), find(GAME).book)
    one, two = (pass_gate(Gate(plan, net, None), jobs, most_deals=20) for jobs in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("shares", "least", "most"),
    [([], 0, 0), ([0.5] * 40, -9, -0.5), ([1.0] * 10, 3, 99), ([0.0] * 10, -99, -3), ([0.55, 0.5] * 20, -1, 1)],
)
def test_the_likelihood_of_a_better_net(shares: list[float], least: float, most: float) -> None:
    assert least <= likelihood(shares) <= most


def test_games_can_be_played_where_no_net_lies(trained: TrainingFolder, tmp_path: Path) -> None:
    """As on other machines: what is sent there has the net in it, and plays the same."""
    net = tmp_path / "there.net"
    shutil.copyfile(trained.net_path(1), net)
    there = pickle.dumps(SelfPlay(trained.training.plan("round 2", 40, net)))
    net.unlink()
    again = SelfPlay(trained.training.plan("round 2", 40, trained.net_path(1)))
    assert pickle.loads(there).play(3) == again.play(3)
    loaded = Net(trained.net_path(1), find(GAME).book)
    gate = Gate(trained.training.plan("gate", 2, None), loaded, None)
    assert pickle.loads(pickle.dumps(gate)).play(5) == gate.play(5)


@pytest.mark.unhurried
def test_a_cluster_plays_the_games(trained: TrainingFolder, tmp_path: Path) -> None:
    """All games of rounds and of gates; what it is sent and what it answers can be pickled."""
    played: list[int] = []

    class Elsewhere:
        """A cluster that is not far away."""

        def play(self, play: Any, numbers: Any, count: int, take: Any, stopping: Any = None) -> None:
            sent = list(numbers)
            played.extend(sent)
            take(pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(play))(sent))))

    cluster: Any = Elsewhere()
    found = train(trained.training, tmp_path / "training", 2, cluster=cluster)
    assert nets(found) == nets(trained)
    assert len(played) == sum(40 + 2 * one.card["gate"]["deals"] for one in found.rounds)


# stops


@pytest.mark.unhurried
@pytest.mark.parametrize("at", ["in the first round", "between them", "in the second round"])
def test_a_training_goes_on_after_a_stop(at: str, tmp_path: Path, trained: TrainingFolder) -> None:
    """A stop anywhere changes nothing but the times."""
    folder = tmp_path / "training"
    with pytest.raises(KeyboardInterrupt):
        train(trained.training, folder, 2, **interrupted(at))
    found = train(trained.training, folder, 2, jobs=2)
    assert nets(found) == nets(trained)


def interrupted(at: str) -> dict[str, Callable[..., Any]]:
    """What makes a training stop there."""

    def stop(found: TrainingFolder) -> None:
        raise KeyboardInterrupt

    stops: dict[str, dict[str, Callable[..., Any]]] = {
        "in the first round": {"progress": stop_after(10)},
        "in the second round": {"progress": stop_after(50)},
        "between them": {"after": stop},
    }
    return stops[at]


def test_a_finished_training_is_not_run_again(trained: TrainingFolder) -> None:
    before = {path: path.stat().st_mtime_ns for path in trained.folder.rglob("round-*.n*")}
    train(trained.training, trained.folder, 1)
    assert before == {path: path.stat().st_mtime_ns for path in trained.folder.rglob("round-*.n*")}


def test_no_round_begins_when_the_minutes_are_over(tmp_path: Path) -> None:
    found = train(tiny(games=20), tmp_path / "training", 50, minutes=0.001)
    assert len(found.rounds) == 1, "the first round is always played"


def test_a_training_goes_on_from_another(tmp_path: Path, trained: TrainingFolder) -> None:
    begin = tmp_path / "floats.npz"
    write_weights(begin, random_weights(), find(GAME).book.features)
    training = tiny(begin=begin, games=20)
    found = train(training, tmp_path / "training", 1, begin=begin)
    assert found.rounds[0].card["last"] == 0
    played = json.loads((found.games_path(1) / "description.json").read_text())["self-play"]
    assert played["net"] is not None
    with pytest.raises(OptionError, match="another training: its begin"):
        train(tiny(games=20), tmp_path / "training", 1)


def test_a_training_goes_on_from_a_net(tmp_path: Path, trained: TrainingFolder) -> None:
    """Its floats are what the integers tell, so that they make the same net again."""
    begin = read_net(trained.net_path(1), trained.shape)
    with opened(tmp_path / "training", tiny(begin=begin)) as found:
        found.begin_from(begin)
        begun = read_net(found.folder / "best.net", found.shape)
        weights = found.last_weights()
    assert begun.parts == begin.parts and begun.card == {"begun from": f"the net of {GAME}"}
    there = read_weights(trained.floats_path(1), find(GAME).book.features, find(GAME).most_seats)
    assert weights is not None and np.abs(weights.first_layer(2) - there.first_layer(2)).max() < 0.01


# what is refused


def test_a_folder_of_something_else_is_refused(tmp_path: Path, trained: TrainingFolder) -> None:
    with pytest.raises(OptionError, match=r"holds another training: its iterations is 10, not 11"):
        train(tiny(iterations=11), trained.folder, 2)
    told = json.loads((trained.folder / "description.json").read_text())
    told["training"]["later"] = True
    (tmp_path / "of a later release").mkdir()
    (tmp_path / "of a later release" / "description.json").write_text(json.dumps(told))
    with pytest.raises(OptionError, match=r"holds another training: its later is True, not None"):
        train(tiny(), tmp_path / "of a later release", 2)
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(OptionError, match="holds other files and no training"):
        train(tiny(), tmp_path, 1)
    with opened(tmp_path / "open", tiny()), pytest.raises(OptionError, match="in use by another run"):
        train(tiny(), tmp_path / "open", 1)


def test_a_damaged_net_is_refused(tmp_path: Path, trained: TrainingFolder) -> None:
    folder = tmp_path / "training"
    shutil.copytree(trained.folder, folder)
    path = folder / "nets" / "round-02.net"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(NetProblem, match="round-02.net"):
        train(trained.training, folder, 3)


def test_wrong_choices_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="multiple of 16 lanes"):
        tiny(width=20)
    with pytest.raises(OptionError, match="one round or more"):
        tiny(window=0)
    write_weights(tmp_path / "floats.npz", random_weights(), find(GAME).book.features)
    with pytest.raises(OptionError, match="floats.npz: weights of 16 lanes, not of 32"):
        tiny(width=32, begin=tmp_path / "floats.npz")
    with pytest.raises(FileProblem, match="nothing.npz"):
        tiny(begin=tmp_path / "nothing.npz")
    with pytest.raises(OptionError, match="goes on from one net for all tables, not from 2"):
        tiny(begin=random_net(GAME))
    with pytest.raises(OptionError, match="no net was taken yet"):
        with opened(tmp_path / "training", tiny()):
            last_floats(tmp_path / "training")


# the command


def run(*args: str) -> Result:
    """Run the command; nothing may escape as an exception."""
    result = CliRunner().invoke(main, ["train", *args], env={"COLUMNS": "100"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.mark.unhurried
def test_the_command_trains_and_reports(tmp_path: Path) -> None:
    out = tmp_path / "training"
    words = [GAME, "--seats", "2:3,3", "--vary", "persons", "--games", "20", "--iterations", "5", "--width", "16"]
    result = run(*words, "--rounds", "1", "--out", str(out), "--json")
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    card = read_net(out / "nets" / "round-01.net", shape_of(find(GAME).book)).card
    assert told["rounds"] == [card] and told["command"].startswith("bellringer train notre-dame --seats 2:3,3 --vary")
    tables = card["training"]["tables"]
    assert [(one["seats"], one["varied"], one["share"]) for one in tables] == [
        (2, [], 1.5), (3, [], 0.5), (2, ["persons"], 1.5), (3, ["persons"], 0.5)]  # fmt: skip
    again = run(*told["command"].split()[2:], "--rounds", "1", "--out", str(out))
    assert again.exit_code == 0 and "log-loss" in again.stdout and "report.md" in again.stdout
    other = run(GAME, "--seats", "4", "--rounds", "1", "--out", str(out))
    assert other.exit_code == 2 and "holds another training" in other.stderr


@pytest.mark.unhurried
def test_the_command_goes_on_from_the_net_that_ships(tmp_path: Path) -> None:
    out = tmp_path / "training"
    words = ["--begin", "shipped", "--games", "20", "--iterations", "5", "--rounds", "1", "--out", str(out)]
    assert run(GAME, *words).exit_code == 0
    training = json.loads((out / "description.json").read_text())["training"]
    assert training["begin"] and run(GAME, *words).exit_code == 0, "the same command goes on"


def test_a_report_has_every_section(tmp_path: Path, trained: TrainingFolder) -> None:
    shutil.copytree(trained.folder, tmp_path / "training")
    markdown, page = write_report(TrainingFolder(tmp_path / "training", trained.training))
    text, html = markdown.read_text(), page.read_text()
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == re.findall(r"<h2>(.+?)</h2>", html) == SECTIONS
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", text)
    assert len(pictures) == html.count("<svg") == 4
    assert all((tmp_path / "training" / picture).exists() for picture in pictures)
    assert trained.training.command() in text and "nan" not in text.lower()


@pytest.mark.parametrize("text", ["", "two", "2:", "2:0", "2,2", "2:nan", "2:inf"])
def test_wrong_seats_are_refused(text: str) -> None:
    if text == "2:":
        assert shares_of(text) == {2: 1.0}
        return
    with pytest.raises(OptionError, match="--seats"):
        shares_of(text)


def test_sets_that_a_game_draws_are_drawn_by_its_word() -> None:
    assert drawn_options(find("rattus"), "classes,modules") == ({"classes": "random"}, ("modules",))
    assert drawn_options(find(GAME), "open-prestige") == ({}, ("open_prestige",))
    with pytest.raises(OptionError, match="has no option 'person'.*persons"):
        drawn_options(find(GAME), "person")
