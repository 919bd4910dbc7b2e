"""Answers that are the same for everybody: made once, packed once, and sent as bytes."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response

LEVEL = 6  # of packing, which is done once


class Packed:
    """Bytes of a kind, such as `text/css`, as they are and packed. `is_packed`: they are so as they are."""

    def __init__(self, content: bytes, kind: str, is_packed: bool = False) -> None:
        self.content, self.kind = content, kind
        self.packed = None if is_packed else gzip.compress(content, LEVEL, mtime=0)

    def answer(self, request: Request, headers: dict[str, str]) -> Response:
        """The answer to who asks for them."""
        if self.packed is None:
            return Response(self.content, media_type=self.kind, headers=headers)
        found = {**headers, "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.content, media_type=self.kind, headers=found)
        return Response(self.packed, media_type=self.kind, headers={**found, "content-encoding": "gzip"})
