"""Estimated memory traffic: what the regions of a graph read and write, and the cut that takes least time.

A region is a launch; it reads what it needs of other regions and of arguments, once for each pass that it
makes, and writes what others need. So its time is about

    bytes / bandwidth + launch + what a product's tiles compute again / rate

which holds for what is limited by memory; the work of a product is the same in each cut, and left out.

The best cut is found exactly, among those that `allowed` admits: the shortest way through the sets of values
that are computed already. The regions of today (partition.py) are cut by kind; the released weights know the
forms of these regions, so nothing is cut otherwise for them.
"""

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import torch

from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.operation_kinds import (
    BROADCASTS,
    anchor_key,
    is_anchor,
    is_opaque,
    is_pointwise,
)
from python_to_triton.frontend.partition import MAX_HEAVY_PROLOGUE, MAX_POINTWISE
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import OPS, VIEWS


@dataclass(frozen=True)
class Machine:
    """What bytes and launches cost."""

    bandwidth: float  # bytes a second
    launch: float  # seconds
    rate: float  # values of pointwise work a second


# Copies on one H200 reach 4.28 TB/s (docs/results.md, kernels, 2026-11-22). A launch counts 2 us, of the
# order of what a kernel takes that moves next to nothing, and a value 20 of the 67e12 float32 operations a
# second of the data sheet: these two are assumptions, not measurements.
H200 = Machine(bandwidth=4.28e12, launch=2e-6, rate=67e12 / 20)

# Columns of a product's tile: what is before the product is computed once for each of them.
TILE = 128

# Elements of a row that one program holds; a norm or softmax of longer rows reads them once more.
ROW_OF_A_PROGRAM = 1 << 16

# States of the search, at most: graphs with many independent parts have more.
MOST_STATES = 20_000

_LAST_ROWS = {"softmax", "log_softmax", "softmin", "normalize"}


class TooManyCuts(ValueError):
    """A graph has more cuts than are searched."""


def size_in_bytes(tensor: torch.Tensor) -> int:
    """What a tensor takes in memory."""
    return tensor.numel() * tensor.element_size()


def passes(value: Value, shapes: dict[int, torch.Tensor]) -> int:
    """How often an operation reads its data: twice where it normalises rows that no program holds."""
    if value.op in ("argument", "opaque") or OPS[value.op].kind != "normalization":
        return 1
    shape = shapes[id(value)].shape
    if value.op in _LAST_ROWS and isinstance(value.at.get("dim"), int):
        row = shape[value.at["dim"]]
    elif value.op == "group_norm":
        row = math.prod(shape[1:]) // value.at["num_groups"]
    elif value.op == "batch_norm":
        row = math.prod(shape) // shape[1] if value.at["training"] else 1
    elif value.op == "instance_norm":
        row = math.prod(shape[2:])
    else:
        row = shape[-1]
    return 1 if row <= ROW_OF_A_PROGRAM else 2


