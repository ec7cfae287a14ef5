"""The judge never raises for a reference's fault."""

import torch
import torch.nn.functional as F
from candidates import RELU, normal

from python_to_triton.verification import judge


def test_the_judge_never_raises_for_a_task():
    views_bits = judge(RELU, lambda x: F.relu(x).view(torch.int32), normal((3, 33)))
    assert "another shape in float64" in views_bits.reason and views_bits.stage == "task"
    for reference, words in [
        (lambda x: 1 / 0, "ZeroDivisionError"),
        (lambda x: 3, "returns a int"),
        (lambda x: None, "NoneType"),
        (lambda x: (x, 1), "returns a int"),
        (lambda x: (), "returns a tuple"),
        (lambda x: "text", "returns a str"),
        (lambda x: x[9], "IndexError"),
        (lambda: 1, "TypeError"),
    ]:
        verdict = judge(RELU, reference, normal((3, 33)))
        assert verdict.stage == "task" and words in verdict.reason, verdict
    assert judge(RELU, F.relu, []).reason == "the reference has no inputs"
