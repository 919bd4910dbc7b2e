"""The figures: who gets them, that each one moves with what it says, and that dashboard and alerts name no other."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from click.testing import CliRunner

import bellringer.server
from bellringer.cli import main
from bellringer.server.base.metrics import CHECKPOINT, REGISTRY
from bellringer.server.base.turns import Turns
from bellringer.server.base.workers import Workers
from tests.server.callers import Api, at_server, browser, play_on, submit, two_at
from tests.server.services import PATIENCE

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NAME = re.compile(r"\b(?:bellringer|process)_\w+")


def value(name: str, **labels: str) -> float:
    """What a figure says now; 0 for one that nothing was counted for."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


def figures(api: Api, **headers: str) -> str:
    """What Prometheus gets."""
    answer = api.request("GET", "/metrics", headers=headers)
    return str(answer.text) if answer.status_code == 200 else ""


# who gets them


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
def test_a_proxy_on_this_machine_does_not_get_them_for_everybody(tmp_path: Path, header: str) -> None:
    with at_server(tmp_path) as api:
        assert figures(api) and not figures(api, **{header: "127.0.0.1"})


def test_who_has_the_token_gets_them_from_anywhere_and_nobody_else(tmp_path: Path) -> None:
    with at_server(tmp_path, client="203.0.113.9", metrics_token="a long token of the host") as api:
        assert figures(api, authorization="Bearer a long token of the host")
        for sent in ({}, {"authorization": "Bearer "}, {"authorization": "a long token of the host"}):
            assert not figures(api, **sent)
    with at_server(tmp_path, metrics_token="a long token of the host") as api:
        assert not figures(api), "nor this machine"


def test_a_token_that_could_be_guessed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("short\n")
    result = CliRunner().invoke(main, ["serve", "--metrics-token", str(tmp_path / "token")])
    assert result.exit_code == 2 and "16 plain letters" in result.stderr


# what they say


