"""What people have brought by file or paste: records and positions, for some days."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Nobody has brought anything."""
    op.create_table(
        "brought",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("address", sa.String(22), nullable=False, unique=True),
        sa.Column("owner", sa.LargeBinary(32), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("brought_by_owner", "brought", ["owner"])
    op.create_index("brought_by_age", "brought", ["at"])


def downgrade() -> None:
    """An older version keeps nothing that was brought."""
    op.drop_table("brought")
