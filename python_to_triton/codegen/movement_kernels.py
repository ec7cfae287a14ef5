"""Kernels written by rules, most of which move data: what a region gets that no sample answered.

Each element of a result is followed back to the elements of the arguments that it is made of. A rule of
movement_rules.py, or value_rules.py, says, of one operation, the sizes of its result and where an element of
that comes from; here the rules of a region are put together, from its results to its arguments:

    permute(a0, dims=[0, 2, 1]), a0: f32[A, B, C]      y[i0, i1, i2] = a0[i0, i2, i1]

The host passes sizes as letters, and as N0, N1, ... what it computes from them. The text is judged as any
other answer; MARK tells it from the model's.
"""

import ast
import re
import textwrap
from collections.abc import Sequence

import torch

from python_to_triton.codegen.host_code import host_item, size_lines
from python_to_triton.codegen.module_text import COLUMNS, call_lines
from python_to_triton.codegen.movement_rules import (
    MARK,
    MOVEMENT_RULES,
    NotWritten,
    Size,
    over,
    plus,
    product,
    remainder,
    size_of,
    times,
)
from python_to_triton.codegen.scan_kernels import scan_answer
from python_to_triton.codegen.scatter_rules import SCATTER_RULES, check_added
from python_to_triton.codegen.value_rules import VALUE_RULES
from python_to_triton.frontend import Graph, Value, parse, small_sizes
from python_to_triton.frontend.vocabulary import GraphError, Word

RULES = MOVEMENT_RULES | VALUE_RULES

BLOCK = 1024
LONG = 30  # characters of a coordinate that gets a name
# Of coordinates: i0, i1, ... of the result, j0, ... of what is reshaped next; ii0, ... of many
LETTERS = "ijklmpqrstuw"
PREFIXES = (*LETTERS, *(one + other for one in LETTERS for other in LETTERS))

IMPORTS = "import torch\nimport triton\nimport triton.language as tl"
KERNEL = """@triton.jit
{head}:
{docstring}
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
{lines}    {last}"""


