"""The values of a trace written in letters: its numbers that come from sizes, as expressions of these.

An item is what a value has in the first trace, `others` what it has in the others, `twins` are the same value
there; `tables` are the {letter: size} of all traces.
"""

import functools
import itertools
import math
import re
from collections.abc import Iterable

from python_to_triton.frontend.concrete_trace import ConcreteTrace
from python_to_triton.frontend.retracing import Retracer
from python_to_triton.frontend.size_expressions import express, expressions_of_sizes, is_same_number
from python_to_triton.frontend.values import Value, flatten_operands, is_number
from python_to_triton.frontend.vocabulary import Word

# Attributes that are never computed from sizes.
_NEVER_SIZED = {
    "dim",
    "dim0",
    "dim1",
    "dim2",
    "dims",
    "kernel_size",
    "stride",
    "padding",
    "dilation",
    "groups",
    "keepdim",
    "correction",
    "p",
    "output_padding",
    "chunks",
    "dtype",
    "reduction",
    "num_groups",
    "mode",
    "equation",
    "loop",
    "number",
    "reverse",
}

# (op, attribute) of what is always a size.
_ALWAYS_SIZED = {
    ("reshape", "shape"),
    ("full", "shape"),
    ("expand", "shape"),
    ("arange", "end"),
    ("eye", "n"),
    ("eye", "m"),
}

# Characters of a number that nobody writes by hand.
_LONG_NUMBER = 12

# A letter in an expression of sizes: A, S64, S64_1.
LETTER = re.compile(r"\b[A-Z]\w*")


def _numbers_of(value):
    """(place, item) of every number, or tuple of them, of a value that may come from a size."""
    for i, operand in enumerate(value.operands):
        if is_number(operand) and not isinstance(operand, bool):
            yield i, operand
    for name, item in value.attributes:
        if name not in _NEVER_SIZED and not isinstance(item, (bool, str)) and item is not None:
            yield name, item


