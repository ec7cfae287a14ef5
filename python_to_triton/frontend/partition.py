"""The partition of a graph into groups of operations, each of which one group of kernels can compute.

A group holds at most one anchor: a heavy operation, a normalisation, reduction or loss, or one movement of
data that is not a view. Scans take flips, pads and concatenations along. What one pass over the same data
gives (its extremes and their places; its mean and variance) is one anchor: so standardising by hand is one
group, as one normalisation. Pointwise operations join the anchor before them (its epilogue), or wait for the
next one (its prologue).

An opaque value, which PyTorch computes, is a wall: a group of its own that nothing joins, and that is no
region. What it needs is computed in earlier groups, what needs it in later ones. So are the values at the
borders of a loop; groups of its body hold nothing of what is computed before or after it.
"""

import collections
import functools

import torch

from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.known_shapes import KnownShapes
from python_to_triton.frontend.loops import Loop
from python_to_triton.frontend.operation_kinds import (
    ANCHOR_KINDS,
    BROADCASTS,
    SCANS,
    SLICES,
    SUMS,
    anchor_key,
    is_anchor,
    is_elementwise_loss,
    is_literal_tensor,
    is_matrix_transpose,
    is_opaque,
    is_pointwise,
    is_wall,
)
from python_to_triton.frontend.sample_sizes import fits, passes_by_chance, small_sizes
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import OPS, VIEWS

# Pointwise operations of a region: in a row, and in all.
MAX_POINTWISE_CHAIN = 10
MAX_POINTWISE = 20

_MOST_STARTS = 4  # sizes of a graph, from which different ones are made

# Pointwise operations in the prologue of a heavy operation, which computes them for each tile.
MAX_HEAVY_PROLOGUE = 4


@functools.cache
def _primes():
    """Enough primes for the letters of any graph, from 11."""
    return [p for p in range(11, 2000) if all(p % d for d in range(2, int(p**0.5) + 1))]


def _grown_apart(graph, sizes):
    """The sizes, each times a prime of its own, so far as the graph computes then."""
    primes = dict(zip(graph.letters, _primes()))
    at = KnownShapes.at(graph, sizes, passes_by_chance)  # None: it computes by chance

    def is_one(known):
        return [n == 1 for v in graph.values for n in known[id(v)].shape]

    before = is_one(at.known if at else graph.shapes(sizes))

    def grown(at, letters):
        """The sizes times primes; None where the graph does not compute, or another dimension becomes 1."""
        changed = {letter: sizes[letter] * primes[letter] for letter in letters}
        larger = at.with_sizes(changed) if at else KnownShapes.at(graph, sizes | changed, passes_by_chance)
        if larger and all(one <= was_one for one, was_one in zip(is_one(larger.known), before)):
            return larger
        return None

    together = grown(at, graph.letters)
    if together:
        return together.sizes
    for letter in graph.letters:
        at = grown(at, [letter]) or at
    return dict(at.sizes if at else sizes)


def distinct_sizes(graph: Graph) -> dict[str, int]:
    """{letter: size} at which the graph computes, the sizes as far as possible all different."""
    sizes = graph.sizes
    if sizes and fits(graph, sizes, strict=False):
        return _grown_apart(graph, sizes)
    most = {}
    for seed in range(_MOST_STARTS):  # sizes that only grow together stay as different as they are
        found = _grown_apart(graph, small_sizes(graph, seed))
        most = max(most, found, key=lambda sizes: len(set(sizes.values())))
        if len(set(most.values())) == len(most):
            break
    return most


def _stretches(graph):
    """The values of a graph in order, cut where a loop begins and where it ends."""
    stretches = [[]]
    for step in graph.steps:
        if isinstance(step, Loop):
            stretches += [list(step.body), list(step.ends), []]
        else:
            stretches[-1].append(step)
    return stretches


