"""From numbers to letters: which sizes of a trace can vary, and which numbers of the program come from them.

A letter is a size that can vary on its own. Numbers that come from sizes (x.shape[-1] ** -0.5, the target of
a view) are found by tracing the program again at other sizes: a number that was 8 for (8, 64) and is 16 for
(16, 192) is the first size. Sizes that are equal in the example but need not be (a square image, as many
channels as rows) are distinguished by computing the graph, without data, with one of them changed.

A position is (argument, dimension); `parts` is {letter: positions that have this size}.
"""

import collections
import functools
import heapq
import itertools
import logging
import math
import re
from collections.abc import Iterable, Sequence

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.concrete_trace import ConcreteTrace, trace_concretely
from python_to_triton.frontend.fake_tensors import fake_tensor
from python_to_triton.frontend.graph import Argument, Graph
from python_to_triton.frontend.matching_graphs import dims_of_one, paired_values
from python_to_triton.frontend.normal_forms import plain
from python_to_triton.frontend.programs import Program, apply_to_tensors
from python_to_triton.frontend.sample_sizes import computes_by_chance, labels_exceed_classes
from python_to_triton.frontend.values import Value, execute, flatten_operands, format_number, is_number
from python_to_triton.frontend.vocabulary import DTYPES, LETTERS, OPS, SHAPE_ERRORS, Word

LOG = logging.getLogger(__name__)

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

# What a loop over a size takes of its tensor.
_LOOP_VIEWS = {"select", "slice", "chunk"}

# Small numbers that are multiplied with a size.
_SLOPES = (2, 3, 4)

# Characters of a number that nobody writes by hand.
_LONG_NUMBER = 12

# Factors by which sizes grow for the second trace: no two letters by the same.
_PRIMES = (2, 3, 5, 7, 11, 13)

# And for the third, which shows that a formula did not hold by chance, and how a half of an odd size is
# rounded: many times as large first, where a fifteenth and a sixteenth differ.
_LARGE_PRIMES = (61, 67, 71, 73, 79, 83)
_MIDDLE_PRIMES = (17, 19, 23, 29, 31, 37)
_OTHER_PRIMES = (5, 2, 7, 3, 13, 11)

# Traces at other sizes that are kept: several questions ask for the same ones.
_MOST_KEPT = 3

# By how much a size may be less, besides a step, before a window takes steps over it.
_MOST_LOST = 8

_LETTER = re.compile(r"\b[A-Z]\w*")


# ---- expressions of sizes ----


def _expressions(sizes):
    """(text, value) of what a program may compute from sizes, simplest first."""
    for name, n in sizes.items():
        yield name, n
    for name, n in sizes.items():
        yield f"sqrt({name})", math.sqrt(n)
        yield f"1/sqrt({name})", 1 / math.sqrt(n)
        yield f"1/{name}", 1 / n
    distinct = [itertools.combinations(sizes, count) for count in (2, 3, 4)]
    repeated = [itertools.combinations_with_replacement(sizes, count) for count in (2, 3)]
    for names in dict.fromkeys(itertools.chain(*distinct, *repeated)):  # height and width may be one letter
        n = math.prod(sizes[name] for name in names)
        yield "*".join(names), n
        yield f"1/({'*'.join(names)})", 1 / n


def _is_equal(a, b):
    """Equal integers, or floats that differ by rounding alone."""
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return is_number(b) and math.isclose(a, b, rel_tol=1e-13)


