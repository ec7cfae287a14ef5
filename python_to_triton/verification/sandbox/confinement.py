"""Confinement of a process that runs a candidate: network, rights, files, memory, time, orphaned children."""

import contextlib
import ctypes
import gc
import math
import os
import resource
import signal
import time
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)

# Linux: sched.h, sys/prctl.h, sys/mman.h
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
MADV_COLLAPSE = 25
HUGE_PAGE = 1 << 21  # bytes
NOBODY = 65534  # uid and gid of the user nobody


def leave_network() -> bool:
    """Moves into a network namespace without interfaces; false where the kernel grants none.

    The allow-list has no socket anyway.
    """
    return LIBC.unshare(CLONE_NEWNET) == 0 or LIBC.unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0


def set_hard_limits(limits: dict[int, int]) -> None:
    """Sets hard resource limits {RLIMIT: number} on this process, never above what it has."""
    for name, most in limits.items():
        hard = resource.getrlimit(name)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(name, (most, most))


def kill_with_parent() -> None:
    """Has the kernel kill this process when its parent ends."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def mapped_bytes() -> int:
    """The size of this process's address space."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def confine(limits: dict, kind: str, mapped: int) -> None:
    """Confines a forked child before it touches a candidate; `mapped` bytes are its server's own.

    One that compiles must start ptxas and write its files, so it keeps its rights.
    """
    os.setsid()
    kill_with_parent()
    set_hard_limits(
        {
            resource.RLIMIT_CPU: math.ceil(limits["seconds"]) + 1,
            resource.RLIMIT_AS: mapped + limits["memory"],
        }
    )
    if kind == "compile":
        return
    set_hard_limits({resource.RLIMIT_FSIZE: 0, resource.RLIMIT_NPROC: 0})
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):  # a user namespace may map no other user
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)


def children_of(parent: int) -> list[int]:
    """The processes whose parent is `parent`: of a server orphans of a candidate too, since it is their
    subreaper.
    """
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended while we looked
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def reap_children() -> None:
    """Ends and collects everything that a candidate left behind, however it detached itself."""
    with contextlib.suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for pid in children_of(os.getpid()):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.001)


def supervise(child: int, seconds: float) -> dict:
    """Waits for a child, at most `seconds`; then nothing of it is left. Returns {"exit": status} or
    {"timeout": true}.
    """
    deadline = time.monotonic() + seconds
    pid, status = os.waitpid(child, os.WNOHANG)
    while pid == 0 and (left := deadline - time.monotonic()) > 0:
        signal.sigtimedwait([signal.SIGCHLD], left)
        pid, status = os.waitpid(child, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    reap_children()
    return {"exit": os.waitstatus_to_exitcode(status)} if pid else {"timeout": True}


def make_cheap_to_fork() -> None:
    """Collections in the forks touch none of this process's pages, and its pages are few and large."""
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
