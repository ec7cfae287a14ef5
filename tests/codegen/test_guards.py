"""What a written module refuses: every call that its answer was not verified for."""

import re
import time
import timeit

import numpy
import pytest
import torch
from program_support import IMPORTS, as_torch, load, tensors

from python_to_triton import codegen, frontend
from python_to_triton.frontend import trace

NORM = """
def rms_norm(x, weight, eps=1e-6):  # x: f32[3, 5], weight: f32[5]
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * weight
"""


def stitched(source, tmp_path, inputs=None):
    """The names of the module of a program, whose regions are answered in PyTorch."""
    made = trace(source, inputs)
    return load(codegen.stitch(made, [as_torch(r.graph) for r in frontend.regions(made)]), tmp_path)


class Labelled(torch.Tensor):
    pass


x = torch.randn(3, 5)
weight = torch.randn(5)
PATTERN = "this translation is for x: f32[A, B], weight: f32[B]"
REFUSED = {
    "another size": ((x, torch.ones(7)), f"weight is f32[7] on cpu; {PATTERN}"),
    "another rank": ((x[0], weight), f"x is f32[5] on cpu; {PATTERN}"),
    "another dtype": ((x.double(), weight), f"x is f64[3, 5] on cpu; {PATTERN}"),
    "another dtype of a weight": ((x, weight.bfloat16()), f"weight is bf16[5] on cpu; {PATTERN}"),
    "a broadcast size": ((x, torch.ones(1)), f"weight is f32[1] on cpu; {PATTERN}"),
    "no element": ((x[:0], weight), f"x is f32[0, 5], which is empty, on cpu; {PATTERN}"),
    "another device": ((x, weight.to("meta")), f"weight is f32[5] on meta; {PATTERN}"),
    "a device that computes nothing": ((x.to("meta"), weight), f"x is f32[3, 5] on meta; {PATTERN}"),
    "a number": ((x, 2.0), f"weight is 2.0; {PATTERN}"),
    "nothing": ((None, weight), f"x is None; {PATTERN}"),
    "an array": ((numpy.ones((3, 5)), weight), f"x is a ndarray; {PATTERN}"),
    "a subclass": ((x.as_subclass(Labelled), weight), f"x is Labelled f32[3, 5] on cpu; {PATTERN}"),
    "a sparse tensor": ((x.to_sparse(), weight), f"x is torch.sparse_coo f32[3, 5] on cpu; {PATTERN}"),
    "another number": ((x, weight, 1e-5), "eps is 1e-05; this translation is for eps = 1e-06"),
    "a tensor for a number": ((x, weight, x), "eps is f32[3, 5] on cpu; this translation is for eps = 1e-06"),
}


SIMILAR = (
    IMPORTS
    + """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 4))
        self.net_0 = nn.Linear(4, 4)
        self.len = nn.LayerNorm(4)
        self.in_ = nn.LayerNorm(4)

    def forward(self, x):
        return self.net_0(self.net(x)) + self.in_(self.len(x))

def get_inputs():
    return [torch.randn(3, 4)]
"""
)


def test_submodules_whose_names_are_alike_keep_apart(tmp_path):
    torch.manual_seed(0)
    namespace = stitched(SIMILAR, tmp_path)
    scope = {}
    exec(SIMILAR, scope)
    original = scope["Model"]()
    model = namespace["ModelNew"]()
    for parameter in original.parameters():
        torch.nn.init.normal_(parameter)
    model.load_state_dict(original.state_dict())
    x = torch.randn(5, 4)
    with torch.no_grad():
        torch.testing.assert_close(model(x), original(x))


@pytest.mark.parametrize("case", REFUSED)
def test_a_call_that_the_answer_was_not_verified_for_is_refused(case, tmp_path):
    function = stitched(NORM, tmp_path)["rms_norm"]
    torch.testing.assert_close(function(x, weight), torch.nn.functional.rms_norm(x, (5,), weight, 1e-6))
    given, message = REFUSED[case]
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        function(*given)


def test_any_layout_is_handled(tmp_path):
    function = stitched(NORM, tmp_path)["rms_norm"]
    wide = torch.randn(5, 6)
    expected = torch.nn.functional.rms_norm(wide.t(), (5,), wide[:, 1], 1e-6)
    torch.testing.assert_close(function(wide.t(), wide[:, 1]), expected)
    expanded = weight[:1].expand(5)
    torch.testing.assert_close(function(x, expanded), torch.nn.functional.rms_norm(x, (5,), expanded, 1e-6))


