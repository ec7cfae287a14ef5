"""The process that translates: it holds the translator, and does one job after the other.

    python -m python_to_triton.web.worker DESCRIPTOR SETTINGS     started by worker_process.WorkerProcess

Messages are lines of JSON. It says {"ready": what the page says of model and machine}, or {"failed": a
mistake in the settings, in a line}. Then each line that comes is a job, and its events go out as {"event":
[kind, data]}; the last is done or error. It ends when the server hangs up.
"""

import contextlib
import io
import json
import os
import socket
import sys
from collections.abc import Callable

from python_to_triton.early_start import PYTHON_ALONE, READ_VARIABLE, start_early
from python_to_triton.web.supervision import run_supervised


def released_answers(settings: dict) -> tuple:
    """(translator, options) that the settings ask for: sampling and options, as the command line has them.

    Raises ValueError, one line, where they cannot be had.
    """
    os.environ[READ_VARIABLE] = PYTHON_ALONE
    start_early("demo")
    from python_to_triton.runtime.commands import SamplingOptions, open_translator
    from python_to_triton.runtime.options import TranslationOptions

    sampling = SamplingOptions(**settings["sampling"])
    with contextlib.redirect_stderr(io.StringIO()):  # what a command says of weights and sandbox
        translator, options = open_translator(sampling, TranslationOptions(**settings["options"]))
    translator.programs_on_gpu = False  # there a program would have the user's rights
    return translator, options


def serve_jobs(control: socket.socket, settings: dict, open_answers: Callable[[dict], tuple]) -> None:
    """Does what the server asks for, until it hangs up."""

    def send(message: dict) -> None:
        control.sendall(json.dumps(message, allow_nan=False).encode() + b"\n")

    try:
        translator, options = open_answers(settings)
    except ValueError as error:
        send({"failed": str(error)})
        return
    from python_to_triton.web.translation_events import about_machine, about_translator, translate_job

    send({"ready": {"model": about_translator(translator), **about_machine()}})
    with control.makefile("rb") as requests:
        for line in requests:
            translate_job(
                translator, options, json.loads(line), lambda kind, data: send({"event": [kind, data]})
            )


def main(open_answers: Callable[[dict], tuple] = released_answers) -> None:
    """The worker as a program of its own, with its supervisor."""
    control = socket.socket(fileno=int(sys.argv[1]))
    settings = json.loads(sys.argv[2])
    run_supervised(lambda connection: serve_jobs(connection, settings, open_answers), control)


if __name__ == "__main__":
    main()
