"""Launches a sandbox's server. Imports neither PyTorch nor the judge: servers may start before these."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

from python_to_triton.verification.sandbox.folders import make_server_folder
from python_to_triton.verification.sandbox.isolation import bubblewrap_command, server_settings
from python_to_triton.verification.sandbox.rules import FORKING_KINDS

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
    "OPENBLAS_CORETYPE",  # numpy multiplies by the kernels that the machine asks for
    "OPENBLAS_L2_SIZE",
)
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
SERVER_SCRIPT = Path(__file__).resolve().parent / "start.py"


def server_environment(kind: str, folder: str) -> dict[str, str]:
    """The environment of a server: the paths of libraries, and no secrets."""
    ours = {name: os.environ[name] for name in INHERITED if name in os.environ}
    ours |= {
        "HOME": folder,
        "TMPDIR": folder,
        "TRITON_CACHE_DIR": f"{folder}/cache",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    ours |= {name: "1" for name in ONE_THREAD}
    if kind == "cpu":
        ours |= {"TRITON_INTERPRET": "1", "CUDA_VISIBLE_DEVICES": ""}
    if kind == "compile":
        ours |= {"TRITON_INTERPRET": "0", "TRITON_DUMP_PTXAS_LOG": "1", "CUDA_VISIBLE_DEVICES": ""}
    return ours


def launch_server(kind: str, steps: tuple[str, ...]) -> tuple:
    """(process, folder, its lock, control connection, lifeline) of a server of a kind, which is starting.

    Args:
        steps: of isolation.STEPS, that confine it.
    """
    folder, lock = make_server_folder("bubblewrap" not in steps)
    control, theirs = socket.socketpair()
    held, lifeline = os.pipe()  # a server that does its jobs itself ends when this one's end closes
    settings = server_settings(kind, folder, steps)
    settings["lifeline"] = None if kind in FORKING_KINDS else held
    command = [sys.executable, "-P", str(SERVER_SCRIPT), kind, str(theirs.fileno()), json.dumps(settings)]
    if "bubblewrap" in settings["steps"]:
        command = [*bubblewrap_command(kind, folder), *command]
    process = subprocess.Popen(
        command,
        cwd=folder if "bubblewrap" not in settings["steps"] else "/",
        env=server_environment(kind, folder),
        pass_fds=[theirs.fileno(), held],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    theirs.close()
    os.close(held)
    return process, folder, lock, control, lifeline
