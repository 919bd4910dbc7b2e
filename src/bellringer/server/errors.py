"""What can't be done on a server, and why: every package raises it, and pages and programs are told of it."""

from __future__ import annotations

from bellringer.core.errors import BellringerError


class Refused(BellringerError):
    """Something that can't be done. `code` names why, for programs; `status` is HTTP's.

    `field`: what is wrong in the request, where it has another form than it must have.
    """

    def __init__(self, code: str, message: str, status: int = 409, field: str = "") -> None:
        self.code, self.status, self.field = code, status, field
        super().__init__(message)


class Stale(Refused):
    """The answer to a question that is no longer asked."""

    def __init__(self, asked: int | None) -> None:
        self.asked = asked
        now = "nothing is asked of the seat now" if asked is None else f"the seat is asked question {asked} now"
        super().__init__("stale", f"this answers a question that is no longer asked: {now}")
