"""Uvicorn's protocol, with limits on the time in which a head has to come, and an answer has to be taken.

Uvicorn itself closes a connection that is idle after an answer. It waits without end for a first request, for
the rest of a head that comes letter by letter, and for a client that does not take what was sent: its
connection, and what is held for it, would stay even after a close, which waits for that client too.
"""

import asyncio
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
TAKE_SECONDS = 20.0  # in which a client has to take something of what waits for it


class TimedProtocol(H11Protocol):
    """Closes a connection whose next request is not there in time, or whose client takes nothing."""

    head_timer: asyncio.TimerHandle | None = None
    take_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        # asyncio leaves it out for a socket that we have made; then each small answer waits for 40 ms.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.set_write_buffer_limits(high=0)  # it is told of every byte that waits
        self.start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_timer()
        self.stop_taking()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.await_taking()

    def resume_writing(self) -> None:
        self.stop_taking()
        super().resume_writing()

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

    def await_taking(self) -> None:
        """The time for the client to take something begins."""
        waiting = self.transport.get_write_buffer_size()
        self.take_timer = self.loop.call_later(TAKE_SECONDS, self.abort_stalled, waiting)

    def stop_taking(self) -> None:
        """Nothing waits."""
        if self.take_timer is not None:
            self.take_timer.cancel()
            self.take_timer = None

    def abort_stalled(self, before: int) -> None:
        """Drops a connection with what waits for its client, if that is no less than before."""
        if self.transport.get_write_buffer_size() < before:
            self.await_taking()
        else:
            self.transport.abort()
