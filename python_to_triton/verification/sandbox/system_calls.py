"""System calls that a process may still make: filters for seccomp, without root (Linux 3.17 and later).

A candidate that runs in Triton's interpreter computes and replies: what it may call is listed, all else is
refused with EPERM. One that compiles may also write files and start ptxas. A CUDA driver's needs are the
driver's affair: there the calls are listed that no driver makes and that reach beyond the process. No process
forks; a new one begins as another program. Sources: Linux, Documentation/userspace-api/seccomp_filter.rst,
and the tables of system calls of x86_64 and aarch64.
"""

import ctypes
import errno
import functools
import os
import platform
import struct
from dataclasses import dataclass

from python_to_triton.verification.sandbox.landlock import LIBC, system_result
from python_to_triton.verification.sandbox.rules import FORKING_KINDS

# Each: its name, its number on x86_64, on aarch64 (-: it has none).
COMPUTES = """
    read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, lseek 8 62,
    close 3 57, close_range 436 436, dup 32 23, dup2 33 -, dup3 292 24, stat 4 -, lstat 6 -, fstat 5 80,
    newfstatat 262 79, statx 332 291, access 21 -, faccessat 269 48, faccessat2 439 439, readlink 89 -,
    readlinkat 267 78, getcwd 79 17, getdents 78 -, getdents64 217 61, statfs 137 43, fstatfs 138 44,
    mmap 9 222, munmap 11 215, mprotect 10 226, mremap 25 216, brk 12 214, madvise 28 233,
    mincore 27 232, futex 202 98, get_robust_list 274 100, set_robust_list 273 99, rseq 334 293,
    membarrier 324 283, sched_yield 24 124, nanosleep 35 101, clock_nanosleep 230 115,
    clock_gettime 228 113, clock_getres 229 114, gettimeofday 96 169, time 201 -, getrandom 318 278,
    rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136,
    rt_sigtimedwait 128 137, sigaltstack 131 132, restart_syscall 219 128, getpid 39 172, gettid 186 178,
    getppid 110 173, getpgrp 111 -, getpgid 121 155, getsid 124 156, getuid 102 174, geteuid 107 175,
    getgid 104 176, getegid 108 177, getgroups 115 158, getresuid 118 148, getresgid 120 150,
    uname 63 160, sysinfo 99 179, times 100 153, getrusage 98 165, getrlimit 97 163,
    sched_getaffinity 204 123, sched_getparam 143 121, sched_getscheduler 145 120,
    sched_get_priority_max 146 125, sched_get_priority_min 147 126, getcpu 309 168,
    get_mempolicy 239 236, exit 60 93, exit_group 231 94, poll 7 -, ppoll 271 73, select 23 -,
    pselect6 270 72, arch_prctl 158 -, fadvise64 221 223, alarm 37 -, setitimer 38 103, getitimer 36 102
"""
CONDITIONAL = """
    open 2 -, openat 257 56, ioctl 16 29, fcntl 72 25, prctl 157 167, prlimit64 302 261, kill 62 129,
    tgkill 234 131, clone 56 220, clone3 435 435, socket 41 198
"""
COMPILES = """
    vfork 58 -, execve 59 221, wait4 61 260, waitid 247 95, pipe 22 -, pipe2 293 59,
    set_tid_address 218 96, mkdir 83 -, mkdirat 258 34, unlink 87 -, unlinkat 263 35, rmdir 84 -,
    rename 82 -, renameat 264 38, renameat2 316 276, ftruncate 77 46, fallocate 285 47, fsync 74 82,
    fdatasync 75 83, flock 73 32, umask 95 166, chdir 80 49, copy_file_range 326 285, sendfile 40 71
"""
REACHES_BEYOND = """
    ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, process_madvise 440 440,
    process_mrelease 448 448, kcmp 312 272, pidfd_getfd 438 438, pidfd_send_signal 424 424,
    rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240, mount 165 40, umount2 166 39, pivot_root 155 41,
    chroot 161 51, setns 308 268, unshare 272 97, open_tree 428 428, move_mount 429 429, fsopen 430 430,
    fsconfig 431 431, fsmount 432 432, fspick 433 433, mount_setattr 442 442, bpf 321 280,
    perf_event_open 298 241, io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427,
    userfaultfd 323 282, keyctl 250 219, add_key 248 217, request_key 249 218, init_module 175 105,
    finit_module 313 273, delete_module 176 106, kexec_load 246 104, kexec_file_load 320 294,
    reboot 169 142, swapon 167 224, swapoff 168 225, open_by_handle_at 304 265,
    name_to_handle_at 303 264, acct 163 89, quotactl 179 60, syslog 103 116, fanotify_init 300 262,
    tkill 200 130, mq_open 240 180, shmget 29 194, msgget 68 186, semget 64 190, connect 42 203, chmod 90 -,
    fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, chown 92 -, lchown 94 -, fchown 93 55,
    fchownat 260 54, utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88, setxattr 188 5,
    lsetxattr 189 6, fsetxattr 190 7, removexattr 197 14, lremovexattr 198 15, fremovexattr 199 16,
    setxattrat 463 463, removexattrat 466 466, setpriority 141 140, ioprio_set 251 30,
    sched_setscheduler 144 119, sched_setparam 142 118, sched_setattr 314 274, migrate_pages 256 238,
    move_pages 279 239, landlock_create_ruleset 444 444, landlock_add_rule 445 445,
    landlock_restrict_self 446 446, fork 57 -, setsid 112 157, setpgid 109 154
"""
MACHINES = {"x86_64": (1, 0xC000003E, 317), "aarch64": (2, 0xC00000B7, 277)}  # column, AUDIT_ARCH, seccomp
X32 = 0x40000000  # calls of x86_64's second interface begin here

