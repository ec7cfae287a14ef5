"""Layer norm, GELU, cross-entropy, Newton-Schulz, MLPs and sums over programs."""

import sys

import pytest
import torch
from op_support import DEVICE, assert_alike, needs_triton, with_gradients
from patching import patch_everywhere

import kernels  # noqa: F401  (declares every op)
from triton_ops.bias_gelu import bias_gelu, gelu, gelu_slope
from triton_ops.contract import OPS, Tile
from triton_ops.cross_entropy import (
    linear_cross_entropy,
    linear_cross_entropy_forward,
    linear_cross_entropy_triton,
)
from triton_ops.judge import judge_op, normal_sampler, outputs_and_gradients, to_float64
from triton_ops.layer_norm import layer_norm
from triton_ops.machine import TRITON_AVAILABLE, TensorDescriptor, tl, triton
from triton_ops.mlp import mlp
from triton_ops.mlp_heads import mlp_heads
from triton_ops.newton_schulz import (
    gram_steps,
    newton_schulz,
    newton_schulz_normalized,
    symmetric_product,
)
from triton_ops.tiles import sum_partials
from triton_ops.tolerance import compare
from triton_ops.tune import tiles_set


@triton.jit
def gelu_and_slope(z_ptr, y_ptr, slope_ptr, size, BLOCK: tl.constexpr):
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    z = tl.load(z_ptr + places, mask=places < size, other=0.0)
    tl.store(y_ptr + places, gelu(z, False), mask=places < size)
    tl.store(slope_ptr + places, gelu_slope(z, False), mask=places < size)


def test_layer_norm_and_gelu_references_are_the_formulas():
    draw = normal_sampler("cpu", torch.float64, 0)
    x, weight, bias = draw(5, 33), draw(33), draw(33)

    def norm(x, weight, bias):
        return (x - x.mean(-1, keepdim=True)) * (
            x.var(-1, keepdim=True, correction=0) + 1e-5
        ).rsqrt() * weight + bias

    assert_alike(with_gradients(layer_norm, x, weight, bias), with_gradients(norm, x, weight, bias), 1e-12)
    assert_alike(
        with_gradients(bias_gelu, x, bias),
        with_gradients(
            lambda x, b: (x + b) * torch.distributions.Normal(0.0, 1.0, validate_args=False).cdf(x + b),
            x,
            bias,
        ),
        1e-12,
    )


