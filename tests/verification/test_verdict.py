"""The judge never raises for a reference's fault, and holds no overflow against an answer that must come."""

import contextlib
import math

import pytest
import torch
import torch.nn.functional as F
from candidates import RELU, normal

from python_to_triton import verification
from python_to_triton.verification import judge, verdict


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
        found = judge(RELU, reference, normal((3, 33)))
        assert found.stage == "task" and words in found.reason, found
    assert judge(RELU, F.relu, []).reason == "the reference has no inputs"


def quartic(x):
    return 1 / (1 + x**4)


def case_with(task, label):
    [place] = [place for place, case in enumerate(task.cases) if case.label.endswith(label)]
    return place, task.cases[place]


@pytest.mark.parametrize("label, ok", [("with a row at 1e+12", True), ("with a row at 10000", False)])
@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_an_overflow_counts_only_where_the_reference_has_room_for_its_numbers(label, ok, number):
    """1e12 to the fourth power is beyond float32: eager gives 1 / inf, and inf / inf is as good."""
    torch.manual_seed(0)
    task = verification.prepare_reference(quartic, [(torch.randn(4, 40),)])
    place, case = case_with(task, label)
    output = case.exact.float()
    output[0, 3] = number
    found = contextlib.nullcontext() if ok else pytest.raises(verification.Refused, match="instead of")
    with found:
        verdict.compare_output(task, verdict.SandboxRun(place, 0), 1, output, False, None)
    output[1, 3] = 7.0
    with pytest.raises(verification.Refused, match="instead of"):
        verdict.compare_output(task, verdict.SandboxRun(place, 0), 1, output, False, None)


@pytest.mark.parametrize("error, drawn", [(0.0, []), (0.5, [2]), (1.0, [2, None]), (math.inf, [])])
def test_of_a_network_few_draws_come_first(monkeypatch, error, drawn):
    """`error` is what an output errs by, of what all draws allow, and more than a few do beyond 0.5."""
    task = verification.prepare_reference(torch.sin, [(torch.randn(4, 40),)], shown=0)
    case = task.cases[0]
    asked = []

    def loss(reference, case, by_group, most=None):
        asked.append(most)
        return 0.6 if most else 1.0

    monkeypatch.setattr(verdict, "perturbed_eager_error", loss)
    for _ in range(2):
        found = verdict.compare_with_loss(task, case, case.exact.float() + 2 * error)
        assert found.ok is (error < math.inf)
    assert asked == (drawn if drawn != [2] else [2, 2])
