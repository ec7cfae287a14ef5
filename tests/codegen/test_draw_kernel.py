"""The kernel of random numbers keeps what it promises, and is the function that the front end computes."""

import math

import pytest
import torch

from python_to_triton.codegen.draw_kernel import DRAW_SOURCE, functions_that_draw
from python_to_triton.frontend.random_draws import numbers_of_seed, philox_words

HEAD = "import torch\nimport triton\nimport triton.language as tl\n\n\n"
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
COUNT = 1 << 16
CHANCE = 6.2  # standard deviations: beyond it with a probability of less than 1e-9

CASES = {
    "mask": (0.7, 1 / 0.7),
    "uniform": (-2.0, 3.0),
    "normal": (1.5, 0.5),
    "exponential": (2.0, 0.0),
}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    path = tmp_path_factory.mktemp("draws") / "drawn.py"
    path.write_text(HEAD + DRAW_SOURCE + "\n")
    names = {"__name__": "written"}
    exec(compile(path.read_text(), str(path), "exec"), names)
    return names["drawn"]


def test_first_words_are_those_of_the_paper():
    """The known answer of Random123 for the counter 0 and the key 0: 6627e8d5 e169c58d bc57ac4c 9b00dbd8."""
    first, second = philox_words(0, 1)
    assert (int(first[0]), int(second[0])) == (0x6627E8D5, 0xE169C58D)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.float64])
@pytest.mark.parametrize("kind", CASES)
def test_kernel_computes_what_the_front_end_does(drawn, kind, dtype):
    torch.manual_seed(3)
    ours = drawn(kind, (67, 35), *CASES[kind], dtype, DEVICE)
    torch.manual_seed(3)
    seed = int(torch.empty(1, dtype=torch.int64, device=DEVICE).random_())
    reference = numbers_of_seed(kind, seed, 67 * 35, *CASES[kind], dtype, DEVICE).view(67, 35)
    assert ours.shape == (67, 35) and ours.dtype == dtype
    assert torch.equal(ours == 0, reference == 0)
    # Triton's interpreter cuts what a GPU rounds to bfloat16, and rounding to 3 becomes the lower bound.
    is_exact = kind == "mask" and dtype != torch.bfloat16
    eps = 0 if is_exact else max(torch.finfo(dtype).eps, torch.finfo(torch.float32).eps)
    compared = reference != -2 if kind == "uniform" else torch.ones_like(reference, dtype=torch.bool)
    error = (ours.double() - reference.double())[compared].abs().max()
    assert float(error) <= 4 * eps * float(reference.abs().max())
    assert compared.double().mean() > 0.99


def test_mask_keeps_its_share_with_its_scale(drawn):
    mask = drawn("mask", (COUNT,), 0.7, 1 / 0.7, torch.float32, DEVICE)
    kept = mask != 0
    share = float(kept.double().mean())
    assert abs(share - 0.7) < CHANCE * math.sqrt(0.7 * 0.3 / COUNT)
    assert torch.equal(mask[kept], torch.full_like(mask[kept], 1 / 0.7))
    assert drawn("mask", (1000,), 0.0, 0.0, torch.float32, DEVICE).count_nonzero() == 0
    assert drawn("mask", (1000,), 1.0, 1.0, torch.float32, DEVICE).count_nonzero() == 1000
    assert drawn("mask", (0, 5), 0.5, 2.0, torch.float32, DEVICE).shape == (0, 5)


@pytest.mark.parametrize(
    "kind, mean, variance, fourth",  # fourth: the fourth central moment
    [("uniform", 0.5, 25 / 12, 5**4 / 80), ("normal", 1.5, 0.25, 3 / 16), ("exponential", 0.5, 0.25, 9 / 16)],
)
def test_mean_and_variance(drawn, kind, mean, variance, fourth):
    numbers = drawn(kind, (COUNT,), *CASES[kind], torch.float32, DEVICE).double()
    assert abs(float(numbers.mean()) - mean) < CHANCE * math.sqrt(variance / COUNT)
    spread = math.sqrt((fourth - variance**2) / COUNT)
    assert abs(float(numbers.var()) - variance) < CHANCE * spread


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_ranges(drawn, dtype):
    uniform = drawn("uniform", (COUNT,), 0.0, 1.0, dtype, DEVICE)
    assert float(uniform.min()) >= 0 and float(uniform.max()) < 1
    assert float(drawn("exponential", (COUNT,), 1.0, 0.0, dtype, DEVICE).min()) > 0


@pytest.mark.parametrize("distance", [1, 2, 32, 1024])
def test_neighbours_are_independent(drawn, distance):
    numbers = drawn("normal", (COUNT,), 0.0, 1.0, torch.float32, DEVICE).double()
    product = numbers[:-distance] * numbers[distance:]
    assert abs(float(product.mean())) < CHANCE / math.sqrt(len(product))


def test_calls_are_independent_and_a_seed_repeats_them(drawn):
    def normal():
        return drawn("normal", (COUNT,), 0.0, 1.0, torch.float32, DEVICE).double()

    torch.manual_seed(1)
    first, second = normal(), normal()
    assert abs(float((first * second).mean())) < CHANCE / math.sqrt(COUNT)
    torch.manual_seed(1)
    assert torch.equal(first, normal()) and torch.equal(second, normal())
    torch.manual_seed(2)
    assert not torch.equal(first, normal())


def test_functions_are_known_by_their_text():
    source = HEAD + DRAW_SOURCE + "\n\n\ndef draw_mask(x0):\n    return drawn('mask', (3,), 0.5, 2.0, x0)\n"
    assert functions_that_draw(source) == ("draw_seed", "drawn", "draw_mask")
    assert functions_that_draw(source.replace("tl.rand(", "tl.randn(")) == ()


@pytest.mark.parametrize("body", ["return torch.relu(x)", "v0 = drawn('mask', x)\n    return x @ x"])
def test_what_computes_is_no_draw(body):
    source = f"{DRAW_SOURCE}\n\n\ndef draw_mask(x):\n    {body}\n"
    assert functions_that_draw(source) == ("draw_seed", "drawn")
