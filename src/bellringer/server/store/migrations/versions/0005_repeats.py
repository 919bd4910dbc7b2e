"""Requests that may come again: by the hash of the client's key, what was asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nothing came before that could come again."""
    op.create_table(
        "repeats",
        sa.Column("key", sa.LargeBinary(32), primary_key=True),
        sa.Column("fingerprint", sa.LargeBinary(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("repeats_by_age", "repeats", ["at"])


def downgrade() -> None:
    """A release from before does what comes again once more."""
    op.drop_table("repeats")
