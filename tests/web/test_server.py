"""The server: its routes and headers, how it begins and ends, and twenty visitors at once."""

import argparse
import socket
import threading

import pytest
from patching import patch_everywhere
from waiting import PATIENCE, wait_until
from web_support import (
    FAKE,
    SETTINGS,
    Client,
    descendants,
    is_alive,
    make_gallery,
    playground_of,
    start_process,
)

from python_to_triton import command_line, runtime
from python_to_triton.web import serving
from python_to_triton.web.http_guards import HEADERS, HostNames
from python_to_triton.web.options import MOST_FILES, PROGRAM_BYTES, WebFlags

START = f"""
from python_to_triton.web.options import WebFlags
from python_to_triton.web.serving import start_web
from triton_ops.exit_codes import command_line

flags = dict(port=0) | {{flags}}
run = command_line("web")(lambda: start_web(WebFlags(**flags), {{settings}}, {FAKE}))
raise SystemExit(run())
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery") / "pages"
    make_gallery(folder)
    return folder


@pytest.fixture(scope="module")
def playground(pages):
    with playground_of(pages=str(pages)) as started:
        yield started


def start(settings=SETTINGS, **flags):
    """A server as a process of its own."""
    return start_process(START.format(flags=flags, settings=settings))


def address_of(process):
    """What the server prints."""
    line = process.stdout.readline()
    assert line.startswith("the playground is at http://"), line + process.stderr.read()
    return line.split()[4]


# ---- routes ----


def test_the_page_and_its_files(playground):
    _, client = playground
    page = client.http.get("/")
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    for name, kind in (("page.js", "javascript"), ("page.css", "text/css")):
        found = client.http.get(f"/static/{name}")
        assert found.status_code == 200 and kind in found.headers["content-type"]
        assert f"/static/{name}" in page.text or f"static/{name}" in page.text
    assert client.http.head("/").status_code == 200 and client.http.head("/").content == b""


def test_the_gallery(playground):
    _, client = playground
    assert client.http.get("/pages/").text == "<p>gallery</p>"
    assert client.http.get("/pages/softmax/").text == "<p>softmax</p>"
    assert client.http.get("/pages").headers["location"].endswith("/pages/")
    for path in ("/pages/secret.html", "/pages/../secret.html", "/pages/link.html", "/pages/nothing"):
        assert client.http.get(path).status_code == 404, path
    with playground_of() as (_, without):
        assert without.http.get("/pages/").status_code == 404
        assert without.about["gallery"] is False


def test_what_answers_here(playground):
    _, client = playground
    about = client.http.get("/api/about").json()
    assert about["model"] == {"parameters": 3, "hash": "0123", "weights": "fake"}
    assert about["device"] == "nothing" and about["gpu"] is False and about["gallery"] is True
    limits = {"seconds": 120.0, "samples": 5, "queue": 100, "files": MOST_FILES}
    assert about["limits"] == limits | {"program_bytes": PROGRAM_BYTES}
    assert all(set(example) == {"title", "program"} for example in about["examples"])
    assert about["version"]


ANSWERED = [
    ("GET", "/", 200),
    ("GET", "/static/page.css", 200),
    ("GET", "/static/nothing.css", 404),
    ("GET", "/api/about", 200),
    ("GET", "/api/jobs", 405),
    ("POST", "/api/about", 405),
    ("POST", "/api/jobs", 415),
    ("PUT", "/api/jobs/x", 405),
    ("DELETE", "/api/jobs/x", 404),
    ("GET", "/api/jobs/x/events", 404),
    ("GET", "/pages/", 200),
    ("GET", "/nowhere", 404),
    ("TRACE", "/", 405),
    ("OPTIONS", "/api/jobs", 405),
]


@pytest.mark.parametrize("method, path, status", ANSWERED)
def test_every_answer_has_the_headers_that_protect_the_page(playground, method, path, status):
    _, client = playground
    answer = client.http.request(method, path)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "server" not in answer.headers
    if path.startswith("/api") and status >= 400:
        assert answer.json()["error"]


def test_events_and_refusals_have_the_headers_too(playground):
    _, client = playground
    job = client.submit("x")
    with client.http.stream("GET", f"/api/jobs/{job}/events") as answer:
        assert answer.headers["content-security-policy"] and answer.headers["cache-control"] == "no-store"
    refused = client.http.get("/", headers={"Host": "example.com"})
    assert refused.status_code == 400 and refused.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "host, taken, refused",
    [
        (
            "127.0.0.1",
            ["localhost", "LOCALHOST:1", "127.0.0.1:8765", "[::1]"],
            ["", "example.com", "10.0.0.1"],
        ),
        ("::1", ["[::1]:80", "localhost"], ["::2", "[::1", "localhost.example.com"]),
        ("10.1.2.3", ["10.1.2.3", "10.1.2.3:80"], ["localhost", "10.1.2.4", "10.1.2.3.nip.io"]),
        ("0.0.0.0", ["10.1.2.3:8765", "localhost", "[fe80::1]:80"], ["example.com", "10.1.2.3.nip.io"]),
        ("box.lan", ["box.lan:8765", "Box.LAN"], ["lan", "evil.box.lan", "127.0.0.1"]),
    ],
)
def test_the_names_by_which_it_is_called(host, taken, refused):
    names = HostNames(host)
    assert all(map(names.holds, taken)) and not any(map(names.holds, refused))


def test_the_number_of_streams_is_bounded(playground, monkeypatch):
    from python_to_triton.web import application

    _, client = playground
    monkeypatch.setattr(application, "MOST_STREAMS", 1)
    job = client.submit("sleep")
    stream = client.stream(job)
    next(stream)
    assert client.http.get(f"/api/jobs/{job}/events").status_code == 503
    client.http.delete(f"/api/jobs/{job}")
    assert [kind for _, kind, _ in stream][-1] == "cancelled"


def test_a_stream_that_says_nothing_is_kept_open(playground, monkeypatch):
    from python_to_triton.web import event_stream

    _, client = playground
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.1)
    job = client.submit("sleep")
    with client.http.stream("GET", f"/api/jobs/{job}/events") as answer:
        parts = answer.iter_text()
        text = ""
        while text.count(": ping\n\n") < 2:
            text += next(parts)
        client.http.delete(f"/api/jobs/{job}")
        text += "".join(parts)
    assert text.rstrip().endswith("event: cancelled\ndata: {}")


# ---- many visitors ----


def test_twenty_visitors_at_once_are_all_served(playground):
    server, first = playground
    running = first.submit("sleep")  # until all have come
    all_there = threading.Barrier(21)
    results = {}

    def visit(number):
        client = Client(server.address, local=f"127.0.0.{number + 1}")
        job = client.submit(f"sleep 0.0{number % 7} # {number}")
        all_there.wait(PATIENCE)
        results[number] = [(kind, data) for _, kind, data in client.events(job)]

    threads = [threading.Thread(target=visit, args=[number]) for number in range(20)]
    for thread in threads:
        thread.start()
    all_there.wait(PATIENCE)
    first.http.delete(f"/api/jobs/{running}")
    for thread in threads:
        thread.join(PATIENCE)
    assert len(results) == 20
    for number, events in results.items():
        kinds = [kind for kind, _ in events]
        assert kinds[0] == "queued" and kinds[-1] == "done" and kinds.count("started") == 1
        ahead = [data["ahead"] for kind, data in events if kind == "queued"]
        assert ahead == sorted(ahead, reverse=True) and ahead[-1] <= 1
        [program] = [data for kind, data in events if kind == "program"]
        assert f"# {number}<" in program["lines"][0], "each has the answer to its own program"
    assert max(events[0][1]["ahead"] for events in results.values()) >= 19


def test_several_workers_take_jobs_beside_each_other():
    with playground_of(jobs=2) as (_, client):
        jobs = [client.submit("sleep 60") for _ in range(2)]
        streams = [client.stream(job) for job in jobs]
        for stream in streams:
            assert "program" in (kind for _, kind, _ in stream), "both are at work"
        for job, stream in zip(jobs, streams):
            client.http.delete(f"/api/jobs/{job}")
            assert [kind for _, kind, _ in stream] == ["cancelled"]


# ---- how it begins and ends ----


def descendants_of_detached(process, written):
    """The processes below a server, once its job `detach` has started all of its own; none before."""
    below = descendants(process.pid) if written.exists() else ()
    return below if len(below) >= 6 else ()


@pytest.mark.parametrize("number, code", [(2, 130), (15, 143)])
def test_a_signal_ends_it_with_all_that_it_started(number, code, tmp_path):
    process = start()
    client = Client(address_of(process))
    written = tmp_path / "processes"
    running = client.submit(f"detach {written}")
    waiting = client.submit("x")
    below = wait_until(lambda: descendants_of_detached(process, written))
    kinds = []
    listening = threading.Thread(target=lambda: kinds.extend(kind for _, kind, _ in client.stream(waiting)))
    listening.start()
    wait_until(lambda: kinds)
    process.send_signal(number)
    assert process.wait(PATIENCE) == code
    assert not any(map(is_alive, below)), "nothing of it is left"
    listening.join(PATIENCE)
    assert kinds[-1] == "cancelled", "its pages are told"
    output, errors = process.communicate()
    assert output == "" and errors == ("stopped\n" if number == 2 else "") and running


def test_nothing_is_left_of_a_server_that_is_killed(tmp_path):
    process = start()
    client = Client(address_of(process))
    written = tmp_path / "processes"
    client.submit(f"detach {written}")
    below = wait_until(lambda: descendants_of_detached(process, written))
    process.kill()
    assert process.wait(PATIENCE) == -9
    wait_until(lambda: not any(map(is_alive, below)))


def test_a_busy_port_is_one_line():
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        process = start(port=port)
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2 and output == "" and errors.count("\n") == 1
    assert errors.startswith(f"web: error: cannot listen at 127.0.0.1, port {port}: Address already in use")


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a" * 300, "1.2.3.4.5"])
def test_an_address_that_is_none_is_one_line(host):
    with pytest.raises(ValueError, match="^cannot listen at .*--port 0 finds a free one$"):
        serving.listening_socket(host, 0)


def test_a_model_that_cannot_be_read_is_one_line():
    process = start(settings=SETTINGS | {"mistake": "there is no file at weights"})
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2 and errors == "web: error: there is no file at weights\n"
    assert output.startswith("the playground is at ")


def test_missing_packages_are_one_line(monkeypatch):
    monkeypatch.setattr(serving.importlib.util, "find_spec", lambda name: None if name == "uvicorn" else 1)
    with pytest.raises(
        ValueError, match=r'^uvicorn is not installed: pip install "python-to-triton\[web\]"$'
    ):
        serving.start_web(WebFlags(), SETTINGS)


def test_another_address_than_loopback_is_warned_of(capsys):
    serving.say_address(WebFlags(host="0.0.0.0"), "http://0.0.0.0:1/")
    printed = capsys.readouterr()
    assert printed.err.startswith("warning: 0.0.0.0 can be reached from other machines")
    assert printed.out == "the playground is at http://0.0.0.0:1/ (Ctrl-C ends it)\n"
    for host in ("127.0.0.1", "::1", "localhost", "127.9.9.9"):
        serving.say_address(WebFlags(host=host), "http://x/")
        assert capsys.readouterr().err == ""


def test_the_page_is_opened_where_it_is_wanted(monkeypatch):
    opened = []
    monkeypatch.setattr(serving.webbrowser, "open", opened.append)
    with playground_of(open=True) as (server, client):
        assert client.about["version"]
        wait_until(lambda: opened)  # a thread of the server does it
    assert opened == [f"{server.address}/"]


def test_the_server_imports_neither_pytorch_nor_the_judge():
    code = """
