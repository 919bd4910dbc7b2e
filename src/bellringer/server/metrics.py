"""What a server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()
ANSWERS = Counter("bellringer_answers", "Requests answered", ("method", "route", "status"), registry=REGISTRY)
SECONDS = Histogram(
    "bellringer_answer_seconds",
    "Time from a request to its answer",
    ("method", "route"),
    registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56),
)
ACTS = Counter("bellringer_acts", "What seats did", ("game", "kind", "by"), registry=REGISTRY)
TABLES = Gauge("bellringer_tables_in_memory", "Tables in memory", registry=REGISTRY)
STREAMS = Gauge("bellringer_streams", "Pages that listen", registry=REGISTRY)
THOUGHTS = Histogram(
    "bellringer_thought_seconds",
    "Time that a bot or a hint took, waiting for a thread included",
    ("bot",),
    registry=REGISTRY,
    buckets=(0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
TROUBLES = Counter("bellringer_troubles", "Errors of the database or its disk", ("kind",), registry=REGISTRY)
