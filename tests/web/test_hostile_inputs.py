"""Hostile requests and programs: whatever comes, the server answers the next visitor, and no file is touched.

Requests meet a worker without a model. Programs are traced, and run, in the real sandbox; the answers to them
are scripted. EVERY_HOSTILE_PROGRAM=1 runs those too that take all the time they may.
"""

import contextlib
import json
import os
import re
import secrets
import socket
import threading
import time

import pytest
from hostile_programs import PROGRAMS, SLOW, program_text
from hostile_requests import JSON, REQUESTS, SCRIPTS, job, request
from waiting import PATIENCE, wait_until
from web_support import (
    SCRIPTED,
    SETTINGS,
    descendants,
    exchange,
    is_alive,
    make_gallery,
    playground_of,
    processes_of,
)

from python_to_triton.verification.sandbox import steps_in_force
from python_to_triton.web import http_guards, timed_protocol

SECRET = f"secret-{secrets.token_hex(8)}"
GALLERY = []  # the text of the file beside it
EVERY = os.environ.get("EVERY_HOSTILE_PROGRAM") == "1"
NORMAL = "# x: f32[3, 5]\ny = torch.relu(x)"


@pytest.fixture(scope="module")
def playground(tmp_path_factory):
    """(server, client) with a gallery."""
    folder = tmp_path_factory.mktemp("gallery") / "pages"
    GALLERY.append(make_gallery(folder))
    with playground_of(pages=str(folder)) as started:
        yield started


def status_of(answer):
    """The status of an answer; 0 where there is none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


# ---- requests ----


@pytest.mark.parametrize("name", REQUESTS)
def test_a_hostile_request_is_refused(playground, name):
    server, _ = playground
    data, statuses = REQUESTS[name]
    answer = exchange(server.port, data)
    assert status_of(answer) in statuses, answer[:300]
    assert GALLERY[0].encode() not in answer and b"root:" not in answer and b"Traceback" not in answer
    assert answer.count(b"HTTP/1.1 ") <= 1, "a second request was read out of the body of the first"
    assert b"<script" not in answer and b"Set-Cookie" not in answer


def test_what_is_large_is_not_read_to_its_end(playground):
    server, _ = playground
    head = request("POST", "/api/jobs", (*JSON, ("Content-Length", str(1 << 40))))
    assert status_of(exchange(server.port, head + b"x" * 100_000)) == 413  # of a tebibyte


def without_spans(html):
    """Highlighted HTML without Pygments' own elements."""
    return re.sub(r'<span class="[a-z0-9 ]*">|</span>', "", html)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_shown_and_never_runs(playground, script):
    server, client = playground
    for program in (f"# {script}", f"x = '{script}'", script):
        for kind, data in client.ask(program, name=script[:100]):
            for line in data.get("lines", ()):
                assert not {"<", ">"} & set(without_spans(line)), (kind, line)
    for field in ("name", "program", script):
        answer = client.http.post("/api/jobs", json={"program": "x", field: [script]})
        assert answer.status_code == 400 and answer.headers["content-type"] == "application/json"
        assert "script" not in answer.text or "description" in answer.text
    quoted = "".join(f"%{byte:02x}" for byte in script.encode())
    for path in (f"/{quoted}", f"/static/{quoted}", f"/pages/{quoted}", f"/api/jobs/{quoted}/events"):
        answer = exchange(server.port, request("GET", path))
        assert status_of(answer) in (400, 404) and b"alert" not in answer


def test_a_last_event_that_is_none_begins_at_the_first(playground):
    _, client = playground
    submitted = client.submit("x")
    events = client.events(submitted)
    for last in ("-1", "1.5", "x", "<script>", "\xb2", "9" * 100, ""):
        headers = {"Last-Event-ID": last.encode("latin-1")}
        text = client.http.get(f"/api/jobs/{submitted}/events", headers=headers).text
        assert text.count("event: ") == len(events), last


# ---- slow clients ----


UNPATCHED = 9.0  # seconds, in which no limit comes that a test does not set: they are 10 s and more


@contextlib.contextmanager
def connected(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        yield connection


def answer_before_close(connection):
    """What is answered until the connection is closed."""
    answer = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            answer += part
    return answer


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"G"])
def test_a_head_that_does_not_come_is_not_waited_for(playground, monkeypatch, sent):
    monkeypatch.setattr(timed_protocol, "HEAD_SECONDS", 0.3)
    began = time.monotonic()
    with connected(playground[0]) as connection:
        connection.sendall(sent)
        answer = answer_before_close(connection)
    assert status_of(answer) in (0, 400) and 0.3 <= time.monotonic() - began < UNPATCHED


def test_a_head_that_comes_letter_by_letter_is_not_waited_for(playground, monkeypatch):
    monkeypatch.setattr(timed_protocol, "HEAD_SECONDS", 0.4)
    with connected(playground[0]) as connection:
        began = time.monotonic()
        with pytest.raises(ConnectionError):
            for _ in range(150):
                connection.sendall(b"X: y\r\n" if _ else b"GET / HTTP/1.1\r\n")
                time.sleep(0.05)
    assert time.monotonic() - began < UNPATCHED


