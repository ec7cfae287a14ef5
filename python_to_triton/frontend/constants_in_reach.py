"""Sizes at which the constants of a graph show that lie beyond its small sizes.

`x[:, :224]` is all of x where the dimension has seven places, and so is `x[:, :22]`: an answer with the wrong
number passes. So there is a test case at sizes beyond such constants.
"""

import itertools
from collections.abc import Iterator

from python_to_triton.frontend.known_shapes import KnownShapes
from python_to_triton.frontend.sample_sizes import LARGEST_SMALL_ELEMENTS, passes_by_chance, small_sizes
from python_to_triton.frontend.values import Value

FURTHER = 3  # places beyond the constant
FEW = 2  # of the other letters, where all would be many elements
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")


def _counts_places(item):
    """Whether a value is computed of numbers that count up, and of no argument."""
    if not isinstance(item, Value):
        return True
    return item.op == "arange" or item.op != "argument" and all(map(_counts_places, item.operands))


def _reach(value: Value) -> int:
    """The constant of a value that shows only beyond so many places; 0 where it has none."""
    if value.op == "slice":
        start, end = (n if isinstance(n, int) else 0 for n in (value.at["start"], value.at["end"]))
        return max(-start, end)  # another start moves, and another end cuts, at any size
    if value.op in ("tril", "triu"):
        constants = [value.at["diagonal"]]
    elif value.op in COMPARISONS and all(map(_counts_places, value.operands)):
        constants = value.operands
    else:
        constants = []
    return max([abs(n) for n in constants if isinstance(n, int)], default=0)


def _hidden(at: KnownShapes) -> dict[int, int]:
    """{place of a value in the graph: what a size of it has to exceed} of the constants that do not show."""
    found = {}
    for place, value in enumerate(at.graph.values):
        reach = _reach(value)
        shape = at.known[id(value.operands[0] if value.op == "slice" else value)].shape if reach else ()
        sizes = shape[value.at["dim"] :][:1] if value.op == "slice" else shape
        if sizes and reach >= max(sizes):
            found[place] = reach
    return found


def _enlarged(letters: list[str], reach: int) -> Iterator[dict[str, int]]:
    """Sizes to try: a letter beyond `reach`; with it another at `reach`; and the others small."""
    yield from ({letter: reach + FURTHER} for letter in letters)
    pairs = [{one: reach + FURTHER, other: reach} for one, other in itertools.permutations(letters, 2)]
    yield from pairs
    yield from (dict.fromkeys(letters, FEW) | pair for pair in pairs)


def sizes_beyond_constants(graph, seed: int) -> list[dict[str, int]]:
    """[{letter: size}, ...] at which constants show that do not at `small_sizes`; each in one of them.

    graph: a frontend.graph.Graph. Of the letters the first is enlarged that lets a constant show, alone or
    with another one that is as long as what is left, within LARGEST_SMALL_ELEMENTS.

    Raises:
        GraphError: there are no small sizes.
    """
    first = KnownShapes.at(graph, small_sizes(graph, seed), passes_by_chance)
    if first is None:  # what looks like chance is meant
        return []
    found = []
    for place, reach in _hidden(first).items():
        larger = map(first.with_sizes, _enlarged(graph.letters, reach))
        shown = (
            at for at in larger if at and at.elements <= LARGEST_SMALL_ELEMENTS and place not in _hidden(at)
        )
        at = next(shown, None)
        if at and at.sizes not in found:
            found.append(at.sizes)
    return found
