"""The guards of a written module on a GPU: they refuse what is not there, and never wait for it."""

import subprocess
import sys
import time
import timeit
from pathlib import Path

import pytest
import torch
from program_support import as_torch, load, tensors

from python_to_triton import codegen, frontend
from python_to_triton.frontend import trace

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")

RELU = """import triton
import triton.language as tl


@triton.jit
def relu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(y_ptr + offsets, tl.maximum(x, 0.0), mask=offsets < n)


def translated(a0):
    y = torch.empty_like(a0)
    relu_kernel[(triton.cdiv(a0.numel(), 1024),)](a0, y, a0.numel(), BLOCK=1024)
    return y
"""


def written(text, tmp_path, name="written"):
    """The names of a module with kernels, which Triton reads from its file."""
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    namespace = {"__name__": name}
    exec(compile(text, str(path), "exec"), namespace)
    return namespace


def test_a_tensor_of_the_cpu_is_refused(tmp_path):
    function = written(codegen.stitch(trace("y = torch.relu(x)"), [RELU]), tmp_path)["translated"]
    x = torch.randn(3, 5)
    assert torch.equal(function(x.cuda()), x.relu().cuda())
    with pytest.raises(ValueError, match=r"^x is f32\[3, 5\] on cpu; .* on one GPU"):
        function(x)


def test_tensors_of_two_devices_are_refused(tmp_path):
    graph = trace("def f(x, w):\n    return x * w", tensors((3, 5), (5,)))
    function = load(codegen.stitch(graph, [as_torch(graph)]), tmp_path)["f"]
    x, w = tensors((3, 5), (5,))
    with pytest.raises(ValueError, match=r"^w is f32\[5\] on cpu; "):
        function(x.cuda(), w)


@pytest.mark.skipif(torch.cuda.device_count() < 2, reason="needs two GPUs")
def test_kernels_run_on_the_gpu_of_their_tensors(tmp_path):
    function = written(codegen.stitch(trace("y = torch.relu(x)"), [RELU]), tmp_path)["translated"]
    x = torch.randn(3, 5, device="cuda:1")
    assert torch.equal(function(x), x.relu()) and torch.cuda.current_device() == 0


LOOKUP = "def f(i, table):\n    return F.embedding(i, table)"


def lookup():
    """The text of a module that looks rows of a table up."""
    inputs = torch.zeros(4, dtype=torch.int64), torch.randn(7, 5)
    graph = trace(LOOKUP, inputs)
    return codegen.stitch(graph, [as_torch(region.graph) for region in frontend.regions(graph)])


def test_nothing_waits_for_the_gpu(tmp_path):
    function = load(lookup(), tmp_path)["f"]
    indices = torch.tensor([0, 3, 6, 1], device="cuda")
    table = torch.randn(7, 5, device="cuda")
    expected = table[indices]
    torch.cuda.set_sync_debug_mode("error")
    try:
        result = function(indices, table)
    finally:
        torch.cuda.set_sync_debug_mode("default")
    assert torch.equal(result, expected)


def test_an_index_out_of_range_stops_the_gpu(tmp_path):
    """In a process of its own, whose GPU context is lost with it."""
    path = tmp_path / "lookup.py"
    path.write_text(lookup())
    code = (
        "import lookup, torch\n"
        "wrong = torch.tensor([0, 7], device='cuda')\n"
        "lookup.f(wrong, torch.randn(7, 5, device='cuda'))\n"
        "torch.cuda.synchronize()\n"
    )
    root = Path(codegen.__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(root)!r}]\n{code}"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode and "i has an index that is not from 0 to 6" in done.stderr


def test_a_guarded_call_on_the_gpu_costs_at_most_ten_microseconds(tmp_path):
    source = "def f(x, w, b, r, s):\n    return x * w + b + r.sin() * s.cos()"
    inputs = tensors((3, 5), (5,), (5,), (3, 5), (3, 5))
    graph = trace(source, inputs)
    namespace = load(codegen.stitch(graph, [as_torch(graph)]), tmp_path)
    namespace["unguarded"] = lambda *given: given[0]
    given = [x.cuda() for x in inputs]
    call = lambda: namespace["f"](*given)
    seconds = timeit.repeat(call, timer=time.thread_time, number=2000, repeat=20)
    assert min(seconds) / 2000 < 10e-6
