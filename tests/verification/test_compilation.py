"""Kernels compile for GPUs on any machine, and say what stops them."""

import json

import pytest
import torch
import triton.language as tl
from candidates import MATMUL, RELU, normal, pairs, pointwise
from cheats_by_precision_and_memory import CHEATS
from honest_answers import IDIOMS

from python_to_triton import verification
from python_to_triton.verification import compile_kernels
from python_to_triton.verification.sandbox import Limits
from python_to_triton.verification.sandbox.compiling import constant_of
from python_to_triton.verification.sandbox.descriptions import describe_constant


def test_kernels_compile_without_a_gpu():
    results = compile_kernels(MATMUL, pairs())
    assert {(result.kernel, result.target, result.ok) for result in results} == {
        ("kernel", "sm_80", True),
        ("kernel", "sm_90", True),
    }
    assert results[0].shared > 0


def test_what_cannot_compile_says_so():
    unknown = pointwise("y = x + offsets[0]")
    results = compile_kernels(unknown, normal((3, 33)), targets=("sm_90",))
    assert not results[0].ok and "unsupported tensor index" in results[0].reason


@pytest.mark.parametrize(
    "name, cause",
    [
        ("a block that becomes a tile in a loop", "Loop-carried variable t"),
        ("a dot of small blocks", "K >= 16"),
    ],
)
def test_what_the_interpreter_is_taught_to_refuse_does_not_compile(name, cause):
    _, candidate, _, cases, *_ = CHEATS[name]
    result = compile_kernels(candidate, cases(), targets=("sm_90",))[0]
    assert not result.ok and cause in result.reason, result


@pytest.mark.parametrize(
    "name",
    [
        "a name with another type in each loop",
        "a name with other types, one after the other",
        "other types in an unrolled loop",
    ],
)
def test_types_that_change_between_loops_do_compile(name):
    assert all(result.ok for result in compile_kernels(IDIOMS[name], normal((3, 33)), targets=("sm_90",)))


def test_a_size_of_one_is_compiled_in():
    """As a launch does it: what is no tensor then has no type to be asked for."""
    asks = pointwise("y = x * 2.0 + n.to(tl.float32)")
    assert compile_kernels(asks, normal((3,)), targets=("sm_90",))[0].ok
    assert not compile_kernels(asks, normal((1,)), targets=("sm_90",))[0].ok


TRANSPOSE = """
@triton.jit
def kernel(x_ptr, y_ptr, N: tl.constexpr):
    rows = tl.arange(0, N)
    x = tl.load(x_ptr + rows[:, None] * N + rows[None, :])
    tl.store(y_ptr + rows[:, None] * N + rows[None, :], tl.trans(x))


def translated(x):
    y = torch.empty_like(x)
    kernel[(1,)](x, y, N=SIZE, num_warps=WARPS)
    return y
"""


@pytest.mark.parametrize("size, warps, ok, spills", [(256, 16, False, False), (128, 1, True, True)])
def test_shared_memory_and_spills_are_seen(size, warps, ok, spills):
    source = TRANSPOSE.replace("SIZE", str(size)).replace("WARPS", str(warps))
    (result,) = compile_kernels(source, normal((size, size)), targets=("sm_80",))
    assert (result.ok, result.spilled > 0) == (ok, spills), result
    assert ok or "bytes of shared memory" in result.reason


TUNED = """
@triton.autotune(
    configs=[
        triton.Config({"N": FIRST}, num_warps=16),
        triton.Config({"N": SECOND}, num_warps=16, num_stages=2),
    ],
    key=["n"],
)
@triton.jit
def kernel(x_ptr, y_ptr, n, N: tl.constexpr):
    rows = tl.program_id(0) * N + tl.arange(0, N)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    mask = (rows[:, None] < n) & (columns[None, :] < n)
    x = tl.load(x_ptr + rows[:, None] * n + columns[None, :], mask=mask, other=0.0)
    places = y_ptr + columns[:, None] * n + rows[None, :]
    tl.store(places, tl.trans(x), mask=(columns[:, None] < n) & (rows[None, :] < n))


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.shape[0]
    kernel[lambda meta: (triton.cdiv(n, meta["N"]), triton.cdiv(n, meta["N"]))](x, y, n)
    return y
"""


@pytest.mark.parametrize("first, second, ok", [(32, 64, True), (32, 256, True), (256, 256, False)])
def test_one_configuration_that_fits_is_enough(first, second, ok):
    """Triton leaves out a configuration whose shared memory the GPU has not."""
    source = TUNED.replace("FIRST", str(first)).replace("SECOND", str(second))
    cases = [(torch.randn(40, 40),), (torch.randn(9, 9),)]
    transpose = lambda x: x.t().contiguous()
    limits = Limits(seconds=120.0)
    verdict = verification.judge(source, transpose, cases, limits=limits, device="cpu", tied=True)
    assert verdict.ok == ok, verdict
    assert ok or "bytes of shared memory" in verdict.reason


def test_structure_forgets_names_and_numbers():
    renamed = RELU.replace("offsets", "where_to").replace("128", "256").replace("kernel", "k")
    assert verification.structure_hash(renamed) == verification.structure_hash(RELU)
    assert verification.structure_hash(pointwise("y = tl.exp(x)")) != verification.structure_hash(RELU)


@pytest.mark.parametrize("name", [*tl.dtype.SINT_TYPES, *tl.dtype.UINT_TYPES, *tl.dtype.FP_TYPES])
def test_types_are_compiled_in_as_they_were_described(name):
    constant = describe_constant(tl.dtype(name))
    assert constant_of(None, json.loads(json.dumps(constant))) == tl.dtype(name)


def test_a_kernel_that_is_given_a_type_compiles():
    given = RELU.replace("BLOCK: tl.constexpr", "BLOCK: tl.constexpr, OFFSET: tl.constexpr")
    given = given.replace("tl.int64", "OFFSET").replace("BLOCK=", "OFFSET=tl.int32, BLOCK=")
    results = compile_kernels(given, normal((3, 33)))
    assert given.count("OFFSET") > 2 and all(result.ok for result in results), results