class ElementWriter:
    """Writes the lines of a kernel that makes one element of a value in each lane.

    Attributes:
        lines: so far.
        tensors: names of the arguments that are read.
        sizes: names, in the kernel, of the sizes that the lines compute with.
        derived: {what the host computes from sizes: its name}, of all kernels of an answer.
        dtypes: {id of a Value: its dtype}.
    """

    def __init__(self, graph: Graph, dtypes: dict[int, torch.dtype], derived: dict[str, str]):
        self.dtypes = dtypes
        self.lines = []
        self.tensors = []
        self.sizes = []
        self.derived = derived
        self._made = {  # id of a Value: (its sizes, what makes an element of it from coordinates)
            id(v): (list(a.dims), lambda at, mask, v=v, n=a.dims: self.read_flat(v, self.flat(at, n), mask))
            for v, a in zip(graph.inputs, graph.arguments, strict=True)
        }
        self._names = {}  # expression -> the name that holds it
        self._elements = {}  # (id of a Value, *coordinates, mask) -> its element there
        self._split = {}  # (sizes, place in memory) -> coordinates
        self._lanes = {"offsets"}  # names of what may differ from lane to lane
        self._wide = set()  # names of sizes alone that were cast to 64 bits
        self._prefixes = iter(PREFIXES)

    def _rule(self, value):
        """(sizes, element) of a value; NotWritten where no rule says how."""
        if id(value) not in self._made:
            if value.op not in RULES:
                raise NotWritten(value.op)
            first = next(value.inputs(), None)
            self._made[id(value)] = RULES[value.op](self, value, self.shape(first) if first else [])
        return self._made[id(value)]

    def _has_64_bits(self, expression):
        return self._has_lanes(expression) or not self._wide.isdisjoint(re.findall(r"\w+", expression))

    def _has_lanes(self, expression):
        return not self._lanes.isdisjoint(re.findall(r"\w+", str(expression)))

    def shape(self, value: Value) -> list[Size]:
        """The sizes of a value, in host code."""
        return list(self._rule(value)[0])

    def size(self, size: Size, prefix: str = "N") -> Size:
        """A size, or a scale S, in the kernel: a number, a letter, or a name for what the host computes."""
        size = size_of(size)
        if isinstance(size, int):
            return size
        if not size.isidentifier():
            count = sum(name.startswith(prefix) for name in self.derived.values())
            size = self.derived.setdefault(size, f"{prefix}{count}")
        if size not in self.sizes:
            self.sizes.append(size)
        return size

    def number(self, item: object, dtype: torch.dtype | None = None) -> Size:
        """A number of a prompt in the kernel, of a dtype; what is computed from sizes comes from the host."""
        if dtype is not None and not dtype.is_floating_point and not isinstance(item, str):
            return str(int(bool(item) if dtype == torch.bool else item))
        return self.size(size_of(host_item(item))) if isinstance(item, str) else host_item(item)

    def let(self, expression: Size, prefix: str) -> Size:
        """A name for an expression, with a line that binds it where there is none yet; a name is its own."""
        if isinstance(expression, int) or expression.isidentifier():
            return expression
        if expression not in self._names:
            count = sum(name.rstrip("0123456789") == prefix for name in self._names.values())
            self.lines.append(f"{prefix}{count} = {expression}")
            self._names[expression] = f"{prefix}{count}"
            self._lanes |= {f"{prefix}{count}"} if self._has_lanes(expression) else set()
        return self._names[expression]

    def both(self, mask: str, condition: str) -> str:
        """The lanes of a mask in which a condition holds too."""
        return self.let(f"{mask} & ({condition})", "mask")

    def split(self, flat: Size, shape: Sequence[Size]) -> list[Size]:
        """The coordinates of an element, from its place in memory."""
        key = flat, *shape
        if key not in self._split:
            prefix = next(self._prefixes, None)
            if prefix is None:
                raise NotWritten("too many shapes")
            at = [0] * len(shape)
            long = [d for d, n in enumerate(shape) if n != 1]
            for d in reversed(long):
                is_last = d == long[0]
                at[d] = f"{prefix}{d}"
                self._lanes |= {at[d]} if self._has_lanes(flat) else set()
                self.lines.append(f"{at[d]} = {flat if is_last else remainder(flat, self.size(shape[d]))}")
                flat = flat if is_last else over(flat, self.size(shape[d]))
            self._split[key] = at
        return self._split[key]

    def flat(self, at: Sequence[Size], shape: Sequence[Size]) -> Size:
        """The place in memory of the element at these coordinates. Offsets have 64 bits, sizes alone 32."""
        place = 0
        for index, n in zip(at, shape, strict=True):
            if isinstance(place, str) and not self._has_64_bits(place):
                place = self.let(f"tl.cast({place}, tl.int64)", "place")
                self._wide.add(place)
            place = plus(times(place, self.size(n)) if place else 0, index)
        return place

    def at(self, operand: object, at: Sequence[Size], mask: str) -> str:
        """The element of an operand at coordinates of what it broadcasts to; a number is itself."""
        if not isinstance(operand, Value):
            return self.number(operand)
        shape = self.shape(operand)
        own = at[len(at) - len(shape) :]
        return self.read(operand, [0 if n == 1 else i for i, n in zip(own, shape, strict=True)], mask)

    def read(self, value: Value, at: Sequence[Size], mask: str) -> str:
        """The element of a value at these coordinates, in the lanes of a mask."""
        at = [self.let(i, "place") if len(str(i)) > LONG else i for i in at]
        key = id(value), *at, mask
        if key not in self._elements:
            element = self._rule(value)[1](at, mask)
            self._elements[key] = element if len(element) < LONG else self.let(element, "x")
        return self._elements[key]

    def index(self, value: Value, at: Sequence[Size], mask: str) -> str:
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
            return self.read(value, self.split(flat, shape), mask)
        if value.name not in self.tensors:
            self.tensors.append(value.name)
        lanes = flat if self._has_lanes(flat) else plus("0 * offsets", flat)
        lanes = lanes if len(str(lanes)) < 2 * LONG else self.let(lanes, "place")
        return self.let(f"tl.load({value.name}_ptr + {lanes}, mask={mask}, other=0)", "x")


def _needed(lines: list[str], result: str) -> list[str]:
    """The lines that bind what the others, or the result, read."""
    needed = []
    read = set(re.findall(r"\w+", result))
    for line in reversed(lines):
        name, _, expression = line.partition(" = ")
        if name in read:
            needed.insert(0, line)
            read |= set(re.findall(r"\w+", expression))
    return needed


def _simplified(text: str) -> str:
    """A line, or an expression, without brackets that it does not need."""
    return ast.unparse(ast.parse(text))