def test_statements_are_guarded_too(tmp_path):
    """A pasted program was verified for two tensors of one shape, not for what may be broadcast."""
    function = stitched("h = torch.tanh(u)\nz = h * v", tmp_path, tensors((3, 5), (3, 5)))["translated"]
    torch.testing.assert_close(function(x, x), torch.tanh(x) * x)
    with pytest.raises(
        ValueError, match=r"^v is f32\[5\] on cpu; this translation is for u: f32\[A, B\], v:"
    ):
        function(x, weight)


@pytest.mark.parametrize("interpret", ["0", "1"])
def test_kernels_need_a_gpu_or_the_interpreter(interpret, monkeypatch):
    answer = "@triton.jit\ndef kernel(x_ptr):\n    pass\n\n\ndef translated(a0):\n    return a0\n"
    text = codegen.stitch(trace("y = torch.relu(x)"), [answer])
    monkeypatch.setenv("TRITON_INTERPRET", interpret)
    namespace = {"__name__": "stitched"}
    exec(text.replace("@triton.jit\n", ""), namespace)
    if interpret == "1":
        assert namespace["translated"](x) is x
    else:
        with pytest.raises(ValueError, match=r"x is f32\[3, 5\] on cpu; .* x: f32\[A, B\] on one GPU"):
            namespace["translated"](x)


def test_autocast_is_refused(tmp_path):
    """Under it PyTorch's matrix products have another dtype; a trace under it is refused too."""
    function = stitched("def f(x, w):\n    return x @ w", tmp_path, tensors((3, 5), (5, 4)))["f"]
    given = tensors((3, 5), (5, 4))
    with torch.autocast("cpu"), pytest.raises(ValueError, match="^torch.autocast is on; this translation"):
        function(*given)
    assert function(*given).dtype == torch.float32


def test_a_backward_through_the_result_is_refused(tmp_path):
    function = stitched(NORM, tmp_path)["rms_norm"]
    wanted = weight.clone().requires_grad_()
    result = function(x, wanted)
    assert result.requires_grad
    with pytest.raises(ValueError, match=r"no backward: translate with --backward.*torch.no_grad\(\)"):
        result.sum().backward()
    with torch.no_grad():
        assert not function(x, wanted).requires_grad
    assert not function(x, weight).requires_grad


def test_an_integer_result_needs_no_backward(tmp_path):
    function = stitched("y = x.argmax(-1)", tmp_path)["translated"]
    assert torch.equal(function(x.clone().requires_grad_()), x.argmax(-1))


MODULE = (
    IMPORTS
    + """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(5, 4)

    def forward(self, x, *, scale=2.0):
        return self.fc(x) * scale

def get_inputs():
    return [torch.randn(3, 5)]
"""
)


def test_parameters_of_a_module_are_guarded(tmp_path):
    model = stitched(MODULE, tmp_path)["ModelNew"]()
    assert model(x).shape == (3, 4)
    with pytest.raises(ValueError, match="^scale is 3.0; this translation is for scale = 2.0$"):
        model(x, scale=3.0)
    model.fc.weight = torch.nn.Parameter(torch.randn(5, 8)[:, ::2].t())  # strided: read as it is
    torch.testing.assert_close(model(x), 2 * model.fc(x))
    model.half()
    with pytest.raises(ValueError, match=r"^self.fc.weight is f16\[4, 5\] on cpu; this translation is for x"):
        model(x)


LIMITS = {
    "y = x[:, 3] * 2": ((3, 3), "x.shape[1] is 3; this translation is for B >= 4 in x: f32[A, B]"),
    "y = x[:, :5] * 2": ((3, 4), "x.shape[1] is 4; this translation is for B >= 5 in x: f32[A, B]"),
    "y = x[:, 1:] - x[:, :-1]": ((3, 1), "x.shape[1] is 1; this translation is for B >= 2 in x: f32[A, B]"),
    "y = x.view(x.shape[0], 4, -1).sum(1)": (
        (3, 6),
        "x.shape[1] is 6; this translation is for B % 4 == 0 in",
    ),
    "y = x.topk(5, -1)[0]": ((2, 4), "x.shape[1] is 4; this translation is for B >= 5 in x: f32[A, B]"),
}


@pytest.mark.parametrize("source", LIMITS)
def test_a_size_at_which_the_program_computes_something_else_is_refused(source, tmp_path):
    """PyTorch raises for most of these; a kernel that is not told would read past the end."""
    function = stitched(source, tmp_path, tensors((2, 20)))["translated"]
    shape, message = LIMITS[source]
    assert function(torch.ones(2, 20)) is not None
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        function(torch.ones(shape))


