"""The values of prompts and kernels at the sample points, and how they are compared."""

import ast
import math

import torch
from pointwise import prompt_of

from python_to_triton.static_checks.kernel_matching import MatchedKernel
from python_to_triton.static_checks.prompt_values import PromptValues, SampleDraws, equal_at_points
from python_to_triton.static_checks.syntax import Variables

LOOPS = """def kernel(x_ptr, y_ptr, n):
    row = tl.program_id(0)
    total = 0.0
    for start in range(0, n):
        x = tl.load(x_ptr + start)
        total += tl.exp(x)
    for start in range(0, n):
        x = tl.load(x_ptr + start)
        z = tl.exp(x)
        tl.store(y_ptr + start, z / total)"""


def test_only_what_the_result_needs_is_evaluated():
    draws = SampleDraws()
    prompt = prompt_of(1, "v0 = exp(a0)", "v1 = add(a0, 1)", "v2 = logical_not(v1)", "return v0")
    values = PromptValues(prompt, draws)
    assert values.pointwise == ["v0"]
    assert torch.equal(values.values["v0"], torch.exp(draws("a0")))
    assert math.isfinite(values.values["v0"].sum())


def test_a_difference_that_float32_does_not_see_is_no_other_value():
    value_1P = torch.exp(SampleDraws()("a0"))
    assert not equal_at_points(value_1P[None] * (1 + 1e-5), value_1P).any()
    assert equal_at_points(value_1P[None] * (1 + 1e-8), value_1P).all()


def test_what_is_not_finite_at_the_first_point_is_compared_too():
    inf = math.inf
    nan = math.nan
    found_SP = torch.tensor([[inf, 1], [nan, 1], [-inf, 1], [0.0, 1]]).double()
    expected_NP = torch.tensor([[inf, 1], [nan, 1], [nan, 2], [0.0, 1]]).double()
    equal_SN = equal_at_points(found_SP[:, None], expected_NP)[:, 0]
    assert equal_SN.tolist() == [[row == name for name in range(4)] for row in (0, 1, None, 3)]


def test_what_a_loop_binds_is_separate_from_what_follows_it():
    """A value of a straight line is not: Triton would carry it through the loop, and refuse another shape."""
    prompt = prompt_of(1, "v0 = exp(a0)", "v1 = add(v0, 1)", "return v1")
    function = ast.parse(LOOPS).body[0]
    draws = SampleDraws()
    kernel = MatchedKernel(
        function,
        {"kernel": function},
        {"kernel": Variables(function)},
        {},
        PromptValues(prompt, draws),
        draws,
    )
    before, first_loop, second_loop, same_loop, after = (
        ast.Name("x", ast.Store(), lineno=line) for line in (2, 5, 8, 9, 11)
    )
    assert kernel.are_separate(first_loop, second_loop)
    assert kernel.are_separate(second_loop, first_loop)
    assert kernel.are_separate(second_loop, after)
    assert not kernel.are_separate(before, first_loop)
    assert not kernel.are_separate(first_loop, before)
    assert not kernel.are_separate(second_loop, same_loop)
