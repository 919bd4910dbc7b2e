"""What a server counts, for Prometheus. No label has anything of a person, a table or an address in it."""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
MOMENTS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56)

# what people do

ANSWERS = Counter("bellringer_answers", "Requests answered", ("method", "route", "status"), registry=REGISTRY)
SECONDS = Histogram(
    "bellringer_answer_seconds",
    "Time from a request to its answer",
    ("method", "route"),
    registry=REGISTRY,
    buckets=MOMENTS,
)
REFUSALS = Counter("bellringer_refusals", "Requests refused", ("reason",), registry=REGISTRY)
ACTS = Counter("bellringer_acts", "What seats did", ("game", "kind", "by"), registry=REGISTRY)
DRAWN = Counter(
    "bellringer_pages_drawn", "Pages drawn for their streams, by the process that did", ("process",), registry=REGISTRY
)
STREAMS = Gauge("bellringer_streams", "Pages and programs that listen", registry=REGISTRY)
CONNECTIONS = Gauge("bellringer_connections", "Open connections", registry=REGISTRY)
TURNED_AWAY = Counter("bellringer_turned_away", "Connections refused", ("status",), registry=REGISTRY)
TABLES = Gauge("bellringer_tables_in_memory", "Tables in memory", registry=REGISTRY)
UNFINISHED = Gauge("bellringer_tables_unfinished", "Tables that wait or run", registry=REGISTRY)
GIVEN_WAY = Counter("bellringer_tables_given_way", "Tables that were ended to make room", registry=REGISTRY)
TABLE_BYTES = Gauge(
    "bellringer_table_memory_bytes",
    "Memory that was taken since the start, for each table in memory",
    registry=REGISTRY,
)

# what thinks, and what waits

THOUGHTS = Histogram(
    "bellringer_thought_seconds",
    "Time that a bot, a hint or a teacher took, waiting for a thread included",
    ("bot",),
    registry=REGISTRY,
    buckets=(0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
TAUGHT = Counter(
    "bellringer_taught",
    "Moves at tables with a teacher that were stopped, and those that were let through since judging took too long",
    ("result",),
    registry=REGISTRY,
)
for result in ("stopped", "late"):
    TAUGHT.labels(result)
QUEUE = Gauge(
    "bellringer_queue_length",
    "What waits for a thread or has one; pages that wait to be drawn, changes to be stored, connections to be let in,"
    " requests to begin",
    ("kind",),
    registry=REGISTRY,
)
LOOP_DELAY = Histogram(
    "bellringer_loop_delay_seconds",
    "How much later than it wanted a task ran that sleeps again and again",
    registry=REGISTRY,
    buckets=MOMENTS,
)
for kind in (
    "bots",
    "quick-bots",
    "instant-bots",
    "spare-bots",
    "hints",
    "teacher",
    "reviews",
    "pages",
    "drawing",
    "writes",
    "connections",
    "requests",
):
    QUEUE.labels(kind)

# what is kept

WRITES = Histogram(
    "bellringer_write_seconds", "Time of a transaction that writes", registry=REGISTRY, buckets=(*MOMENTS, 5.12)
)
WAL_BYTES = Gauge("bellringer_wal_bytes", "Size of the write-ahead log", registry=REGISTRY)
DATABASE_BYTES = Gauge("bellringer_database_bytes", "Size of the database's file", registry=REGISTRY)
DISK_FREE = Gauge("bellringer_disk_free_bytes", "Room that is left on the disk of the data folder", registry=REGISTRY)
CHECKPOINT = Gauge(
    "bellringer_last_checkpoint_timestamp_seconds",
    "When all of the write-ahead log had last been moved into the database's file; before that, when it was opened",
    registry=REGISTRY,
)
STORING = Gauge("bellringer_storing", "1 while what happens is kept, 0 while it can't be", registry=REGISTRY)
DAMAGED = Gauge("bellringer_damaged", "1 when the database was found to be damaged", registry=REGISTRY)
KEYS = Gauge("bellringer_keys", "1 while the server has its keys, 0 while it lacks them", registry=REGISTRY)
WITHOUT_KEY = Gauge("bellringer_tables_without_key", "Unfinished tables that wait for a key", registry=REGISTRY)
TROUBLES = Counter("bellringer_troubles", "Errors of the database or its disk", ("kind",), registry=REGISTRY)


@cache  # an act of a bot takes less time than a look for its counter
def acts_of(game: str, kind: str, by: str) -> Counter:
    """The counter of such acts."""
    return ACTS.labels(game, kind, by)


@cache
def thoughts_of(bot: str) -> Histogram:
    """The times of such a bot, or of hints."""
    return THOUGHTS.labels(bot)
