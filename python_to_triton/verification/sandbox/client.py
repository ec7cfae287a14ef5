"""client."""

import atexit
import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict
from pathlib import Path
from python_to_triton.verification.sandbox.messages import FRAME, pack, unpack
from python_to_triton.verification.sandbox.words import Refused


START_SECONDS, GRACE_SECONDS = 180.0, 5.0


INHERITED = (
    "PATH",
    "PYTHONPATH",
    "LD_LIBRARY_PATH",
    "CUDA_HOME",
    "CUDA_PATH",
    "CUDA_VISIBLE_DEVICES",
    "LANG",
    "CC",
    "TRITON_LIBCUDA_PATH",
    "TRITON_PTXAS_PATH",
)


def environment(kind, folder):
    """What a server sees of our environment: where to find libraries, and no secrets."""
    ours = {name: os.environ[name] for name in INHERITED if name in os.environ}
    ours["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), ours.get("PYTHONPATH"))))
    ours |= {
        "HOME": folder,
        "TMPDIR": folder,
        "TRITON_CACHE_DIR": f"{folder}/cache",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    ours |= {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    if kind == "cpu":
        ours |= {"TRITON_INTERPRET": "1", "CUDA_VISIBLE_DEVICES": ""}
    if kind == "compile":
        # triton_ops asks for the interpreter where there is no GPU, unless this is set
        ours |= {"TRITON_INTERPRET": "0", "TRITON_DUMP_PTXAS_LOG": "1", "CUDA_VISIBLE_DEVICES": ""}
    return ours


SERVER = "python_to_triton.verification.sandbox.server"
ROOT = Path(__file__).resolve().parents[3]  # where the server finds this package


class Sandbox:
    """A server of one kind (cpu, compile, cuda, cuda:1) and the way to it. After a failure it is closed, never reused."""

    def __init__(self, kind):
        self.kind = kind
        self.folder = tempfile.mkdtemp(prefix="candidate-")
        os.chmod(self.folder, 0o755)  # a candidate is nobody, and may see that its folder is empty
        self.control, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", SERVER, kind, str(theirs.fileno())],
            cwd=self.folder,
            env=environment(kind, self.folder),
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        theirs.close()
        try:
            self.offline = self.status(time.monotonic() + START_SECONDS)["offline"]
        except (OSError, EOFError, ValueError):
            self.close()
            reason = self.process.stderr.read().decode(errors="replace").strip().split("\n")[-1]
            raise RuntimeError(f"the {kind} sandbox does not start: {reason}") from None
        finally:
            self.process.stderr.close()

    def status(self, deadline):
        """The next line from the server."""
        line = bytearray()
        while not line.endswith(b"\n"):  # the server says one at a time
            self.control.settimeout(max(0.001, deadline - time.monotonic()))
            part = self.control.recv(1 << 12)
            if not part:
                raise EOFError("the server closed the connection")
            line += part
        return json.loads(line)

    def reply(self, pipe, deadline, most):
        """Everything that comes out of the pipe, until nobody holds its other end."""
        data = bytearray()
        while len(data) <= most:
            if not select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError
            part = os.read(pipe, 1 << 20)
            if not part:
                return data
            data += part
        raise Refused(f"answers with more than {most} bytes", "run")

    def run(self, job, arguments, limits, memory=()):
        """Does one job: (message, value) that came back. Raises Refused with what went wrong; then this sandbox is closed.

        memory: the file descriptor, if any, of what is shared for an answer that is to be held.
        """
        job = job | {"limits": asdict(limits)}
        data = pack(job, arguments)
        deadline = (
            time.monotonic() + limits.seconds + (GRACE_SECONDS if self.kind in ("cpu", "compile") else 0.0)
        )
        reader, writer = os.pipe()
        try:
            self.control.settimeout(max(GRACE_SECONDS, limits.seconds))
            try:
                socket.send_fds(self.control, [FRAME.pack(len(data), 0)], [writer, *memory])
            finally:
                os.close(writer)
            self.control.sendall(data)
            back = self.reply(reader, deadline, limits.output + (1 << 20))
            status = self.status(deadline + GRACE_SECONDS)
        except TimeoutError:
            self.close()
            raise Refused(f"runs longer than {limits.seconds:g} s", "run") from None
        except (OSError, EOFError):
            self.close()
            raise Refused("takes its worker down (an illegal address, most likely)", "run") from None
        except Refused:
            self.close()
            raise
        finally:
            os.close(reader)
        return self.understand(back, status, limits)

    def understand(self, back, status, limits):
        if status.get("timeout"):
            raise Refused(f"runs longer than {limits.seconds:g} s", "run")
        code = status["exit"]
        if code < 0:
            raise Refused(f"dies of {signal.Signals(-code).name}", "run")
        if not back:
            raise Refused("ends without an answer (out of memory, most likely)", "run")
        try:
            return unpack(back)
        except ValueError as error:
            raise Refused(f"answers with something unreadable: {error}", "run") from None

    def close(self):
        """Ends the server and with it every candidate; closing twice is fine."""
        self.control.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


IDLE = {}  # kind -> warm sandboxes that nobody uses; as many as there were judges at work at once


def forget():
    """A forked copy of the judging process must not talk to its parent's servers."""
    for sandboxes in IDLE.values():
        for sandbox in sandboxes:
            sandbox.control.close()
    IDLE.clear()


def close_sandboxes():
    """Ends every warm sandbox; the next judgement starts a new one."""
    for sandboxes in IDLE.values():
        while sandboxes:
            sandboxes.pop().close()


os.register_at_fork(after_in_child=forget)


atexit.register(close_sandboxes)


def prepare(kind):
    """Starts a sandbox of that kind beside what else goes on, so that the first judgement finds it warm; returns the thread at work."""
    thread = threading.Thread(target=lambda: IDLE.setdefault(kind, []).append(Sandbox(kind)))
    thread.start()
    return thread


def in_sandbox(kind, job, arguments, limits):
    """`Sandbox.run` in a warm sandbox of that kind, started if none is free."""
    idle = IDLE.setdefault(kind, [])
    try:
        sandbox = idle.pop()
    except IndexError:
        sandbox = Sandbox(kind)
    try:
        return sandbox.run(job, arguments, limits)
    finally:
        if sandbox.control.fileno() >= 0:
            idle.append(sandbox)
