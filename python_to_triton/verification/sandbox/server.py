"""The sandbox's server: one process that has everything imported, and a fork of it for every candidate.

start.py starts it. A job arrives as a frame, with the pipes for replies and for a word to go on, and then a
message. Replies go through the first, and a line of JSON on the control connection says how the job ended.
"""

import functools
import gc
import json
import os
import resource
import signal
import socket
import struct
import sys
from pathlib import Path
from types import SimpleNamespace

import torch

from python_to_triton.verification.sandbox.compiling import compile_job, ptx_version
from python_to_triton.verification.sandbox.confinement import (
    LIBC,
    PR_SET_CHILD_SUBREAPER,
    Confinement,
    ForkCount,
    close_descriptors,
    confine,
    keep_from_collections,
    mapped_bytes,
    set_hard_limits,
    supervise,
)
from python_to_triton.verification.sandbox.fence import POISON_WORDS
from python_to_triton.verification.sandbox.folders import folder_for_job, remove_tree
from python_to_triton.verification.sandbox.hidden_gpus import ask_for_gpus
from python_to_triton.verification.sandbox.interpreter import prepare_interpreter
from python_to_triton.verification.sandbox.jobs import run_job
from python_to_triton.verification.sandbox.launches import noted_compilation
from python_to_triton.verification.sandbox.messages import FRAME, ReplyPipe, unpack
from python_to_triton.verification.sandbox.multiprocessors import vary_multiprocessors
from python_to_triton.verification.sandbox.resident import resident_job
from python_to_triton.verification.sandbox.rules import FORKING_KINDS, NO_KERNEL
from python_to_triton.verification.sandbox.staying import StayingFork
from python_to_triton.verification.sandbox.tuning import tune_in_turn
from python_to_triton.verification.sandbox.written_module import written_job

LARGEST_FILE = 1 << 28  # bytes that a server may write: Triton's cache
CHUNK = 1 << 20  # bytes of one read
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


def receive_exactly(connection: socket.socket, size: int) -> bytearray:
    """The next `size` bytes; EOFError where the other side closes before."""
    data = bytearray()
    while len(data) < size:
        part = connection.recv(min(size - len(data), CHUNK))
        if not part:
            raise EOFError("the other side closed the connection")
        data += part
    return data


def broadcast_shapes(*shapes) -> torch.Size:
    """torch.broadcast_shapes; PyTorch's own imports SymPy."""
    return functools.reduce(torch._C._infer_size, map(torch.Size, shapes))


def warm_up_server(device: str) -> None:
    """Runs one kernel, and on the CPU first makes Triton's interpreter ready for all candidates to come."""
    torch.broadcast_shapes = broadcast_shapes
    tune_in_turn()
    if device == "cpu":
        vary_multiprocessors()
        prepare_interpreter()
    runs = [[0, POISON_WORDS[0], False, True]]
    job = {"source": WARM_UP, "entry": "translated", "describe": False, "runs": runs}
    replies = []
    run_job(job, [(torch.ones(3, 7),)], device, SimpleNamespace(check=lambda: None, send=replies.append))
    message, _ = unpack(replies[-1])
    if "refused" in message:
        raise RuntimeError(f"{NO_KERNEL} {device}: {message['refused']}")


def warm_up_compiler() -> None:
    """Compiles one launch: what Triton imports, builds and asks of ptxas for the first one is then shared by
    all forks.
    """
    types = {"x_ptr": "*fp32", "y_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr"}
    launch = {"kernel": "warm_kernel", "types": types, "constants": [[[3], {"value": 32}]], "options": {}}
    job = {"source": WARM_UP, "launches": [[launch, 90]], "complete": False}
    message, _ = unpack(compile_job(job, ()))
    if not message["compiled"][0]["ok"]:
        raise RuntimeError(f"no kernel compiles: {message['compiled'][0]['reason']}")
    ptx_version(SimpleNamespace(ptx_version=None), 90)


def reply_to(kind: str, job: dict, arguments: tuple, replies: ReplyPipe) -> None:
    """Does one job of a server; all of its replies go into the pipe, which is then closed.

    A reader that has gone has seen enough, which is not an error here.
    """
    try:
        if kind == "compile":
            replies.send(compile_job(job, arguments))
        elif "calls" in job:
            replies.send(written_job(job, arguments, kind))
        elif "resident" in job:
            replies.send(resident_job(job, kind))
        else:
            run_job(job, arguments, kind, replies)
    except BrokenPipeError:
        return
    finally:
        replies.close()


