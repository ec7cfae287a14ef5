"""Two traces of one program side by side: which numbers of a graph differ from the other's.

Two graphs match where they are equal but for their numbers. A number changes the order in which the operands
of a commutative operation are written, so graphs are compared from their outputs down, and not line by line.
"""

import collections
from collections.abc import Sequence

from python_to_triton.frontend.values import Value, flatten_operands, is_number
from python_to_triton.frontend.vocabulary import COMMUTATIVE

Place = tuple[
    int, int | str
]  # (which of the first graph's values, the operand or attribute that is a number)


def _is_variable(item):
    """Whether an operand or an attribute is a number that another trace may have otherwise."""
    return is_number(item) and not isinstance(item, bool)


def dims_of_one(value: Value) -> tuple[bool, ...]:
    """Which dimensions of a value have one place: rows of positions, say, and not columns."""
    return tuple(n == 1 for n in value.shape)


def _shape_key(value, keys):
    """What a value is but for its numbers: equal for two values that may match."""

    def key(item):
        if isinstance(item, Value):
            return keys[id(item)]
        if isinstance(item, tuple):
            return tuple(map(key, item))
        return "number" if _is_variable(item) else repr(item)

    operands = [key(operand) for operand in value.operands]
    if value.op in COMMUTATIVE:
        operands.sort(key=repr)
    return value.op, tuple(operands), tuple((name, key(item)) for name, item in value.at.items())


def _keys(inputs, values, of_value=lambda value: ()):
    """({id of a value: a small number that equal keys share}, ...) needs one table for both graphs.

    of_value: what else has to be equal.
    """
    keys = {id(value): ("argument", place) for place, value in enumerate(inputs)}
    for value in values:
        keys[id(value)] = hash((_shape_key(value, keys), of_value(value)))
    return keys


def _numbers_below(value):
    """The numbers that a value is computed from, with how often each occurs in it and its operands."""
    counted = collections.Counter()
    for one in (value, *value.inputs()):
        items = (*flatten_operands(one.operands), *(item for _, item in one.attributes))
        counted.update(item for item in items if _is_variable(item))
    return counted


def _operand_pairs(first, second, keys, other_keys):
    """The operands of two values that may match, in pairs."""
    pairs = list(zip(first.operands, second.operands))
    both = [*first.operands, *second.operands]
    if first.op not in COMMUTATIVE or len(both) != 4 or not all(isinstance(v, Value) for v in both):
        return pairs
    a, b, c, d = both
    straight = keys[id(a)] == other_keys[id(c)] and keys[id(b)] == other_keys[id(d)]
    crossed = keys[id(a)] == other_keys[id(d)] and keys[id(b)] == other_keys[id(c)]
    if straight and crossed:  # the same but for numbers: those that did not change tell
        counts = [_numbers_below(v) for v in both]
        equal = [sum((counts[i] & counts[j]).values()) for i, j in ((0, 2), (1, 3), (0, 3), (1, 2))]
        straight = equal[0] + equal[1] >= equal[2] + equal[3]
    return pairs if straight else [(a, d), (b, c)]


def differing_numbers(
    inputs: Sequence[Value],
    values: Sequence[Value],
    outputs: Sequence[Value],
    other_inputs: Sequence[Value],
    other_values: Sequence[Value],
    other_outputs: Sequence[Value],
) -> dict[Place, tuple[float, float]] | None:
    """{place: (number here, number there)} of numbers that differ; None where the graphs do not match.

    Args:
        inputs, values, outputs: of one graph, the values in the order in which they are computed.
        other_inputs, other_values, other_outputs: of the other.
    """
    keys = _keys(inputs, values)
    other_keys = _keys(other_inputs, other_values)
    place_of = {id(value): place for place, value in enumerate(values)}
    found = {}
    seen = {}
    waiting = list(zip(outputs, other_outputs))
    if len(outputs) != len(other_outputs) or len(values) != len(other_values):
        return None

    def compare(value, where, item, other):
        """Whether two items may match; notes numbers that differ, and queues values."""
        if isinstance(item, Value) and isinstance(other, Value):
            waiting.append((item, other))
            return True
        if isinstance(item, tuple) and isinstance(other, tuple) and len(item) == len(other):
            return all(compare(value, None, *pair) for pair in zip(item, other))
        if _is_variable(item) and _is_variable(other):
            if item != other and where is not None:
                found[place_of[id(value)], where] = (item, other)
            return item == other or where is not None
        return not isinstance(item, Value) and not isinstance(other, Value) and repr(item) == repr(other)

    while waiting:
        first, second = waiting.pop()
        if keys[id(first)] != other_keys[id(second)]:
            return None
        if id(first) in seen:
            if seen[id(first)] is not second:
                return None
            continue
        seen[id(first)] = second
        if first.op == "argument":
            continue
        pairs = [
            *((i, *pair) for i, pair in enumerate(_operand_pairs(first, second, keys, other_keys))),
            *((name, item, second.at[name]) for name, item in first.at.items()),
        ]
        if not all(compare(first, where, item, other) for where, item, other in pairs):
            return None
    return found


def paired_values(
    inputs: Sequence[Value],
    values: Sequence[Value],
    outputs: Sequence[Value],
    other_inputs: Sequence[Value],
    other_values: Sequence[Value],
    other_outputs: Sequence[Value],
) -> dict[int, Value] | None:
    """{id of a value: the one that it is in the other graph}; None where the graphs do not match.

    Numbers in attributes may differ, as sizes do. Arguments: as for `differing_numbers`.
    """
    keys = _keys(inputs, values, dims_of_one)
    other_keys = _keys(other_inputs, other_values, dims_of_one)
    if len(outputs) != len(other_outputs) or len(values) != len(other_values):
        return None
    seen = {}
    waiting = list(zip(outputs, other_outputs))
    while waiting:
        first, second = waiting.pop()
        if keys[id(first)] != other_keys[id(second)] or seen.setdefault(id(first), second) is not second:
            return None
        if first.op == "argument":
            continue
        for item, other in _operand_pairs(first, second, keys, other_keys):
            several = isinstance(item, tuple) and isinstance(other, tuple)
            pairs = list(zip(item, other)) if several else [(item, other)]
            waiting += [(a, b) for a, b in pairs if isinstance(a, Value) and id(a) not in seen]
            if any(seen.get(id(a), b) is not b for a, b in pairs if isinstance(a, Value)):
                return None
    return seen
