"""The comparison with float64, and with eager PyTorch where float64 does not fit."""

import pytest
import torch
from patching import patch_everywhere

from python_to_triton import frontend, tuning


def test_without_room_for_float64_the_tolerance_is_stated(monkeypatch):
    graph = frontend.parse("f(a0: f32[A])\nv0 = exp(a0)\nreturn v0")
    x = torch.randn(500)

    def no_room(*_):
        raise torch.OutOfMemoryError("CUDA out of memory")

    patch_everywhere(monkeypatch, "compare_with_float64", no_room)
    right, against = tuning.compare_with_reference(graph, (x,), x.exp() * (1 + 5e-5))
    assert right.ok and against.startswith("eager PyTorch, to 0.0001 of its largest value")
    wrong, _ = tuning.compare_with_reference(graph, (x,), x.exp() * (1 + 3e-4))
    assert not wrong.ok and "exceeds tolerance" in wrong.reason


@pytest.mark.parametrize(
    "ours, eager, ok",
    [
        (torch.tensor([1.0, float("nan")]), torch.tensor([1.0, float("nan")]), True),
        (torch.tensor([float("nan"), 1.0]), torch.tensor([1.0, 1.0]), False),
        (torch.tensor([float("inf"), 1.0]), torch.tensor([1.0, 1.0]), False),
        (torch.tensor([1, 2]), torch.tensor([1, 2]), True),
        (torch.tensor([1, 2]), torch.tensor([1, 3]), False),
        (torch.tensor([1.0]), torch.tensor([1.0], dtype=torch.float64), False),
        (torch.ones(2, 1), torch.ones(1, 2), False),
        (torch.ones(3), (torch.ones(3),), False),
        ((torch.ones(3), torch.ones(3) + 1), (torch.ones(3), torch.ones(3)), False),
        (torch.ones(0), torch.ones(0), True),
        (None, torch.ones(3), False),
    ],
)
def test_compare_with_eager(ours, eager, ok):
    assert tuning.compare_with_eager(ours, eager).ok is ok


def test_where_eager_is_exact_by_chance_the_answer_need_not_be():
    graph = frontend.parse("f(a0: f32[A])\nv0 = sum(a0)\nreturn v0")
    x = torch.randn(10_001)
    exact = x.double().sum()
    close = torch.nextafter(exact.float(), torch.tensor(torch.inf))
    assert tuning.compare_with_float64(graph, (x,), close).ok
    assert not tuning.compare_with_float64(graph, (x,), exact.float() + 0.1).ok
