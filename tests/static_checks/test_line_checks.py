"""Lines that cannot be right are found where they stand, right ones pass, and no text raises."""

import random
import re

import pytest
from pointwise import SILU, answer_of, prompt_of

from python_to_triton.static_checks import first_fault

RIGHT = (
    "v0 = a0 * a1",
    "v1 = tl.sigmoid(v0)",
    "v2 = a0 * v1",
    "v3 = v2 + 1.0",
    "tl.store(y_ptr + offsets, v3, mask=mask)",
)


def with_line(number, line):
    """The right answer to SILU with another line there."""
    return answer_of("a0, a1", *RIGHT[:number], line, *RIGHT[number + 1 :])


def fault_in(answer, prompt=SILU):
    """(the faulty line, why), or None."""
    found = first_fault(answer, prompt)
    return found and (answer.split("\n")[found.line - 1].strip(), found.reason)


@pytest.mark.parametrize("line", ["v2 = v1 * a0", "v2 = a0 / (1.0 / v1)", "v2 = (a0 * 2.0) * (v1 * 0.5)"])
def test_a_line_may_compute_its_value_in_any_way(line):
    assert fault_in(with_line(2, line)) is None


@pytest.mark.parametrize(
    "number, line, reason",
    [
        (0, "v0 = a0 * a0", "v0 does not have the prompt's value"),
        (1, "v1 = tl.sigmoid(-v0)", "v1 does not have the prompt's value"),
        (2, "v2 = a1 * v1", "v2 does not have the prompt's value"),
        (3, "v3 = v2 + 1.5", "v3 does not have the prompt's value"),
        (2, "v2 = a0 * v4", "the name `v4` is not defined in a kernel, or not allowed there"),
        (2, "v2 = a0 * v3", "`v3` is used before it is assigned"),
        (1, "v1 = tl.sigmoid(v0", "does not parse: '(' was never closed"),
        (4, "tl.store(y_ptr + offsets, v2, mask=mask)", "v2 is stored in the place of v3"),
    ],
)
def test_the_first_line_that_cannot_be_right_is_found(number, line, reason):
    assert fault_in(with_line(number, line)) == (line, reason)


def test_of_several_faults_the_first_is_reported():
    answer = answer_of("a0, a1", *RIGHT[:1], "v1 = tl.exp(v0)", "v2 = a1 * v1", "v3 = v2 + v9", RIGHT[4])
    assert fault_in(answer) == ("v1 = tl.exp(v0)", "v1 does not have the prompt's value")


def test_an_unread_value_is_reported_where_nothing_else_is_wrong():
    assert fault_in(with_line(2, "v2 = a0 / (1.0 + tl.exp(-v0))")) == (
        "v1 = tl.sigmoid(v0)",
        "v1 is never read",
    )
    assert fault_in(with_line(2, "v2 = a0 + tl.exp(-v0)"))[1] == "v2 does not have the prompt's value"


def test_a_launch_takes_what_its_kernel_takes_and_all_results_are_returned():
    right = answer_of("a0, a1", *RIGHT)
    assert (
        fault_in(right.replace("a0.numel(), BLOCK", "BLOCK"))[1]
        == "kernel takes the arguments a0_ptr, a1_ptr, y_ptr, n_elements, BLOCK"
    )
    assert (
        fault_in(right.replace("tl.sigmoid(v0)", "tl.where(v0, v0)"))[1]
        == "tl.where: missing a required argument: 'y'"
    )
    assert fault_in(right.replace("return y", "return y, y")) == (
        "return y, y",
        "returns 2 results, the prompt returns 1",
    )


HALVES = prompt_of(
    1,
    "v0 = chunk(a0, chunks=2, dim=-1, index=0)",
    "v1 = chunk(a0, chunks=2, dim=-1, index=1)",
    "v2 = sigmoid(v1)",
    "v3 = mul(v0, v2)",
    "return v3",
)


@pytest.mark.parametrize(
    "first, second, reason",
    [
        ("a0_ptr + source", "a0_ptr + source + half", None),
        ("a0_ptr + source", "a0_ptr + source", "v1 is loaded from the same address as v0"),
        ("a0_ptr + source + half", "a0_ptr + source", "v0 does not have the prompt's value"),
    ],
)
def test_parts_of_a_tensor_are_read_at_their_places(first, second, reason):
    answer = f"""@triton.jit
def kernel(a0_ptr, y_ptr, n_elements, half, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // half * (2 * half) + offsets % half
    v0 = tl.load({first}, mask=mask, other=0.0).to(tl.float32)
    v1 = tl.load({second}, mask=mask, other=0.0).to(tl.float32)
    v2 = tl.sigmoid(v1)
    v3 = v0 * v2
    tl.store(y_ptr + offsets, v3, mask=mask)


def translated(a0):
    a0 = a0.contiguous()
    half = a0.shape[-1] // 2
    y = torch.empty((*a0.shape[:-1], half), dtype=a0.dtype, device=a0.device)
    kernel[(triton.cdiv(y.numel(), 64),)](a0, y, y.numel(), half, BLOCK=64)
    return y"""
    found = first_fault(answer, HALVES)
    assert (found and found.reason) == reason


