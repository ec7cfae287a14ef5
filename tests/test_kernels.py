"""kernels.py: the ops against float64, the judge against wrong ops, the choice against a scripted clock."""

import copy
import dataclasses
import functools
import inspect
import itertools
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import torch

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))

from triton_ops.tolerance import compare  # noqa: E402
import triton_ops
from patching import patch_everywhere

if triton_ops.TRITON_AVAILABLE:
    import triton
    import triton.language as tl

    @triton.jit
    def philox_bits(draws_ptr, seed_ptr, bits_ptr, attempt):
        row = tl.program_id(0)
        stream, drawn = (
            (tl.load(draws_ptr + 2 * row)).to(tl.uint32),
            tl.load(draws_ptr + 2 * row + 1).to(tl.uint32),
        )
        bits, _, _, _ = tl.philox(
            tl.load(seed_ptr), stream, drawn, tl.cast(attempt, tl.uint32), tl.cast(0, tl.uint32)
        )
        tl.store(bits_ptr + row, bits.to(tl.int64))

    @triton.jit
    def gelu_and_slope(z_ptr, y_ptr, slope_ptr, size, BLOCK: tl.constexpr):
        places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        z = tl.load(z_ptr + places, mask=places < size, other=0.0)
        tl.store(y_ptr + places, triton_ops.gelu(z, False), mask=places < size)
        tl.store(slope_ptr + places, triton_ops.gelu_slope(z, False), mask=places < size)


DEVICE = triton_ops.default_device()
ON_GPU = DEVICE.type == "cuda"
needs_triton = pytest.mark.skipif(
    bool(triton_ops.why_not_run(DEVICE)), reason=triton_ops.why_not_run(DEVICE) or "Triton runs"
)
needs_gpu = pytest.mark.skipif(
    bool(triton_ops.why_not_time(DEVICE)), reason=triton_ops.why_not_time(DEVICE) or "a GPU is here"
)


def all_cases():
    """Every exam on a GPU; in the slow interpreter fp32 at each shape, bf16 at each variant and route."""
    for op in triton_ops.OPS.values():
        for case in () if triton_ops.why_not_run(DEVICE, op.min_capability) else triton_ops.judge_cases(op):
            shape, dtype, route, variant = case
            if (
                ON_GPU
                or dtype == (torch.float32 if (route, variant) == ("eager", "plain") else torch.bfloat16)
                or route == "compile"
            ):
                label = "-".join(
                    [
                        op.name,
                        "x".join(map(str, shape)),
                        triton_ops.DTYPES[dtype],
                        route,
                        variant.replace(" ", "_"),
                    ]
                )
                yield pytest.param(op, shape, dtype, route, variant, id=label)


# ---- the ops ----------------------------------------------------------------------------------------------------


@needs_triton
@pytest.mark.parametrize("op, shape, dtype, route, variant", list(all_cases()))
def test_op_is_right(op, shape, dtype, route, variant):
    verdict = triton_ops.judge(op, shape, dtype, DEVICE, route=route, variant=variant)
    assert verdict.ok, verdict.reason


def test_rms_norm_reference_is_the_formula():
    draw = triton_ops.normal_sampler("cpu", torch.float64, 0)
    x, weight, dy = draw(5, 33).requires_grad_(), draw(33).requires_grad_(), draw(5, 33)
    r = (x.pow(2).mean(-1, keepdim=True) + 1e-3).rsqrt()
    dx = r * (dy * weight - x * r * (dy * weight * x * r).mean(-1, keepdim=True))
    y = triton_ops.rms_norm(x, weight, 1e-3)
    gradients = torch.autograd.grad(y, (x, weight), dy)
    for ours, exact in zip((y, *gradients), (x * r * weight, dx, (dy * x * r).sum(0))):
        torch.testing.assert_close(ours, exact, rtol=1e-13, atol=1e-13)


def test_rotary_reference_multiplies_by_a_unit_complex_number():
    draw = triton_ops.normal_sampler("cpu", torch.float64, 0)
    q, k = draw(2, 5, 3, 8), draw(2, 5, 1, 8)
    angle = torch.outer(
        torch.arange(5.0, dtype=torch.float64), 10000 ** (-torch.arange(0, 8, 2, dtype=torch.float64) / 8)
    )
    turn = torch.polar(torch.ones_like(angle), angle)[:, None]
    for ours, x in zip(triton_ops.rotary(q, k, angle.cos(), angle.sin()), (q, k)):
        exact = torch.complex(*x.chunk(2, dim=-1)) * turn
        torch.testing.assert_close(ours, torch.cat([exact.real, exact.imag], dim=-1), rtol=1e-13, atol=1e-13)
    for table, exact in zip(triton_ops.rotary_tables(5, 8), (angle.cos(), angle.sin())):
        assert torch.equal(table, exact.float())


def three_ways(op, *arguments):
    """(Triton at the arguments' dtype, eager, float64), each (outputs..., gradients...) for one random cotangent."""
    named = dict(zip(inspect.signature(op.run).parameters, arguments))
    cotangents = [torch.randn_like(output) for output in triton_ops.as_tuple(op.call("torch")(**named))]
    exact = {name: triton_ops.to_float64(value) for name, value in named.items()}
    return [
        tuple(
            triton_ops.evaluate(
                op.call(implementation), values, [c.to(values["q"].dtype) for c in cotangents]
            ).values()
        )
        for implementation, values in (("triton", named), ("torch", named), ("torch", exact))
    ]


@needs_triton
def test_rotary_takes_slices_of_one_projection_and_fewer_key_heads():
    projection = torch.randn(2, 3, 6, 10, device=DEVICE)  # (B, T, 4 heads of q + 1 of k + 1 of v, D)
    q, k = projection[:, :, :4].requires_grad_(), projection[:, :, 4:5].requires_grad_()
    result = compare(*three_ways(triton_ops.OPS["rotary"], q, k, *triton_ops.rotary_tables(3, 10, DEVICE)))
    assert result.ok, result.reason


@needs_triton
def test_rotary_of_one_output_and_a_transposed_gradient():
    q, k = (torch.randn(1, 3, 2, 4, device=DEVICE, requires_grad=True) for _ in range(2))
    tables, gradients = triton_ops.rotary_tables(3, 4, DEVICE), {}
    for implementation in triton_ops.IMPLEMENTATIONS:
        rotated, _ = triton_ops.rotary(q, k, *tables, implementation)
        square = rotated.transpose(1, 2).square().sum()
        gradients[implementation] = torch.autograd.grad(square, q)[0]
    exact = 2 * q.detach().double()  # a rotation keeps lengths
    result = compare(gradients["triton"], gradients["torch"], exact)
    assert result.ok, result.reason


@needs_triton
def test_rms_norm_of_any_rank_with_an_expanded_gradient():
    x = torch.randn(2, 3, 40, device=DEVICE)[..., ::2].requires_grad_()
    weight = torch.randn(20, device=DEVICE, requires_grad=True)
    named = dict(x=x, weight=weight, eps=1e-5)
    ours, eager, exact = (
        [
            *torch.autograd.grad(
                triton_ops.rms_norm(**values, implementation=name).sum(), (values["x"], values["weight"])
            )
        ]
        for name, values in (
            ("triton", named),
            ("torch", named),
            ("torch", {key: triton_ops.to_float64(value) for key, value in named.items()}),
        )
    )
    result = compare(ours, eager, exact)
    assert result.ok, result.reason


@needs_triton
@pytest.mark.parametrize("dtype", triton_ops.DTYPES)
def test_default_eps_is_torchs(dtype):
    x, weight = (
        torch.full((2, 8), 1e-4, dtype=dtype, device=DEVICE),
        torch.ones(8, dtype=dtype, device=DEVICE),
    )
    expected = torch.nn.functional.rms_norm(x, (8,), weight)
    for implementation in triton_ops.IMPLEMENTATIONS:
        ours = triton_ops.rms_norm(x, weight, None, implementation)
        torch.testing.assert_close(ours, expected, rtol=4 * torch.finfo(dtype).eps, atol=0)


@needs_triton
def test_autocast_gives_both_implementations_one_dtype():
    x, weight = torch.randn(3, 8, device=DEVICE), torch.ones(8, device=DEVICE)
    with torch.autocast(DEVICE.type, torch.bfloat16):
        outputs = [
            triton_ops.rms_norm(x, weight, 1e-6, implementation)
            for implementation in triton_ops.IMPLEMENTATIONS
        ]
    assert [output.dtype for output in outputs] == [torch.bfloat16] * 2


