"""Statements that look at the data and raise or do nothing are left to the wrapper."""

import importlib
import sys

import pytest
import torch
from program_support import by_regions

from python_to_triton.frontend import GraphError, trace, trace_modes

X = torch.rand(3, 4)


def checks(source, *inputs):
    return trace(source, inputs or (X,)).source.conditions.checks


def test_checks_of_a_function():
    source = """
def clamp(x, low, *, name="x"):
    rows, columns = x.shape
    if torch.any(x < 0) or x.isnan().any():
        raise ValueError(f"{name} has negative values")
    assert (low <= 1).all(), "low is too large"
    if low is not None:
        if not low.isfinite().all():
            raise ValueError("low")
    torch._assert((low > -1).all(), "low is too small")
    return torch.maximum(x, low) * columns
"""
    graph = trace(source, (X, X))
    assert graph.text == "f(a0: f32[A, B], a1: f32[A, B])\nv0 = maximum(a0, a1)\nv1 = mul(v0, B)\nreturn v1"
    assert graph.source.conditions.checks == (
        "if torch.any(x < 0) or x.isnan().any():",
        "    raise ValueError(f'{name} has negative values')",
        "assert (low <= 1).all(), 'low is too large'",
        "if low is not None:",
        "    if not low.isfinite().all():",
        "        raise ValueError('low')",
        "torch._assert((low > -1).all(), 'low is too small')",
    )


def test_checks_of_a_module_hold_in_both_modes():
    source = """
LIMIT = 5


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.register_buffer("scale", torch.ones(4))

    def forward(self, x):
        if self.scale.min() <= 0 or x.max() > LIMIT:
            raise ValueError("out of range")
        return self.norm(x * self.scale)


def get_inputs():
    return [torch.rand(3, 4)]
"""
    for graph in trace_modes(source):
        assert graph.source.conditions.checks[0] == "if self.scale.min() <= 0 or x.max() > LIMIT:"


def test_checks_that_need_no_data_stay_in_the_trace():
    assert checks("def f(x):\n    assert x.dim() == 2 and x.is_floating_point()\n    return x + 1") == ()


@pytest.mark.parametrize(
    "body",
    [
        "y = x + 1\n    assert (y > 0).all()\n    return y",  # of what was computed
        "x = x + 1\n    assert (x > 0).all()\n    return x",
        "x.add_(1)\n    assert (x > 0).all()\n    return x * 2",
        "torch.add(x, 1, out=x)\n    assert (x > 0).all()\n    return x * 2",
        "x[0] = 1\n    assert (x > 0).all()\n    return x * 2",
        "y = x\n    y.add_(1)\n    assert (x > 0).all()\n    return x * 2",
        "x.view(-1).add_(1)\n    assert (x > 0).all()\n    return x * 2",
        "x.t()[0] = 1\n    assert (x > 0).all()\n    return x * 2",
        "F.relu(x, inplace=True)\n    assert (x > 0).all()\n    return x * 2",
        "put(x)\n    assert (x > 0).all()\n    return x * 2",
        "if (x > 0).all():\n        return x\n    return x * 2",  # not only a check
        "if (x > 0).all():\n        x = x * 2\n        raise ValueError\n    return x",
        "if (x > 0).all():\n        raise ValueError\n    else:\n        x = x * 2\n    return x",
        "if x.dim() > 1:\n        return x\n    assert (x > 0).all()\n    return x * 2",
    ],
)
def test_what_is_not_a_check_before_everything_is_refused(body):
    inputs = X[0] if "x.dim()" in body else X
    with pytest.raises(GraphError, match="depend on the data"):
        trace(f"def put(x):\n    x.add_(1)\ndef f(x):\n    {body}", (inputs,))


def test_a_check_of_what_a_program_calls_is_not_one_of_its_arguments():
    """The helper looks at another tensor than the wrapper has."""
    helper = (
        "def helper(x):\n    if (x < 0).any():\n        raise ValueError('negative')\n    return x.sqrt()\n"
    )
    with pytest.raises(GraphError, match="depend on the data"):
        trace(f"{helper}def f(x):\n    return helper(x - 5)", (X,))


def test_what_writes_nothing_may_stand_before_a_check():
    source = (
        "def f(x):\n    y = torch.relu(F.relu(x, inplace=False))\n    n = len(x.shape)\n"
        "    assert (x > 0).all()\n    return y * n"
    )
    assert checks(source) == ("assert (x > 0).all()",)


def test_a_check_of_statements_is_refused():
    with pytest.raises(GraphError, match="depend on the data"):
        trace("assert (x > 0).all()\ny = x * 2")


CHECKS_OF_A_LIBRARY = """
import torch


def positive(x, other=None):
    if not (x > 0).all() or torch.any(x > 9).item():
        raise ValueError("x")
    assert bool((x < 8).all()) and x.dim()
    torch._assert_async((x < 7).all())
    return x * 2


def negative(x):
    if (x < 0).all():
        x = -x
    return x
"""


@pytest.fixture
def library(tmp_path, monkeypatch):
    (tmp_path / "a_library.py").write_text(CHECKS_OF_A_LIBRARY)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("a_library")
    del sys.modules["a_library"]