ROWS = prompt_of(1, "v0 = exp(a0)", "v1 = sqrt(v0)", "v2 = sum(v1, dim=-1)", "return v2")
SUM = """@triton.jit
def kernel(a0_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        a0 = tl.load(a0_ptr + row * n_cols + columns, mask=columns < n_cols, other=0.0).to(tl.float32)
        v0 = tl.exp(a0)
        v1 = tl.sqrt(v0)
        total += tl.where(columns < n_cols, {gathered}, 0.0)
    v2 = {result}
    tl.store(y_ptr + row, v2)


def translated(a0):
    a0 = a0.contiguous()
    y = torch.empty(a0.shape[:-1], dtype=a0.dtype, device=a0.device)
    kernel[(y.numel(),)](a0, y, a0.shape[-1], BLOCK=64)
    return y"""


@pytest.mark.parametrize(
    "gathered, result, reason",
    [
        ("v1", "tl.sum(total, axis=0)", None),
        ("v0", "tl.sum(total, axis=0)", "v2 is computed from v1 in the prompt, not from v0"),
        ("v1", "tl.sum(v1, axis=0)", "`v1` is used before it is assigned"),  # a loop's names end with it
    ],
)
def test_a_sum_is_gathered_from_what_was_to_be_summed(gathered, result, reason):
    found = first_fault(SUM.format(gathered=gathered, result=result), ROWS)
    assert (found and found.reason) == reason


MASKED = prompt_of(1, "v0 = gt(a0, 0.5)", "v1 = to(v0, dtype=f32)", "v2 = mul(v1, a0)", "return v2")


@pytest.mark.parametrize(
    "product, reason",
    [
        ("v0.to(tl.float32) * a0", None),
        ("tl.where(v0, a0, a0 * 0.0)", None),
        ("tl.where(v0, a0, 0.0)", "v2 does not have the prompt's value"),  # 0 * NaN is NaN
    ],
)
def test_a_line_keeps_nan_where_the_prompt_does(product, reason):
    lines = ("v0 = a0 > 0.5", f"v2 = {product}", "tl.store(y_ptr + offsets, v2, mask=mask)")
    found = first_fault(answer_of("a0", *lines), MASKED)
    assert (found and found.reason) == reason


PRODUCT = """@triton.jit
def kernel(a0_ptr, a1_ptr, y_ptr, M, N, K, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    s = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        k = start + tl.arange(0, BLOCK)
        x_mask = (rows[:, None] < M) & (k[None, :] < K)
        w_mask = (k[:, None] < K) & (columns[None, :] < N)
        a0 = tl.load(a0_ptr + rows[:, None] * K + k[None, :], mask=x_mask, other=0.0).to(tl.float32)
        a1 = tl.load(a1_ptr + k[:, None] * N + columns[None, :], mask=w_mask, other=0.0).to(tl.float32)
        {before}
        s += tl.dot({factor}, a1, input_precision="ieee")
    {behind}
    y_mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=y_mask)


def translated(a0, a1):
    a0, a1 = a0.contiguous(), a1.contiguous()
    M, K = a0.shape
    N = a1.shape[1]
    y = torch.empty((M, N), dtype=a0.dtype, device=a0.device)
    kernel[(triton.cdiv(M, 16), triton.cdiv(N, 16))](a0, a1, y, M, N, K, BLOCK=16)
    return y"""
RELU_PRODUCT = (
    "f(a0: f32[A, B], a1: f32[B, C])\nv0 = relu(a0)\nv1 = matmul(v0, a1)\nv2 = tanh(v1)\n"
    "v3 = mul(v2, 1.5)\nreturn v3"
)
TANH = "y = 2.0 * tl.sigmoid(2.0 * s) - 1.0"


@pytest.mark.parametrize(
    "before, factor, behind, missing",
    [
        ("v0 = tl.maximum(a0, 0.0)", "v0", f"{TANH}; y = 1.5 * y", ""),
        ("x = tl.where(a0 > 0.0, a0, 0.0 * a0)", "x", f"{TANH}; y = y * 1.5", ""),
        ("K = K", "a0", f"{TANH}; y = 1.5 * y", "v0"),
        ("v0 = tl.maximum(a0, 0.0)", "v0", TANH, "v3"),
        ("v0 = tl.maximum(a0, 0.0)", "v0", "y = 1.5 * s", "v3"),
    ],
)
def test_what_an_answer_leaves_out_is_found(before, factor, behind, missing):
    behind = behind.replace("; ", "\n    ")
    found = first_fault(PRODUCT.format(before=before, factor=factor, behind=behind), RELU_PRODUCT)
    assert (found and found.reason) == (f"{missing} is computed nowhere" if missing else None)


