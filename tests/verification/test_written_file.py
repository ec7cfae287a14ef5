"""A written file is judged as it is written: what its wrapper leaves out, forgets or bakes in fails it."""

from dataclasses import replace

import pytest
import torch

from python_to_triton import frontend
from python_to_triton.frontend.known_data import fixed_tensors
from python_to_triton.verification.original_program import OriginalProgram, WrittenCall
from python_to_triton.verification.written_calls import own_calls
from python_to_triton.verification.written_file import (
    WrittenFile,
    calls_that_run,
    judge_written,
    judge_written_file,
)

PROGRAM = '''
import torch
import torch.nn as nn


class Model(nn.Module):
    """A leaky rectifier with a weight, which counts its calls and follows the mean of its inputs."""

    def __init__(self, width, slope=0.1):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, width))
        self.register_buffer("mean", torch.zeros(width))
        self.slope = slope
        self.calls = 0

    def forward(self, x, gain=1.0):
        if self.training:
            self.mean.mul_(0.9).add_(0.1 * x.mean(0))
            self.calls += 1
            x = x - x.mean()
        return torch.where(x > 0, x, x * self.slope) * self.weight[:, None] * gain


def get_inputs():
    return [torch.randn(4, 6)]


def get_init_inputs():
    return [6]
'''

FILE = '''"""Model, translated."""
import torch
import torch.nn as nn

import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, w_ptr, y_ptr, slope, gain, shift, total, n, width, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = place < total
    x = tl.load(x_ptr + place % n, mask=mask, other=0.0).to(tl.float32) - shift
    w = tl.load(w_ptr + place // n * width + place % width, mask=mask, other=0.0)
    tl.store(y_ptr + place, tl.where(x > 0, x, x * slope) * w * gain, mask=mask)


def translated(x, w, slope, gain, shift):
    y = torch.empty((3, *x.shape), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 64),)
    kernel[grid](x, w, y, slope, gain, shift, y.numel(), x.numel(), x.shape[1], BLOCK=64)
    return y


class ModelNew(nn.Module):
    def __init__(self, width, slope=0.1):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, width))
        self.register_buffer("mean", torch.zeros(width))
        self.slope = slope
        self.calls = 0

    def forward(self, x, gain=1.0):
        if not isinstance(x, torch.Tensor) or x.dtype != torch.float32 or x.dim() != 2:
            raise ValueError("x is not what this translation is for: f32[A, B]")
        if x.shape[1] != self.weight.shape[1]:
            raise ValueError(f"x has {x.shape[1]} columns; this translation is for {self.weight.shape[1]}")
        shift = 0.0
        if self.training:
            self.mean.mul_(0.9).add_(0.1 * x.mean(0))
            self.calls += 1
            shift = x.mean().item()
        return translated(x.contiguous(), self.weight.contiguous(), self.slope, gain, shift)


def get_init_inputs():
    return [6]
'''

ORIGINAL = OriginalProgram.of_text(PROGRAM)
X = torch.randn(5, 6, generator=torch.Generator().manual_seed(0))
CALLS = [
    WrittenCall("at A = 5, B = 6", (X,), required=True),
    WrittenCall("at A = 2, B = 6", (X[:2],), required=True),
    WrittenCall("in eval mode", (X,), training=False),
    WrittenCall("x transposed in memory", (X,), layout="transposed"),
    WrittenCall("x with a step of two", (X,), layout="step"),
    WrittenCall("parameters with an offset", (X,), state_layout="offset"),
    WrittenCall("parameters transposed in memory", (X,), state_layout="transposed"),
    WrittenCall("gain = 2.0", (X,), {"gain": 2.0}),
    WrittenCall("self.slope = 0.7", (X,), attributes={"slope": 0.7}),
    WrittenCall("x in float64", (X.double(),)),
    WrittenCall("x of rank 1", (X[0],)),
    WrittenCall("x one column wider", (torch.cat([X, X[:, :1]], 1),), training=False, guarded=True),
    WrittenCall("x = None", (None,), guarded=True),
    WrittenCall("without arguments"),
]


def judge_file(source, calls=CALLS, **more):
    return judge_written(WrittenFile(source, "ModelNew", **more), ORIGINAL, calls, device="cpu")


def test_a_right_file_passes_and_each_guard_is_triggered():
    verdict, outcomes = judge_file(FILE)
    assert verdict.ok and verdict.launches == 1 and 0 < verdict.error <= verdict.tolerance, verdict
    assert [one.outcome for one in outcomes] == ["right"] * 9 + ["refused"] * 5


