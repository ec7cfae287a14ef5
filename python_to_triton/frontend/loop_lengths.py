"""Lengths of loops: which are free, and programs whose loops are long.

That a length is free is shown by tracing again with one step more, and with twice as many and one. A program
that calls thousands of operators is traced with a short sequence instead of its own, and once more with its
own, which has to be the same loop.
"""

import itertools
import logging
from collections.abc import Iterator

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.concrete_trace import ConcreteTrace, trace_concretely
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.loops import LOOP_OPS, Loop
from python_to_triton.frontend.programs import Program, apply_to_tensors, collect_tensors
from python_to_triton.frontend.retracing import Retracer
from python_to_triton.frontend.second_construction import is_at_sizes
from python_to_triton.frontend.size_conditions import letters_of_inputs, places_of_letters
from python_to_triton.frontend.symbolic_values import letters_of_items

LOG = logging.getLogger(__name__)

# Calls of operators beyond which a shorter sequence is tried.
MOST_CALLS = 1500

# Calls of operators, about, of the longest sequence that is traced: some seconds.
PROOF_CALLS = 12_000

# {a length that is tried in its place: how many calls there may be}, the second for deep networks: primes,
# which few other sizes are.
SHORT = {11: MOST_CALLS, 5: 2 * MOST_CALLS}

# Sizes that may be the length of a long sequence.
_LEAST_LONG = 24


def fixed_lengths(graph: Graph, trace: ConcreteTrace, inputs: tuple, mode: FakeTensorMode) -> dict[str, int]:
    """{letter: size} of sizes that are lengths of loops and not free: the program is another one at others.

    Args:
        graph: in letters.
        trace: of which the graph was made, at the sizes of `inputs`.
        inputs: fake tensors of `mode`, and constants.
    """
    counts = [loop.steps for loop in graph.steps if isinstance(loop, Loop)]
    letters = letters_of_items(counts)
    places = places_of_letters(graph)
    free = letters_of_inputs(graph, places)
    retracer = Retracer(graph.source, trace, inputs, mode)

    def holds(letter, size):
        again = retracer.at(dict.fromkeys(places[letter], size))
        return again is not None and is_at_sizes(graph, again, graph.sizes | {letter: size})

    return {
        letter: n
        for letter, n in graph.sizes.items()
        if letter in letters and not (letter in free and holds(letter, n + 1) and holds(letter, 2 * n + 1))
    }


def _has_loops(trace):
    return any(value.op in LOOP_OPS for value in trace.values)


def _shortened(inputs: tuple, mode: FakeTensorMode) -> Iterator[tuple]:
    """(inputs with one of their sizes, wherever it is, as one of SHORT, the calls that there may be): the
    largest size first.
    """
    sizes = {n for x in collect_tensors(inputs) for n in x.shape if n >= _LEAST_LONG}
    for size, short in itertools.product(sorted(sizes, reverse=True), SHORT):

        def resized(x, size=size, short=short):
            return torch.empty([short if n == size else n for n in x.shape], dtype=x.dtype)

        with mode:
            yield apply_to_tensors(resized, inputs), SHORT[short]


def with_short_loops(
    program: Program, inputs: tuple, mode: FakeTensorMode
) -> tuple[ConcreteTrace, tuple] | None:
    """(a trace, its inputs) with a short sequence, where the program loops over one; else None.

    Args:
        inputs: fake tensors of `mode`, and constants, for which the program calls many operators.
    """
    for short, most_calls in _shortened(inputs, mode):
        try:
            made = trace_concretely(program, short, mode, note_reads=True, most_calls=most_calls)
        except TimeoutError:  # a limit of the caller, no reason of the program
            raise
        except Exception as error:  # the program's own reasons not to run at these sizes
            LOG.debug("not with a shorter sequence: %s", error)
            continue
        if _has_loops(made):
            return made, short
    return None


def make_long(graph: Graph, trace: ConcreteTrace, inputs: tuple, long: tuple, mode: FakeTensorMode) -> bool:
    """Gives a graph that was traced with a short sequence, `inputs`, the sizes of its own, `long`.

    Whether the program is the same there; else nothing has changed.
    """
    places = places_of_letters(graph)
    pairs = list(zip(collect_tensors(inputs), collect_tensors(long), strict=True))
    changed, short = {}, 0
    for i, (x, y) in enumerate(pairs):
        for d, (n, m) in enumerate(zip(x.shape, y.shape)):
            if n != m:
                changed[i, d], short = m, n
    named = {letter: {changed.get(place) for place in found} for letter, found in places.items()}
    sizes = {letter: found.pop() for letter, found in named.items() if found != {None}}
    lettered = {place for letter in sizes for place in places[letter]}
    is_free = lettered == set(changed) and not sizes.keys() & graph.source.conditions.sizes.keys()
    most = short * PROOF_CALLS // trace.calls
    tried = {place: min(m, most) for place, m in changed.items()}
    again = is_free and Retracer(graph.source, trace, inputs, mode).at(tried)
    proof = {letter: min(m, most) for letter, m in sizes.items()}
    if not again or not is_at_sizes(graph, again, graph.sizes | proof):
        return False
    graph.sizes.update(sizes)
    graph.source.inputs = inputs
    return True
