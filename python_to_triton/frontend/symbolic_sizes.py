"""From numbers to letters: which sizes of a trace can vary, and which numbers of the program come from them.

A letter is a size that can vary on its own. Numbers that come from sizes (x.shape[-1] ** -0.5, the target of
a view) are found by tracing the program again at other sizes: a number that was 8 for (8, 64) and is 16 for
(16, 192) is the first size. Sizes that are equal in the example but need not be (a square image, as many
channels as rows) are distinguished by computing the graph, without data, with one of them changed.

A position is (argument, dimension); `parts` is {letter: positions that have this size}.
"""

import collections
import heapq
import itertools

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.concrete_trace import ConcreteTrace
from python_to_triton.frontend.graph import Argument, Graph
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.retracing import Retracer
from python_to_triton.frontend.sample_sizes import computes_by_chance
from python_to_triton.frontend.symbolic_values import (
    LETTER,
    letters_in_lines,
    sizes_of_letters,
    symbolic_lines,
)
from python_to_triton.frontend.values import execute
from python_to_triton.frontend.vocabulary import DTYPES, LETTERS, OPS, SHAPE_ERRORS, Word

# What a loop over a size takes of its tensor.
_LOOP_VIEWS = {"select", "slice", "chunk"}


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
    n = sizes_of_letters(trace, parts)[letter]
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
    lines = symbolic_lines(trace, parts, retracer)

    # Letters of several positions that the lines name too: only the program shows which position is meant.
    shared = {letter for letter, part in parts.items() if len(part) > 1}
    ambiguous = shared & letters_in_lines(lines) & set(retracer.free(parts))
    if ambiguous:
        before = len(parts)
        parts = _split(parts, ambiguous, lambda part: retracer.at({p: 2 * size_at[p] for p in part}))
        lines = lines if len(parts) == before else symbolic_lines(trace, parts, retracer)
    for value, (operands, attributes) in zip(trace.values, lines):
        value.operands = operands
        value.attributes = attributes

    # For the other letters the graph is enough. Groups of channels may only double, a window may only grow by
    # one.
    changed = _ChangedSizes(trace, sizes_of_letters(trace, parts))
    # What has one place here is squeezed, or pooled as a whole, and elsewhere it is not.
    trace.reads_sizes |= any(changed.single.values())
    heavy = any(OPS[value.op].kind in ("heavy", "loss") for value in trace.values)

    def varies(part):
        n = size_at[part[0]]
        tried = (2 * n, n + 1) if heavy else (2 * n,)
        return any(changed.computes(dict.fromkeys(part, m)) for m in tried)

    return _split(parts, parts.keys() - letters_in_lines(lines), varies)


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
    sizes = {final[letter]: n for letter, n in sizes_of_letters(trace, parts).items()}

    def renamed(item):
        if isinstance(item, tuple):
            return tuple(map(renamed, item))
        if not isinstance(item, Word) or item in DTYPES:
            return item
        return Word(LETTER.sub(lambda m: final[m.group()], item))

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
