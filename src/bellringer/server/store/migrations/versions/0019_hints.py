"""Who may ask for hints at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """At the tables that are there everybody may, as before."""
    op.add_column("tables", sa.Column("hints", sa.String(8), nullable=False, server_default="all"))


def downgrade() -> None:
    """An older version gives hints to everybody."""
    op.drop_column("tables", "hints")
