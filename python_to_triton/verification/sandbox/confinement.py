"""Confinement of a process that runs a candidate: network, rights, files, memory, time, orphaned children."""

import contextlib
import ctypes
import fcntl
import gc
import math
import os
import resource
import select
import signal
import socket
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from python_to_triton.verification.sandbox.folders import is_too_full
from python_to_triton.verification.sandbox.landlock import (
    LIBC,
    FileRights,
    make_ruleset,
    restrict_to,
    system_result,
)
from python_to_triton.verification.sandbox.rules import CLOCK_FACTOR
from python_to_triton.verification.sandbox.system_calls import filter_calls

# Linux: sched.h, sys/prctl.h, sys/mman.h, linux/capability.h
CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET = 0x08000000, 0x10000000, 0x40000000
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
CAPABILITY_VERSION = 0x20080522
MADV_COLLAPSE = 25
HUGE_PAGE = 1 << 21  # bytes
NOBODY = 65534  # uid and gid of the user nobody
WATCH_SECONDS = 0.5  # between two looks at what runs
MOST_PROCESSES = 32  # of a candidate that compiles: ptxas runs once a kernel and target
LARGEST_FILE, MOST_DESCRIPTORS = 1 << 26, 64  # bytes; of such a candidate, on any machine
HANG_UP = select.POLLHUP | select.POLLERR | select.POLLNVAL


@dataclass(frozen=True)
class Confinement:
    """What confines the candidates of a server (isolation.py decides it)."""

    steps: tuple[str, ...]  # of isolation.STEPS
    rights: FileRights  # of the server; a candidate that is forked gets fewer

    @classmethod
    def from_settings(cls, settings: dict) -> "Confinement":
        """What isolation.server_settings made, after JSON."""
        rights = FileRights(**{name: tuple(paths) for name, paths in settings["rights"].items()})
        return cls(tuple(settings["steps"]), rights)


def leave_network() -> bool:
    """Moves into namespaces without a network interface and without System V shared memory of others; false
    where the kernel grants none.
    """
    alone = CLONE_NEWNET | CLONE_NEWIPC
    return LIBC.unshare(alone) == 0 or LIBC.unshare(CLONE_NEWUSER | alone) == 0


def forbid_new_privileges() -> None:
    """No program that this process or a child starts gains rights; Landlock and seccomp ask for that."""
    system_result(LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")


def set_hard_limits(limits: dict[int, int]) -> None:
    """Sets hard resource limits {RLIMIT: number} on this process, never above what it has."""
    for name, most in limits.items():
        hard = resource.getrlimit(name)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(name, (most, most))


def kill_with_parent(parent: int) -> None:
    """Has the kernel kill this process when the thread that started it ends; at once if `parent`, the
    process that it is in, has ended before.
    """
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def has_hung_up(descriptor: int | socket.socket) -> bool:
    """Whether the other side of a pipe or a connection is closed."""
    poll = select.poll()
    poll.register(descriptor, select.POLLRDHUP)
    return any(events & (HANG_UP | select.POLLRDHUP) for _, events in poll.poll(0))


def kill_at_hang_up(descriptor: int) -> None:
    """Has the kernel kill this process and its group when the other end of a pipe is closed, whatever they
    are doing then.

    Nothing is ever written to that pipe: the signal for input comes when its last writer has gone.
    """
    # In a namespace the group is not there to name, and ends with its first process.
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, -os.getpgrp() or os.getpid())
    fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_ASYNC)
    if has_hung_up(descriptor):
        os.kill(os.getpid(), signal.SIGKILL)


def mapped_bytes() -> int:
    """The size of this process's address space."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def readable_by_others(path: str) -> bool:
    """Whether another user gets to a path."""
    return all(folder.stat().st_mode & 0o001 for folder in Path(path).resolve().parents)


def drop_capabilities() -> None:
    """What root may do beyond an ordinary user, this process may not."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    system_result(LIBC.capset(header, (ctypes.c_uint32 * 6)()), "capset")


def become_nobody(folder: str) -> None:
    """As root: becomes the user nobody, who gets `folder`."""
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):  # a user namespace may map no other user
            if folder:
                os.chown(folder, NOBODY, NOBODY)
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)


