"""The writer of a kernel: from an element of a result back to the elements of arguments that it is made of.

A rule (registry.py) says where an element of one operation comes from. The writer asks the rules, from a
result to its arguments, and gives each expression that is long, or is read twice, a line and a name:

    permute(a0, dims=[0, 2, 1]), a0: f32[A, B, C]      y[i0, i1, i2] = a0[i0, i2, i1]

Two kinds of text meet here. Sizes are host code, and each stands in a kernel as a parameter: a letter, or N0
for what the host computes (`A // 2`), S0 for a scale. Places are kernel code: an element by its coordinates,
or by its flat place, the number of elements before it in memory.
"""

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

import torch

from python_to_triton.codegen.by_rules.kernel_expressions import names_of_text
from python_to_triton.codegen.by_rules.registry import RULES, NotWritten
from python_to_triton.codegen.by_rules.size_arithmetic import (
    Size,
    as_size,
    greatest,
    modulo,
    over,
    plus,
    product_of,
    times,
)
from python_to_triton.codegen.host_code import host_item
from python_to_triton.frontend import Graph, Value

LONG = 30  # characters of a coordinate that gets a name
# Of names of coordinates: i0, i1, ... of the result, j0, ... of what is reshaped next; ii0, ... of many
_INDICES = "ijklmpqrstuw"
_PREFIXES = (*_INDICES, *(one + other for one in _INDICES for other in _INDICES))
# Masks that are not narrowed: of a program's elements; of its rows, for what is the same for a whole row; of
# those of its rows that have a first element
MASKS = ("mask", "row_mask", "begin_mask")
# Of a dimension that a row goes along, in the row's one result: its size, and the coordinate in it
KEPT, DROPPED = (1, 0), (None, None)


class Reduction(NamedTuple):
    """The sum or product of an expression along a program's rows, or its largest or least."""

    op: str  # sum, prod, max or min
    element: str
    dtype: torch.dtype  # that it is made in


