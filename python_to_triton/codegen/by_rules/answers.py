"""Answers by rules: the module of a region that no sample of the model answered.

Each result gets a kernel in which a lane makes one element of it (element_writer.py); where an operation adds
at places, a second kernel adds to what the first has stored. Where rows are reduced (row_rules.py), a program
of the kernel has a few rows, or a long one in blocks, and stores them, or one element of each. The host
passes sizes as letters, and as N0, N1, ... what it computes from them. The text is judged as any other
answer; MARK tells it from the model's.
"""

import ast
import functools
import re
import textwrap
from typing import NamedTuple

import torch

from python_to_triton.codegen.by_rules.element_writer import LONG, ElementWriter
from python_to_triton.codegen.by_rules.index_rules import check_added
from python_to_triton.codegen.by_rules.registry import ADDING_RULES, MARK, RULES, NotWritten
from python_to_triton.codegen.by_rules.row_loops import lines_of_rows
from python_to_triton.codegen.by_rules.row_rules import reduced_rows
from python_to_triton.codegen.by_rules.running_sums import running_sum_source
from python_to_triton.codegen.by_rules.size_arithmetic import product_of
from python_to_triton.codegen.host_code import host_item, size_lines
from python_to_triton.codegen.module_text import COLUMNS, call_lines
from python_to_triton.frontend import Graph, Value, parse, small_sizes
from python_to_triton.frontend.needed_lines import needed_lines
from python_to_triton.frontend.vocabulary import GraphError, Word

BLOCK = 1024
MOST_COLUMNS = 8192  # of a block of a row
LANES_BYTES = MOST_COLUMNS * 24  # that a program holds from block to block: three quarters of its registers
ELEMENTS_OF_WARP = 256  # of rows: eight a lane, which stay in registers
MOST_WARPS = 16
KEPT = 4096  # answers: several questions ask for the same one
IMPORTS = "import torch\nimport triton\nimport triton.language as tl"
KERNEL = """@triton.jit
{head}:
{docstring}
{lines}"""


class _Division(NamedTuple):
    """How the work of a kernel is divided among programs, and a program's among lanes."""

    begin: list[str]  # first lines of the kernel
    parameters: list[str]  # of the kernel, for those
    constants: list[str]  # of the kernel, beside them
    counts: list[str]  # what the host gives for the parameters
    grid: str  # in host code
    options: list[str]  # of the launch


def _by_elements(count: str) -> _Division:
    """A lane for each of `count` elements."""
    begin = [
        "offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)",
        "mask = offsets < n_elements",
    ]
    grid = f"triton.cdiv({count}, {BLOCK})"
    return _Division(begin, ["n_elements"], ["BLOCK"], [count], grid, [f"BLOCK={BLOCK}"])


