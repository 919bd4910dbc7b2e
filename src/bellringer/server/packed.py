"""Answers that are the same for everybody: made once, packed once, and sent as bytes."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response

LEVEL = 6  # of packing, which is done once


class Packed:
    """Bytes of a kind, such as `text/css`, as they are and packed."""

    def __init__(self, content: bytes, kind: str) -> None:
        self.content, self.packed, self.kind = content, gzip.compress(content, LEVEL, mtime=0), kind

    def answer(self, request: Request, headers: dict[str, str]) -> Response:
        """The answer to who asks for them."""
        found = {**headers, "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.content, media_type=self.kind, headers=found)
        return Response(self.packed, media_type=self.kind, headers={**found, "content-encoding": "gzip"})