def _launched(graph, writer, kernel, result, last, count):
    """(a kernel whose last line is `last`, names of what it reads, lines of the host that launch it on count
    elements).
    """
    needed = _needed(writer.lines, last)
    lines = "".join(f"    {_simplified(line)}\n" for line in needed)
    words = set(re.findall(r"\w+", f"{needed} {last}"))
    sizes = sorted(words & set(writer.sizes), key=lambda name: (name[1:].isdigit(), len(name), name))
    tensors = [argument.name for argument in graph.arguments if argument.name in writer.tensors]
    pointers = [f"{tensor}_ptr" for tensor in tensors]
    parameters = [*pointers, "y_ptr", "n_elements", *sizes, "BLOCK: tl.constexpr"]
    operations = ", ".join(dict.fromkeys(value.op for value in graph.values))
    docstring = textwrap.indent(textwrap.fill(f'"""{MARK}: {operations}."""', COLUMNS - 4), " " * 4)
    head = "\n".join(call_lines(f"def {kernel}", parameters))
    source = KERNEL.format(head=head, docstring=docstring, lines=lines, last=_simplified(last))
    arguments = [*tensors, result, count, *sizes, f"BLOCK={BLOCK}"]
    launch = call_lines(f"{kernel}[(triton.cdiv({count}, {BLOCK}),)]", arguments, columns=COLUMNS - 4)
    return source, tensors, launch


def _written(graph, output, number, result, dtypes, derived):
    """[(a kernel, names of what it reads, lines of the host that launch it), ...] of one result."""
    is_scatter = output.op in SCATTER_RULES
    value = output.operands[0] if is_scatter else output
    dtype = dtypes[id(output)]
    writer = ElementWriter(graph, dtypes, derived)
    element = writer.read_flat(value, "offsets", "mask")
    element = element if len(element) < 2 * LONG else writer.let(element, "x")
    stored = f"tl.store(y_ptr + offsets, {element}, mask=mask)"
    source, tensors, launch = _launched(
        graph, writer, f"move{number}_kernel", result, stored, f"{result}.numel()"
    )
    shape = host_item(tuple(Word(writer.size(n)) if isinstance(n, str) else n for n in writer.shape(value)))
    allocated = f"{result} = torch.empty({shape}, dtype={dtype}, device={graph.arguments[0].name}.device)"
    first = source, tensors, [allocated, *launch]
    if not is_scatter:
        return [first]
    check_added(dtype)
    writer = ElementWriter(graph, dtypes, derived)
    sizes, place, element = SCATTER_RULES[output.op](writer, output)
    offset = writer.let(str(writer.flat(place, writer.shape(value))), "place")
    added = f"tl.atomic_add(y_ptr + {offset}, {element}, mask=mask)"
    return [first, _launched(graph, writer, f"add{number}_kernel", result, added, str(product(sizes)))]


def operations_by_rules(source: str) -> list[str]:
    """What the kernels of a text compute that are written here: a list of operations each, no two alike."""
    found = re.findall(rf'"""{MARK}: ([^.]*)\.', source)
    return list(dict.fromkeys(" ".join(operations.split()) for operations in found))


def movement_answer(prompt: str) -> str:
    """The answer to a region by rules; "" where one of its operations has no rule."""
    graph = parse(prompt)
    if not {value.op for value in graph.values} <= RULES.keys() | SCATTER_RULES.keys():
        return scan_answer(graph)
    derived = {}
    kernels = []
    read = []
    launches = []
    count = len(graph.outputs)
    results = [f"y{number}" if count > 1 else "y" for number in range(count)]
    try:
        metas = graph.shapes(small_sizes(graph, 0))
        dtypes = {place: meta.dtype for place, meta in metas.items()}
        for number, output in enumerate(graph.outputs):
            own = number if count > 1 else ""
            for source, tensors, lines in _written(graph, output, own, results[number], dtypes, derived):
                kernels.append(source)
                read += [tensor for tensor in tensors if tensor not in read]
                launches += lines
    except (NotWritten, GraphError):  # a GraphError where no sizes are found: no judge could run it either
        return ""
    used = set(re.findall(r"\w+", "\n".join(launches)))
    computed = [f"{name} = {expression}" for expression, name in derived.items() if name in used]
    letters = set(re.findall(r"\b[A-Z]+\b", "\n".join([*computed, *launches]))) & set(graph.letters)
    body = [
        *(f"{tensor} = {tensor}.contiguous()" for tensor in read),
        *size_lines(graph.arguments, letters),
        *computed,
        *launches,
        f"return {', '.join(results)}{',' * (graph.multiple and count == 1)}",
    ]
    names = ", ".join(argument.name for argument in graph.arguments)
    host = "\n    ".join([f"def translated({names}):", *body])
    return "\n\n\n".join([IMPORTS, *kernels, host]) + "\n"