WRITES = os.O_ACCMODE | os.O_CREAT | os.O_TRUNC | 0o20000000  # the last is of O_TMPFILE alone
CLONE_VM, CLONE_VFORK, CLONE_THREAD, CLONE_NEW_NAMESPACES = 0x100, 0x4000, 0x10000, 0x7E020000
# (mask, value) of clone's flags. A process that only waits for its child to become another program shares its
# memory with it: such processes do not multiply.
NEW_PROGRAM = (CLONE_VM | CLONE_VFORK | CLONE_NEW_NAMESPACES, CLONE_VM | CLONE_VFORK)
NEW_THREAD = (CLONE_THREAD | CLONE_NEW_NAMESPACES, CLONE_THREAD)
AF_UNIX, AF_NETLINK = 1, 16
ANY_BIT = 0xFFFFFFFF
FCNTL_COMMANDS = (0, 1, 2, 3, 4, 5, 6, 7, 1030)  # descriptors, flags and locks
SIGNAL_RECEIVERS = (8, 15)  # fcntl's commands that name the process which a file signals: any of the user's
IOCTL_COMMANDS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # is it a terminal, is something there
PRCTL_COMMANDS = (3, 15, 16, 21, 23, 0x53564D41)  # names of threads and of memory; questions

# Instructions of the kernel's packet filter (linux/filter.h), and what they return (linux/seccomp.h).
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
ALLOW, REFUSE, UNKNOWN = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
NUMBER_OFFSET, MACHINE_OFFSET, ARGUMENTS_OFFSET = 0, 4, 16
SET_FILTER, NO_SLOWER_SPECULATION = 1, 4


@dataclass(frozen=True)
class Condition:
    """Allows a call where `argument & mask` is the value of one of (mask, value), and refuses it otherwise.

    Where `allows` is false it is the other way round.
    """

    argument: int
    patterns: tuple[tuple[int, int], ...]
    allows: bool = True


def one_of(argument: int, *values: int, allows: bool = True) -> Condition:
    """The condition that an argument is one of some values."""
    return Condition(argument, tuple((ANY_BIT, value) for value in values), allows)


