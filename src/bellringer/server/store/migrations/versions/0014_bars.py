"""Whom the host has barred for a while: people by their numbers, networks by keyed hashes alone."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Nobody is barred."""
    op.create_table(
        "bars",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=True),
        sa.Column("network", sa.LargeBinary(32), nullable=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_bars_person_id", "bars", ["person_id"])


def downgrade() -> None:
    """An older version bars nobody."""
    op.drop_index("ix_bars_person_id", "bars")
    op.drop_table("bars")
