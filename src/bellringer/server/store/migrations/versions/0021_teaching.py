"""Which moves a teacher stops at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """At the tables that are there nobody teaches."""
    op.add_column("tables", sa.Column("teaching", sa.String(8), nullable=False, server_default="off"))


def downgrade() -> None:
    """An older version teaches nobody."""
    op.drop_column("tables", "teaching")
