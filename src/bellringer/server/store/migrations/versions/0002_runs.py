"""When the server ran, so that live clocks stand still while it does not; and by which rules a game is played."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Games that there are already were begun by the first rules."""
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    """Neither is known any more."""
    op.drop_column("tables", "rules")
    op.drop_table("runs")
