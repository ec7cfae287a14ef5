"""symbolic_sizes."""

import itertools
import math
import re
import torch
from python_to_triton.frontend.builder import is_number
from python_to_triton.frontend.drafts import make_draft
from python_to_triton.frontend.graph import Argument, Graph
from python_to_triton.frontend.programs import mapped
from python_to_triton.frontend.samples import lenient, reads_beyond
from python_to_triton.frontend.values import execute, flat, number
from python_to_triton.frontend.vocabulary import DTYPES, LETTERS, LOG, OPS, REFUSALS, Word


FIXED = {
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
}  # never computed from sizes


SHAPES = {
    ("reshape", "shape"),
    ("full", "shape"),
    ("expand", "shape"),
    ("arange", "end"),
    ("eye", "n"),
    ("eye", "m"),
}


UNROLLED = {"select", "slice", "chunk"}  # what a loop over a size takes of its tensor


HEAD_SCALED = {"scaled_dot_product_attention"}


LETTER = re.compile(r"\b[A-Z]\w*")


def expressions(sizes):
    """(text, value) of what a program may compute from sizes, simplest first."""
    for name, n in sizes.items():
        yield name, n
    for name, n in sizes.items():
        yield from (
            (f"sqrt({name})", math.sqrt(n)),
            (f"1/sqrt({name})", 1 / math.sqrt(n)),
            (f"1/{name}", 1 / n),
        )
    groups = [itertools.combinations(sizes, count) for count in (2, 3, 4)] + [
        itertools.combinations_with_replacement(sizes, count) for count in (2, 3)
    ]
    for names in dict.fromkeys(itertools.chain(*groups)):  # height and width may be one letter
        n = math.prod(sizes[name] for name in names)
        yield from (("*".join(names), n), (f"1/({'*'.join(names)})", 1 / n))


def close(a, b):
    """Equal integers, or floats that differ by rounding alone."""
    return (
        a == b
        if isinstance(a, int) and isinstance(b, int)
        else is_number(b) and math.isclose(a, b, rel_tol=1e-13)
    )


