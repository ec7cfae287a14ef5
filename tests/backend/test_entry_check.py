"""The entry of a graph, read before it is executed."""

import pytest

from python_to_triton.backend.entry_check import check_entry
from python_to_triton.verification import Refused

RIGHT = """\
def pytorch_svd(x0):
    y0, y1, _ = torch.ops.aten.linalg_svd.default(x0, False, driver=None)
    return y0.resolve_neg().contiguous(), y1


def translated(a0, a1):
    A = a0.shape[0]
    v0, v1 = region0(a0, a1)
    v2 = v0.reshape((A, -1))[..., 1:, :].transpose(-2, -1)
    v3, _ = torch.ops.aten.native_dropout.default(v2, 0.5, True)
    v4 = torch.full((A, 2), float('inf'), dtype=torch.float32, device=a0.device)
    v5, v6 = pytorch_svd(v4)
    v6 = torch.ops.aten._cdist_forward.default(v4, v4, 2, None).contiguous()
    return v1, v3.contiguous(), v5"""


def test_views_regions_and_operators_of_aten_pass():
    check_entry(RIGHT, {"region0"})


@pytest.mark.parametrize(
    "line",
    [
        "v0 = region1(a0)",
        "v0 = open('x')",
        "v0 = a0.__class__",
        "v0 = torch.load('x')",
        "v0 = torch.ops.load_library('x').__init__",
        "v0 = torch.ops.load_library('x')",
        "v0 = torch.ops.import_module('this')",
        "v0 = torch.ops.aten.from_file.default('x', False, 1)",
        "v0 = torch.ops.aten.mm(a0, a0)",
        "v0 = torch.ops.aten.no_such_operator.default(a0)",
        "v0 = torch.ops.aten.relu.default(a0).numpy()",
        "v0 = torch.ops.aten.relu.default(a0).data.storage",
        "v0 = math.__loader__",
        "import os",
        "v0 = [a for a in a0]",
        "v0 = (lambda: a0)()",
        "v0 = a0.numpy()",
        "exec('1')",
        "with a0: pass",
    ],
)
def test_anything_else_is_refused(line):
    with pytest.raises(Refused):
        check_entry(f"def translated(a0):\n    {line}\n    return a0", {"region0"})


@pytest.mark.parametrize(
    "source",
    [
        "x = 1",
        "def translated(a0=print()):\n    return a0",
        "def translated(a0):",
        "def other(a0):\n    return a0",
        f"{RIGHT}\nx = 1",
    ],
)
def test_the_entry_is_its_functions_alone(source):
    with pytest.raises(Refused):
        check_entry(source, {"region0"})
