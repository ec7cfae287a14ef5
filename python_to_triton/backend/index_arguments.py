"""Indices among the arguments of a compiled graph: checked at each call, as PyTorch's kernels check them."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from python_to_triton import codegen, frontend

# ATen's `index` of one dimension is an index_select in the vocabulary; it counts a negative one from the end.
SUBSCRIPTS = frozenset({"index_select"})


@dataclass(frozen=True)
class IndexArgument:
    """An argument of `translated` that holds indices, and what they have to be."""

    place: int  # of the argument
    factors: tuple[int | tuple[int, int], ...]  # of the size: a number, or (argument, dimension)
    from_the_end: bool  # whether a negative one counts from the end
    besides: int | None  # a number that is no index, for which the graph takes another one

    @classmethod
    def from_json(cls, data: dict) -> "IndexArgument":
        factors = tuple(tuple(one) if isinstance(one, list) else one for one in data["factors"])
        return cls(**data | {"factors": factors})

    def size(self, tensors: Sequence[torch.Tensor]) -> int:
        """The number that all indices are below, for the arguments of a call."""
        size = 1
        for factor in self.factors:
            size *= factor if isinstance(factor, int) else tensors[factor[0]].shape[factor[1]]
        return size

    def checked(self, tensors: Sequence[torch.Tensor]) -> torch.Tensor:
        """The indices of a call, none of them negative.

        Raises IndexError where one is out of range. On a GPU the device does, so that the host does not wait:
        an error of a later call.
        """
        indices, size = tensors[self.place], self.size(tensors)
        lowest = -size if self.from_the_end else 0
        message = f"an index of argument {self.place} is not from {lowest} to {size - 1}"
        known = indices
        if self.besides is not None:
            known = torch.where(indices == self.besides, lowest, indices)
            message += f", or {self.besides}"
        if indices.is_cuda:
            torch._assert_async((known.clamp(lowest, size - 1) == known).all(), message)
        elif known.numel() and not lowest <= int(known.min()) <= int(known.max()) < size:
            raise IndexError(message)
        return indices % size if self.from_the_end and size else indices


def _factor(name: str, graph: frontend.Graph) -> int | tuple[int, int]:
    """A number, or where the size of a letter is."""
    if name.isdigit():
        return int(name)
    dims = ((place, d) for place, one in enumerate(graph.arguments) for d in range(len(one.dims)))
    return next((place, d) for place, d in dims if graph.arguments[place].dims[d] == name)


def index_arguments(graph: frontend.Graph) -> tuple[IndexArgument, ...]:
    """Those of a graph that was traced from ATen's operators."""
    bounds = codegen.index_bounds(graph, SUBSCRIPTS)
    return tuple(
        IndexArgument(
            place,
            tuple(_factor(name, graph) for name in bounds[argument.name].size.split(" * ")),
            bounds[argument.name].from_the_end,
            bounds[argument.name].besides,
        )
        for place, argument in enumerate(graph.arguments)
        if argument.name in bounds
    )
