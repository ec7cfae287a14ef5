"""Landlock: a process gives up files, TCP ports and signals by itself, without root (Linux 5.13 and later).

Source: Linux, include/uapi/linux/landlock.h and Documentation/userspace-api/landlock.rst. It is three system
calls; the packages that bind them for Python are younger than what they bind. What it does not govern: the
names, sizes and modes of files (system_calls.py denies chmod), and what was open before.
"""

import ctypes
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass

LIBC = ctypes.CDLL(None, use_errno=True)
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same numbers on every architecture
VERSION_FLAG, PATH_BENEATH = 1, 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
MAKE_CHAR, MAKE_BLOCK = 1 << 6, 1 << 11
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
ALL_FILE_RIGHTS = (1 << 16) - 1
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV  # what a rule on a file may hold
READ = READ_FILE | READ_DIR
WRITE = ALL_FILE_RIGHTS & ~(EXECUTE | IOCTL_DEV | MAKE_CHAR | MAKE_BLOCK)
TCP = 3  # bind and connect
SCOPES = 3  # abstract sockets and signals reach no process outside


class RulesetAttributes(ctypes.Structure):
    """struct landlock_ruleset_attr: all that is forbidden unless a rule grants it."""

    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class PathBeneath(ctypes.Structure):
    """struct landlock_path_beneath_attr: rights to a file, or to a folder and what is below."""

    _pack_ = 1
    _fields_ = [("rights", ctypes.c_uint64), ("folder", ctypes.c_int32)]


@dataclass(frozen=True)
class FileRights:
    """Paths that a process may use, folders with what is below them; whatever else exists is closed."""

    read: tuple[str, ...] = ()
    execute: tuple[str, ...] = ()
    write: tuple[str, ...] = ()  # read too
    devices: tuple[str, ...] = ()  # read, written and asked by ioctl


def landlock_version() -> int:
    """The version of the kernel's interface, 0 where there is none."""
    return max(0, LIBC.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION_FLAG))


def system_result(result: int, what: str) -> int:
    """The result of a system call. Raises OSError where it failed."""
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return result


def grant(ruleset: int, path: str, rights: int) -> None:
    """Adds a rule for a path, if it exists."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # not on this machine, or not ours to reach: nothing to grant
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= OF_FILES
        rule = PathBeneath(rights, descriptor)
        system_result(
            LIBC.syscall(ADD_RULE, ruleset, PATH_BENEATH, ctypes.byref(rule), 0), f"Landlock, {path}"
        )
    finally:
        os.close(descriptor)


def grant_all(ruleset: int, paths: Iterable[str], rights: int) -> None:
    """Adds the same rule for several paths."""
    for path in paths:
        grant(ruleset, path, rights)


def handled(version: int) -> tuple[RulesetAttributes, int]:
    """All that a version of the interface can forbid, and the size of the structure that it knows."""
    files = {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)  # bits
    attributes = RulesetAttributes(
        (1 << files) - 1, TCP if version >= 4 else 0, SCOPES if version >= 6 else 0
    )
    return attributes, 8 if version < 4 else 16 if version < 6 else 24


def make_ruleset(rights: FileRights) -> int:
    """A descriptor of rules that grant `rights`, for restrict_to. Raises OSError where the kernel has no
    Landlock.
    """
    attributes, size = handled(landlock_version())
    ruleset = system_result(
        LIBC.syscall(CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), 0), "Landlock"
    )
    try:
        known = attributes.files
        grant_all(ruleset, rights.read, READ & known)
        grant_all(ruleset, rights.execute, (READ | EXECUTE) & known)
        grant_all(ruleset, rights.write, (READ | WRITE) & known)
        grant_all(ruleset, rights.devices, (READ_FILE | WRITE_FILE | IOCTL_DEV) & known)
    except OSError:
        os.close(ruleset)
        raise
    return ruleset


def restrict_to(ruleset: int) -> None:
    """Confines this thread, and what it starts, to a ruleset for good, and closes it.

    The process has set PR_SET_NO_NEW_PRIVS. Raises OSError where the kernel refuses.
    """
    system_result(LIBC.syscall(RESTRICT_SELF, ruleset, 0), "Landlock")
    os.close(ruleset)  # who holds it can still add rules to it, for the next candidate
