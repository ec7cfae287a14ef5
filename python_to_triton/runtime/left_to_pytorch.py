"""What PyTorch computes of a partly translated program, and why: operators without a Triton form, regions
without a verified answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from python_to_triton import frontend
from python_to_triton.frontend import Graph, Value
from python_to_triton.runtime.candidates import RegionCandidates

# Operations whose answers hold a whole line in registers, and sort it there.
_SORTS = {"sort", "argsort", "median", "median_indices", "kthvalue", "kthvalue_indices"}
MAX_SORTED = 1 << 14  # elements of a line: beyond, sorting networks take minutes to compile


@dataclass(frozen=True)
class LeftPart:
    """A part of a program that PyTorch computes."""

    what: str  # its operations: linalg_svd; linear, gelu
    why: str

    def __str__(self):
        return f"{self.what} ({self.why})"


def _opaque_part(value: Value) -> LeftPart:
    name = frontend.operator_of(value)
    if value.at["occurrence"]:
        return LeftPart(name, "draws random numbers")
    if any(v.dtype not in frontend.DTYPES.values() for v in (value, *value.inputs())):
        return LeftPart(name, "complex numbers")
    return LeftPart(name, "no Triton form")


def _sorted_line(graph: Graph, sizes: dict[str, int]) -> int:
    """The longest line that a graph sorts, in elements; 0 where it sorts nothing."""
    sorts = [value for value in graph.values if value.op in _SORTS]
    if not sorts or not sizes:
        return 0
    shapes = graph.shapes(sizes)
    lines = [0]
    for value in sorts:
        x = shapes[id(value.operands[0])]
        lines.append(x.numel() if value.at["dim"] is None else x.shape[value.at["dim"]])
    return max(lines)


def why_not_asked(region: RegionCandidates) -> str:
    """Why a region is left to PyTorch before the model is asked; "" where it has a Triton form."""
    graph = frontend.parse(region.prompt)
    line = _sorted_line(graph, region.sizes)
    if line > MAX_SORTED:
        return f"sorts lines of {line:,} elements, and answers sort up to {MAX_SORTED:,}"
    return ""


def why_unanswered(region: RegionCandidates) -> str:
    """Why a region that was searched for is left to PyTorch."""
    count = len(region.candidates)
    return f"none of {count} samples passed" if count != 1 else "its only sample did not pass"


def left_parts(graph: Graph, regions: Sequence[RegionCandidates]) -> tuple[LeftPart, ...]:
    """What PyTorch computes of a program, in the order of its graph, equal parts once."""
    parts = [_opaque_part(value) for value in graph.values if frontend.is_opaque(value)]
    for region in regions:
        if region.left:
            operations = dict.fromkeys(value.op for value in frontend.parse(region.prompt).values)
            parts.append(LeftPart(", ".join(operations), region.left))
    return tuple(dict.fromkeys(parts))
