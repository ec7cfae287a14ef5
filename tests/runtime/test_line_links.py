"""Lines of programs and prompts that belong together, as the playground shows them."""

from python_to_triton import runtime
from python_to_triton.runtime.line_links import RegionLines, ValueLines, region_lines

PROGRAM = """
import torch

def head(x, w):
    h = torch.sigmoid(x @ w)
    h = h.t()
    return torch.softmax(
        h, dim=-1
    )
"""


def test_regions_of_a_program_have_its_lines_through_another_process():
    translation = runtime.Translation(PROGRAM)
    found = region_lines(translation.graphs[0])
    first = RegionLines((5,), (), (ValueLines("v0", 5, 2), ValueLines("v1", 5, 3)))
    assert found[0] == first and found[-1].values == (ValueLines("v0", 7, 2),)
    assert len(found) == len(translation.graphs[0].regions) and found[-1].inputs == (len(found) - 2,)
    for part, one in zip(translation.graphs[0].parts, found, strict=True):
        prompt = part.graph.text.split("\n")
        assert all(prompt[each.prompt_line - 1].startswith(f"{each.name} = ") for each in one.values)
