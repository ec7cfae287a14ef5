"""The shapes of all values of a graph at some sizes, and what another size of one letter makes of them.

A whole network has hundreds of values, and each of its letters is tried at several sizes. Only the values
that a letter reaches are computed again, and of these only until a shape is what it was.
"""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import torch

from python_to_triton.frontend.values import Value, execute, flatten_operands
from python_to_triton.frontend.vocabulary import SHAPE_ERRORS, Word

# by_chance(value, known, single): whether sizes pass though no program means them; adds to `single`.
ByChance = Callable[[Value, dict[int, torch.Tensor], dict[int, set[int]]], bool]


class Readers:
    """Which values of a graph read a letter or another value, by their places in the order of the graph."""

    def __init__(self, graph):
        self.of_letter = defaultdict(list)
        self.of_value = defaultdict(list)
        for place, value in enumerate(graph.values):
            for letter in self._letters(value):
                self.of_letter[letter].append(place)
            for operand in value.inputs():
                self.of_value[id(operand)].append(place)

    @staticmethod
    def _letters(value):
        """The letters in a value's own operands and attributes, those of other values not counted."""
        items = flatten_operands((value.operands, *(item for _, item in value.attributes)))
        words = [item for item in items if isinstance(item, Word)]
        return {letter for word in words for letter in re.findall(r"\b[A-Z]+\b", word)}


def _layout(tensor):
    return tensor.dtype, tensor.shape, tensor.stride()


@dataclass(frozen=True, eq=False)
class KnownShapes:
    """What a graph's values are at sizes at which it computes.

    Attributes:
        graph: a frontend.graph.Graph.
        sizes: {letter: size}.
        known: {id of a Value: tensor without data}.
        single: {id of a Value: its dimensions that have one place by chance}.
        by_chance: tells values that compute by chance.
        readers: of the graph.
    """

    graph: object
    sizes: dict[str, int]
    known: dict[int, torch.Tensor]
    single: dict[int, set[int]]
    by_chance: ByChance
    readers: Readers

    @classmethod
    def at(cls, graph, sizes: dict[str, int], by_chance: ByChance) -> KnownShapes | None:
        """None where the graph does not compute at these sizes, or computes by chance."""
        nothing = cls(graph, {}, {}, {}, by_chance, Readers(graph))
        return nothing._at(sizes, graph.arguments, range(len(graph.values)))

    def with_sizes(self, changed: dict[str, int]) -> KnownShapes | None:
        """At other sizes of some letters; None where the graph does not compute there, or by chance."""
        arguments = [one for one in self.graph.arguments if not changed.keys().isdisjoint(one.dims)]
        places = {place for letter in changed for place in self.readers.of_letter[letter]}
        return self._at(self.sizes | changed, arguments, places)

    @property
    def elements(self) -> int:
        """Of all values together."""
        return sum(tensor.numel() for tensor in self.known.values())

    @property
    def computed_elements(self) -> int:
        """Of all values together that are no arguments."""
        return sum(self.known[id(value)].numel() for value in self.graph.values)

    def _at(self, sizes, arguments, places):
        """With these arguments anew, the values at these places, and all that follows from what changed."""
        known = dict(self.known)
        single = dict(self.single)
        inputs = dict(zip((one.name for one in self.graph.arguments), self.graph.inputs))
        waiting = set(places)
        try:
            for argument in arguments:
                value = inputs[argument.name]
                shape = [dim if isinstance(dim, int) else sizes[dim] for dim in argument.dims]
                known[id(value)] = torch.empty(shape, dtype=argument.dtype, device="meta")
                waiting |= set(self.readers.of_value[id(value)])
            order = sorted(waiting)
            while order:
                place = heapq.heappop(order)
                value = self.graph.values[place]
                known[id(value)] = execute(value, known, sizes, "meta")
                if known[id(value)].numel() == 0 or self.by_chance(value, known, single):
                    return None
                if self._differs(value, known, single):
                    for reader in self.readers.of_value[id(value)]:
                        if reader not in waiting:
                            waiting.add(reader)
                            heapq.heappush(order, reader)
        except SHAPE_ERRORS:
            return None
        return replace(self, sizes=sizes, known=known, single=single)

    def _differs(self, value, known, single):
        """Whether a value is not what it is here."""
        before = self.known.get(id(value))
        if before is None or single.get(id(value)) != self.single.get(id(value)):
            return True
        return _layout(before) != _layout(known[id(value)])


def shrunk(at: KnownShapes, choices: Callable[[str, int], Iterable[int]]) -> KnownShapes:
    """The same graph with one letter after the other at the first of its choices at which it computes.

    choices: (letter, its size) -> sizes to try.
    """
    for letter in at.graph.letters:
        tried = (at.with_sizes({letter: size}) for size in choices(letter, at.sizes[letter]))
        at = next(filter(None, tried), at)
    return at