def _by_rows(writer: ElementWriter, lane_bytes: int) -> _Division:
    """A program for as many of the writer's rows as have BLOCK elements together, or for a longer one.

    Args:
        lane_bytes: that a lane holds from block to block.
    """
    begin = [
        "rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]",
        "row_mask = rows < n_rows",
    ]
    *lead, length = writer.row_shape
    length = writer.size(length)
    most = min(1 << (LANES_BYTES // lane_bytes).bit_length() - 1, MOST_COLUMNS)
    columns = writer.size(f"min(triton.next_power_of_2({length}), {most})", "columns")
    rows = writer.size(f"max({BLOCK} // {columns}, 1)", "rows")
    count = str(product_of(lead))
    warps = f"min(max({columns}, {BLOCK}) // {ELEMENTS_OF_WARP}, {MOST_WARPS})"
    return _Division(
        begin,
        parameters=["n_rows", "n_blocks"],
        constants=["ROWS", "COLUMNS"],
        counts=[count, f"triton.cdiv({length}, {columns})"],
        grid=f"triton.cdiv({count}, {rows})",
        options=[f"ROWS={rows}", f"COLUMNS={columns}", f"num_warps={warps}"],
    )


class _Kernel(NamedTuple):
    """A kernel, and how the host launches it."""

    source: str
    tensors: list[str]  # names of the arguments that it reads
    host_lines: list[str]  # that allocate what it writes, where it is the first to, and launch it


def _kernel(
    graph: Graph, writer: ElementWriter, name: str, result: str, lines: list[str], division: _Division
) -> _Kernel:
    """The kernel of what a writer has written.

    Args:
        result: the name, on the host, of the tensor that the kernel writes.
        lines: of the kernel, after those of the division.
    """
    body = "\n".join([*division.begin, *lines])
    body = ast.unparse(ast.parse(body))  # without brackets that it does not need
    words = set(re.findall(r"\w+", body))
    # letters first, then N0, N1, ...
    sizes = sorted(words & set(writer.sizes), key=lambda name: (name[1:].isdigit(), len(name), name))
    tensors = [argument.name for argument in graph.arguments if argument.name in writer.tensors]
    pointers = [f"{tensor}_ptr" for tensor in tensors]
    constants = [f"{name}: tl.constexpr" for name in division.constants]
    parameters = [*pointers, "y_ptr", *division.parameters, *sizes, *constants]

    operations = ", ".join(dict.fromkeys(value.op for value in graph.values))
    docstring = textwrap.indent(textwrap.fill(f'"""{MARK}: {operations}."""', COLUMNS - 4), " " * 4)
    head = "\n".join(call_lines(f"def {name}", parameters))
    source = KERNEL.format(head=head, docstring=docstring, lines=textwrap.indent(body, " " * 4))
    arguments = [*tensors, result, *division.counts, *sizes, *division.options]
    launch = call_lines(f"{name}[({division.grid},)]", arguments, columns=COLUMNS - 4)
    return _Kernel(source, tensors, launch)


def _allocation(graph, writer, value, dtype, result):
    """The line of the host that allocates a result."""
    shape = host_item(tuple(Word(writer.size(n)) if isinstance(n, str) else n for n in writer.shape(value)))
    return f"{result} = torch.empty({shape}, dtype={dtype}, device={graph.arguments[0].name}.device)"


def _storing_kernel(graph, writer, value, dtype, name, result):
    """The kernel that makes a value in each lane, and stores it in a new tensor."""
    element = writer.read_flat(value, "offsets", "mask")
    element = element if len(element) < 2 * LONG else writer.let(element, "x")
    stored = f"tl.store(y_ptr + offsets, {element}, mask=mask)"
    lines = [*needed_lines(writer.lines, stored), stored]
    kernel = _kernel(graph, writer, name, result, lines, _by_elements(f"{result}.numel()"))
    allocated = _allocation(graph, writer, value, dtype, result)
    return kernel._replace(host_lines=[allocated, *kernel.host_lines])


def _row_kernel(graph, writer, value, dtype, name, result):
    """The kernel that makes a value's rows in each program, or its one element of each of them."""
    writer.work_on_rows(reduced_rows(value))
    whole, shape = writer.row_shape, writer.shape(value)
    if shape == whole:
        at, places, mask = writer.row, "offsets", "mask"
    elif shape in (whole[:-1], [*whole[:-1], 1]):
        at = [*writer.row[:-1], *[0] * (len(shape) == len(whole))]
        places, mask = "rows", "row_mask"
    else:
        raise NotWritten("a result that has no element for each row")
    stored = f"tl.store(y_ptr + {places}, {writer.read(value, at, mask)}, mask={mask})"
    lines, lane_bytes = lines_of_rows(writer, stored)
    kernel = _kernel(graph, writer, name, result, lines, _by_rows(writer, lane_bytes))
    allocated = _allocation(graph, writer, value, dtype, result)
    return kernel._replace(host_lines=[allocated, *kernel.host_lines])


def _adding_kernel(graph, writer, output, name, result):
    """The kernel that adds, at places that tensors of indices name, to what `result` holds."""
    sizes, place, element = ADDING_RULES[output.op](writer, output)
    shape = writer.shape(output.operands[0])
    offset = writer.let(str(writer.flat_place(place, shape)), "place")
    added = f"tl.atomic_add(y_ptr + {offset}, {element}, mask=mask)"
    lines = [*needed_lines(writer.lines, added), added]
    return _kernel(graph, writer, name, result, lines, _by_elements(str(product_of(sizes))))


def _kernels_of(
    graph: Graph,
    output: Value,
    number: int | str,
    result: str,
    dtypes: dict[int, torch.dtype],
    host_sizes: dict[str, str],
) -> list[_Kernel]:
    """The kernels of one result: one, or two where its operation adds at places.

    Args:
        number: of the result, in the names of its kernels; "" where there is one result.
        dtypes: {id of a Value: its dtype}.
        host_sizes: {what the host computes from sizes: its name}; is extended.
    """
    adds = output.op in ADDING_RULES
    stored = output.operands[0] if adds else output
    dtype = dtypes[id(output)]
    writer = ElementWriter(graph, dtypes, host_sizes)
    if reduced_rows(output):
        return [_row_kernel(graph, writer, output, dtype, f"row{number}_kernel", result)]
    first = _storing_kernel(graph, writer, stored, dtype, f"move{number}_kernel", result)
    if not adds:
        return [first]
    check_added(dtype)
    writer = ElementWriter(graph, dtypes, host_sizes)
    return [first, _adding_kernel(graph, writer, output, f"add{number}_kernel", result)]


def _host_function(graph, kernels, results, host_sizes):
    """`translated`, which allocates the results and launches the kernels."""
    launches = [line for kernel in kernels for line in kernel.host_lines]
    used = set(re.findall(r"\w+", "\n".join(launches)))
    computed = [f"{name} = {expression}" for expression, name in host_sizes.items() if name in used]
    letters = set(re.findall(r"\b[A-Z]+\b", "\n".join([*computed, *launches]))) & set(graph.letters)
    read = dict.fromkeys(tensor for kernel in kernels for tensor in kernel.tensors)
    comma = "," if graph.multiple and len(results) == 1 else ""
    body = [
        *(f"{tensor} = {tensor}.contiguous()" for tensor in read),
        *size_lines(graph.arguments, letters),
        *computed,
        *launches,
        f"return {', '.join(results)}{comma}",
    ]
    names = ", ".join(argument.name for argument in graph.arguments)
    return "\n    ".join([f"def translated({names}):", *body])


@functools.lru_cache(KEPT)
def source_by_rules(prompt: str) -> str:
    """The answer to a region by rules; "" where one of its operations has no rule."""
    graph = parse(prompt)
    if not {value.op for value in graph.values} <= RULES.keys() | ADDING_RULES.keys():
        return running_sum_source(graph)
    count = len(graph.outputs)
    numbers = range(count) if count > 1 else [""]
    results = [f"y{number}" for number in numbers]
    host_sizes = {}
    kernels = []
    try:
        metas = graph.shapes(small_sizes(graph, 0))
        dtypes = {place: meta.dtype for place, meta in metas.items()}
        for output, number, result in zip(graph.outputs, numbers, results, strict=True):
            kernels += _kernels_of(graph, output, number, result, dtypes, host_sizes)
    except (NotWritten, GraphError):  # a GraphError where no sizes are found: no judge could run it either
        return ""
    host = _host_function(graph, kernels, results, host_sizes)
    return "\n\n\n".join([IMPORTS, *(kernel.source for kernel in kernels), host]) + "\n"


def operations_by_rules(source: str) -> list[str]:
    """What the kernels of a text compute that are written here: a list of operations each, no two alike."""
    found = re.findall(rf'"""{MARK}: ([^.]*)\.', source)
    return list(dict.fromkeys(" ".join(operations.split()) for operations in found))