WRONG = {
    "ignores an argument": (
        ("self.slope, gain, shift)", "self.slope, 1.0, shift)"),
        "gain = 2.0: the result: error",
    ),
    "bakes an attribute in": (("(), self.slope,", "(), 0.1,"), "self.slope = 0.7: the result: error"),
    "forgets a running statistic": (
        ("            self.mean.mul_(0.9).add_(0.1 * x.mean(0))\n", ""),
        "at A = 5, B = 6: mean after the call: error",
    ),
    "updates a statistic in eval mode too": (
        ("        shift = 0.0\n", "        shift = 0.0\n        self.mean.mul_(0.5)\n"),
        "mean after the call: error",
    ),
    "forgets a counter": (("            self.calls += 1\n", ""), "sets {}, and the program {'calls': 1}"),
    "reads a weight as contiguous": (
        ("self.weight.contiguous()", "self.weight"),
        "parameters transposed in memory: the result: error",
    ),
    "reads an input as contiguous": (
        ("translated(x.contiguous()", "translated(x"),
        "x transposed in memory: the result: error",
    ),
    "ignores eval mode": (("if self.training:", "if True:"), "in eval mode: "),
    "bakes a size in": (
        ("x.numel(), x.shape[1], BLOCK", "30, x.shape[1], BLOCK"),
        "at A = 2, B = 6: ",
    ),
    "has a guard that never fires": (
        ("x.shape[1] != self.weight.shape[1]", "x.shape[1] < 0"),
        "x one column wider: returns a value where the program raises RuntimeError",
    ),
    "has no guard on the dtype": (("x.dtype != torch.float32", "False"), "x in float64: "),
    "raises obscurely": (
        ("not isinstance(x, torch.Tensor) or ", ""),
        "x = None: raises line 34: AttributeError",
    ),
    "raises two lines": (("for: f32[A, B]", "for:\\nf32[A, B]"), "a guard's message is not one line"),
    "raises another exception": (('raise ValueError("x is', 'raise TypeError("x is'), "raises line"),
    "refuses the call that was traced": (("x.dim() != 2", "x.dim() == 2"), "at A = 5, B = 6: refused: x"),
    "computes outside a kernel": (("    return y\n", "    return y + 0\n"), "torch computes"),
    "computes in the wrapper": (
        ("return translated(x.contiguous(), self.weight.contiguous(), self.slope, gain, shift)",
         "x = x - shift\n        return torch.where(x > 0, x, x * self.slope) * self.weight[:, None] * gain"),
        "launches no kernel",
    ),
    "has another state dict": (
        ('self.register_buffer("mean", torch.zeros(width))', 'self.average = torch.zeros(width)'),
        "its state dict has ['weight'], not ['weight', 'mean']",
    ),
    "returns another structure": (
        ("return translated(", "return (translated("), "returns another structure",
    ),
    "cannot be imported": (("import torch.nn as nn\n", ""), "cannot be imported: line"),
    "redefines a function of the answer": (
        ("def get_init_inputs", "def kernel():\n    return 6\n\n\ndef get_init_inputs"),
        "defines `kernel`, a name that an answer uses",
    ),
    "writes into an argument": (
        (
            "        return translated(x.contiguous()",
            "        x, y = x.clone(), x.zero_()\n        return translated(x",
        ),
        "changes argument 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_a_file_is_refused_that(kind):
    (before, after), words = WRONG[kind]
    assert FILE.count(before) == 1, kind
    source = FILE.replace(before, after)
    if kind == "returns another structure":
        source = source.replace("gain, shift)\n\n\ndef get", "gain, shift),)\n\n\ndef get")
    verdict, _ = judge_file(source)
    assert not verdict.ok and words in verdict.reason, verdict


def test_a_gradient_that_is_wanted_is_given_or_refused():
    wanted = [CALLS[0], WrittenCall("with a gradient wanted", (X,), training=False, gradient=True)]
    verdict, _ = judge_file(FILE, wanted)
    assert not verdict.ok and "a gradient is wanted, and the result has none" in verdict.reason

    guard = "        if torch.is_grad_enabled():\n            raise ValueError('forward only')\n"
    refusing = FILE.replace("        shift = 0.0\n", guard + "        shift = 0.0\n")
    verdict, outcomes = judge_file(refusing, wanted)
    assert verdict.ok and outcomes[1].outcome == "refused", verdict

    backward = FILE.replace(
        "        return translated(",
        "        if torch.is_grad_enabled():\n"
        "            return (torch.where(x > 0, x, x * self.slope) * self.weight[:, None]) * gain * SCALE\n"
        "        return translated(",
    )
    right = backward.replace("SCALE", "1")
    verdict, outcomes = judge_file(right, wanted)
    assert verdict.ok and outcomes[1].outcome == "right", verdict
    detached = backward.replace("* SCALE", "+ 0 * x.sum().detach()").replace("self.weight[:, None])", "W)")
    detached = detached.replace("W)", "self.weight.detach()[:, None])")
    verdict, _ = judge_file(detached, wanted)
    assert not verdict.ok and "the gradient of weight" in verdict.reason


def test_what_is_left_to_pytorch_computes_and_the_rest_may_not():
    part = "\n\ndef part(x):\n    return x + 0\n\n\nclass ModelNew"
    left = FILE.replace("    return y\n", "    return part(y)\n").replace("\n\nclass ModelNew", part)
    verdict, _ = judge_file(left)
    assert not verdict.ok and "aten.add" in verdict.reason or "torch computes" in verdict.reason, verdict
    verdict, _ = judge_file(left, pytorch=("part",))
    assert verdict.ok, verdict


FROZEN = """
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.BatchNorm1d(width).eval()

    def forward(self, x):
        return self.norm(x)


def get_init_inputs():
    return [5]


def get_inputs():
    return [torch.randn(4, 5)]
"""


def test_a_module_is_called_as_it_was_built_and_in_each_mode():
    text = "import torch\n" + FROZEN
    graph = frontend.trace(text)
    file = WrittenFile(text.replace("class Model", "class ModelNew"), "ModelNew", (), has_kernel=False)
    original = OriginalProgram.of_text(text)
    verdict, outcomes = judge_written_file(file, graph, original, device="cpu")
    modes = [one.outcome for one in outcomes if "mode" in one.label]
    # The file is the program itself, so that no guard refuses anything: only None raises.
    assert modes == ["right", "right"] and outcomes[0].outcome == "right", outcomes

    ignores = file.source.replace("return self.norm(x)", "self.norm.eval()\n        return self.norm(x)")
    verdict, _ = judge_written_file(replace(file, source=ignores), graph, original, device="cpu")
    assert verdict.reason.startswith("as written, in training mode: "), verdict


SHARPENED = """
import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("sigma", torch.tensor(2.0))
        self.register_buffer("rows", torch.tensor(2))

    def forward(self, x):
        return x[: int(self.rows)] * float(self.sigma)


def get_inputs():
    return [torch.randn(4, 5)]
"""


def test_data_to_which_a_file_is_fixed_stays_in_its_own_calls_and_is_another_in_one():
    graph = frontend.trace(SHARPENED)
    original = OriginalProgram.of_text(SHARPENED, fixed_tensors(graph.source))
    guarded = SHARPENED.replace("class Model", "class ModelNew")
    for name in ("sigma", "rows"):
        guard = f"if self.{name} != 2:\n            raise ValueError('{name} is another')\n        return x"
        guarded = guarded.replace("return x", guard)
    file = WrittenFile(guarded, "ModelNew", (), has_kernel=False)
    verdict, outcomes = judge_written_file(file, graph, original, device="cpu")
    assert verdict.ok, verdict
    moved = {one.label: one.reason for one in outcomes if "other numbers" in one.label}
    assert moved == {
        "with other numbers in sigma": "sigma is another",
        "with other numbers in rows": "rows is another",
    }

    for name, number in (("float(self.sigma)", "2.0"), ("int(self.rows)", "2")):
        source = SHARPENED.replace("class Model", "class ModelNew").replace(name, number)
        file = WrittenFile(source, "ModelNew", (), has_kernel=False)
        verdict, _ = judge_written_file(file, graph, original, device="cpu")
        assert verdict.reason.startswith("as written, with other numbers in "), verdict


def test_what_draws_random_numbers_in_training_is_called_in_evaluation():
    text = "import torch\n" + FROZEN.replace("nn.BatchNorm1d(width).eval()", "nn.Dropout(0.3)")
    graph = frontend.trace(text)
    assert graph.source.conditions.refused_in_training
    file = WrittenFile(text, "Model", (), has_kernel=False)
    original = OriginalProgram.of_text(text)
    calls, _ = calls_that_run(file, graph, original, most=1000)
    assert [call.training for call in calls] == [False, False]


def test_sizes_of_calls_are_small_and_keep_the_limits_of_the_guards():
    text = "import torch\ndef f(x, w):\n    return torch.relu(x) @ w\n"
    text += "def get_inputs():\n    return [torch.randn(400, 300), torch.randn(300, 200)]\n"
    graph = frontend.trace(text)
    original = OriginalProgram.of_text(text)
    first, second = own_calls(graph, original, {}, limits=("A % 4 == 0", "B >= 12"))
    for call in (first, second):
        x, w = call.arguments
        assert x.shape[0] % 4 == 0 and x.shape[1] == w.shape[0] >= 12 and max(x.shape) <= 24, call.label
    assert first.arguments[0].shape != second.arguments[0].shape