@pytest.mark.unhurried
def test_figures_move_with_what_they_say(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        writes, delays = value("bellringer_write_seconds_count"), value("bellringer_loop_delay_seconds_count")
        refused = value("bellringer_refusals_total", reason="no-table")
        thoughts = value("bellringer_thought_seconds_count", bot="random")
        address, people = two_at(api, "rattus", 2)
        play_on(address, people, random.Random(1), 12)
        people[0][0].make("rattus", "random", "me")
        api.request("GET", "/api/v1/tables/AAAAAAAAAAAAAAAA")
        end = time.monotonic() + PATIENCE
        while value("bellringer_thought_seconds_count", bot="random") == thoughts or is_early(delays):
            assert time.monotonic() < end
            api.portal.call(asyncio.sleep, 0.02)
        text = figures(api)
        assert value("bellringer_write_seconds_count") - writes >= 12
        assert value("bellringer_loop_delay_seconds_count") > delays
        assert value("bellringer_refusals_total", reason="no-table") == refused + 1
        assert value("bellringer_tables_in_memory") == 2 and value("bellringer_tables_unfinished") == 2
        assert value("bellringer_database_bytes") > 0
        assert value("bellringer_storing") == 1 and value("bellringer_damaged") == 0
        assert value("bellringer_disk_free_bytes") > 0 and value("process_resident_memory_bytes") > 1e6
        while not value("bellringer_wal_bytes"):  # the maintenance may just have cut it
            assert time.monotonic() < end
            people[0][0].make("rattus", "random", "me")
            figures(api)
        api.service.store.log.checkpoint()
        assert abs(time.time() - value("bellringer_last_checkpoint_timestamp_seconds")) < 60
        assert address not in text and "Anna" not in text


def test_figures_are_told_when_the_data_folder_is_gone(tmp_path: Path) -> None:
    with at_server(tmp_path / "data") as api:
        (tmp_path / "data").rename(tmp_path / "gone")
        assert figures(api) and value("bellringer_disk_free_bytes") == 0
        (tmp_path / "gone").rename(tmp_path / "data")
        assert figures(api) and value("bellringer_disk_free_bytes") > 0


def test_the_log_has_an_age_before_it_is_moved_for_the_first_time(tmp_path: Path) -> None:
    CHECKPOINT.set(0)
    with at_server(tmp_path):
        assert abs(time.time() - value("bellringer_last_checkpoint_timestamp_seconds")) < 60


def is_early(delays: float) -> bool:
    """Whether the loop has not been measured since."""
    return value("bellringer_loop_delay_seconds_count") == delays


def test_reads_are_not_counted_as_writes(tmp_path: Path) -> None:
    def counted() -> float:
        before = value("bellringer_write_seconds_count")
        api.service.store.running()
        return value("bellringer_write_seconds_count") - before

    with at_server(tmp_path) as api:
        assert 0 in [counted() for _ in range(5)], "the server writes of its own accord, but not each time"


def test_a_refused_form_counts_by_its_reason(tmp_path: Path) -> None:
    with at_server(tmp_path) as api:
        key, csrf = browser(api)
        table = submit(api, "/play", key, csrf, game="rattus", seats="2", level="random").headers["location"]
        before = value("bellringer_refusals_total", reason="stale")
        submit(api, f"{table}/move", key, csrf, seat="0", asked="999", move="nonsense")
        after = sum(value("bellringer_refusals_total", reason=reason) for reason in ("stale", "illegal"))
        assert after >= before + 1
        assert api.request("GET", "/", headers={"host": "evil.example"}).status_code == 421
        assert value("bellringer_refusals_total", reason="host") >= 1


def test_what_waits_is_counted_while_it_waits() -> None:
    is_enough = threading.Event()

    async def wait() -> None:
        workers = Workers(1)
        waiting = [asyncio.create_task(workers.pools["hints"].run((), is_enough.wait, PATIENCE)) for _ in range(2)]
        await asyncio.sleep(0)
        assert value("bellringer_queue_length", kind="hints") == 2
        is_enough.set()
        await asyncio.gather(*waiting)
        workers.close()

    asyncio.run(wait())
    assert value("bellringer_queue_length", kind="hints") == 0


def test_pages_to_be_drawn_and_changes_to_be_stored_are_counted_while_they_wait(tmp_path: Path) -> None:
    has_begun, is_enough = threading.Event(), threading.Event()

    def wait(_: object) -> None:
        has_begun.set()
        is_enough.wait(PATIENCE)

    async def wait_for_turns(turns: Turns) -> list[asyncio.Task[None]]:
        await turns.taken("first").__aenter__()
        waiting = [asyncio.create_task(turns.taken(name).__aenter__()) for name in ("a", "b")]
        await asyncio.sleep(0)
        return waiting

    with at_server(tmp_path) as api:
        writer = api.service.store.changes.writer
        assert writer is not None
        writer.put(wait).hurry()
        assert has_begun.wait(PATIENCE)
        last = [writer.put(lambda _: None) for _ in range(3)]
        api.portal.call(wait_for_turns, api.service.drawing.turns)
        api.service.watch.read()
        assert value("bellringer_queue_length", kind="drawing") == 2
        assert value("bellringer_queue_length", kind="writes") >= 3
        is_enough.set()
        last[-1].wait(PATIENCE)
        api.service.watch.read()
        assert value("bellringer_queue_length", kind="writes") < 3


# dashboard and alerts


def known() -> set[str]:
    """The names that Prometheus sees."""
    return {sample.name for metric in REGISTRY.collect() for sample in metric.samples} | {
        f"{metric.name}{end}"
        for metric in REGISTRY.collect()
        for end in {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(metric.type, ("",))
    }


def expressions() -> list[str]:
    """What dashboard and alerts ask of Prometheus."""
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))
    found = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return found + [rule["expr"] for group in rules["groups"] for rule in group["rules"]]


@pytest.mark.parametrize("expression", expressions())
def test_every_figure_that_is_asked_for_exists(expression: str) -> None:
    names = set(NAME.findall(expression))
    assert (names or expression.startswith("up{")) and names <= known()


def test_an_alert_counts_every_refusal_of_who_does_too_much() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(bellringer.server.__file__).parent.rglob("*.py"))
    limits = set(re.findall(r'Refused\("([\w-]+)", [^\n]*, 429\)', source)) | {"busy", "full"}
    (expression,) = [found for found in expressions() if "reason=~" in found and "refusals" in found]
    found = re.search(r'reason=~"([^"]+)"', expression)
    assert found is not None and set(found[1].split("|")) == limits >= {"too-fast", "crowded", "too-many-tables"}


def test_an_alert_counts_connections_that_are_turned_away() -> None:
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))["groups"][0]["rules"]
    assert any("bellringer_turned_away_total" in rule["expr"] for rule in rules)


def test_every_figure_is_on_the_dashboard() -> None:
    asked = {name for expression in expressions() for name in NAME.findall(expression)}
    for metric in REGISTRY.collect():
        if metric.name.startswith("bellringer"):
            assert any(name.startswith(metric.name) for name in asked), metric.name


def test_the_page_for_hosts_names_every_figure() -> None:
    page = (DEPLOY.parent / "docs" / "hosting.md").read_text(encoding="utf-8")
    for metric in REGISTRY.collect():
        if metric.name.startswith("bellringer"):
            assert f"`{metric.name}{'_total' if metric.type == 'counter' else ''}`" in page, metric.name


