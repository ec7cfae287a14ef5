"""Indices among the arguments of a compiled graph: checked at each call, since answers read what they say.

Checked are arguments of which each element is read as an index. An index that the graph computes is what it
is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from python_to_triton import codegen, frontend
from python_to_triton.frontend import GraphError

WIDE = (torch.int32, torch.int64)  # integers that may count the rows of any table


class IndexOutOfRange(IndexError):
    """An index that PyTorch would refuse, too."""


@dataclass(frozen=True)
class IndexArgument:
    """An argument of `translated` that holds indices, and what they have to be."""

    place: int  # of the argument
    factors: tuple[int | tuple[int, int], ...]  # of the size: a number, or (argument, dimension)
    from_the_end: bool  # whether a negative one counts from the end
    besides: int | None  # a number that is no index, for which the graph takes another one
    is_part: bool = False  # whether not all of it need be read: then it is not checked

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

    def check(self, tensors: Sequence[torch.Tensor], waits: bool) -> None:
        """Raises IndexOutOfRange. waits: whether the host waits for a GPU; else it is the device that raises,
        at a later call.
        """
        if self.is_part:
            return
        size = self.size(tensors)
        lowest = -size if self.from_the_end else 0
        message = f"an index of argument {self.place} is not from {lowest} to {size - 1}"
        known = tensors[self.place].long()
        if self.besides is not None:
            known = torch.where(known == self.besides, lowest, known)
            message += f", or {self.besides}"
        if known.is_cuda and not waits:
            torch._assert_async((known.clamp(lowest, size - 1) == known).all(), message)
        elif known.numel() and not lowest <= int(known.min()) <= int(known.max()) < size:
            raise IndexOutOfRange(message)

    def from_the_start(self, tensors: Sequence[torch.Tensor]) -> torch.Tensor:
        """The indices of a call, those that count from the end as ones that do not."""
        size = self.size(tensors)
        return tensors[self.place] % size if self.from_the_end and size else tensors[self.place]


def _factor(name: str, graph: frontend.Graph) -> int | tuple[int, int]:
    """A number, or where the size of a letter is."""
    if name.isdigit():
        return int(name)
    dims = ((place, d) for place, one in enumerate(graph.arguments) for d in range(len(one.dims)))
    return next((place, d) for place, d in dims if graph.arguments[place].dims[d] == name)


def index_arguments(graph: frontend.Graph) -> tuple[IndexArgument, ...]:
    """Those of a graph that was traced from ATen's operators.

    Raises GraphError where one may count from the end, and is read in another way, too.
    """
    found = []
    readers = None
    for place, (value, argument) in enumerate(zip(graph.inputs, graph.arguments)):
        if argument.dtype.is_floating_point or argument.dtype.is_complex or argument.dtype == torch.bool:
            continue
        readers = readers or codegen.IndexReaders(graph, codegen.FROM_THE_END_IN_ATEN)
        reads = set(readers.of(value))
        if len(reads) > 1 and all(read.is_of_embedding for read in reads):
            reads = {replace(read, from_the_end=False) for read in reads}
        counted = {read for read in reads if read.from_the_end}
        if counted and (len(reads) > 1 or argument.dtype not in WIDE or not all(read.size for read in reads)):
            raise GraphError("an index that may count from the end is read in another way, too")
        tells = [read for read in reads if read.size and (read.from_the_end or not read.is_part)]
        for read in sorted(tells, key=repr):
            factors = tuple(_factor(name, graph) for name in read.size.split(" * "))
            found.append(IndexArgument(place, factors, read.from_the_end, read.besides, read.is_part))
    return tuple(found)
