"""Where devices, names, lists, addresses and casts may stand: each rule refuses, and lets its twin pass."""

import pytest
import torch
import torch.nn.functional as F
from candidates import LAUNCH, NEW, RELU, RELU_KERNEL, host, normal, pointwise

from python_to_triton.verification import judge

AS_RELU = "y = tl.maximum(x, 0.0)"
SCALED = (
    pointwise("y = x * scale")
    .replace("n, BLOCK: tl", "n, scale, BLOCK: tl")
    .replace("n, BLOCK=", "n, 1e-60, BLOCK=")
)
TUNED = """CONFIGS = [triton.Config({"BLOCK": size}, num_warps=4) for size in (64, 128)]


@triton.autotune(configs=CONFIGS, key=["n"])
""" + RELU.lstrip().replace("128),)", "64),)").replace(", BLOCK=128)", ")")

REFUSED = {
    "a function's name as a variable": (
        host(NEW, LAUNCH, "kernel = y", "return y"),
        "launches something",
    ),
    "a function's name in a loop": (
        host(NEW, LAUNCH, "for kernel in [y]:", "    z = kernel", "return y"),
        "launches something",
    ),
    "a function's name as a parameter": (
        RELU + "\n\ndef other(kernel):\n    return kernel\n",
        "the name of a function",
    ),
    "a builtin bound, and called": (host(NEW, "max = [y]", LAUNCH, "return max(y)"), "which is not allowed"),
    "tl.constexpr as a value": (host(NEW, "c = tl.constexpr", LAUNCH, "return y"), "`tl.constexpr`"),
    "tl.constexpr as an argument": (
        host(NEW, LAUNCH.replace("x.numel()", "tl.constexpr(x.numel())"), "return y"),
        "`tl.constexpr`",
    ),
    "a device compared with a text": (host(NEW, "n = x.device == 'cpu'", LAUNCH, "return y"), "a device"),
    "a device in a dict": (host(NEW, "n = {x.device: 1}", LAUNCH, "return y"), "a device"),
    "a device by another name": (host(NEW, "d = x.device", "n = f'{d}'", LAUNCH, "return y"), "a device"),
    "a device handed to a function": (
        RELU_KERNEL
        + "def f(d):\n    return d\n\n\ndef translated(x):\n    y = torch.empty_like(x)\n    f(x.device)\n"
        f"    {LAUNCH}\n    return y\n",
        "a device",
    ),
    "memory of no device": (host("y = torch.empty(x.shape)", LAUNCH, "return y"), "without `device=`"),
    "memory of the CPU": (
        host("y = torch.empty(x.shape, device='cpu')", LAUNCH, "return y"),
        "`.device` nor",
    ),
    "an address as a number": (
        pointwise("a = x_ptr.to(tl.int64)\n    y = tl.where(a == 0, x, tl.maximum(x, 0.0))"),
        "an address is not a number",
    ),
    "an address as a number, where nobody goes": (
        pointwise(f"if n < 0:\n        a = x_ptr.to(tl.int64)\n    {AS_RELU}"),
        "does not compile",
    ),
    "a promise that is not true": (
        pointwise(f"{AS_RELU}\n    offsets = tl.multiple_of(offsets + 1, 16) - 1"),
        "promises what is not true",
    ),
    "an element is assigned": (pointwise(f"{AS_RELU}\n    p = (x, y)\n    p[0] = y"), "assigns an element"),
    "a list that is kept": (pointwise("p = [x, 0.0]\n    y = tl.maximum(p[0], p[1])"), "a list in a kernel"),
    "a number that 32 bits do not hold": (
        SCALED.replace("x * scale", "tl.maximum(x, 0.0) * (scale * 1e60)"),
        "nan instead",
    ),
    "what Triton does not compile, where nobody goes": (
        pointwise(f"if n < 0:\n        a = tl.arange(0, 3)\n    {AS_RELU}"),
        "does not compile",
    ),
    "a copy of what is expanded": (
        host("z = x.unsqueeze(0).expand(4, -1, -1).clone()", NEW, LAUNCH, "return y"),
        "aten.clone",
    ),
    "a cast that rounds to integers": (host(NEW, LAUNCH, "return y.to(torch.int64)"), "aten._to_copy"),
    "a fill of a part": (host(NEW, LAUNCH, "y[0].zero_()", "return y"), "aten.zero_"),
    "a fill of an argument": (host(NEW, LAUNCH, "x.zero_()", "return y"), "aten.zero_"),
    "a hook of a configuration": (
        TUNED.replace("num_warps=4", "pre_hook=translated"),
        "a launch in a function that tuning calls",
    ),
}
ACCEPTED = {
    "a device handed on": host(
        "device, dtype = x.device, x.dtype",
        "y = torch.empty(x.shape, dtype=dtype, device=device)",
        LAUNCH,
        "return y",
    ),
    "devices compared for an error": host(
        "w = x",
        "assert x.device == w.device, f'{x.device} and {w.device}'",
        "if x.device != w.device:",
        "    raise ValueError(f'{x.device} is not {w.device}')",
        NEW,
        LAUNCH,
        "return y",
    ),
    "as on a GPU": host(
        "assert x.is_cuda and x.device.type == 'cuda'",
        "y = torch.empty(x.shape, dtype=x.dtype, device='cuda')",
        LAUNCH,
        "return y",
    ),
    "a builtin's name for a number": host(NEW, "max = x.numel()", LAUNCH, "return y"),
    "a copy of the argument": host(
        NEW, LAUNCH.replace("(x, y", "(x.t().clone().t().contiguous(), y"), "return y"
    ),
    "wider and back": host(
        "z = x.to(torch.float64)",
        "y = torch.empty_like(z)",
        LAUNCH.replace("(x, y", "(z, y"),
        "return y.to(x.dtype)",
    ),
    "a scratch that is filled": host(
        NEW, "z = torch.empty_like(y).fill_(1.0)", "y.zero_()", LAUNCH, "return y"
    ),
    "an alias of a module": "from triton import cdiv, jit\nimport triton.language as language\n"
    + RELU.replace("@triton.jit", "@jit").replace("triton.cdiv", "cdiv").replace("tl.", "language."),
    "types": "from typing import Optional\n\nimport torch\n"
    + RELU.replace("translated(x)", "translated(x: torch.Tensor, out: Optional[torch.Tensor] = None)"),
    "configurations in a list": TUNED,
    "options of jit": RELU.replace("@triton.jit", '@triton.jit(do_not_specialize=["n"], noinline=False)'),
    "constants that are computed": "SIZE = 2**7\nEPS = 1.0 / 3\n" + RELU.replace("128", "SIZE"),
    "a loop counter is cast": pointwise(
        f"{AS_RELU}\n    for i in range(2):\n        y += i.to(tl.float32) * 0.0"
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    candidate, words = REFUSED[name]
    reference = (lambda x: F.relu(x).to(torch.int64)) if "integers" in name else F.relu
    verdict = judge(candidate, reference, normal((3, 33), (5, 100)), device="cpu")
    assert not verdict.ok and words in verdict.reason, verdict


@pytest.mark.parametrize("name", ACCEPTED)
def test_is_accepted(name):
    verdict = judge(ACCEPTED[name], F.relu, normal((3, 33), (5, 100)), device="cpu")
    assert verdict.ok, verdict
