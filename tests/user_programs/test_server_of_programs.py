"""In which order the server of users' programs gets ready and serves."""

import os
import socket
import tempfile
import warnings

import pytest

from python_to_triton.user_programs import client, server, supervision


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


def test_a_program_makes_its_pool_of_threads_before_it_is_asked_for_anything(monkeypatch):
    done = []

    def hang_up(_):
        done.append("asked")
        raise EOFError

    monkeypatch.setattr(server.torch, "set_num_threads", done.append)
    monkeypatch.setattr(server, "receive_frame", hang_up)
    monkeypatch.setattr(server.gc, "disable", lambda: None)
    server.serve_program(None)
    assert done == [1, "asked"]


def test_a_server_that_does_not_start_leaves_no_connection_open(monkeypatch):
    made = []
    socketpair = socket.socketpair

    def counted(*more):
        made.extend(socketpair(*more))
        return made[-2:]

    def ended(_):
        ours, theirs = socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        theirs.close()
        return None, ours

    monkeypatch.setattr(client.socket, "socketpair", counted)
    monkeypatch.setattr(client.early_start, "started_server", ended)
    with pytest.raises(RuntimeError, match="does not start"):
        client.ProgramServer().open()
    assert len(made) == 4 and all(one.fileno() == -1 for one in made)


def test_a_client_that_hangs_up_at_once_leaves_no_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    data, lifeline = socket.socketpair(), socket.socketpair()
    data[0].close()
    lifeline[0].close()
    supervisor = os.fork()
    if supervisor == 0:
        try:
            supervision.supervise_program(lambda _: None, data[1], lifeline[1])
        finally:
            os._exit(1)
    _, status = os.waitpid(supervisor, 0)
    data[1].close()
    lifeline[1].close()
    assert os.waitstatus_to_exitcode(status) == 0 and not list(tmp_path.iterdir())


def test_a_process_that_has_ended_says_so():
    with client.program_process() as process:
        process.await_server()
    with pytest.raises(ValueError, match="^ended with the process that watches it$"):
        process.request("trace", 60.0)
