"""Seats tell when their table ended, and indexes tell unfinished tables of a person from all that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

IS_UNFINISHED = sa.text("status IN ('waiting', 'dealing', 'running')")
IS_PAST = sa.text("status IN ('over', 'void')")
FILL = """
UPDATE seats SET ended = (
    SELECT CASE WHEN status = 'closed' THEN 0 ELSE changed END FROM tables WHERE tables.id = seats.table_id
)
WHERE table_id IN (SELECT id FROM tables WHERE status IN ('over', 'void', 'closed'))
"""


def upgrade() -> None:
    """The seats of tables that are over already get the time at which those changed last."""
    op.add_column("seats", sa.Column("ended", sa.BigInteger, nullable=True))
    op.execute(FILL)
    op.drop_index("ix_seats_person_id", "seats")
    op.create_index("seats_by_person", "seats", ["person_id", "ended", "table_id"])
    op.create_index(
        "unfinished_by_host", "tables", ["host"], sqlite_where=IS_UNFINISHED, postgresql_where=IS_UNFINISHED
    )
    op.create_index("past_by_host", "tables", ["host", "changed"], sqlite_where=IS_PAST, postgresql_where=IS_PAST)


def downgrade() -> None:
    """The time follows from the tables."""
    op.drop_index("past_by_host", "tables")
    op.drop_index("unfinished_by_host", "tables")
    op.drop_index("seats_by_person", "seats")
    op.create_index("ix_seats_person_id", "seats", ["person_id"])
    op.drop_column("seats", "ended")
