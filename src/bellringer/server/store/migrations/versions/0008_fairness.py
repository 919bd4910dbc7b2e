"""What proves a game fair: its seats' keys and nonces, the bytes that hide secret acts; sealed columns beside them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Tables that there are already have no chain, and nobody has put anything into their deal."""
    op.add_column("tables", sa.Column("fair", sa.String, nullable=True))
    op.add_column("acts", sa.Column("salt", sa.LargeBinary(32), nullable=False, server_default=sa.text("x''")))
    op.add_column("acts", sa.Column("sealed", sa.LargeBinary, nullable=True))
    op.add_column("rematches", sa.Column("commitment", sa.String(64), nullable=True))
    op.add_column("people", sa.Column("withheld", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Games can't be proved any more; sealed ones must have been opened before."""
    op.drop_column("people", "withheld")
    op.drop_column("rematches", "commitment")
    op.drop_column("acts", "sealed")
    op.drop_column("acts", "salt")
    op.drop_column("tables", "fair")