class FilterProgram(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def can_filter() -> bool:
    """Whether the numbers of this machine's system calls are known, and the kernel takes filters."""
    machine = MACHINES.get(platform.machine())
    if machine is None:
        return False
    # The question whether it can return an action; kernels without filters refuse it.
    return LIBC.syscall(machine[2], 2, 0, ctypes.byref(ctypes.c_uint32(ALLOW))) == 0


@functools.cache
def call_numbers(text: str) -> dict[str, int]:
    """{name: number} of a table, of the calls that this machine has."""
    column = MACHINES[platform.machine()][0]
    rows = (row.split() for row in text.split(","))
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


def argument_conditions(kind: str, process: int) -> dict[str, Condition]:
    """Conditions on the arguments of calls, for a server's kind and the process that is confined."""
    about_itself = {
        "kill": one_of(0, process),
        "tgkill": one_of(0, process),
        "prlimit64": one_of(0, 0, process),
    }
    if kind not in FORKING_KINDS:
        return about_itself | {
            "clone": Condition(0, (NEW_PROGRAM, NEW_THREAD)),
            "socket": one_of(0, AF_UNIX, AF_NETLINK),
            "fcntl": one_of(1, *SIGNAL_RECEIVERS, allows=False),
        }
    about_itself |= {
        "ioctl": one_of(1, *IOCTL_COMMANDS),
        "fcntl": one_of(1, *FCNTL_COMMANDS),
        "prctl": one_of(0, *PRCTL_COMMANDS),
    }
    if kind == "compile":
        return about_itself | {"clone": Condition(0, (NEW_PROGRAM,))}
    return about_itself | {
        "open": Condition(1, ((WRITES, 0),)),
        "openat": Condition(2, ((WRITES, 0),)),
    }


def tested(condition: Condition) -> list[tuple[int, int, int, int]]:
    """Instructions that allow or refuse a call by one of its arguments."""
    found, otherwise = (ALLOW, REFUSE) if condition.allows else (REFUSE, ALLOW)
    lines = []
    for mask, value in condition.patterns:
        lines += [
            (LOAD, 0, 0, ARGUMENTS_OFFSET + 8 * condition.argument),  # its low half: all are 32 bits wide
            (AND, 0, 0, mask),
            (EQUAL, 0, 1, value),
            (RETURN, 0, 0, found),
        ]
    return [*lines, (RETURN, 0, 0, otherwise)]


def listed_numbers(kind: str) -> dict[str, int]:
    """The calls that a kind's filter decides by their number alone."""
    if kind == "cpu":
        return call_numbers(COMPUTES)
    if kind == "compile":
        opens = {
            name: number for name, number in call_numbers(CONDITIONAL).items() if name.startswith("open")
        }
        return call_numbers(COMPUTES) | call_numbers(COMPILES) | opens
    return call_numbers(REACHES_BEYOND)


def instructions(kind: str, process: int) -> list[tuple[int, int, int, int]]:
    """The filter for a server's kind: (code, jump if true, jump if false, operand) of each instruction."""
    listed, unlisted = (ALLOW, REFUSE) if kind in FORKING_KINDS else (REFUSE, ALLOW)
    by_name = call_numbers(CONDITIONAL)
    lines = [
        (LOAD, 0, 0, MACHINE_OFFSET),
        (EQUAL, 1, 0, MACHINES[platform.machine()][1]),
        (RETURN, 0, 0, REFUSE),
        (LOAD, 0, 0, NUMBER_OFFSET),
        (AT_LEAST, 0, 1, X32),
        (RETURN, 0, 0, REFUSE),
        (EQUAL, 0, 1, by_name["clone3"]),  # its flags lie in memory: the C library falls back to clone
        (RETURN, 0, 0, UNKNOWN),
    ]
    for number in listed_numbers(kind).values():
        lines += [(EQUAL, 0, 1, number), (RETURN, 0, 0, listed)]
    for name, condition in argument_conditions(kind, process).items():
        if name in by_name:
            test = tested(condition)
            lines += [(EQUAL, 0, len(test), by_name[name]), *test]
    return [*lines, (RETURN, 0, 0, unlisted)]


def filter_calls(kind: str) -> None:
    """Confines this thread, and what it starts, to the system calls of a server's kind, for good.

    The process has set PR_SET_NO_NEW_PRIVS. Raises OSError where the kernel refuses.
    """
    lines = b"".join(struct.pack("=HBBI", *line) for line in instructions(kind, os.getpid()))
    program = FilterProgram(len(lines) // 8, lines)
    number = MACHINES[platform.machine()][2]
    system_result(LIBC.syscall(number, SET_FILTER, NO_SLOWER_SPECULATION, ctypes.byref(program)), "seccomp")
