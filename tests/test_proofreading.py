"""proofreading.py: lines that cannot be right are found where they stand, right ones are let be, and nothing that a model writes makes it fail."""

import random
import re

import pytest

from test_names import SILU, answer_of, prompt_of
from python_to_triton.static_checks import proofreading

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
    found = proofreading.first_fault(answer, prompt)
    return found and (answer.split("\n")[found.line - 1].strip(), found.reason)


@pytest.mark.parametrize("line", ["v2 = v1 * a0", "v2 = a0 / (1.0 / v1)", "v2 = (a0 * 2.0) * (v1 * 0.5)"])
def test_a_line_may_compute_its_value_in_any_way(line):
    assert fault_in(with_line(2, line)) is None


@pytest.mark.parametrize(
    "number, line, reason",
    [
        (0, "v0 = a0 * a0", "v0 is something else"),
        (1, "v1 = tl.sigmoid(-v0)", "v1 is something else"),
        (2, "v2 = a1 * v1", "v2 is something else"),
        (3, "v3 = v2 + 1.5", "v3 is something else"),
        (2, "v2 = a0 * v4", "the name `v4` is not defined in a kernel, or not allowed there"),
        (2, "v2 = a0 * v3", "`v3` is used before it is assigned"),
        (1, "v1 = tl.sigmoid(v0", "does not parse: '(' was never closed"),
        (4, "tl.store(y_ptr + offsets, v2, mask=mask)", "v2 is stored for v3"),
    ],
)
def test_the_first_line_that_cannot_be_right_is_found(number, line, reason):
    assert fault_in(with_line(number, line)) == (line, reason)


def test_of_several_faults_the_first_is_told():
    answer = answer_of("a0, a1", *RIGHT[:1], "v1 = tl.exp(v0)", "v2 = a1 * v1", "v3 = v2 + v9", RIGHT[4])
    assert fault_in(answer) == ("v1 = tl.exp(v0)", "v1 is something else")


def test_what_nothing_reads_is_a_sign_where_nothing_else_is_wrong():
    assert fault_in(with_line(2, "v2 = a0 / (1.0 + tl.exp(-v0))")) == (
        "v1 = tl.sigmoid(v0)",
        "nothing reads this v1",
    )
    assert fault_in(with_line(2, "v2 = a0 + tl.exp(-v0)"))[1] == "v2 is something else"


def test_a_launch_takes_what_its_kernel_does_and_as_much_is_returned_as_asked_for():
    right = answer_of("a0, a1", *RIGHT)
    assert (
        fault_in(right.replace("a0.numel(), BLOCK", "BLOCK"))[1]
        == "kernel takes a0_ptr, a1_ptr, y_ptr, n_elements, BLOCK"
    )
    assert (
        fault_in(right.replace("tl.sigmoid(v0)", "tl.where(v0, v0)"))[1]
        == "tl.where: missing a required argument: 'y'"
    )
    assert fault_in(right.replace("return y", "return y, y")) == (
        "return y, y",
        "2 results are returned for 1",
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
        ("a0_ptr + source", "a0_ptr + source", "v1 is read where v0 is"),
        ("a0_ptr + source + half", "a0_ptr + source", "v0 is something else"),
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
    found = proofreading.first_fault(answer, HALVES)
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
        ("v0", "tl.sum(total, axis=0)", "v2 is made of v1, not of v0"),
        ("v1", "tl.sum(v1, axis=0)", "`v1` is used before it is assigned"),  # a loop's names end with it
    ],
)
def test_a_sum_is_gathered_from_what_was_to_be_summed(gathered, result, reason):
    found = proofreading.first_fault(SUM.format(gathered=gathered, result=result), ROWS)
    assert (found and found.reason) == reason


def test_whatever_a_model_writes_is_read_to_its_end():
    rng, right = random.Random(0), answer_of("a0, a1", *RIGHT)
    words = re.findall(r"\w+|\s+|[^\w\s]", right)
    found = 0
    for _ in range(150):
        text = list(words)
        for _ in range(rng.choice((1, 2, 4))):
            text[rng.randrange(len(text))] = rng.choice(["", *words])
        fault = proofreading.first_fault("".join(text), SILU)
        found += fault is not None and 1 <= fault.line <= len("".join(text).split("\n"))
    assert found > 75