def naive_attention(q, k, v, causal, documents=None):
    """Attention by its definition, query by query; `documents` as cumulative lengths over all rows."""
    (B, M, H, D), (N, K) = q.shape, k.shape[1:3]
    owner = (
        torch.bucketize(torch.arange(B * N), documents, right=True)
        if documents is not None
        else torch.zeros(B * N)
    )
    y = torch.zeros_like(q)
    for b, i, h in itertools.product(range(B), range(M), range(H)):
        seen = [
            j
            for j in range(N)
            if (not causal or j <= i + N - M) and (documents is None or owner[b * N + i] == owner[b * N + j])
        ]
        y[b, i, h] = (k[b, seen, h // (H // K)] @ q[b, i, h] / D**0.5).softmax(0) @ v[b, seen, h // (H // K)]
    return y


@pytest.mark.parametrize(
    "M, N, H, K, causal, lengths",
    [
        (3, 3, 1, 1, True, None),
        (2, 5, 4, 2, True, None),
        (5, 2, 2, 1, False, None),
        (6, 6, 2, 2, True, [0, 2, 9, 12]),
        (6, 6, 2, 1, False, [0, 1, 1, 8]),
    ],
)
def test_attention_reference_is_the_definition(M, N, H, K, causal, lengths):
    draw = triton_ops.normal_sampler("cpu", torch.float64, 0)
    q, k, v = (
        draw(2, M, H, 4).requires_grad_(),
        draw(2, N, K, 4).requires_grad_(),
        draw(2, N, K, 4).requires_grad_(),
    )
    documents = torch.tensor(lengths) if lengths else None
    dy = draw(2, M, H, 4)
    ways = [
        attend(q, k, v, causal, documents=documents) for attend in (triton_ops.attention, naive_attention)
    ]
    for ours, exact in zip(*((y, *torch.autograd.grad(y, (q, k, v), dy)) for y in ways)):
        torch.testing.assert_close(ours, exact, rtol=1e-12, atol=1e-12)


def test_document_bounds_of_two_rows():
    first, past = triton_ops.document_bounds(
        torch.tensor([0, 2, 2, 7]), 2, 5
    )  # of 2, 0 and 5 tokens, cut by the end of the row, and a rest
    assert first.tolist() == [[0, 0, 2, 2, 2], [0, 0, 2, 2, 2]] and past.tolist() == [
        [2, 2, 5, 5, 5],
        [2, 2, 5, 5, 5],
    ]


@needs_triton
@pytest.mark.parametrize("fused", [False, True])
def test_attention_of_slices_with_shared_heads_documents_and_an_expanded_gradient(fused):
    projection = torch.randn(
        2, 21, 6, 16, device=DEVICE, requires_grad=True
    )  # (B, T, 4 heads of q + 1 of k + 1 of v, D)
    documents = torch.tensor([0, 20, 26, 42], device=DEVICE)

    def gradient(projection, implementation):
        y = triton_ops.attention(
            *projection.split([4, 1, 1], dim=2),
            documents=documents,
            fused=fused,
            implementation=implementation,
        )
        return y, *torch.autograd.grad(y.sum(), projection)

    exact = projection.detach().double().requires_grad_()
    result = compare(gradient(projection, "triton"), gradient(projection, "torch"), gradient(exact, "torch"))
    assert result.ok, result.reason


@needs_triton
def test_a_document_is_as_if_it_were_alone():
    q, k, v = (torch.randn(1, 50, 1, 16, device=DEVICE) for _ in range(3))
    packed = triton_ops.attention(
        q, k, v, documents=torch.tensor([0, 17, 50], device=DEVICE), implementation="triton"
    )
    alone = [triton_ops.attention(q[:, part], k[:, part], v[:, part]) for part in (slice(17), slice(17, 50))]
    torch.testing.assert_close(packed, torch.cat(alone, dim=1), rtol=1e-5, atol=1e-5)


@needs_triton
@pytest.mark.parametrize("length", [torch.tensor(40), torch.tensor([40, 40, 40])])
def test_decode_attention_reads_its_places_alone(length):
    store = torch.full(
        (2, 3, 2, 70, 16), float("nan"), device=DEVICE
    )  # of keys and of values, (B, H, T, D) as llm.py's cache has it
    first = torch.tensor([0, 37, 40], device=DEVICE)  # the last row sees nothing
    for b, begin in enumerate(first.tolist()):
        store[:, b, :, begin:40] = torch.randn(2, 2, 40 - begin, 16)
    q, (keys, values) = torch.randn(3, 1, 2, 16, device=DEVICE), store.transpose(2, 3)
    ours = triton_ops.decode_attention(q, keys, values, first, length.to(DEVICE), implementation="triton")
    for b, begin in enumerate(first[:2].tolist()):
        alone = triton_ops.attention(q[b : b + 1], keys[b : b + 1, begin:40], values[b : b + 1, begin:40])
        torch.testing.assert_close(ours[b : b + 1], alone, rtol=1e-5, atol=1e-5)
    assert ours[2].eq(0).all()
    assert torch.equal(
        triton_ops.decode_attention(q, keys.nan_to_num(), values.nan_to_num(), first, length.to(DEVICE))[2],
        ours[2],
    )


@needs_gpu
def test_a_captured_decode_attention_follows_the_lengths():
    q, keys, values = (torch.randn(2, T, 4, 64, device=DEVICE, dtype=torch.bfloat16) for T in (1, 300, 300))
    first, length, y = (
        torch.tensor([0, 9], device=DEVICE),
        torch.tensor([10, 20], device=DEVICE),
        torch.empty_like(q),
    )
    replay = triton_ops.cuda_graph_of(
        lambda: y.copy_(triton_ops.decode_attention(q, keys, values, first, length, implementation="triton"))
    )
    for _ in range(2):
        length += 100
        replay()
        assert torch.equal(
            y, triton_ops.decode_attention(q, keys, values, first, length, implementation="triton")
        )


@pytest.mark.skipif(
    bool(triton_ops.why_not_run(DEVICE, triton_ops.OPS["attention_fp8"].min_capability)), reason="no E4M3 here"
)
@pytest.mark.parametrize("D", [64, 128])
@pytest.mark.parametrize("uneven", [False, True])
def test_fp8_attention_is_within_a_hundredth_of_the_values(D, uneven):
    T = 8192 if ON_GPU else 512
    q, k, v = (torch.randn(1, length, 1, D, device=DEVICE) for length in (T if ON_GPU else 64, T, T))
    if uneven:  # blocks whose factors differ by up to 8
        for x, step in ((q, 1), (k, 3), (v, 5)):
            x *= 2.0 ** -(torch.arange(x.shape[1], device=DEVICE) // 32 * step % 4)[:, None, None]
    ours, exact = (
        triton_ops.attention_fp8(q, k, v, False, implementation="triton"),
        triton_ops.attention(q.double(), k.double(), v.double(), False),
    )
    error = (ours - exact).square().mean().sqrt()
    assert error <= 1e-2 * v.double().square().mean().sqrt()
    # of y: roundings of 0.0265 each (see the op's slack) of p, of v, and of a score of size 1 for q and for k; half as much again for luck
    assert 1e-6 < error / exact.square().mean().sqrt() <= 1.5 * 4**0.5 * 0.0265


def test_fp8_is_for_gpus_that_have_it(monkeypatch):
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: (8, 0))
    assert "below the (8, 9) that the kernel needs" in triton_ops.why_not_run(
        "cuda", triton_ops.OPS["attention_fp8"].min_capability
    )
    assert not triton_ops.TRITON_AVAILABLE or triton_ops.why_not_run("cuda") == ""


@needs_triton
@pytest.mark.parametrize("name", triton_ops.OPS)
def test_operators_meet_torchs_own_rules(name):
    arguments = triton_ops.OPS[name].inputs(
        triton_ops.OPS[name].cases[0], torch.float32, triton_ops.normal_sampler(DEVICE, torch.float32, 0), False
    )
    operator = getattr(torch.ops.kernels, name).default
    missing = operator._schema.arguments[
        len(arguments) :
    ]  # whether there will be a gradient, and the output's dtype, where they are asked
    arguments += tuple(True if str(argument.type) == "bool" else torch.float32 for argument in missing)
    results = torch.library.opcheck(
        operator, arguments, test_utils=("test_schema", "test_faketensor", "test_autograd_registration")
    )
    assert set(results.values()) == {"SUCCESS"}


@needs_triton
def test_a_second_derivative_is_refused_not_wrong():
    x, weight = torch.randn(2, 4, device=DEVICE, requires_grad=True), torch.ones(4, device=DEVICE)
    (slope,) = torch.autograd.grad(
        triton_ops.rms_norm(x, weight, 1e-6, "triton").square().sum(), x, create_graph=True
    )
    with pytest.raises(RuntimeError, match="once_differentiable"):
        slope.sum().backward()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda x: triton_ops.rms_norm(x, torch.ones(3)), r"\(2, 4\).*\(3,\)"),
        (lambda x: triton_ops.rms_norm(x, torch.ones(4), 1e-6, "cuda"), "'cuda'"),
        (lambda x: triton_ops.rms_norm(x.double(), torch.ones(4).double(), 1e-6, "triton"), "float64"),
        (
            lambda x: triton_ops.rotary(x[None, None], x[None, None], torch.ones(1, 3), torch.ones(1, 3)),
            r"\(1, 1, 2, 4\).*\(1, 3\)",
        ),
        (
            lambda x: triton_ops.rotary(
                x[None, None], x[None, None], torch.ones(1, 2).requires_grad_(), torch.ones(1, 2)
            ),
            "angles",
        ),
        (lambda x: triton_ops.add_rms_norm(x, x[:1], torch.ones(4)), r"\(2, 4\), \(1, 4\)"),
        (lambda x: triton_ops.add_rms_norm(x, x.half(), torch.ones(4)), "float32 to torch.float16"),
        (lambda x: triton_ops.layer_norm(x, torch.ones(4), torch.ones(3)), r"\(4,\), \(3,\)"),
        (lambda x: triton_ops.bias_gelu(x, torch.ones(2)), r"\(2, 4\).*\(2,\)"),
        (
            lambda x: triton_ops.linear_cross_entropy(x, torch.ones(9, 4), torch.zeros(3, dtype=torch.int64)),
            r"\(9, 4\), \(3,\)",
        ),
        (
            lambda x: triton_ops.linear_cross_entropy(
                x, torch.ones(9, 4), torch.zeros(2, dtype=torch.int64), reduction="none"
            ),
            "'none'",
        ),
        (
            lambda x: triton_ops.gmm_log_prob(x, torch.ones(2, 3), torch.ones(2, 3, 4), torch.ones(2, 4, 3)),
            r"\(2, 3, 4\), \(2, 4, 3\)",
        ),
        (
            lambda x: triton_ops.adamw([x], [x], [x], [], x[0, 0], x[0, 0], 0.9, 0.95, 1e-8, [0.1], 1.0),
            "two states",
        ),
        (
            lambda x: triton_ops.adamw(
                [x.mT], [x.mT], [x.mT], [x.mT], x[0, 0], x[0, 0], 0.9, 0.95, 1e-8, [0.1], 1.0
            ),
            "contiguous",
        ),
        (lambda x: triton_ops.newton_schulz(x), r"\(2, 4\)"),
        (
            lambda x: triton_ops.mlp_heads(
                x, torch.ones(3, 5, 4), torch.ones(3, 5), torch.ones(3, 2, 6), torch.ones(3, 2)
            ),
            r"\(3, 2, 6\)",
        ),
        (
            lambda x: triton_ops.mlp(x, torch.ones(5, 4), torch.ones(5), torch.ones(2, 6), torch.ones(2)),
            r"\(2, 6\)",
        ),
        (lambda x: triton_ops.attention(x[None, None], x[None], x[None]), "takes q"),
        (
            lambda x: triton_ops.attention(x[None, :, None], x[None, :1, None], x[None, :1, None]),
            "2 queries and 1 keys",
        ),
        (
            lambda x: triton_ops.attention(
                x[None, None], x[None, None].repeat(1, 1, 2, 1)[:, :, :3], x[None, None]
            ),
            r"\(1, 1, 3, 4\)",
        ),
        (lambda x: triton_ops.attention(x[None, None], x[None, None], x[None, None], scale=0.0), "scale"),
        (
            lambda x: triton_ops.attention(x[None, None], x[None, None].half(), x[None, None].half()),
            "one dtype",
        ),
        (
            lambda x: triton_ops.decode_attention(
                x[None, None], x[None, None], x[None, None], torch.zeros(2)
            ),
            r"\(2,\)",
        ),
        (
            lambda x: triton_ops.decode_attention(x[None, :, None], x[None, None], x[None, None]),
            r"\(1, 2, 1, 4\)",
        ),
        (lambda x: triton_ops.decode_linear(x, torch.ones(3, 5)), r"\(3, 5\)"),
        (
            lambda x: triton_ops.cached_attention(
                x, torch.ones(2, 2, 1, 5, 4), *[torch.zeros(2)] * 2, *triton_ops.rotary_tables(5, 4)
            ),
            r"qkv \(2, 12\)",
        ),
        (
            lambda x: triton_ops.sample_tokens(x, torch.zeros(3, 2), *[torch.zeros(())] * 3),
            r"\(2, 4\), \(3, 2\)",
        ),
        pytest.param(
            lambda x: triton_ops.decode_attention(
                *[x[None, None].requires_grad_()] * 3, implementation="triton"
            ),
            "no gradient",
            marks=needs_triton,
        ),
    ],
)
def test_mistakes_of_the_caller_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call(torch.randn(2, 4))