def prepare_server(kind: str) -> None:
    """Imports and warms what all jobs need."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    set_hard_limits({resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: LARGEST_FILE})
    if kind in FORKING_KINDS:
        ask_for_gpus()
    if ":" in kind:
        torch.cuda.set_device(kind)
    if kind == "compile":
        warm_up_compiler()
    else:
        warm_up_server(kind)
    keep_from_collections()


def do_job(kind: str, job: dict, arguments: tuple, data: bytes | bytearray, replies: ReplyPipe) -> dict:
    """A job in this process, for a server that does not fork."""
    with noted_compilation(replies):
        reply_to(kind, job, arguments, replies)
    torch.cuda.synchronize()  # raises, and so ends this worker, where a kernel has spoilt the CUDA context
    return {"exit": 0}


class ForkingServer:
    """Does each job in a confined fork of this process; those of the project's own texts, which say that they
    "stay", in one that does several.
    """

    def __init__(self, control: socket.socket, confinement: Confinement):
        self.control = control
        self.confinement = confinement
        self.mapped = mapped_bytes()
        self.process = os.getpid()
        self.count = ForkCount()
        self.staying = None  # the StayingFork, where there is one

    def enter_fork(self, kind: str, limits: dict, folder: str, *descriptors: int) -> None:
        """Confines a fork that has just begun; it keeps these descriptors."""
        gc.disable()  # a collection would touch, and so copy, more pages than it frees
        close_descriptors(*descriptors)
        confine(self.confinement, limits, kind, self.mapped, self.process, folder)

    def end_staying(self) -> None:
        """Ends the fork that does several jobs, if there is one."""
        if self.staying:
            self.staying.end()
            self.staying = None

    def result_in_staying(
        self, kind: str, job: dict, data: bytes | bytearray, pipe: ReplyPipe
    ) -> dict | None:
        """How a job ended in the fork that stays, None where that ended itself; `data` is the job, packed."""
        if self.staying and not self.staying.takes(job["limits"]):
            self.end_staying()
        if not self.staying:
            self.count.add()
            limits = job["limits"] | {"seconds": 2 * job["limits"]["seconds"]}  # one job's, after others
            enter = functools.partial(self.enter_fork, kind, limits)
            do = functools.partial(reply_to, kind)
            self.staying = StayingFork(job["limits"], kind == "compile", enter, do)
        result = self.staying.result(data, pipe, self.control)
        if result:
            pipe.close()
        if result != {"exit": 0}:
            self.end_staying()
        return result

    def do_job(
        self, kind: str, job: dict, arguments: tuple, data: bytes | bytearray, pipe: ReplyPipe
    ) -> dict:
        """How a job ended, whose replies went through a pipe; `data` is the job, packed.

        Where the fork that stays ended, a job is done once more in one of its own, which says why.
        """
        result = self.result_in_staying(kind, job, data, pipe) if job.get("stays") else None
        if result:
            return result
        self.end_staying()
        self.count.add()
        with folder_for_job(kind == "compile") as folder:
            child = os.fork()
            if child == 0:
                try:
                    self.enter_fork(kind, job["limits"], folder, pipe.descriptor, pipe.words)
                    reply_to(kind, job, arguments, pipe)
                finally:
                    os._exit(0)  # the client notices a missing reply; a fork must never return to the loop
            pipe.close()
            return supervise(child, job["limits"]["seconds"], self.control, folder)


def run_server(kind: str, control: socket.socket, confinement: Confinement, offline: bool) -> None:
    """Does jobs until the judging process closes `control`.

    kind: "cpu" and "compile" fork for every job; "cuda" and "cuda:1" do it here, since a CUDA context does
    not survive a fork, and leave the time limit to the judging process. With the pipes may come a
    memory to share, for an answer that stays loaded.
    """
    try:
        prepare_server(kind)
        do = ForkingServer(control, confinement).do_job if kind in FORKING_KINDS else do_job
        control.sendall(json.dumps({"offline": offline, "steps": confinement.steps}).encode() + b"\n")
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno()
        )  # what candidates make numpy or CUDA say
        while True:
            head, pipes, _, _ = socket.recv_fds(control, FRAME.size, 3)
            size, _ = FRAME.unpack(head)
            data = receive_exactly(control, size)
            job, arguments = unpack(data)
            job["memory"] = pipes[-1]
            status = do(kind, job, arguments, data, ReplyPipe(*pipes[:2]))
            control.sendall(json.dumps(status).encode() + b"\n")
    except (EOFError, ConnectionError, struct.error):  # the judging process has gone, perhaps killed
        remove_tree(Path.cwd())
