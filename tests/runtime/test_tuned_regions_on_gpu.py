"""Translations that are tuned on a GPU, from the command line to the file that is written."""

import re

import pytest
import torch
from scripted import Scripted
from test_tuned_regions import SUM_OF_ROWS, Summing

from python_to_triton import runtime

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")

LARGE = "def magnitude(x):\n    return x.abs()\n\n\ndef get_inputs():\n    return [torch.randn(32768, 512)]\n"
SUMS = """def f(x):
    return x.sum(-1).abs().sum(-1)


def get_inputs():
    return [torch.randn(64, 512, 1024)]
"""


def small_blocks(answer: str) -> str:
    """The answer with blocks that are too small for a GPU."""
    return answer.replace("1024", "32")


class SlowSums(Summing):
    """Adds a large tensor up in steps that no launch number changes, and a small one as it should be."""

    def draw_candidates(self, rows, temperature, seed, on_text=None):
        for index, source in super().draw_candidates(rows, temperature, seed, on_text):
            steps = source.replace("BLOCK)", "16)").replace("(BLOCK,)", "(16,)")
            yield index, steps if "tl.abs" in source else source


def test_the_fastest_launch_is_written_and_found_on_disk(translate, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHON_TO_TRITON_CACHE", str(tmp_path / "answers"))
    words = (tmp_path / "programs", "--tune", 4)
    heard = []
    for turn in range(2):
        translator = Scripted(small_blocks)
        translator.cache = runtime.AnswerCache("0123456789abcdef")
        code, rows, _ = translate({"f.py": LARGE}, *words, translator=translator)
        [region] = rows["f.py"]["tuned"]
        print(turn, region, rows["f.py"]["reason"])
        assert code == 0 and rows["f.py"]["verified"], rows
        assert "BLOCK 32 -> " in region["numbers"] and region["ms"] < 0.7 * region["usual_ms"]
        text = (tmp_path / "out" / "f.py").read_text()
        assert re.search(r"BLOCK=(\d+)", text).group(1) != "32" and "as written" in text
        heard.append(region)
    assert heard[0] == heard[1], "what was found once is not timed again"


def test_with_fastest_pytorch_has_the_region_that_it_computes_faster(translate, tmp_path):
    assert "BLOCK)" in SUM_OF_ROWS
    words = (tmp_path / "programs", "--tune", 2, "--fastest")
    code, rows, _ = translate({"f.py": SUMS}, *words, translator=SlowSums())
    row = rows["f.py"]
    print(row["tuned"], row["left_to_pytorch"], row["reason"])
    assert code == 1 and any("eager PyTorch is faster" in left for left in row["left_to_pytorch"]), row
    text = (tmp_path / "out" / "f.py").read_text()
    assert text.count("@triton.jit") == 1 and "torch.sum(" in text
