"""What a command needs beside itself starts before PyTorch is imported, which takes all of them seconds.

python -m python_to_triton.early_start SERVER DESCRIPTOR     a server; of the helper its sandbox before it
"""

import contextlib
import ctypes
import gc
import importlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, ModuleType

from python_to_triton import timeline  # noqa: F401  (its clock begins)

ROOT = Path(__file__).resolve().parents[1]
READ_VARIABLE = "PYTHON_TO_TRITON_PROGRAMS_READ"  # of the environment: which files users' programs read
PYTHON_ALONE = "python"  # its value where they are visitors': Python and its packages, as a candidate does
GPU_DRIVER = Path("/dev/nvidiactl")
FACADES = ("python_to_triton.verification", "python_to_triton.verification.sandbox")


@dataclass(frozen=True, eq=False)
class Server:
    """A process that serves this one through a connection."""

    module: str
    environment: MappingProxyType
    connection: socket.SocketKind


FORKING = {"TORCHINDUCTOR_COMPILE_THREADS": "1"}  # no pool of processes that outlives a kill
NO_GPU = {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", "PYTORCH_NVML_BASED_CUDA_CHECK": "0"}
# To ask for a GPU, as a fake tensor does, is not to begin with it, which takes a second and keeps it from all
# forks.
SOME_GPU = {"PYTORCH_NVML_BASED_CUDA_CHECK": "1"}
PROGRAMS = Server(
    "python_to_triton.user_programs.server", MappingProxyType(FORKING | NO_GPU), socket.SOCK_SEQPACKET
)
HELPER = Server(
    "python_to_triton.tuning.helper_server", MappingProxyType(FORKING | SOME_GPU), socket.SOCK_STREAM
)

EARLY_SERVERS = {}  # Server -> (its process, the connection to it)
EARLY_SANDBOXES = {}  # kind -> (the steps that confine it, what `launch_server` gave)


def shows_gpu() -> bool:
    """Whether there may be a GPU for this process."""
    return GPU_DRIVER.exists() and os.environ.get("CUDA_VISIBLE_DEVICES") not in ("", "-1")


def _start(server):
    ours, theirs = socket.socketpair(socket.AF_UNIX, server.connection)
    process = subprocess.Popen(
        [sys.executable, "-m", "python_to_triton.early_start", server.module, str(theirs.fileno())],
        env=os.environ | server.environment | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        pass_fds=[theirs.fileno()],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    theirs.close()
    return process, ours


def started_server(server: Server) -> tuple[subprocess.Popen, socket.socket]:
    """(process, connection) of a server, which finds the same modules as this process: the one that started
    early, or a new one; does not wait for it.
    """
    return EARLY_SERVERS.pop(server, None) or _start(server)


def _bare_package(name):
    package = ModuleType(name)
    package.__path__ = [str(ROOT.joinpath(*name.split(".")))]
    return package


@contextlib.contextmanager
def sandbox_modules() -> Iterator[Callable[[str], ModuleType]]:
    """Gives a function that imports a module of the sandbox without PyTorch, before the judge is imported.

    Bare packages stand in the facades' place meanwhile, which would import it (as in sandbox/start.py).
    """
    assert FACADES[0] not in sys.modules, "the judge is imported"
    sys.modules.update({name: _bare_package(name) for name in FACADES})
    try:
        yield lambda name: importlib.import_module(f"{FACADES[1]}.{name}")
    finally:
        for name in [name for name in sys.modules if name.startswith(FACADES[0])]:
            del sys.modules[name]


def start_sandbox_servers(kinds: Sequence[str]) -> None:
    """Starts a sandbox's server of each kind before the judge is imported; once in a process."""
    if FACADES[0] in sys.modules or EARLY_SANDBOXES:
        return
    with sandbox_modules() as module:
        isolation = module("isolation")
        launching = module("launching")
        for kind in kinds:
            steps = isolation.steps_to_try(kind)[0]
            EARLY_SANDBOXES[kind] = steps, launching.launch_server(kind, steps)


def started_sandbox(kind: str, steps: tuple[str, ...]) -> tuple | None:
    """What `launch_server` gave of a kind that started early, if these steps confine it."""
    early, launched = EARLY_SANDBOXES.get(kind, (None, None))
    if early != steps:  # one that is not taken ends with this process
        return None
    del EARLY_SANDBOXES[kind]
    return launched


def forget() -> None:
    """In a fork of this process: what started early is the parent's."""
    EARLY_SERVERS.clear()
    EARLY_SANDBOXES.clear()


def open_gpu() -> None:
    """Opens the first GPU for this process with the driver alone: PyTorch finds its context there.

    Other threads go on meanwhile, which they do not while PyTorch opens it.
    """
    with contextlib.suppress(OSError):  # there is no driver: PyTorch says so
        driver = ctypes.CDLL("libcuda.so.1")
        if driver.cuInit(0) == 0:
            driver.cuDevicePrimaryCtxRetain(ctypes.byref(ctypes.c_void_p()), 0)


def start_early(command: str = "") -> bool:
    """Starts the servers that a first answer needs, each once, for the commands demo and translate; whether
    it is one of these.

    Args:
        command: demo, translate or another one; "" for what the command line says (--demo, --translate).
    """
    command = command or next((word[2:] for word in ("--demo", "--translate") if word in sys.argv), "")
    if command not in ("demo", "translate"):
        return False
    if EARLY_SERVERS:
        return True
    gc.disable()  # importing PyTorch makes no garbage worth a collection
    os.register_at_fork(after_in_child=forget)
    EARLY_SERVERS[PROGRAMS] = _start(PROGRAMS)
    if shows_gpu():
        EARLY_SERVERS[HELPER] = _start(HELPER)
        prepare_helper(EARLY_SERVERS[HELPER][1], "cuda")
    if command == "demo":  # files are judged by workers with sandboxes of their own
        start_sandbox_servers(("cuda", "cpu", "compile") if shows_gpu() else ("cpu", "compile"))
        if shows_gpu() and not any(word.startswith("--device") for word in sys.argv):
            threading.Thread(target=open_gpu, daemon=True).start()
    return True


def answer_early() -> None:
    """For llm.py: does what --demo or --translate asks for, and ends this process.

    Returns at another command, or where some flag is not of these two.
    """
    if start_early():
        importlib.import_module("python_to_triton.runtime.model_commands").answer_alone()


def prepare_helper(control: socket.socket, device: str) -> None:
    """Has the helper process open its sandbox for a device, and begin with that; does not wait for it."""
    control.sendall(json.dumps({"call": "prepare", "device": device}).encode() + b"\n")


def main() -> None:
    """The server that the command line names; of the helper a sandbox for a GPU before it imports PyTorch."""
    from python_to_triton import early_start  # this module, as the server finds it

    gc.disable()  # until the server has imported what it needs
    del sys.argv[0]
    if sys.argv[0] != PROGRAMS.module and shows_gpu():
        early_start.start_sandbox_servers(("cuda",))
    importlib.import_module(sys.argv[0]).main()


if __name__ == "__main__":
    main()
