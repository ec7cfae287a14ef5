"""A program traced again at other sizes of its inputs, its values matched with those of the first trace."""

import itertools
import logging

from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.concrete_trace import ConcreteTrace, trace_concretely
from python_to_triton.frontend.fake_tensors import fake_tensor
from python_to_triton.frontend.fourier_formulas import of_any_length
from python_to_triton.frontend.matching_graphs import dims_of_one, paired_values
from python_to_triton.frontend.programs import Program, apply_to_tensors
from python_to_triton.frontend.sample_sizes import labels_exceed_classes
from python_to_triton.frontend.vocabulary import Word

LOG = logging.getLogger(__name__)

# Factors by which sizes grow for the second trace: no two letters by the same.
_PRIMES = (2, 3, 5, 7, 11, 13)

# And for the third, which shows that a formula did not hold by chance, and how a half of an odd size is
# rounded: many times as large first, where a fifteenth and a sixteenth differ.
_LARGE_PRIMES = (61, 67, 71, 73, 79, 83)
_MIDDLE_PRIMES = (17, 19, 23, 29, 31, 37)
_OTHER_PRIMES = (5, 2, 7, 3, 13, 11)

# Traces at other sizes that are kept: several questions ask for the same ones.
_MOST_KEPT = 3


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
            with of_any_length():
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
        otherwise: odd ones to multiples of four and even to odd, where the program has these.
        """
        again, changed = self.elsewhere(parts, sizes)
        if again is None:
            return []
        letters = [letter for letter in sizes if changed[letter] != sizes[letter]]

        def times(primes):
            return {n: sizes[n] * prime for n, prime in zip(letters, itertools.cycle(primes))}

        def other_than(size, n):  # half of a half of what is no multiple of four is rounded
            return n + -n % 4 if size % 2 else n + (n % 2 == 0)

        def of_other_parity(grown):
            return {letter: other_than(sizes[letter], n) for letter, n in grown.items()}

        # Where a loop follows a size, it would have as many times as many steps.
        has_loop = again.calls > self.trace.calls
        primes_tried = () if has_loop else (_LARGE_PRIMES, _MIDDLE_PRIMES)
        large = (of_other_parity(times(primes)) for primes in primes_tried)
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
