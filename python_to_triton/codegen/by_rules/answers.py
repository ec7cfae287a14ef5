"""Answers by rules: the module of a region that no sample of the model answered.

Each result gets a kernel in which a lane makes one element of it (element_writer.py); where an operation adds
at places, a second kernel adds to what the first has stored. Where rows are reduced (row_rules.py), a program
of the kernel has a few rows, or a long one in blocks, and stores them, or one element of each. The host
passes sizes as letters, and as N0, N1, ... what it computes from them. The text is judged as any other
answer; MARK tells it from the model's.
"""

import functools
import re

import torch

from python_to_triton.codegen.by_rules.element_writer import LONG, ElementWriter
from python_to_triton.codegen.by_rules.index_rules import check_added
from python_to_triton.codegen.by_rules.kernel_text import Division, Kernel, allocation, written_kernel
from python_to_triton.codegen.by_rules.registry import ADDING_RULES, MARK, RULES, NotWritten
from python_to_triton.codegen.by_rules.row_kernels import row_kernels
from python_to_triton.codegen.by_rules.row_loops import PRODUCT
from python_to_triton.codegen.by_rules.row_rules import first_along_rows
from python_to_triton.codegen.by_rules.running_sums import running_sum_source
from python_to_triton.codegen.by_rules.size_arithmetic import product_of
from python_to_triton.codegen.host_code import size_lines
from python_to_triton.frontend import Graph, Value, parse, small_sizes
from python_to_triton.frontend.needed_lines import needed_lines
from python_to_triton.frontend.vocabulary import GraphError

BLOCK = 1024
KEPT = 4096  # answers: several questions ask for the same one
IMPORTS = "import torch\nimport triton\nimport triton.language as tl"


def _by_elements(count: str) -> Division:
    """A lane for each of `count` elements."""
    begin = [
        "offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)",
        "mask = offsets < n_elements",
    ]
    grid = [f"triton.cdiv({count}, {BLOCK})"]
    return Division(begin, {"n_elements": count}, {"BLOCK": str(BLOCK)}, grid)


def _storing_kernel(graph, writer, value, dtype, name, result):
    """The kernel that makes a value in each lane, and stores it in a new tensor."""
    element = writer.read_flat(value, "offsets", "mask")
    element = element if len(element) < 2 * LONG else writer.let(element, "x")
    stored = f"tl.store(y_ptr + offsets, {element}, mask=mask)"
    lines = [*needed_lines(writer.lines, stored), stored]
    kernel = written_kernel(graph, writer, name, lines, _by_elements(f"{result}.numel()"), {"y_ptr": result})
    allocated = allocation(graph, writer, value, dtype, result)
    return kernel._replace(host_lines=[allocated, *kernel.host_lines])


def _adding_kernel(graph, writer, output, name, result):
    """The kernel that adds, at places that tensors of indices name, to what `result` holds."""
    sizes, place, element = ADDING_RULES[output.op](writer, output)
    shape = writer.shape(output.operands[0])
    offset = writer.let(str(writer.flat_place(place, shape)), "place")
    added = f"tl.atomic_add(y_ptr + {offset}, {element}, mask=mask)"
    lines = [*needed_lines(writer.lines, added), added]
    division = _by_elements(str(product_of(sizes)))
    return written_kernel(graph, writer, name, lines, division, {"y_ptr": result})


def _kernels_of(
    graph: Graph,
    output: Value,
    number: int | str,
    metas: dict[int, torch.Tensor],
    host_sizes: dict[str, str],
    shared: bool,
) -> list[Kernel]:
    """The kernels of one result: one, or more where its operation adds at places, or programs share rows.

    Args:
        number: of the result, in the names of its kernels; "" where there is one result.
        metas: {id of a Value: a tensor of its dtype, and of small sizes}.
        host_sizes: {what the host computes from sizes: its name}; is extended.
    """
    adds = output.op in ADDING_RULES
    stored = output.operands[0] if adds else output
    dtypes = {place: meta.dtype for place, meta in metas.items()}
    dtype, result = dtypes[id(output)], f"y{number}"
    writer = ElementWriter(graph, dtypes, host_sizes)
    if first_along_rows(output, metas):
        return row_kernels(graph, writer, output, metas, number, shared)
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
def source_by_rules(prompt: str, shared: bool = False) -> str:
    """The answer to a region by rules; "" where one of its operations has no rule.

    Args:
        shared: many programs share a row, which is faster where rows are few and long; "" without rows.
    """
    graph = parse(prompt)
    if not {value.op for value in graph.values} <= RULES.keys() | ADDING_RULES.keys():
        return "" if shared else running_sum_source(graph)
    count = len(graph.outputs)
    numbers = range(count) if count > 1 else [""]
    host_sizes = {}
    kernels = []
    try:
        metas = graph.shapes(small_sizes(graph, 0))
        if shared and not any(first_along_rows(output, metas) for output in graph.outputs):
            return ""
        for output, number in zip(graph.outputs, numbers, strict=True):
            kernels += _kernels_of(graph, output, number, metas, host_sizes, shared)
    except (NotWritten, GraphError):  # a GraphError where no sizes are found: no judge could run it either
        return ""
    host = _host_function(graph, kernels, [f"y{number}" for number in numbers], host_sizes)
    sources = [kernel.source for kernel in kernels]
    helpers = [PRODUCT] if any("product" in source for source in sources) else []
    return "\n\n\n".join([IMPORTS, *helpers, *sources, host]) + "\n"


def sources_by_rules(prompt: str) -> list[str]:
    """The answers to a region by rules, for a clock to choose from: with whole rows, and with shared ones."""
    return [source for source in (source_by_rules(prompt), source_by_rules(prompt, shared=True)) if source]


def operations_by_rules(source: str) -> list[str]:
    """What the kernels of a text compute that are written here: a list of operations each, no two alike."""
    found = re.findall(rf'"""{MARK}: ([^.]*)\.', source)
    return list(dict.fromkeys(" ".join(operations.split()) for operations in found))
