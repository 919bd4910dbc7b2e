"""When people were last seen, so that strangers can go; indexes by person, so that lists read what is theirs."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

BY_PERSON = (("asides", "person_id"), ("reports", "person_id"), ("mutes", "muted_id"), ("rematches", "person_id"))


def upgrade() -> None:
    """Who is there already counts as seen today."""
    op.add_column("people", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE people SET seen = :at").bindparams(at=int(time.time() * 1000)))
    op.create_index("ix_tables_host", "tables", ["host"])
    for table, column in BY_PERSON:
        op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    """Nobody's being here is kept."""
    for table, column in BY_PERSON:
        op.drop_index(f"ix_{table}_{column}", table)
    op.drop_index("ix_tables_host", "tables")
    op.drop_column("people", "seen")
