"""What the process of a user's program does for its client. A command is a function of the process's state,
the request and its tensors, and gives the reply and its tensors.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence

from torch import Tensor

from python_to_triton import codegen, frontend
from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.user_programs import original_commands
from python_to_triton.user_programs.encoding import decode_item, encode_graph

Reply = tuple[dict, Sequence[Tensor]]
Command = Callable[[dict, dict, Sequence[Tensor]], Reply]

EXPRESSION = "y = torch.sigmoid(x)"  # its trace brings in what every program needs, with SymPy
MODULE = """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(8)
        self.linear = nn.Linear(8, 16)

    def forward(self, x):
        return torch.softmax(F.gelu(self.linear(self.norm(x))) * 0.5, dim=-1)

def get_inputs():
    return [torch.randn(4, 8)]
"""  # its trace brings in what most programs need


def trace_program(state: dict, request: dict, tensors: Sequence[Tensor]) -> Reply:
    """Traces a text in each of its modes: {"graphs": the graphs as encode_graph writes them}.

    The request has text, training and partial as frontend.trace takes them, and inputs, encoded, or None.
    Raises GraphError, one line, where it cannot be traced, or written out; whatever else the program raises.
    """
    inputs = request["inputs"]
    given = None if inputs is None else decode_item(inputs)
    graphs = frontend.traced_modes(
        request["text"], given, request["training"], request["partial"], loops=True
    )
    if inputs is None:
        codegen.check_wrapper(graphs[0])
    for graph in graphs:
        module_facts(graph.source)
        graph.source.free = frontend.free_numbers(graph)
    return {"graphs": [encode_graph(graph) for graph in graphs]}, ()


COMMANDS: dict[str, Command] = {"trace": trace_program, **original_commands.COMMANDS}


def describe_failure(error: BaseException) -> str:
    """What went wrong, in one line."""
    lines = str(error).strip().splitlines()[:1]
    is_told = isinstance(error, ValueError) and lines
    return lines[0] if is_told else ": ".join(itertools.chain([type(error).__name__], lines))


def do_command(
    commands: Mapping[str, Command], state: dict, request: dict, tensors: Sequence[Tensor]
) -> Reply:
    """The reply of a command, or {"error": one line} where it fails."""
    try:
        return commands[request["do"]](state, request, tensors)
    except BaseException as error:  # the program may raise anything, SystemExit too: it costs itself
        return {"error": describe_failure(error)}, ()


def warm_up_programs(text: str) -> None:
    """Imports and computes, before a fork, what the trace of a text needs."""
    request = {"text": text, "inputs": None, "training": None, "partial": False}
    trace_program({}, request, ())
