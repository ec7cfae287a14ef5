"""A repeated call returns what the host code would, runs none of it, and is only of what stays the same."""

import subprocess
import sys
from pathlib import Path

import pytest
import torch

from python_to_triton.backend.compiled_graph import _IMPORTS, load_module
from python_to_triton.backend.repeated_calls import NEVER, SEEN, RepeatedCalls

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
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
    return RepeatedCalls(module["translated"], module), calls


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
        ("(wide.t().contiguous(), wide.to(torch.float16))", lambda x, other: (2 * x.t(), (2 * x).half())),
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
    call, _ = repeated("(scaled(scaled(scaled(wide, 1.0), 1.0), 1.0),)", scaled=lambda x, factor: x * factor)
    given = tensors(0, 1 << 12)
    for _ in range(2):
        call(given, ())
    names = call.situations[()].__code__.co_varnames
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
    assert call.situations == {(): NEVER}
    assert len(calls) == 5, "the second call is made again"


def test_a_host_code_whose_steps_say_too_little_is_not_repeated(caplog):
    """What only seems to be written: memory that is asked for holds what another function left there."""

    def fill(tensor):  # behind PyTorch's back
        tensor.cpu().numpy()[:] = 1.0 if DEVICE == "cpu" else tensor.fill_(1.0).cpu().numpy()
        return tensor

    call, calls = repeated("(fill(torch.empty_like(wide)),)", fill=fill)
    for seed in range(3):
        assert torch.equal(call(tensors(seed), ())[0], torch.ones(5, 30, device=DEVICE))
    assert DEVICE == "cuda" or call.situations == {(): NEVER} and "return something else" in caplog.text


def test_random_numbers_are_drawn_as_without_repetition():
    call, calls = repeated("(wide + torch.rand_like(wide),)")
    given = tensors(0)
    torch.manual_seed(1)
    found = [call(given, ())[0] for _ in range(5)]
    torch.manual_seed(1)
    wanted = [2 * given[0] + torch.rand_like(given[0]) for _ in range(5)]
    assert all(map(torch.equal, found, wanted)) and len(calls) == 2


def test_each_situation_has_steps_of_its_own():
    call, calls = repeated("(scaled(wide, factor[0]),)", factor=(factor := [1.0]))
    for number in (1.0, 4.0) * 4:
        factor[0] = number
        given = tensors(0)
        assert torch.equal(call(given, number)[0], 2 * number * given[0])
    assert len(calls) == 4
    for number in range(20):
        call(tensors(0), f"other {number}")
    assert len(call.situations) == 8


def test_memory_that_begins_elsewhere_is_for_the_host_code():
    call, calls = repeated("(wide,)")
    for _ in range(2):
        call(tensors(0, 64), ())
    odd = [tensor[1:] for tensor in tensors(1, 65)]
    assert torch.equal(call(odd, ())[0], 2 * odd[0]) and len(calls) == 3
    call(tensors(0, 64), ())
    assert len(calls) == 3


def test_a_tensor_that_is_given_twice_may_be_two_at_the_next_call():
    call, _ = repeated("(wide + other,)")
    one, other = tensors(0)
    for _ in range(3):
        assert torch.equal(call([one, one], ())[0], 3 * one)
    assert torch.equal(call([one, other], ())[0], 2 * one + other)


def test_an_error_of_the_host_code_is_its_own():
    call, calls = repeated("(wide if len(calls) != 2 else 1 // 0,)")
    call(tensors(0), ())
    with pytest.raises(ZeroDivisionError):
        call(tensors(0), ())
    assert call.situations == {(): SEEN}
    assert torch.equal(call(given := tensors(3), ())[0], 2 * given[0])


def test_launches_are_those_that_triton_makes():
    """With Triton's compiler and a driver that notes what it is to launch, so that no GPU is needed."""
    script = Path(__file__).with_name("noted_launches.py")
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0 and run.stdout == "same launches: 3\n", run.stdout + run.stderr
