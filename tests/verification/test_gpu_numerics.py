"""Kernels compute in the interpreter what they compute on a GPU, where NumPy's own results are others."""

import math

import pytest
import torch
from candidates import DEVICE

from python_to_triton.verification import sandbox
from python_to_triton.verification.sandbox import Limits, Refused

pytestmark = pytest.mark.skipif(DEVICE == "cuda", reason="of Triton's interpreter")

POINTWISE = """
FUNCTIONS

@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    place = tl.arange(0, BLOCK)
    mask = place < n
    x = tl.load(x_ptr + place, mask=mask, other=0)
    BODY
    tl.store(y_ptr + place, y, mask=mask)


def translated(x):
    y = torch.empty(x.shape, dtype=torch.DTYPE, device=x.device)
    kernel[(1,)](x, y, x.numel(), BLOCK=16)
    return y
"""

LAST = "@triton.jit\ndef last(a, b):\n    return b\n"
DECAYED = "@triton.jit\ndef decayed(a, b):\n    return a * 0.5 + b\n"
LINEAR = "@triton.jit\ndef linear(a, b, c, d):\n    return a * c, b * c + d\n"
WELFORD = (
    "@triton.jit\ndef welford(mean, m2, weight, other_mean, other_m2, other_weight):\n"
    "    delta = other_mean - mean\n"
    "    total = weight + other_weight\n"
    "    share = tl.where(total == 0.0, 0.0, other_weight / total)\n"
    "    return mean + delta * share, m2 + other_m2 + delta * delta * weight * share, total\n"
)
BRANCH = "@triton.jit\ndef larger(a, b):\n    if a > b:\n        return a\n    else:\n        return b\n"


def computed(body, x, dtype="float32", functions="", source=POINTWISE):
    """What `body` makes of a vector of at most 16 elements, in the sandbox; Refused where it does not run."""
    source = source.replace("FUNCTIONS", functions).replace("BODY", body).replace("DTYPE", dtype)
    job = {"source": source, "entry": "translated", "runs": [[0, 1, False, True]], "describe": False}
    message, outputs = sandbox.run_in_sandbox("cpu", job, [(x,)], Limits())
    if "refused" in message:
        raise Refused(message["refused"], "run")
    return outputs[0]


def of(*values, dtype=torch.float32):
    return torch.tensor(values, dtype=dtype)


NAN = math.nan
HALF = of(1.0, -2.5, 3.14159, 1e-3, 65280.0, -0.0, dtype=torch.bfloat16)
SIXTEEN = torch.arange(1, 17, dtype=torch.float32)


@pytest.mark.parametrize(
    "body, x, expected",
    [
        ("y = x + x * 3", HALF, HALF + HALF * 3),
        ("y = x - 1.5", HALF, HALF - 1.5),
        ("y = -x", HALF, -HALF),
        ("y = tl.where(x > 1, x, 0.25)", HALF, torch.where(HALF > 1, HALF, 0.25)),
        ("y = x / 3", HALF, HALF.float() / 3),
        ("y = tl.abs(x)", HALF, HALF.abs()),
        ("y = tl.full((BLOCK,), 1.1, tl.bfloat16) + x", HALF, HALF + torch.tensor(1.1, dtype=torch.bfloat16)),
        ("y = (x > 0).to(tl.bfloat16)", HALF, (HALF > 0).bfloat16()),
        ("y = (place * 257).to(tl.bfloat16) * 3", HALF, (torch.arange(6) * 257).bfloat16() * 3),
        ("y = tl.maximum(x, 0.0)", HALF, HALF.clamp(min=0)),
    ],
)
def test_bfloat16_is_computed_as_its_values(body, x, expected):
    """Triton's own interpreter computes on the bits of bfloat16 as integers."""
    dtype = str(expected.dtype).removeprefix("torch.")
    assert torch.equal(computed(body, x, dtype), expected)


def test_bfloat16_is_rounded_to_nearest_with_ties_to_even():
    x = torch.randn(16, generator=torch.Generator().manual_seed(0)) * 1e3
    assert torch.equal(computed("y = x.to(tl.bfloat16)", x, "bfloat16"), x.bfloat16())
    ties = of(1 + 2**-8, 1 + 3 * 2**-8, NAN, math.inf, 3.4e38)
    assert torch.equal(
        computed("y = x.to(tl.bfloat16)", ties, "bfloat16").isnan(), of(0, 0, 1, 0, 0, dtype=torch.bool)
    )
    assert torch.equal(computed("y = x.to(tl.bfloat16)", ties, "bfloat16")[:2], ties[:2].bfloat16())
    rounded = computed("y = x.to(tl.bfloat16, fp_downcast_rounding='rtz')", ties[:2], "bfloat16")
    assert rounded.tolist() == [1.0, 1 + 2**-7]


