"""Numbers that a program reads of its tensors, and that no input decides."""

import pytest
import torch
import torch.nn as nn

from python_to_triton.frontend import GraphError, trace

X = torch.rand(6, 4)


def rows_of_zeros(x):
    index = x.new_zeros(x.shape[0], dtype=torch.long)
    rows = int(index.max()) + 1
    return torch.zeros(rows, x.shape[1]).index_add(0, index, x)


def other_axes(x):
    return x.sum(torch.arange(1, x.dim()).tolist())


def counted(x):
    count = torch.bincount(torch.zeros(3, dtype=torch.long), minlength=2)
    return x * count[:1]


def product_of_sizes(x):
    return x.reshape(int(torch.prod(torch.as_tensor((torch.tensor(3), torch.tensor(2)))) * 2), -1)


@pytest.mark.parametrize("program", [rows_of_zeros, other_axes, counted, product_of_sizes])
def test_numbers_that_factories_make_are_known(program):
    torch.testing.assert_close(trace(program, (X,)).run(X), program(X))


class Filter(nn.Module):
    def __init__(self):
        super().__init__()
        self.sigma = nn.Parameter(torch.tensor(1.5))

    def forward(self, x):
        return x[:, : int(float(self.sigma) * 2)] * self.sigma


def test_a_small_tensor_of_a_module_is_fixed_where_its_number_is_read():
    graph = trace(Filter(), (X,))
    assert (
        graph.text
        == "f(a0: f32[A, B], a1: f32[])\nv0 = slice(a0, dim=-1, end=3)\nv1 = mul(v0, a1)\nreturn v1"
    )
    assert [(one.path, one.value) for one in graph.source.conditions.fixed] == [
        ("repr(self.sigma.tolist())", "1.5")
    ]


def count_in_place(x):
    """A number after a write, and one that a later write makes of the data."""
    total = torch.zeros(())
    total += 2
    kept = x[: int(total)]
    total += x.sum()
    return kept * total


def test_a_number_is_read_as_it_is_after_the_writes_before():
    torch.testing.assert_close(trace(count_in_place, (X,)).run(X), count_in_place(X))


def of_the_data(x):
    return x[: int(x.argmax())]


def of_written_zeros(x):
    total = torch.zeros(())
    total += x.sum()
    return x[: int(total)]


def of_random_numbers(x):
    return x[: int(torch.rand(()) * 4)]


@pytest.mark.parametrize("program", [of_the_data, of_written_zeros, of_random_numbers])
def test_numbers_of_the_data_are_refused(program):
    with pytest.raises(GraphError, match="depend on the data|random"):
        trace(program, (X,))


def for_compilers(x):
    if not torch.compiler.is_compiling() and x.max() > 100:
        x = x / 100
    return x * 2


def test_a_branch_on_data_that_no_compiler_sees_is_left_out():
    graph = trace(for_compilers, (X,))
    assert graph.text == "f(a0: f32[A, B])\nv0 = mul(a0, 2)\nreturn v0"
    assert graph.source.notes[0].startswith("It is translated as a compiler sees it")
    assert not torch.compiler.is_compiling()


class Crop(nn.Module):
    """Keeps the corners of its last crop in a buffer, and reads them there."""

    def __init__(self):
        super().__init__()
        self.register_buffer("corners", torch.zeros(1, 2, dtype=torch.long))

    def forward(self, x):
        self.corners[0, 0] = x.shape[0] // 2
        self.corners[0, 1] = 4
        start, end = (self.corners.expand(3, -1, -1)[0, 0] + 1).tolist()
        return x[start:end]


class HalfOfCrop(Crop):
    """Reads one corner that it does not write."""

    def forward(self, x):
        self.corners[0, 0] = 2
        return x[: self.corners.sum().item()]


class Counter(Crop):
    """Reads what the call before wrote."""

    def forward(self, x):
        self.corners += 1
        return x[: self.corners[0, 0].item()]


def test_numbers_that_are_written_before_they_are_read_are_those_of_each_call():
    graph = trace(Crop(), (X,))
    assert not graph.source.conditions.fixed
    result, corners = graph.run(X)
    torch.testing.assert_close(result, X[4:5])
    assert corners.tolist() == [[3, 4]]


@pytest.mark.parametrize("module", [HalfOfCrop(), Counter()])
def test_numbers_of_the_call_before_are_refused(module):
    with pytest.raises(GraphError, match="reads numbers of self.corners, and writes it"):
        trace(module, (X,))
