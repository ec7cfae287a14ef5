"""What a module changes in place, and its two modes, in the module that is written."""

import dataclasses

import pytest
import torch
from program_support import IMPORTS, MODEL, as_torch, load, tensors

from python_to_triton import codegen, frontend
from python_to_triton.frontend import Effect, Fixed, trace


def with_conditions(graph, **changes):
    """The graph, as if its trace had found these conditions."""
    graph.source.conditions = dataclasses.replace(graph.source.conditions, **changes)
    return graph


def answers(graph):
    return [as_torch(region.graph) for region in frontend.regions(graph)]


def written(graph, tmp_path):
    return load(codegen.stitch(graph, answers(graph)), tmp_path)


# ---- effects ----

WRITES = """
def f(x, y):
    return x * 2, x + y
"""


def test_a_written_argument_is_written(tmp_path):
    """As if the program were: x.add_(y); return x_before * 2"""
    graph = with_conditions(trace(WRITES, tensors((3, 5), (3, 5))), effects=(Effect("x", 1),))
    graph.source.template = "results[0]"
    function = written(graph, tmp_path)["f"]
    x, y = tensors((3, 5), (3, 5))
    before = x.clone()
    torch.testing.assert_close(function(x, y), before * 2)
    torch.testing.assert_close(x, before + y)
    strided = torch.zeros(5, 3).t()
    function(strided, y)
    torch.testing.assert_close(strided, y)


def test_a_written_argument_that_shares_memory_is_refused(tmp_path):
    """x is written while y is read: the graph takes them for two tensors."""
    function = written(trace("def f(x, y):\n    x.mul_(2)\n    return x + y", tensors((5,), (5,))), tmp_path)[
        "f"
    ]
    x, y = tensors((5,), (5,))
    torch.testing.assert_close(function(x.clone(), y), 2 * x + y)
    for other in (x, x.view(5), x[:]):
        with pytest.raises(ValueError, match="^x is written, and shares memory with y; this translation is"):
            function(x, other)


FLATTENED = (
    IMPORTS
    + """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3, 5))

    def forward(self, x):
        flat = self.mean.reshape(-1)
        flat += 1
        return x * self.mean

def get_inputs():
    return [torch.randn(3, 5)]
"""
)


def test_a_layout_that_decides_what_is_written_is_checked(tmp_path):
    """In another layout the reshape is a copy: PyTorch writes nothing then."""
    source = "def f(x):\n    flat = x.reshape(-1)\n    flat += 1\n    return x * 2"
    function = written(trace(source, tensors((3, 5))), tmp_path)["f"]
    x = torch.zeros(3, 5)
    torch.testing.assert_close(function(x), torch.full((3, 5), 2.0))
    torch.testing.assert_close(x, torch.ones(3, 5))
    with pytest.raises(ValueError, match="x.is_contiguous\\(\\) is False; this translation is for .* = True"):
        function(torch.zeros(5, 3).t())

    model = written(trace(FLATTENED), tmp_path)["ModelNew"]()
    torch.testing.assert_close(model(x), x)
    torch.testing.assert_close(model.mean, torch.ones(3, 5))
    model.mean = torch.zeros(5, 3).t()
    with pytest.raises(ValueError, match="mean.is_contiguous"):
        model(x)


GRADIENTS_OFF = {
    "decorator": "@torch.no_grad()\ndef f(x):\n    return x.sin()",
    "block": 'def f(x):\n    """Sine."""\n    with torch.no_grad():\n        y = x.sin()\n    return y',
    "inference": "def f(x):\n    with torch.inference_mode():\n        return x.sin()",
}


@pytest.mark.parametrize("case", GRADIENTS_OFF)
def test_a_program_that_turns_gradients_off_has_results_without(case, tmp_path):
    function = written(trace(GRADIENTS_OFF[case], tensors((3, 5))), tmp_path)["f"]
    x = tensors((3, 5))[0].requires_grad_()
    result = function(x)
    torch.testing.assert_close(result, x.detach().sin())
    assert not result.requires_grad


def test_a_written_leaf_that_requires_grad_raises_as_in_pytorch(tmp_path):
    graph = with_conditions(trace(WRITES, tensors((3, 5), (3, 5))), effects=(Effect("x", 1),))
    graph.source.template = "results[0]"
    x, y = tensors((3, 5), (3, 5))
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        written(graph, tmp_path)["f"](x.requires_grad_(), y)


COUNTS = (
    IMPORTS
    + """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(5))
        self.register_buffer("calls", torch.tensor(0))
        self.weight = nn.Parameter(torch.ones(5))

    def forward(self, x):
        return x * self.weight, self.mean + x.mean(0)

def get_inputs():
    return [torch.randn(3, 5)]
"""
)


@pytest.mark.parametrize("replaces", [False, True])
def test_buffers_and_counters_of_a_module_are_written(replaces, tmp_path):
    graph = with_conditions(
        trace(COUNTS),
        effects=(Effect("self.mean", 1, replaces),),
        statements=("self.calls.add_(1)",),
    )
    graph.source.template = "results[0]"
    model = written(graph, tmp_path)["ModelNew"]()
    buffer = model.mean
    x = tensors((3, 5))[0]
    for count in (1, 2):
        torch.testing.assert_close(model(x), x)
        torch.testing.assert_close(model.mean, count * x.mean(0))
        assert model.calls == count and (model.mean is buffer) is not replaces
        assert model.mean.requires_grad is replaces  # as PyTorch has it


