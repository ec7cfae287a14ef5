"""Test cases: which indices are as right as the reference's, and what eager loses on perturbed inputs."""

import pytest
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode

from python_to_triton import verification
from python_to_triton.verification import sizes
from python_to_triton.verification.conditioning import results_of_rounded_inputs
from python_to_triton.verification.inputs import with_raised_row
from python_to_triton.verification.sandbox import Limits
from python_to_triton.verification.test_cases import largest_number
from python_to_triton.verification.verdict import task_limits
from triton_ops.tolerance import compare

TIED = torch.tensor([[3.0, 1.0, 3.0, 3.0], [0.5, 2.0, 0.5, 0.5]])


@pytest.mark.parametrize(
    "reference, right, wrong",
    [
        (
            lambda x: torch.topk(x, 2).indices,
            [[[2, 3], [1, 0]], [[0, 3], [1, 3]]],
            [[[0, 0], [1, 0]], [[0, 1], [1, 0]], [[0, 4], [1, 0]], [[0, -1], [1, 0]], [[0, 2], [0, 1]]],
        ),
        (
            lambda x: x.topk(k=1, dim=0, largest=False).indices,
            [[[1, 0, 1, 1]]],
            [[[0, 0, 1, 1]], [[1, 0, 2, 1]]],
        ),
        (
            lambda x: torch.kthvalue(x, 2, keepdim=True).indices,
            [[[2], [0]], [[3], [3]]],
            [[[1], [0]], [[2], [1]], [[2], [5]]],
        ),
        (lambda x: x.median(-1).indices, [[2, 0], [0, 3]], [[1, 0], [0, 1]]),
        (
            lambda x: x.sort(descending=True).indices,
            [[[3, 0, 2, 1], [1, 3, 0, 2]]],
            [[[3, 3, 2, 1], [1, 3, 0, 2]], [[3, 0, 1, 2], [1, 3, 0, 2]]],
        ),
        (
            lambda x: x.sort(stable=True).indices,
            [[[1, 0, 2, 3], [0, 2, 3, 1]]],
            [[[1, 2, 0, 3], [0, 2, 3, 1]]],
        ),
        (lambda x: x.argmax(-1), [[0, 1]], [[2, 1]]),
    ],
)
def test_any_of_equal_elements_is_right_where_pytorch_does_not_say_which(reference, right, wrong):
    case = verification.make_test_case("", reference, (TIED,))
    for indices, ok in [(indices, True) for indices in right] + [(indices, False) for indices in wrong]:
        assert case.compare(torch.tensor(indices)).ok is ok, indices


def test_indices_point_into_what_was_there_when_they_were_made():
    """An input that is changed afterwards, and values that only float64 tells apart."""

    def changes_its_input(x):
        indices = torch.kthvalue(x, 1).indices
        x.zero_()
        return indices

    assert not verification.make_test_case("", changes_its_input, (TIED,)).compare(torch.tensor([0, 0])).ok
    assert (
        verification.make_test_case("", lambda x: x.topk(1).indices * 2, (TIED,)).ties is None
    )  # no index any more
    close = torch.tensor([1.0, 1.0 + 2**-23, 0.0])
    case = verification.make_test_case("", lambda x: torch.topk(x + 64.0, 2).indices, (close,))
    assert case.compare(torch.tensor([0, 1])).ok and case.compare(torch.tensor([1, 0])).ok
    assert not case.compare(torch.tensor([1, 2])).ok


def test_an_output_that_eager_got_exact_by_chance_allows_its_usual_error():
    """A dot product that eager got right to the last bit by chance still allows what eager usually loses."""
    generator = torch.Generator().manual_seed(0)
    case = verification.make_test_case(
        "", torch.dot, tuple(torch.randn(99, generator=generator) for _ in range(2))
    )
    usual = verification.perturbed_eager_error(torch.dot, case)
    expected = usual.at(case.exact.abs().reshape(1)).item()
    assert 0 < expected <= 1e-5
    assert compare(case.eager, case.eager, case.exact, usual).tolerance > 2 * expected


def test_of_fewer_draws_eager_loses_at_most_as_much():
    matrices = tuple(torch.randn(40, 40, generator=torch.Generator().manual_seed(i)) for i in range(2))
    case = verification.make_test_case("", torch.matmul, matrices)
    few, every = (
        verification.perturbed_eager_error(torch.matmul, case, by_group=True, most=most) for most in (2, None)
    )
    assert torch.equal(few.absolute, every.absolute[:2]) and torch.equal(few.relative, every.relative[:2])
    assert len(every.absolute) > 2 * len(few.absolute)


