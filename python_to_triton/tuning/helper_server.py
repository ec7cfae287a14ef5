"""The helper process: traces and runs what users' files hold, and ends, with all it started, when its parent
does.

    python -m python_to_triton.tuning.helper_server DESCRIPTOR     started by helper_process.HelperProcess

Its first line says that it is ready. A call is a line of JSON; the answer is a line for each result and one
that says how the call ended.
"""

import contextlib
import json
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from python_to_triton import codegen, frontend
from python_to_triton.tuning.own_sizes import judge_at_own_sizes
from python_to_triton.tuning.settings import unchanged_settings
from python_to_triton.tuning.value_times import value_times
from python_to_triton.verification.sandbox import set_hard_limits
from triton_ops.judge import error_summary


def count_regions(program: str, partial: bool = False, training: bool | None = None) -> Iterator[int]:
    """Yields the number of regions of a program, if it can be traced here and its class be rebuilt.

    partial and training: as in frontend.trace.
    """
    graph = frontend.trace(program, training=training, partial=partial)
    codegen.check_wrapper(graph)
    yield len(frontend.regions(graph))


CALLABLE = {"trace": count_regions, "judge": judge_at_own_sizes, "times": value_times}


def end_with_parent(parent: int) -> None:
    """Ends this process and its children when its parent has gone, whatever it is doing."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os.killpg(0, signal.SIGKILL)


def bound_memory() -> None:
    """Makes this process the first that the system ends for memory, and a request for more than it has a
    MemoryError.
    """
    with contextlib.suppress(OSError):  # no such file: then the system chooses which process it ends
        Path("/proc/self/oom_score_adj").write_text("1000")
    set_hard_limits({resource.RLIMIT_DATA: os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")})


def serve_calls(control: socket.socket) -> None:
    """Answers calls until the other side closes."""
    threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
    bound_memory()
    lines = control.makefile("rw")
    print(json.dumps({"ready": True}), file=lines, flush=True)
    for line in lines:
        request = json.loads(line)
        why = ""
        try:
            with unchanged_settings():
                for result in CALLABLE[request.pop("call")](**request):
                    print(json.dumps({"result": result}), file=lines, flush=True)
        except BaseException as error:  # the user's file may raise anything, SystemExit too: it fails alone
            text = str(error).strip().split("\n")[0]
            why = text if isinstance(error, ValueError) and text else error_summary(error)
        print(json.dumps({"end": why}), file=lines, flush=True)


if __name__ == "__main__":
    serve_calls(socket.socket(fileno=int(sys.argv[1])))
