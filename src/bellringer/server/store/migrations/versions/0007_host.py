"""What a host has done by the command line, and a place where the server tries whether it can write."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Nobody has done anything yet."""
    op.create_table(
        "host_acts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("wanted", sa.String, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("answer", sa.String, nullable=False),
    )
    op.create_index("host_acts_by_state", "host_acts", ["state"])
    op.create_table(
        "probes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("filling", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """A release from before has neither."""
    op.drop_table("probes")
    op.drop_table("host_acts")
