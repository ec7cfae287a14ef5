"""Index bounds: which arguments of a graph hold indices, and below which size they have to be."""

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

import torch

from python_to_triton.frontend import Graph, Value, flatten_operands, small_sizes
from python_to_triton.frontend.partition import distinct_sizes
from python_to_triton.frontend.sample_inputs import CARRIERS, Besides, find_domains, required_of_operands

_MOST_FACTORS = 3  # letters whose product a size is
# Operations that count a negative index from the end, as x[index] does.
_FROM_THE_END = frozenset({"index", "index_put", "take"})
# ATen's `index` of one dimension is an index_select in the vocabulary; so is its index_select, and index_add
# an index_put: for these a negative index counts from the end where PyTorch raises.
FROM_THE_END_IN_ATEN = _FROM_THE_END | {"index_select"}
# They have all elements of their operand, as they are.
_WHOLE = {"reshape", "transpose", "permute", "unsqueeze", "squeeze", "expand", "flip", "roll"}


@dataclass(frozen=True)
class IndexBound:
    """The range of an argument that holds indices."""

    size: str  # an expression of letters and numbers: every index is below it
    from_the_end: bool  # whether negative indices count from the end; else none is taken
    besides: int | None = None  # a number that is no index, for which the graph takes another one


def _expression(numbers, sizes):
    """The letter, number or product of letters that is numbers[i] at sizes[i]; None where there is none.

    >>> _expression((21, 10), ({"A": 3, "B": 7}, {"A": 5, "B": 2}))
    'A * B'
    """
    for count in range(1, _MOST_FACTORS + 1):
        for names in itertools.combinations(sizes[0], count):
            products = [math.prod(known[name] for name in names) for known in sizes]
            if products == list(numbers):
                return " * ".join(names)
    return str(numbers[0]) if len(set(numbers)) == 1 else None


def _operations_from_the_end(graph):
    """The operations of a graph that count a negative index from the end.

    PyTorch's x[index] of one dimension is index_select in the graph, and takes negative indices; a program's
    own index_select takes none.
    """
    source = graph.source.source if graph.source else ""
    is_subscript = source and "index_select" not in source
    return _FROM_THE_END | {"index_select"} if is_subscript else _FROM_THE_END


def _index_operands(value, known, from_the_end):
    """(operands that an operation may read as indices, whether it counts these from the end).

    `known` has that of the value itself, {id: whether}, where a later operation reads it as an index.
    """
    is_index = id(value) in known
    if value.op in CARRIERS:
        return (value.operands[:1], known[id(value)]) if is_index else ((), False)
    if value.op in ("index", "index_put"):
        return value.operands[1], True
    if value.op in ("where", "cat", "stack") and is_index:
        return flatten_operands(value.operands), known[id(value)]
    return value.operands[:2], value.op in from_the_end


def _counted_from_the_end(graph):
    """{id of a Value: whether every operation that reads it as an index counts from the end}."""
    from_the_end = _operations_from_the_end(graph)
    found = {}
    for value in reversed(graph.values):
        operands, counts = _index_operands(value, found, from_the_end)
        for operand in operands:
            if isinstance(operand, Value):
                found[id(operand)] = found.get(id(operand), True) and counts
    return found


@dataclass(frozen=True)
class Read:
    """How something reads an argument."""

    size: str = ""  # that its indices are below, an expression; "": none, or not known
    from_the_end: bool = False  # whether a negative one counts from the end
    besides: int | None = None  # a number that is no index, for which another one is taken
    # Whether the gradient of an embedding reads them so, in which none is negative.
    is_of_embedding: bool = False
    is_part: bool = False  # whether not all elements need be read


def _keeps_all(value: Value) -> bool:
    """Whether a value has all elements of its first operand, as they are."""
    return value.op in _WHOLE or value.op == "to" and str(value.at["dtype"]) in ("i32", "i64")


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


class IndexReaders:
    """What reads the values of a graph."""

    def __init__(self, graph: Graph, from_the_end: frozenset[str]):
        """from_the_end: the operations that count a negative index from the end."""
        self.from_the_end = from_the_end
        self.sizes = [distinct_sizes(graph), small_sizes(graph, 0)]
        self.metas = [graph.shapes(known) for known in self.sizes]
        self.returned = {id(value) for value in graph.outputs}
        self.users: dict[int, list[Value]] = defaultdict(list)
        for value in graph.values:
            for operand in {id(one): one for one in value.inputs()}.values():
                self.users[id(operand)].append(value)

    def _size(self, user: Value, value: Value) -> str | None:
        """What an operation requires the indices in one of its operands to be below, "" where that is not
        known; None where it has no indices there.
        """
        numbers = []
        for sizes, metas in zip(self.sizes, self.metas):
            required = required_of_operands(user, metas, sizes)
            domains = [domain for operand, domain in required if operand is value and isinstance(domain, int)]
            if len(set(domains)) != 1:  # w[i, i] has two
                return "" if domains else None
            numbers += domains[:1]
        return _expression(numbers, self.sizes) or ""

    def of(self, value: Value, besides: int | None = None) -> Iterator[Read]:
        """How a value is read."""
        if id(value) in self.returned:
            yield Read()
        for user in self.users[id(value)]:
            number = _number_besides(user, value) if user.op == "where" else None
            if _keeps_all(user):
                yield from self.of(user, besides)
            elif number is not None:
                yield from self.of(user, number)
            elif user.op in CARRIERS:
                yield from (replace(read, is_part=True) for read in self.of(user, besides))
            elif (size := self._size(user, value)) is not None:
                is_added = user.op == "index_put" and user.at["accumulate"]
                yield Read(size, user.op in self.from_the_end, besides, is_added)
            else:
                yield Read(is_of_embedding=_is_padding(user))


def index_bounds(graph: Graph) -> dict[str, IndexBound]:
    """{name of an argument: IndexBound} of the arguments that hold indices."""
    integers = {
        id(value): argument.name
        for value, argument in zip(graph.inputs, graph.arguments)
        if not argument.dtype.is_floating_point and argument.dtype != torch.bool
    }
    if not integers:
        return {}
    values = {id(value): value for value in graph.inputs}
    readers = IndexReaders(graph, _operations_from_the_end(graph))
    sizes = readers.sizes
    domains = [find_domains(graph, metas) for metas in readers.metas]
    counted = _counted_from_the_end(graph)
    bounds = {}
    for place, name in integers.items():
        found = [domain.get(place) for domain in domains]
        numbers = tuple(n.bound if isinstance(n, Besides) else n for n in found)
        if all(isinstance(n, int) for n in numbers):
            reads = {replace(read, is_part=False) for read in readers.of(values[place])}
            is_alone = len(reads) == 1 and all(
                read.size for read in reads
            )  # else an index is changed for others
            several = sorted({read.size for read in reads})
            least = f"min({', '.join(several)})" if len(several) > 1 and all(several) else None
            size = least or _expression(numbers, sizes)
            besides = {n.number if isinstance(n, Besides) else None for n in found} - {None}
            if size is not None:
                from_the_end = counted.get(place, False) and not besides and is_alone
                bounds[name] = IndexBound(size, from_the_end, min(besides, default=None))
    return bounds
