"""Answers get blocks that suit the sizes, and kernels that are told facts of their launch, or are left."""

import functools
from types import SimpleNamespace

import pytest
import torch

from python_to_triton import codegen, frontend
from python_to_triton.backend import suited_launches
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.backend.region_answers import other_plan
from python_to_triton.backend.suited_launches import (
    GpuLimits,
    programs_of,
    suited_texts,
    with_suited_launches,
)
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.judging import judge_answer

CAT = "f(a0: f32[A, B, C], a1: f32[A, D, C])\nv0 = cat([a0, a1], dim=-2)\nreturn v0"
MATMUL = "f(a0: f32[A, B], a1: f32[B, C])\nv0 = matmul(a0, a1)\nreturn v0"
PRODUCT = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        a_mask = (rows[:, None] < M) & (k[None, :] < K)
        b_mask = (k[:, None] < K) & (columns[None, :] < N)
        a = tl.load(a_ptr + rows[:, None] * K + k[None, :], mask=a_mask, other=0.0)
        b = tl.load(b_ptr + k[:, None] * N + columns[None, :], mask=b_mask, other=0.0)
        total += tl.dot(a, b, input_precision="ieee")
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total, mask=mask)


def translated(a, b):
    a, b = a.contiguous(), b.contiguous()
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 128))
    kernel[grid](a, b, c, M, N, K, BLOCK_M=128, BLOCK_N=128, BLOCK_K=32, num_warps=8)
    return c
