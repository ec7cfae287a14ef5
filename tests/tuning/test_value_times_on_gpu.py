"""How long eager PyTorch takes for each value: measured on a GPU."""

import pytest
import torch

from python_to_triton.tuning.value_times import value_times

PROMPT = (
    "f(a0: f32[A, A])\nv0 = relu(a0)\nv1 = matmul(v0, a0)\n"
    "v2 = opaque([v1], call='aten.special_i1.default(x0)')\nreturn v2"
)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="times are measured on a GPU")
def test_a_large_product_takes_most_of_the_time():
    [times] = value_times(PROMPT, {"A": 4096})
    assert times.keys() == {"v0", "v1", "v2"} and min(times.values()) > 0
    assert times["v1"] > times["v0"] + times["v2"]
