"""The original program, written into the module, computes what the translation refuses."""

import dataclasses
import warnings

import pytest
import torch
from program_support import MODEL, as_torch, load, tensors

from python_to_triton import codegen, frontend
from python_to_triton.frontend import trace


def stitched(graph, tmp_path, **options):
    """The names of the module of a graph, with the original as fallback."""
    answers = [as_torch(region.graph) for region in frontend.regions(graph)]
    return load(codegen.stitch(graph, answers, fallback=True, **options), tmp_path)


SCALED = '''
@torch.no_grad()
def scaled(
    x,  # of any shape
    *others,
    factor=2.0,
) -> torch.Tensor:
    """Sums, times a factor."""
    return sum(others, x) * factor
'''


def test_a_call_that_is_refused_runs_the_original(tmp_path):
    graph = trace(SCALED, tensors((3, 5), (3, 5)))
    function = stitched(graph, tmp_path)["scaled"]
    assert function.__doc__ == "Sums, times a factor."
    x, y = tensors((3, 5), (3, 5))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.testing.assert_close(function(x, y), (x + y) * 2)
    for given, named in [((x, y, y), {}), ((x, y), {"factor": 3.0}), ((x[0], y[0]), {})]:
        with pytest.warns(UserWarning, match="^PyTorch computes this call: .* this translation is for"):
            torch.testing.assert_close(function(*given, **named), sum(given) * named.get("factor", 2.0))
        with warnings.catch_warnings():  # once a reason
            warnings.simplefilter("error")
            function(*given, **named)


def test_a_gradient_is_left_to_the_original(tmp_path):
    function = stitched(trace("def f(x):\n    return x.sin()", tensors((3, 5))), tmp_path)["f"]
    x = tensors((3, 5))[0].requires_grad_()
    with pytest.warns(UserWarning, match="a gradient is wanted, and this translation has no backward"):
        function(x).sum().backward()
    torch.testing.assert_close(x.grad, x.detach().cos())


def test_an_error_of_the_program_is_its_own(tmp_path):
    graph = trace("def f(x):\n    return x.sqrt()", tensors((3, 5)))
    check = ("if x.min() < 0:", '    raise ValueError("negative")')
    graph.source.conditions = dataclasses.replace(graph.source.conditions, checks=check)
    with pytest.raises(ValueError, match="^negative$"):
        stitched(graph, tmp_path)["f"](-torch.ones(3, 5))


def test_statements(tmp_path):
    function = stitched(trace("h = torch.tanh(u)\nz = h * v", tensors((3, 5), (3, 5))), tmp_path)[
        "translated"
    ]
    u, v = tensors((3, 5), (5,))
    torch.testing.assert_close(function(u, u), torch.tanh(u) * u)
    with pytest.warns(UserWarning, match=r"v is f32\[5\] on cpu"):
        torch.testing.assert_close(function(u, v), torch.tanh(u) * v)


def test_a_module_keeps_its_class_as_the_base_of_its_translation(tmp_path):
    source = MODEL.replace("1_000_000", "8")
    graph = trace(source)
    evaluation = trace(source, training=False)
    answers = [as_torch(region.graph) for region in frontend.regions(evaluation)]
    for options in ({}, {"evaluation": (evaluation, answers)}):
        namespace = stitched(graph, tmp_path, **options)
        torch.manual_seed(0)
        model = namespace["ModelNew"](6, 4)
        torch.manual_seed(0)
        original = namespace["Model"](6, 4)
        assert isinstance(model, namespace["Model"])
        assert list(model.state_dict()) == list(original.state_dict())
        x = torch.rand(8, 6)
        with torch.no_grad():
            torch.testing.assert_close(model(x), original(x))
            if options:
                torch.testing.assert_close(model.eval()(x), original.eval()(x))
            else:
                with pytest.warns(UserWarning, match="self.training is False"):
                    torch.testing.assert_close(model.eval()(x), original.eval()(x))
        model.train()
        with pytest.warns(UserWarning, match="a gradient is wanted"):
            model(x).sum().backward()
        assert model.head.weight.grad is not None
