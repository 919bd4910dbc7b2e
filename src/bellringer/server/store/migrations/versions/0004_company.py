"""Signs among the lines of the chat, what spectators say, reports, who is muted, and the answers to a rematch."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """What was said until now was said in words."""
    op.add_column("sayings", sa.Column("kind", sa.String(8), nullable=False, server_default="say"))
    op.create_table(
        "asides",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("place", sa.String(8), primary_key=True),
        sa.Column("line", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("muted_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
    )
    op.create_table(
        "rematches",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("answer", sa.String(8), nullable=False),
    )


def downgrade() -> None:
    """A release from before shows signs by their names."""
    for table in ("rematches", "mutes", "reports", "asides"):
        op.drop_table(table)
    op.drop_column("sayings", "kind")