def assert_alike(ours, exact, tolerance=1e-13):
    for one, other in zip(ours, exact, strict=True):
        torch.testing.assert_close(one, other, rtol=tolerance, atol=tolerance)


def with_gradients(function, *inputs):
    """(output, gradient of each input) of `function` at fresh leaves, for a cotangent that depends on the shape alone."""
    leaves = [value.detach().clone().requires_grad_() for value in inputs]
    output = function(*leaves)
    cotangent = torch.linspace(-1, 2, output.numel(), dtype=output.dtype, device=output.device).view(
        output.shape
    )
    return output, *torch.autograd.grad(output, leaves, cotangent)


def test_add_rms_norm_reference_is_the_sum_and_its_norm():
    draw = triton_ops.normal_sampler("cpu", torch.float64, 0)
    x, residual, weight = draw(5, 33), draw(5, 33), draw(33)
    y, u = triton_ops.add_rms_norm(x, residual, weight, 1e-3)
    assert_alike((y, u), (triton_ops.rms_norm(x + residual, weight, 1e-3), x + residual))


@needs_triton
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_a_shared_gradient_reaches_both_summands_in_their_dtypes(dtype):
    x, residual = (
        torch.randn(4, 32, device=DEVICE).to(kind).requires_grad_() for kind in (dtype, torch.float32)
    )
    weight = torch.ones(32, device=DEVICE)
    y, u = triton_ops.add_rms_norm(x, residual, weight, 1e-6, "triton")
    dx, dresidual = torch.autograd.grad(u.square().sum() + y.float().sum(), (x, residual))
    assert (y.dtype, u.dtype, dx.dtype, dresidual.dtype) == (dtype, torch.float32, dtype, torch.float32)
    torch.testing.assert_close(dx.float(), dresidual, rtol=2 * torch.finfo(dtype).eps, atol=0)
    assert dresidual.abs().max() > 1


def test_layer_norm_and_gelu_references_are_the_formulas():
    draw = triton_ops.normal_sampler("cpu", torch.float64, 0)
    x, weight, bias = draw(5, 33), draw(33), draw(33)

    def norm(x, weight, bias):
        return (x - x.mean(-1, keepdim=True)) * (
            x.var(-1, keepdim=True, correction=0) + 1e-5
        ).rsqrt() * weight + bias

    assert_alike(
        with_gradients(triton_ops.layer_norm, x, weight, bias), with_gradients(norm, x, weight, bias), 1e-12
    )
    assert_alike(
        with_gradients(triton_ops.bias_gelu, x, bias),
        with_gradients(
            lambda x, b: (x + b) * torch.distributions.Normal(0.0, 1.0, validate_args=False).cdf(x + b),
            x,
            bias,
        ),
        1e-12,
    )


@needs_triton
def test_gelu_of_half_precision_is_as_right_as_its_room_says():
    """P(-a) = (max(z, 0) - y) / a within 2^-17 of itself, 2^-18.2 of the fit and the rest float32's, the slope within 2^-17.5, of float64."""
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


def linear_loss(module, x):
    """A linear layer with the cross-entropy of some targets after it, by a module that has both or by one that has the layer."""
    target = torch.arange(6, device=x.device)
    if isinstance(module, triton_ops.TritonLinearCrossEntropy):
        return module(x, target.view(2, 3))
    return torch.nn.functional.cross_entropy(module(x).flatten(0, 1), target)


def self_attention(module, x):
    return (
        module(x)
        if isinstance(module, triton_ops.TritonAttention)
        else module(x, x, x, need_weights=False)[0]
    )


@needs_triton
@pytest.mark.parametrize(
    "ours, theirs, call",
    [
        (triton_ops.TritonLayerNorm(20), torch.nn.LayerNorm(20), torch.nn.Module.__call__),
        (triton_ops.TritonRMSNormLayer(20), torch.nn.RMSNorm(20), torch.nn.Module.__call__),
        (
            triton_ops.TritonLinearGELU(20, 33),
            torch.nn.Sequential(torch.nn.Linear(20, 33), torch.nn.GELU()),
            torch.nn.Module.__call__,
        ),
        (
            triton_ops.TritonMLP(20, 33, 7),
            torch.nn.Sequential(torch.nn.Linear(20, 33), torch.nn.SiLU(), torch.nn.Linear(33, 7)),
            torch.nn.Module.__call__,
        ),
        (
            triton_ops.TritonAttention(20, 2),
            torch.nn.MultiheadAttention(20, 2, batch_first=True),
            self_attention,
        ),
        (triton_ops.TritonLinearCrossEntropy(20, 9), torch.nn.Linear(20, 9, bias=False), linear_loss),
    ],
    ids=["layer_norm", "rms_norm", "linear_gelu", "mlp", "attention", "cross_entropy"],
)
def test_modules_take_the_state_of_their_twins(ours, theirs, call):
    with torch.no_grad():
        for parameter in theirs.to(DEVICE).parameters():
            parameter.normal_()
    assert ours.state_dict().keys() == theirs.state_dict().keys()
    ours.to(DEVICE).load_state_dict(theirs.state_dict())
    x = torch.randn(2, 3, 20, device=DEVICE)

    def results(module, x):
        y = call(module, x.requires_grad_())
        return y.detach(), *torch.autograd.grad(y.square().sum(), (x, *module.parameters()))

    result = compare(
        results(ours, x), results(theirs, x), results(copy.deepcopy(theirs).double(), x.detach().double())
    )
    assert result.ok, result.reason


# ---- losses -----------------------------------------------------------------------------------------------------