def _express_rounded(text, numbers, values):
    """An integer as a part of a size, rounded: `A//2`, `(A+1)//2`, `(A-3)//4`. So windows that take steps
    have it.
    """
    largest, number = max(zip(values, numbers))
    if number < 1 or 2 * largest < 3 * number:  # a share of 1 would be a difference
        return None
    ratio = largest / number
    for share in sorted((math.floor(ratio), math.ceil(ratio)), key=lambda n: abs(n - ratio)):
        for more in sorted(range(-share - _MOST_LOST, 2 * share + 1), key=abs):
            if share > 1 and all((b + more) // share == n for n, b in zip(numbers, values)):
                return Word(f"({text}{more:+d})//{share}" if more else f"{text}//{share}")
    return None


def _express_by(text, numbers, values):
    """`express` by one expression, which has these values, and a number."""
    first, a = numbers[0], values[0]
    if not (isinstance(first, int) and isinstance(a, int)):
        if all(numbers) and all(_is_equal(first / a, n / b) for n, b in zip(numbers, values)):
            return Word(f"{format_number(float(f'{first / a:.12g}'))}*{text}")
        return None

    share = a // first if first and a >= 2 * first else 0
    is_share = share and all(b // share == n for n, b in zip(numbers, values))
    if "*" in text:  # what a product leaves when it is divided is too much to guess
        is_share = is_share and not any(b % share for b in values)
    # Where both fit, a half of 52 and of 51 is meant rather than 26 less.
    if all(n - b == first - a for n, b in zip(numbers, values)) and not (is_share and a - first > 8):
        return Word(f"{text}{first - a:+d}")
    if is_share:
        return Word(f"{text}//{share}")
    if first % a == 0 and all(n == b * (first // a) for n, b in zip(numbers, values)):
        return Word(f"{first // a}*{text}")
    return None


def _express_by_sum(numbers, tables):
    """An integer as two sizes together, or as one size times a small number and another number: `A+B`,
    `2*A-3`, `64-A`.
    """
    sizes, other = tables[:2]
    first, second = numbers[:2]
    for one, two in itertools.combinations(sizes, 2):
        for more in (0, -1):
            if all(table[one] + table[two] + more == n for n, table in zip(numbers, tables)):
                return Word(f"{one}+{two}" + (f"{more:+d}" if more else ""))
    found = []
    for letter, a in sizes.items():
        slope, rest = divmod(first - second, a - other[letter]) if a != other[letter] else (0, 0)
        if rest or slope not in (-1, *_SLOPES):
            continue
        more = first - slope * a
        if all(slope * table[letter] + more == n for n, table in zip(numbers, tables)):
            text = f"{more}-{letter}" if slope < 0 else f"{slope}*{letter}{more:+d}"
            found.append((abs(more), text))
    return Word(min(found, key=lambda one: one[0])[1]) if found else None


def _express_by_degrees_of_freedom(numbers, candidates):
    """A float as a number divided by one less than a size, as an unbiased variance has it: `2/(A-1)`; or as
    the quotient of both: `A/(A-1)`, `(A-1)/A`.
    """
    first = numbers[0]
    for text, values in candidates:
        a = values[0]
        if not isinstance(a, int) or min(values) < 2:
            continue
        pairs = list(zip(numbers, values))
        if all(_is_equal(n, b / (b - 1)) for n, b in pairs):
            return Word(f"{text}/({text}-1)")
        if all(_is_equal(n, (b - 1) / b) for n, b in pairs):
            return Word(f"({text}-1)/({text})" if "*" in text else f"({text}-1)/{text}")
        if all(_is_equal(first * (a - 1), n * (b - 1)) for n, b in pairs):
            return Word(f"{format_number(plain(first * (a - 1)))}/({text}-1)")
    return None


@functools.lru_cache(maxsize=1024, typed=True)  # like layers have like numbers
def _expressed(numbers, items):
    """`express` with tables that are given as ((letter, size), ...)."""
    tables = tuple(map(dict, items))
    rows = zip(*map(_expressions, tables))
    candidates = [(row[0][0], tuple(value for _, value in row)) for row in rows]
    for text, values in candidates:
        if all(map(_is_equal, numbers, values)):
            return Word(text)
    words = (_express_by(text, numbers, values) for text, values in candidates)
    word = next((word for word in words if word is not None), None)
    if word is not None:
        return word
    if not all(isinstance(number, int) for number in numbers):
        return _express_by_degrees_of_freedom(numbers, candidates)
    of_letters = [(text, values) for text, values in candidates if text in tables[0]]
    rounded = (_express_rounded(text, numbers, values) for text, values in of_letters if len(tables) > 2)
    return next((word for word in rounded if word is not None), None) or _express_by_sum(numbers, tables)


def express(numbers: Sequence[int | float], tables: Sequence[dict[str, int]]) -> Word | None:
    """A number as a Word; None where no formula is found.

    Args:
        numbers: what it is in each of two traces or more.
        tables: {letter: size} of each trace, with the same letters.
    """
    return _expressed(tuple(numbers), tuple(tuple(table.items()) for table in tables))


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
    expressions = [n for _, n in _expressions(sizes)]
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
        return is_share(n) or any(_is_equal(n, m) for m in possible)

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


# ---- tracing at other sizes ----


def _operator(value):
    """What a value computes, its numbers aside."""
    return value.op, dict(value.attributes).get("call")


def _operand_places(trace):
    """For each value, the places of its operands: arguments from -1 down."""
    places = {id(value): -1 - i for i, (value, _) in enumerate(trace.inputs)}
    places |= {id(value): i for i, value in enumerate(trace.values)}
    return [[places[id(operand)] for operand in value.inputs()] for value in trace.values]


def _is_other_part(value, twin):
    """Whether two values take other parts: so they do where alike operands have changed places."""
    return value.op in ("select", "roll", "chunk") and value.attributes != twin.attributes


def _twins(trace, again):
    """The values of a second trace that are those of the first, in its order.

    A number can change the order of a commutative operation's operands, and so that of the values: then they
    are matched from the outputs down.
    """
    same_places = _operand_places(trace) == _operand_places(again)
    same_dims = list(map(dims_of_one, trace.values)) == list(map(dims_of_one, again.values))
    if same_places and same_dims and not any(map(_is_other_part, trace.values, again.values)):
        return again.values
    sides = ([v for v, _ in one.inputs] for one in (trace, again))
    first, second = ((inputs, one.values, one.outputs) for inputs, one in zip(sides, (trace, again)))
    paired = paired_values(*first, *second)
    return again.values if paired is None else [paired[id(value)] for value in trace.values]


class Retracer:
    """Traces a program again, at other sizes of its inputs."""

    def __init__(self, program: Program, trace: ConcreteTrace, inputs: tuple, mode: FakeTensorMode):
        self.program = program
        self.trace = trace
        self.inputs = inputs
        self.mode = mode
        self.different = None  # the trace at the sizes last tried, where the program ran and was another one
        self.changes = False  # whether it was another one at sizes that `others` has tried
        self._kept = {}  # {what was changed: (what `at` gave, `different`)}, the last few

    def at(self, changed: dict[tuple[int, int], int]) -> ConcreteTrace | None:
        """The trace with the sizes at these positions changed; None where the program is another there.

        Its values are in the order of those that they are in the trace.
        """
        key = frozenset(changed.items())
        if key not in self._kept:
            while len(self._kept) >= _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            made = self._traced_at(changed)
            self._kept[key] = made, self.different
        made, self.different = self._kept[key]
        return made

    def _traced_at(self, changed):
        """`at`, of sizes that were not tried of late."""
        self.different = None
        index = {id(value.meta): i for i, (value, _) in enumerate(self.trace.inputs)}

        def resized(x):
            shape = [changed.get((index[id(x)], d), n) for d, n in enumerate(x.shape)]
            return fake_tensor(self.mode, shape, x.dtype)

        try:
            inputs = apply_to_tensors(resized, self.inputs)
            again = trace_concretely(self.program, inputs, self.mode)
        except TimeoutError:  # a limit of the caller, no reason of the program
            raise
        except Exception as error:  # the program's own reasons not to run at these sizes, which are not free
            LOG.debug("not at %s: %s", changed, error)
            return None
        values = _twins(self.trace, again)
        if list(map(_operator, values)) != list(map(_operator, self.trace.values)):
            self.different = again
            return None
        again.values = values
        known = {id(v): v.meta for v in (*(v for v, _ in again.inputs), *again.values)}
        return None if any(labels_exceed_classes(v, known) for v in again.values) else again

    def free(self, parts: dict) -> list[Word]:
        """Letters of sizes that only inputs have: a parameter's size cannot be changed."""
        return [letter for letter, part in parts.items() if not any(self.trace.inputs[i][1] for i, _ in part)]

    def elsewhere(self, parts: dict, sizes: dict) -> tuple[ConcreteTrace | None, dict]:
        """(a trace, its sizes) with as many sizes changed as can be; (None, {}) where none can."""
        letters = self.free(parts)
        grown = {letter: sizes[letter] * prime for letter, prime in zip(letters, itertools.cycle(_PRIMES))}
        again = letters and self.at({p: n for letter, n in grown.items() for p in parts[letter]})
        if again:
            return again, {**sizes, **grown}

        # Not all together: each by itself, then those together that can vary.
        chosen = {}
        for letter in letters:
            tried = (grown[letter], *self._other_sizes(sizes[letter]))
            chosen[letter] = next((n for n in tried if self.at(dict.fromkeys(parts[letter], n))), None)
            self.changes |= chosen[letter] is None and self.different is not None
        chosen = {letter: n for letter, n in chosen.items() if n}
        other = sizes | chosen
        again = other != sizes and self.at({p: n for letter, n in chosen.items() for p in parts[letter]})
        return (again, other) if again else (None, {})

    def others(self, parts: dict, sizes: dict) -> list[tuple[ConcreteTrace, dict]]:
        """[(a trace, its sizes), ...], two where there are: `elsewhere`, and with the same sizes changed
        otherwise: odd ones to even ones and even to odd, where the program has these.
        """
        again, changed = self.elsewhere(parts, sizes)
        if again is None:
            return []
        letters = [letter for letter in sizes if changed[letter] != sizes[letter]]

        def times(primes):
            return {n: sizes[n] * prime for n, prime in zip(letters, itertools.cycle(primes))}

        def of_other_parity(grown):
            return {letter: n + ((n - sizes[letter]) % 2 == 0) for letter, n in grown.items()}

        large = (of_other_parity(times(primes)) for primes in (_LARGE_PRIMES, _MIDDLE_PRIMES))
        grown = times(_OTHER_PRIMES)
        odd = of_other_parity(grown)
        each = (grown | {letter: n} for letter, n in odd.items() if len(odd) > 1)
        smaller = ({n: max(2, sizes[n] // 2) for n in letters}, {n: max(2, sizes[n] - 2) for n in letters})
        for tried in (*large, odd, *each, grown, *smaller):
            third = self.at({p: n for letter, n in tried.items() for p in parts[letter]})
            if third is not None:
                return [(again, changed), (third, {**sizes, **tried})]
            self.changes |= self.different is not None
        return [(again, changed)]

    @staticmethod
    def _other_sizes(n):
        """Other sizes to try for one: larger, and smaller where the program has a largest."""
        return [m for m in (2 * n, 3 * n, n - 1, n // 2) if m > 1]


# ---- values written in letters ----
#
# An item is what a value has in the first trace, `others` what it has in the others; `tables` are the
# {letter: size} of all.


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
    return {letter for word in words for letter in _LETTER.findall(word)}


def _letters_in(lines):
    """The letters in [(operands, attributes), ...]."""
    return letters_of_items(
        part for operands, attributes in lines for part in (*operands, *(item for _, item in attributes))
    )


def size_letters(values: list[Value]) -> set[str]:
    """The letters in the operands and attributes of these values."""
    return _letters_in([(v.operands, v.attributes) for v in values])


def _sizes_of(trace, parts):
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


def _symbolic_lines(trace, parts, retracer):
    """(operands, attributes) of every value of a trace, in letters.

    Where sizes decide a number and no formula is found, the trace reads sizes.
    """
    sizes = _sizes_of(trace, parts)
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


# ---- which sizes vary on their own ----


class _ChangedSizes:
    """Computes a trace, without data, with some sizes of its inputs changed.

    Only what then has another shape is computed again: a network of many layers has many parameters, and each
    reaches a few values.
    """

    def __init__(self, trace: ConcreteTrace, sizes: dict[str, int]):
        """sizes: {letter: size} of the letters in which the trace is written."""
        self.trace = trace
        self.sizes = sizes
        self.readers = collections.defaultdict(list)  # id of a value -> places of those that read it
        self.known = {id(value): self._tensor(value, value.shape) for value, _ in trace.inputs}
        self.single = {}
        self.failing = set()  # places of values that do not compute at the trace's own sizes
        for place, value in enumerate(trace.values):
            for operand in value.inputs():
                self.readers[id(operand)].append(place)
            if not self._computes(value, self.known, self.single):
                self.failing.add(place)
                self.known[id(value)] = self._tensor(value, value.shape)
                self.single.setdefault(id(value), set())

    @staticmethod
    def _tensor(value, shape):
        return torch.empty(shape, dtype=value.dtype, device="meta")

    def _computes(self, value, known, single):
        """Whether a value computes, and not by chance: then its tensor is added to `known`."""
        try:
            known[id(value)] = execute(value, known, self.sizes, "meta")
            return not computes_by_chance(value, known, single)
        except SHAPE_ERRORS:
            return False

    def _same_as_before(self, value, known, single):
        tensors = known[id(value)], self.known[id(value)]
        layouts = [(tensor.shape, tensor.stride(), tensor.dtype) for tensor in tensors]
        return layouts[0] == layouts[1] and single[id(value)] == self.single[id(value)]

    def computes(self, changed: dict[tuple[int, int], int]) -> bool:
        """Whether the trace computes with the sizes at these positions changed, and not by chance."""
        known = collections.ChainMap({}, self.known)
        single = collections.ChainMap({}, self.single)
        places = []  # of what is to be computed again, a heap
        for i in {i for i, _ in changed}:
            value, _ = self.trace.inputs[i]
            shape = [changed.get((i, d), n) for d, n in enumerate(value.shape)]
            known[id(value)] = self._tensor(value, shape)
            places += self.readers[id(value)]
        heapq.heapify(places)
        done = set()
        while places:
            place = heapq.heappop(places)
            if place in done:
                continue
            done.add(place)
            value = self.trace.values[place]
            if not self._computes(value, known, single):
                return False
            if not self._same_as_before(value, known, single):
                for reader in self.readers[id(value)]:
                    heapq.heappush(places, reader)
        return self.failing <= done


def _smallest_part(group, holds):
    """The smallest part of `group`, its first position in it, for which `holds`; all after a long search."""
    for count in range(min(len(group) - 1, 4) if len(group) <= 12 else 0):
        for others in itertools.islice(itertools.combinations(group[1:], count), 30):
            if holds((group[0], *others)):
                return (group[0], *others)
    return tuple(group)


def _split(parts, letters, holds):
    """`parts` with each of these letters cut into its smallest parts that vary on their own."""
    result = {}
    for letter, group in parts.items():
        while group:
            part = _smallest_part(group, holds) if letter in letters else group
            group = tuple(p for p in group if p not in part)
            result[Word(f"{letter}_{len(group)}") if group else letter] = part
    return result


def _apart_from_parameters(parts, trace, retracer):
    """`parts` with letters of their own for the inputs' sizes that equal those of parameters by chance."""

    def loop_steps(made):
        return sum(v.op in _LOOP_VIEWS for v in made.values)

    def varies(part, n):
        """Whether the program runs with 2n there instead of n, as it is or with n more steps of a loop."""
        if retracer.at(dict.fromkeys(part, 2 * n)):
            return True
        different = retracer.different
        return different is not None and loop_steps(different) >= loop_steps(trace) + n

    result = {}
    for letter, group in parts.items():
        of_inputs = tuple(p for p in group if not trace.inputs[p[0]][1])
        of_parameters = tuple(p for p in group if p not in of_inputs)
        n = trace.inputs[group[0][0]][0].shape[group[0][1]]
        count = 0
        while of_inputs and of_parameters:
            part = _smallest_part(of_inputs, lambda part: varies(part, n))
            if len(part) == len(of_inputs) and not varies(part, n):
                break
            count += 1
            of_inputs = tuple(p for p in of_inputs if p not in part)
            result[Word(f"{letter}i{count}")] = part
        if of_parameters + of_inputs:
            result[letter] = tuple(sorted(of_parameters + of_inputs))
    return result


def _is_unrolled(trace, parts, letter, retracer):
    """Whether the program is another one where an input has another size, as a loop over that size is. A part
    of a graph is another one only where what it slices is too short.
    """
    if retracer.program.is_part:
        return False
    if letter not in retracer.free(parts) or not any(v.op in _LOOP_VIEWS for v in trace.values):
        return False
    n = _sizes_of(trace, parts)[letter]
    return not retracer.at({p: 2 * n for p in parts[letter]}) and retracer.different is not None


def _find_letters(trace, retracer):
    """Writes the trace's values in letters and returns `parts`."""
    size_at = {
        (i, d): n for i, (value, _) in enumerate(trace.inputs) for d, n in enumerate(value.shape) if n > 1
    }
    by_size = {n: tuple(p for p, m in size_at.items() if m == n) for n in dict.fromkeys(size_at.values())}
    parts = _apart_from_parameters({Word(f"S{n}"): group for n, group in by_size.items()}, trace, retracer)
    parts = {
        letter: part for letter, part in parts.items() if not _is_unrolled(trace, parts, letter, retracer)
    }
    lines = _symbolic_lines(trace, parts, retracer)

    # Letters of several positions that the lines name too: only the program shows which position is meant.
    shared = {letter for letter, part in parts.items() if len(part) > 1}
    ambiguous = shared & _letters_in(lines) & set(retracer.free(parts))
    if ambiguous:
        before = len(parts)
        parts = _split(parts, ambiguous, lambda part: retracer.at({p: 2 * size_at[p] for p in part}))
        lines = lines if len(parts) == before else _symbolic_lines(trace, parts, retracer)
    for value, (operands, attributes) in zip(trace.values, lines):
        value.operands = operands
        value.attributes = attributes

    # For the other letters the graph is enough. Groups of channels may only double, a window may only grow by
    # one.
    changed = _ChangedSizes(trace, _sizes_of(trace, parts))
    # What has one place here is squeezed, or pooled as a whole, and elsewhere it is not.
    trace.reads_sizes |= any(changed.single.values())
    heavy = any(OPS[value.op].kind in ("heavy", "loss") for value in trace.values)

    def varies(part):
        n = size_at[part[0]]
        tried = (2 * n, n + 1) if heavy else (2 * n,)
        return any(changed.computes(dict.fromkeys(part, m)) for m in tried)

    return _split(parts, parts.keys() - _letters_in(lines), varies)


def symbolic_graph(trace: ConcreteTrace, program: Program, inputs: tuple, mode: FakeTensorMode) -> Graph:
    """The Graph of a trace: its sizes as letters.

    Args:
        trace: at the sizes of `inputs`; its values are changed.
        program: what was traced.
        inputs: fake tensors of `mode`, and constants.
    """
    parts = _find_letters(trace, Retracer(program, trace, inputs, mode))
    names = itertools.chain(LETTERS, (a + b for a in LETTERS for b in LETTERS))
    by_position = sorted(parts.items(), key=lambda item: item[1])
    final = {letter: Word(name) for (letter, _), name in zip(by_position, names)}
    sizes = {final[letter]: n for letter, n in _sizes_of(trace, parts).items()}

    def renamed(item):
        if isinstance(item, tuple):
            return tuple(map(renamed, item))
        if not isinstance(item, Word) or item in DTYPES:
            return item
        return Word(_LETTER.sub(lambda m: final[m.group()], item))

    for value in trace.values:
        value.operands = renamed(value.operands)
        value.attributes = tuple((name, renamed(item)) for name, item in value.attributes)

    letter_at = {position: final[letter] for letter, part in parts.items() for position in part}
    arguments = []
    for i, (value, path) in enumerate(trace.inputs):
        value.name = f"a{i}"
        dims = tuple(letter_at.get((i, d), n) for d, n in enumerate(value.shape))
        arguments.append(Argument(value.name, value.dtype, dims, path))
    values = [value for value, _ in trace.inputs]
    return Graph(arguments, values, trace.outputs, trace.multiple, dict(sorted(sizes.items())), program)
