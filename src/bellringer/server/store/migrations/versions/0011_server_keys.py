"""The public keys by which the server of this folder signs, so that it makes no other when their file is missing."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """The next start notes the key that it finds, if that opens what is sealed here."""
    op.create_table(
        "server_keys",
        sa.Column("public", sa.LargeBinary(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Whoever starts a server must name the right file."""
    op.drop_table("server_keys")
