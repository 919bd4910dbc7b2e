"""Reviews of games that are over, begun or whole."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """No game is reviewed yet."""
    op.create_table(
        "reviews",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), unique=True),
        sa.Column("brought", sa.String(22), unique=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("reviews_by_digest", "reviews", ["digest"])


def downgrade() -> None:
    """An older version reviews nothing."""
    op.drop_table("reviews")
