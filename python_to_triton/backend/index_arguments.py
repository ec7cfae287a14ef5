"""Indices among the arguments of a compiled graph: checked at each call, since answers read what they say.

Checked are arguments of which each element is read as an index. An index that the graph computes, or that is
a part of an argument, is what it is.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import torch

from python_to_triton import codegen, frontend
from python_to_triton.frontend import GraphError, Value
from python_to_triton.frontend.sample_inputs import required_of_operands

# ATen's `index` of one dimension is an index_select in the vocabulary; so is its index_select, and index_add
# an index_put: for these a negative index counts from the end where PyTorch raises.
FROM_THE_END = {"index", "index_put", "index_select", "take"}
WHOLE = {"reshape", "transpose", "permute", "unsqueeze", "squeeze", "expand", "flip", "roll"}
WIDE = {"i32": torch.int32, "i64": torch.int64}  # integers that may count the rows of any table


class IndexOutOfRange(IndexError):
    """An index that PyTorch would refuse, too."""


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

    def check(self, tensors: Sequence[torch.Tensor], waits: bool) -> None:
        """Raises IndexOutOfRange. waits: whether the host waits for a GPU; else it is the device that raises,
        at a later call.
        """
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


@dataclass(frozen=True)
class _Read:
    """How something reads all elements of an argument."""

    size: str = ""  # that its indices are below, an expression; "": not as indices
    from_the_end: bool = False
    besides: int | None = None
    is_of_embedding: bool = (
        False  # whether the gradient of an embedding reads them so, which has none negative
    )


def _keeps_all(value: Value) -> bool:
    """Whether a value has all elements of its first operand, as they are."""
    return value.op in WHOLE or value.op == "to" and str(value.at["dtype"]) in WIDE


def _whole(value: Value) -> Value:
    """What a value has all elements of."""
    return _whole(value.operands[0]) if _keeps_all(value) else value


def _number_besides(choice: Value, value: Value) -> int | None:
    """The number k of where(x != k, x, other), which takes all elements of `value` but these."""
    condition, *chosen = choice.operands
    for op, place in (("ne", 0), ("eq", 1)):
        if isinstance(condition, Value) and condition.op == op and chosen[place] is value:
            compared, number = condition.operands
            if _whole(compared) is _whole(value) and isinstance(number, int):
                return number
    return None


def _is_padding(user: Value) -> bool:
    """Whether indices are compared with a row of the table."""
    return user.op in ("eq", "ne") and isinstance(user.operands[1], int) and user.operands[1] >= 0


class _Readers:
    """What reads the values of a graph."""

    def __init__(self, graph: frontend.Graph):
        self.sizes = codegen.two_sizes(graph)
        self.metas = [graph.shapes(known) for known in self.sizes]
        self.returned = {id(value) for value in graph.outputs}
        self.users: dict[int, list[Value]] = defaultdict(list)
        for value in graph.values:
            for operand in {id(one): one for one in value.inputs()}.values():
                self.users[id(operand)].append(value)

    def _size(self, user: Value, value: Value) -> str:
        """What an operation requires the indices in one of its operands to be below; "" where it has none."""
        numbers = []
        for sizes, metas in zip(self.sizes, self.metas):
            required = required_of_operands(user, metas, sizes)
            domains = [domain for operand, domain in required if operand is value and isinstance(domain, int)]
            if len(set(domains)) != 1:  # w[i, i] has two
                return ""
            numbers += domains[:1]
        return codegen.size_expression(numbers, self.sizes) or ""

    def of(self, value: Value, besides: int | None = None) -> Iterator[_Read]:
        """How all elements of a value are read."""
        if id(value) in self.returned:
            yield _Read()
        for user in self.users[id(value)]:
            number = _number_besides(user, value) if user.op == "where" else None
            if _keeps_all(user):
                yield from self.of(user, besides)
            elif number is not None:
                yield from self.of(user, number)
            elif size := self._size(user, value):
                is_added = user.op == "index_put" and user.at["accumulate"]
                yield _Read(size, user.op in FROM_THE_END, besides, is_added)
            else:
                yield _Read(is_of_embedding=_is_padding(user))


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
        readers = readers or _Readers(graph)
        reads = set(readers.of(value))
        if len(reads) > 1 and all(read.is_of_embedding for read in reads):
            reads = {replace(read, from_the_end=False) for read in reads}
        counted = {read for read in reads if read.from_the_end}
        if counted and (len(reads) > 1 or argument.dtype not in WIDE.values()):
            raise GraphError("an index that may count from the end is read in another way, too")
        for read in sorted(filter(lambda read: read.size, reads), key=repr):
            factors = tuple(_factor(name, graph) for name in read.size.split(" * "))
            found.append(IndexArgument(place, factors, read.from_the_end, read.besides))
    return tuple(found)
