"""A write in place through a view reaches the argument or buffer that it is a view of, as in PyTorch."""

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F
from program_support import check_same, run_program, tensors

from python_to_triton.frontend import Fixed, GraphError, trace

SHAPE = (2, 3, 4)

VIEWS = {
    "reshape": lambda x: x.reshape(4, 6),
    "reshape to the same shape": lambda x: x.reshape(2, 3, 4),
    "reshape of a part": lambda x: x[1:].reshape(12),
    "reshape twice": lambda x: x.reshape(4, 6).reshape(24)[::2],
    "reshape_as": lambda x: x.reshape_as(torch.zeros(6, 4)),
    "view": lambda x: x.view(4, 6),
    "view_as": lambda x: x.view_as(torch.zeros(4, 6)),
    "flatten": lambda x: x.flatten(1),
    "flatten of one element": lambda x: x[0, 0, 0].flatten(),
    "ravel": lambda x: x.ravel(),
    "unflatten": lambda x: x.unflatten(2, (2, 2)),
    "contiguous": lambda x: x.contiguous(),
    "squeeze": lambda x: x[:1].squeeze(0),
    "squeeze of all ones": lambda x: x[:, :1, :1].squeeze(),
    "unsqueeze": lambda x: x.unsqueeze(1),
    "expand": lambda x: x.expand(2, 3, 4),
    "expand to a new dimension": lambda x: x.expand(1, 2, 3, 4),
    "expand_as": lambda x: x.expand_as(torch.zeros(2, 3, 4)),
    "T": lambda x: x[0].T,
    "mT": lambda x: x.mT,
    "permute": lambda x: x.permute(2, 0, 1),
    "movedim": lambda x: x.movedim(0, 2),
    "unbind": lambda x: x.unbind(1)[1],
    "chunk": lambda x: x.chunk(2, 2)[1],
    "split": lambda x: x.split([1, 3], 2)[1],
    "tensor_split": lambda x: x.tensor_split(2, 2)[1],
    "narrow": lambda x: x.narrow(2, 1, 2),
    "diagonal": lambda x: x[0].diagonal(),
    "unfold": lambda x: x.unfold(2, 2, 2),
    "detach": lambda x: x.detach(),
    "data": lambda x: x.data,
    "dropout that drops nothing": lambda x: F.dropout(x, 0.0),
    "dropout in evaluation": lambda x: F.dropout(x, 0.5, training=False),
}

COPIES = {
    "reshape": lambda x: x.transpose(0, 1).reshape(4, 6),
    "reshape of a part": lambda x: x[:, :, :2].reshape(12),
    "flatten": lambda x: x.transpose(0, 1).flatten(1),
    "ravel": lambda x: x.mT.ravel(),
    "contiguous": lambda x: x.transpose(0, 1).contiguous(),
    "clone": lambda x: x.clone(),
    "flip": lambda x: x.flip(0),
}

WAYS = {f"view: {name}": way for name, way in VIEWS.items()}
WAYS |= {f"copy: {name}": way for name, way in COPIES.items()}


class Stateful(nn.Module):
    """Writes through `way(buffer)`, and reads the buffer after."""

    def __init__(self, way, buffer):
        super().__init__()
        self.register_buffer("buffer", buffer)
        self.way = way

    def forward(self, x):
        part = self.way(self.buffer)
        part += 1
        return x * self.buffer, part * 2


@pytest.mark.parametrize("way", WAYS)
def test_writes_to_arguments(way):
    def program(x):
        part = WAYS[way](x)
        part += 1
        return x * 3, part * 2

    graph = check_same(program, tensors(SHAPE))
    assert [effect.path for effect in graph.source.conditions.effects] == ["x"] * way.startswith("view")