def projections():
    draw = triton_ops.normal_sampler(DEVICE, torch.float32, 0)
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
    op, cotangents = triton_ops.OPS["linear_cross_entropy"], [torch.full((), 3.0, device=DEVICE)]
    ours, eager = (
        tuple(triton_ops.evaluate(op.call(name), named, cotangents).values()) for name in ("triton", "torch")
    )
    exact = triton_ops.evaluate(
        op.call("torch"),
        {key: triton_ops.to_float64(value) for key, value in named.items()},
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
    triton_ops.linear_cross_entropy(*projections(), implementation="triton")
    assert widest == [(5, 31)] * 4


@needs_triton
def test_without_gradients_cross_entropy_makes_none():
    x, weight, target = projections()
    forward, seen = triton_ops.linear_cross_entropy_triton, []
    expected = torch.nn.functional.cross_entropy(
        x.flatten(0, 1) @ weight.T, target.flatten(), ignore_index=-1
    )
    with torch.no_grad(), pytest.MonkeyPatch.context() as patch:
        patch_everywhere(
            patch, "linear_cross_entropy_triton", lambda *inputs: seen.append(inputs[5]) or forward(*inputs)
        )
        loss = triton_ops.linear_cross_entropy(x, weight, target, -1, implementation="triton")
    assert_alike((loss,), (expected,), 1e-5)
    assert seen == [False]
    _, _, dx, dw = triton_ops.linear_cross_entropy_forward(
        x.detach().flatten(0, 1), weight.detach(), target.flatten(), -1, "mean", False, x.dtype
    )
    assert dx.numel() == dw.numel() == 0


@needs_triton
def test_a_target_outside_of_the_vocabulary_gives_nan():
    x, weight, target = projections()
    target[1, 3] = 31
    assert triton_ops.linear_cross_entropy(x, weight, target, -1, implementation="triton").isnan()


def test_gmm_reference_is_torchs_mixture():
    draw = triton_ops.normal_sampler("cpu", torch.float64, 0)
    x, logits, mu, log_sigma = draw(6, 3), draw(6, 4), draw(6, 4, 3), draw(6, 4, 3)

    def mixture(x, logits, mu, log_sigma):
        parts = torch.distributions.Independent(torch.distributions.Normal(mu, log_sigma.exp()), 1)
        return torch.distributions.MixtureSameFamily(
            torch.distributions.Categorical(logits=logits), parts
        ).log_prob(x)

    inputs = x, logits, mu, log_sigma
    assert_alike(with_gradients(triton_ops.gmm_log_prob, *inputs), with_gradients(mixture, *inputs), 1e-12)


@needs_triton
@pytest.mark.parametrize("implementation", triton_ops.IMPLEMENTATIONS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_gmm_is_finite_for_every_finite_input(implementation, dtype):
    largest = torch.finfo(dtype).max
    extremes = torch.tensor(
        [0.0, -0.0, 1.0, 1e-30, -1e4, 90.0, -90.0, largest, -largest, torch.finfo(dtype).tiny], device=DEVICE
    ).to(dtype)
    generator = torch.Generator(DEVICE).manual_seed(0)
    inputs = [
        extremes[torch.randint(len(extremes), size, device=DEVICE, generator=generator)].requires_grad_()
        for size in ((400, 2), (400, 3), (400, 3, 2), (400, 3, 2))
    ]
    y = triton_ops.gmm_log_prob(*inputs, implementation)
    for result in (y, *torch.autograd.grad(y.sum(), inputs)):
        assert result.isfinite().all()


# ---- optimizers -------------------------------------------------------------------------------------------------


@needs_triton
@pytest.mark.parametrize("max_norm", [0.5, float("inf")])
def test_adamw_follows_torchs_for_three_steps(max_norm):
    draw = triton_ops.normal_sampler(DEVICE, torch.float32, 0)
    sizes, decays = [(5, 7), (3,), (2, 2100)], [0.1, 0.0, 0.1]
    parameters = [draw(*size) for size in sizes]
    twins = [torch.nn.Parameter(p.double()) for p in parameters]
    theirs = torch.optim.AdamW(
        [{"params": [twin], "weight_decay": decay} for twin, decay in zip(twins, decays)],
        lr=0.02,
        betas=(0.9, 0.95),
    )
    states = [[torch.zeros_like(p) for p in parameters] for _ in range(2)]
    for step in (1.0, 2.0, 3.0):
        gradients = [draw(*size) for size in sizes]
        for twin, gradient in zip(twins, gradients):
            twin.grad = gradient.double()
        expected = torch.nn.utils.clip_grad_norm_(twins, max_norm)
        theirs.step()
        counters = (torch.full((), value, device=DEVICE) for value in (step, 0.02))
        norm = triton_ops.adamw(
            parameters, gradients, *states, *counters, 0.9, 0.95, 1e-8, decays, max_norm, "triton"
        )
        torch.testing.assert_close(norm.double(), expected, rtol=1e-6, atol=0)
    for p, twin in zip(
        parameters, twins
    ):  # an update is at most about lr: its own rounding, and three of p's
        assert (p - twin).abs().max() <= 3 * torch.finfo(torch.float32).eps * (twin.abs().max() + 16 * 0.02)


@needs_triton
def test_the_optimizer_takes_the_state_of_its_twin_and_gives_it_back():
    ours, theirs = (
        [torch.nn.Parameter(torch.linspace(-1, 1, size, device=DEVICE).view(-1, 5)) for size in (35, 5)]
        for _ in range(2)
    )
    groups = [
        [{"params": [first], "weight_decay": 0.1}, {"params": [second], "lr": 0.03, "weight_decay": 0.0}]
        for first, second in (ours, theirs)
    ]
    mine = triton_ops.TritonAdamW(groups[0], lr=0.02, betas=(0.9, 0.95), max_norm=0.5)
    twin = torch.optim.AdamW(groups[1], lr=0.02, betas=(0.9, 0.95))
    for step in range(6):
        for one, other in zip(ours, theirs):
            other.grad = torch.randn_like(other)
            one.grad = other.grad.clone()
        torch.nn.utils.clip_grad_norm_(theirs, 0.5)
        mine.step()
        twin.step()
        assert_alike(ours, theirs, 1e-5)
        mine.load_state_dict(copy.deepcopy(twin.state_dict() if step % 2 else mine.state_dict()))
        twin.load_state_dict(copy.deepcopy(mine.state_dict()))
    ours[0].grad = None
    mine.step()
    ours[0].grad = torch.ones_like(ours[0])
    with pytest.raises(ValueError, match="steps so far {6, 7}"):
        mine.step()


@needs_triton
@pytest.mark.parametrize("shape", [(2, 24, 40), (2, 40, 24)])
def test_newton_schulz_keeps_singular_vectors_and_evens_out_singular_values(shape):
    x = torch.randn(shape, generator=torch.Generator().manual_seed(0)).to(DEVICE)
    y = triton_ops.newton_schulz(x, 5, "triton")
    u, s, v = torch.linalg.svd(x.double(), full_matrices=False)
    within = u.mT @ y.double() @ v.mT
    assert 0.5 < within.diagonal(dim1=-2, dim2=-1).min() and within.diagonal(dim1=-2, dim2=-1).max() < 1.3
    assert (within - torch.diag_embed(within.diagonal(dim1=-2, dim2=-1))).abs().max() < 1e-3


@needs_triton
def test_symmetric_product_is_symmetric_to_the_bit(monkeypatch):
    patch_everywhere(monkeypatch, "SYMMETRIC_TILES", {4: (16, 16, 4, 2)})
    x = torch.randn(2, 70, 48, device=DEVICE).mT
    y = x @ x.mT
    product = triton_ops.symmetric_product(x, 2.0, y, 3.0)
    assert torch.equal(product, product.mT)
    assert_alike((product,), (5 * y,), 1e-4)


@pytest.mark.skipif(not triton_ops.TRITON_AVAILABLE, reason="no Triton")
def test_a_triangle_has_every_tile_once():
    rows = [(i, j) for i in range(600) for j in range(i + 1)]
    places = torch.arange(len(rows), dtype=torch.float32)
    i = (
        (torch.sqrt(8 * places + 1) - 1) / 2
    ).int()  # the kernel's guess, in its precision, may be off by one at most
    exact = torch.tensor([row for row, _ in rows])
    assert (i - exact).abs().max() <= 1


# ---- layers -----------------------------------------------------------------------------------------------------


def test_heads_and_mlp_references_are_linear_layers():
    draw = triton_ops.normal_sampler("cpu", torch.float64, 0)
    x, w1, b1, w2, b2 = draw(7, 6), draw(3, 5, 6), draw(3, 5), draw(3, 2, 5), draw(3, 2)

    def one(x, w1, b1, w2, b2):
        z = x @ w1.T + b1
        return z / (1 + torch.exp(-z)) @ w2.T + b2

    def every(x, *weights):
        return torch.stack([one(x, *(w[k] for w in weights)) for k in range(3)], 1)

    assert_alike(
        with_gradients(triton_ops.mlp_heads, x, w1, b1, w2, b2),
        with_gradients(every, x, w1, b1, w2, b2),
        1e-12,
    )
    first = x, w1[0], b1[0], w2[0], b2[0]
    assert_alike(with_gradients(triton_ops.mlp, *first), with_gradients(one, *first), 1e-12)


@needs_triton
@pytest.mark.parametrize("name", ["mlp_heads", "mlp"])
def test_without_gradients_nothing_is_kept(name):
    op = triton_ops.OPS[name]
    inputs = op.inputs(op.cases[1], torch.float32, triton_ops.normal_sampler(DEVICE, torch.float32, 0), False)
    with torch.no_grad():
        kept = getattr(sys.modules[triton_ops.OPS[name].run.__module__], f"{name}_forward")(
            *inputs, False, torch.float32
        )[1]
        assert_alike((op.run(*inputs, implementation="triton"),), (op.run(*inputs),), 1e-5)
    assert kept.numel() == 0


# ---- decoding ---------------------------------------------------------------------------------------------------


def test_decoding_references_are_the_definitions():
    draw = triton_ops.normal_sampler("cpu", torch.float64, 0)
    x, weight, residual = draw(3, 6), draw(5, 6), draw(3, 5)
    normal = x / (x.square().mean(-1, keepdim=True) + 1e-3).sqrt()
    assert_alike(
        (
            triton_ops.decode_linear(x, weight, 1e-3, True),
            triton_ops.decode_linear(x, weight, residual=residual),
        ),
        ((normal @ weight.mT).clamp(min=0) ** 2, x @ weight.mT + residual),
    )
    cache, first, (cos, sin) = draw(2, 3, 2, 9, 4), torch.tensor([0, 2, 5]), triton_ops.rotary_tables(9, 4)
    qkv, before = draw(3, 24), cache.clone()
    y = triton_ops.cached_attention(qkv, cache, first, torch.tensor(5), cos, sin)
    q, k, v = qkv.view(3, 3, 2, 4).unbind(1)
    q, k = triton_ops.rotary(q[:, None], k[:, None], cos[5:6].double(), sin[5:6].double())
    before[0, :, :, 5], before[1, :, :, 5] = k[:, 0], v
    for b, begin in enumerate(first.tolist()):
        keys, values = before[:, b : b + 1, :, begin:6].transpose(2, 3)
        assert_alike((y[b : b + 1],), (naive_attention(q[b : b + 1], keys, values, True).flatten(1),))
    assert_alike((cache,), (before,))


@needs_triton
def test_philox_is_tritons_own():
    draws, seed = [[0, 0], [5, 3], [2**32 - 1, 7]], 1 << 40 | 5
    for attempt in (0, 3):
        bits = torch.empty(3, dtype=torch.int64, device=DEVICE)
        philox_bits[(3,)](
            torch.tensor(draws, device=DEVICE), torch.tensor(seed, device=DEVICE), bits, attempt
        )
        assert bits.tolist() == [triton_ops.philox(seed, *row, attempt, 0) for row in draws]
    assert triton_ops.philox(0, 0, 0, 0, 0) == 0x6627E8D5  # of Random123's kat_vectors


@pytest.mark.parametrize("implementation", triton_ops.IMPLEMENTATIONS if ON_GPU else ["torch"])
@pytest.mark.parametrize("temperature, top_p", [(1.0, 1.0), (0.7, 0.6), (1.5, 0.9), (1.0, 0.0), (0.0, 0.9)])
def test_samples_have_the_distribution_of_the_nucleus(implementation, temperature, top_p):
    p, rows = torch.tensor([0.05, 0.3, 0.02, 0.4, 0.15, 0.08]), 20000
    powers = (p ** (1 / temperature) if temperature else p == p.max()).double()
    order = powers.argsort(descending=True)
    before = powers[order].cumsum(0) - powers[order]
    kept = torch.zeros(6).index_fill_(
        0, order[(before < top_p * powers.sum()) | (before == 0)], 1.0
    )  # the likeliest always
    expected = powers * kept / (powers * kept).sum()
    draws = torch.stack([torch.arange(rows), torch.full((rows,), 9)], 1).to(DEVICE)
    numbers = (torch.tensor(value, device=DEVICE) for value in (1234, temperature, top_p))
    tokens = triton_ops.sample_tokens(
        p.log().expand(rows, -1).to(DEVICE), draws, *numbers, implementation
    ).cpu()
    frequency = torch.bincount(tokens, minlength=6) / rows
    assert (frequency[expected == 0] == 0).all() and draws[:, 1].eq(10).all()
    assert (
        (frequency - expected).abs() <= 5 * (expected * (1 - expected) / rows).sqrt()
    ).all()  # five standard deviations


# ---- the judge --------------------------------------------------------------------------------------------------


class Double(torch.autograd.Function):
    """y = 2 x with a mistake: the judge has to name it."""

    @staticmethod
    def forward(ctx, x, mistake):
        ctx.mistake = mistake
        y = x.new_empty(x.shape, dtype=torch.float64 if mistake == "dtype" else x.dtype)
        written = y[:-1] if mistake == "tail" else y
        written.copy_(2 * x[: len(written)])
        if mistake == "random":
            y += torch.rand_like(y) * 1e-6
        if mistake == "input":
            x.mul_(2)
        if mistake == "zero":
            y.zero_()
        return y

    @staticmethod
    def backward(ctx, dy):
        if ctx.mistake == "incoming":
            return dy.mul_(2), None
        return (dy * 2.001 if ctx.mistake == "gradient" else dy * 2), None


def double(x, implementation="torch", mistake=""):
    return 2 * x if implementation == "torch" else Double.apply(x, mistake)


def double_op(mistake):
    return triton_ops.Op(
        name="double",
        run=functools.partial(double, mistake=mistake),
        data=("x",),
        inputs=lambda shape, dtype, draw, autocast: (draw(*shape).requires_grad_(),),
        cases=[(1, 1), (3, 33)],
        bench=[(3, 33)],
        shape=lambda work: (3, 33),
        traffic=lambda shape, size: (1, 1),
    )


@pytest.mark.parametrize(
    "mistake, reason",
    [
        ("", ""),
        ("dtype", "output 0"),
        ("tail", "output 0"),
        ("random", "run to run"),
        ("input", "written to"),
        ("zero", "output 0"),
        ("incoming", "written to"),
        ("gradient", "gradient of x"),
    ],
)
def test_judge_names_the_mistake(mistake, reason):
    verdict = triton_ops.judge(double_op(mistake), (3, 33), torch.float32, "cpu")
    assert verdict.ok == (not mistake), verdict
    assert reason in verdict.reason


def halve(states, implementation="torch", mistake=""):
    """Halves every state in place and returns how many there were; the mistakes are Triton's."""
    for state in states[: 1 if implementation == "triton" and mistake == "one" else None]:
        state.mul_(0.5001 if implementation == "triton" and mistake == "value" else 0.5)
    return states[0].new_ones(()) * len(states)


@pytest.mark.parametrize(
    "mistake, reason", [("", ""), ("one", "states 1 afterwards"), ("value", "states 0 afterwards")]
)
def test_judge_compares_what_an_op_updates(mistake, reason):
    op = triton_ops.Op(
        name="halve",
        run=functools.partial(halve, mistake=mistake),
        data=("states",),
        mutates=("states",),
        inputs=lambda shape, dtype, draw, autocast: ([draw(*shape), draw(3)],),
        cases=[(2, 3)],
        bench=[(2, 3)],
        shape=lambda work: (2, 3),
        traffic=lambda shape, size: (1, 0),
    )
    verdict = triton_ops.judge(op, (2, 3), torch.float32, "cpu")
    assert verdict.ok == (not mistake) and reason in verdict.reason
    undeclared = triton_ops.judge(dataclasses.replace(op, mutates=()), (2, 3), torch.float32, "cpu")
    assert not undeclared.ok


def test_judge_leaves_the_random_state_alone():
    before = torch.get_rng_state()
    triton_ops.judge(double_op(""), (3, 33), torch.float32, "cpu")
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("variant", triton_ops.VARIANTS)
def test_variants_are_what_they_say(variant):
    x = torch.randn(3, 5)
    varied = triton_ops.apply_variant(x, variant)
    assert varied.is_contiguous() == (variant != "strided")
    expected = {
        "x 0.001": x * 0.001,
        "x 10000": x * 10000,
        "a row of zeros": x * torch.tensor([[0.0], [1], [1]]),
        "a row at 10000": torch.cat([1e4 * x[:1].sign(), x[1:]]),
    }.get(variant, x)
    assert torch.equal(varied, expected)


# ---- the choice -------------------------------------------------------------------------------------------------


@pytest.fixture
def timing_on(monkeypatch, tmp_path):
    """Makes this machine one on which Triton can be raced, with a clock that reads `times` and counts its readings."""
    race = SimpleNamespace(
        times={"torch": 2.0, "triton": 1.0},
        readings=0,
        verdict=triton_ops.OpVerdict(True, "", 0.0, 1.0),
        error=None,
    )

    def time_calls(steps, device, graph=False):
        race.readings += 1
        if race.error:
            raise race.error
        return {name: triton_ops.Timing(ms, 0.1) for name, ms in race.times.items()}

    monkeypatch.setenv("KERNELS_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("KERNELS", raising=False)
    for obstacle in ("why_not_run", "why_not_race"):
        patch_everywhere(monkeypatch, obstacle, lambda device, oldest=None: "")
    patch_everywhere(monkeypatch, "clock", time_calls)
    patch_everywhere(monkeypatch, "judge", lambda *_, **__: race.verdict)
    choose = functools.partial(triton_ops.choose, {"rms_norm": (3, 33)}, device="cpu", dtype=torch.float32)
    race.choose = lambda mode="auto", **options: choose(mode, **options)["rms_norm"]
    race.files = lambda: sorted((tmp_path / "cache").glob("*"))
    return race


@pytest.mark.parametrize(
    "triton, implementation, reason",
    [
        (1.0, "triton", "2.00x"),
        (1.9417, "triton", "1.03x"),
        (1.95, "torch", "has to win 3%"),
        (2.5, "torch", "0.80x: slower"),
    ],
)
def test_triton_has_to_win_by_3_percent(timing_on, triton, implementation, reason):
    timing_on.times = {"torch": 2.0, "triton": triton}
    choice = timing_on.choose()
    assert (choice.implementation, choice.times) == (implementation, timing_on.times)
    assert reason in choice.reason


@pytest.mark.parametrize(
    "error, reason",
    [
        (
            torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 9 GiB.\nMore"),
            "out of memory while benchmarking",
        ),
        (triton_ops.TritonError("does not compile"), "does not compile"),
        (RuntimeError("CUDA error: misaligned address"), "misaligned address"),
    ],
)
def test_a_failure_is_pytorch_with_its_reason_and_is_not_remembered(timing_on, error, reason):
    timing_on.error = error
    choice = timing_on.choose()
    assert (choice.implementation, choice.times) == ("torch", {})
    assert reason in choice.reason and "\n" not in choice.reason
    assert not timing_on.files()


def test_a_wrong_kernel_is_never_timed(timing_on):
    timing_on.verdict = triton_ops.OpVerdict(False, "gradient of x off by 1", 1.0, 0.1)
    choice = timing_on.choose()
    assert (
        choice.implementation == "torch"
        and "gradient of x off by 1" in choice.reason
        and timing_on.readings == 0
    )


def test_a_choice_is_remembered_until_its_key_changes(timing_on, monkeypatch):
    first, second = timing_on.choose(), timing_on.choose()
    assert (
        second == dataclasses.replace(first, reason=first.reason + "; remembered") and timing_on.readings == 1
    )
    timing_on.choose(execution="graph")
    timing_on.choose(cached=False)
    patch_everywhere(monkeypatch, "source_hash", lambda op: "another source")
    timing_on.choose()
    assert timing_on.readings == 4 and len(timing_on.files()) == 3


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-30],
        lambda text: "",
        lambda text: "[]",
        lambda text: text.replace("3", "4"),
        lambda text: text.replace('"triton"', '"cuda"'),
    ],
)
def test_a_spoiled_cache_file_is_measured_anew_and_replaced(timing_on, spoil):
    timing_on.choose()
    (path,) = timing_on.files()
    path.write_text(spoil(path.read_text()))
    choice = timing_on.choose()
    assert choice.implementation == "triton" and "is unusable" in choice.reason and timing_on.readings == 2
    assert json.loads(path.read_text())["choice"]["implementation"] == "triton"
    assert timing_on.choose().reason.endswith("; remembered")


