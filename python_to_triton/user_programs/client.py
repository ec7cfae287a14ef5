"""The client's side: starts the server of users' programs, and speaks with the process of each.

    with program_process() as process:
        reply, tensors = process.request("trace", 60.0, text=text, inputs=None, training=None, partial=False)

A program that loops, crashes, ends its process or fills the memory is a ValueError of one line.
"""

import contextlib
import functools
import json
import socket
import subprocess
import threading
import time
from collections.abc import Sequence

from torch import Tensor

from python_to_triton import early_start
from python_to_triton.timeline import TIMELINE
from python_to_triton.user_programs.crashes import CRASHES, ProgramCrashed, last_crash
from python_to_triton.user_programs.frames import receive_frame, send_frame
from python_to_triton.user_programs.supervision import describe_exit

START_SECONDS = 180.0  # to import what the server needs; no program's limit pays for it
LAST_WORD_SECONDS = 5.0  # for the supervisor to say how a program ended
LONGEST_LAST_WORD = 1 << 18  # bytes: a stack of LONGEST_STACK in JSON, six a byte, and more
TAKES_TOO_LONG = "takes more than"  # how a reason begins where a program does not end
LONGEST_LINE = 500  # characters of a reason


def clean_line(text: object) -> str:
    """A text of a program's process as one line that a terminal may show."""
    line = str(text).strip().split("\n")[0][:LONGEST_LINE]
    return "".join(character if character.isprintable() else "?" for character in line)


class ProgramServer:
    """The server, started at the first program, and again where it has ended. It ends when its clients do."""

    def __init__(self):
        self.control: socket.socket | None = None
        self.process: subprocess.Popen | None = None
        self.lock = threading.Lock()

    def start(self) -> None:
        """Starts the server unless it is there; does not wait for it. It finds the modules that this process
        finds. The lock is held.
        """
        if self.control is None:
            self.process, self.control = early_start.started_server(early_start.PROGRAMS)

    def begin(self) -> None:
        """Starts the server where it is not; does not wait for it."""
        with self.lock:
            self.start()

    def shared(self) -> socket.socket:
        """A connection by which another process has this server fork too; starts it where it is not."""
        with self.lock:
            self.start()
            return self.control.dup()

    def adopt(self, control: socket.socket) -> None:
        """Uses the server of another process, as long as that runs, rather than one of its own."""
        self.control = control

    def ask_for_fork(self, descriptors: Sequence[int]) -> None:
        """Sends the server its ends of a program's connections; to a new one, once, where it has ended.

        The lock is held. Raises RuntimeError where the new one has ended too.
        """
        for attempt in (1, 2):
            self.start()
            try:
                socket.send_fds(self.control, [b"p"], descriptors)
                return
            except OSError as error:
                self.close()
                if attempt == 2:
                    raise RuntimeError(f"the server of users' programs does not start: {error}") from error

    def open(self) -> tuple[socket.socket, socket.socket]:
        """(the connection for requests, the lifeline) of a new program's process.

        What closes the lifeline ends the process; on it comes how the process ended.
        """
        data, their_data = socket.socketpair()
        lifeline, their_lifeline = socket.socketpair()
        try:
            with self.lock, their_data, their_lifeline:
                self.ask_for_fork([their_data.fileno(), their_lifeline.fileno()])
        except (OSError, RuntimeError):
            data.close()
            lifeline.close()
            raise
        return data, lifeline

    def close(self) -> None:
        """Lets the server end, once no other process uses it. Programs end with their own connections."""
        if self.control is not None:
            self.control.close()
            self.control = None
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=0.0)
            self.process = None


@functools.cache
def program_server() -> ProgramServer:
    """The one ProgramServer of this process."""
    return ProgramServer()


class ProgramProcess:
    """A process of its own for one program. It stays where the program raises; after any other failure it has
    ended.
    """

    def __init__(self, server: ProgramServer):
        self.data, self.lifeline = server.open()
        self.is_new = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        """Ends the process, and all that it started."""
        self.data.close()
        self.lifeline.close()

    def last_word(self) -> dict:
        """What the supervisor says of the end of the process; {} where it says nothing."""
        word = bytearray()
        try:
            self.lifeline.settimeout(LAST_WORD_SECONDS)
            while not word.endswith(b"\n") and len(word) < LONGEST_LAST_WORD:
                word += self.lifeline.recv(1 << 12) or b"{}\n"  # it has gone without a word
            return json.loads(word)
        except (OSError, ValueError):
            return {}

    def exit_error(self) -> ValueError:
        """How the process ended, in words; a ProgramCrashed where it crashed."""
        status = self.last_word()
        reason = clean_line(describe_exit(status))
        if status.get("exit") in [-number for number in CRASHES.values()]:
            return ProgramCrashed(reason, map(clean_line, last_crash(status.get("stack", ""))[1]))
        return ValueError(reason)

    def request(
        self, command: str, seconds: float, tensors: Sequence[Tensor] = (), **arguments
    ) -> tuple[dict, tuple[Tensor, ...]]:
        """(reply, tensors) of a command of commands.py.

        Raises ValueError, one line, where the program fails, ends its process or takes longer than `seconds`;
        where it crashes, ProgramCrashed.
        """
        if self.is_new:  # the server may still be starting: no program's limit pays for that
            self.await_server()
        deadline = time.monotonic() + seconds
        try:
            self.data.settimeout(seconds)
            send_frame(self.data, {"do": command} | arguments, tuple(tensors))
            reply, received = receive_frame(self.data, deadline)
        except TimeoutError:
            self.close()
            raise ValueError(f"{TAKES_TOO_LONG} {seconds:g} s") from None
        except (OSError, EOFError):
            ended = self.exit_error()
            self.close()
            raise ended from None
        except ValueError as error:  # its process sent what is no reply
            self.close()
            raise ValueError(clean_line(f"the program's process sent no reply: {error}")) from None
        if "error" in reply:
            raise ValueError(clean_line(reply["error"]))
        return reply, received

    def await_server(self) -> None:
        """Waits until the server has forked. Raises RuntimeError where it does not start."""
        self.is_new = False
        self.lifeline.settimeout(START_SECONDS)
        try:
            with TIMELINE.counted("waiting for the server of programs"):
                first = self.lifeline.recv(1)
        except OSError as error:
            first = b""
            reason = str(error)
        else:
            reason = "it ended"
        if not first:
            self.close()
            raise RuntimeError(f"the server of users' programs does not start: {reason}")


def program_process() -> ProgramProcess:
    """A process for one program, of this process's server."""
    return ProgramProcess(program_server())
