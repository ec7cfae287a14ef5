"""A repeated call returns what the host code would, runs none of it, and is only of what stays the same."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch
import triton
from torch.utils._python_dispatch import _disable_current_modes

from python_to_triton.backend import repeated_calls
from python_to_triton.backend.compiled_graph import _IMPORTS, load_module
from python_to_triton.backend.repeated_calls import NEVER, SEEN, RepeatedCalls

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
NAMED = """\
@triton.jit
def named_kernel(kernel, y_ptr, n, BLOCK: tl.constexpr = 32):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(kernel + offsets, mask=offsets < n), mask=offsets < n)


def named(x):
    y = torch.empty_like(x)
    named_kernel[lambda given: (triton.cdiv(x.numel(), given["BLOCK"]),)](kernel=x, y_ptr=y, n=x.numel())
    return y
"""
SOURCE = """\
@triton.jit
def scale_kernel(x_ptr, y_ptr, n, factor, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(y_ptr + offsets, x * factor, mask=mask)


def scaled(x, factor):
    y = torch.empty_like(x)
    n = x.numel()
    grid = lambda options: (triton.cdiv(n, options["BLOCK"]),)
    scale_kernel[grid](x, y, n, factor=factor, BLOCK=64)
    return y


def translated(x, other):
    calls.append(1)
    wide = scaled(x, 2.0).view(-1).view(x.shape)
    return HOST
"""


def repeated(host, **names):
    """RepeatedCalls of a host code whose last line returns `host`, and the list of the calls of that code."""
    calls = []
    module = load_module(f"{_IMPORTS}\n\n\n{SOURCE.replace('HOST', host)}")
    module.update(names, calls=calls)
    return RepeatedCalls(module["translated"], module, DEVICE), calls


def known(call):
    """What is known of each situation of calls."""
    return list(call.situations.values())


def tensors(seed, *shape):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(shape or (5, 30), generator=generator).to(DEVICE) for _ in range(2)]


@pytest.mark.parametrize(
    "host, expected",
    [
        ("(scaled(wide, 3.0), other)", lambda x, other: (6 * x, other)),
        ("(wide.new_zeros(3), x, wide)", lambda x, other: (x.new_zeros(3), x, 2 * x)),
        ("tuple(torch.split(scaled(other, 0.5), 2))", lambda x, other: tuple((other / 2).split(2))),
        ("(torch.empty_like(wide).fill_(1.5), *torch.max(wide, 1))", lambda x, other: (
            torch.full_like(x, 1.5), *torch.max(2 * x, 1))),
        ("(wide.t().contiguous(), other)", lambda x, other: (2 * x.t(), other)),
    ],
)  # fmt: skip
def test_the_third_call_on_is_of_the_same_steps(host, expected):
    call, calls = repeated(host)
    for seed in range(5):
        given = tensors(seed)
        found = call(given, ())
        wanted = expected(*given)
        assert isinstance(found, tuple) and len(found) == len(wanted)
        assert all(map(torch.equal, found, wanted))
        assert len(calls) == min(seed + 1, 2)


def test_results_are_in_new_memory_each_time():
    call, _ = repeated("(wide, scaled(wide, 1.0))")
    given = tensors(0)
    results = [result for _ in range(4) for result in call(given, ())]
    assert len({result.data_ptr() for result in results}) == len(results)


def test_a_step_holds_no_tensor_longer_than_the_host_code():
    call, _ = repeated("(scaled(scaled(scaled(wide, 1.0), 1.0), 1.0),)")
    given = tensors(0, 1 << 12)
    for _ in range(2):
        call(given, ())
    names = known(call)[0].__code__.co_varnames
    assert len(names) > 5, "all that is made has a name"
    held = []
    sys.setprofile(
        lambda frame, event, _: (
            held.append(len(frame.f_locals))
            if event == "return" and frame.f_code.co_name == "repeated"
            else None
        )
    )
    try:
        call(given, ())
    finally:
        sys.setprofile(None)
    assert held == [4], "the arguments, the stream and the result"


@pytest.mark.parametrize(
    "host",
    [
        "(wide * float(x.sum()),)",  # a number that depends on data
        "(wide[x > 0],)",  # a size that does
        "(wide + torch.tensor(2.0, device=x.device),)",  # a tensor that no step makes
        "(wide + kept,)",
    ],
)
def test_what_may_be_another_at_the_next_call_is_not_repeated(host):
    kept = torch.ones(5, 30, device=DEVICE)
    call, calls = repeated(host, kept=kept)
    for seed in range(4):
        given = tensors(seed)
        call(given, ())
    assert known(call) == [NEVER]
    assert len(calls) == 5, "the second call is made again"


def test_a_host_code_whose_steps_say_too_little_is_not_repeated(caplog):
    """What only seems to be written: memory that is asked for holds what another function left there."""

    def fill(tensor):  # behind the notes
        with _disable_current_modes():
            return tensor.fill_(1.0)

    call, calls = repeated("(fill(torch.empty_like(wide)),)", fill=fill)
    for seed in range(3):
        assert torch.equal(call(tensors(seed), ())[0], torch.ones(5, 30, device=DEVICE))
    assert known(call) == [NEVER] and "return something else" in caplog.text


def test_random_numbers_are_drawn_as_without_repetition():
    call, calls = repeated("(wide + torch.rand_like(wide),)")
    given = tensors(0)
    torch.manual_seed(1)
    found = [call(given, ())[0] for _ in range(5)]
    torch.manual_seed(1)
    wanted = [2 * given[0] + torch.rand_like(given[0]) for _ in range(5)]
    assert all(map(torch.equal, found, wanted)) and len(calls) == 2


def test_each_setting_has_steps_of_its_own():
    call, calls = repeated("(scaled(wide, factor[0]),)", factor=(factor := [1.0]))
    for number in (1.0, 4.0) * 4:
        factor[0] = number
        given = tensors(0)
        assert torch.equal(call(given, number)[0], 2 * number * given[0])
    assert len(calls) == 4


@pytest.mark.parametrize(
    "other",
    [
        lambda x: x.to(torch.float16),
        lambda x: x.new_ones(5, 31),
        lambda x: x.new_ones(150).as_strided((5, 1, 30), (30, 1, 1)),
    ],
)
def test_another_dtype_shape_or_stride_has_steps_of_its_own(other):
    """Of a size of 1 the strides are free, and what is contiguous in two ways is copied in one of them."""
    call, calls = repeated("(scaled(wide.transpose(0, -1).contiguous(), 1.0),)")
    usual = tensors(0, 5, 1, 30)
    for _ in range(3):
        for given in (usual, [*map(other, usual)]):
            assert torch.equal(call(given, ())[0], 2 * given[0].transpose(0, -1))
    assert len(calls) == 4 and len(call.situations) == 2


def test_a_situation_that_returns_takes_the_place_of_one_that_did_not():
    call, calls = repeated("(wide,)")
    for size in range(1, 30):
        call(tensors(0, size, 16), ())
    assert len(call.situations) == 8 and len(calls) == 29
    for _ in range(4):
        call(tensors(0, 40, 16), ())
    assert len(call.situations) == 8 and len(calls) == 31


def test_memory_that_begins_elsewhere_is_for_the_host_code():
    call, calls = repeated("(wide,)")
    for _ in range(2):
        call(tensors(0, 64), ())
    odd = [tensor[1:] for tensor in tensors(1, 65)]
    assert torch.equal(call(odd, ())[0], 2 * odd[0]) and len(calls) == 3
    call(tensors(0, 64), ())
    assert len(calls) == 3


def test_a_tensor_that_is_given_twice_may_be_two_at_the_next_call():
    call, calls = repeated("(wide + other,)")
    one, other = tensors(0)
    for _ in range(3):
        assert torch.equal(call([one, one], ())[0], 3 * one)
        assert torch.equal(call([one, other], ())[0], 2 * one + other)
    assert len(calls) == 4


def test_an_error_of_the_host_code_is_its_own():
    call, calls = repeated("(wide if len(calls) not in (2, 3) else 1 // 0,)")
    call(tensors(0), ())
    with pytest.raises(ZeroDivisionError):
        call(tensors(0), ())
    assert known(call) == [SEEN]
    assert torch.equal(call(given := tensors(3), ())[0], 2 * given[0])


def test_what_noting_fails_at_costs_no_call(monkeypatch):
    def fail(*_):
        raise RuntimeError("a fault of ours")

    for name in ("repeating", "_note_launch"):
        with monkeypatch.context() as patch:
            patch.setattr(repeated_calls, name, fail)
            call, _ = repeated("(wide,)")
            for seed in range(3):
                assert torch.equal(call(given := tensors(seed), ())[0], 2 * given[0])
            assert known(call) == [NEVER]


def test_a_kernel_may_have_any_names_and_defaults():
    """A grid that reads a constant which the launch does not give; a parameter of the name of one of ours."""
    call, calls = repeated("(named(wide),)", named=lambda x: module["named"](x))
    module = load_module(f"{_IMPORTS}\n\n\n{NAMED}")
    call.namespace |= {"named_kernel": module["named_kernel"]}
    for seed in range(4):
        assert torch.equal(call(given := tensors(seed), ())[0], 2 * given[0])
    assert len(calls) == 2


def test_a_profiler_of_launches_hears_of_each(monkeypatch):
    call, calls = repeated("(wide,)")
    for _ in range(3):
        call(tensors(0), ())
    monkeypatch.setattr(triton.knobs.runtime, "launch_enter_hook", lambda launch: None)
    for _ in range(3):
        call(tensors(0), ())
    assert len(calls) == 5


def test_a_call_in_which_most_is_pytorchs_is_not_repeated():
    call, _ = repeated("(wide.sin().cos().sin().cos().sin(),)")
    for _ in range(3):
        call(tensors(0), ())
    assert known(call) == [NEVER]


@pytest.mark.parametrize(
    "modes", [(torch.no_grad, torch.inference_mode), (torch.inference_mode, torch.no_grad)]
)
def test_what_is_noted_in_one_mode_holds_in_the_other(modes):
    call, calls = repeated("(scaled(wide, 3.0), wide)")
    for mode in modes:
        for seed in range(3):
            with mode():
                given = tensors(seed)
                assert torch.equal(call(given, ())[0], 6 * given[0])
    assert len(calls) == 2


@pytest.mark.skipif(DEVICE == "cpu", reason="Triton's interpreter is for one thread")
def test_threads_may_call_at_once():
    call, calls = repeated("(scaled(wide, 3.0),)")

    def right(seed):
        with torch.no_grad():
            return all(torch.equal(call(given := tensors(seed), ())[0], 6 * given[0]) for _ in range(20))

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(right, range(8)))
    assert len(calls) < 160 and callable(known(call)[0])


def test_launches_are_those_that_triton_makes():
    """With Triton's compiler and a driver that notes what it is to launch, so that no GPU is needed."""
    script = Path(__file__).with_name("noted_launches.py")
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0 and run.stdout == "same launches: 4\n", run.stdout + run.stderr
