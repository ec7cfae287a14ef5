"""Size limits: which sizes a graph computes at, where equal letters alone do not say it.

Windows are no larger than what they move over, parts divide their whole, an index tensor is no larger than
what it gathers from. The limits of a letter are found by trial, as verification finds its own sizes: the
graph is computed without data at one size after the other.
"""

import functools
import itertools
import re
from dataclasses import dataclass

from python_to_triton.codegen.size_pairs import with_rules_of_pairs
from python_to_triton.frontend import OPS, Graph, flatten_operands, small_sizes
from python_to_triton.frontend.partition import distinct_sizes
from python_to_triton.frontend.sample_sizes import shapes_at
from python_to_triton.frontend.vocabulary import DTYPES, Word

# A size is tried up to this number, if not as far as the size of the trace.
_MOST_TRIED = 256

# Kinds of operations that compute at all sizes, the exceptions, and what is of another kind and does too.
_FREE_KINDS = {"pointwise", "reduction", "normalization", "loss", "factory"}
_LIMITED_OPS = {"glu", "kthvalue", "kthvalue_indices", "group_norm", "batch_norm", "instance_norm"}
_FREE_OPS = {
    "transpose",
    "permute",
    "unsqueeze",
    "squeeze",
    "expand",
    "flip",
    "roll",
    "cat",
    "stack",
    "tril",
    "triu",
    "embedding",
    "index_select",
    "one_hot",
    "linear",
    "matmul",
    "einsum",
    "scaled_dot_product_attention",
    "cumsum",
    "cumprod",
    "sort",
    "argsort",
}


@dataclass(frozen=True)
class SizeLimit:
    """A condition on one letter."""

    letter: str
    rule: str  # Python over letters: B % 4 == 0, H >= 7, C <= A


def _computes_numbers(value):
    """Whether an attribute is computed from sizes, as the end in x[:, :B - 1] is."""
    items = flatten_operands(item for _, item in value.attributes)
    words = [item for item in items if isinstance(item, Word) and item not in DTYPES]
    return any(not word.isalpha() for word in words)


def _may_limit(value):
    """Whether an operation computes at some sizes only."""
    if value.op in _LIMITED_OPS or _computes_numbers(value):
        return True
    return OPS[value.op].kind not in _FREE_KINDS and value.op not in _FREE_OPS


def _fixed_sizes(graph):
    return graph.source.conditions.sizes if graph.source else {}


def _slices_are_whole(graph, known):
    """Whether every slice is as long as it says: PyTorch shortens it where its tensor ends before."""
    for value in graph.values:
        if value.op == "slice":
            size = known[id(value.operands[0])].shape[value.at["dim"]]
            ends = [n for n in (value.at["start"], value.at["end"]) if isinstance(n, int)]
            if any(n > size or -n > size for n in ends):
                return False
    return True


def _computes(graph, sizes):
    known = shapes_at(graph, sizes)
    return known is not None and _slices_are_whole(graph, known)


class _Bases:
    """Sizes at which a graph computes: those of the trace, and others, found where they are needed."""

    def __init__(self, graph: Graph):
        self.graph = graph
        self.fixed = _fixed_sizes(graph)
        self.found = (size for find in self._finders() if (size := self._computing(find)))

    def _finders(self):
        return (
            lambda: self.graph.sizes,
            lambda: distinct_sizes(self.graph),
            lambda: small_sizes(self.graph, 0),
        )

    def _computing(self, find):
        sizes = find()
        sizes = sizes and sizes | self.fixed
        return sizes if sizes and _computes(self.graph, sizes) else None

    @functools.cached_property
    def first(self) -> dict[str, int] | None:
        """The sizes of the trace, where it has some."""
        return next(self.found, None)

    @functools.cached_property
    def every(self) -> list[dict[str, int]]:
        """The first and the others."""
        return [self.first, *self.found]


def _is_bounded_by(graph, letter, other, base):
    """Whether a letter computes up to the size that another has here, and at none of the next."""
    size = base[other]
    tried = {n: _computes(graph, base | {letter: n}) for n in range(max(1, size - 2), size + 9)}
    return all(computes == (n <= size) for n, computes in tried.items())


def _bounding_letter(graph, letter, others, bases):
    """Which of `others` a letter may not exceed; None where there is none."""
    if _computes(graph, bases.first | {letter: 2 * max(bases.first.values()) + 1}):
        return None
    for other in others:
        if other != letter and all(_is_bounded_by(graph, letter, other, base) for base in bases.every):
            return other
    return None