def test_a_second_head_that_does_not_come_is_not_waited_for(playground, monkeypatch):
    monkeypatch.setattr(timed_protocol, "HEAD_SECONDS", 0.3)
    with connected(playground[0]) as connection:
        began = time.monotonic()
        connection.sendall(b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answer = connection.recv(1 << 16)
        with contextlib.suppress(ConnectionError):  # closed already, on a slow machine
            connection.sendall(b"GET / HT")
        answer += answer_before_close(connection)
    assert status_of(answer) == 404 and answer.count(b"HTTP/1.1 ") == 1
    assert time.monotonic() - began < UNPATCHED


def test_a_body_that_does_not_come_is_not_waited_for(playground, monkeypatch):
    monkeypatch.setattr(http_guards, "BODY_SECONDS", 0.3)
    head = request("POST", "/api/jobs", (*JSON, ("Content-Length", "1000")))
    with connected(playground[0]) as connection:
        connection.sendall(head + b'{"program"')
        answer = answer_before_close(connection)
    assert status_of(answer) == 400 and b"did not come in 0.3 s" in answer


def test_a_body_that_breaks_off_is_nothing(playground):
    server, _ = playground
    with connected(server) as connection:
        connection.sendall(request("POST", "/api/jobs", (*JSON, ("Content-Length", "1000"))) + b"{")
    assert status_of(exchange(server.port, job({"program": "x"}))) == 202


def test_many_connections_that_say_nothing_leave_room_for_a_visitor(playground):
    server, client = playground
    with contextlib.ExitStack() as held:
        for _ in range(100):
            held.enter_context(connected(server))
        assert client.ask("x")[-1][0] == "done"


def test_requests_that_come_together_are_each_answered(playground):
    server, _ = playground
    statuses = []

    def ask():
        statuses.append(status_of(exchange(server.port, job({"program": ""}))))

    threads = [threading.Thread(target=ask) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert statuses == [400] * 50


def test_after_all_requests_a_visitor_is_served(playground):
    _, client = playground
    assert client.http.get("/").status_code == 200
    assert client.ask("x")[-1][0] == "done"


# ---- programs ----


@pytest.fixture(scope="module")
def sandboxed(tmp_path_factory):
    """(server, client, a file that no program may read or change)."""
    canary = tmp_path_factory.mktemp("outside") / "canary.py"
    canary.write_text(f"x = '{SECRET}'\n")
    with playground_of(SCRIPTED, SETTINGS | {"program_seconds": 3.0}) as (server, client):
        yield server, client, canary


needs_landlock = pytest.mark.skipif(
    "landlock" not in steps_in_force(), reason="without Landlock a program has the user's files"
)


@needs_landlock
@pytest.mark.parametrize("name", [name for name in PROGRAMS if EVERY or name not in SLOW])
def test_a_hostile_program_reaches_nothing(sandboxed, name):
    server, client, canary = sandboxed
    before = canary.stat()
    text = program_text(name, CANARY=canary, PORT=server.port, SERVER=os.getpid())
    events = client.ask(text, samples=1)
    assert events[-1][0] in ("done", "error"), events[-1]
    told = json.dumps([event for event in events if event[0] not in ("program", "module")])
    assert SECRET not in json.dumps(events)
    lines = text.split("\n")
    quoted = [line.strip() for line in lines if "LEAK" in line]
    for line in quoted:  # an error names the line of the program
        told = told.replace(json.dumps(line)[1:-1], "")
    assert "LEAK" not in told, told[-2000:]
    assert [path.name for path in canary.parent.iterdir()] == [canary.name]
    after = canary.stat()
    assert (after.st_mtime_ns, after.st_mode, after.st_size) == (
        before.st_mtime_ns,
        before.st_mode,
        before.st_size,
    )
    assert canary.read_text() == f"x = '{SECRET}'\n"


def test_after_all_programs_a_visitor_is_served(sandboxed):
    _, client, canary = sandboxed
    assert client.http.get("/").status_code == 200
    events = client.ask(NORMAL)
    verdicts = [data["status"] for kind, data in events if kind == "verdict"]
    assert verdicts == ["verified"] and events[-1][0] == "done"
    time.sleep(0.6)  # for what a program may have left behind
    assert canary.read_text() == f"x = '{SECRET}'\n"


def servers_of_workers():
    """The processes of the server's workers, once both kinds of servers that run programs are among them."""
    ours = descendants(os.getpid())
    workers = [process for process, _ in processes_of("scripted_worker.py") if process in ours]
    below = {*workers}.union(*map(descendants, workers))
    commands = "".join(text for process, text in processes_of() if process in below)
    return below if "user_programs.server" in commands and "sandbox/start.py" in commands else ()


def test_a_cancelled_program_is_ended_with_the_servers_that_ran_it(sandboxed):
    _, client, _ = sandboxed
    wait_until(lambda: client.ask(NORMAL) and servers_of_workers(), "the servers do not start")

    def cancelled():
        """The processes that ran a program until it was cancelled; none where its time was over before."""
        submitted = client.submit("while True:\n    pass")
        stream = client.stream(submitted)
        assert ("stage", {"text": "tracing the program"}) in ((kind, data) for _, kind, data in stream)
        time.sleep(0.3)  # it is in its loop then
        below = servers_of_workers()
        assert client.http.delete(f"/api/jobs/{submitted}").status_code == 204
        return [kind for _, kind, _ in stream][-1] == "cancelled" and below

    below = wait_until(cancelled)
    wait_until(lambda: not any(map(is_alive, below)))
