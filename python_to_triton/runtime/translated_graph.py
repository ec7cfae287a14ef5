"""One graph of a program with the candidates of its regions, and what of it is left to PyTorch."""

import copy
import dataclasses
import re

from python_to_triton import codegen, frontend, verification
from python_to_triton.frontend import Graph, Region
from python_to_triton.runtime.candidates import RegionCandidates, sized_regions
from python_to_triton.runtime.futures import Waiting
from python_to_triton.runtime.left_to_pytorch import LeftPart, left_parts
from python_to_triton.runtime.number_judging import pass_numbers
from python_to_triton.runtime.pool import Judges

# Of a program that only writes its arguments in other shapes: its translation is the view, without a kernel.
VIEW_VERDICT = verification.Verdict(
    ok=True, reason="a view: nothing to compute", error=0.0, tolerance=0.0, launches=0, seconds=0.0
)


def statistics_alone(graph: Graph, parts: list[Region]) -> set[int]:
    """Which regions compute nothing but statistics that the module keeps of its inputs: no result of the
    program needs them.
    """
    effects = graph.source.conditions.effects
    returned = {int(number) for number in re.findall(r"results\[(\d+)\]", graph.source.template)}
    kept = {effect.output for effect in effects if effect.path.startswith("self.")} - returned
    if not kept or re.search(r"results(?!\[)", graph.source.template):
        return set()
    needed = set()
    queue = [value for place, value in enumerate(graph.outputs) if place not in kept]
    while queue:
        value = queue.pop()
        if id(value) not in needed:
            needed.add(id(value))
            queue += value.inputs()
    return {
        place for place, part in enumerate(parts) if not any(id(value) in needed for value in part.values)
    }


def names_sizes(graph: Graph) -> bool:
    """Whether a program says its sizes, by example inputs or in a comment; others are assumed."""
    return bool(graph.source.inputs is not None or graph.source.hints)


class TranslatedGraph:
    """A graph of a program, and its regions with their candidates."""

    def __init__(self, graph: Graph, known: dict[tuple[str, str], RegionCandidates], backward: bool = False):
        """known: {(prompt, schedule): its candidates} of the program's other graphs, which are shared.

        backward: whether a backward is wanted.
        """
        self.graph = graph
        self.parts = frontend.regions(graph)
        own = self._without_candidates(graph, self.parts)
        self.regions = [known.get((region.prompt, region.schedule), region) for region in own]
        self.draws = any(map(frontend.holds_random_numbers, graph.values))
        self.is_view = frontend.is_view_only(graph)
        if self.is_view:
            self.regions[0].set_derived(codegen.entry_source(self.parts[0].graph, []), VIEW_VERDICT)
        self.statistics = statistics_alone(graph, self.parts)
        self.backward = None  # a BackwardGraph
        self.no_backward = ""  # why there is none although one is wanted
        if backward and not self.is_view:
            self._trace_backward()
        parts = frontend.regions(self.backward.graph) if self.backward else []
        self.backward_regions = self._without_candidates(self.backward.graph, parts) if parts else []
        self._with_numbers = {}  # answers as drawn -> answers that receive numbers of the program
        self._stitched = {}  # answers -> the module of them all

    def _without_candidates(self, graph, parts):
        """The regions of the graph or of its backward; where the program names its sizes, they have them."""
        if names_sizes(self.graph):
            return sized_regions(graph, parts)
        return [RegionCandidates(part.graph.text) for part in parts]

    def _trace_backward(self):
        try:
            self.backward = frontend.backward_graph(self.graph)
        except frontend.GraphError as error:
            self.no_backward = str(error)

    @property
    def answered_backward(self) -> codegen.Backward | None:
        """The backward with those answers to its regions that passed; PyTorch computes the others."""
        if self.backward is None:
            return None
        answers = [region.answer and region.answer.source for region in self.backward_regions]
        return codegen.answered_backward(self.backward, answers)

    @property
    def left(self) -> tuple[LeftPart, ...]:
        """What of the program's results PyTorch computes."""
        pairs = zip(self.parts, self.regions, strict=True)
        results = [pair for place, pair in enumerate(pairs) if place not in self.statistics]
        return left_parts(self.graph, results)

    @property
    def left_statistics(self) -> list[str]:
        """The statistics that PyTorch computes: `self.norm.running_mean`."""
        if not any(self.regions[place].left for place in self.statistics):
            return []
        paths = [effect.path for effect in self.graph.source.conditions.effects]
        return [path for path in paths if path.startswith("self.")]

    @property
    def drawn(self) -> tuple[str, ...]:
        """The source of every region as it was drawn, or PyTorch where it is left to it.

        Raises ValueError where a region has neither.
        """
        if not all(region.is_settled for region in self.regions):
            raise ValueError("there is no verified answer")
        return tuple(
            region.pytorch_source if region.left else region.answer.source for region in self.regions
        )

    def sample(self, number: int) -> list[str]:
        """One sample of every region, or PyTorch where it is left to it."""
        return [
            region.pytorch_source if region.left else region.samples[number].source for region in self.regions
        ]

    @property
    def answers(self) -> list[str]:
        """`drawn`, with the program's numbers received at run time where that was judged."""
        drawn = self.drawn
        return self._with_numbers.get(drawn, list(drawn))

    def pass_numbers(self, judges: Judges) -> Waiting:
        """Exchanges the answers for ones that receive the program's numbers at run time, so far as these are
        right for other numbers too. Yields the Futures of verdicts that it waits for.
        """
        drawn = self.drawn
        has_backward = self.backward is not None  # which has the numbers of the trace
        if drawn not in self._with_numbers and not self.is_view and not has_backward:
            program = self.graph.source
            passed, answers = yield from pass_numbers(self.graph, self.parts, drawn, judges)
            self._with_numbers[drawn] = answers
            program.conditions = dataclasses.replace(program.conditions, passed=passed)

    @property
    def source_without_wrapper(self) -> str:
        """`translated` over the graph's arguments, without the user's own class or function around it."""
        answers = tuple(self.answers)
        if answers not in self._stitched:
            whole = copy.copy(self.graph)
            whole.source = None
            self._stitched[answers] = codegen.stitch(whole, answers)
        return self._stitched[answers]

    @property
    def is_one_region(self) -> bool:
        """Whether its only region is the graph as it is: the region's verdict is that on the graph."""
        return len(self.regions) == 1 and (self.is_view or self.regions[0].prompt == self.graph.text)