import sys
from python_to_triton import command_line
from python_to_triton.web import application, serving, worker_process, timed_protocol
print({"torch", "triton", "python_to_triton.verification", "python_to_triton.runtime"} & set(sys.modules))
"""
    process = start_process(code)
    output, errors = process.communicate(timeout=PATIENCE)
    assert output == "set()\n" and errors == ""


# ---- the command lines ----


def test_the_console_script_passes_its_flags_on(monkeypatch, pages):
    given = []
    monkeypatch.setattr(serving, "start_web", lambda *them: given.append(them) or 0)
    words = ["web", "--port", "0", "--host", "::1", "--pages", str(pages), "--jobs", "2", "--samples", "7"]
    words += ["--open", "--seconds", "9", "--waiting", "3", "--behind-proxy", "--no-cache", "--partial"]
    assert command_line.main(words) == 0
    [(flags, settings)] = given
    wanted = {"jobs": 2, "waiting": 3, "behind_proxy": True, "seconds": 9.0}
    assert flags == WebFlags("::1", 0, True, str(pages), **wanted)
    sampling = {"weights": None, "device": "auto", "seed": 0, "temperature": None, "samples": 7}
    assert settings["sampling"] == sampling | {"cached": False, "sandbox": "", "stages": False}
    assert settings["options"] == {"partial": True}


@pytest.mark.parametrize(
    "words, line",
    [
        (["--port", "70000"], "port is in [0, 65535], not 70000"),
        (["--jobs", "0"], "jobs is at least 1"),
        (["--seconds", "0"], "seconds is above 0"),
        (["--pages", "/nowhere"], "--pages is a folder, and there is none at /nowhere"),
    ],
)
def test_a_mistake_in_the_flags_is_one_line(words, line, capsys):
    assert command_line.main(["web", *words]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"python-to-triton web: error: {line}") and printed.count("\n") == 1


def test_llm_serves_it_too(monkeypatch, tmp_path):
    given = []
    monkeypatch.setattr(serving, "start_web", lambda *them: given.append(them) or 0)
    patch_everywhere(monkeypatch, "choose_weights", lambda *_: (tmp_path, "mine"))
    parser = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
    runtime.add_command_flags(parser)
    values = vars(parser.parse_args(["--web", "--port", "0", "--eval", "--weights", "mine"]))
    command = runtime.MODEL_COMMANDS["web"]
    assert set(values) - {"web", "bits"} <= command | {"demo", "translate", "resume"} | set(values)
    assert runtime.run_model_command("web", values) == 0
    [(flags, settings)] = given
    assert flags == WebFlags(port=0) and settings["options"] == {"evaluate": True}
    assert settings["sampling"]["weights"] == str(tmp_path) and settings["sampling"]["cached"] is True
