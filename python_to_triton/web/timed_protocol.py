"""Uvicorn's protocol, with a limit on the time that the head of a request may take.

Uvicorn itself closes a connection that is idle after an answer, and waits without end for a first request, or
for the rest of a head that comes letter by letter.
"""

import asyncio
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0


class TimedProtocol(H11Protocol):
    """Closes a connection whose next request is not there in time."""

    head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        # asyncio leaves it out for a socket that we have made; then each small answer waits for 40 ms.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.is_between_requests():
            if self.head_timer is None:
                self.start_timer()
        else:
            self.stop_timer()

    def is_between_requests(self) -> bool:
        """Whether the head of a request is awaited."""
        return self.cycle is None or self.cycle.response_complete

    def start_timer(self) -> None:
        """The time for a head begins."""
        self.head_timer = self.loop.call_later(HEAD_SECONDS, self.close_late)

    def stop_timer(self) -> None:
        """A head is there."""
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def close_late(self) -> None:
        """Closes the connection, if the head is not there yet."""
        self.head_timer = None
        if self.is_between_requests() and not self.transport.is_closing():
            self.transport.close()
