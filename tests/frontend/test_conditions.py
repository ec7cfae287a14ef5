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
            "def f(x, **k):\n    return x\ndef get_inputs():\n    return {'x': torch.randn(3), 'b': torch.randn(3)}"
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
