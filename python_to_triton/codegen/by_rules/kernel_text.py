"""The text of a kernel that a writer has written, and of its launch by the host."""

import ast
import re
import textwrap
from collections.abc import Mapping
from typing import NamedTuple

import torch

from python_to_triton.codegen.by_rules.element_writer import ElementWriter
from python_to_triton.codegen.by_rules.registry import MARK
from python_to_triton.codegen.host_code import host_item
from python_to_triton.codegen.module_text import COLUMNS, call_lines
from python_to_triton.frontend import Graph, Value
from python_to_triton.frontend.needed_lines import needed_lines
from python_to_triton.frontend.vocabulary import Word

KERNEL = """@triton.jit
{head}:
{docstring}
{lines}"""


class Division(NamedTuple):
    """How the work of a kernel is divided among programs, and a program's among lanes.

    Of the elements of y, one after another:

        Division(
            begin=["offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)", "mask = offsets < n_elements"],
            parameters={"n_elements": "y.numel()"},
            constants={"BLOCK": "1024"},
            grid=["triton.cdiv(y.numel(), 1024)"],
        )
    """

    begin: list[str]  # first lines of the kernel
    parameters: dict[str, str]  # {what these lines read: the host's expression for it}
    constants: dict[str, str]  # such parameters that are tl.constexpr
    grid: list[str]  # the host's expressions, one for each dimension
    warps: str = ""  # the host's expression; Triton's own number where there is none


class Kernel(NamedTuple):
    """A kernel, and how the host launches it."""

    source: str
    tensors: list[str]  # names of the arguments that it reads
    host_lines: list[str]  # that allocate what it writes, where it is the first to, and launch it


def written_kernel(
    graph: Graph,
    writer: ElementWriter,
    name: str,
    lines: list[str],
    division: Division,
    pointers: Mapping[str, str],
) -> Kernel:
    """The kernel of what a writer has written.

    Args:
        lines: of the kernel, after those of the division that they need.
        pointers: {parameter: the tensor that the host gives for it}, beside the graph's arguments.
    """
    body = "\n".join([*needed_lines(division.begin, "\n".join(lines)), *lines])
    body = ast.unparse(ast.parse(body))  # without brackets that it does not need
    words = set(re.findall(r"\w+", body))
    # letters first, then N0, N1, ...
    sizes = sorted(words & set(writer.sizes), key=lambda name: (name[1:].isdigit(), len(name), name))
    tensors = [argument.name for argument in graph.arguments if f"{argument.name}_ptr" in words]
    counts = {name: count for name, count in division.parameters.items() if name in words}
    constants = {name: value for name, value in division.constants.items() if name in words}
    own = [f"{tensor}_ptr" for tensor in tensors]
    parameters = [*own, *pointers, *counts, *sizes, *(f"{name}: tl.constexpr" for name in constants)]

    operations = ", ".join(dict.fromkeys(value.op for value in graph.values))
    docstring = textwrap.indent(textwrap.fill(f'"""{MARK}: {operations}."""', COLUMNS - 4), " " * 4)
    head = "\n".join(call_lines(f"def {name}", parameters))
    source = KERNEL.format(head=head, docstring=docstring, lines=textwrap.indent(body, " " * 4))
    options = [f"{name}={value}" for name, value in constants.items()]
    options += [f"num_warps={division.warps}"] * bool(division.warps)
    arguments = [*tensors, *pointers.values(), *counts.values(), *sizes, *options]
    comma = "," if len(division.grid) == 1 else ""
    launch = call_lines(f"{name}[({', '.join(division.grid)}{comma})]", arguments, columns=COLUMNS - 4)
    return Kernel(source, tensors, launch)


def allocation(graph: Graph, writer: ElementWriter, value: Value, dtype: torch.dtype, result: str) -> str:
    """The line of the host that allocates a result."""
    shape = host_item(tuple(Word(writer.size(n)) if isinstance(n, str) else n for n in writer.shape(value)))
    return f"{result} = torch.empty({shape}, dtype={dtype}, device={graph.arguments[0].name}.device)"
