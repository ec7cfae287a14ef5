"""What the page is told of a traced program: its entries, their regions, and where values come from."""

from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.file_entries import FileEntry
from python_to_triton.runtime.line_links import RegionLines, region_lines
from python_to_triton.runtime.translated_graph import TranslatedGraph
from python_to_triton.web.highlighting import highlighted_lines


def region_form(number: int, entry: str, prompt: str, known: RegionLines, inputs: list[int]) -> dict:
    """A region as the page draws it."""
    return {
        "region": number,
        "entry": entry,
        "prompt": highlighted_lines(prompt),
        "lines": list(known.lines),
        "inputs": inputs,
        "values": [
            {"name": value.name, "line": value.line, "prompt_line": value.prompt_line}
            for value in known.values
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
        new = [self.add(region) for region in one.regions]
        return [
            region_form(
                self.of(region),
                entry,
                region.prompt,
                known,
                sorted({self.of(one.regions[place]) for place in known.inputs}),
            )
            for region, known, is_new in zip(one.regions, region_lines(one), new, strict=True)
            if is_new
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
