"""The versions of the parts of a table's rules, its last position, and where its rules changed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """A table whose rules had one version was begun by that version of every part: 1."""
    op.add_column("tables", sa.Column("versions", sa.String, nullable=False, server_default="1"))
    op.execute("update tables set versions = cast(rules as varchar)")
    op.drop_column("tables", "rules")
    op.create_table(
        "positions",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "rule_changes",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("before", sa.String, nullable=False),
        sa.Column("after", sa.String, nullable=False),
        sa.Column("dropped", sa.Integer, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """A table with a part of a later version can't be rebuilt by a release that knows one version a game."""
    op.drop_table("rule_changes")
    op.drop_table("positions")
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.execute("update tables set rules = 0 where versions != '1'")
    op.drop_column("tables", "versions")
