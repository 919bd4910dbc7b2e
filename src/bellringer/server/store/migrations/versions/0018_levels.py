"""How the levels of bots were cut when a table began, so that it goes on with the bots that it had."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """All tables were begun with the levels of the first cut, but for those that have not begun."""
    op.add_column("tables", sa.Column("levels", sa.Integer, nullable=False, server_default="1"))
    op.execute("UPDATE tables SET levels = 2 WHERE status = 'waiting'")


def downgrade() -> None:
    """An older version has one cut of the levels."""
    op.drop_column("tables", "levels")
