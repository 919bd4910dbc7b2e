"""An answer that goes on for as long as somebody listens: server-sent events."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.responses import StreamingResponse
from starlette.types import Send

HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class EventStream(StreamingResponse):
    """The events that a generator makes, one after the other.

    However the answer ends, the generator has ended with it. Starlette leaves one whose event could not be sent to the
    garbage collector, which comes late and in any thread; until then its listener would be counted.
    """

    def __init__(self, events: AsyncGenerator[bytes | str, None], status_code: int = 200) -> None:
        super().__init__(events, status_code, HEADERS, "text/event-stream")
        self.events = events

    async def stream_response(self, send: Send) -> None:
        """Send the events until they end, or until one can't be sent."""
        async with aclosing(self.events):
            await super().stream_response(send)