def express(first, second, sizes, other):
    """A number that was `first` at `sizes` and `second` at `other`, as a Word; None where no expression is found."""
    pairs = [(text, a, b) for (text, a), (_, b) in zip(expressions(sizes), expressions(other))]
    for text, a, b in pairs:
        if close(first, a) and close(second, b):
            return Word(text)
    for text, a, b in pairs:
        share = (
            a // first if isinstance(first, int) and isinstance(a, int) and first and a >= 2 * first else 0
        )
        shared = share and (a // share, b // share) == (first, second)
        if not (isinstance(first, int) and isinstance(a, int)):
            if first and second and close(first / a, second / b):
                return Word(f"{number(round(first / a, 12))}*{text}")
        elif first - a == second - b and not (
            shared and a - first > 8
        ):  # half of 52 and of 51, rather than 26 less
            return Word(f"{text}{first - a:+d}")
        elif shared:
            return Word(f"{text}//{share}")
        elif first % a == 0 and second == b * (first // a):
            return Word(f"{first // a}*{text}")
    return None


def sized_items(value):
    """(place, item) of every number, or list of them, of a value that may come from a size."""
    for i, operand in enumerate(value.operands):
        if is_number(operand) and not isinstance(operand, bool):
            yield i, operand
    for name, item in value.attributes:
        if name not in FIXED and not isinstance(item, (bool, str)) and item is not None:
            yield name, item


def may_be_sized(draft, sizes):
    """Whether any number of the draft could come from the sizes, so that a second trace has to tell."""
    possible = [n for _, n in expressions(sizes)] + [
        m for n in sizes.values() for m in (n - 1, n + 1, n // 2, 2 * n)
    ]

    def is_share(n):
        """Whether a number is far shorter to write times a size, as 0.1 / 64 is."""
        return isinstance(n, float) and any(
            2 * len(f"{n * size:.12g}") < len(repr(n)) for size in sizes.values()
        )

    def may_be(value, place, item):
        numbers = [n for n in flat((item,)) if is_number(n)]
        return (
            (value.op, place) in SHAPES
            or value.op in ("slice", "select")
            or any(is_share(n) or any(close(n, m) for m in possible) for n in numbers)
        )

    return any(may_be(value, place, item) for value in draft.values for place, item in sized_items(value))


class Retracer:
    """Traces the program of a draft again, at other sizes of its inputs."""

    def __init__(self, program, draft, inputs, mode):
        self.program, self.draft, self.inputs, self.mode = program, draft, inputs, mode
        self.another = None  # the Draft at the sizes last tried, where the program ran and was another one

    def at(self, changed):
        """The Draft with these sizes {(argument, dimension): size} changed; None where the program is another there."""
        self.another = None
        index = {id(value.meta): i for i, (value, _) in enumerate(self.draft.inputs)}
        with self.mode:
            inputs = mapped(
                lambda x: torch.empty(
                    [changed.get((index[id(x)], d), n) for d, n in enumerate(x.shape)], dtype=x.dtype
                ),
                self.inputs,
            )
        try:
            again = make_draft(self.program, inputs, self.mode)
        except (
            Exception
        ) as error:  # the program's own reasons not to run at these sizes: then they are not free
            LOG.debug("not at %s: %s", changed, error)
            return None
        if [v.op for v in again.values] == [v.op for v in self.draft.values]:
            known = {id(v): v.meta for v in (*(v for v, _ in again.inputs), *again.values)}
            return None if any(reads_beyond(v, known) for v in again.values) else again
        self.another = again
        return None

    def free(self, parts):
        """Letters that stand on inputs only: a parameter's size is what it is."""
        return [letter for letter, part in parts.items() if not any(self.draft.inputs[i][1] for i, _ in part)]

    def elsewhere(self, parts, sizes):
        """(a Draft, its sizes) with as many sizes changed as can be; (None, {}) where none can."""

        def attempt(letters):
            other = {
                **sizes,
                **{
                    letter: sizes[letter] * prime
                    for letter, prime in zip(letters, itertools.cycle((2, 3, 5, 7, 11, 13)))
                },
            }
            return letters and self.at({p: other[letter] for letter in letters for p in parts[letter]}), other

        letters = self.free(parts)
        again, other = attempt(letters)
        if not again:
            tried = {
                letter: (sizes[letter] * prime, *self.others(sizes[letter]))
                for letter, prime in zip(letters, itertools.cycle((2, 3, 5, 7, 11, 13)))
            }
            chosen = {
                letter: next((n for n in tried[letter] if self.at(dict.fromkeys(parts[letter], n))), None)
                for letter in letters
            }
            other = sizes | {letter: n for letter, n in chosen.items() if n}
            again = other != sizes and self.at(
                {p: n for letter, n in chosen.items() if n for p in parts[letter]}
            )
        return (again, other) if again else (None, {})

    @staticmethod
    def others(n):
        """Other sizes to try for one: larger, and smaller where the program has a longest."""
        return [m for m in (2 * n, 3 * n, n - 1, n // 2) if m > 1]


def written_shape(value, items, others, sizes, other, names):
    """A shape as letters and numbers. In a reshape the last part that follows from sizes is -1, or where none is known to, the largest that is no letter.

    `others` is the same shape in the second trace; `names`, {size: letter}, are letters that may be read by equality.
    """
    source = list(value.operands[0].shape) if value.op == "reshape" else items
    left = {n: max(source.count(n), 1) for n in names}
    shape, derived = [], []
    for i, (first, second) in enumerate(zip(items, others)):
        word = (
            express(first, second, sizes, other)
            if first != second
            else names[first]
            if left.get(first, 0) > 0
            else None
        )
        left[first] = left.get(first, 0) - 1
        shape.append(first if word is None else word)
        if first != second and word not in sizes:
            derived.append(i)
    derived = derived or sorted(
        (i for i, n in enumerate(shape) if not isinstance(n, Word) and n != 1), key=lambda i: shape[i]
    )
    if value.op == "reshape" and derived:
        shape[derived[-1]] = -1
    return tuple(shape)


def is_depthwise(value):
    """Whether a convolution has one group a channel, and more than one."""
    return value.op.startswith("conv") and value.at["groups"] == value.operands[0].shape[1] > 1


def is_head_scale(value):
    """Whether attention divides by the root of the width of a head, as it does by default."""
    scale = value.at["scale"]
    return (
        scale is None
        or is_number(scale)
        and math.isclose(scale, 1 / math.sqrt(value.operands[0].shape[-1]), rel_tol=1e-7)
    )


def own_first(value, twin, sizes, other):
    """`sizes` and `other` with the letter of the dimension that a slice takes its part of before all others."""
    if twin is None or not value.op.startswith("slice"):
        return sizes, other
    own = tuple(v.operands[0].shape[v.at["dim"]] for v in (value, twin))
    order = sorted(sizes, key=lambda letter: (sizes[letter], other.get(letter)) != own)
    return tuple({letter: table[letter] for letter in order if letter in table} for table in (sizes, other))


def written(value, twin, sizes, other):
    """(operands, attributes) of a value, the numbers that come from sizes written as such.

    `twin` is the same value of a second trace, at the sizes `other`; without one, shapes alone are read, by equality.
    """
    names = {n: letter for letter, n in reversed(sizes.items()) if not other or other[letter] == n}
    twins, replaced = dict(sized_items(twin)) if twin is not None else {}, {}
    sizes, other = own_first(value, twin, sizes, other)
    for place, item in sized_items(value):
        second = twins.get(place, item)
        if isinstance(item, tuple):
            if place == "shape":
                replaced[place] = written_shape(value, item, second, sizes, other, names)
            elif item != second and len(item) == len(second):
                replaced[place] = tuple(
                    a if a == b else express(a, b, sizes, other) or a for a, b in zip(item, second)
                )
        elif is_number(second) and item != second:
            replaced[place] = express(item, second, sizes, other) or item
        elif (value.op, place) in SHAPES:
            replaced[place] = names.get(item, item)
    attributes = dict(value.attributes)
    if is_depthwise(value) and (twin is None or is_depthwise(twin)):
        n, m = (v.operands[0].shape[1] for v in (value, twin or value))
        replaced["groups"] = names.get(n, n) if n == m else express(n, m, sizes, other) or n
    if (
        "scale" in attributes
        and value.op in HEAD_SCALED
        and all(is_head_scale(v) for v in (value, twin or value))
    ):
        del attributes["scale"]
    operands = tuple(replaced.get(i, operand) for i, operand in enumerate(value.operands))
    return operands, tuple((name, replaced.get(name, item)) for name, item in attributes.items())


def letters_in(lines):
    """The letters that stand in operands and attributes."""
    items = flat(
        [part for operands, attributes in lines for part in (*operands, *(item for _, item in attributes))]
    )
    return {letter for item in items if isinstance(item, Word) for letter in LETTER.findall(item)}


def sizes_of(draft, parts):
    return {letter: draft.inputs[part[0][0]][0].shape[part[0][1]] for letter, part in parts.items()}


def write_lines(draft, parts, retracer):
    """(operands, attributes) of every value of a draft, in letters."""
    sizes = sizes_of(draft, parts)
    again, other = retracer.elsewhere(parts, sizes) if may_be_sized(draft, sizes) else (None, {})
    twins = again.values if again else itertools.repeat(None)
    return [written(value, twin, sizes, other) for value, twin in zip(draft.values, twins)]


def computes(draft, changed, sizes):
    """Whether the draft computes, without data, with these sizes {(argument, dimension): size} changed."""
    known = {
        id(v): torch.empty(
            [changed.get((i, d), n) for d, n in enumerate(v.shape)], dtype=v.dtype, device="meta"
        )
        for i, (v, _) in enumerate(draft.inputs)
    }
    try:
        for value in draft.values:
            known[id(value)] = execute(value, known, sizes, "meta")
            if lenient(value, known):
                return False
    except REFUSALS:
        return False
    return True


def smallest_part(group, holds):
    """The smallest part of `group` with its first position for which `holds`; all of it where that is too long a search."""
    for count in range(min(len(group) - 1, 4) if len(group) <= 12 else 0):
        for others in itertools.islice(itertools.combinations(group[1:], count), 30):
            if holds((group[0], *others)):
                return (group[0], *others)
    return tuple(group)


def split(parts, letters, holds):
    """`parts` ({letter: positions}) with each of these letters cut into its smallest parts that vary on their own."""
    result = {}
    for letter, group in parts.items():
        while group:
            part = smallest_part(group, holds) if letter in letters else group
            group = tuple(p for p in group if p not in part)
            result[Word(f"{letter}_{len(group)}") if group else letter] = part
    return result


def apart_from_parameters(parts, draft, retracer):
    """`parts` with the sizes of inputs that happen to be those of parameters, but need not be, in letters of their own."""

    def taken(made):
        return sum(v.op in UNROLLED for v in made.values)

    def varies(part, n):
        """Whether the program runs with the size 2n there instead of n: as the same program, or with n more steps of a loop."""
        return (
            retracer.at(dict.fromkeys(part, 2 * n))
            or retracer.another
            and taken(retracer.another) >= taken(draft) + n
        )

    result = {}
    for letter, group in parts.items():
        mine = tuple(p for p in group if not draft.inputs[p[0]][1])
        theirs = tuple(p for p in group if p not in mine)
        n = draft.inputs[group[0][0]][0].shape[group[0][1]]
        count = 0
        while mine and theirs:
            part = smallest_part(mine, lambda part: varies(part, n))
            if len(part) == len(mine) and not varies(part, n):
                break
            count, mine = count + 1, tuple(p for p in mine if p not in part)
            result[Word(f"{letter}i{count}")] = part
        result |= {letter: tuple(sorted(theirs + mine))} if theirs + mine else {}
    return result


def unrolled(draft, parts, letter, retracer):
    """Whether the program is another one where an input has another size, as a loop over that size is."""
    if letter not in retracer.free(parts) or not any(v.op in UNROLLED for v in draft.values):
        return False
    n = sizes_of(draft, parts)[letter]
    return not retracer.at({p: 2 * n for p in parts[letter]}) and retracer.another is not None


def find_letters(draft, retracer):
    """Writes the draft's values in letters; returns {letter: the positions (argument, dimension) that have this size}."""
    positions = [
        ((i, d), n) for i, (value, _) in enumerate(draft.inputs) for d, n in enumerate(value.shape) if n > 1
    ]
    by_size = {n: tuple(p for p, m in positions if m == n) for _, n in positions}
    parts = apart_from_parameters({Word(f"S{n}"): group for n, group in by_size.items()}, draft, retracer)
    parts = {letter: part for letter, part in parts.items() if not unrolled(draft, parts, letter, retracer)}
    positions = [(p, n) for p, n in positions if any(p in part for part in parts.values())]
    lines = write_lines(draft, parts, retracer)
    shared = {letter for letter, part in parts.items() if len(part) > 1}
    named = shared & letters_in(lines)
    if named & set(
        retracer.free(parts)
    ):  # these stand in the lines too: only the program can tell which is meant
        sizes = sizes_of(draft, parts)
        size = {p: n for p, n in positions}
        parts = split(
            parts, named & set(retracer.free(parts)), lambda part: retracer.at({p: 2 * size[p] for p in part})
        )
        lines = lines if len(parts) == len(sizes) else write_lines(draft, parts, retracer)
    for value, (operands, attributes) in zip(draft.values, lines):
        value.operands, value.attributes = operands, attributes
    sizes, size = sizes_of(draft, parts), dict(positions)
    heavy = any(OPS[value.op].kind in ("heavy", "loss") for value in draft.values)
    return split(
        parts,
        parts.keys() - letters_in(lines),
        lambda part: any(
            computes(draft, {p: n for p in part}, sizes)
            for n in (2 * size[part[0]], size[part[0]] + 1)[: 1 + heavy]
        ),
    )


def finish(draft, program, inputs, mode):
    """The Graph of a draft: sizes written as letters."""
    parts = find_letters(draft, Retracer(program, draft, inputs, mode))
    names = itertools.chain(LETTERS, (a + b for a in LETTERS for b in LETTERS))
    final = {
        letter: Word(name)
        for (letter, _), name in zip(sorted(parts.items(), key=lambda item: item[1]), names)
    }
    sizes = {final[letter]: n for letter, n in sizes_of(draft, parts).items()}

    def renamed(item):
        if isinstance(item, tuple):
            return tuple(map(renamed, item))
        return (
            Word(LETTER.sub(lambda m: final[m.group()], item))
            if isinstance(item, Word) and item not in DTYPES
            else item
        )

    for value in draft.values:
        value.operands = renamed(value.operands)
        value.attributes = tuple((name, renamed(item)) for name, item in value.attributes)
    where = {position: final[letter] for letter, part in parts.items() for position in part}
    arguments = []
    for i, (value, path) in enumerate(draft.inputs):
        value.name = f"a{i}"
        arguments.append(
            Argument(
                value.name, value.dtype, tuple(where.get((i, d), n) for d, n in enumerate(value.shape)), path
            )
        )
    return Graph(
        arguments,
        [v for v, _ in draft.inputs],
        draft.outputs,
        draft.multiple,
        dict(sorted(sizes.items())),
        program,
    )
