"""Which lines of a program and of the prompts of its regions belong together."""

from dataclasses import dataclass

from python_to_triton import frontend
from python_to_triton.runtime.translated_graph import TranslatedGraph


@dataclass(frozen=True)
class ValueLines:
    """A value of a region's prompt, and where it is written. Lines are counted from 1."""

    name: str
    line: int | None  # of the program that computes it, where that is known
    prompt_line: int


@dataclass(frozen=True)
class RegionLines:
    """Where the values of a region come from."""

    lines: tuple[int, ...]  # of the program, in order
    inputs: tuple[int, ...]  # numbers of the regions of its graph that it reads from
    values: tuple[ValueLines, ...]  # in the order of its prompt


def region_lines(graph: TranslatedGraph) -> list[RegionLines]:
    """Of each region of a graph, in the order of its `regions`, where its values come from."""
    inputs = frontend.regions_read(graph.graph, graph.parts)
    return [
        RegionLines(
            part.lines,
            read,
            tuple(
                ValueLines(value.name, value.line, place)
                for place, value in enumerate(part.graph.values, 2)  # the first line has the arguments
            ),
        )
        for part, read in zip(graph.parts, inputs, strict=True)
    ]
