"""What PyTorch computes of a partly translated program, and why: operators without a Triton form, regions
without a verified answer.
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from python_to_triton import frontend
from python_to_triton.frontend import Graph, Region, Value
from python_to_triton.runtime.candidates import RegionCandidates

# Operations whose answers hold a whole line in registers, and sort it there.
_SORTS = {"sort", "argsort", "median", "median_indices", "kthvalue", "kthvalue_indices"}
MAX_SORTED = 1 << 13  # elements of a line; such a kernel compiles in 10 s on an H200, of 4096 in 5 s


@dataclass(frozen=True)
class LeftPart:
    """A part of a program that PyTorch computes."""

    what: str  # its operations: linalg_svd; linear, gelu
    why: str
    values: tuple[str, ...] = ()  # names of its values in the graph
    share: float | None = None  # of the time that eager PyTorch takes for all values; None: not measured

    def __str__(self):
        share = "" if self.share is None else f"; {self.share:.0%} of eager PyTorch's time"
        return f"{self.what} ({self.why}{share})"


def _is_left(value):
    return frontend.is_opaque(value) and not frontend.is_draw(value)


def _opaque_part(value: Value) -> LeftPart:
    why = "no Triton form"
    if value.at["occurrence"]:
        why = "draws random numbers"
    elif any(v.dtype not in frontend.DTYPES.values() for v in (value, *value.inputs())):
        why = "complex numbers"
    return LeftPart(frontend.operator_of(value), why, (value.name,))


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
    if not count:
        return region.failure.reason
    return f"none of {count} samples passed" if count != 1 else "its only sample did not pass"


def left_parts(graph: Graph, regions: Iterable[tuple[Region, RegionCandidates]]) -> tuple[LeftPart, ...]:
    """What PyTorch computes of a program, in the order of its graph; parts that read alike are one."""
    parts = [_opaque_part(value) for value in graph.values if _is_left(value)]
    for part, region in regions:
        if region.left:
            operations = dict.fromkeys(value.op for value in part.graph.values)
            names = tuple(value.name for value in part.values)
            parts.append(LeftPart(", ".join(operations), region.left, names))
    alike = {}
    for part in parts:
        alike[part.what, part.why] = (*alike.get((part.what, part.why), ()), *part.values)
    return tuple(LeftPart(what, why, values) for (what, why), values in alike.items())


def with_shares(parts: Iterable[LeftPart], times: dict[str, float]) -> tuple[LeftPart, ...]:
    """The parts with their shares of the time; `times`: {name of a value: its time}, of all values."""
    whole = sum(times.values())
    if not whole:
        return tuple(parts)
    return tuple(
        dataclasses.replace(part, share=sum(times[name] for name in set(part.values)) / whole)
        for part in parts
    )
