"""Compares the launches of a repeated call with those that Triton makes, under a driver that notes them.

Run by test_repeated_calls.py: a process is interpreted or compiles, not both.
"""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

os.environ["TRITON_INTERPRET"] = "0"
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import torch  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.runtime import driver  # noqa: E402

from python_to_triton.backend.compiled_graph import _IMPORTS, load_module  # noqa: E402
from python_to_triton.backend.repeated_calls import RepeatedCalls, repeating  # noqa: E402

SOURCE = """\
@triton.jit
def add_kernel(x_ptr, y_ptr, z_ptr, n, scale, ROUND: tl.constexpr, BLOCK: tl.constexpr = 128):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    z = tl.load(x_ptr + offsets, mask=offsets < n) + scale * tl.load(y_ptr + offsets, mask=offsets < n)
    tl.store(z_ptr + offsets, z, mask=offsets < n)


@triton.jit
def pair_kernel(kernel, other, pair):
    offsets = tl.program_id(0) * 32 + tl.arange(0, 32)
    if other is None:
        tl.store(pair[1] + offsets, tl.load(kernel + offsets) * pair[0])


@triton.autotune([triton.Config({"BLOCK": 64}, num_warps=2)], key=["n"])
@triton.jit
def tuned_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets, mask=offsets < n), mask=offsets < n)


def translated(x, y):
    z = torch.empty_like(x)
    add_kernel[(triton.cdiv(x.numel(), 128), 2)](x, y, z, x.numel(), 0.25, ROUND="tf32", num_warps=8)
    named = {"z_ptr": z, "y_ptr": y, "x_ptr": x, "n": 1, "scale": 1, "ROUND": None}
    add_kernel[lambda options: (options["BLOCK"],)](**named)
    pair_kernel[(2,)](kernel=x, other=None, pair=(3, y), num_stages=1)
    t = torch.empty_like(z)
    tuned_kernel[(3,)](z, t, x.numel())
    return (t,)
"""
LAUNCHED = []
ARE_NOTED = [True]  # while what is launched is Triton's own doing: then profilers may hear of it


def launcher(source, metadata):
    """In the place of Triton's launcher of a kernel."""

    def launch(*given):
        sizes, loaded, profiling, arguments = given[:3], given[3:6], given[6:9], given[9:]
        assert ARE_NOTED or profiling == (None, None, None)
        in_words = torch.utils._pytree.tree_map_only(
            torch.Tensor, lambda one: (tuple(one.shape), one.dtype, one.data_ptr() % 16), arguments
        )
        LAUNCHED.append((metadata.name, metadata.num_warps, metadata.num_ctas, sizes, loaded, in_words))

    return launch


def noting_driver():
    """In the place of Triton's driver of a GPU."""
    properties = {"max_shared_mem": 232448, "multiprocessor_count": 132, "warpSize": 32}
    utils = SimpleNamespace(
        load_binary=lambda name, *_: (object(), f"handle of {name}", 32, 0, 1024),
        get_device_properties=lambda device: properties,
    )
    return SimpleNamespace(
        utils=utils,
        launcher_cls=launcher,
        get_current_device=lambda: 0,
        get_current_stream=lambda device=None: 0,
        get_current_target=lambda: GPUTarget("cuda", 90, 32),
        get_active_torch_device=lambda: torch.device("cpu"),
        get_device_interface=lambda: torch.cpu,
        get_benchmarker=lambda: lambda *_, **__: [1.0],
    )


def main() -> None:
    driver.set_active(noting_driver())
    module = load_module(f"{_IMPORTS}\n\n\n{SOURCE}")
    call = RepeatedCalls(module["translated"], module)
    call._proven = lambda notes, tensors, results, states: repeating(notes, results)  # nothing is computed
    given = [torch.zeros(5, 48), torch.zeros(5, 48)]
    for _ in range(2):
        LAUNCHED.clear()
        module["translated"](*given)
    by_triton = list(LAUNCHED)
    for _ in range(2):
        call(given, ())
    assert all(map(callable, call.situations.values())), call.situations
    LAUNCHED.clear()
    ARE_NOTED.clear()
    call(given, ())
    assert by_triton == LAUNCHED, (by_triton, LAUNCHED)
    print("same launches:", len(by_triton))


if __name__ == "__main__":
    main()
