"""Ops of decoding: attention over a cache, FP8 attention, linear layers of few rows, sampling."""

import pytest
import torch
from op_support import DEVICE, ON_GPU, assert_alike, naive_attention, needs_gpu, needs_triton

import kernels
from triton_ops.attention_fp8 import (
    attention_fp8,
    attention_fp8_forward,
    e4m3_tile,
    rounded_as_e4m3,
)
from triton_ops.attention_reference import loadable
from triton_ops.cached_attention import cached_attention
from triton_ops.clock import cuda_graph_of
from triton_ops.contract import IMPLEMENTATIONS, OPS
from triton_ops.decode_attention import decode_attention
from triton_ops.decode_linear import decode_linear
from triton_ops.judge import normal_sampler, surrounded_by_nans
from triton_ops.machine import TRITON_AVAILABLE, tl, triton, why_not_run
from triton_ops.rotation import rotary_tables
from triton_ops.sampling import philox, sample_tokens


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
    ours = decode_attention(q, keys, values, first, length.to(DEVICE), implementation="triton")
    for b, begin in enumerate(first[:2].tolist()):
        alone = kernels.attention(q[b : b + 1], keys[b : b + 1, begin:40], values[b : b + 1, begin:40])
        torch.testing.assert_close(ours[b : b + 1], alone, rtol=1e-5, atol=1e-5)
    assert ours[2].eq(0).all()
    assert torch.equal(
        decode_attention(q, keys.nan_to_num(), values.nan_to_num(), first, length.to(DEVICE))[2],
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
    replay = cuda_graph_of(
        lambda: y.copy_(decode_attention(q, keys, values, first, length, implementation="triton"))
    )
    for _ in range(2):
        length += 100
        replay()
        assert torch.equal(y, decode_attention(q, keys, values, first, length, implementation="triton"))


@pytest.mark.skipif(bool(why_not_run(DEVICE, OPS["attention_fp8"].min_capability)), reason="no E4M3 here")
@pytest.mark.parametrize("D", [64, 128])
@pytest.mark.parametrize("uneven", [False, True])
def test_fp8_attention_is_within_a_hundredth_of_the_values(D, uneven):
    T = 8192 if ON_GPU else 512
    q, k, v = (torch.randn(1, length, 1, D, device=DEVICE) for length in (T if ON_GPU else 64, T, T))
    if uneven:  # blocks whose factors differ by up to 8
        for x, step in ((q, 1), (k, 3), (v, 5)):
            x *= 2.0 ** -(torch.arange(x.shape[1], device=DEVICE) // 32 * step % 4)[:, None, None]
    ours, exact = (
        attention_fp8(q, k, v, False, implementation="triton"),
        kernels.attention(q.double(), k.double(), v.double(), False),
    )
    error = (ours - exact).square().mean().sqrt()
    assert error <= 1e-2 * v.double().square().mean().sqrt()
    # of y: roundings of 0.0265 each (see the op's extra tolerance) of p, of v, and of a score of size 1 for q
    # and for k; half as much again for chance
    assert 1e-6 < error / exact.square().mean().sqrt() <= 1.5 * 4**0.5 * 0.0265


@pytest.mark.skipif(bool(why_not_run(DEVICE, OPS["attention_fp8"].min_capability)), reason="no E4M3 here")
@pytest.mark.parametrize("size", [1e-3, 1.0, 300.0])
def test_fp8_attention_leaves_what_a_backward_needs(size):
    """The numbers that were multiplied, in bf16 as they are, and the log-sum-exp of their scores."""
    BLOCK_D, of_queries, of_keys, _, _ = e4m3_tile(48)
    draw = normal_sampler(DEVICE, torch.bfloat16, 0)
    q, k, v = size * draw(2, 40, 2, 48), draw(2, 70, 2, 48), draw(2, 70, 2, 48)
    q[0, :3] = 0.0
    scale = 0.2
    _, lse = attention_fp8_forward(q, k, v, False, scale)
    rounded_q, rounded_k = rounded_as_e4m3(q, of_queries, BLOCK_D), rounded_as_e4m3(k, of_keys, BLOCK_D)
    assert torch.equal(rounded_as_e4m3(rounded_q, of_queries, BLOCK_D), rounded_q)  # nothing is left to round
    assert (rounded_q - q).abs().max() <= q.abs().max() / 16 and (rounded_q[0, :3] == 0).all()
    scores = torch.einsum("bmhd,bnhd->bhmn", rounded_q.double(), rounded_k.double())
    exact = torch.logsumexp(scale * scores, -1) / scale
    # Hopper's tensor cores keep some 14 bits of a sum of E4M3 products
    eps = 2.0**-13 if ON_GPU else torch.finfo(torch.float32).eps
    assert (lse - exact).abs().max() <= 16 * eps * (scores.abs().max() + exact.abs().max())


def test_fp8_is_for_gpus_that_have_it(monkeypatch):
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: (8, 0))
    assert "below the (8, 9) that the kernel needs" in why_not_run(
        "cuda", OPS["attention_fp8"].min_capability
    )
    assert not TRITON_AVAILABLE or why_not_run("cuda") == ""


def test_pytorch_attends_to_what_is_aligned_and_to_nothing():
    x = torch.randn(2, 3, 5, 16)
    assert loadable(x) is x and loadable(x.transpose(1, 2)).data_ptr() == x.data_ptr()
    assert loadable(torch.randn(2, 3, 20).half()).shape == (2, 3, 20)
    for crooked in (surrounded_by_nans(x), x.flatten()[1:-1].view(2, 239)[:, :224].view(2, 14, 16)):
        copy = loadable(crooked)
        assert torch.equal(copy, crooked) and copy.data_ptr() != crooked.data_ptr() and copy.is_contiguous()
    q = torch.randn(0, 5, 2, 16, dtype=torch.bfloat16, requires_grad=True)
    kernels.attention(q, q, q).sum().backward()
    assert q.grad.shape == q.shape


def test_decoding_references_are_the_definitions():
    draw = normal_sampler("cpu", torch.float64, 0)
    x, weight, residual = draw(3, 6), draw(5, 6), draw(3, 5)
    normal = x / (x.square().mean(-1, keepdim=True) + 1e-3).sqrt()
    assert_alike(
        (
            decode_linear(x, weight, 1e-3, True),
            decode_linear(x, weight, residual=residual),
        ),
        ((normal @ weight.mT).clamp(min=0) ** 2, x @ weight.mT + residual),
    )
    cache, first, (cos, sin) = draw(2, 3, 2, 9, 4), torch.tensor([0, 2, 5]), rotary_tables(9, 4)
    qkv, before = draw(3, 24), cache.clone()
    y = cached_attention(qkv, cache, first, torch.tensor(5), cos, sin)
    q, k, v = qkv.view(3, 3, 2, 4).unbind(1)
    q, k = kernels.rotary(q[:, None], k[:, None], cos[5:6].double(), sin[5:6].double())
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
        assert bits.tolist() == [philox(seed, *row, attempt, 0) for row in draws]
    assert philox(0, 0, 0, 0, 0) == 0x6627E8D5  # of Random123's kat_vectors


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS if ON_GPU else ["torch"])
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
    tokens = sample_tokens(p.log().expand(rows, -1).to(DEVICE), draws, *numbers, implementation).cpu()
    frequency = torch.bincount(tokens, minlength=6) / rows
    assert (frequency[expected == 0] == 0).all() and draws[:, 1].eq(10).all()
    assert (
        (frequency - expected).abs() <= 5 * (expected * (1 - expected) / rows).sqrt()
    ).all()  # five standard deviations