def close_descriptors(*kept: int) -> None:
    """Closes what this fork has from its server, but the pipes for its replies."""
    first = 3
    for descriptor in sorted(kept):
        os.closerange(first, descriptor)
        first = max(first, descriptor + 1)
    os.closerange(first, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def own_rights(rights: FileRights, kind: str, folder: str) -> FileRights:
    """The files of a candidate in a fork of a server that has `rights`: it reads Python and its packages.

    One that compiles also starts ptxas, and writes to its own folder.
    """
    if kind == "compile":
        return replace(rights, write=(folder,))
    return replace(rights, execute=(), write=())


def confine(confinement: Confinement, limits: dict, kind: str, mapped: int, server: int, folder: str) -> None:
    """Confines a forked child before it touches a candidate.

    Args:
        mapped: bytes of address space that its server, the process `server`, has.
        folder: the candidate's own, where it compiles.
    """
    os.setsid()
    set_hard_limits(
        {
            resource.RLIMIT_CPU: math.ceil(limits["seconds"]) + 1,
            resource.RLIMIT_AS: mapped + limits["memory"],
        }
    )
    if kind == "cpu":
        set_hard_limits({resource.RLIMIT_FSIZE: 0, resource.RLIMIT_NPROC: 0})
    else:
        set_hard_limits({resource.RLIMIT_FSIZE: LARGEST_FILE, resource.RLIMIT_NOFILE: MOST_DESCRIPTORS})
    if folder:
        os.chdir(folder)
        os.environ.update(TMPDIR=folder, HOME=folder, TRITON_CACHE_DIR=folder)
        tempfile.tempdir = None
    rules = (
        make_ruleset(own_rights(confinement.rights, kind, folder))
        if "landlock" in confinement.steps
        else None
    )
    # Python may lie in a folder that is closed to others: then what it has not imported yet is closed too.
    closes_files = {"bubblewrap", "landlock"} & set(confinement.steps)
    if not closes_files and kind == "cpu" or all(map(readable_by_others, (sys.prefix, sys.base_prefix))):
        become_nobody(folder)
    drop_capabilities()
    kill_with_parent(server)  # a change of user would take this back
    if rules is not None:
        restrict_to(rules)
    if "seccomp" in confinement.steps:
        filter_calls(kind)


def confine_server(confinement: Confinement, kind: str) -> None:
    """Confines a server that does its jobs itself, before it starts a thread: that would keep its rights."""
    threads = os.listdir("/proc/self/task")
    assert len(threads) == 1, f"{len(threads)} threads, of which one would be confined"
    if confinement.steps != ("limits",):
        drop_capabilities()
    if "landlock" in confinement.steps:
        restrict_to(make_ruleset(confinement.rights))
    if "seccomp" in confinement.steps:
        filter_calls(kind)


def parents() -> dict[int, int]:
    """{process: its parent}, of all that this process sees."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended while we looked
            found[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    return found


def children_of(parent: int) -> list[int]:
    """The processes whose parent is `parent`: of a server orphans of a candidate too, since it is their
    subreaper.
    """
    return [pid for pid, above in parents().items() if above == parent]


def descendants_of(ancestor: int) -> list[int]:
    """The processes below one, children of children included."""
    above = parents()
    found = [ancestor]
    for process in found:
        found += [pid for pid, parent in above.items() if parent == process]
    return found[1:]


def reap_children() -> None:
    """Ends and collects everything that a candidate left behind, however it detached itself."""
    with contextlib.suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for pid in children_of(os.getpid()):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.001)


def cpu_seconds(process: int) -> float:
    """CPU time that a process has used, of all its threads; 0 of one that has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0.0
    ticks = text.rpartition(")")[2].split()[11:13]  # in user mode and in the system's
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def supervise(child: int, seconds: float, control: socket.socket, folder: str) -> dict:
    """Waits for a child until it has used `seconds` of CPU time or CLOCK_FACTOR times as much has passed, or
    the judging process has gone; then nothing of it is left.

    A child with more processes or more in its folder than it may have is killed. Returns {"exit": status} or
    {"timeout": the limit that it exceeded}.
    """
    deadline = time.monotonic() + CLOCK_FACTOR * seconds
    pid, status, used = os.wait4(child, os.WNOHANG)
    while pid == 0 and (left := deadline - time.monotonic()) > 0:
        if signal.sigtimedwait([signal.SIGCHLD], min(left, WATCH_SECONDS)) is None:
            if cpu_seconds(child) >= seconds:
                break
            crowded = len(descendants_of(os.getpid())) > MOST_PROCESSES
            if has_hung_up(control) or crowded or folder and is_too_full(folder):
                os.killpg(child, signal.SIGKILL)
        pid, status, used = os.wait4(child, os.WNOHANG)
    by_clock = pid == 0 and time.monotonic() >= deadline
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    reap_children()
    if by_clock:
        return {"timeout": f"{CLOCK_FACTOR * seconds:g} s by the clock"}
    if pid == 0 or os.WIFSIGNALED(status) and used.ru_utime + used.ru_stime >= seconds:
        return {"timeout": f"{seconds:g} s"}
    return {"exit": os.waitstatus_to_exitcode(status)}


FORKS_THAT_REPAY = 8  # make_cheap_to_fork takes as long as it saves these


class ForkCount:
    """Counts a server's forks: one that has many makes them cheap."""

    def __init__(self):
        self.forks = 0

    def add(self) -> None:
        """One more fork is about to be made."""
        self.forks += 1
        if self.forks == FORKS_THAT_REPAY:
            make_cheap_to_fork()


def keep_from_collections() -> None:
    """Collections, in this process and its forks, touch nothing of what is here now."""
    gc.freeze()
    gc.enable()  # what starts a server has it off while it imports


def make_cheap_to_fork() -> None:
    """This process's pages are few and large from now on."""
    gc.collect()
    gc.freeze()
    for line in Path("/proc/self/maps").read_text().split("\n"):
        fields = line.split()
        if len(fields) < 2 or not fields[1].startswith("rw") or len(fields) > 5 and fields[5] != "[heap]":
            continue
        first, last = (int(end, 16) for end in fields[0].split("-"))
        for page in range(-(-first // HUGE_PAGE) * HUGE_PAGE, last - HUGE_PAGE + 1, HUGE_PAGE):
            # Older kernels refuse this: then forks cost what they did.
            LIBC.madvise(ctypes.c_void_p(page), ctypes.c_size_t(HUGE_PAGE), MADV_COLLAPSE)
