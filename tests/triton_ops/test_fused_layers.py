"""Ops that hold a layer's products too: what they compute in the caller's words, and what they keep."""

import pytest
import torch
from op_support import DEVICE, assert_alike, naive_attention, needs_triton, with_gradients

import kernels
from triton_ops.contract import OPS
from triton_ops.judge import arguments_for, judge_op, normal_sampler
from triton_ops.rotation import rotary_tables, rotary_torch
from triton_ops.squared_relu import squared_relu_mlp


def kept_for_backward(function) -> int:
    """Bytes of the distinct tensors that autograd keeps while `function` runs."""
    kept = {}

    def pack(tensor):
        kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        function()
    return sum(kept.values())


@pytest.mark.parametrize("documents", [None, torch.tensor([0, 3, 8, 10])])
def test_self_attention_is_projection_rotation_and_attention(documents):
    draw = normal_sampler("cpu", torch.float64, 0)
    x, weight, (cos, sin) = draw(2, 5, 12), draw(36, 12), rotary_tables(5, 6)

    def by_definition(x, weight):
        q, k, v = (x @ part.T for part in weight.chunk(3))
        q, k, v = (each.view(2, 5, 2, 6) for each in (q, k, v))
        return naive_attention(*rotary_torch(q, k, cos, sin), v, True, documents)

    def whole(x, weight):
        return kernels.self_attention(x, weight, cos, sin, 2, documents)

    assert_alike(with_gradients(whole, x, weight), with_gradients(by_definition, x, weight), 1e-12)


def test_squared_relu_mlp_is_its_formula():
    draw = normal_sampler("cpu", torch.float64, 0)
    inputs = draw(2, 5, 7), draw(9, 7), draw(4, 9)

    def by_definition(x, w1, w2):
        return (x @ w1.T).clamp(min=0).square() @ w2.T

    assert_alike(with_gradients(squared_relu_mlp, *inputs), with_gradients(by_definition, *inputs), 1e-12)


@needs_triton
def test_in_fp16_the_root_of_a_square_too_small_is_not_lost():
    verdict = judge_op(OPS["squared_relu_mlp"], (5, 33, 20, 7), torch.float16, DEVICE, variant="x 0.001")
    assert verdict.ok, verdict.reason


@needs_triton
def test_squared_relu_hides_no_nan():
    x = torch.randn(3, 16, device=DEVICE)
    x[1, 2] = float("nan")
    y = squared_relu_mlp(x, torch.randn(16, 16, device=DEVICE), torch.randn(8, 16, device=DEVICE), "triton")
    assert y.isnan().all(1).tolist() == [False, True, False]


@needs_triton
@pytest.mark.parametrize("rows", [torch.ones(16, 16), torch.ones(1, 16).expand(16, 16), torch.ones(16, 0)])
def test_squared_relu_takes_rows_that_overlap_and_gradients_of_one_number(rows):
    draw = normal_sampler("cpu", torch.bfloat16, 0)
    x, inputs = rows.to(DEVICE, torch.bfloat16), [draw(8, rows.shape[1]).to(DEVICE), draw(1, 8).to(DEVICE)]

    def gradients(implementation):
        weights = [each.clone().requires_grad_() for each in inputs]
        squared_relu_mlp(x, *weights, implementation).sum().backward()
        return [weight.grad.float() for weight in weights]

    for ours, expected in zip(gradients("triton"), gradients("torch"), strict=True):
        torch.testing.assert_close(ours, expected, rtol=0.03, atol=0.1)


@needs_triton
@pytest.mark.parametrize(
    "name, shape, kept",
    [
        # x, a, and both weights in half precision and as they are
        ("squared_relu_mlp", (40, 16, 32, 24), 2 * 40 * (16 + 32) + 6 * 32 * (16 + 24)),
        # x, y, one (B, T, 3, H, D), the log-sum-exps, the angles, and W as the weights above
        ("self_attention", (2, 20, 16, 2, 8, "plain"), 2 * 40 * 5 * 16 + 4 * 40 * (2 + 4) + 6 * 48 * 16),
    ],
)
def test_backward_has_one_tensor_of_each_kind(name, shape, kept):
    named = arguments_for(OPS[name], shape, torch.bfloat16, DEVICE, autocast=True)
    with torch.autocast(DEVICE.type, torch.bfloat16):
        assert kept_for_backward(lambda: OPS[name].call("triton")(**named)) == kept


@needs_triton
def test_a_rotation_in_place_is_that_beside_in_pairs():
    qkv = torch.randn(2, 5, 3, 4, 6, device=DEVICE)
    angles = rotary_tables(5, 6, DEVICE)
    rotated = kernels.rotary(qkv[:, :, 0], qkv[:, :, 1], *angles, "triton")
    q, k = (each.unflatten(-1, (2, 3)).mT.flatten(-2) for each in rotated)
    expected = torch.stack((q, k, qkv[:, :, 2]), 2)
    kernels.rotate(qkv[:, :, 0], qkv[:, :, 1], *angles, 1, paired=True)
    assert torch.equal(qkv, expected)


def test_what_does_not_fit_is_said():
    x = torch.ones(2, 3, 4)
    with pytest.raises(ValueError, match=r"\(2, 3, 4\), \(12, 5\)"):
        kernels.self_attention(x, torch.ones(12, 5), torch.ones(3, 1), torch.ones(3, 1), 2)
    with pytest.raises(ValueError, match=r"\(5, 4\), \(4, 6\)"):
        squared_relu_mlp(x, torch.ones(5, 4), torch.ones(4, 6))
