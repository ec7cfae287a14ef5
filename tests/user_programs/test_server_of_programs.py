"""In which order the server of users' programs gets ready and serves."""

import socket
import warnings

import pytest

from python_to_triton.user_programs import server


@pytest.mark.parametrize(
    ("client_waits", "order"),
    [
        (True, [server.EXPRESSION, b"p", server.MODULE, b""]),
        (False, [server.EXPRESSION, server.MODULE, b"p", b""]),
    ],
)
def test_who_waits_is_served_before_the_server_is_all_warm(monkeypatch, client_waits, order):
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    done = []

    def ask():
        ours.send(b"p")
        ours.close()

    def warm_up(text):
        done.append(text)
        if text == (server.EXPRESSION if client_waits else server.MODULE):
            ask()

    def serve_client(control, count):
        done.append(control.recv(1))
        return done[-1] != b""

    monkeypatch.setattr(server, "warm_up_programs", warm_up)
    monkeypatch.setattr(server, "serve_client", serve_client)
    for name in ("ask_for_gpus", "postpone_compiler", "keep_from_collections"):
        monkeypatch.setattr(server, name, lambda: None)
    monkeypatch.setattr(server.signal, "signal", lambda *_: None)
    monkeypatch.setattr(server.torch, "set_num_threads", lambda _: None)
    with warnings.catch_warnings(), theirs:
        server.serve(theirs)
    assert done == order