def test_the_panels_of_the_dashboard_do_not_overlap_and_have_numbers_of_their_own() -> None:
    panels = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))["panels"]
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels) == len({panel["id"] for panel in panels})


# the log

SCRIPT = """
import bellringer.server.base.workers as workers
from bellringer.cli import main
whole, calls = workers.choose_number, []
def choose(bot, seed, state, seat):
    calls.append(seat)
    if len(calls) % 2:
        raise ValueError(f"HIDDEN-{seed} {bytes(state).hex()[:40]}")
    return whole(bot, seed, state, seat)
workers.choose_number = choose
main()
"""
NAMES = {"name": "Zuzana-Quendoline", "text": "WHAT-WAS-SAID", "aside": "WHAT-SPECTATORS-SAY", "other": "Bartolomej-Q"}


FAILING = """
from bellringer.cli import main
from bellringer.server.service import TableService
async def fail(service):
    raise ValueError("HIDDEN-CARD key=abc")
TableService.{step} = fail
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize(("step", "event"), [("open", "can't start"), ("close", "can't end")])
def test_an_error_at_the_start_or_the_end_is_told_without_its_words(tmp_path: Path, step: str, event: str) -> None:
    words = [sys.executable, "-c", FAILING.format(step=step), "serve", "--port", "0", "--data", str(tmp_path), "--json"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    server.stdout.readline()
    if step == "close":
        server.terminate()
    _, told = server.communicate(timeout=60)
    assert event in told and "ValueError" in told and "in fail" in told
    assert "HIDDEN" not in told


@pytest.mark.slow
@pytest.mark.parametrize("is_json", [True, pytest.param(False, marks=pytest.mark.soak)], ids=["as JSON", "plain"])
def test_a_game_with_talk_and_faults_leaves_nothing_of_people_in_the_log(tmp_path: Path, is_json: bool) -> None:
    log, words = tmp_path / "log", [sys.executable, "-c", SCRIPT, "serve", "--port", "0", "--pace", "0", "--no-limits"]
    words += ["--data", str(tmp_path / "data"), *(["--json"] if is_json else [])]
    with log.open("w") as written:
        server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=written, text=True)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split(" at ")[1].split(" ")[0].rstrip("/")
            secrets = play_and_talk(url)
        finally:
            server.terminate()
            server.wait(PATIENCE)
            assert server.stdout is not None
            server.stdout.close()
    told = log.read_text()
    assert "a bot failed" in told and "ValueError" in told, "what broke is in the log"
    assert [word for word in (*secrets, *NAMES.values(), "HIDDEN") if word in told] == []
    if is_json:
        lines = [json.loads(line) for line in told.splitlines()]
        failed = [line for line in lines if line["event"] == "a bot failed"]
        assert len(failed) <= 3 and any(line["event"] == "answer" for line in lines)


def play_and_talk(url: str) -> set[str]:
    """Play a while against bots that fail, talk, ask what can't be; returns what nobody may read in the log."""
    secrets: set[str] = set()
    with httpx.Client(base_url=f"{url}/api/v1", timeout=PATIENCE) as client:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
        made = client.post(
            "/tables", json={"name": NAMES["name"], "game": "notre-dame", "seats": seats, "watching": "anyone"}
        ).json()
        address, mine = made["table"]["id"], {"authorization": f"Bearer {made['key']}"}
        secrets |= {address, made["key"]}
        client.post(f"/tables/{address}/chat", json={"seat": 0, "text": NAMES["text"]}, headers=mine)
        wanted = {"name": NAMES["other"], "game": "rattus", "seats": [{"kind": "me"}] * 2}
        other = client.post("/tables", json=wanted).json()
        secrets |= {other["key"], other["table"]["id"]}
        theirs = {"authorization": f"Bearer {other['key']}"}
        said = {"name": NAMES["other"], "text": NAMES["aside"]}
        assert client.post(f"/tables/{address}/asides", json=said, headers=theirs).is_success
        assert client.post(
            f"/tables/{address}/reports", json={"place": "table", "number": 1}, headers=theirs
        ).is_success
        for number in range(60):
            view = client.get(f"/tables/{address}/view?seat=0", headers=mine).json()
            if view.get("asked") is None:
                time.sleep(0.02)
                continue
            move = view["moves"][number % len(view["moves"])]["name"]
            sent: dict[str, Any] = {"seat": 0, "asked": view["asked"], "move": move}
            client.post(f"/tables/{address}/moves", json=sent, headers=mine)
            client.post(f"/tables/{address}/moves", json={**sent, "move": "no such move"}, headers=mine)
        client.get(f"/tables/{address}/no-such/{made['key']}", params={"key": made["key"], "said": NAMES["text"]})
        client.get(f"{url}/join/{address}/0-{made['key']}")
    return secrets
