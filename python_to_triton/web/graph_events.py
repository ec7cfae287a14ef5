"""What the page is told of a traced program: its entries, their regions, and where values come from."""

import re

from python_to_triton.frontend import Graph, Region
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.file_entries import FileEntry
from python_to_triton.runtime.translated_graph import TranslatedGraph
from python_to_triton.web.highlighting import highlighted_lines

_VALUE = re.compile(r"\bv\d+\b")
_BOUND = re.compile(r"^\s*(v\d+)\s*[-+*/@]?=(?!=)")


def program_lines(part: Region) -> list[int | None]:
    """The line of the program that each value of a region's prompt comes from, where it is known."""
    return [None] * len(part.graph.values)


def producers(graph: Graph, parts: list[Region]) -> list[list[int]]:
    """Which regions each region reads from, through views that the host makes between them."""
    region_of = {name: number for number, part in enumerate(parts) for name in part.outputs}
    values = {value.name: value for value in graph.values}

    def sources(names):
        found = set()
        queue = list(names)
        seen = set()
        while queue:
            name = queue.pop()
            if name in seen:
                continue
            seen.add(name)
            if name in region_of:
                found.add(region_of[name])
            elif name in values:
                queue += [operand.name for operand in values[name].inputs()]
        return found

    return [sorted(sources(part.inputs) - {number}) for number, part in enumerate(parts)]


def answer_values(source: str, prompt: str) -> list[list[str]]:
    """The prompt's values of each line of an answer: those that it binds, else those that it reads.

    An answer calls its values what the prompt calls them.
    """
    known = set(_VALUE.findall(prompt))
    rows = []
    for line in source.removesuffix("\n").split("\n"):
        code = line.partition("#")[0]
        bound = _BOUND.match(code)
        names = [bound[1]] if bound else _VALUE.findall(code)
        rows.append([name for name in dict.fromkeys(names) if name in known])
    return rows


def region_form(number: int, entry: str, part: Region, inputs: list[int]) -> dict:
    """A region as the page draws it."""
    lines = program_lines(part)
    return {
        "region": number,
        "entry": entry,
        "prompt": highlighted_lines(part.graph.text),
        "lines": sorted({line for line in lines if line is not None}),
        "inputs": inputs,
        "values": [
            {"name": value.name, "line": line, "prompt_line": place}
            for place, (value, line) in enumerate(zip(part.graph.values, lines, strict=True), 2)
        ],
    }


class PageRegions:
    """The numbers that the page knows regions by: over all entries, from 0. Equal regions of one program's
    modes are one.
    """

    def __init__(self):
        self.numbers: dict[int, int] = {}  # by the id of a RegionCandidates, all of which are kept below
        self.regions: list[RegionCandidates] = []

    def add(self, region: RegionCandidates) -> bool:
        """Gives a region the next number; False where it has one."""
        if id(region) in self.numbers:
            return False
        self.numbers[id(region)] = len(self.regions)
        self.regions.append(region)
        return True

    def of(self, region: RegionCandidates) -> int:
        """The number of a region."""
        return self.numbers[id(region)]

    def forms(self, entry: str, one: TranslatedGraph) -> list[dict]:
        """The regions of a graph that have no number yet, as the page draws them."""
        new = [region for region in one.regions if self.add(region)]
        inputs = producers(one.graph, one.parts)
        return [
            region_form(
                self.of(region), entry, part, sorted({self.of(one.regions[place]) for place in places})
            )
            for region, part, places in zip(one.regions, one.parts, inputs, strict=True)
            if any(region is each for each in new)
        ]


def graph_form(entries: list[FileEntry], numbers: PageRegions) -> dict:
    """The graph event: entries and regions; `numbers` knows the regions then."""
    named = []
    regions = []
    assumed = []
    for entry in entries:
        own = []
        for one in entry.translation.graphs if entry.translation else ():
            own += numbers.forms(entry.name, one)
            assumed.append(one.graph.source.assumed)
        regions += own
        named.append({"name": entry.name, "regions": [form["region"] for form in own], "why": entry.reason})
    texts = dict.fromkeys(filter(None, assumed))
    return {"assumed": "; ".join(texts), "entries": named, "regions": regions}
