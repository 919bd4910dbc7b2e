"""People, tables, seats, acts and sayings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """The first shape of the database."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("address", sa.String(22), nullable=False, unique=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("options", sa.String, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("host", sa.Integer, sa.ForeignKey("people.id"), nullable=True),
        sa.Column("clock", sa.String(12), nullable=False),
        sa.Column("joining", sa.String(8), nullable=False),
        sa.Column("watching", sa.String(8), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("ended_by", sa.String(10), nullable=False),
        sa.Column("pending", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("rematch", sa.String(22), nullable=True),
    )
    op.create_index("tables_by_status", "tables", ["status", "changed"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=True, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(20), nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
    )
    op.create_table(
        "acts",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("word", sa.String(80), nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    is_move = sa.text("kind = 'move'")
    op.create_index(
        "one_answer", "acts", ["table_id", "seat", "asked"], unique=True, sqlite_where=is_move, postgresql_where=is_move
    )
    op.create_table(
        "sayings",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Nothing is left."""
    for table in ("sayings", "acts", "seats", "tables", "people"):
        op.drop_table(table)