def _may_depend_on_sizes(trace, sizes):
    """Whether any number of the trace could come from the sizes, so that a second trace is needed."""
    expressions = [n for _, n in expressions_of_sizes(sizes)]
    possible = expressions + [m for n in sizes.values() for m in (n - 1, n + 1, n // 2, 2 * n)]
    degrees = {n - 1 for n in expressions if isinstance(n, int) and n > 1}

    def is_share(n):
        """Whether a number is far shorter to write times a size, as 0.1 / 64 is, or times one less than a
        product of sizes.
        """
        if not isinstance(n, float):
            return False
        length = len(repr(n))
        multiples = itertools.chain(sizes.values(), degrees if length > _LONG_NUMBER else ())
        return any(2 * len(f"{n * size:.12g}") < length for size in multiples)

    @functools.lru_cache(maxsize=None, typed=True)
    def is_size(n):
        return is_share(n) or any(is_same_number(n, m) for m in possible)

    def may_be(value, place, item):
        if (value.op, place) in _ALWAYS_SIZED or value.op in ("slice", "select"):
            return True
        numbers = [n for n in flatten_operands((item,)) if is_number(n)]
        counts = isinstance(place, str) and any(isinstance(n, int) and abs(n) > 1 for n in numbers)
        return counts or any(map(is_size, numbers))  # a padding, say, or the size after a convolution

    def is_pooled(value):
        """Whether an image is averaged as a whole: a pool to one place, which may be the size of another."""
        return value.op == "mean" and value.at["keepdim"] and isinstance(value.at["dim"], tuple)

    numbers = ((value, place, item) for value in trace.values for place, item in _numbers_of(value))
    return any(map(is_pooled, trace.values)) or any(may_be(*number) for number in numbers)


# ---- values in letters ----


def _symbolic_shape(value, item, others, tables, names):
    """A shape as letters and numbers.

    In a reshape the last part that follows from sizes is -1; where none is known to, the largest that is no
    letter.

    Args:
        names: {size: letter} of letters that may be read by equality.
    """
    source = list(value.operands[0].shape) if value.op == "reshape" else item
    left = {n: max(source.count(n), 1) for n in names}
    shape = []
    derived = []
    for i, numbers in enumerate(zip(item, *others)):
        first = numbers[0]
        word = None
        varies = len(set(numbers)) > 1
        if varies:
            word = express(numbers, tables)
        elif left.get(first, 0) > 0:
            word = names[first]
        left[first] = left.get(first, 0) - 1
        shape.append(first if word is None else word)
        if varies and word not in tables[0]:
            derived.append(i)

    if not derived:
        numbers = [i for i, n in enumerate(shape) if not isinstance(n, Word) and n != 1]
        derived = sorted(numbers, key=lambda i: shape[i])
    if value.op == "reshape" and derived:
        shape[derived[-1]] = -1
    return tuple(shape)


def _is_depthwise(value):
    """Whether a convolution has one group a channel, and more than one."""
    return value.op.startswith("conv") and value.at["groups"] == value.operands[0].shape[1] > 1


def has_default_scale(value: Value) -> bool:
    """Whether attention divides by the root of the width of a head, as it does by default."""
    scale = value.at["scale"]
    if scale is None:
        return True
    return is_number(scale) and math.isclose(scale, 1 / math.sqrt(value.operands[0].shape[-1]), rel_tol=1e-7)


def _sliced_size_first(value, twins, tables):
    """`tables` with the letter of the dimension that a slice takes a part of before all others."""
    if not twins or not value.op.startswith("slice"):
        return tables
    sliced = [v.operands[0].shape[v.at["dim"]] for v in (value, *twins)]
    order = sorted(tables[0], key=lambda letter: [table.get(letter) for table in tables] != sliced)
    return tuple({letter: table[letter] for letter in order if letter in table} for table in tables)


def with_each_number(items: tuple) -> tuple:
    """An attribute in each trace. Where one has a number for equal ones, as for the side of a square, and
    another a number each, the former has them each, too.
    """
    lengths = {len(item) for item in items if isinstance(item, tuple)}
    if len(lengths) != 1:
        return items
    (length,) = lengths
    return tuple(item if isinstance(item, tuple) else (item,) * length for item in items)


def _symbolic_numbers(items, tables):
    """A number, or tuples of them, in letters, from what it is in every trace."""
    item = items[0]
    if all(other == item for other in items):
        return item
    if isinstance(item, tuple):
        return tuple(_symbolic_numbers(numbers, tables) for numbers in zip(*items))
    return express(items, tables) or item


def _symbolic_item(value, place, items, tables, names):
    """A number, or tuple of them, of a value in letters, from what it is in every trace."""
    items = with_each_number(items)
    item, *others = items
    if isinstance(item, tuple):
        if place == "shape":
            return _symbolic_shape(value, item, others, tables, names)
        if any(len(other) != len(item) for other in others):
            return item
        return _symbolic_numbers(items, tables)
    if all(map(is_number, others)) and any(other != item for other in others):
        return express(items, tables) or item
    return names.get(item, item) if (value.op, place) in _ALWAYS_SIZED else item


def _items_of(value, twins):
    """(place, what is there in every trace) of the numbers of a value."""
    theirs = [dict(_numbers_of(twin)) for twin in twins]
    return [(place, (item, *(one.get(place, item) for one in theirs))) for place, item in _numbers_of(value)]


def _symbolic_line(value, twins, tables):
    """(operands, attributes) of a value, the numbers that come from sizes written as such.

    `twins` are the same value in other traces; without one, shapes alone are read, by equality.
    """
    sizes = tables[0]
    names = {
        n: letter for letter, n in reversed(sizes.items()) if all(table[letter] == n for table in tables)
    }
    tables = _sliced_size_first(value, twins, tables)
    replaced = {
        place: _symbolic_item(value, place, items, tables, names) for place, items in _items_of(value, twins)
    }
    attributes = dict(value.attributes)
    everywhere = (value, *twins)
    if all(map(_is_depthwise, everywhere)):
        channels = [v.operands[0].shape[1] for v in everywhere]
        n = channels[0]
        replaced["groups"] = names.get(n, n) if len(set(channels)) == 1 else express(channels, tables) or n
    if "scale" in attributes and value.op == "scaled_dot_product_attention":
        if all(map(has_default_scale, everywhere)):
            del attributes["scale"]
    operands = tuple(replaced.get(i, operand) for i, operand in enumerate(value.operands))
    return operands, tuple((name, replaced.get(name, item)) for name, item in attributes.items())


def _is_left(items, written):
    """Whether a number that is another one in another trace is still written as a number."""
    items = with_each_number(items)
    first = items[0]
    if isinstance(first, tuple) and all(isinstance(item, tuple) for item in items):
        places = written if isinstance(written, tuple) else (written,) * len(first)
        same_length = len({len(item) for item in items}) == 1
        return not same_length or any(map(_is_left, zip(*items), places))
    return any(item != first for item in items) and not isinstance(written, Word)


def _leaves_numbers(value, twins, line):
    """Whether numbers of a value that sizes decide have no letters in its line."""
    operands, attributes = line
    written = dict(enumerate(operands)) | dict(attributes)
    items = [(place, item) for place, item in _items_of(value, twins) if place in written]
    if value.op == "reshape":  # what it infers is no number
        shape = tuple(Word("inferred") if n == -1 else n for n in written["shape"])
        written["shape"] = shape
    return any(_is_left(item, written[place]) for place, item in items)


def letters_of_items(items: Iterable) -> set[str]:
    """The letters in attributes and operands."""
    words = (item for item in flatten_operands(items) if isinstance(item, Word))
    return {letter for word in words for letter in LETTER.findall(word)}


def letters_in_lines(lines: Iterable[tuple[tuple, tuple]]) -> set[str]:
    """The letters in [(operands, attributes), ...]."""
    return letters_of_items(
        part for operands, attributes in lines for part in (*operands, *(item for _, item in attributes))
    )


def size_letters(values: list[Value]) -> set[str]:
    """The letters in the operands and attributes of these values."""
    return letters_in_lines([(v.operands, v.attributes) for v in values])


def sizes_of_letters(trace: ConcreteTrace, parts: dict[Word, tuple]) -> dict[Word, int]:
    """{letter: its size in a trace}."""
    return {letter: trace.inputs[part[0][0]][0].shape[part[0][1]] for letter, part in parts.items()}


def _is_other_table(value, twin):
    """Whether a literal of several dimensions has other numbers in a second trace."""
    is_table = value.op == "tensor" and any(isinstance(item, tuple) for item in value.at["values"])
    return is_table and value.at["values"] != twin.at["values"]


def _changes_a_choice(value, twin):
    """Whether sizes decide a truth value in a line: a mask that is true everywhere, at some sizes."""
    return any(
        isinstance(item, bool) and dict(twin.attributes).get(name) is not item
        for name, item in value.attributes
    )


def symbolic_lines(
    trace: ConcreteTrace, parts: dict[Word, tuple], retracer: Retracer
) -> list[tuple[tuple, tuple]]:
    """(operands, attributes) of every value of a trace, in letters.

    Where sizes decide a number and no formula is found, the trace reads sizes.
    """
    sizes = sizes_of_letters(trace, parts)
    others = retracer.others(parts, sizes) if _may_depend_on_sizes(trace, sizes) else []
    trace.changes_elsewhere |= retracer.changes
    tables = (sizes, *(table for _, table in others))
    twins = list(zip(*(again.values for again, _ in others))) or [()] * len(trace.values)
    lines = [_symbolic_line(value, alike, tables) for value, alike in zip(trace.values, twins)]
    for value, alike, line in zip(trace.values, twins, lines):
        # What a table of numbers computes with sizes is guessed too often to be sure.
        trace.reads_sizes |= any(_is_other_table(value, twin) for twin in alike)
        trace.reads_sizes |= any(_changes_a_choice(value, twin) for twin in alike)
        trace.reads_sizes |= _leaves_numbers(value, alike, line)
    return lines
