"""server."""

import contextlib
import ctypes
import functools
import gc
import json
import math
import os
import resource
import shutil
import signal
import socket
import struct
import sys
import time
from dataclasses import dataclass
from pathlib import Path
import torch
from python_to_triton.verification.sandbox.held import held_job
from python_to_triton.verification.sandbox.interpreter import tune_interpreter
from python_to_triton.verification.sandbox.jobs import answer, compile_job
from python_to_triton.verification.sandbox.memory import POISONS
from python_to_triton.verification.sandbox.messages import FRAME, unpack


@dataclass(frozen=True)
class Limits:
    """What one candidate may use, over all the inputs that it is judged on."""

    seconds: float = 20.0  # wall clock
    memory: int = 4 << 30  # bytes, beyond what the warm process maps
    output: int = 256 << 20  # bytes of answers


CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000


PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38


NOBODY = 65534


LIBC = ctypes.CDLL(None, use_errno=True)


def leave_network():
    """Moves into a network namespace without interfaces; false where the kernel grants none. The allow-list knows no socket anyway."""
    return LIBC.unshare(CLONE_NEWNET) == 0 or LIBC.unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0


def bound(limits):
    """Sets hard resource limits {RLIMIT: number} on this process, never above what it has."""
    for name, most in limits.items():
        hard = resource.getrlimit(name)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(name, (most, most))


def mapped_bytes():
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def confine(limits, kind, mapped):
    """What a forked child puts on before it touches a candidate. One that compiles must start ptxas and write its files."""
    os.setsid()
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    bound(
        {resource.RLIMIT_CPU: math.ceil(limits["seconds"]) + 1, resource.RLIMIT_AS: mapped + limits["memory"]}
    )
    if kind == "compile":
        return
    bound({resource.RLIMIT_FSIZE: 0, resource.RLIMIT_NPROC: 0})
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):  # in a user namespace there may be nobody else to become
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)


def children_of(parent):
    """The processes whose parent is `parent`: of a server orphans of a candidate too, since it is their subreaper."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended while we looked
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def reap():
    """Ends and collects everything that a candidate left behind, however it detached itself."""
    with contextlib.suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for pid in children_of(os.getpid()):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.001)


def supervise(child, seconds):
    """Waits for the child, at most `seconds`; then nothing of it is left. Returns {"exit": status} or {"timeout": true}."""
    deadline = time.monotonic() + seconds
    pid, status = os.waitpid(child, os.WNOHANG)
    while pid == 0 and (left := deadline - time.monotonic()) > 0:
        signal.sigtimedwait([signal.SIGCHLD], left)
        pid, status = os.waitpid(child, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    reap()
    return {"exit": os.waitstatus_to_exitcode(status)} if pid else {"timeout": True}


def receive_exactly(connection, size):
    data = bytearray()
    while len(data) < size:
        part = connection.recv(min(size - len(data), 1 << 20))
        if not part:
            raise EOFError("the other side closed the connection")
        data += part
    return data


def write_all(pipe, data):
    """`data` into a pipe; a reader that went away (too much output) is no error of ours."""
    view = memoryview(data)
    with contextlib.suppress(BrokenPipeError):
        while view:
            view = view[os.write(pipe, view) :]
    os.close(pipe)


WARM_UP = """
@triton.jit
def warm_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + offsets, tl.exp(x - tl.max(x, axis=0)) / tl.sum(x * x, axis=0), mask=offsets < n)


def translated(x):
    y = torch.empty_like(x)
    warm_kernel[(triton.cdiv(x.numel(), 32),)](x, y, x.numel(), BLOCK=32)
    return y
"""


def warm_up(device):
    """Runs one kernel, and on the CPU first makes Triton's interpreter ready for all candidates to come."""
    torch.broadcast_shapes = lambda *shapes: functools.reduce(
        torch._C._infer_size, map(torch.Size, shapes)
    )  # PyTorch's imports SymPy
    if device == "cpu":
        tune_interpreter()
    job = {
        "source": WARM_UP,
        "entry": "translated",
        "describe": False,
        "runs": [[0, POISONS[0], False, True]],
    }
    message, _ = unpack(answer(job, [(torch.ones(3, 7),)], device))
    if "refused" in message:
        raise RuntimeError(f"no kernel runs on {device}: {message['refused']}")


MADV_COLLAPSE, HUGE_PAGE = 25, 1 << 21


def settle():
    """Makes this process cheap to fork: collections in the forks touch none of its pages, and its pages are few and large."""
    gc.collect()
    gc.freeze()
    for line in Path("/proc/self/maps").read_text().split("\n"):
        fields = line.split()
        if len(fields) < 2 or not fields[1].startswith("rw") or len(fields) > 5 and fields[5] != "[heap]":
            continue
        first, last = (int(end, 16) for end in fields[0].split("-"))
        for page in range(-(-first // HUGE_PAGE) * HUGE_PAGE, last - HUGE_PAGE + 1, HUGE_PAGE):
            LIBC.madvise(
                ctypes.c_void_p(page), ctypes.c_size_t(HUGE_PAGE), MADV_COLLAPSE
            )  # older kernels say no: then as before


def work_of(kind):
    """The function that does the jobs of a server: job, arguments -> packed bytes."""
    if kind == "compile":
        return compile_job
    return lambda job, arguments: held_job(job, kind) if "held" in job else answer(job, arguments, kind)


def serve(kind, control):
    """Does jobs until the judging process closes `control`. A job: a frame with the pipe for the reply, then a message.

    With the pipe may come a memory to share, for an answer that is to be held.

    kind: "cpu" and "compile" fork for every job; "cuda" and "cuda:1" do it here, since a CUDA context does not survive a
    fork, and leave the time limit to the judging process.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    offline = leave_network()
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    bound({resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 1 << 28})
    LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if ":" in kind:
        torch.cuda.set_device(kind)
    if kind != "compile":
        warm_up(kind)
    if kind in ("cpu", "compile"):
        settle()
    work, forks, mapped = work_of(kind), kind in ("cpu", "compile"), mapped_bytes()
    control.sendall(json.dumps({"offline": offline}).encode() + b"\n")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())  # what candidates make numpy or CUDA say
    while True:
        try:
            head, pipes, _, _ = socket.recv_fds(control, FRAME.size, 2)
            size, _ = FRAME.unpack(head)
            data = receive_exactly(control, size)
        except (EOFError, struct.error):  # the judging process is gone, killed perhaps: nobody else tidies up
            shutil.rmtree(Path.cwd(), ignore_errors=True)
            return
        job, arguments = unpack(data)
        job["memory"] = pipes[-1]
        status = {"exit": 0}
        child = os.fork() if forks else None
        if child is None:
            write_all(pipes[0], work(job, arguments))
            torch.cuda.synchronize()  # raises, and so ends this worker, where a kernel has spoilt the CUDA context
        elif child == 0:
            try:
                control.close()
                gc.disable()  # a collection would touch, and so copy, more pages than it frees
                confine(job["limits"], kind, mapped)
                write_all(pipes[0], work(job, arguments))
            finally:
                os._exit(0)  # no reply is an answer too; this fork must never come back to the loop
        else:
            os.close(pipes[0])
            status = supervise(child, job["limits"]["seconds"])
        control.sendall(json.dumps(status).encode() + b"\n")


if __name__ == "__main__":
    serve(sys.argv[1], socket.socket(fileno=int(sys.argv[2])))
