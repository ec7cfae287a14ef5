"""How every command line ends: in one line for what the user can mend, and an exit code, never a traceback.

    0    done
    1    done, and the answer is no: not verified, a check failed, the run diverged
    2    a mistake that the user can mend: a flag, a file, a folder, no space, no memory
    130  interrupted by Ctrl-C (128 + SIGINT)
    141  whoever read the output has closed it, as `| head` does (128 + SIGPIPE)

Light on imports: a script calls `end_on_interrupt` before those that take seconds.
"""

import errno
import functools
import os
import select
import signal
import sys
from collections.abc import Callable

from triton_ops.terminal_text import printable

FAILED = 1
MISTAKE = 2
INTERRUPTED = 128 + signal.SIGINT
OUTPUT_CLOSED = 128 + signal.SIGPIPE
OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Failed(RuntimeError):
    """The work was done as it was asked for, and failed: FAILED, and a line."""


def end_at_once(number: int, frame: object) -> None:
    """Ends this process: nothing has begun that is worth keeping, or all of it is written."""
    os.write(2, b"stopped\n")
    os._exit(128 + number)


def end_on_interrupt() -> None:
    """Makes Ctrl-C end this process in a line; for the imports of a script, before its work begins."""
    signal.signal(signal.SIGINT, end_at_once)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error says that there is too little memory, of the host or of a GPU."""
    named = isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError"
    return named or isinstance(error, RuntimeError) and "can't allocate memory" in str(error)


def explained(error: BaseException) -> str:
    """What a user can mend, in one line: which file or folder, and why."""
    if is_out_of_memory(error):
        return "there is too little memory: take a smaller batch or model, fewer processes, or other sizes"
    if isinstance(error, OSError) and error.strerror:
        advice = ": free some, or write elsewhere" if error.errno in OF_THE_DISK else ""
        return f"{error.filename or 'the output'}: {error.strerror}{advice}"
    return " ".join(str(error).split("\n")).strip() or type(error).__name__


def is_closed(descriptor: int) -> bool:
    """Whether nobody reads what is written to a pipe or socket any more."""
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll(0))


def drop_unwritten() -> None:
    """What a closed or full output does not take goes nowhere, or the last flush would complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(line: str) -> None:
    """Prints a line on stderr, which may be closed."""
    try:
        print(printable(line), file=sys.stderr)
    except OSError:
        drop_unwritten()


def mended_by_user(error: BaseException) -> bool:
    """Whether the user can mend an error; what is our own keeps its traceback."""
    return isinstance(error, (ValueError, OSError)) or is_out_of_memory(error)


def command_line(program: str = "", stopped: str = "stopped") -> Callable:
    """Decorates the function of a command line, which returns an exit code.

    A ValueError, an OSError or too little memory is one line on stderr, after the name of the `program`, and
    MISTAKE; Failed is such a line and FAILED; Ctrl-C is the line `stopped` and INTERRUPTED; a closed output
    is OUTPUT_CLOSED and no line.
    """
    prefix = f"{program}: error" if program else "error"

    def decorated(main: Callable[..., int]) -> Callable[..., int]:
        @functools.wraps(main)
        def run(*arguments, **options) -> int:
            at_start = signal.getsignal(signal.SIGINT)
            if at_start is end_at_once:  # from here on work may have to be saved or ended
                signal.signal(signal.SIGINT, signal.default_int_handler)
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show
            try:
                code = main(*arguments, **options)
                if sys.stdout:
                    sys.stdout.flush()
                return code
            except KeyboardInterrupt:
                say(stopped)
                return INTERRUPTED
            except BrokenPipeError:
                if not any(is_closed(descriptor) for descriptor in (1, 2)):
                    raise  # of a process of ours
                return OUTPUT_CLOSED
            except Failed as error:
                say(f"{prefix}: {explained(error)}")
                return FAILED
            except Exception as error:
                if not mended_by_user(error):
                    raise
                say(f"{prefix}: {explained(error)}")
                return MISTAKE
            finally:
                drop_unwritten()
                if at_start is end_at_once:
                    signal.signal(signal.SIGINT, end_at_once)

        return run

    return decorated