@pytest.mark.parametrize("way", WAYS)
def test_writes_to_buffers(way):
    x, buffer = tensors(SHAPE, SHAPE)
    graph = trace(Stateful(WAYS[way], buffer.clone()), (x,))
    paths = ["self.buffer"] * way.startswith("view")
    assert [effect.path for effect in graph.source.conditions.effects] == paths

    eager = Stateful(WAYS[way], buffer.clone())
    translated = Stateful(WAYS[way], buffer.clone())
    given = [translated.buffer if argument.origin else x for argument in graph.arguments]
    result = run_program(graph, graph.run(*given), x=x, self=translated)
    torch.testing.assert_close(result, eager(x))
    torch.testing.assert_close(translated.buffer, eager.buffer)


def test_a_buffer_of_one_element():
    model = Stateful(lambda x: x.reshape(1, 1), torch.tensor([3.0]))
    graph = trace(model, tensors((2,)))
    assert [effect.path for effect in graph.source.conditions.effects] == ["self.buffer"]
    assert model.buffer == 3


@pytest.mark.parametrize("way", [lambda x: x, lambda x: x.view(-1), lambda x: x[0]])
def test_a_trace_writes_into_no_buffer(way):
    model = Stateful(way, torch.zeros(1, 4))
    trace(model, tensors((3, 4)))
    torch.testing.assert_close(model.buffer, torch.zeros(1, 4))


OUTSIDE = torch.zeros(4)


@pytest.mark.parametrize("way", [lambda x: x, lambda x: x.view(2, 2)])
def test_writes_into_globals_are_refused(way):
    def program(x):
        way(OUTSIDE).add_(1)
        return x + OUTSIDE

    with pytest.raises(GraphError, match=r"writes into a tensor of shape \(4,\) from outside; pass it as"):
        trace(program, tensors((3, 4)))
    torch.testing.assert_close(OUTSIDE, torch.zeros(4))


def test_a_tensor_that_the_program_writes_out_is_its_own():
    def program(x):
        steps = torch.tensor([1.0, 2.0, 3.0], dtype=x.dtype)
        steps += 1
        steps.view(3, 1)[0] = 5
        return x + steps

    check_same(program, tensors((2, 3)))


def test_a_view_of_einsum_is_refused():
    with pytest.raises(GraphError, match="cannot follow a write in place through einsum"):
        trace(lambda x: torch.einsum("ij->ji", x).add_(1), tensors((3, 4)))


# ---- what is a view in some layouts alone ----


def write_then_read(x):
    flat = x.reshape(-1)
    x += 1
    return flat * 2


def write_a_flat_product(x):
    y = (x * 2).flatten()
    y += 1
    return y


CONTIGUOUS = (Fixed("x.is_contiguous()", True),)


@pytest.mark.parametrize(
    "function, fixed",
    [
        (lambda x: x.reshape(-1).add_(1), CONTIGUOUS),
        (lambda x: x.flatten(1).add_(1), CONTIGUOUS),
        (lambda x: x[0].flatten()[1:].add_(1), CONTIGUOUS),
        (lambda x: x.transpose(0, 1).reshape(-1).add_(1), CONTIGUOUS),
        (write_then_read, CONTIGUOUS),
        (lambda x: x.reshape(-1) + 1, ()),
        (lambda x: x.reshape(2, 3, 2, 2).add_(1), ()),  # a view whatever the layout
        (lambda x: x.reshape(2, 1, 3, 4).add_(1), ()),
        (lambda x: x.view(-1).add_(1), ()),  # raises in PyTorch where it is no view
        (lambda x: x.clone().add_(1), ()),
        (write_a_flat_product, ()),
    ],
)
def test_layouts_that_decide_what_is_written_are_fixed(function, fixed):
    found = trace(function, tensors(SHAPE)).source.conditions.fixed
    assert tuple(item for item in found if "contiguous" in item.path) == fixed


def test_a_buffer_that_is_not_contiguous_is_refused():
    flat = Stateful(lambda x: x.reshape(-1), torch.zeros(4, 3).t())
    with pytest.raises(GraphError, match="in place depends on the layout of self.buffer; make self.buffer"):
        trace(flat, tensors((3, 4)))