def test_checks_in_what_a_program_calls_are_passed_and_named(library):
    graph = trace(lambda x: library.positive(x) + 1, (X,))
    assert graph.text == "f(a0: f32[A, B])\nv0 = mul(a0, 2)\nv1 = add(v0, 1)\nreturn v1"
    places = ", ".join(f"a_library.py line {line}" for line in (6, 8, 9))
    assert graph.source.notes == (f"Checks of the data in what it calls are taken as passed: {places}.",)
    places = ", ".join(f"a_library.py line {line}" for line in (9,))  # the others are its own
    own = trace(library.positive, (X,))
    assert own.source.notes == (f"Checks of the data in what it calls are taken as passed: {places}.",)
    assert own.source.conditions.checks[0].startswith("if not (x > 0).all() or")


CHECKS_OF_OBJECTS = """
import contextlib
import torch

LIMIT = 5


def positive(x):
    if torch.any(x < 0):
        raise ValueError("negative")
    return x * 2


def later(x):
    y = x * 2
    assert (y > 0).all()
    return y


def limited(x):
    assert (x < LIMIT).all()
    return x * 2


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(4))

    def forward(self, x):
        assert (x > 0).all() and self.scale.sum() < 100, "no scale"
        return x * self.scale


def caught(x):
    try:
        if torch.any(x < 0):
            raise ValueError
        return x * 2
    except ValueError:
        return x * 3


def caught_outside(x):
    try:
        y = positive(x)
    except (TypeError, ValueError):
        y = x * 3
    return y


def suppressed(x):
    y = x
    with contextlib.suppress(ValueError):
        y = positive(x)
    return y


def caught_of_torch(x):
    try:
        return torch.nn.functional.gaussian_nll_loss(x, x, x)
    except ValueError:
        return x.sum()


def raised_again(x):
    try:
        return positive(x)
    except ValueError as error:
        raise RuntimeError("bad") from error
"""


@pytest.fixture
def objects(tmp_path, monkeypatch):
    (tmp_path / "some_objects.py").write_text(CHECKS_OF_OBJECTS)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("some_objects")
    del sys.modules["some_objects"]


@pytest.mark.parametrize("name", ["caught", "caught_outside", "suppressed", "caught_of_torch"])
def test_a_check_whose_error_is_caught_is_a_branch(objects, name):
    with pytest.raises(GraphError, match="depend on the data"):
        trace(getattr(objects, name), (X,))


def test_a_check_whose_error_is_raised_again_is_a_check(objects):
    assert "some_objects.py line 9" in trace(objects.raised_again, (X,)).source.notes[0]


def test_an_object_keeps_its_own_checks(objects, tmp_path):
    graph = trace(objects.positive, (X,))
    assert graph.source.conditions.checks == ("if torch.any(x < 0):", "    raise ValueError('negative')")
    assert not graph.source.notes
    translated = by_regions(graph, tmp_path)
    torch.testing.assert_close(translated(X), X * 2)
    with pytest.raises(ValueError, match="^negative$"):
        translated(-X)

    model = objects.Scaled()
    graph = trace(model, (X,))
    assert not graph.source.notes
    translated = by_regions(graph, tmp_path)
    with torch.no_grad():
        torch.testing.assert_close(translated(model, X + 1), X + 1)
        with pytest.raises(AssertionError, match="^no scale$"):
            translated(model, -X)


@pytest.mark.parametrize("name", ["later", "limited"])
def test_a_check_that_no_wrapper_of_an_object_can_run_is_named(objects, name):
    """It looks at what was computed, or at a global that the written file has not."""
    graph = trace(getattr(objects, name), (X,))
    assert not graph.source.conditions.checks and "some_objects.py line" in graph.source.notes[0]


def test_tensors_that_a_function_closes_over_are_named():
    scale = torch.tensor(2.0)
    note = ("Tensors from outside, of shape [], are constants of it, with the data that they had.",)
    assert trace(lambda x: x * float(scale), (X,)).source.notes == note
    assert trace(lambda x: x * scale, (X,)).source.notes == note
    assert not trace(lambda x: x * torch.tensor(2.0), (X,)).source.notes


def test_checks_of_a_library_are_passed_where_a_text_calls_it(library):
    graph = trace("import a_library\n\n\ndef f(x):\n    return a_library.positive(x)\n", (X,))
    assert "line 6" in graph.source.notes[0]
    assert not graph.source.conditions.checks


def test_a_branch_of_a_library_that_computes_is_no_check(library):
    with pytest.raises(GraphError, match="control flow or sizes that depend on the data"):
        trace(library.negative, (X,))


class Scaled(torch.nn.TransformerEncoderLayer):
    """A layer of a program's own that PyTorch's encoder calls, and that looks at its data."""

    def forward(self, src, *args, **kwargs):
        y = super().forward(src, *args, **kwargs)
        if (y > 0).any():
            y = y * 2
        return y


def test_what_a_layer_asks_beneath_pytorchs_encoder_is_its_own_question():
    encoder = torch.nn.TransformerEncoder(Scaled(8, 2, 16, batch_first=True), 1, enable_nested_tensor=False)
    with pytest.raises(GraphError, match="depend on the data"):
        trace(encoder.eval(), [torch.randn(2, 3, 8)])


def test_a_check_of_torch_nn_is_named():
    def loss(x, y, var):
        return torch.nn.functional.gaussian_nll_loss(x, y, var)

    notes = trace(loss, [X, X, X]).source.notes
    assert any("functional.py" in note for note in notes), notes
