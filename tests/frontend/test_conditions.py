"""What a trace fixed is reported: constants, defaults, modes."""

import pytest
import torch
import torch.nn as nn

from python_to_triton.frontend import Fixed, GraphError, trace

X = torch.randn(3, 4)


def fixed(source, inputs=None):
    """{path: value} of what the trace of a program fixed."""
    return {item.path: item.value for item in trace(source, inputs).source.conditions.fixed}


def test_defaults_of_a_signature():
    source = "def f(x, w, eps=1e-6, *, scale=None, act=torch.relu):\n    return act(x + w + eps)"
    assert fixed(source) == {"eps": 1e-6, "scale": None, "getattr(act, '__name__', None)": "relu"}


def test_constants_among_the_inputs():
    source = "def f(batch, steps, p=2):\n    return batch['x'] * batch['k'] + sum(steps) + p"
    given = ({"x": X, "k": 3}, [X, X, X], 4)
    assert fixed(source, given) == {"tuple(batch)": ("x", "k"), "batch['k']": 3, "len(steps)": 3, "p": 4}


def test_starred_parameters():
    source = "def f(*xs, dim=0, **options):\n    return torch.cat(xs, dim)"
    assert fixed(source, (X, X)) == {"len(xs)": 2, "dim": 0, "len(options)": 0}


def test_inputs_by_name():
    source = (
        "def f(x, *, scale=2, w=None):\n    return x * scale + w\n"
        "def get_inputs():\n    return {'x': torch.randn(3, 4), 'w': torch.randn(4)}"
    )
    assert fixed(source) == {"scale": 2}
    assert "get_inputs" in source and trace(source).arity == 2
    with pytest.raises(GraphError, match="the inputs name 'b'"):
        trace(
            "def f(x, **k):\n    return x\n"
            "def get_inputs():\n    return {'x': torch.randn(3), 'b': torch.randn(3)}"
        )


def test_optional_arguments_of_a_module_are_not_guessed():
    class Masked(nn.Module):
        def forward(self, x, mask=None, *, scale=2.0):
            return x * scale if mask is None else x * mask

    graph = trace(Masked(), (X,))
    assert graph.arity == 1
    assert Fixed("mask", None) in graph.source.conditions.fixed
    assert trace(Masked(), (X, X)).text != graph.text


def test_the_mode_is_chosen_and_put_back():
    model = nn.Sequential(nn.BatchNorm1d(4), nn.ReLU())
    model[1].eval()
    inputs = (X,)
    trained = trace(model, inputs)
    evaluated = trace(model, inputs, training=False)
    assert "training=True" in trained.text and "training=True" not in evaluated.text
    assert trained.source.conditions.training and not evaluated.source.conditions.training
    assert model.training and model[0].training and not model[1].training


class Block(nn.Module):
    scale = 2.0

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4, bias=False), nn.Linear(4, 4)])
        self.act = nn.GELU()
        self.heads = 2
        self.sizes = [2, 2]
        self.final = torch.tanh
        self.mask = None
        self.unread = 3

    @property
    def width(self):
        return 4 // self.heads

    def forward(self, x):
        for layer in self.layers:
            x = self.act(layer(x))
        x = x.view(-1, *self.sizes) * self.width * self.scale
        return self.final(x) if self.mask is None else x


def test_what_a_forward_reads_of_its_module():
    assert fixed(Block(), (X,)) == {
        "self.scale": 2.0,
        "self.sizes": [2, 2],
        "self.heads": 2,
        "self.mask": None,
        "getattr(self.final, '__name__', None)": "tanh",
        "len(self.layers)": 2,
        "type(self.layers[0]).__name__": "Linear",
        "self.layers[0].bias": None,
        "type(self.layers[1]).__name__": "Linear",
        "type(self.act).__name__": "GELU",
        "self.act.approximate": "none",
    }
    assert "__getattribute__" not in vars(nn.Module)


def test_a_mode_that_nothing_reads_is_no_condition():
    assert trace(Block(), (X,)).source.conditions.training is None
    assert fixed(nn.Sequential(nn.Dropout(0.0)), (X,))["self[0].training"] is True


def test_reads_end_with_the_program():
    class Broken(nn.Module):
        def forward(self, x):
            return x @ x

    with pytest.raises(GraphError, match="same reduction dim"):
        trace(Broken(), (X,))
    assert "__getattribute__" not in vars(nn.Module)
