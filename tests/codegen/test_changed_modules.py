"""Modules that are changed after they were built, and calls under PyTorch's transforms: right, or refused."""

import pytest
import torch
import torch.nn as nn
from program_support import as_torch, load

from python_to_triton import codegen, frontend

HEAD = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n\n\n"

MLP = (
    HEAD
    + """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(8, 12)
        self.act = nn.ReLU()
        self.out = nn.Linear(12, 8)

    def forward(self, x):
        return self.out(self.act(self.hidden(x)))


def get_inputs():
    return [torch.randn(5, 8)]
"""
)

OLD_WEIGHT_NORM = MLP.replace("nn.Linear(8, 12)", "nn.utils.weight_norm(nn.Linear(8, 12))")


def written(source, tmp_path):
    """The names of the module that is written for a source, with PyTorch for answers."""
    graph = frontend.trace(source)
    parts = frontend.regions(graph)
    answers = [as_torch(part.graph) for part in parts]
    if frontend.is_view_only(graph):
        answers = [codegen.entry_source(parts[0].graph, [])]
    return load(codegen.stitch(graph, answers), tmp_path)


class Linear(nn.Linear):
    """Of the same name as PyTorch's, with another forward."""

    def forward(self, x):
        return 2 * super().forward(x)


def another_linear(model):
    model.hidden = Linear(8, 12)


def another_forward(model):
    model.hidden.forward = lambda x: x.new_ones(5, 12)


CHANGES = {
    "hook": lambda model: model.hidden.register_forward_hook(lambda module, given, result: 2 * result),
    "pre-hook": lambda model: model.act.register_forward_pre_hook(lambda module, given: (-given[0],)),
    "backward hook": lambda model: model.act.register_full_backward_hook(lambda module, before, after: None),
    "weight norm": lambda model: nn.utils.weight_norm(model.out),
    "a class of the same name": another_linear,
    "a forward of its own": another_forward,
}


@pytest.mark.filterwarnings("ignore:`torch.nn.utils.weight_norm` is deprecated")
@pytest.mark.parametrize("change", CHANGES)
def test_a_layer_that_was_changed_is_refused(change, tmp_path):
    model = written(MLP, tmp_path)["ModelNew"]()
    with torch.no_grad():
        model(torch.randn(5, 8))
        CHANGES[change](model)
        with pytest.raises(ValueError, match="^(type\\()?self.*; this translation is for"):
            model(torch.randn(5, 8))


@pytest.mark.filterwarnings("ignore:`torch.nn.utils.weight_norm` is deprecated")
def test_hooks_of_the_constructor_are_part_of_the_program(tmp_path):
    model = written(OLD_WEIGHT_NORM, tmp_path)["ModelNew"]()
    with torch.no_grad():
        x = torch.randn(5, 8)
        torch.testing.assert_close(model(x), model.out(model.act(model.hidden(x))))
        nn.utils.remove_weight_norm(model.hidden)
        with pytest.raises(ValueError, match="this translation is for"):
            model(x)


def test_hooks_for_all_modules_are_refused(tmp_path):
    model = written(MLP, tmp_path)["ModelNew"]()
    hook = nn.modules.module.register_module_forward_hook(lambda module, given, result: 2 * result)
    try:
        with pytest.raises(ValueError, match="^hooks for all modules"):
            model(torch.randn(5, 8))
    finally:
        hook.remove()


@pytest.mark.filterwarnings("ignore:Converting a tensor")
@pytest.mark.filterwarnings("ignore:`torch.jit")
def test_transforms_of_a_call_are_refused(tmp_path):
    function = written(HEAD + "def f(x):\n    return x.sin() * 2", tmp_path)["f"]
    x = torch.randn(3, 5)
    with pytest.raises(ValueError, match="^torch.func or"):
        torch.func.jvp(function, (x,), (x,))
    with (
        torch.autograd.forward_ad.dual_level(),
        pytest.raises(ValueError, match="^torch.func or"),
    ):
        function(x)
    with pytest.raises(ValueError, match="^torch.jit.trace"):
        torch.jit.trace(function, (x,))


def test_another_default_dtype_is_refused(tmp_path):
    function = written(HEAD + "def f(x):\n    return x + torch.ones(x.shape[1])", tmp_path)["f"]
    torch.set_default_dtype(torch.float64)
    try:
        with pytest.raises(ValueError, match="^the default dtype is torch.float64"):
            function(torch.randn(3, 5, dtype=torch.float32))
    finally:
        torch.set_default_dtype(torch.float32)


CLOSURE = (
    HEAD
    + """
class Model(nn.Module):
    def __init__(self, k=2.0):
        super().__init__()
        self.act = lambda x: x.sin() * k
        self.signs = [1.0, -1.0]

    def forward(self, x):
        return self.act(x) * self.signs[1] if self.training else self.act(x) * self.signs[0]


def get_inputs():
    return [torch.randn(5, 8)]
"""
)


def test_a_function_of_a_module_is_told_by_what_it_calls_and_holds(tmp_path):
    new = written(CLOSURE, tmp_path)["ModelNew"]
    x = torch.randn(5, 8)
    torch.testing.assert_close(new()(x), -2 * x.sin())
    with pytest.raises(ValueError, match="cell_contents is 3.0; this translation is for"):
        new(k=3.0)(x)
    model = new()
    model.act = lambda x: x.cos() * 2
    with pytest.raises(ValueError, match="co_names is"):
        model(x)


def test_a_list_of_a_module_with_two_modes_is_fixed():
    training, evaluation = frontend.trace_modes(CLOSURE.replace("self.signs[1]", "self.signs[0]"))
    assert evaluation is None
    assert frontend.Fixed("self.signs", [1.0, -1.0]) in training.source.conditions.fixed


@pytest.mark.parametrize(
    "body", ["x.clone()", "x.t().contiguous().t() + 0", "(x.clone(), x.sum())", "[x * 1, x.sum()]"]
)
def test_a_copy_that_is_returned_does_not_share_the_argument_s_memory(body, tmp_path):
    function = written(HEAD + f"def f(x):\n    return {body}", tmp_path)["f"]
    x = torch.randn(3, 5)
    result = function(x)
    copy = result if isinstance(result, torch.Tensor) else result[0]
    torch.testing.assert_close(copy, x)
    copy.zero_()
    assert x.abs().min() > 0


def test_a_copy_of_a_result_is_a_tensor_of_its_own(tmp_path):
    y, z = written(HEAD + "def f(x):\n    y = x * 2\n    return y, y.clone()", tmp_path)["f"](
        torch.ones(2, 3)
    )
    y.zero_()
    torch.testing.assert_close(z, 2 * torch.ones(2, 3))


def test_an_argument_that_is_returned_is_itself(tmp_path):
    x = torch.randn(3, 5)
    assert written(HEAD + "def f(x):\n    return x, x * 2", tmp_path)["f"](x)[0].data_ptr() == x.data_ptr()
