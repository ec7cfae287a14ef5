"""Users' programs that are text run here, each in a process of its own; only data comes back.

    traced_text(text) -> [Graph, ...]
    RemoteOriginal(process, text, ...)   the reference of a written file

Reading order: frames, encoding, crashes, supervision, original_commands, commands, server, client,
traced_text, remote_original.
"""

from python_to_triton.user_programs.client import (
    TAKES_TOO_LONG,
    ProgramProcess,
    program_process,
    program_server,
)
from python_to_triton.user_programs.crashes import ProgramCrashed
from python_to_triton.user_programs.remote_original import RemoteOriginal
from python_to_triton.user_programs.traced_text import (
    TRACE_SECONDS,
    are_traces_waited_for,
    begin_traces,
    traced_text,
)

__all__ = [
    "ProgramCrashed",
    "ProgramProcess",
    "RemoteOriginal",
    "TAKES_TOO_LONG",
    "TRACE_SECONDS",
    "are_traces_waited_for",
    "begin_traces",
    "program_process",
    "program_server",
    "traced_text",
]
