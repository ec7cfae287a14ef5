"""The events of a job as a stream of server-sent events, from where a page has left off."""

import asyncio
import contextlib
from collections.abc import Iterator, Sequence

from starlette.types import Receive, Scope, Send

from python_to_triton.web.jobs import WebJob

PING_SECONDS = 10.0
SEND_SECONDS = 30.0  # for a page to take what was sent
PART_BYTES = 1 << 16  # of events that are sent at once: of two hundred streams no more waits in memory
PING = b": ping\n\n"
MOST_STREAMS = 200


def small_parts(events: Sequence[bytes]) -> Iterator[bytes]:
    """The events one behind the other, in parts that are small."""
    part = bytearray()
    for event in events:
        for start in range(0, len(event), PART_BYTES):
            part += event[start : start + PART_BYTES]
            if len(part) >= PART_BYTES:
                yield bytes(part)
                part.clear()
    if part:
        yield bytes(part)


class EventStream:
    """An answer that goes on until the job's last event is sent, or the page has gone."""

    def __init__(self, job: WebJob, seen: int):
        """seen: the number of the last event that the page has."""
        self.job = job
        self.seen = seen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        self.job.listen()
        sending = asyncio.create_task(self.send_events(send))
        leaving = asyncio.create_task(self.await_leaving(receive))
        try:
            done, _ = await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self.job.leave()
            sending.cancel()
            leaving.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def await_leaving(self, receive: Receive) -> None:
        """Waits until the page has gone."""
        while (await receive())["type"] != "http.disconnect":
            pass

    async def send_events(self, send: Send) -> None:
        """Sends what there is, and what comes, to the last event."""

        async def send_part(body: bytes, more: bool = True) -> None:
            async with asyncio.timeout(SEND_SECONDS):
                await send({"type": "http.response.body", "body": body, "more_body": more})

        with contextlib.suppress(TimeoutError):  # a page that takes nothing has gone
            while True:
                changed = self.job.changed
                events = self.job.events[self.seen :]
                self.seen += len(events)
                if events:
                    for part in small_parts(events):
                        await send_part(part)
                elif self.job.is_final:
                    await send_part(b"", more=False)
                    return
                else:
                    try:
                        await asyncio.wait_for(changed.wait(), PING_SECONDS)
                    except TimeoutError:
                        await send_part(PING)
