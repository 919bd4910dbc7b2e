"""Reviews that are kept in a folder, each by the digest of its record: a file of JSON, begun or whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bellringer.core.edges.files import FileProblem, read_text, told_of, write_text
from bellringer.core.errors import OptionError
from bellringer.review.work import Work


def path_of(folder: Path, work: Work) -> Path:
    """The file of a review."""
    return folder / f"{work.course.digest}.json"


def keep(folder: Path, work: Work) -> None:
    """Keep what is found so far. Raises FileProblem."""
    with told_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
    write_text(path_of(folder, work), json.dumps(work.as_json()) + "\n")


def go_on(folder: Path, work: Work) -> bool:
    """Take over what the folder has of this game; False if it has nothing. Raises FileProblem for anything wrong."""
    path = path_of(folder, work)
    if not path.exists():
        return False
    try:
        document: Any = json.loads(read_text(path))
        work.go_on(document)
    except (OptionError, ValueError) as error:
        raise FileProblem(path, f"{error}; remove it, and the review begins anew") from None
    return True