# Guards that read an argument before all of it is checked.
READS_SIZES = {
    "a size that is not one": """
def f(x, y):  # x: f32[6, 5], y: f32[6, 5]
    return torch.relu(x.squeeze(0)) + y * x.shape[-1] ** -0.5
""",
    "a branch on a size": """
def f(x, y):  # x: f32[6, 5], y: f32[6, 5]
    if x.shape[1] > 4:
        return torch.relu(x) + y
    return x - y
""",
    "a branch on the layout": """
def f(x, y):  # x: f32[6, 5], y: f32[6, 5]
    if x.is_contiguous():
        return torch.relu(x) + y
    return x - y
""",
}
NO_SUCH_TENSORS = {
    "None": (None, "None"),
    "a number": (2.0, "2.0"),
    "a list": ([1.0], "a list"),
    "a tensor of one dimension": (torch.ones(5), "f32[5] on cpu"),
    "a sparse tensor": (torch.ones(6, 5).to_sparse(), "torch.sparse_coo f32[6, 5] on cpu"),
}


@pytest.mark.parametrize("kind", NO_SUCH_TENSORS)
@pytest.mark.parametrize("program", READS_SIZES)
def test_a_guard_that_reads_a_tensor_refuses_what_is_none(program, kind, tmp_path):
    function = stitched(READS_SIZES[program], tmp_path)["f"]
    given, words = NO_SUCH_TENSORS[kind]
    y = torch.ones(6, 5)
    assert function(torch.ones(6, 5), y).shape == (6, 5)
    with pytest.raises(ValueError, match=re.escape(f"x is {words}; this translation is for x: f32[")):
        function(given, y)
    with pytest.raises(ValueError, match=re.escape(f"y is {words}; this translation is for x: f32[")):
        function(torch.ones(6, 5), given)


def test_an_index_tensor_is_no_larger_than_what_it_gathers_from(tmp_path):
    inputs = torch.randn(7, 5), torch.zeros(6, 2, dtype=torch.int64)
    function = stitched("y = x.gather(1, i)", tmp_path, inputs)["translated"]
    assert torch.equal(function(*inputs), inputs[0].gather(1, inputs[1]))
    with pytest.raises(
        ValueError, match=r"i.shape\[0\] is 8; this translation is for C <= A in x: f32\[A, B\]"
    ):
        function(inputs[0], torch.zeros(8, 2, dtype=torch.int64))


INDEXED = {
    "F.embedding(i, x)": (0, 4),
    "x[i]": (-4, 4),
    "x.index_select(0, i)": (0, 4),
    "x.take(i)": (-20, 20),
    "F.cross_entropy(x, i)": (0, 5),
}


@pytest.mark.parametrize("expression", INDEXED)
def test_an_index_out_of_range_is_an_error(expression, tmp_path):
    values = torch.randn(4, 5)
    indices = torch.tensor([0, 3, 1, 2])
    function = stitched(f"def f(x, i):\n    return {expression}", tmp_path, (values, indices))["f"]
    lowest, size = INDEXED[expression]
    for wanted in (indices, torch.where(indices == 3, lowest, indices), torch.full_like(indices, size - 1)):
        expected = eval(expression, dict(frontend.PREDEFINED_NAMES, x=values, i=wanted))
        torch.testing.assert_close(function(values, wanted), expected)
    for wrong in (lowest - 1, size, -100):
        with pytest.raises(IndexError, match=f"^i has an index that is not from {lowest} to {size - 1}$"):
            function(values, torch.where(indices == 3, wrong, indices))


def test_a_label_that_the_program_replaces_is_no_index_out_of_range(tmp_path):
    values = torch.randn(4, 5)
    indices = torch.tensor([0, -100, 1, 3])
    program = "def f(x, i):\n    return x[torch.where(i != -100, i, 0)] * (i != -100)[:, None]"
    function = stitched(program, tmp_path, (values, indices))["f"]
    expected = values[[0, 0, 1, 3]] * torch.tensor([1, 0, 1, 1])[:, None]
    torch.testing.assert_close(function(values, indices), expected)
    with pytest.raises(IndexError, match="^i has an index that is not from 0 to 3, or -100$"):
        function(values, torch.tensor([0, -101, 1, 3]))


def test_a_guarded_call_of_five_tensors_costs_less_than_eight_small_additions(tmp_path):
    """Ten microseconds where an addition takes 1.9; machines differ by more than a factor of two."""
    source = "def f(x, w, b, r, s):\n    return x * w + b + r.sin() * s.cos()"
    inputs = tensors((3, 5), (5,), (5,), (3, 5), (3, 5))
    namespace = stitched(source, tmp_path, inputs)
    namespace["unguarded"] = lambda *given: given[0]
    x, w = inputs[:2]
    guarded, added = (
        min(timeit.repeat(call, timer=time.thread_time, number=500, repeat=400))  # other tests run beside
        for call in (lambda: namespace["f"](*inputs), lambda: x.add(w))
    )
    assert guarded < 8 * added