class ElementWriter:
    """Writes the lines of a kernel that makes one element of a value in each lane.

    Attributes:
        lines: so far.
        tensors: names of the arguments that are read.
        sizes: names, in the kernel, of the sizes that the lines compute with.
        host_sizes: {what the host computes from sizes: its name}, of all kernels of an answer.
        dtypes: {id of a Value: its dtype}.
        row: coordinates of the lane's element in the value whose rows a program has; None where a lane is any
            element.
        value_shape: of that value.
        row_shape, row_dims: the same shape, and the dimensions of it that a row goes along. Of channels in
            groups the groups, and the channels of each, are two dimensions of it: [A, 8, B // 8, C].
        groups: how many groups of channels there are; 0 where channels are in none.
        row_length: elements of a row.
        inner: rows that lie beside each other in memory, element by element; 1 where a row's own elements do.
        outer: how often so many rows lie beside each other; where a row's own elements do, the rows.
        is_one_run: whether the dimensions of a row follow each other.
        along_row: names of what may differ between the elements of a row.
        reductions: {name: a Reduction}, whose lines row_loops.py writes.
    """

    def __init__(self, graph: Graph, dtypes: dict[int, torch.dtype], host_sizes: dict[str, str]):
        self.dtypes = dtypes
        self.lines = []
        self.tensors = []
        self.sizes = []
        self.host_sizes = host_sizes
        # id of a Value: (its sizes, what makes an element of it from coordinates)
        self._by_rule = {
            id(value): (list(argument.dims), self._element_of_argument(value, argument.dims))
            for value, argument in zip(graph.inputs, graph.arguments, strict=True)
        }
        self._names = {}  # expression -> the name that holds it
        self._elements = {}  # (id of a Value, *coordinates, mask) -> its element there
        self._coordinates = {}  # (flat place, *sizes) -> coordinates
        self._lanes = {"offsets", "rows", "columns", "inner"}  # names of what may differ from lane to lane
        self._wide = {"outer"}  # names of what is the same in all lanes, in 64 bits
        self._prefixes = iter(_PREFIXES)
        self.value_shape = self.row_shape = []
        self.row = None
        self.row_dims = ()
        self.groups = 0
        self.along_row = {"offsets", "columns", "mask"}
        self.reductions = {}

    def work_on_rows(self, value: Value, reduced: Sequence[int], groups: Size = 0) -> None:
        """From now on a program of the kernel has rows of this value. NotWritten where it has none.

        Args:
            reduced: the dimensions that a row goes along, in their order.
            groups: of channels, where a row has those of one group; 0 where there are none.
        """
        if not reduced:
            raise NotWritten("a tensor without rows")
        self.row = []  # the shape may be asked of reductions, which refuse where there are no rows
        self.row_dims = tuple(reduced)
        self.groups = groups
        self.value_shape = shape = self.shape(value)
        if groups:
            shape = [shape[0], groups, over(shape[1], groups), *shape[2:]]
        self.row_shape = shape
        kept = [d for d in range(len(shape)) if d not in reduced]
        inner_dims = [d for d in kept if d > reduced[-1]]
        outer_dims = kept[: len(kept) - len(inner_dims)]
        self.outer, self.row_length, self.inner = (
            product_of([shape[d] for d in dims]) for dims in (outer_dims, reduced, inner_dims)
        )
        outer = "rows" if self.inner == 1 else "outer"
        at = {}
        for flat, dims in ((outer, outer_dims), ("columns", reduced), ("inner", inner_dims)):
            at |= zip(dims, self._places(flat, [shape[d] for d in dims]), strict=True)
        self.row = [at[d] for d in range(len(shape))]
        for size, place in (DROPPED, KEPT):
            self._coordinates["rows", *self.of_row(shape, size)] = self.of_row(self.row, place)
        self.is_one_run = list(reduced) == list(range(reduced[0], reduced[-1] + 1))
        if self.is_one_run and self.row_length != 1:
            self._coordinates["offsets", *self.value_shape] = self.in_value(self.row)

    def in_value(self, at: Sequence[Size]) -> list[Size]:
        """Coordinates in the value that rows are of, from those in row_shape.

        Of groups of three channels the channel 2 of group 5 is channel 5 * 3 + 2 of the value.
        """
        if not self.groups:
            return list(at)
        first = times(at[1], self.size(self.row_shape[2]))
        return [at[0], self.let(plus(first, at[2]), "channel"), *at[3:]]

    def of_row(self, items: Sequence, in_reduced: Size | None) -> list:
        """Sizes or coordinates of a row's elements as those of its one result.

        Args:
            in_reduced: stands for those in dimensions that the row goes along: the size or the coordinate of
                KEPT or DROPPED.
        """
        places = [in_reduced if d in self.row_dims else item for d, item in enumerate(items)]
        return [place for place in places if place is not None]

    def _places(self, flat, sizes):
        """Coordinates of a place in memory; that itself, where one dimension has more than one."""
        if sum(n != 1 for n in sizes) > 1:
            return self.coordinates(flat, sizes)
        return [0 if n == 1 else flat for n in sizes]

    def _element_of_argument(self, value, dims):
        """What makes an element of an argument from coordinates."""
        return lambda at, mask: self.read_flat(value, self.flat_place(at, dims), mask)

    def _sizes_and_element(self, value):
        """What its rule says of a value; NotWritten where there is none."""
        if id(value) not in self._by_rule:
            if value.op not in RULES:
                raise NotWritten(value.op)
            first = next(value.inputs(), None)
            self._by_rule[id(value)] = RULES[value.op](self, value, self.shape(first) if first else [])
        return self._by_rule[id(value)]

    def _has_64_bits(self, expression):
        """Whether an integer of a kernel is computed in 64 bits, as offsets are."""
        return self._has_lanes(expression) or not self._wide.isdisjoint(re.findall(r"\w+", expression))

    def _has_lanes(self, expression):
        """Whether an expression may differ from lane to lane, and so is a tensor of the kernel."""
        return not self._lanes.isdisjoint(re.findall(r"\w+", str(expression)))

    def _bind(self, name, expression):
        """Writes a line."""
        self.lines.append(f"{name} = {expression}")
        for names in (self._lanes, self.along_row):
            if names & names_of_text(expression):
                names.add(name)

    def shape(self, value: Value) -> list[Size]:
        """The sizes of a value, in host code."""
        sizes, _ = self._sizes_and_element(value)
        return list(sizes)

    def broadcast_shape(self, tensors: Sequence[Value]) -> list[Size]:
        """The sizes of what values broadcast to: of B - 3 and 3 the larger, by the host."""
        shape = []
        for place in range(max(len(self.shape(x)) for x in tensors)):
            sizes = [self.shape(x)[-1 - place] for x in tensors if place < len(self.shape(x))]
            wide = dict.fromkeys(size for size in sizes if size != 1)
            shape.insert(0, functools.reduce(greatest, wide, 1))
        return shape

    def size(self, size: Size, prefix: str = "N") -> Size:
        """A size, or a scale S, in the kernel: a number, a letter, or a name for what the host computes."""
        size = as_size(size)
        if isinstance(size, int):
            return size
        if not size.isidentifier():
            count = sum(name.startswith(prefix) for name in self.host_sizes.values())
            size = self.host_sizes.setdefault(size, f"{prefix}{count}")
        if size not in self.sizes:
            self.sizes.append(size)
        return size

    def number(self, item: object, dtype: torch.dtype | None = None) -> Size:
        """A number of a prompt in the kernel, of a dtype; what is computed from sizes comes from the host."""
        if dtype is not None and not dtype.is_floating_point and not isinstance(item, str):
            return str(int(bool(item) if dtype == torch.bool else item))
        return self.size(as_size(host_item(item))) if isinstance(item, str) else host_item(item)

    def let(self, expression: Size, prefix: str) -> Size:
        """A name for an expression, with a line that binds it where there is none yet; a name is its own."""
        if isinstance(expression, int) or expression.isidentifier():
            return expression
        if expression not in self._names:
            count = sum(name.rstrip("0123456789") == prefix for name in self._names.values())
            self._names[expression] = f"{prefix}{count}"
            self._bind(f"{prefix}{count}", expression)
        return self._names[expression]

    def reduced(self, op: str, element: str, dtype: torch.dtype, prefix: str) -> str:
        """A name for the sum of an expression along the program's rows, or its prod, max or min.

        The line that binds it stands for those of row_loops.py, which take its place.
        """
        name = self.let(f"tl.{op}({element}, {dtype})", prefix)
        self.along_row.discard(name)
        self.reductions[name] = Reduction(op, element, dtype)
        return name

    def in_each_lane(self, place: Size) -> str:
        """A coordinate as a tensor of the kernel, where it is a number or a size too."""
        if self._has_lanes(place):
            return str(place)
        return str(plus("0 * offsets" if self.row is None else "0 * rows", place))

    def narrowed(self, mask: str, condition: str) -> str:
        """The lanes of a mask in which a condition holds too."""
        return self.let(f"{mask} & ({condition})", "mask")

    def coordinates(self, flat: Size, shape: Sequence[Size]) -> list[Size]:
        """The coordinates of an element in a tensor of this shape, from its place in memory."""
        key = flat, *shape
        if key not in self._coordinates:
            prefix = next(self._prefixes, None)
            if prefix is None:
                raise NotWritten("too many shapes")
            at = [0] * len(shape)
            dims = [d for d, n in enumerate(shape) if n != 1]
            for d in reversed(dims):
                is_outermost = d == dims[0]
                at[d] = f"{prefix}{d}"
                self._bind(at[d], flat if is_outermost else modulo(flat, self.size(shape[d])))
                flat = flat if is_outermost else over(flat, self.size(shape[d]))
            self._coordinates[key] = at
        return self._coordinates[key]

    def flat_place(self, at: Sequence[Size], shape: Sequence[Size]) -> Size:
        """The place in memory of the element at these coordinates. Offsets have 64 bits, sizes alone 32."""
        for (flat, *sizes), known in self._coordinates.items():
            # no two places have the same names of coordinates, but those of one element have none
            if known == list(at) and sizes == list(shape) and any(isinstance(i, str) for i in at):
                return flat
        place = 0
        for index, n in zip(at, shape, strict=True):
            if isinstance(place, str) and not self._has_64_bits(place):
                place = self.let(f"tl.cast({place}, tl.int64)", "place")
                self._wide.add(place)
            place = plus(times(place, self.size(n)) if place else 0, index)
        return place

    def read_broadcast(self, operand: object, at: Sequence[Size], mask: str) -> str:
        """The element of an operand at coordinates of a result that it broadcasts to; a number is itself."""
        if not isinstance(operand, Value):
            return self.number(operand)
        shape = self.shape(operand)
        own = at[len(at) - len(shape) :]
        return self.read(operand, [0 if n == 1 else i for i, n in zip(own, shape, strict=True)], mask)

    def read(self, value: Value, at: Sequence[Size], mask: str) -> str:
        """The element of a value at these coordinates, in the lanes of a mask."""
        at = [self.let(i, "place") if len(str(i)) > LONG else i for i in at]
        if mask == "mask" and self.row is not None and not self.along_row & names_of_text(at):
            mask = "row_mask"
        key = id(value), *at, mask
        if key not in self._elements:
            _, element_at = self._sizes_and_element(value)
            element = element_at(at, mask)
            self._elements[key] = element if len(element) < LONG else self.let(element, "x")
        return self._elements[key]

    def read_index(self, value: Value, at: Sequence[Size], mask: str) -> str:
        """The element of a tensor of indices, in 64 bits as all that places are computed of."""
        element = self.read(value, at, mask)
        is_wide = self.dtypes[id(value)] == torch.int64
        return self.let(element if is_wide else f"tl.cast({element}, tl.int64)", "x")

    def read_flat(self, value: Value, flat: Size, mask: str) -> str:
        """The element of a value at this place in memory."""
        shape = self.shape(value)
        if value.op == "reshape":
            return self.read_flat(value.operands[0], flat, mask)
        if value.op != "argument":
            return self.read(value, self.coordinates(flat, shape), mask)
        if value.name not in self.tensors:
            self.tensors.append(value.name)
        # a place that is the same in all lanes is made a tensor, as the mask is
        lanes = self.in_each_lane(flat)
        lanes = lanes if len(str(lanes)) < 2 * LONG else self.let(lanes, "place")
        return self.let(f"tl.load({value.name}_ptr + {lanes}, mask={mask}, other=0)", "x")
