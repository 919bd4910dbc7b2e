"""What a table begins from that is not dealt: the mark of where its first position was found, and the position."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """All tables that are there were dealt."""
    op.add_column("tables", sa.Column("beginning", sa.String, nullable=True))
    op.add_column("tables", sa.Column("position", sa.LargeBinary, nullable=True))


def downgrade() -> None:
    """An older version can't go on with tables that were not dealt; their acts stay."""
    op.drop_column("tables", "position")
    op.drop_column("tables", "beginning")
