"""Numbers that answers receive at run time: what the judge proves, and what stays fixed."""

import dataclasses
import runpy

import pytest
import torch
import torch.nn.functional as F

from python_to_triton.codegen import stitch
from python_to_triton.frontend import regions, trace
from python_to_triton.runtime import Judges
from python_to_triton.runtime.futures import WaitingWork
from python_to_triton.runtime.number_judging import pass_numbers

KERNEL = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, {}, mask=mask)


def translated(a0):
    a0 = a0.contiguous()
    y = torch.empty_like(a0)
    kernel[(triton.cdiv(a0.numel(), 1024),)](a0, y, a0.numel(), BLOCK=1024)
    return y"""


def passed(source, formula):
    """(PassedNumbers, text) of a program of one region and an answer to it."""
    graph = trace(source)
    answer = KERNEL.format(formula)
    steps = WaitingWork(pass_numbers(graph, regions(graph), [answer], Judges()))
    assert steps.go_on(), "these judges are done when they are asked"
    numbers, [text] = steps.result
    assert (text == answer) == (not numbers.parameters)
    return numbers, text


def test_a_number_is_passed_where_the_answer_is_right_for_others():
    source = "def f(x, slope=0.2):\n    return F.leaky_relu(x, slope)\n"
    numbers, text = passed(source, "tl.where(x > 0.0, x, 0.2 * x)")
    assert [(one.name, one.value, one.expression) for one in numbers.parameters] == [("slope", 0.2, "slope")]
    assert numbers.regions == {0: ("slope",)}
    [free] = numbers.free
    assert (free.path, free.value) == ("slope", 0.2)
    assert (free.range.low, free.range.high) == (-1e4, 1e4)
    assert "tl.where(x > 0.0, x, slope * x)" in text


def test_the_range_is_where_the_answer_is_right():
    """max(x, slope * x) is the leaky ReLU for slopes below one."""
    source = "def f(x, slope=0.2):\n    return F.leaky_relu(x, slope)\n"
    numbers, _ = passed(source, "tl.maximum(x, 0.2 * x)")
    [free] = numbers.free
    assert (free.range.low, free.range.high) == (0.0, 1.0)


def test_a_limit_of_the_answers_own_is_found():
    """min(max(x, -5), 5) changes nothing within the limits of the trace, and everything beyond 5."""
    source = "def f(x, limit=1.0):\n    return x.clamp(-limit, limit)\n"
    numbers, _ = passed(source, "tl.minimum(tl.maximum(tl.minimum(tl.maximum(x, -5.0), 5.0), -1.0), 1.0)")
    assert not numbers.parameters
    numbers, _ = passed(source, "tl.minimum(tl.maximum(x, -1.0), 1.0)")
    assert {one.expression for one in numbers.parameters} == {"limit", "-limit"}


def test_two_numbers_and_what_is_computed_from_them():
    source = "def f(x, scale=0.3, bias=0.4):\n    return scale * x.exp() + (1 - scale) * bias\n"
    numbers, text = passed(source, "0.3 * tl.exp(x) + 0.28")
    assert {one.expression for one in numbers.parameters} == {"scale", "bias * (1 - scale)"}
    assert {free.path for free in numbers.free} == {"scale", "bias"}


def test_a_literal_that_only_equals_the_number_is_left():
    source = "def f(x, scale=0.5):\n    return scale * torch.exp(x) + 0.5 * x\n"
    numbers, text = passed(source, "0.5 * x + 0.5 * tl.exp(x)")
    assert numbers.parameters
    assert "0.5 * x + scale * tl.exp(x)" in text


@pytest.mark.parametrize(
    "formula",
    [
        "tl.where(x > 0.0, x, (0.1 + 0.1) * x)",  # the number is not there
        "tl.where(x > 0.0, x, (0.2 * 0.2 + 0.16) * x)",  # right for the number of the trace alone
    ],
)
def test_a_number_that_cannot_be_exchanged_stays_fixed(formula):
    source = "def f(x, slope=0.2):\n    return F.leaky_relu(x, slope)\n"
    numbers, _ = passed(source, formula)
    assert not numbers.free


def test_a_number_without_effect_on_the_result_is_not_passed():
    """Nothing would show that the answer uses it."""
    source = "def f(x, eps=0.2):\n    return torch.exp(x).clamp(min=-eps)\n"
    numbers, _ = passed(source, "tl.maximum(tl.exp(x), -0.2)")
    assert not numbers.free


@pytest.mark.parametrize("name", ["slope", "y", "mask", "tl"])
def test_a_number_may_have_a_name_that_the_answer_uses(name, tmp_path):
    source = f"def f(x, {name}=0.2):\n    return F.leaky_relu(x, {name})\n"
    graph = trace(source)
    numbers, text = passed(source, "tl.where(x > 0.0, x, 0.2 * x)")
    conditions = dataclasses.replace(graph.source.conditions, passed=numbers)
    graph.source = dataclasses.replace(graph.source, conditions=conditions)
    path = tmp_path / f"numbered_{name}.py"
    path.write_text(stitch(graph, [text]))
    module = runpy.run_path(str(path))
    x = torch.randn(3, 5)
    for call in (lambda f: f(x), lambda f: f(x, 0.5), lambda f: f(x, **{name: 0.75})):
        expected = call(lambda x, slope=0.2, **given: F.leaky_relu(x, given.get(name, slope)))
        torch.testing.assert_close(call(module["f"]), expected)