def _first_and_step(graph, letter, base):
    """(smallest size, distance to the next) of a letter, the others as in `base`; None if there are none."""
    passing = (n for n in range(1, max(_MOST_TRIED, base[letter])) if _computes(graph, base | {letter: n}))
    first = next(passing, None)
    second = next(passing, None)
    return (first, second - first) if second else None


def _relation(graph, letter, bases):
    """The rule `D == 3 * C` or `D == C * H` of a letter that has one size, the others given; "" for none."""
    fixed = _fixed_sizes(graph)
    others = [other for other in graph.letters if other != letter and other not in fixed]
    for other in others:
        for whole, part in ((other, letter), (letter, other)):
            factors = {base[whole] // base[part] for base in bases.every}
            exact = all(base[whole] % base[part] == 0 for base in bases.every)
            if exact and len(factors) == 1 and factors != {1}:
                return f"{whole} == {factors.pop()} * {part}"
    for one, two in itertools.combinations(others, 2):
        if all(base[letter] == base[one] * base[two] for base in bases.every):
            return f"{letter} == {one} * {two}"
    return ""


def _rules_of(letter, first, step):
    """The rules of a letter by itself, from its smallest size and the distance to the next."""
    rules = [f"{letter} % {step} == {first % step}"] if step > 1 else []
    return [*rules, f"{letter} >= {first}"] if first > step else rules


def _rules(graph, letters, bases):
    """[(letter, rule), ...] of these letters."""
    bounded = {letter: _bounding_letter(graph, letter, letters, bases) for letter in letters}
    found = {letter: _first_and_step(graph, letter, bases.first) for letter in letters}
    related = {letter: _relation(graph, letter, bases) for letter in letters if found[letter] is None}
    in_relation = set(re.findall(r"[A-Z]\w*", " ".join(related.values())))

    rules = []
    for letter in letters:
        if letter in related:
            rules.append((letter, related[letter] or f"{letter} == {bases.first[letter]}"))
        elif letter not in in_relation and letter not in bounded.values():  # else the other's rule is its own
            rules += [(letter, rule) for rule in _rules_of(letter, *found[letter])]
        if bounded[letter]:
            rules.append((letter, f"{letter} <= {bounded[letter]}"))
    return rules


def _per_dimension(number, rank):
    """A number of a window for each dimension."""
    return number if isinstance(number, (tuple, list)) else (number,) * rank


def _transposed_rules(graph):
    """[(letter, rule), ...] of transposed convolutions of arguments: their padding may leave nothing over."""
    fixed = _fixed_sizes(graph)
    dims = {id(value): argument.dims for value, argument in zip(graph.inputs, graph.arguments)}
    found = []
    for value in graph.values:
        operands = [dims.get(id(operand)) for operand in value.operands[:2]]
        if not value.op.startswith("conv_transpose") or None in operands:
            continue
        rank = len(operands[1]) - 2
        names = ("stride", "dilation", "padding", "output_padding")
        numbers = zip(*(_per_dimension(value.at[name], rank) for name in names))
        for size, window, (stride, dilation, padding, more) in zip(
            *(each[-rank:] for each in operands), numbers
        ):
            free = all(isinstance(one, str) and one not in fixed for one in (size, window))
            if free and 2 * padding > more:
                least = stride + dilation + 2 * padding - more
                found.append((size, f"{stride} * {size} + {dilation} * {window} >= {least}"))
    return found


@functools.lru_cache(maxsize=8)
def size_limits(graph: Graph) -> tuple[SizeLimit, ...]:
    """The limits of the sizes of a graph's inputs, in the order of its letters; none for most graphs.

    Sizes that parameters alone have are those that their constructor gave them.
    """
    if not any(map(_may_limit, graph.values)):
        return ()
    fixed = _fixed_sizes(graph)
    inputs = [argument for argument in graph.arguments if not argument.origin]
    letters = [
        letter
        for letter in graph.letters
        if letter not in fixed and any(letter in argument.dims for argument in inputs)
    ]
    bases = _Bases(graph)
    if not letters or bases.first is None:
        return ()
    found = _rules(graph, letters, bases) + _transposed_rules(graph)
    found = with_rules_of_pairs(lambda sizes: _computes(graph, sizes), letters, found, bases.first)
    rules = {rule: letter for letter, rule in reversed(found)}
    return tuple(SizeLimit(letter, rule) for rule, letter in reversed(rules.items()))