@pytest.mark.parametrize("triton_type, dtype", [("float8e4nv", "float8_e4m3fn"), ("float8e5", "float8_e5m2")])
def test_float8_is_rounded_as_pytorch_does(triton_type, dtype):
    """Within its range; beyond it a GPU keeps the largest number."""
    x = torch.randn(16, generator=torch.Generator().manual_seed(0)) * 30
    x[:4] = of(0.0, 2.0**-9, 1.0625, -1.1875)
    body = f"y = x.to(tl.{triton_type}).to(tl.float32)"
    assert torch.equal(computed(body, x), x.to(getattr(torch, dtype)).float())
    assert computed(body, of(1e9)).item() == torch.finfo(getattr(torch, dtype)).max


@pytest.mark.parametrize(
    "body, x, expected",
    [
        ("y = tl.maximum(x, 0.0)", of(NAN, 1, -1), of(0, 1, 0)),
        ("y = tl.minimum(0.0, x)", of(NAN, 1, -1), of(0, 0, -1)),
        ("y = tl.clamp(x, -1.0, 2.0)", of(NAN, 3, -3), of(-1, 2, -1)),
        ("y = tl.maximum(x, 0.0, propagate_nan=tl.PropagateNan.ALL)", of(NAN, 1, -1), of(NAN, 1, 0)),
        ("y = x * 0 + tl.max(tl.where(mask, x, -9.0), axis=0)", of(1, NAN, 3), of(3, NAN, 3)),
    ],
)
def test_a_maximum_hides_nan_as_on_a_gpu(body, x, expected):
    torch.testing.assert_close(computed(body, x), expected, rtol=0, atol=0, equal_nan=True)


def test_a_remainder_of_floats_is_that_of_a_rounded_quotient():
    """As PTX has it: div.rn, cvt.rzi, fma."""
    x, tenth = of(0.5, -0.5, 0.55, 7.0, NAN, math.inf, 1e12), of(0.1)
    fused = (x.double() - (x / tenth).trunc().double() * tenth.double()).float()
    found = computed("y = x % 0.1", x)
    torch.testing.assert_close(found, fused, rtol=0, atol=0, equal_nan=True)
    assert found[0] < 0 < found[1] and found[-1].abs() > 0.1
    assert computed("y = x % (x * 0 + float('inf'))", x[:4]).tolist() == x[:4].tolist()
    wide = computed("y = x % 0.1", of(0.5, 0.35, dtype=torch.float64), "float64")
    assert wide.tolist() == [math.fmod(0.5, 0.1) - 0.1, math.fmod(0.35, 0.1)]


@pytest.mark.parametrize(
    "body, x, expected",
    [
        ("y = x // 2", of(-7, 7, -8), [-3, 3, -4]),
        ("y = x % 3", of(-7, 7, -1), [-1, 1, -1]),
        ("y = x // (x - x)", of(5, -5), [-1, -1]),
        ("y = x * 65536 * 32768", of(1, 2, 3), [-(2**31), 0, -(2**31)]),
        ("y = x >> 1", of(-7, 7), [-4, 3]),
        ("y = x.to(tl.uint32) >> 28", of(-1, 7), [15, 0]),
        ("y = (x.to(tl.uint32) > 5).to(tl.int32)", of(-1, 7, 3), [1, 1, 0]),
        ("y = x << (x * 0 + 40)", of(1, 2), [-1, -1]),
        ("y = tl.gather(x, (place + 1) % 4, 0)", of(1, 2, 3, 4), [2, 3, 4, 1]),
        ("y = tl.histogram(x, 16, mask=mask)", of(1, 1, 3), [0, 2, 0]),
        ("y = (x.to(tl.float32) * 1e9).to(tl.int32)", of(1, 9, -9), [10**9, 2**31 - 1, -(2**31)]),
        ("y = tl.log(x.to(tl.float32) - 9.0).to(tl.int32)", of(1, 10), [0, 0]),
    ],
)
def test_integers_wrap_cut_and_saturate(body, x, expected):
    assert computed(body, x.int(), "int32").tolist() == expected