@needs_triton
def test_gelu_of_half_precision_is_as_accurate_as_documented():
    """P(-a) = (max(z, 0) - y) / a is within 2^-17 of itself, the slope within 2^-17.5, of float64.

    Of the 2^-17, 2^-18.2 are the fit's and the rest float32's.
    """
    z = torch.cat(
        [
            torch.linspace(-6, 6, 8192),
            torch.tensor([-1e4, -16.0, 16.0, 1e4, float("inf"), -float("inf"), float("nan"), 0.0]),
        ]
    ).to(DEVICE)
    y, slope = torch.empty_like(z), torch.empty_like(z)
    gelu_and_slope[len(z) // 1024 + 1,](z, y, slope, len(z), BLOCK=1024)
    inner, exact = slice(0, 8192), z[:8192].double()
    below = torch.special.ndtr(-exact.abs())
    assert (((exact.clamp(min=0) - y[inner].double()) / exact.abs() - below) / below).abs()[
        exact < 0
    ].max() < 2**-17
    density = exact * torch.exp(-exact.square() / 2) / (2 * torch.pi) ** 0.5
    assert (slope[inner].double() - torch.special.ndtr(exact) - density).abs().max() < 2**-17.5
    assert y[8192:].tolist()[:6] == [0.0, 0.0, 16.0, 1e4, float("inf"), 0.0] and slope[8192:].tolist()[
        :6
    ] == [0.0, 0.0, 1.0, 1.0, 1.0, 0.0]
    assert y[8198].isnan() and slope[8198].isnan() and y[8199] == 0.0 and abs(slope[8199] - 0.5) < 2**-17.5


def projections():
    draw = normal_sampler(DEVICE, torch.float32, 0)
    return (
        draw(2, 10, 12).requires_grad_(),
        draw(31, 12).requires_grad_(),
        torch.arange(20, device=DEVICE).view(2, 10) - 1,
    )


@needs_triton
@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize(
    "chunk", [1, 7 * 31 * 4, 1 << 20]
)  # a row, a part that does not divide the rows, all at once
def test_cross_entropy_is_the_same_in_any_chunks(monkeypatch, reduction, chunk):
    patch_everywhere(monkeypatch, "LCE_CHUNK", chunk)
    x, weight, target = projections()
    named = dict(x=x, weight=weight, target=target, ignore_index=-1, reduction=reduction)
    op, cotangents = OPS["linear_cross_entropy"], [torch.full((), 3.0, device=DEVICE)]
    ours, eager = (
        tuple(outputs_and_gradients(op.call(name), named, cotangents).values())
        for name in ("triton", "torch")
    )
    exact = outputs_and_gradients(
        op.call("torch"),
        {key: to_float64(value) for key, value in named.items()},
        [c.double() for c in cotangents],
    )
    result = compare(ours, eager, tuple(exact.values()))
    assert result.ok, result.reason


@needs_triton
def test_cross_entropy_holds_one_chunk_of_logits(monkeypatch):
    widest = []
    patch_everywhere(monkeypatch, "LCE_CHUNK", 5 * 31 * 4)
    patch_everywhere(
        monkeypatch, "launch", lambda kernel, grid, logits, *_, **__: widest.append(tuple(logits.shape))
    )
    linear_cross_entropy(*projections(), implementation="triton")
    assert widest == [(5, 31)] * 4


@needs_triton
def test_without_gradients_cross_entropy_makes_none():
    x, weight, target = projections()
    forward, seen = linear_cross_entropy_triton, []
    expected = torch.nn.functional.cross_entropy(
        x.flatten(0, 1) @ weight.T, target.flatten(), ignore_index=-1
    )
    with torch.no_grad(), pytest.MonkeyPatch.context() as patch:
        patch_everywhere(
            patch, "linear_cross_entropy_triton", lambda *inputs: seen.append(inputs[5]) or forward(*inputs)
        )
        loss = linear_cross_entropy(x, weight, target, -1, implementation="triton")
    assert_alike((loss,), (expected,), 1e-5)
    assert seen == [False]
    _, _, dx, dw = linear_cross_entropy_forward(
        x.detach().flatten(0, 1), weight.detach(), target.flatten(), -1, "mean", False, x.dtype
    )
    assert dx.numel() == dw.numel() == 0


@needs_triton
def test_a_target_outside_of_the_vocabulary_gives_nan():
    x, weight, target = projections()
    target[1, 3] = 31
    assert linear_cross_entropy(x, weight, target, -1, implementation="triton").isnan()


@needs_triton
@pytest.mark.parametrize("shape", [(2, 24, 40), (2, 40, 24)])
def test_newton_schulz_keeps_singular_vectors_and_evens_out_singular_values(shape):
    x = torch.randn(shape, generator=torch.Generator().manual_seed(0)).to(DEVICE)
    y = newton_schulz(x, 5, "triton")
    u, s, v = torch.linalg.svd(x.double(), full_matrices=False)
    within = u.mT @ y.double() @ v.mT
    assert 0.5 < within.diagonal(dim1=-2, dim2=-1).min() and within.diagonal(dim1=-2, dim2=-1).max() < 1.3
    assert (within - torch.diag_embed(within.diagonal(dim1=-2, dim2=-1))).abs().max() < 1e-3


@needs_triton
def test_symmetric_product_is_symmetric_to_the_bit(monkeypatch):
    tile = (16, 16, 4, 2)
    patch_everywhere(monkeypatch, "SYMMETRIC_TILES", {"described": tile, 4: tile})
    for x in (torch.randn(2, 70, 48, device=DEVICE).mT, torch.randn(2, 40, 64, device=DEVICE)):
        y = x @ x.mT
        product = symmetric_product(x, x, 2.0, y, 3.0)
        tiles = torch.arange(len(y[0]), device=DEVICE) // tile[0]
        # in the interpreter the BLAS of numpy may sum (i, j) of a tile in another order than (j, i)
        exact = (tiles[:, None] != tiles) | (DEVICE == "cuda")
        assert torch.equal(product * exact, product.mT * exact)
        assert_alike((product,), (5 * y,), 1e-4)
        # of two polynomials of one matrix the product is symmetric too, up to rounding
        square = symmetric_product(product, y / 100, gamma=2.0)
        assert_alike((square,), (y @ y / 20 + 2 * torch.eye(len(y[0]), device=DEVICE),), 1e-4)


@needs_triton
@pytest.mark.parametrize("steps", [1, 2, 3, 5, 6])
def test_steps_on_the_gram_matrix_are_the_steps(steps):
    x = torch.randn(2, 16, 64, generator=torch.Generator().manual_seed(0)).to(DEVICE)
    expected = newton_schulz(x.double(), steps)
    assert_alike((gram_steps(newton_schulz_normalized(x), steps).double(),), (expected,), 1e-4)


@needs_triton
def test_steps_on_the_gram_matrix_of_low_rank_stay_within_bounds():
    draw = normal_sampler(DEVICE, torch.float32, 0)
    for noise in (1e-3, 1e-1):
        x = draw(2, 64, 32) @ draw(2, 32, 256) + noise * draw(2, 64, 256)
        y = newton_schulz(x.bfloat16(), 5, "triton")
        assert torch.linalg.svdvals(y.float()).max() < 1.25


@pytest.mark.skipif(not TRITON_AVAILABLE, reason="no Triton")
def test_a_triangle_has_every_tile_once():
    rows = [(i, j) for i in range(600) for j in range(i + 1)]
    places = torch.arange(len(rows), dtype=torch.float32)
    i = (
        (torch.sqrt(8 * places + 1) - 1) / 2
    ).int()  # the kernel's guess, in its precision, may be off by one at most
    exact = torch.tensor([row for row, _ in rows])
    assert (i - exact).abs().max() <= 1


def test_heads_and_mlp_references_are_linear_layers():
    draw = normal_sampler("cpu", torch.float64, 0)
    x, w1, b1, w2, b2 = draw(7, 6), draw(3, 5, 6), draw(3, 5), draw(3, 2, 5), draw(3, 2)

    def one(x, w1, b1, w2, b2):
        z = x @ w1.T + b1
        return z / (1 + torch.exp(-z)) @ w2.T + b2

    def every(x, *weights):
        return torch.stack([one(x, *(w[k] for w in weights)) for k in range(3)], 1)

    assert_alike(
        with_gradients(mlp_heads, x, w1, b1, w2, b2),
        with_gradients(every, x, w1, b1, w2, b2),
        1e-12,
    )
    first = x, w1[0], b1[0], w2[0], b2[0]
    assert_alike(with_gradients(mlp, *first), with_gradients(one, *first), 1e-12)


@needs_triton
@pytest.mark.parametrize("name", ["mlp_heads", "mlp"])
def test_without_gradients_nothing_is_kept(name):
    op = OPS[name]
    inputs = op.inputs(op.cases[1], torch.float32, normal_sampler(DEVICE, torch.float32, 0), False)
    with torch.no_grad():
        kept = getattr(sys.modules[OPS[name].run.__module__], f"{name}_forward")(
            *inputs, False, torch.float32
        )[1]
        assert_alike((op.run(*inputs, implementation="triton"),), (op.run(*inputs),), 1e-5)
    assert kept.numel() == 0


@needs_triton
@pytest.mark.parametrize("shape", [(64, 64, 128, 3, 2), (70, 32, 150, 17, 1), (35, 48, 27, 3, 4)])
def test_heads_read_by_descriptors(shape, monkeypatch):
    described, make = [], TensorDescriptor.from_tensor
    monkeypatch.setattr(
        TensorDescriptor,
        "from_tensor",
        lambda *arguments: described.append(arguments) or make(*arguments),
    )
    if DEVICE.type == "cpu":
        patch_everywhere(monkeypatch, "capability_of", lambda device: 90)
    op = OPS["mlp_heads"]
    with tiles_set(op, {Tile("HEADS_FORWARD", (), "described"): (64, 64, 32, 4, 3)}):
        verdict = judge_op(op, shape, torch.bfloat16, DEVICE)
    assert verdict.ok, verdict.reason
    assert described


@needs_triton
@pytest.mark.parametrize("programs", [0, 1, 7, 1500])
def test_sums_of_programs(programs):
    partial = torch.randn(programs, 2, 13)
    for i in range(2):
        ours = sum_partials(partial[:, i].to(DEVICE), torch.empty(13, device=DEVICE))
        assert (ours.cpu().double() - partial[:, i].double().sum(0)).abs().max() < 1e-4
    both = sum_partials(partial.to(DEVICE), *torch.empty(2, 13, device=DEVICE))
    assert (torch.stack(both).cpu().double() - partial.double().sum(0)).abs().max() < 1e-4