def test_rounded_inputs_widen_what_is_ill_conditioned_and_no_jump():
    """The variance of a row at 10,000 hangs on the last bits of its inputs; a rounding at 0.5 is a jump."""
    run = lambda arguments: arguments[0].var(-1, correction=0)
    row = torch.randn(4, 32, generator=torch.Generator().manual_seed(0)) + 1e4
    found = results_of_rounded_inputs(run, (row,), run((row.double(),)), (), 4)
    assert 1e-5 < max((each - run((row.double(),))).abs().max() for each in found) < 1e-2
    norm = lambda arguments: torch.nn.functional.layer_norm(arguments[0], (32,))
    equal = torch.full((2, 32), 1e12)  # the mean of it is one rounding away: the results are as large as any
    found = results_of_rounded_inputs(norm, (equal,), norm((equal.double(),)), (), 4)
    assert max(each.abs().max() for each in found) > 0.5
    halves = torch.arange(-4, 5) / 2
    for each in results_of_rounded_inputs(lambda x: x[0].round(), (halves,), halves.double().round(), (), 4):
        assert torch.equal(each, halves.double().round())


def test_many_channels_of_a_transposed_convolution_are_summed_right():
    """By oneDNN they are off by 100 and more, or the process ends: its memory is not its own any more."""
    x, weight = torch.randn(1, 20480, 6), torch.randn(20480, 4, 3)
    reference = lambda x, weight: torch.conv_transpose1d(x, weight, stride=2)
    case = verification.make_test_case("", reference, (x, weight), allows_tf32=False)
    assert (case.eager - case.exact).abs().max() < 1e-2
    assert torch.backends.mkldnn.enabled


def test_results_of_a_fixed_size_have_more_time_and_no_larger_case():
    image = lambda x: torch.nn.functional.interpolate(x, size=192)
    task = verification.prepare_reference(image, [(torch.randn(4, 2, 3, 5),), (torch.randn(2, 3, 6, 4),)])
    assert task_limits(task, Limits(seconds=20.0)).seconds > 60
    assert max(case.eager.numel() for case in task.cases) < 1 << 20
    small = verification.prepare_reference(torch.relu, [(torch.randn(4, 2, 3, 5),)])
    assert task_limits(small, Limits(seconds=20.0)).seconds == 20


def test_windows_of_one_element_do_not_make_a_reference_degenerate():
    """At the smallest size each window has one place, whatever the inputs are; larger inputs tell."""

    def pooled(x):
        return torch.nn.functional.max_pool1d(
            x, 3, padding=1, stride=3, dilation=3, ceil_mode=True, return_indices=True
        )

    small, large = torch.randn(3, 4), torch.randn(3, 40)
    assert "output 1" in verification.prepare_reference(pooled, [(small,)], tied=True).fault
    assert not verification.prepare_reference(pooled, [(small,), (large,)], tied=True).fault


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_a_raised_row_stays_within_its_dtype(dtype):
    raised = with_raised_row(torch.ones(2, 3, dtype=dtype), -1e12)
    assert raised[0].isfinite().all() and (raised[0] < -1e4).all() and (raised[1] == 1).all()


def test_tensors_without_data_have_no_largest_number():
    def checked(x):
        assert (torch.empty(x.shape, device="meta") @ torch.empty(4, 5, device="meta")).shape == (3, 5)
        return x * 10

    x = torch.full((3, 4), 7.0)
    case = verification.prepare_reference(checked, [(x,)]).cases[0]
    assert largest_number(checked, case, frozenset()) == 10 * case.arguments[0].abs().max()


@pytest.mark.parametrize(
    "convolve, shapes",
    [
        (F.conv2d, [(2, 6, 9, 7), (4, 6, 3, 3), (4,)]),
        (lambda x, w: F.conv2d(x, w, groups=2, padding="same"), [(2, 6, 9, 7), (4, 3, 3, 3)]),
        (lambda x, w: F.conv1d(x, w, stride=2).relu(), [(6, 9), (40, 6, 3)]),
        (
            lambda x, w: F.conv_transpose3d(x, w, stride=2, output_padding=1),
            [(1, 2, 4, 3, 2), (2, 5, 3, 3, 3)],
        ),
        (lambda x, w: F.conv_transpose2d(x, w, dilation=2)[..., :2].half(), [(1, 2, 4, 3), (2, 5, 3, 3)]),
    ],
)
def test_the_largest_value_of_a_convolution_is_known_without_computing_it(convolve, shapes):
    class Elements(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            result = func(*args, **(kwargs or {}))
            counted.append(result.numel())
            return result

    counted, arguments = [], [torch.randn(shape) for shape in shapes]
    with torch.no_grad(), Elements():
        convolve(*arguments)
    recorder = sizes.LargestValue()
    with torch.no_grad(), recorder:
        convolve(*arguments)
    assert recorder.elements == max(counted)


def test_truths_that_zeros_alone_decide_are_tested_with_zeros():
    def nothing_in_common(x, y):
        return (((1 - x) * y).sum(-1) == 0) & (((1 - y) * x).sum(-1) == 0)

    task = verification.prepare_reference(nothing_in_common, [torch.randn(2, 4, 5).unbind()])
    assert not task.fault
    assert any(case.eager.all() for case in task.cases)
