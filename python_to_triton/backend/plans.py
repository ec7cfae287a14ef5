"""The plan of a compiled graph: its regions, who computes each and why, and the host code that joins them.

A plan is data: it is what the cache on disk keeps, what `explain` prints, and what compiled_graph.py runs.
"""

import dataclasses
from dataclasses import dataclass

from python_to_triton.backend.aten_graphs import CallLayout
from python_to_triton.backend.index_arguments import IndexArgument


@dataclass(frozen=True)
class RegionPlan:
    """One region of a graph."""

    prompt: str
    source: str  # of the verified answer, or of the PyTorch calls that compute the region
    is_ours: bool = False  # whether it is an answer
    reason: str = ""  # why PyTorch computes it
    error: float = 0.0  # the answer's largest error in the judge's test cases, and the allowed one
    tolerance: float = 0.0
    plain: str = ""  # the answer as it was before it was suited to the graph's sizes

    @property
    def summary(self) -> str:
        """The operations of the prompt on one line: `linear, gelu`."""
        lines = [line for line in self.prompt.splitlines() if " = " in line]
        return ", ".join(line.split(" = ", 1)[1].split("(")[0] for line in lines) or "views"


@dataclass(frozen=True)
class GraphPlan:
    """A graph that AOTAutograd handed over: forward, backward, or a forward without gradients."""

    kind: str  # "forward", "backward" or "inference"
    regions: tuple[RegionPlan, ...] = ()
    entry: str = ""  # source of `translated`, which calls region0, region1, ...
    places: tuple[int, ...] = ()  # which of the call's tensors each argument of `translated` is
    layout: CallLayout | None = None  # None where the graph could not be traced
    reason: str = ""  # why PyTorch computes the whole graph
    device: str = "cpu"
    indices: tuple[IndexArgument, ...] = ()  # of the arguments of `translated`
    checked: bool = False  # whether a call compared every answer with float64 at the graph's own sizes

    @property
    def ours(self) -> int:
        """How many regions have a verified answer."""
        return sum(region.is_ours for region in self.regions)

    def to_json(self) -> dict:
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, data: dict) -> "GraphPlan":
        regions = tuple(RegionPlan(**one) for one in data["regions"])
        layout = None if data["layout"] is None else CallLayout.from_json(data["layout"])
        indices = tuple(map(IndexArgument.from_json, data["indices"]))
        known = {"regions": regions, "layout": layout, "places": tuple(data["places"]), "indices": indices}
        return cls(**data | known)

    def line(self) -> str:
        """One line: `forward: 3 of 4 regions in Triton, 1 by PyTorch`."""
        if self.reason:
            return f"{self.kind}: PyTorch computes it: {self.reason}"
        by_pytorch = len(self.regions) - self.ours
        rest = f", {by_pytorch} by PyTorch" if by_pytorch else ""
        only = self.layout.only if self.layout else {}
        sizes = ", ".join(f"{symbol} = {size}" for symbol, size in only.items())
        where = f", at the sizes {sizes} alone" if only else ""
        return f"{self.kind}: {self.ours} of {len(self.regions)} regions in Triton{rest}{where}"
