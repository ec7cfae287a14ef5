"""Where a program's process crashed, and why: it writes its Python stack to a pipe while it dies, and what
libraries say on stderr goes to a file in memory. Its supervisor reads both.

A hostile program may write anything there: it is shown, and decides nothing.
"""

import contextlib
import faulthandler
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

# The signals of a crash, which faulthandler hears, under the names that it gives them.
CRASHES = {
    "Segmentation fault": signal.SIGSEGV,
    "Aborted": signal.SIGABRT,
    "Bus error": signal.SIGBUS,
    "Floating point exception": signal.SIGFPE,
    "Illegal instruction": signal.SIGILL,
}
LONGEST_STACK = 1 << 15  # bytes that are kept
LONGEST_PLACE = 120  # characters
LONGEST_SAID = 300  # bytes of what stderr says last
SEARCHED = 1 << 15  # bytes at its end in which that is looked for
UNCAUGHT = b"terminate called"  # C++'s words where nothing caught an exception; what that says follows
FATAL = "Fatal Python error: "
FROZEN = "<frozen "
FRAME = re.compile(r'  File "(.*)", line (\d+) in (.*)')


class ProgramCrashed(ValueError):
    """A signal of CRASHES has ended a program's process.

    Attributes:
        stack: the calls at that moment, the innermost first, as Python writes them; none where it wrote none.
    """

    def __init__(self, reason: str, stack: Sequence[str] = ()):
        super().__init__(reason)
        self.stack = tuple(stack)


def write_stack_to(descriptor: int) -> None:
    """Has this process write the stack of the thread that crashes there."""
    faulthandler.enable(file=descriptor, all_threads=False)


def written_stack(descriptor: int) -> str:
    """What a process that has ended wrote to a pipe; waits for nothing."""
    os.set_blocking(descriptor, False)
    with contextlib.suppress(BlockingIOError):  # nothing, and a process that it started has the pipe too
        return os.read(descriptor, LONGEST_STACK).decode(errors="replace")
    return ""


def keep_what_is_said(descriptor: int) -> None:
    """Has what libraries say on stderr go to a file, and what Python says there nowhere."""
    os.dup2(descriptor, sys.stderr.fileno())
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115  (as long as the process lives)


def last_said(descriptor: int) -> str:
    """What libraries said last, in one line; "" where they said nothing. Of a C++ exception its beginning:
    a long stack may follow it.
    """
    size = os.fstat(descriptor).st_size
    end = os.pread(descriptor, SEARCHED, max(0, size - SEARCHED))
    uncaught = end.rfind(UNCAUGHT)
    said = end[uncaught:][:LONGEST_SAID] if uncaught >= 0 else end[-LONGEST_SAID:]
    return " ".join(said.decode(errors="replace").split())


def last_crash(text: str) -> tuple[signal.Signals | None, list[str]]:
    """(the signal, the stack) of the last crash that a text tells of; (None, []) where it tells of none."""
    found = []
    for report in text.split(FATAL)[1:]:
        name, *lines = report.split("\n")
        found.append((CRASHES.get(name), [line for line in lines if FRAME.fullmatch(line)]))
    # Linux spares the first process of a namespace the signal of abort(), which then runs into an invalid
    # instruction: one call, two crashes.
    if len(found) > 1 and found[-2][0] == signal.SIGABRT and found[-2][1] == found[-1][1]:
        return found[-2]
    return found[-1] if found else (None, [])


def signal_name(number: int) -> str:
    """SIGSEGV; `signal 40` of one without a name."""
    return signal.Signals(number).name if number in {*signal.Signals} else f"signal {number}"


def module_name(path: str) -> str:
    """The name of the module that a frame names by its path: torch.autograd.graph."""
    if path.startswith(FROZEN):  # within Python itself
        return path.removeprefix(FROZEN).removesuffix(">")
    inside = [folder for folder in sys.path if folder and path.startswith(f"{folder}/")]
    if not inside:
        return Path(path).stem
    relative = Path(path).relative_to(max(inside, key=len)).with_suffix("")
    return ".".join(relative.parts).removesuffix(".__init__")


def crash_place(stack: Sequence[str]) -> str:
    """` in torch.autograd.graph._engine_run_backward`, the innermost call of a stack; "" of an empty one."""
    frame = FRAME.fullmatch(stack[0]) if stack else None
    if frame is None:
        return ""
    path, line, function = frame.groups()
    if path.startswith("<") and not path.startswith(FROZEN):  # no file: the text that was given
        return f" in line {line} of the program, {function}"[:LONGEST_PLACE]
    return f" in {module_name(path)}.{function}"[:LONGEST_PLACE]