class Partition:
    """Assigns the operations of a graph to groups, each of which reads from earlier groups only.

    A pointwise operation joins the last group that it reads from. One that reads arguments alone, or reads
    that group through a view which moves data, waits for an anchor that it can feed; if none comes it joins
    in the end.

    Attributes:
        groups: lists of Values, in the order in which they can be computed.
        group_of: {id of a Value: number of its group}.
        constants: ids of what needs no argument and no anchor: every group computes its own, but for masks
            that are computed, in the finest cuts.
        walls: numbers of the groups that hold an opaque value, or one at the border of a loop.
        alone: numbers of the groups that hold a cast at a wall, which nothing joins.
        views_apart: whether every view is a group of its own.
    """

    def __init__(self, graph: Graph, most: int | None = None):
        """Partitions the graph; see `regions` for `most`."""
        self.graph = graph
        self.views_apart = most == 0
        self.most = 1 if self.views_apart else most
        self.groups = []
        self.group_of = {}
        self.walls = set()
        self.alone = set()
        self.constants = set()
        self._has_opaque = any(map(is_opaque, graph.values))
        self._first_open = 0  # the number of the first group that what is placed now may join
        self._returned = set(map(id, graph.outputs))
        self._readers = collections.defaultdict(list)
        for value in graph.values:
            for operand in value.inputs():
                self._readers[id(operand)].append(value)
        self._last_needed = {}  # id -> number of the last group that must have run; -1 for none
        self._first_of_pass = {}  # key of an anchor -> number of the first group that holds such a one
        self._for_sums = set()  # ids of what waits for a sum, though what it reads has a group

        self._of_arguments = set(map(id, graph.inputs))  # ids of what needs an argument
        for value in graph.values:
            if any(id(operand) in self._of_arguments for operand in value.inputs()):
                self._of_arguments.add(id(value))
        for value in reversed(graph.values):
            if self._leads_to_sums(value):
                self._for_sums.add(id(value))
        for stretch in _stretches(graph):
            for value in stretch:
                self._place(value)
            for value in stretch:
                self._place_waiting(value)
            self._first_open = len(self.groups)
        for value in graph.outputs:
            if id(value) in self.constants:
                self._start([value])

    @property
    def is_divided(self) -> bool:
        """Whether there is more than one group, or a value outside it."""
        if len(self.groups) > 1 or self.walls:
            return True
        makes_literals = any(map(is_literal_tensor, self.graph.values))
        return bool(self.groups) and (self.views_apart or makes_literals)

    # ---- what a value reads ----

    @functools.cached_property
    def sizes(self) -> dict[str, int]:
        """{letter: size} at which the groups are compared, as far as possible all different."""
        return distinct_sizes(self.graph)

    @functools.cached_property
    def shapes(self) -> dict[int, torch.Tensor]:
        """{id of a value: tensor without data} at these sizes."""
        return self.graph.shapes(self.sizes)

    def _inputs(self, value):
        return [v for v in value.inputs() if id(v) not in self.constants]

    def _last(self, value):
        """The number of the last group that a value needs; -1 for none."""
        return max((self._last_needed.get(id(v), -1) for v in self._inputs(value)), default=-1)

    def _waiting_for(self, value):
        """What a value reads that has no group yet, views aside, in order."""
        found = []
        seen = set()
        stack = [(operand, False) for operand in reversed(self._inputs(value))]
        while stack:
            operand, is_read = stack.pop()
            if is_read:
                found.append(operand)
            elif operand.op != "argument" and id(operand) not in self.group_of and id(operand) not in seen:
                seen.add(id(operand))
                stack.append((operand, True))
                stack += [(before, False) for before in reversed(self._inputs(operand))]
        return [operand for operand in found if operand.op not in VIEWS]

    def _reads(self, value, group, through):
        """Whether a value reads this group directly, or through such views alone."""
        for operand in self._inputs(value):
            while operand.op in through and id(operand) not in self.group_of:
                operand = operand.operands[0]
            if self.group_of.get(id(operand)) == group:
                return True
        return False

    def _sources(self, anchor, group):
        """ids of what an anchor reads from outside a group, through its pointwise operations and views."""
        found = set()
        stack = self._inputs(anchor)
        while stack:
            value = stack.pop()
            own = is_pointwise(value) and self.group_of.get(id(value), group) == group
            if value.op in VIEWS or own:
                stack += self._inputs(value)
            else:
                found.add(id(value))
        return found

    def _follows(self, value, before):
        """Whether a value is computed from another, directly or not."""
        places = self.graph.places
        first = places[id(before)]
        seen = set()
        stack = [value]
        while stack:
            read = [v for v in self._inputs(stack.pop()) if places[id(v)] >= first]
            if any(v is before for v in read):
                return True
            stack += [v for v in read if id(v) not in seen]
            seen.update(map(id, read))
        return False

    def _leads_to_sums(self, value):
        """Whether a pointwise value is the prologue of sums rather than the epilogue of its producer.

        It is where nothing but sums needs it, and another sum, or what follows these, needs what it reads.
        """
        readers = self._readers[id(value)]
        if not is_pointwise(value) or not readers or id(value) in self._returned:
            return False
        if any(r.op not in SUMS and id(r) not in self._for_sums for r in readers):
            return False
        if any(id(r) in self._for_sums for r in readers):
            return True
        beside = [r for v in self._inputs(value) for r in self._readers[id(v)] if r is not value]
        return any(r.op in SUMS or self._follows(r, value) for r in beside)

    # ---- what a group may hold ----

    def _fits(self, values):
        """Whether one group may hold these: few pointwise operations in a row, and in all."""
        if self.most and len(values) > 1 and (len(values) > self.most or any(map(is_anchor, values))):
            return False
        length = {}
        for value in sorted(values, key=lambda v: self.graph.places[id(v)]):
            before = 0
            for operand in self._inputs(value):
                while operand.op in VIEWS and id(operand) not in length:
                    operand = operand.operands[0]
                before = max(before, length.get(id(operand), 0))
            length[id(value)] = before + 1 if is_pointwise(value) else 0
        longest = max(length.values(), default=0)
        return longest <= MAX_POINTWISE_CHAIN and sum(map(is_pointwise, values)) <= MAX_POINTWISE

    def _is_open(self, group):
        return group >= self._first_open and group not in self.walls and group not in self.alone

    def _has_room(self, group, values):
        return self._is_open(group) and self._fits([*self.groups[group], *values])

    def _joins_sums(self, group, value, waiting):
        """Whether a sum can be computed in the pass that a group of sums makes anyway.

        It can where it is over the same places, of some of the same data.
        """
        sums = [*filter(is_anchor, self.groups[group]), value]
        if len(sums) < 2 or any(v.op not in SUMS for v in sums):
            return False
        places = {(self.shapes[id(v.operands[0])].shape, v.at["dim"], v.at["keepdim"]) for v in sums}
        if len(places) > 1:
            return False
        theirs = set().union(*(self._sources(v, group) for v in sums[:-1]))
        own = self._sources(value, group)
        shares_data = theirs & own and not own & set(map(id, sums))
        return bool(shares_data) and self._has_room(group, [*waiting, value])

    def _enlarges(self, value, group):
        """Whether a value is larger than all of a heavy group, or gives a sum new leading dimensions.

        What it broadcasts is then better stored than computed again.
        """
        kinds = {OPS[v.op].kind for v in self.groups[group]}
        own = self.shapes[id(value)]
        if "heavy" in kinds:
            return own.numel() > max(self.shapes[id(v)].numel() for v in self.groups[group])
        read = [self.shapes[id(v)] for v in self._inputs(value) if self.group_of.get(id(v)) == group]
        return "reduction" in kinds and any(0 < x.dim() < own.dim() for x in read)

    def _admits(self, group, value):
        """Whether a group may take one more anchor."""
        is_reduction = OPS[value.op].kind == "reduction"
        anchors = [v for v in self.groups[group] if is_anchor(v)]
        anchors = [v for v in anchors if not (is_reduction and is_elementwise_loss(v))]
        anchors.append(value)
        if any(v.op.removesuffix("_indices") in SCANS for v in anchors):
            anchors = [v for v in anchors if OPS[v.op].kind in ANCHOR_KINDS]
        return len(set(map(anchor_key, anchors))) <= 1

    def _readers_through_views(self, values):
        """What reads one of these, directly or through views."""
        readers = []
        stack = list(values)
        while stack:
            for reader in self._readers[id(stack.pop())]:
                readers.append(reader)
                if reader.op in VIEWS:
                    stack.append(reader)
        return readers

    def _is_product_of_channels(self, value):
        """Whether a value is a convolution of single places, 1 x 1 and without groups.

        Fused with what comes before, its answer is the one for any window, without tensor cores: on an H200 a
        tenth as fast as eager PyTorch, where the convolution alone is half as fast (docs/results.md).
        """
        if value.op not in ("conv1d", "conv2d", "conv3d") or value.at["groups"] != 1:
            return False
        return all(size == 1 for size in self.shapes[id(value.operands[1])].shape[2:])

    def _is_prologue(self, value, waiting):
        """Whether an anchor can compute what waits for it: a heavy one if it is short and its own."""
        if OPS[value.op].kind != "heavy":
            return True
        if self._is_product_of_channels(value):
            return False
        own = {id(v) for v in [*waiting, value]}
        readers = self._readers_through_views(waiting)
        read_elsewhere = any(id(r) not in own and r.op not in VIEWS for r in readers)
        if read_elsewhere or any(id(v) in self._returned for v in waiting):
            return False
        return self._fits([*waiting, value]) and sum(map(is_pointwise, waiting)) <= MAX_HEAVY_PROLOGUE

    # ---- placing values ----

    def _assign(self, group, values):
        for value in values:
            self.group_of[id(value)] = self._last_needed[id(value)] = group
            self.groups[group].append(value)
            if is_anchor(value):
                key = anchor_key(value)
                self._first_of_pass[key] = min(group, self._first_of_pass.get(key, group))

    def _start(self, values):
        self.groups.append([])
        self._assign(len(self.groups) - 1, values)

    def _settle(self, waiting):
        """Groups of their own for what waits, as few as there is room in."""
        while waiting:
            count = 1
            while count < len(waiting) and self._fits(waiting[: count + 1]):
                count += 1
            self._start(waiting[:count])
            waiting = waiting[count:]

    def _take_waiting(self, value, group):
        """What waits for a value; nothing, and groups of their own for it, where the group has no room."""
        waiting = self._waiting_for(value)
        if not waiting:
            return waiting
        own = self.groups[group] if group is not None else []
        if self._fits([*own, *waiting, value]):
            return waiting
        self._settle(waiting)
        return []

    def _place(self, value):
        if is_wall(value):
            self._settle(self._waiting_for(value))
            self.walls.add(len(self.groups))
            self._start([value])
            return
        if self._is_cast_at_wall(value):
            self._settle(self._waiting_for(value))
            self.alone.add(len(self.groups))
            self._start([value])
            return
        if not self._inputs(value) and not is_anchor(value):
            if self._is_table_of_product(value):
                self.alone.add(len(self.groups))
                self._start([value])
            elif self.most == 1 and self._is_mask(value):
                self._start([value])
            else:
                self.constants.add(id(value))
            return
        self._last_needed[id(value)] = self._last(value)
        if value.op in VIEWS:
            return
        if is_pointwise(value):
            self._place_pointwise(value)
        else:
            self._place_anchor(value)

    def _is_cast_at_wall(self, value):
        """Whether a value casts between float64 and another dtype, for an opaque value or of one.

        A product in float32 that is given to torch.linalg in float64 is none in float64: beside the cast its
        last digits would be judged as if it were.
        """
        source = value.operands[0] if value.op == "to" and self._has_opaque else None
        if source is None or torch.float64 not in {self.shapes[id(v)].dtype for v in (value, source)}:
            return False
        while source.op in VIEWS:
            source = source.operands[0]
        readers = [r for r in self._readers_through_views([value]) if r.op not in VIEWS]
        return is_opaque(source) or any(map(is_opaque, readers))

    def _is_table_of_product(self, value):
        """Whether a value that needs no argument is computed, and a heavy operation reads it, or a view.

        A Fourier transform by its matrix would else compute a sine for each product of two numbers.
        """
        readers = self._readers_through_views([value])
        return is_pointwise(value) and any(OPS[reader.op].kind == "heavy" for reader in readers)

    def _is_mask(self, value):
        """Whether a value that needs no argument is computed, and it, or a view, is read beside what does."""
        readers = self._readers_through_views([value])
        return is_pointwise(value) and any(id(reader) in self._of_arguments for reader in readers)

    def _place_pointwise(self, value):
        """Joins the last group that the value reads from, or waits."""
        last = self._last(value)
        if not self._is_open(last) or not self._reads(value, last, BROADCASTS):
            return
        if id(value) in self._for_sums or self._enlarges(value, last):
            return
        waiting = self._take_waiting(value, last)
        last = self._last(value)
        if self._has_room(last, [*waiting, value]):
            self._assign(last, [*waiting, value])
        else:
            self._start([*waiting, value])

    def _same_pass(self, value):
        """The number of a group whose anchor one pass serves together with this one; None for none."""
        if self.most:
            return None
        first = self._first_of_pass.get(anchor_key(value), -1)
        return first if first >= self._first_open else None

    def _place_anchor(self, value):
        same_pass = self._same_pass(value)
        if same_pass is not None:
            self._assign(same_pass, [value])
            return
        waiting = self._waiting_for(value)
        groups = range(max(self._last(value), 0), len(self.groups)) if value.op in SUMS else ()
        beside = next((i for i in groups if self._joins_sums(i, value, waiting)), None)
        if beside is not None:
            self._assign(beside, [*waiting, value])
            return

        if waiting and not self._is_prologue(value, waiting):
            self._settle(waiting)
            waiting = []
        last = self._last(value)
        joins = (
            last >= 0
            and self._admits(last, value)
            and self._reads(value, last, VIEWS)
            and self._has_room(last, [*waiting, value])
        )
        if joins and not any(map(is_anchor, self.groups[last])):
            joins = self._is_prologue(value, [*self.groups[last], *waiting])
        if joins:
            self._assign(last, [*waiting, value])
        else:
            self._start([*self._take_waiting(value, None), value])

    def _slices_the_same(self, value, group):
        """Whether a value reads slices of what this group reads slices of, as the gates of a cell do."""

        def sliced(values):
            read = [operand for v in values for operand in self._inputs(v)]
            return {id(operand.operands[0]) for operand in read if operand.op in SLICES}

        return bool(sliced([value]) & sliced(self.groups[group]))

    def _has_anchor(self, group):
        return any(map(is_anchor, self.groups[group]))

    def _place_waiting(self, value):
        """Places what no anchor took: in an earlier group that has room, else in a group of its own."""
        placed = id(value) in self.group_of or id(value) in self.constants
        if placed or not is_pointwise(value):
            return
        last = self._last(value)
        newest = len(self.groups) - 1
        candidate = last
        if last < 0 and self.groups and not self._has_anchor(newest):
            candidate = newest

        joins = candidate >= 0 and self._has_room(candidate, [value]) and not self._enlarges(value, candidate)
        if joins and last >= 0:
            joins = self._reads(value, last, VIEWS - SLICES) or not self._has_anchor(last)
        if joins:
            self._assign(candidate, [value])
            return

        is_sibling = newest > last and not self._has_anchor(newest) and self._has_room(newest, [value])
        if is_sibling and self._slices_the_same(value, newest):
            self._assign(newest, [value])
        else:
            self._start([value])


def values_inside(group: list[Value], partition: Partition) -> list[Value]:
    """Every value that a group computes, in order: its own, its constants, and the views between them.

    Transposed factors of a product stay with it, and so do the slices that a group without a heavy anchor
    reads.
    """
    kept = {id(value): value for value in group}
    light = not any(is_anchor(v) and OPS[v.op].kind in ANCHOR_KINDS and v.op not in SCANS for v in group)

    def visit(reader, value):
        """Whether the group has, or is given, this value; keeps it where the group computes it."""
        if id(value) in kept or value.op == "argument":
            return True
        if id(value) in partition.constants:
            for operand in value.inputs():
                visit(value, operand)
            kept[id(value)] = value
            return True
        if value.op not in VIEWS or id(value) in partition.group_of or partition.views_apart:
            return False
        is_factor = reader.op == "matmul" and is_matrix_transpose(value)
        is_between = visit(value, value.operands[0]) and value.operands[0].op != "argument"
        if is_between or is_factor or light and value.op in SLICES:
            kept[id(value)] = value
            return True
        return False

    for value in group:
        for operand in value.inputs():
            visit(value, operand)
    return sorted(kept.values(), key=lambda value: partition.graph.places[id(value)])