def test_a_cache_that_cannot_be_written_says_so(timing_on, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KERNELS_CACHE", str(tmp_path / "file" / "cache"))
    choice = timing_on.choose()
    assert (
        choice.implementation == "triton"
        and "not remembered (NotADirectoryError" in choice.reason
        and "\n" not in choice.reason
    )


@pytest.mark.parametrize(
    "times, implementation, reason",
    [
        ({"torch": 1.0, "triton": 2.0}, "torch", "0.50x with the chosen set"),
        ({"torch": 2.0, "triton": 1.0}, "triton", "2.00x with the chosen set"),
        (None, "torch", "no room"),
    ],
)
def test_the_last_word_is_a_whole_steps(timing_on, monkeypatch, times, implementation, reason):
    def time_interleaved(steps, device, **_):
        timing_on.readings += 1
        if times is None:
            raise torch.OutOfMemoryError("no room")
        return {name: triton_ops.Timing(ms, 0.1) for name, ms in times.items()}

    patch_everywhere(monkeypatch, "interleaved", time_interleaved)
    monkeypatch.setattr(torch.cuda, "empty_cache", lambda: None)
    chosen, built = (
        {
            "rms_norm": timing_on.choose(),
            "rotary": triton_ops.Choice("rotary", (), "fp32", "triton", "asked for"),
        },
        [],
    )
    word = functools.partial(
        triton_ops.compare_whole_step,
        chosen,
        lambda names: built.append(names) or (lambda: None),
        "cpu",
        {"layers": 2},
    )
    first = word()
    assert built == [dict.fromkeys(chosen, "torch"), dict.fromkeys(chosen, "triton")]
    assert first["training step"].implementation == first["rms_norm"].implementation == implementation
    assert (
        reason in first["training step"].reason and first["rotary"] == chosen["rotary"]
    )  # what was asked for stands
    assert ("the whole step loses" in first["rms_norm"].reason) == (implementation == "torch")
    again = word()
    assert again["rms_norm"].implementation == implementation
    assert timing_on.readings == (2 if times else 3)  # a failure is tried again, a time is remembered


def test_without_a_race_there_is_no_last_word():
    asked = {"rms_norm": triton_ops.Choice("rms_norm", (3, 33), "fp32", "triton", "asked for")}
    assert triton_ops.compare_whole_step(asked, lambda names: 1 / 0, "cpu", {}) == asked


def test_a_gain_near_the_threshold_is_measured_again(timing_on):
    timing_on.times = {"torch": 2.0, "triton": 1.95}
    timing_on.choose()
    assert timing_on.readings == 4


@pytest.mark.parametrize(
    "mode, forced, variable, implementation",
    [
        ("auto", None, "", "triton"),
        ("torch", None, "", "torch"),
        ("triton", None, "", "triton"),
        ("rms_norm:torch,rotary:triton", None, "", "torch"),
        ("rms_norm:torch,triton", None, "", "torch"),
        ("rotary:torch", None, "", "triton"),
        ("torch", {"rms_norm": "triton"}, "", "triton"),
        ("triton", {"rms_norm": "triton"}, "rms_norm:torch", "torch"),
        ("torch", None, "triton", "triton"),
        ("torch", None, "auto", "triton"),
    ],
)
@needs_triton
def test_mode_forced_and_environment(timing_on, monkeypatch, mode, forced, variable, implementation):
    monkeypatch.setenv("KERNELS", variable)
    assert timing_on.choose(mode, forced=forced).implementation == implementation


@pytest.mark.parametrize(
    "shapes, mode, options",
    [
        ({"no_such_op": (1,)}, "auto", {}),
        ({"rms_norm": (1, 1)}, "rms_norm:cuda", {}),
        ({"rms_norm": (1, 1)}, "no_such_op:torch", {}),
        ({"rms_norm": (1, 1)}, "auto", {"execution": "async"}),
        ({"rms_norm": (1, 1)}, "auto", {"dtype": torch.float64}),
    ],
)
def test_unknown_names_are_errors(shapes, mode, options):
    with pytest.raises(ValueError, match="no_such_op|cuda|async|float64"):
        triton_ops.choose(shapes, mode, device="cpu", **options)


def test_table_shows_times_and_reasons():
    timed = triton_ops.Choice(
        "rms_norm",
        (3, 33),
        "bf16",
        "triton",
        "2.00x the speed of PyTorch",
        {"torch": 2.0, "triton": 1.0},
        {"torch": 0.1, "triton": 0.2},
    )
    lines = triton_ops.choice_table(
        {"rms_norm": timed, "rotary": triton_ops.Choice("rotary", (1, 1, 1, 2), "fp32", "torch", "no GPU")}
    ).splitlines()
    assert (
        len(lines) == 3
        and len({line.index(word) for line, word in zip(lines, ("chosen", "triton", "torch"))}) == 1
    )
    assert "2.000 ms" in lines[1] and "2.00x the speed" in lines[1] and lines[2].endswith("no GPU")


def test_requests_follow_the_workload():
    work = triton_ops.Workload(batch_size=2, seq_len=3, d_model=32, n_heads=4)
    assert triton_ops.op_shapes(work, ["rms_norm", "rotary"]) == {"rms_norm": (6, 32), "rotary": (2, 3, 4, 8)}
    assert triton_ops.op_shapes(work).keys() == triton_ops.OPS.keys()


def test_source_hash_covers_the_ops_own_room_alone():
    hashes = {name: triton_ops.source_hash(op) for name, op in triton_ops.OPS.items()}
    assert len(set(hashes.values())) == len(hashes)


# ---- other machines ---------------------------------------------------------------------------------------------


def python(code, **environment):
    """What a fresh process prints that runs `code` beside kernels.py."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=HERE,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


def test_without_triton_there_is_pytorch_and_a_reason():
    lines = python(
        "import sys; sys.modules['triton'] = None\n"
        "import kernels, torch\n"
        "print(kernels.TRITON_AVAILABLE, kernels.rms_norm(torch.ones(1, 2), torch.ones(2)).tolist())\n"
        "for mode in ('auto', 'triton'): print(kernels.choose({'rms_norm': (3, 33)}, mode)['rms_norm'])",
        KERNELS="",
    )
    assert lines[0] == "False [[1.0, 1.0]]"
    assert all(
        "implementation='torch'" in line and "Triton cannot be imported" in line for line in lines[1:3]
    )


@pytest.mark.skipif(not triton_ops.TRITON_AVAILABLE, reason="no Triton")
def test_every_kernel_compiles_for_gpus_that_are_not_here():
    lines = python(
        "import kernels, torch\n"
        "for op, target in ((op, target) for op in kernels.OPS.values() for target in kernels.SHARED_MEMORY\n"
        "                   if not kernels.why_not_compile(target, op.oldest)):\n"
        "    for record in kernels.recorded_launches(op, op.shape(kernels.Workload()), torch.bfloat16, True, target):\n"
        "        binary = kernels.compiled(record, target)\n"
        "        fits = binary.metadata.shared <= kernels.SHARED_MEMORY[target]\n"
        "        print(op.name, target, kernels.resources(binary)['STACK'], fits)",
        TRITON_INTERPRET="0",
    )
    found = [line.split() for line in lines if line]
    assert {(name, target) for name, target, *_ in found} == {
        (name, str(target))
        for name, target in itertools.product(triton_ops.OPS, triton_ops.SHARED_MEMORY)
        if not triton_ops.why_not_compile(target, triton_ops.OPS[name].min_capability)
    }
    assert all(fit == ["0", "True"] for _, _, *fit in found), lines


def test_command_line(capsys):
    assert triton_ops.main(["--list"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in triton_ops.OPS)
    with pytest.raises(SystemExit, match="2"):
        triton_ops.main(["--check", "no_such_op"])
    with pytest.raises(SystemExit, match="2"):
        triton_ops.main(["--compile", "hopper"])


def test_check_exits_1_on_a_wrong_op(capsys):
    assert triton_ops.check([double_op("gradient")]) == 1
    assert "gradient of x" in capsys.readouterr().out


def test_a_check_goes_on_after_the_exam_at_which_its_process_died(monkeypatch):
    op = triton_ops.OPS["rms_norm"]
    number, asked = len(list(triton_ops.judge_cases(op))[1::2]), []

    def run_self(*arguments, seconds, **environment):
        asked.append(arguments)
        done = arguments[-1]
        judged = [
            json.dumps(triton_ops.OpVerdict(True, "", 0.0, 1.0)),
            "noise",
            json.dumps(triton_ops.OpVerdict(False, "off", 2.0, 1.0)),
        ]
        if done < 2:
            return "\n".join(judged), "the process ended with -11: Segmentation fault" if done == 0 else ""
        return "\n".join(
            [judged[0]] * (number - done)
        ), f"the process ended with {triton_ops.LOST}: " if done < number else ""

    patch_everywhere(monkeypatch, "in_own_process", run_self)
    target_results = triton_ops.judge_in_processes(op, 1, 2)
    assert len(target_results) == number and [arguments[-1] for arguments in asked] == [0, 3]
    assert [verdict.reason for verdict in target_results[:3]] == [
        "",
        "off",
        "the process ended with -11: Segmentation fault",
    ]


def test_pytorch_attends_to_what_is_aligned_and_to_nothing():
    x = torch.randn(2, 3, 5, 16)
    assert triton_ops.loadable(x) is x and triton_ops.loadable(x.transpose(1, 2)).data_ptr() == x.data_ptr()
    assert triton_ops.loadable(torch.randn(2, 3, 20).half()).shape == (2, 3, 20)
    for crooked in (triton_ops.surrounded_by_nans(x), x.flatten()[1:-1].view(2, 239)[:, :224].view(2, 14, 16)):
        copy = triton_ops.loadable(crooked)
        assert torch.equal(copy, crooked) and copy.data_ptr() != crooked.data_ptr() and copy.is_contiguous()
    q = torch.randn(0, 5, 2, 16, dtype=torch.bfloat16, requires_grad=True)
    triton_ops.attention(q, q, q).sum().backward()
    assert q.grad.shape == q.shape


@needs_triton
@pytest.mark.parametrize("programs", [0, 1, 7, 1500])
def test_sums_of_programs(programs):
    partial = torch.randn(programs, 2, 13)
    for i in range(2):
        ours = triton_ops.sum_partials(partial[:, i].to(DEVICE), torch.empty(13, device=DEVICE))
        assert (ours.cpu().double() - partial[:, i].double().sum(0)).abs().max() < 1e-4
    both = triton_ops.sum_partials(partial.to(DEVICE), *torch.empty(2, 13, device=DEVICE))
    assert (torch.stack(both).cpu().double() - partial.double().sum(0)).abs().max() < 1e-4


def test_a_process_of_its_own_prints_or_says_why_not():
    printed, trouble = triton_ops.run_self("--list", "rotary", seconds=60)
    assert printed.splitlines()[1].startswith("rotary") and not trouble
    printed, trouble = triton_ops.run_self("--check", "no_such_op", seconds=60)
    assert "ended with 2" in trouble and "no_such_op" in trouble
    assert triton_ops.run_self("--list", seconds=0.01)[1] == "not done after 0 s"


@pytest.fixture
def scripted(monkeypatch):
    """A machine whose clock gives 1 ms to the first contender, 1.5 to the second and so on, and whose graphs are calls."""

    def time_interleaved(functions, device, **_):
        for function in functions.values():
            function()
        return {name: triton_ops.Timing(1.0 + 0.5 * i, 0.1) for i, name in enumerate(functions)}

    for name, value in dict(
        time_interleaved=time_interleaved,
        cuda_graph_of=lambda function: function,
        copy_bandwidth=lambda device: 4e12,
        product_rate=lambda device: 7e14,
        interference=lambda device: 0.3,
        peak_memory=lambda step, device: step() or 1 << 20,
        default_dtype=lambda device: torch.float32,
    ).items():
        patch_everywhere(monkeypatch, name, value)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda device: None)
    monkeypatch.setattr(torch.cuda, "empty_cache", lambda: None)


@pytest.fixture
def tiny_attention(monkeypatch):
    shape = (1, 20, 20, 2, 2, 16, "causal")
    bars = (
        triton_ops.Target("forward", "math", 1.2),
        triton_ops.Target("forward + backward", "memory of math", 0.5),
        triton_ops.Target("forward", "TFLOP/s", 1e9),
    )
    op = dataclasses.replace(
        triton_ops.OPS["attention"], bench=[shape], sweep=[(1, 9, 9, 1, 1, 16, "full")], bars=bars
    )
    monkeypatch.setitem(triton_ops.OPS, "attention", op)
    return op


@needs_triton
def test_the_benchmark_measures_what_its_record_lacks_and_judges_the_bars(
    scripted, tiny_attention, tmp_path, capsys
):
    triton_ops.bench_worker(tiny_attention, tmp_path, seconds=-1.0)
    assert "left for the next time" in capsys.readouterr().out
    triton_ops.bench_worker(tiny_attention, tmp_path, seconds=1000.0)
    before = triton_ops.record_file(tmp_path, tiny_attention).read_text()
    triton_ops.bench_worker(tiny_attention, tmp_path, seconds=1000.0)
    assert (
        json.loads(before)["rows"]
        == json.loads(triton_ops.record_file(tmp_path, tiny_attention).read_text())["rows"]
    )
    row = json.loads(before)["rows"][0]
    assert {"triton", "eager", "math"} <= row["works"]["forward + backward"]["graph"].keys()
    assert row["absent"]["cudnn, forward"].startswith("RuntimeError: No ")  # float32 is not for it
    met, missed = triton_ops.write_report(tmp_path)
    assert met >= 5 and [line.split()[-1] for line in missed] == ["TFLOP/s", "math"] * 2  # at both shapes
    report = (tmp_path / "kernels.md").read_text()
    assert (
        "**missed**: 1 of 0.5 memory of math" in report
        and "met: 1.5 of 1 eager" in report
        and "4.00 TB/s" in report
    )
    assert "something else ran on this GPU**: 30%" in report
    assert (tmp_path / "kernels_attention.png").read_bytes().startswith(b"\x89PNG")


@needs_triton
def test_regret_and_flips_of_a_scripted_choice(scripted, monkeypatch, tmp_path, capsys):
    rounds_timed = itertools.cycle(
        [(2.0, 1.0), (2.0, 1.0), (2.0, 1.0), (1.0, 1.0)]
    )  # a quarter of the repeats keeps PyTorch, for twice the time
    patch_everywhere(
        monkeypatch,
        "settled",
        lambda steps, device: dict(
            zip(triton_ops.IMPLEMENTATIONS, (triton_ops.Timing(ms, 0.1) for ms in next(rounds_timed)))
        ),
    )
    patch_everywhere(monkeypatch, "why_not_race", lambda device, oldest=None: "")
    small = dataclasses.replace(triton_ops.OPS["rms_norm"], shape=lambda work: (3, 33))
    assert triton_ops.bench_choice([small], tmp_path) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == [
        "rms_norm",
        "(3,",
        "33)",
        "triton",
        "2.0000",
        "1.0000",
        "25.0%",
        "25%",
    ]
    assert "25.0%" in (tmp_path / "kernels_choice.txt").read_text()


@needs_triton
def test_tuning_tries_every_candidate_and_restores_the_tiles(scripted, monkeypatch, capsys):
    patch_everywhere(monkeypatch, "ProcessPoolExecutor", lambda workers, mp_context: ThreadPoolExecutor(1))
    tiles = (
        triton_ops.Tile("GMM_WARPS", (1, 2)),
        triton_ops.Tile("GMM_TILE", (-1, 512)),
    )  # the second's first makes no grid
    op = dataclasses.replace(
        triton_ops.OPS["gmm_log_prob"], bench=[(8, 3, 2), (9, 3, 2)], tiles=lambda shape, size: tiles
    )
    monkeypatch.setitem(triton_ops.OPS, op.name, op)
    patch_everywhere(
        monkeypatch,
        "gmm_launch",
        lambda *arguments, launch=triton_ops.gmm_launch, **options: (
            launch(*arguments, **options) if triton_ops.GMM_TILE > 0 else 1 / 0
        ),
    )
    triton_ops.tune_worker(op, seconds=1000.0)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("gmm_log_prob (8, 3, 2) forward + backward: GMM_WARPS, now 4: 4 1.0000 ms")
    assert "GMM_TILE = -1: ZeroDivisionError" in printed[1] and "512 1.5000 ms" in printed[2]
    assert printed[3].startswith("gmm_log_prob (9, 3, 2)") and printed[3].endswith(
        "now 4: 4 1.0000 ms ±0.0500"
    )  # the others took 1.5 times that
    assert printed[-1] == "gmm_log_prob: nothing beats what stands"
    assert triton_ops.recorder.binaries is None
    assert (triton_ops.GMM_WARPS, triton_ops.GMM_TILE) == (4, 1024)


@needs_triton
def test_tuning_prints_what_to_write_into_the_file(scripted, monkeypatch, capsys):
    patch_everywhere(monkeypatch, "ProcessPoolExecutor", lambda workers, mp_context: ThreadPoolExecutor(1))
    patch_everywhere(
        monkeypatch,
        "interleaved",
        lambda functions, device, **_: {name: triton_ops.Timing(float(name), 0.1) for name in functions},
    )
    op = dataclasses.replace(
        triton_ops.OPS["gmm_log_prob"],
        bench=[(8, 3, 2)],
        tiles=lambda shape, size: (triton_ops.Tile("GMM_WARPS", (1, 2)),),
    )
    monkeypatch.setitem(triton_ops.OPS, op.name, op)
    triton_ops.tune_worker(op, seconds=1000.0)
    assert (
        capsys.readouterr().out.splitlines()[-1]
        == "GMM_WARPS = 1   # (8, 3, 2) forward + backward: 1.0000 ms, with 4 4.0000"
    )


def test_the_tile_that_loses_least_over_all_shapes_is_what_to_write():
    trials = {
        4: [(1.2, "a"), (1.2, "b")],
        1: [(1.0, "a 1"), (1.15, "b 1")],
        2: [(1.1, "a 2"), (1.0, "b 2")],
        8: [(1.0, "a 8")],
    }
    assert list(triton_ops.better_tiles({("GMM_WARPS", 4): trials})) == [
        "GMM_WARPS = 2   # a 2; b 2"
    ]  # 8 was hopeless at the second shape
    assert not list(triton_ops.better_tiles({("GMM_WARPS", 4): {4: [(1.005, "a")], 2: [(1.0, "a")]}}))


def test_settings_are_what_tuning_printed(tmp_path):
    log, script = (
        tmp_path / "tune.log",
        "import kernels; from pathlib import Path; kernels.apply_settings(Path('{}')); {}",
    )
    log.write_text(
        "---- gmm_log_prob\ngmm_log_prob (8, 3, 2): GMM_WARPS, now 4: 4 1.0 ms\n  GMM_WARPS = 16: no such\nGMM_WARPS = 2   # 1.0 ms\n"
        "GELU_FORWARD = (512, 8)\nATTENTION_TILES[('keys', 64, 2)] = (64, 32, 4, 2)   # (2, 8192)\n"
    )
    printing = "print(kernels.GMM_WARPS, kernels.GELU_FORWARD, kernels.ATTENTION_TILES['keys', 64, 2], kernels.recorder.options[0])"
    run = functools.partial(subprocess.run, capture_output=True, text=True, cwd=HERE)
    assert (
        run([sys.executable, "-c", script.format(log, printing)]).stdout.strip()
        == "2 (512, 8) (64, 32, 4, 2) --settings"
    )
    log.write_text("GMM_WARP = 2\n")
    assert (
        "which kernels.py does not have" in run([sys.executable, "-c", script.format(log, printing)]).stderr
    )


def test_what_does_not_compile_in_time_is_not_timed(monkeypatch):
    patch_everywhere(monkeypatch, "tried", lambda *arguments: time.sleep(0.5) or "")
    tile = triton_ops.Tile("GMM_WARPS", (1, 2))
    with ThreadPoolExecutor(1) as pool:
        found = triton_ops.compile_candidates(
            triton_ops.OPS["gmm_log_prob"], (8, 3, 2), torch.float32, tile, [1, 2], pool, seconds=0.7
        )
    assert found == {1: "", 2: "not compiled in time"}


@needs_triton
@pytest.mark.parametrize(
    "shape",
    [
        (2, 40, 40, 1, 1, 48, "packed causal"),
        (1, 33, 70, 2, 1, 64, "causal"),
        (1, 70, 33, 3, 1, 16, "full fused"),
    ],
)
def test_attention_reads_by_descriptors(shape, monkeypatch):
    described, passing = [], triton_ops.passing
    patch_everywhere(
        monkeypatch, "passing", lambda *arguments: described.append(passing(*arguments)) or described[-1]
    )
    names = [
        name
        for name in ("ATTENTION_TILES", "ATTENTION_TILES_SHORT", "ATTENTION_TILES_ELSEWHERE")
        if DEVICE.type == "cpu" or name != "ATTENTION_TILES_ELSEWHERE"
    ]
    with triton_ops.set_tiles(
        {
            (name, key): (*tile, "descriptors")
            for name in names
            for key, tile in getattr(triton_ops.attention, name).items()
            if key[2] == 2 or DEVICE.type == "cpu"
        }
    ):
        verdict = triton_ops.judge(triton_ops.OPS["attention"], shape, torch.bfloat16, DEVICE)
    assert verdict.ok, verdict.reason
    assert described and all(found for found, _ in described)


@pytest.mark.parametrize(
    "op", [op for op in triton_ops.OPS.values() if "liger" in op.baselines], ids=lambda op: op.name
)
def test_liger_gets_its_arguments_by_place(op, monkeypatch):
    given, package = [], ModuleType("liger_kernel.transformers.functional")
    package.__getattr__ = lambda name: lambda *arguments, **options: given.append(arguments) or arguments[:2]
    for module in (ModuleType("liger_kernel"), ModuleType("liger_kernel.transformers"), package):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    named = triton_ops.arguments_for(op, op.cases[1], torch.float32, torch.device("cpu"))
    op.baselines["liger"](**named)  # its own names for them differ
    assert len(given[0]) >= 3 and all(isinstance(argument, torch.Tensor) for argument in given[0][:2])


@needs_gpu
@pytest.mark.parametrize("seed", range(20))
def test_attention_of_scores_of_1e9(seed):
    verdict = triton_ops.judge(
        triton_ops.OPS["attention"],
        (1, 33, 33, 2, 2, 16, "causal"),
        torch.bfloat16,
        DEVICE,
        variant="x 10000",
        seed=seed,
    )
    assert verdict.ok, verdict.reason


@needs_triton
@pytest.mark.parametrize("shape", [(64, 64, 128, 3, 2), (70, 32, 150, 17, 1), (35, 48, 27, 3, 4)])
def test_heads_read_by_descriptors(shape, monkeypatch):
    described, make = [], triton_ops.TensorDescriptor.from_tensor
    monkeypatch.setattr(
        triton_ops.TensorDescriptor,
        "from_tensor",
        lambda *arguments: described.append(arguments) or make(*arguments),
    )
    if DEVICE.type == "cpu":
        patch_everywhere(monkeypatch, "generation", lambda device: 90)
    with triton_ops.set_tiles({("HEADS_FORWARD", "described"): (64, 64, 32, 4, 3)}):
        verdict = triton_ops.judge(triton_ops.OPS["mlp_heads"], shape, torch.bfloat16, DEVICE)
    assert verdict.ok, verdict.reason
    assert described


def test_tiles_are_constants_or_entries_of_a_table():
    before = triton_ops.GELU_FORWARD, triton_ops.ATTENTION_TILES
    with triton_ops.set_tiles(
        {("GELU_FORWARD", None): (512, 8), ("ATTENTION_TILES", ("forward", 64, 2)): (64, 64, 4, 2)}
    ):
        assert (
            triton_ops.GELU_FORWARD == (512, 8)
            and triton_ops.ATTENTION_TILES == before[1] | {("forward", 64, 2): (64, 64, 4, 2)} != before[1]
        )
    assert (triton_ops.GELU_FORWARD, triton_ops.ATTENTION_TILES) == before


@pytest.mark.skipif(not triton_ops.TRITON_AVAILABLE, reason="no Triton")
def test_every_tile_that_is_declared_exists():
    for op in triton_ops.OPS.values():
        for shape in op.bench_shapes:
            for tile in op.tiles(shape, (op.bench_dtype or torch.bfloat16).itemsize):
                assert (
                    type(triton_ops.current_value(tile)) is type(tile.candidates[0])
                    and tile.work in triton_ops.PASSES
                ), (op.name, tile)
            assert all(
                bar.work in triton_ops.PASSES and set(bar.shapes) <= set(op.bench_shapes) for bar in op.targets
            ), op.name


@needs_gpu
@pytest.mark.parametrize("execution", triton_ops.EXECUTIONS)
def test_the_race_on_a_gpu_times_both(execution):
    for choice in triton_ops.choose(
        triton_ops.op_shapes(triton_ops.Workload()), device=DEVICE, execution=execution, cached=False
    ).values():
        if triton_ops.why_not_time(DEVICE, triton_ops.OPS[choice.op].min_capability):
            continue
        assert choice.times.keys() == set(triton_ops.IMPLEMENTATIONS) and all(
            ms > 0 for ms in choice.times.values()
        ), choice.reason


@needs_gpu
def test_out_of_memory_on_a_gpu_is_survived():
    choice = triton_ops.choose({"rms_norm": (1 << 24, 1 << 16)}, device=DEVICE, cached=False)["rms_norm"]
    assert choice.implementation == "torch" and "out of memory" in choice.reason
    assert torch.ones(1, device=DEVICE).item() == 1
