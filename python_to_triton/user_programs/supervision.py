"""Confines and watches the process of a user's program, which harms nothing but itself, whatever it does.

The program's process is the first of a namespace of process ids, where the kernel grants one: it signals no
process but those that it starts, and these end with it. It reads the user's files, unless READ_VARIABLE says
that it is a visitor's, and writes to a temporary folder of its own alone; the sandbox's means close the rest
(Landlock, seccomp), so far as they are in force.
A supervisor waits beside it, and ends both when the client hangs up.
"""

import contextlib
import ctypes
import dataclasses
import json
import os
import resource
import select
import signal
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path

from python_to_triton.early_start import PYTHON_ALONE, READ_VARIABLE
from python_to_triton.user_programs.crashes import (
    crash_place,
    keep_what_is_said,
    last_crash,
    last_said,
    signal_name,
    write_stack_to,
    written_stack,
)
from python_to_triton.verification.sandbox.confinement import (
    CAPABILITY_VERSION,
    PR_SET_CHILD_SUBREAPER,
    PR_SET_PDEATHSIG,
    WATCH_SECONDS,
    forbid_new_privileges,
    reap_children,
    set_hard_limits,
)
from python_to_triton.verification.sandbox.folders import remove_tree
from python_to_triton.verification.sandbox.isolation import DEVICES, server_rights, steps_in_force
from python_to_triton.verification.sandbox.landlock import LIBC, FileRights, make_ruleset, restrict_to
from python_to_triton.verification.sandbox.system_calls import filter_calls

# Linux: sched.h
CLONE_NEWUSER, CLONE_NEWPID = 0x10000000, 0x20000000
READ_ANY_FILE = (1 << 1) | (1 << 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH: what root reads, it reads on
SHARE_OF_MEMORY = 0.25  # of the machine's, that one program may have
LEAST_MEMORY = 4 << 30  # bytes that it may have in any case
LARGEST_FILE = 1 << 20  # bytes that it may write
MOST_FILES = 1024  # that it may open at a time
FOLDER_MEGABYTES, FOLDER_ENTRIES = 64, 10_000  # that its temporary folder may hold


def memory_limit() -> int:
    """How many bytes one program may have."""
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(LEAST_MEMORY, int(SHARE_OF_MEMORY * physical))


def keep_capabilities(kept: int) -> None:
    """Of the capabilities of root this process keeps those of the bits `kept`."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    LIBC.capset(header, (ctypes.c_uint32 * 6)(kept, kept, 0, 0, 0, 0))


def enter_own_namespace() -> None:
    """Has the next child of this process be the first of a namespace of process ids, where the kernel grants
    one.
    """
    if os.geteuid() == 0 and LIBC.unshare(CLONE_NEWPID) == 0:
        return
    user, group = os.getuid(), os.getgid()
    if LIBC.unshare(CLONE_NEWUSER | CLONE_NEWPID):
        return
    with contextlib.suppress(OSError):  # without the maps it keeps its rights, under another number
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def program_rights(folder: str) -> FileRights:
    """The files of a user's program whose own folder is `folder`."""
    if os.environ.get(READ_VARIABLE) == PYTHON_ALONE:
        return dataclasses.replace(server_rights("cpu", folder), execute=())
    return FileRights(("/",), ("/",), (folder,), DEVICES)  # no GPU: see server.py


def confine_program(memory: int, folder: str) -> None:
    """Confines this process, a fork that is about to run a user's program.

    Args:
        memory: bytes that it may have.
        folder: for its temporary files; it may write to no other.
    """
    os.setsid()
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    os.environ["TMPDIR"] = folder
    tempfile.tempdir = None
    with contextlib.suppress(OSError):  # no such file: then the system chooses which process it ends first
        Path("/proc/self/oom_score_adj").write_text("1000")
    set_hard_limits(
        {
            resource.RLIMIT_DATA: memory,
            resource.RLIMIT_FSIZE: LARGEST_FILE,
            resource.RLIMIT_NOFILE: MOST_FILES,
            resource.RLIMIT_CORE: 0,
        }
    )
    forbid_new_privileges()
    steps = steps_in_force()
    rules = None
    if "landlock" in steps:
        rules = make_ruleset(program_rights(folder))
    if os.geteuid() == 0:
        keep_capabilities(READ_ANY_FILE)
    if rules is not None:
        restrict_to(rules)
    if "seccomp" in steps:
        filter_calls("cuda")  # what reaches beyond the process is refused; the rest is the program's affair


def is_overfull(folder: str) -> bool:
    """Whether a program's folder holds more than it may. What cannot be looked into counts as more: a path
    that is too long, a folder that is closed.
    """
    entries = size = 0
    folders = [folder]
    while folders:
        try:
            for entry in os.scandir(folders.pop()):
                entries += 1
                size += entry.stat(follow_symlinks=False).st_size
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                if entries > FOLDER_ENTRIES or size > FOLDER_MEGABYTES << 20:
                    return True
        except FileNotFoundError:  # it has just gone; the next look counts the rest
            continue
        except OSError:
            return True
    return False


def describe_exit(status: dict) -> str:
    """How a program's process ended, in words, from the last message of its supervisor."""
    if status.get("overfull"):
        return f"wrote more than {FOLDER_MEGABYTES} MB or {FOLDER_ENTRIES:,} files to its temporary folder"
    code = status.get("exit")
    if not isinstance(code, int):
        return "ended with the process that watches it"
    if code == -signal.SIGKILL:
        return "was ended by the system (SIGKILL): it may have run out of memory"
    if code < 0:
        known, stack = last_crash(status.get("stack", ""))
        said = status.get("said", "")
        return f"crashed ({signal_name(known or -code)}){crash_place(stack)}{': ' * bool(said)}{said}"
    return f"ended its process (exit code {code})"


def say_last(lifeline: socket.socket, status: dict) -> None:
    """Tells the client how its program ended."""
    with contextlib.suppress(OSError):  # it has gone
        lifeline.sendall(json.dumps(status).encode() + b"\n")


def end_program(child: int) -> None:
    """Kills a program's process, and its group where it has one already."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)


def supervise_program(
    serve: Callable[[socket.socket], None], data: socket.socket, lifeline: socket.socket
) -> None:
    """Forks the process of a program, which runs `serve(data)`, and waits for its end, or for the client's.

    Nothing of it is left then. Runs in a fork of the server, and ends it.
    """
    os.setsid()
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    memory = memory_limit()
    folder = tempfile.mkdtemp(prefix="program-")
    stack, their_stack = os.pipe()
    said = os.memfd_create("stderr")
    enter_own_namespace()
    child = os.fork()
    if child == 0:
        try:
            lifeline.close()
            os.close(stack)
            write_stack_to(their_stack)
            keep_what_is_said(said)
            confine_program(memory, folder)
            serve(data)
        finally:
            os._exit(0)  # this fork must never return to the server's loop
    data.close()
    os.close(their_stack)
    with contextlib.suppress(OSError):  # the client has gone: the loop below sees that
        lifeline.send(b"+")  # await_server of client.py waits for it
    ended = os.pidfd_open(child)
    ready, overfull = [], False
    while not ready and not overfull:
        ready, _, _ = select.select([ended, lifeline], [], [], WATCH_SECONDS)
        overfull = not ready and is_overfull(folder)
    if overfull:
        say_last(lifeline, {"overfull": True})
    if ended in ready:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        say_last(lifeline, {"exit": code, "stack": written_stack(stack), "said": last_said(said)})
    else:
        end_program(child)
    reap_children()
    remove_tree(folder)
    os._exit(0)