def test_a_returned_view_of_what_is_written_is_copied(tmp_path):
    source = "def f(x):\n    return x.view(-1), x + 1"
    graph = with_conditions(trace(source, tensors((3, 5))), effects=(Effect("x", 1),), copied=(0,))
    graph.source.template = "results[0]"
    x = tensors((3, 5))[0]
    before = x.clone()
    torch.testing.assert_close(written(graph, tmp_path)["f"](x), before.view(-1))
    torch.testing.assert_close(x, before + 1)


def test_checks_of_the_program_stay(tmp_path):
    check = 'if torch.any(x < 0):\n    raise ArithmeticError("negative")'
    graph = with_conditions(trace("def f(x):\n    return x.sqrt()"), checks=tuple(check.split("\n")))
    function = written(graph, tmp_path)["f"]
    assert torch.equal(function(torch.ones(3, 5)), torch.ones(3, 5))
    with pytest.raises(ArithmeticError, match="negative"):
        function(-torch.ones(3, 5))


# ---- sizes that the constructor fixed ----


def test_a_size_that_holds_as_a_number_is_guarded(tmp_path):
    graph = with_conditions(trace("def f(x, w):\n    return x * w", tensors((3, 5), (5,))), sizes={"B": 5})
    function = written(graph, tmp_path)["f"]
    assert function(*tensors((7, 5), (5,))).shape == (7, 5)
    with pytest.raises(ValueError, match=r"x is f32\[3, 6\] on cpu; .* x: f32\[A, 5\], w: f32\[5\]"):
        function(*tensors((3, 6), (6,)))


def test_a_value_that_follows_from_a_size_is_guarded_by_it(tmp_path):
    word = frontend.parse("f(a0: f32[A, B])\nv0 = reshape(a0, shape=[B, A])\nreturn v0").values[0]
    fixed = (Fixed("shape", tuple(word.at["shape"])[:1]),)
    source = "def f(x, shape=(5,)):\n    return x * 2"
    graph = with_conditions(trace(source, tensors((3, 5))), fixed=fixed)
    function = written(graph, tmp_path)["f"]
    assert function(torch.ones(3, 6), (6,)).shape == (3, 6)
    with pytest.raises(ValueError, match=r"shape is \(5,\); this translation is for shape = \(6,\)"):
        function(torch.ones(3, 6))


# ---- modes ----

SMALL = MODEL.replace("1_000_000", "8")


def test_a_mode_that_was_not_translated_is_refused(tmp_path):
    graph = trace(SMALL)
    model = written(graph, tmp_path)["ModelNew"](6, 4)
    assert model(torch.rand(8, 6)).shape == (8, 4)
    with pytest.raises(
        ValueError, match="self.training is False; this translation is for self.training = Tr"
    ):
        model.eval()(torch.rand(8, 6))


def test_a_mode_with_random_numbers_is_refused(tmp_path):
    reason = "dropout draws random numbers"
    graph = with_conditions(trace(SMALL, training=False), refused_in_training=reason)
    model = written(graph, tmp_path)["ModelNew"](6, 4)
    with pytest.raises(
        ValueError, match=f"^{reason}: this translation is for evaluation, call .eval\\(\\) fi"
    ):
        model(torch.rand(8, 6))
    assert model.eval()(torch.rand(8, 6)).shape == (8, 4)


def test_both_modes_of_a_module(tmp_path):
    graph = trace(SMALL)
    evaluation = trace(SMALL, training=False)
    assert graph.text != evaluation.text
    text = codegen.stitch(graph, answers(graph), evaluation=(evaluation, answers(evaluation)))
    model = load(text, tmp_path)["ModelNew"](6, 4)
    scope = dict(frontend.PREDEFINED_NAMES)
    exec(SMALL, scope)
    original = scope["Model"](6, 4)
    original.norm.running_mean.fill_(0.3)
    model.load_state_dict(original.state_dict())
    x = torch.rand(8, 6)
    torch.testing.assert_close(model(x), original(x))
    model.load_state_dict(original.state_dict())
    torch.testing.assert_close(model.eval()(x), original.eval()(x))
    model.norm.train()
    with pytest.raises(
        ValueError, match="self.norm.training is True; this translation is for self.norm.trai"
    ):
        model(x)


def test_what_both_modes_compute_is_written_once(tmp_path):
    graph = trace(SMALL)
    evaluation = trace(SMALL, training=False)
    both = [*frontend.regions(graph), *frontend.regions(evaluation)]
    text = codegen.stitch(graph, answers(graph), evaluation=(evaluation, answers(evaluation)))
    assert text.count("\ndef region") == len({region.graph.text for region in both}) < len(both)


def test_a_written_argument_whose_elements_share_memory_is_refused(tmp_path):
    function = written(trace("def f(x):\n    x.mul_(2)\n    return x.sum()", tensors((4, 6))), tmp_path)["f"]
    for apart in (tensors((6, 4))[0].t(), tensors((8, 12))[0][::2, ::2], tensors((4, 1))[0].expand(4, 1)):
        before = apart.clone()
        function(apart)
        torch.testing.assert_close(apart, 2 * before)
    for shared in (tensors((1, 6))[0].expand(4, 6), tensors((30,))[0].as_strided((4, 6), (2, 1))):
        with pytest.raises(ValueError, match="^x is written, and elements of it share memory"):
            function(shared)
