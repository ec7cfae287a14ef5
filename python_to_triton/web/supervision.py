"""What stands around a worker: nothing that it started is left when it ends, or the server hangs up.

The supervisor is the worker's parent, and the subreaper of all that the worker starts, however that detaches
itself: sandboxes and the server of users' programs are in sessions of their own. It imports neither PyTorch
nor the judge.
"""

import contextlib
import json
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from python_to_triton.early_start import sandbox_modules

GRACE_SECONDS = 1.0  # for servers to end by themselves, and remove their folders, when the worker has gone
WAIT_SECONDS = 0.01
FIRST_TO_END = "500"  # of /proc/self/oom_score_adj: where memory runs out, the worker goes before the server


def end_descendants(confinement: ModuleType) -> None:
    """Waits a moment for what the worker started, then ends it."""
    deadline = time.monotonic() + GRACE_SECONDS
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < deadline:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(WAIT_SECONDS)
    confinement.reap_children()


def watch(child: int, control: socket.socket, confinement: ModuleType) -> None:
    """Waits until the worker has ended or the server has hung up; then nothing of the worker is left.

    The server is told how it ended: {"exit": status}.
    """
    ended = os.pidfd_open(child)
    poll = select.poll()
    poll.register(ended, select.POLLIN)
    poll.register(control, select.POLLRDHUP)
    poll.poll()
    if not confinement.has_hung_up(control):
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with contextlib.suppress(OSError):  # the server has gone meanwhile
            control.sendall(b"\n" + json.dumps({"exit": status}).encode() + b"\n")
    control.close()
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    end_descendants(confinement)


def run_supervised(work: Callable[[socket.socket], None], control: socket.socket) -> None:
    """Runs `work(control)` in a fork of this process, which watches it, and ends with it."""
    with sandbox_modules() as module:
        confinement = module("confinement")
    confinement.system_result(confinement.LIBC.prctl(confinement.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "prctl")
    own = os.getpid()
    child = os.fork()
    if child:
        watch(child, control, confinement)
        return
    confinement.kill_with_parent(own)
    with contextlib.suppress(OSError):  # not every container lets it be set
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_END)
    work(control)