class Traffic:
    """The operations of a graph at one set of sizes, with what each group of them would read and write.

    Views cost nothing and belong to none; what depends on no argument is computed where it is needed. Sets
    of operations are integers, a bit for each.
    """

    def __init__(self, graph: Graph, sizes: dict[str, int], machine: Machine = H200):
        """Raises one of SHAPE_ERRORS where the graph does not compute at these sizes."""
        self.graph = graph
        self.machine = machine
        self.shapes = graph.shapes(sizes)
        self._depends = {id(value) for value in graph.inputs}
        for value in graph.values:
            if any(id(operand) in self._depends for operand in value.inputs()):
                self._depends.add(id(value))
        self.operations = [v for v in graph.values if v.op not in VIEWS and id(v) in self._depends]
        self.number = {id(value): i for i, value in enumerate(self.operations)}
        self.reads = [self._sources(value) for value in self.operations]
        self.needs = [sum(1 << i for i in self._numbers(read)) for read in self.reads]
        self.readers = [
            sum(1 << j for j, needs in enumerate(self.needs) if needs >> i & 1)
            for i in range(len(self.operations))
        ]
        returned = {id(self._source(value)) for value in graph.outputs}
        self.returned = sum(1 << i for i, v in enumerate(self.operations) if id(v) in returned)
        self.together = [self._neighbours(i) for i in range(len(self.operations))]

    def _source(self, value):
        while value.op in VIEWS:
            value = value.operands[0]
        return value

    def _sources(self, value):
        """{id: (what is read, the bytes read of it, whether through other views than broadcasts)}."""
        found = {}
        for operand in value.inputs():
            if id(operand) not in self._depends:
                continue
            source = self._source(operand)
            moved = False
            view = operand
            while view is not source:
                moved = moved or view.op not in BROADCASTS
                view = view.operands[0]
            size = min(size_in_bytes(self.shapes[id(operand)]), size_in_bytes(self.shapes[id(source)]))
            before = found.get(id(source), (source, 0, False))
            found[id(source)] = (source, max(size, before[1]), moved or before[2])
        return found

    def _numbers(self, read):
        return [self.number[key] for key in read if key in self.number]

    def _neighbours(self, i):
        """The operations with which one may share a group for its own sake: they share a tensor."""
        beside = self.needs[i] | self.readers[i]
        for j in range(len(self.operations)):
            if self.readers[i] & self.readers[j] or self.reads[i].keys() & self.reads[j].keys():
                beside |= 1 << j
        return beside & ~(1 << i)

    def depends(self, value: Value) -> bool:
        """Whether a value is computed from arguments."""
        return id(value) in self._depends

    def is_connected(self, group: int) -> bool:
        """Whether the members of a group hang together by tensors that they share."""
        reached = group & -group
        while True:
            near = [self.together[i] for i in range(len(self.together)) if reached >> i & 1]
            grown = functools.reduce(int.__or__, near, reached) & group
            if grown == reached:
                return reached == group
            reached = grown

    def members(self, group: int) -> list[Value]:
        """The operations of a group, in order."""
        return [value for i, value in enumerate(self.operations) if group >> i & 1]

    def outputs(self, group: int) -> int:
        """Those of a group that others need, or that the graph returns."""
        return sum(
            1 << i
            for i in range(len(self.operations))
            if group >> i & 1 and (self.readers[i] & ~group or self.returned >> i & 1)
        )

    def before(self, group: int, anchors: Iterable[Value]) -> int:
        """The members of a group that its anchors are computed from."""
        found = 0
        stack = [self.number[id(anchor)] for anchor in anchors]
        while stack:
            new = self.needs[stack.pop()] & group & ~found
            found |= new
            stack += [i for i in range(len(self.operations)) if new >> i & 1]
        return found & ~self.group_of(anchors)

    def computed_again(self, group: int) -> int:
        """The values that the tiles of a product compute, beyond once, of what is before it in its group."""
        members = self.members(group)
        heavy = [v for v in members if OPS[v.op].kind == "heavy"]
        if not heavy:
            return 0
        times = math.ceil(self.shapes[id(heavy[0])].shape[-1] / TILE)
        before = self.members(self.before(group, heavy))
        return sum(self.shapes[id(value)].numel() for value in before) * max(times - 1, 1)

    def bytes_moved(self, group: int) -> int:
        """What a group reads and writes."""
        read = {}
        for i, value in enumerate(self.operations):
            if not group >> i & 1:
                continue
            times = passes(value, self.shapes)
            for key, (_, size, _) in self.reads[i].items():
                if not (key in self.number and group >> self.number[key] & 1):
                    read[key] = max(read.get(key, 0), times * size)
                elif times > 1:  # of the group's own: computed again from what it reads
                    for own, (_, own_size, _) in self.reads[self.number[key]].items():
                        read[own] = max(read.get(own, 0), times * own_size)
        written = sum(size_in_bytes(self.shapes[id(v)]) for v in self.members(self.outputs(group)))
        return sum(read.values()) + written

    def seconds(self, group: int) -> float:
        """What a group takes, as it is estimated."""
        moving = self.bytes_moved(group) / self.machine.bandwidth
        return moving + self.machine.launch + self.computed_again(group) / self.machine.rate

    def total(self, groups: Iterable[int]) -> float:
        """What a cut takes."""
        return sum(map(self.seconds, groups))

    def group_of(self, values: Iterable[Value]) -> int:
        """The group of these operations; views among them are left out."""
        numbers = {self.number[id(value)] for value in values if id(value) in self.number}
        return sum(1 << i for i in numbers)


def is_scaling(value: Value) -> bool:
    """Whether a norm is pointwise: that of a batch norm in evaluation, by statistics that it is given."""
    return value.op == "batch_norm" and not value.at["training"]


