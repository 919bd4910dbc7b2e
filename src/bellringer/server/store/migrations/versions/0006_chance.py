"""By which scheme of chance a table is played."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Until now dice were keyed by moves."""
    op.add_column("tables", sa.Column("chance", sa.String(8), nullable=False, server_default="moves"))


def downgrade() -> None:
    """A table whose chance is keyed by draws can't be rebuilt by a release that does not know it."""
    op.execute("update tables set versions = '0' where chance != 'moves'")
    op.drop_column("tables", "chance")