"""


LIMITS = GpuLimits(100, 1 << 15)


def a_plan(prompt, source=None):
    """The plan of a prompt, with this answer or what rules write."""
    return RegionPlan(prompt, source or codegen.source_by_rules(prompt), True, "", 0.0, 1.0)


def product_of(M, N, K):
    """The region of a product."""
    return RegionCandidates(MATMUL, {"A": M, "B": K, "C": N})


@pytest.fixture
def judged(monkeypatch):
    """The texts that were judged; the GPU has 100 multiprocessors."""
    texts = []
    results = functools.cache(judge_answer)

    def submit(prompt, text):
        texts.append(text)
        return SimpleNamespace(result=lambda: results(prompt, text))

    monkeypatch.setattr(suited_launches, "_refused", set())
    translator = SimpleNamespace(judges=SimpleNamespace(submit=submit))
    monkeypatch.setattr(suited_launches, "released_translator", lambda: translator)
    shared = {"shared_memory_per_block": 1 << 14, "shared_memory_per_block_optin": 7 << 15}
    properties = SimpleNamespace(multi_processor_count=100, **shared)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda device: properties)
    return texts


def suited(plans, regions):
    return with_suited_launches(plans, regions, torch.device("cuda"))


def best_text(source, prompt, **sizes):
    """The first text of an answer that suits 100 multiprocessors, and steps of 32 KiB; the answer where there
    is none.
    """
    return next(iter(suited_texts(source, prompt, tuple(sizes.items()), LIMITS)), source)


def test_an_answer_is_told_what_its_launch_knows_and_is_judged_once(judged):
    before, region = a_plan(CAT), RegionCandidates(CAT)
    plans = suited([before, before], [region, region])
    assert plans[0] is plans[1] and plans[0].is_ours and plans[0].prompt == CAT and len(judged) == 1
    for fact in ("FEW_PROGRAMS", "MULTIPLE_"):
        assert fact in plans[0].source and fact not in before.source
    assert other_plan(plans[0], "wrong here").source == plans[0].plain == before.source


def test_of_a_text_that_the_judge_refuses_the_next_is_judged(judged, monkeypatch):
    good = codegen.source_by_rules(CAT)
    wrong = good.replace("x0, x1)", "x1, x0)")
    assert wrong != good
    monkeypatch.setattr(suited_launches, "suited_texts", lambda *_: (wrong, good))
    for _ in range(2):
        assert suited([a_plan(CAT)], [RegionCandidates(CAT)])[0].plain == good
    assert judged == [wrong, good, good]
    monkeypatch.setattr(suited_launches, "suited_texts", lambda *_: (wrong,))
    assert suited([a_plan(CAT)], [RegionCandidates(CAT)]) == (a_plan(CAT),)


def test_what_is_told_all_and_what_pytorch_computes_stay(judged):
    plans = (a_plan(CAT, best_text(a_plan(CAT).source, CAT)), RegionPlan(CAT, a_plan(CAT).source))
    assert suited(plans, [RegionCandidates(CAT)] * 2) == plans and not judged


@pytest.mark.parametrize(
    ("sizes", "launch"),
    [
        ((2048, 2048, 64), "BLOCK_M=128, BLOCK_N=128, BLOCK_K=32, num_warps=8"),  # as it is written
        ((8, 6400, 64), "BLOCK_M=16, BLOCK_N=64, BLOCK_K=64, num_warps=4"),  # few rows, then more programs
        ((8, 25600, 64), "BLOCK_M=16, BLOCK_N=128, BLOCK_K=64, num_warps=4"),  # as many as are few
        ((8, 25728, 64), "BLOCK_M=16, BLOCK_N=128, BLOCK_K=32, num_warps=4"),  # one more
        ((49, 100, 640), "BLOCK_M=32, BLOCK_N=32, BLOCK_K=64, num_warps=4"),  # as small as they get
        ((49, 100, 63), "BLOCK_M=32, BLOCK_N=32, BLOCK_K=32, num_warps=4"),  # a longer step would be empty
        ((1280, 960, 64), "BLOCK_M=128, BLOCK_N=128, BLOCK_K=32, num_warps=8"),  # 80 programs are enough
        ((1280, 640, 64), "BLOCK_M=64, BLOCK_N=128, BLOCK_K=32, num_warps=8"),  # 50 are not, 100 are
    ],
)
def test_blocks_suit_the_sizes(sizes, launch):
    M, N, K = sizes
    text = best_text(PRODUCT, MATMUL, A=M, B=K, C=N)
    assert launch in text and "MULTIPLE_K" in text
    grid = [int(side.partition(",")[0]) for side in launch.split("=")[1:3]]
    assert f"triton.cdiv(M, {grid[0]}), triton.cdiv(N, {grid[1]})" in text


IN_TF32 = PRODUCT.replace('"ieee"', '"tf32"')


@pytest.mark.parametrize(
    ("old", "new", "step"),
    [
        ("", "", 128),  # one part of each factor
        ("total += tl.dot(a, b,", "b += tl.load(b_ptr)\n        total += tl.dot(a, b,", 32),  # it loads more
        ("num_warps=8", "num_warps=8, num_stages=5", 32),  # too much at a time
        ("range(0, K, BLOCK_K)", "range(0, K, 2 * BLOCK_K)", 32),  # several programs share a loop
    ],
)
def test_steps_are_longer_where_a_program_holds_two_blocks(old, new, step):
    text = IN_TF32.replace(old, new)
    assert text != IN_TF32 or not old
    assert f"BLOCK_M=32, BLOCK_N=32, BLOCK_K={step}, " in best_text(text, MATMUL, A=49, B=640, C=100)


def test_a_refused_text_costs_one_thing_after_the_other():
    texts = suited_texts(PRODUCT, MATMUL, (("A", 49), ("B", 640), ("C", 100)), LIMITS)
    assert ["BLOCK_K=64" in text for text in texts] == [True, False, False]
    assert ["BLOCK_M=32" in text for text in texts] == [True, True, False]
    texts = suited_texts(codegen.source_by_rules(CAT), CAT, tuple(dict(A=4, B=3, C=512, D=5).items()), LIMITS)
    assert ["KNOWN_" in text for text in texts] == [True, False]
    assert all("FEW_PROGRAMS" in text and "MULTIPLE_" in text for text in texts)


def test_sizes_that_vary_are_not_told():
    [text] = suited_texts(codegen.source_by_rules(CAT), CAT, (), LIMITS)
    assert "FEW_PROGRAMS" in text and "KNOWN_" not in text


def test_a_size_of_64_bits_is_not_told():
    text = best_text(codegen.source_by_rules(CAT), CAT, A=4, B=3, C=512, D=5)
    assert "< 2147483648 else 0" in text


def test_what_a_gpu_may_share_at_most_is_what_counts(judged):
    assert GpuLimits.of(torch.device("cuda")) == GpuLimits(100, 1 << 15)


def test_texts_of_other_sizes_are_judged_each(judged):
    plan = a_plan(MATMUL, PRODUCT)
    regions = [product_of(8, 6400, 64), product_of(2048, 2048, 64), product_of(8, 6400, 64)]
    plans = suited([plan] * 3, regions)
    assert plans[0] is plans[2] and len({one.source for one in plans}) == len(judged) == 2
    assert all(one.is_ours and one != plan for one in plans)


def test_programs_are_counted_and_nothing_runs():
    arguments = frontend.parse(MATMUL).metas({"A": 300, "B": 40, "C": 500})
    assert programs_of(PRODUCT, arguments) == {"kernel": 3 * 4}
    by_rules = codegen.source_by_rules(CAT)
    [count] = programs_of(by_rules, frontend.parse(CAT).metas({"A": 4, "B": 3, "C": 512, "D": 5})).values()
    assert count == 16
    lambda_grid = PRODUCT.replace("grid = (", "grid = lambda meta: (").replace("cdiv(N, 128)", "cdiv(N, 64)")
    assert programs_of(lambda_grid, arguments) == {"kernel": 3 * 8}


COPY = """@triton.jit
def copy_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets, mask=offsets < n), mask=offsets < n)


def translated(a, b):
    copy_kernel[(4096,)](a, a, 0, BLOCK=32)
"""


@pytest.mark.parametrize(
    ("old", "new", "blocks"),
    [
        ("    grid = ", "    assert a.sum() > 0\n    grid = ", (128, 128)),  # asks for more than sizes
        ("def translated(a, b):\n", COPY, (32, 32)),  # another kernel has programs enough
        ("triton.cdiv(N, 128))", "min(triton.cdiv(N, 128), 64))", (128, 128)),  # their number is limited
        ("    a, b = ", "    open('stolen', 'w')\n    a, b = ", (128, 128)),  # not allowed, so not executed
    ],
)
def test_answers_that_are_less_simple(old, new, blocks, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert PRODUCT.count(old) == 1
    text = best_text(PRODUCT.replace(old, new), MATMUL, A=128, B=64, C=128)
    assert f"BLOCK_M={blocks[0]}, BLOCK_N={blocks[1]}" in text and "MULTIPLE_K" in text
    assert not list(tmp_path.iterdir())