def has_known_form(traffic: Traffic, group: int, connected: bool = True) -> bool:
    """Whether a group is of a form that the corpus has: one anchor with pointwise work before and after it.

    Its parts share tensors, none is read through a view that moves data, and a product's prologue is short
    and its own.

    Args:
        connected: whether they have to share tensors.
    """
    if connected and not traffic.is_connected(group):
        return False
    members = traffic.members(group)
    anchors = [value for value in members if is_anchor(value)]
    if any(map(is_opaque, members)):
        return len(members) == 1
    if len(set(map(anchor_key, anchors))) > 1 or sum(map(is_pointwise, members)) > MAX_POINTWISE:
        return False
    for value in members:
        for key, (_, _, moved) in traffic.reads[traffic.number[id(value)]].items():
            if moved and key in traffic.number and group >> traffic.number[key] & 1:
                return False
    if not anchors or OPS[anchors[0].op].kind != "heavy":
        return True
    before = traffic.before(group, anchors)
    return before.bit_count() <= MAX_HEAVY_PROLOGUE and not before & traffic.outputs(group)


def has_wider_form(traffic: Traffic, group: int) -> bool:
    """has_known_form, or that of a product or convolution with norms by given statistics behind it."""
    members = traffic.members(group)
    scalings = [value for value in members if is_scaling(value)]
    heavy = [value for value in members if OPS[value.op].kind == "heavy"]
    if not scalings or not heavy:
        return has_known_form(traffic, group)
    before = traffic.before(group, heavy)
    others = group & ~traffic.group_of(scalings)
    limits = len(members) <= MAX_POINTWISE + 1 and not before & traffic.group_of(scalings)
    moved = any(
        moves for value in scalings for _, _, moves in traffic.reads[traffic.number[id(value)]].values()
    )
    return limits and not moved and traffic.is_connected(group) and has_known_form(traffic, others, False)


def _may_grow(traffic, group):
    members = traffic.members(group)
    keys = {anchor_key(value) for value in members if is_anchor(value) and not is_scaling(value)}
    return len(keys) <= 1 and sum(map(is_pointwise, members)) <= MAX_POINTWISE


class _Search:
    """The shortest way from nothing to all operations, a group at a time."""

    def __init__(self, traffic: Traffic, allowed: Callable[[Traffic, int], bool]):
        self.traffic = traffic
        self.allowed = functools.cache(functools.partial(allowed, traffic))
        self.seconds = functools.cache(traffic.seconds)
        self.may_grow = functools.cache(functools.partial(_may_grow, traffic))
        self.all = (1 << len(traffic.operations)) - 1
        self.best = {self.all: (0.0, ())}

    def groups_after(self, done: int) -> list[int]:
        """The groups that can be computed once `done` is."""
        traffic = self.traffic
        found = set()
        seen = set()
        stack = [0]
        while stack:
            group = stack.pop()
            for i in range(len(traffic.operations)):
                grown = group | 1 << i
                is_next = not (done | group) >> i & 1
                if not is_next or traffic.needs[i] & ~(done | group) or grown in seen:
                    continue
                seen.add(grown)
                if len(seen) > MOST_STATES:
                    raise TooManyCuts(f"more than {MOST_STATES} groups can be next")
                if self.may_grow(grown):
                    stack.append(grown)
                    if self.allowed(grown):
                        found.add(grown)
        return sorted(found)

    def states(self) -> list[int]:
        """All sets that can be done at some time, the largest first."""
        known = {0}
        stack = [0]
        self.next = {}
        while stack:
            done = stack.pop()
            self.next[done] = self.groups_after(done) if done != self.all else []
            for group in self.next[done]:
                if done | group not in known:
                    known.add(done | group)
                    stack.append(done | group)
                    if len(known) > MOST_STATES:
                        raise TooManyCuts(f"the graph has more than {MOST_STATES} states")
        return sorted(known, key=int.bit_count, reverse=True)

    def run(self) -> tuple[int, ...]:
        """The groups of the best cut, in an order in which they can be computed."""
        for done in self.states():
            if done == self.all:
                continue
            ways = [
                (self.seconds(group) + self.best[done | group][0], group)
                for group in self.next[done]
                if done | group in self.best
            ]
            if ways:  # of equal ones that whose first group is the largest: an epilogue, not a prologue
                seconds, group = min(ways, key=lambda way: (round(way[0], 15), -way[1].bit_count(), way[1]))
                self.best[done] = seconds, (group, *self.best[done | group][1])
        return self.best[0][1]


def best_cut(traffic: Traffic, allowed: Callable[[Traffic, int], bool] = has_known_form) -> Sequence[int]:
    """The groups that take least time together, in an order in which they can be computed.

    Args:
        allowed: whether a group of operations may be a region.

    Raises:
        TooManyCuts: the graph has too many independent parts to be searched.
    """
    return _Search(traffic, allowed).run()
