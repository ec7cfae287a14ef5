"""Operators that AOTAutograd's graphs call, and no program by hand: every result is what PyTorch returns."""

import pytest
import torch

from python_to_triton import frontend

ATEN = torch.ops.aten
IMAGE = (3, 4, 6, 8)
CALLS = {
    "batch_norm_of_batch": (
        lambda x, w, b: ATEN._native_batch_norm_legit.no_stats(x, w, b, True, 0.1, 1e-5),
        (IMAGE, (4,), (4,)),
    ),
    "log_sigmoid": (lambda x: ATEN.log_sigmoid_forward(x), (IMAGE,)),
    "adaptive_avg_pool2d": (lambda x: ATEN._adaptive_avg_pool2d(x, [2, 3]), (IMAGE,)),
    "adaptive_avg_pool3d": (lambda x: ATEN._adaptive_avg_pool3d(x, [2, 2, 3]), (IMAGE,)),
    "lift_fresh_copy": (lambda x: ATEN.lift_fresh_copy(x) * 2, (IMAGE,)),
}


@pytest.mark.parametrize("name", CALLS)
def test_every_result_is_pytorchs(name):
    function, shapes = CALLS[name]
    inputs = tuple(torch.randn(shape) for shape in shapes)
    graph = frontend.trace(function, inputs)
    assert not any(map(frontend.is_opaque, graph.values))
    ours = frontend.collect_tensors(graph.run(*inputs))
    for one, other in zip(ours, frontend.collect_tensors(function(*inputs)), strict=True):
        assert one.shape == other.shape and one.dtype == other.dtype
        torch.testing.assert_close(one, other)
