"""A worker without a model, for tests of what is around it: the program says what it does.

python fake_worker.py DESCRIPTOR SETTINGS
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from python_to_triton.web.highlighting import highlighted_lines
from python_to_triton.web.supervision import run_supervised

ABOUT = {"model": {"parameters": 3, "hash": "0123", "weights": "fake"}, "device": "nothing", "gpu": False}


def sleep(emit, seconds="1000"):
    """Takes time."""
    time.sleep(float(seconds))


def loop(emit):
    """Never ends."""
    while True:
        pass


def crash(emit, number="11"):
    """Ends by a signal."""
    os.kill(os.getpid(), int(number))
    time.sleep(10)


def leave(emit, code="3"):
    """Ends with an exit code."""
    os._exit(int(code))


def detach(emit, path):
    """Starts processes in sessions of their own, which ignore signals; writes their numbers to a file."""
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"
    command = [sys.executable, "-S", "-c", f"import os\nif os.fork() == 0: os.setsid()\n{code}"]
    processes = [subprocess.Popen(command, start_new_session=True) for _ in range(2)]
    Path(path).write_text(json.dumps([process.pid for process in processes]))
    time.sleep(1000)


def fill(emit, count="100"):
    """Has much to say."""
    for number in range(int(count)):
        emit("stage", {"text": f"{number} " + "x" * 10_000})


def babble(emit):
    """Says what is no event."""
    emit("<script>", {})


def cut(emit, control):
    """Ends in the middle of a message."""
    control.sendall(b'{"event": ["stage"')
    os._exit(0)


COMMANDS = {one.__name__: one for one in (sleep, loop, crash, leave, detach, fill, babble)}


def serve(control, settings):
    """Does jobs, each as its program says."""

    def send(message):
        control.sendall(json.dumps(message).encode() + b"\n")

    while not Path(settings.get("starts_after", "/")).exists():
        time.sleep(0.02)
    if settings.get("mistake"):
        send({"failed": settings["mistake"]})
        return
    send({"ready": ABOUT | {"process": os.getpid()}})
    for line in control.makefile("rb"):
        request = json.loads(line)
        name, *words = request["program"].partition("#")[0].split()

        def emit(kind, data):
            send({"event": [kind, data]})

        emit("program", {"lines": highlighted_lines(request["program"])})
        if name == "cut":
            cut(emit, control)
        if name in COMMANDS:
            COMMANDS[name](emit, *words)
        emit("verdict", {"status": "verified", "text": "verified", "error": 0.0, "tolerance": 0.0})
        emit("done", {"seconds": 0.0})


if __name__ == "__main__":
    import socket

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = json.loads(sys.argv[2])
    run_supervised(lambda control: serve(control, settings), socket.socket(fileno=int(sys.argv[1])))