@pytest.mark.parametrize(
    "body, functions, expected",
    [
        ("y = x * 0 + tl.reduce(x, 0, last)", LAST, 16.0),
        ("y = x * 0 + tl.reduce(x, 0, larger)", BRANCH, 16.0),
        ("y = x * 0 + tl.sum(x.to(tl.bfloat16), axis=0).to(tl.float32)", "", 136.0),
        (
            "w = x * 0 + 1.0\n    mean, m2, w = tl.reduce((x, x * 0, w), 0, welford)\n    y = x * 0 + m2",
            WELFORD,
            340.0,
        ),
    ],
)
def test_reductions_by_any_function(body, functions, expected):
    assert computed(body, SIXTEEN, functions=functions)[0].item() == pytest.approx(expected, rel=1e-6)


def test_a_scan_keeps_the_order_of_its_elements():
    factors = torch.linspace(0.5, 1.5, 16)
    body = "_, y = tl.associative_scan((x, x * 0 + 1.0), 0, linear)"
    expected = [1.0]
    for factor in factors[1:].tolist():
        expected.append(expected[-1] * factor + 1.0)
    torch.testing.assert_close(computed(body, factors, functions=LINEAR), torch.tensor(expected))
    reverse = computed("y = tl.cumsum(x, axis=0, reverse=True)", SIXTEEN)
    torch.testing.assert_close(reverse, SIXTEEN.flip(0).cumsum(0).flip(0))


def test_a_function_that_is_not_associative_scans_to_something_else():
    """One element after the other it would be a filter: on a GPU it is not."""
    one_by_one = [1.0]
    for value in SIXTEEN[1:].tolist():
        one_by_one.append(one_by_one[-1] * 0.5 + value)
    result = computed("y = tl.associative_scan(x, 0, decayed)", SIXTEEN, functions=DECAYED)
    assert not torch.allclose(result, torch.tensor(one_by_one))


def test_argmax_of_nan_is_not_pytorchs():
    x = of(1.0, NAN, 3.0, 2.0)
    found = computed("y = tl.argmax(tl.where(mask, x, -9.0), axis=0).to(tl.int32) + place * 0", x, "int32")
    assert found[0] != x.argmax()


@pytest.mark.parametrize(
    "name, reference",
    [
        ("tanh", torch.tanh),
        ("erf", torch.erf),
        ("log1p", torch.log1p),
        ("expm1", torch.expm1),
        ("asinh", torch.asinh),
        ("rint", torch.round),
        ("lgamma", torch.lgamma),
        ("normcdf", torch.special.ndtr),
    ],
)
def test_libdevice(name, reference):
    x = torch.linspace(0.1, 7.3, 16)
    expected = reference(x.double()).float()
    torch.testing.assert_close(computed(f"y = tl.extra.libdevice.{name}(x)", x), expected)
    torch.testing.assert_close(computed(f"y = tl.extra.cuda.libdevice.{name}(x)", x), expected)


def test_libdevice_of_two_arguments_and_what_is_missing():
    x = torch.linspace(0.1, 7.3, 16)
    torch.testing.assert_close(computed("y = tl.extra.libdevice.pow(x, 1.7)", x), x**1.7)
    with pytest.raises(Refused, match="no __nv_ynf of libdevice"):
        computed("y = tl.extra.libdevice.yn(1, x)", x)


@pytest.mark.parametrize(
    "body, message",
    [
        ("y = x\n    for i in range(0, 2):\n        y += (x, x)[i]", "not a Python number"),
        ("y = x\n    for i in range(0, 2):\n        y += tl.sum(tl.arange(0, i), axis=0)", "arange"),
        ("y = x\n    for i in range(0, 2.0):\n        y += x", "scalar integers"),
    ],
)
def test_a_loop_counts_by_scalars_of_the_gpu(body, message):
    with pytest.raises(Refused, match=message):
        computed(body, SIXTEEN)


def test_a_counter_has_32_bits():
    body = "y = place\n    for i in range(0, 3):\n        y = place * 0 + i * 1431655765"
    assert computed(body, of(1), "int32").tolist() == [2 * 1431655765 - 2**32]


def test_atomic_sums_of_bfloat16():
    body = "tl.atomic_add(y_ptr + place * 0, x)\n    y = x"
    source = POINTWISE.replace("torch.empty(x.shape", "torch.zeros(1")
    source = source.replace("    tl.store(y_ptr + place, y, mask=mask)\n", "")
    x = of(1.0, 256.0, 1.0, -3.0, dtype=torch.bfloat16)
    assert computed(body, x, "bfloat16", source=source).item() == 253.0  # 1 + 256 is 256
