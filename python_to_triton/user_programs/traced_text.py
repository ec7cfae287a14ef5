"""The graphs of a program that is text, traced in a process of its own."""

import threading
from collections.abc import Iterable
from concurrent.futures import Future

from python_to_triton.frontend import Graph, GraphError
from python_to_triton.timeline import TIMELINE
from python_to_triton.user_programs.client import program_process
from python_to_triton.user_programs.encoding import decode_graph, encode_item
from triton_ops import CORES

TRACE_SECONDS = 60.0  # for the user's own code: running a file, building its model, making its inputs
MOST_GRAPHS = 2  # of one program: as it is built, and in evaluation
AHEAD = {}  # (text, training, partial) -> the Future of its reply, which nobody has taken yet


def trace_reply(text: str, inputs: list | None, training: bool | None, partial: bool) -> dict:
    """What the process of a program says of its trace. Raises ValueError, one line, where it fails."""
    with TIMELINE.counted("trace, in its process"), program_process() as process:
        request = {"text": text, "training": training, "partial": partial, "inputs": inputs}
        return process.request("trace", TRACE_SECONDS, **request)[0]


def begin_traces(texts: Iterable[str], training: bool | None = None, partial: bool = False) -> None:
    """Has texts traced, as many at a time as there are cores, while this process does something else.

    `traced_text` takes each reply, once. The threads are no reason for this process to stay.
    """
    new = [key for text in dict.fromkeys(texts) if (key := (text, training, partial)) not in AHEAD]
    AHEAD.update((key, Future()) for key in new)
    waiting = [(key, AHEAD[key]) for key in reversed(new)]

    def trace_waiting():
        while True:
            try:
                (text, *modes), future = waiting.pop()
            except IndexError:
                return
            try:
                future.set_result(trace_reply(text, None, *modes))
            except Exception as error:  # it is raised where the reply is taken
                future.set_exception(error)

    for _ in range(min(CORES, len(new))):
        threading.Thread(target=trace_waiting, daemon=True).start()


def are_traces_waited_for() -> bool:
    """Whether a trace that was begun has not ended."""
    return not all(future.done() for future in list(AHEAD.values()))


def traced_text(
    text: str, inputs: tuple | None = None, training: bool | None = None, partial: bool = False
) -> list[Graph]:
    """The graphs of a text's modes, whose programs are data alone.

    Nothing of the text runs in this process.

    Args:
        text, inputs, training, partial: as frontend.traced_modes takes them.

    Raises:
        GraphError: it cannot be traced, or does something else than be traced; one line.
    """
    ahead = AHEAD.pop((text, training, partial), None) if inputs is None else None
    given = None if inputs is None else encode_item(tuple(inputs))
    try:
        reply = ahead.result() if ahead else trace_reply(text, given, training, partial)
    except ValueError as error:
        raise GraphError(str(error)) from error
    forms = reply.get("graphs")
    if not isinstance(forms, list) or not 1 <= len(forms) <= MOST_GRAPHS:
        raise GraphError("the program's process sent no graph")
    return [decode_graph(form) for form in forms]