CONVOLUTION = """@triton.jit
def kernel(a0_ptr, a1_ptr, y_ptr, C, L, O, OL, K: tl.constexpr, PADDING: tl.constexpr, BLOCK: tl.constexpr):
    blocks = tl.cdiv(OL, BLOCK)
    plane = tl.program_id(0).to(tl.int64) // blocks
    place = tl.program_id(0) % blocks * BLOCK + tl.arange(0, BLOCK)
    corner = a0_ptr + (plane // O * C + plane % O // (O // C)) * L + place - PADDING
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for tap in tl.static_range(K):
        inside = (place < OL) & (place - PADDING + tap >= 0) & (place - PADDING + tap < L)
        a0 = tl.load(corner + tap, mask=inside, other=0.0).to(tl.float32)
        v0 = tl.{function}(a0)
        y += {factor} * tl.load(a1_ptr + plane % O * K + tap).to(tl.float32)
    tl.store(y_ptr + plane * OL + place, y, mask=place < OL)


def translated(a0, a1):
    a0, a1 = a0.contiguous(), a1.contiguous()
    padding = {padding}
    N, C, L = a0.shape
    O, _, K = a1.shape
    groups = {groups}
    OL = L + 2 * padding - K + 1
    y = torch.empty((N, O, OL), dtype=a0.dtype, device=a0.device)
    kernel[(N * O * triton.cdiv(OL, 64),)](a0, a1, y, C, L, O, OL, K=K, PADDING=padding, BLOCK=64)
    return y"""


@pytest.mark.parametrize(
    "function, factor, padding, groups, reason",
    [
        ("sin", "v0", 1, "C", None),  # sin(0) is 0
        ("cos", "tl.where(inside, v0, 0.0)", 1, "C", None),
        ("cos", "v0", 0, "C", None),  # there is no border
        ("cos", "v0", 1, "C", "v0 is not 0 beyond the border, and no kernel puts 0 there"),
        ("sin", "v0", 1, "16", "groups is 16, the prompt says B"),
        ("sin", "v0", 2, "C", "padding is 2, the prompt says 1"),
    ],
)
def test_a_convolution_has_the_border_and_the_numbers_of_its_prompt(
    function, factor, padding, groups, reason
):
    asked = min(padding, 1)
    words = f"padding={asked}, groups=B" if asked else "groups=B"
    prompt = (
        f"f(a0: f32[A, B, C], a1: f32[D, 1, E])\nv0 = {function}(a0)\nv1 = conv1d(v0, a1, {words})\nreturn v1"
    )
    given = {"function": function, "factor": factor, "padding": padding, "groups": groups}
    found = first_fault(CONVOLUTION.format(**given), prompt)
    assert (found and found.reason) == reason


def test_no_text_makes_the_check_fail():
    rng, right = random.Random(0), answer_of("a0, a1", *RIGHT)
    words = re.findall(r"\w+|\s+|[^\w\s]", right)
    found = 0
    for _ in range(150):
        text = list(words)
        for _ in range(rng.choice((1, 2, 4))):
            text[rng.randrange(len(text))] = rng.choice(["", *words])
        fault = first_fault("".join(text), SILU)
        found += fault is not None and 1 <= fault.line <= len("".join(text).split("\n"))
    assert found > 75


NORM = """@triton.jit
def kernel(a0_ptr, a1_ptr, a2_ptr, a3_ptr, a4_ptr, y_ptr, n, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    cols = offsets % C
    a0 = tl.load(a0_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    a1 = tl.load(a1_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    a2 = tl.load(a2_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    a3 = tl.load(a3_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    a4 = tl.load(a4_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    v0 = tl.abs(a4)
    y = {normal} * tl.rsqrt({variance} + 1e-5)
    y = y * {weight} + a2
    tl.store(y_ptr + offsets, y, mask=mask)


def translated(a0, a1, a2, a3, a4):
    a0 = a0.contiguous()
    y = torch.empty_like(a0)
    kernel[(triton.cdiv(a0.numel(), 256),)](a0, a1, a2, a3, a4, y, a0.numel(), a0.shape[1], BLOCK=256)
    return y"""


@pytest.mark.parametrize(
    "normal, variance, weight, is_right",
    [
        ("(a0 - a3)", "v0", "a1", True),
        ("(v0 - a3)", "v0", "a1", False),
        ("(a0 - a1)", "v0", "a3", False),
        ("(a0 - a3)", "tl.abs(a1)", "a1", False),
    ],
)
def test_a_norm_of_given_statistics_reads_each_in_its_place(normal, variance, weight, is_right):
    prompt = "f(a0: f32[A, B], a1: f32[B], a2: f32[B], a3: f32[B], a4: f32[B])\nv0 = abs(a4)\n"
    prompt += "v1 = batch_norm(a0, a3, v0, a1, a2)\nreturn v1"
    found = first_fault(NORM.format(normal=normal, variance=variance, weight=weight), prompt)
    assert (found is None) is is_right
