"""The graphs of a program that is text, traced in a process of its own."""

from python_to_triton.frontend import Graph, GraphError
from python_to_triton.user_programs.client import program_process
from python_to_triton.user_programs.encoding import decode_graph, encode_item

TRACE_SECONDS = 60.0  # for the user's own code: running a file, building its model, making its inputs
MOST_GRAPHS = 2  # of one program: as it is built, and in evaluation


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
    arguments = {"text": text, "training": training, "partial": partial}
    given = None if inputs is None else encode_item(tuple(inputs))
    try:
        with program_process() as process:
            reply, _ = process.request("trace", TRACE_SECONDS, inputs=given, **arguments)
    except ValueError as error:
        raise GraphError(str(error)) from error
    forms = reply.get("graphs")
    if not isinstance(forms, list) or not 1 <= len(forms) <= MOST_GRAPHS:
        raise GraphError("the program's process sent no graph")
    return [decode_graph(form) for form in forms]
