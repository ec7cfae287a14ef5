"""The backward of a graph, and written modules that train."""

import importlib.util
import sys

import pytest
import torch

from python_to_triton import codegen
from python_to_triton.codegen import answered_backward, pytorch_code, stitch
from python_to_triton.frontend import GraphError, backward_graph, regions, trace, trace_modes

BLOCK = """
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(8)
        self.up = nn.Linear(8, 12)
        self.down = nn.Linear(12, 8)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm(x))))

def get_inputs():
    return [torch.randn(5, 8)]
"""
PROGRAMS = {
    "pointwise": "def f(x, w):\n    return torch.tanh(x * w) * x.exp()\n",
    "broadcast": """
def f(x, w):
    # x: f32[5, 8], w: f32[8]
    return torch.sigmoid(x) * w
""",
    "softmax": "def f(x, w):\n    return (x * w).softmax(-1)\n",
    "two results": "def f(x, w):\n    h = torch.tanh(x)\n    return h * w, h.sum(-1)\n",
    "a gate": """
def f(x, gate):
    # x: f32[3, 5], gate: f32[3, 5]
    return x.masked_fill(gate == 0, 0.5) * 2, (gate > 0).float()
""",
    "views": """
def f(x, w):
    # x: f32[4, 6], w: f32[6]
    return torch.cat([x[:, 2:], -x[:, :2]], -1) * w + x.flip(0)
""",
    "loss": """
def f(x, y):
    # x: f32[7, 5], y: i64[7]
    return F.cross_entropy(x, y)
""",
    "attention": """
def f(q, k, v):
    # q: f32[2, 3, 5, 4], k: f32[2, 3, 6, 4], v: f32[2, 3, 6, 4]
    return F.scaled_dot_product_attention(q, k, v)
""",
    "standardised": """
def f(x, style):
    # x: f32[3, 5, 4], style: f32[3, 5, 6]
    return style.std(-1, keepdim=True) * (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-4)
""",
    "variance of two dimensions": "def f(x):\n    return x.var((0, 1)) * x\n",
    "reflected": """
def f(x, w):
    # x: f32[3, 5, 12, 13], w: f32[5, 1, 4, 4]
    return F.conv2d(F.pad(x, (1, 2, 1, 2), mode="reflect"), w, stride=2, groups=x.shape[1])
""",
    "block": BLOCK,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_backward_is_what_autograd_computes(name):
    """backward_graph itself compares at two sizes; here it is asked for gradients at a third."""
    graph = trace(PROGRAMS[name])
    backward = backward_graph(graph)
    tensors = [t.double() if t.is_floating_point() else t for t in graph.sample(5)]
    leaves = [t.requires_grad_() if t.is_floating_point() else t for t in tensors]
    known, outputs = graph.run_all(leaves)
    outputs = outputs if graph.multiple else (outputs,)
    gradients = [torch.rand_like(outputs[i]) for i in backward.given]
    values = dict(zip([a.name for a in graph.arguments], leaves))
    values |= {value.name: known[id(value)] for value in graph.values}
    found = backward.graph.run(*(values[name].detach() for name in backward.saved), *gradients)
    wanted = [leaves[i] for i in backward.wanted]
    expected = torch.autograd.grad([outputs[i] for i in backward.given], wanted, gradients)
    for ours, exact in zip(found, expected, strict=True):
        torch.testing.assert_close(ours, exact, rtol=1e-7, atol=1e-9)


def test_what_the_forward_returned_is_not_computed_again():
    """The gradient of a ReLU compares its result: no product, and no sign that another rounding turns."""
    graph = trace(
        "def f(x, w, b):\n    # x: f32[5, 8], w: f32[6, 8], b: f32[6]\n    return F.linear(x, w, b).relu()\n"
    )
    made = backward_graph(graph)
    assert [value.op for value in made.graph.values].count("matmul") == 2  # by x and by w
    assert "linear" not in made.graph.text
    assert made.saved == ("a0", "a1", "v1")


def test_an_extreme_is_compared_with_what_is_computed_as_it_was():
    """Rounded otherwise, the largest exponential that the forward returned would be equal to none."""
    made = backward_graph(trace("def f(x):\n    # x: f32[5, 8]\n    return torch.exp(x).amax(-1)\n"))
    assert made.saved == ("a0",)


def test_a_result_that_is_written_to_is_not_read():
    text = "def f(x):\n    y = x.exp()\n    y.fill_diagonal_(0)\n    return y, x.exp()\n"
    assert len(backward_graph(trace(text)).wanted) == 1


def test_a_graph_without_gradients_has_no_backward():
    with pytest.raises(GraphError, match="gradient"):
        backward_graph(trace("def f(x):\n    return x.argmax(-1)\n"))
    with pytest.raises(GraphError, match="no result has a gradient"):
        backward_graph(trace("def f(x):\n    return (x > 0.5).float().cumsum(1)\n"))


def test_what_has_no_gradient_gets_none(tmp_path):
    graph = trace(PROGRAMS["a gate"])
    backward = backward_graph(graph)
    assert (backward.wanted, backward.reached) == ((0,), (0,))
    x = torch.randn(3, 5, requires_grad=True)
    gate = torch.randn(3, 5, requires_grad=True)
    results = loaded(tmp_path, written(graph)).f(x, gate)
    assert [result.requires_grad for result in results] == [True, False]
    assert torch.autograd.grad(results[0].sum(), [x, gate], allow_unused=True)[1] is None


def loaded(tmp_path, source):
    """A written module, imported on a machine that need not have a GPU."""
    path = tmp_path / "written.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location("written", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["written"] = module
    spec.loader.exec_module(module)
    module._DEVICES = ("cuda", "cpu")
    return module


def written(graph):
    """The module of a graph whose regions, forward and backward, PyTorch computes."""
    answers = [pytorch_code(part.graph) for part in regions(graph)]
    backward = backward_graph(graph)
    none = [None] * len(regions(backward.graph))
    return stitch(graph, answers, backwards=[answered_backward(backward, none)])


def test_a_written_class_trains(tmp_path):
    module = loaded(tmp_path, written(trace(BLOCK)))
    namespace = {"nn": torch.nn, "F": torch.nn.functional, "torch": torch}
    exec(BLOCK, namespace)
    torch.manual_seed(0)
    theirs = namespace["Block"]()
    ours = module.ModelNew()
    ours.load_state_dict(theirs.state_dict())
    x = torch.randn(9, 8)
    inputs = [x.clone().requires_grad_(), x.t().contiguous().t().requires_grad_()]  # strided, too
    results = [model(one).square().sum() for model, one in zip((theirs, ours), inputs)]
    torch.testing.assert_close(*results)
    for result in results:
        result.backward()
    torch.testing.assert_close(inputs[1].grad, inputs[0].grad)
    for (name, parameter), other in zip(ours.named_parameters(), theirs.parameters()):
        torch.testing.assert_close(parameter.grad, other.grad, msg=name)


NORMALIZED = """
class Normalized(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.norm = nn.BatchNorm2d(8)

    def forward(self, x):
        return F.relu(self.norm(self.conv(x)))

def get_inputs():
    return [torch.randn(2, 3, 9, 9)]
"""


def test_both_modes_of_a_class_with_running_statistics_train(tmp_path):
    graphs = trace_modes(NORMALIZED)
    answers = [[pytorch_code(part.graph) for part in regions(graph)] for graph in graphs]
    backwards = [backward_graph(graph) for graph in graphs]
    backwards = [answered_backward(one, [None] * len(regions(one.graph))) for one in backwards]
    source = stitch(graphs[0], answers[0], (graphs[1], answers[1]), backwards=backwards)
    module = loaded(tmp_path, source)
    namespace = {"nn": torch.nn, "F": torch.nn.functional, "torch": torch}
    exec(NORMALIZED, namespace)
    torch.manual_seed(0)
    theirs = namespace["Normalized"]()
    ours = module.ModelNew()
    ours.load_state_dict(theirs.state_dict())
    for training in (True, False):
        x = torch.randn(3, 3, 9, 9)
        inputs = [x.clone().requires_grad_(), x.clone().requires_grad_()]
        for model, given in zip((theirs, ours), inputs):
            model.train(training)
            model(given).square().mean().backward()
        torch.testing.assert_close(inputs[1].grad, inputs[0].grad)
        for (name, parameter), other in zip(ours.named_parameters(), theirs.parameters()):
            torch.testing.assert_close(parameter.grad, other.grad, msg=name)
        torch.testing.assert_close(ours.norm.running_var, theirs.norm.running_var)


def test_two_results_of_which_one_is_used(tmp_path):
    module = loaded(tmp_path, written(trace(PROGRAMS["two results"])))
    x = torch.randn(4, 6, requires_grad=True)
    w = torch.randn(4, 6)
    (ours,) = torch.autograd.grad(module.f(x, w)[1].sum(), x)
    (theirs,) = torch.autograd.grad(torch.tanh(x).sum(), x)
    torch.testing.assert_close(ours, theirs)
    assert not module.f(x.detach(), w)[0].requires_grad


@pytest.mark.parametrize("views", ["x.flatten(1).t()", "x.transpose(0, 1)", "x.sum(-1)", "x.flatten() + 1"])
def test_the_only_gradient_is_a_tensor_to_its_region(views, tmp_path):
    graph = trace(f"def f(x):\n    # x: f32[2, 3, 4]\n    return {views}\n")
    [part] = regions(backward_graph(graph).graph)
    assert not part.graph.multiple
    x = torch.randn(2, 3, 4, requires_grad=True)
    ours = loaded(tmp_path, written(graph)).f(x)
    weights = torch.randn_like(ours)
    (expected,) = torch.autograd.grad((eval(views) * weights).sum(), x)
    assert torch.equal(torch.autograd.grad((ours * weights).sum(), x)[0], expected)


def test_a_second_derivative_is_refused(tmp_path):
    module = loaded(tmp_path, written(trace(PROGRAMS["pointwise"])))
    x = torch.randn(4, 6, requires_grad=True)
    w = torch.randn(4, 6)
    with pytest.raises(ValueError, match="no second derivative"):
        torch.autograd.grad(module.f(x, w).sum(), x, create_graph=True)


def test_answers_of_the_backward_stand_in_the_module():
    graph = trace(PROGRAMS["pointwise"])
    backward = backward_graph(graph)
    parts = regions(backward.graph)
    answers = [pytorch_code(part.graph).replace("return", "# ours\n    return") for part in parts]
    made = answered_backward(backward, answers)
    assert not made.by_pytorch
    assert codegen.backward_note(made) == "Its backward is translated too."
    source = codegen.stitch(graph, [pytorch_code(part.graph) for part in regions(graph)], backwards=[made])
    assert source.count("# ours") == len(parts)


def test_what_pytorch_computes_of_a_backward_is_named():
    backward = backward_graph(trace(PROGRAMS["softmax"]))
    made = answered_backward(backward, [None] * len(regions(backward.graph)))
    assert codegen.backward_note(made).startswith("Its backward is partly translated: PyTorch computes")
    assert "mul, sum, sub" in codegen.backward_note(made)
