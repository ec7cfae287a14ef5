"""The kernel of a running sum of integers, written by rules: exact, where a sum in float32 is not."""

from python_to_triton.codegen.by_rules.registry import MARK
from python_to_triton.codegen.by_rules.size_arithmetic import product_of
from python_to_triton.codegen.host_code import host_item, size_lines
from python_to_triton.frontend import Graph
from python_to_triton.frontend.vocabulary import Word

SOURCE = """import torch
import triton
import triton.language as tl


@triton.jit
def scan_kernel(x_ptr, y_ptr, length, step, BLOCK: tl.constexpr):
    \"\"\"{mark}: cumsum.\"\"\"
    line = tl.program_id(0).to(tl.int64)
    first = line // step * length * step + line % step
    total = tl.full((), 0, tl.int64)
    for start in range(0, length, BLOCK):
        places = start + tl.arange(0, BLOCK)
        offsets = first + places.to(tl.int64) * step
        x = tl.load(x_ptr + offsets, mask=places < length, other=0).to(tl.int64)
        tl.store(y_ptr + offsets, total + tl.cumsum(x, 0), mask=places < length)
        total += tl.sum(x, 0)


def translated(a0):
    a0 = a0.contiguous()
{sizes}    y = torch.empty({shape}, dtype=torch.int64, device=a0.device)
    block = min(triton.next_power_of_2(max({length}, 1)), 1024)
    scan_kernel[({lines},)](a0, y, {length}, {step}, BLOCK=block)
    return y
"""


def running_sum_source(graph: Graph) -> str:
    """The answer to a graph that is the running sum of its one argument, of integers; "" to any other."""
    (value, *others), (argument, *more) = graph.values, graph.arguments
    is_integer = not (argument.dtype.is_floating_point or argument.dtype.is_complex)
    if others or more or value.op != "cumsum" or graph.multiple or not is_integer or not argument.dims:
        return ""
    dims = list(argument.dims)
    dim = value.at["dim"] % len(dims)
    return SOURCE.format(
        mark=MARK,
        sizes="".join(f"    {line}\n" for line in size_lines(graph.arguments, set(graph.letters))),
        shape=host_item(tuple(Word(n) if isinstance(n, str) else n for n in dims)),
        lines=product_of([*dims[:dim], *dims[dim + 1 :]]),
        length=dims[dim],
        step=product_of(dims[dim + 1 :]),
    )
