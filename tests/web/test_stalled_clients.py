"""Clients that ask and take nothing: neither connections nor memory stay theirs."""

import contextlib
import os
import socket
import time
from pathlib import Path

import pytest
from waiting import PATIENCE, wait_until
from web_support import playground_of

from python_to_triton.web import event_stream

PAGE = b"GET /static/page.js HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def playground():
    with playground_of() as started:
        yield started


def open_sockets():
    """The numbers of this process's sockets; what is closed while it looks is none of them."""
    for path in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            target = os.readlink(path)
            if target.startswith("socket:"):
                yield target.removeprefix("socket:[").removesuffix("]")


def connections_to(port):
    """How many connections of this process are the server's."""
    held = set(open_sockets())
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().split("\n")[1:] if line]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == "01" and row[9] in held for row in rows)


def stalled(port, request):
    """A connection that sends a request, and never reads."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", port))
    connection.settimeout(1.0)
    with contextlib.suppress(OSError):  # the server reads no more
        connection.sendall(request)
    return connection


@pytest.mark.parametrize("kind", ["files", "events", "closed"])
def test_a_client_that_takes_nothing_is_dropped(playground, monkeypatch, kind):
    from python_to_triton.web import timed_protocol

    monkeypatch.setattr(timed_protocol, "TAKE_SECONDS", 0.3)
    monkeypatch.setattr(event_stream, "SEND_SECONDS", 0.1)
    server, client = playground
    client.http.close()
    type(client).__post_init__(client)
    request = PAGE * 300
    if kind == "events":
        job = client.submit("fill 600")
        client.events(job)
        request = f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    if kind == "closed":
        request = PAGE * 200 + b"GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n"
    client.http.close()
    wait_until(lambda: connections_to(server.port) == 0)
    began = time.monotonic()
    connections = [stalled(server.port, request) for _ in range(3)]
    try:
        wait_until(lambda: connections_to(server.port) == 0)
        assert time.monotonic() - began < 18.0, "they were dropped by another limit"  # of 20 s
    finally:
        for connection in connections:
            connection.close()
        type(client).__post_init__(client)
    assert client.http.get("/").status_code == 200


def test_a_client_that_is_slow_gets_all(playground, monkeypatch):
    from python_to_triton.web import timed_protocol

    monkeypatch.setattr(timed_protocol, "TAKE_SECONDS", 1.0)
    server, client = playground
    job = client.submit("fill 150")
    expected = client.events(job)[-1][0]
    request = f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    text = b""
    began = time.monotonic()
    with stalled(server.port, request) as connection:
        connection.settimeout(PATIENCE)
        while part := connection.recv(1 << 16):
            text += part
            time.sleep(0.01)
    assert text.count(b"\nevent: ") == expected and time.monotonic() - began > 1.0


def test_events_are_sent_in_small_parts():
    events = [b"x" * size for size in (1, 5, 200_000, 7, 70_000)]
    parts = list(event_stream.small_parts(events))
    assert b"".join(parts) == b"".join(events) and len(parts) > 3
    assert max(map(len, parts)) < 2 * event_stream.PART_BYTES
    assert list(event_stream.small_parts([])) == []
