"""Host code of the values between regions: views, and filled tensors whose size only the host knows."""

import math
import re
from collections.abc import Iterable

from python_to_triton.frontend import DTYPES, Value, format_item
from python_to_triton.frontend.graph import Argument

# view -> the attributes that its method takes, in order
_VIEW_ARGUMENTS = {
    "reshape": ("shape",),
    "expand": ("shape",),
    "transpose": ("dim0", "dim1"),
    "permute": ("dims",),
    "unsqueeze": ("dim",),
    "squeeze": ("dim",),
    "select": ("dim", "index"),
    "chunk": ("chunks", "dim"),
    "diagonal": ("offset", "dim1", "dim2"),
    "unfold": ("dim", "size", "step"),
}


def size_lines(arguments: Iterable[Argument], letters: set[str]) -> list[str]:
    """Lines of host code that bind these letters: `A, B = a0.shape[0], a0.shape[1]`."""
    lines = []
    open_letters = set(letters)
    for argument in arguments:
        dims = argument.dims
        here = [letter for d, letter in enumerate(dims) if letter in open_letters and letter not in dims[:d]]
        if here:
            sizes = ", ".join(f"{argument.name}.shape[{dims.index(letter)}]" for letter in here)
            lines.append(f"{', '.join(here)} = {sizes}")
            open_letters -= set(here)
    return lines


def host_item(item: object) -> str:
    """A size, a number or a tuple of them in host code."""
    if isinstance(item, tuple):
        return f"({', '.join(map(host_item, item))}{',' * (len(item) == 1)})"
    if isinstance(item, float) and not math.isfinite(item):
        return f"float('{item}')"
    return re.sub(r"sqrt\((\w+)\)", r"\1 ** 0.5", format_item(item))


def host_expression(value: Value, device_source: str) -> str:
    """A view, or a filled tensor, as an expression of host code.

    Args:
        device_source: the name of a tensor whose device a filled tensor gets.
    """
    at = value.at
    if value.op == "full":
        shape = host_item(at["shape"])
        fill = host_item(at["value"])
        return f"torch.full({shape}, {fill}, dtype={DTYPES[at['dtype']]}, device={device_source}.device)"

    x = value.operands[0].name
    if value.op == "slice":
        start = host_item(at["start"]) if at["start"] else ""
        stop = "" if at["end"] is None else host_item(at["end"])
        step = f":{at['step']}" if at["step"] != 1 else ""
        return f"{x}[..., {start}:{stop}{step}{', :' * (-at['dim'] - 1)}]"
    arguments = ", ".join(host_item(at[name]) for name in _VIEW_ARGUMENTS[value.op])
    index = f"[{at['index']}]" if value.op == "chunk" else ""
    return f"{x}.{value.op}({arguments}){index}"
