"""The places of the seats at finished tables, so that a list of them rebuilds no games."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Places of tables that are over already are stored when somebody asks for them."""
    op.add_column("seats", sa.Column("place", sa.Integer, nullable=True))


def downgrade() -> None:
    """Places follow from the acts."""
    op.drop_column("seats", "place")
