"""The calls of the helper process: each in a fork, all in one sandbox."""

import io
import json
import os
import socket
import subprocess
import sys

import pytest
import torch
from patching import patch_everywhere
from sized_programs import ANSWER, PROGRAM, WRONG, call_for

from python_to_triton.tuning import helper_server
from python_to_triton.tuning.loaded_answer import is_open

WITHOUT_GPU = """
import os
import torch

def touched(*_, **__):
    raise AssertionError("the GPU is touched")

for name in ("init", "_lazy_init", "current_device", "get_device_properties", "get_device_capability"):
    setattr(torch.cuda, name, touched)
from python_to_triton.tuning import helper_server
before = os.listdir("/proc/self/task")
helper_server.import_before_forks()
print(before == os.listdir("/proc/self/task"))
"""


@pytest.fixture(autouse=True)
def loops_on_one_thread():
    """The server of these tests is this process, with its OpenMP threads. A fork has none of them, but
    would wait for them at its first loop on several threads. The helper process itself never has any.
    """
    torch.ones(1 << 20).clone()  # they begin, whichever tests came before
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def calls(staying_sandbox, monkeypatch):
    """The calls of a client in the sandbox of the tests; none after these is shown."""
    patch_everywhere(monkeypatch, "WARM_SANDBOXES", {"cpu": staying_sandbox})
    ours, theirs = socket.socketpair()
    yield helper_server.CallServer(theirs, io.BytesIO())
    ours.close()
    theirs.close()


def made(calls: helper_server.CallServer, call: dict) -> tuple[list[dict], str]:
    """(the results, how it ended) of a call."""
    calls.answers = io.BytesIO()
    calls.make({"call": "judge", "device": "cpu", "timed": False} | call)
    *results, end = map(json.loads, calls.answers.getvalue().splitlines())
    return [result["result"] for result in results], end["end"]


@pytest.mark.parametrize("waits", [False, True])
def test_calls_share_a_sandbox_and_a_fork_that_waits_is_taken(calls, staying_sandbox, waits):
    wrong, words = next(iter(WRONG.values()))
    for answer, right in ((ANSWER, True), (wrong, False), (ANSWER, True)):
        if waits:
            calls.have_waiting("cpu")
        [result], why = made(calls, call_for(answer))
        assert result["ok"] == right and why == "", result
        assert right or words in result["reason"]
        assert helper_server.WARM_SANDBOXES == {"cpu": staying_sandbox} and is_open(staying_sandbox)


def test_a_fork_that_knows_another_sandbox_is_not_taken(calls, monkeypatch):
    calls.have_waiting("cpu")
    fork = calls.waiting
    assert fork.is_fit("cpu") and not fork.is_fit("cuda:1")
    patch_everywhere(monkeypatch, "WARM_SANDBOXES", {})
    assert not fork.is_fit("cpu")
    assert fork.close() == 0


def test_a_fork_that_cannot_have_the_gpu_says_why_its_call_fails(calls, monkeypatch):
    def no_gpu(device):
        raise RuntimeError("CUDA error: initialization error")

    patch_everywhere(monkeypatch, "begin_gpu", no_gpu)
    results, why = made(calls, call_for(ANSWER))
    assert not results and why == "RuntimeError: CUDA error: initialization error"


def test_a_program_that_ends_its_process_leaves_no_sandbox_at_work(monkeypatch):
    closed = []

    class Work:
        """A sandbox whose client has gone."""

        def close(self):
            closed.append(self)

    work = Work()
    patch_everywhere(monkeypatch, "WARM_SANDBOXES", {"cpu": work})
    patch_everywhere(monkeypatch, "warm_sandbox", lambda device: work)
    ours, theirs = socket.socketpair()
    calls = helper_server.CallServer(theirs, io.BytesIO())
    _, why = made(calls, call_for(ANSWER) | {"program": f"import os\nos._exit(3)\n{PROGRAM}"})
    assert why == "ended its process (exit code 3)" and closed == [work]
    assert not helper_server.WARM_SANDBOXES
    ours.close()
    theirs.close()


def test_whoever_closes_a_sandbox_the_others_know(staying_sandbox, monkeypatch):
    from python_to_triton.verification import sandbox

    monkeypatch.setenv("PYTHON_TO_TRITON_SANDBOX", "limits")
    own = sandbox.open_sandbox("cpu")
    try:
        assert is_open(own)
        child = os.fork()
        if child == 0:
            seen = is_open(own)
            own.close()
            os._exit(0 if seen and not is_open(own) else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert not is_open(own)
    finally:
        own.close()


def test_what_is_imported_before_the_forks_needs_no_gpu_and_starts_no_thread():
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_GPU], capture_output=True, text=True, env=environment
    )
    assert done.stdout.strip() == "True", done.stderr
