"""Views of fake tensors whose layout the recorder knows are those that PyTorch makes."""

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend import trace
from python_to_triton.frontend.fake_tensors import fake_tensor, share_memory
from python_to_triton.frontend.recorder import Recorder, record

VIEWS = {
    "select": lambda x: x[2],
    "the_last_place": lambda x: x[-1],
    "a_place_of_columns": lambda x: x.select(-1, -2),
    "a_place_of_a_transposed": lambda x: x.t()[3, 1:],
    "slice": lambda x: x[1:, ::2],
    "transpose": lambda x: x.transpose(0, 1),
    "unsqueeze": lambda x: x.unsqueeze(1),
    "expand": lambda x: x[:1].expand(3, 6),
    "diagonal": lambda x: x.diagonal(),
    "view_of_a_view": lambda x: x[1:].t()[2],
    "as_strided": lambda x: x[2:].as_strided((2, 2), (6, 1), 3),
    "itself": lambda x: x.to(torch.float32),
    "contiguous": lambda x: x.contiguous(),
    "a_copy": lambda x: x.t().contiguous(),
}


def recorded(function, x, mode):
    """What a function gives of a fake tensor while it is recorded."""
    return record(function, (x,), mode, Recorder(""))[0]


@pytest.mark.parametrize("take", VIEWS.values(), ids=VIEWS)
def test_a_view_that_is_taken_again_has_the_same_layout(take):
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    real = torch.zeros(8, 6)
    for rows in (slice(0, 5), slice(0, 5), slice(3, 8)):  # the second from what the first has shown
        base = recorded(lambda x: x[rows], fake_tensor(mode, (8, 6), torch.float32), mode)
        view = recorded(take, base, mode)
        expected = take(real[rows])
        assert view.shape == expected.shape and view.stride() == expected.stride()
        assert view.storage_offset() == expected.storage_offset()
        assert view.dtype == expected.dtype and view.device == expected.device
        assert share_memory(view, base) == share_memory(expected, real)


@pytest.mark.parametrize("place", [5, -6])
def test_a_place_beyond_the_last_is_refused_as_pytorch_does(place):
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    with pytest.raises(IndexError, match="out of range|out of bounds"):
        recorded(lambda x: x[place], fake_tensor(mode, (5, 6), torch.float32), mode)


def test_writes_through_views_that_are_taken_again():
    def program(x):
        for _ in range(3):
            x = x.clone()
            x[1][2:].mul_(2)
        return x

    x = torch.arange(24.0).reshape(4, 6)
    torch.testing.assert_close(trace(program, (x,)).run(x), program(x))


def test_windows_that_are_added_up_are_one_call():
    def added(gradient):
        return torch.ops.aten.unfold_backward(gradient, [2, 11], 1, 4, 2) + 1

    pieces = torch.randn(2, 4, 4)
    graph = trace(added, [pieces], partial=True)
    torch.testing.assert_close(graph.run(pieces), added(pieces))
