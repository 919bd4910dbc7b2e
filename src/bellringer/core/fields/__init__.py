"""One table of fields a game: what each is called, what kind it is, who may see it.

From the table (table.py) follow the JSON Schema, positions, the plain reading of documents, views (documents.py) and
observations (observation.py); `tools/fields.py` writes the compiled codec from it. Nothing here knows a game.
"""

from bellringer.core.fields.asks import Asks
from bellringer.core.fields.documents import Codec, Documents
from bellringer.core.fields.entries import (
    ALL,
    NOBODY,
    NOT_DEALT,
    OWNER,
    BySeat,
    Entry,
    Field,
    Follows,
    Kept,
    Listed,
    Part,
    Said,
    Shown,
    viewer,
)
from bellringer.core.fields.forms import Form, There
from bellringer.core.fields.kinds import (
    ABSENT,
    ByPlace,
    Counts,
    EachSeat,
    Flag,
    Items,
    Kind,
    Name,
    Names,
    Number,
    OptionalName,
    Phase,
    Record,
    Seat,
    Seats,
)
from bellringer.core.fields.look import Look
from bellringer.core.fields.observation import Plan, Span, plan_of
from bellringer.core.fields.observed import Direct, Observed, Read
from bellringer.core.fields.ranges import Bits, Each, ForEachSeat, Range, WordsOfBits
from bellringer.core.fields.reading import Reading
from bellringer.core.fields.rows import Row
from bellringer.core.fields.table import FieldTable

__all__ = [
    "ABSENT",
    "ALL",
    "NOBODY",
    "NOT_DEALT",
    "OWNER",
    "Asks",
    "Bits",
    "ByPlace",
    "BySeat",
    "Codec",
    "Counts",
    "Direct",
    "Documents",
    "Each",
    "EachSeat",
    "Entry",
    "Field",
    "FieldTable",
    "Flag",
    "Follows",
    "ForEachSeat",
    "Form",
    "Items",
    "Kept",
    "Kind",
    "Listed",
    "Look",
    "Name",
    "Names",
    "Number",
    "Observed",
    "OptionalName",
    "Part",
    "Phase",
    "Plan",
    "Range",
    "Read",
    "Reading",
    "Record",
    "Row",
    "Said",
    "Seat",
    "Seats",
    "Shown",
    "Span",
    "There",
    "WordsOfBits",
    "plan_of",
    "viewer",
]
