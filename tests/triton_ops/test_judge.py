"""The judge against wrong ops."""

import dataclasses
import functools

import pytest
import torch
from op_support import double_op

import kernels  # noqa: F401  (declares every op)
from triton_ops.contract import Op
from triton_ops.judge import VARIANTS, apply_variant, judge_op


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
    verdict = judge_op(double_op(mistake), (3, 33), torch.float32, "cpu")
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
    op = Op(
        name="halve",
        run=functools.partial(halve, mistake=mistake),
        data=("states",),
        mutates=("states",),
        inputs=lambda shape, dtype, draw, autocast: ([draw(*shape), draw(3)],),
        cases=[(2, 3)],
        bench_shapes=[(2, 3)],
        shape=lambda work: (2, 3),
        bytes_moved=lambda shape, size: (1, 0),
    )
    verdict = judge_op(op, (2, 3), torch.float32, "cpu")
    assert verdict.ok == (not mistake) and reason in verdict.reason
    undeclared = judge_op(dataclasses.replace(op, mutates=()), (2, 3), torch.float32, "cpu")
    assert not undeclared.ok


def test_judge_leaves_the_random_state_alone():
    before = torch.get_rng_state()
    judge_op(double_op(""), (3, 33), torch.float32, "cpu")
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_are_what_they_say(variant):
    x = torch.randn(3, 5)
    varied = apply_variant(x, variant)
    assert varied.is_contiguous() == (variant != "strided")
    expected = {
        "x 0.001": x * 0.001,
        "x 10000": x * 10000,
        "a row of zeros": x * torch.tensor([[0.0], [1], [1]]),
        "a row at 10000": torch.cat([1e4 * x[:1].sign(), x[1:]]),
    }.get(variant, x)
    assert torch.equal(varied, expected)
