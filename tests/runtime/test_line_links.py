"""Lines of programs, prompts and answers that belong together, as the playground shows them."""

from scripted import RIGHT, Scripted

from python_to_triton import runtime
from python_to_triton.runtime.line_links import RegionLines, ValueLines, answer_lines, region_lines

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


def test_a_verified_answer_has_the_values_of_its_prompt():
    translation = Scripted().translate("y = torch.exp(x)")
    [region] = translation.regions
    source = region.answer.source
    found = answer_lines(source, region.prompt)
    assert len(found) == len(source.removesuffix("\n").split("\n"))
    named = {line.strip(): names for line, names in zip(source.split("\n"), found) if names}
    assert [*named.values()] == [["a0"], ["v0"]] and "tl.exp(x)" in [*named][1]
    assert answer_lines(f"{RIGHT['exp']}\n", region.prompt) == answer_lines(RIGHT["exp"], region.prompt)
