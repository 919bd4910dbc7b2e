"""Which server holds a table, which servers there are, and when a table was held by none."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

AT_THE_END: dict[str, Any] = {"deferrable": True, "initially": "DEFERRED"}


def upgrade() -> None:
    """Nobody holds a table."""
    op.create_table(
        "workers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", **AT_THE_END), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("worker", sa.Integer, nullable=False),
    )
    op.create_table(
        "absences",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", **AT_THE_END), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("stopped", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """An older version lets one server alone use a database."""
    for name in ("absences", "leases", "workers"):
        op.drop_table(name)
