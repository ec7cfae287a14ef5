"""Whether rows are right: gradients against float64, graphs against none."""

import functools
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import torch
from torch import Tensor

from neural_process.attention import pinned
from neural_process.data import Tasks, draw_tasks
from neural_process.model import Config, NeuralProcess
from neural_process.rows import Row
from neural_process.training import CLIP, Trainer, train
from triton_ops.judge import error_summary
from triton_ops.machine import KERNEL_ERRORS, default_dtype
from triton_ops.tolerance import compare, share_of_tolerance

CHECK_SHAPE = 2, 64, 100  # B, M, N of gradients and graphs
CHECK_LAYERS = 2
DRAWS = 5  # of tasks, from which the reference's losses are known
GRAPH_STEPS = 5


def gradients(
    row: Row, config: Config, tasks: Tasks, dtype: torch.dtype, device: torch.device
) -> dict[str, Tensor]:
    """Of the loss in every weight, and the loss; the weights are float32, or float64 where that is asked."""
    torch.manual_seed(0)
    with device:  # weights are drawn where they will be
        model = NeuralProcess(config, row)
    if dtype == torch.float64:
        model.double()
    half = dtype in (torch.bfloat16, torch.float16)
    with pinned(row.attention):  # backward too, which may compute blocks again
        with torch.autocast(device.type, dtype if half else None, enabled=half):
            loss = model(*(each.double() if dtype == torch.float64 else each for each in tasks))
        loss.backward()
    return {"loss": loss.detach()} | {name: p.grad for name, p in model.named_parameters()}


@functools.lru_cache(maxsize=4)
def references(
    attention: str, config: Config, shape: tuple, device: torch.device
) -> tuple[dict[str, Tensor], dict[str, Tensor], dict[str, float]]:
    """(gradients in float64, PyTorch's at the working dtype, the most that those lose in any of the draws).

    All tasks but the first are for the third alone: what one draw loses is large or small by chance.
    """
    firsts = ()
    most = {}
    for seed in range(DRAWS):
        tasks = draw_tasks(*shape, seed=seed, device=device)
        exact = gradients(Row("math"), config, tasks, torch.float64, device)
        eager = gradients(Row(attention), config, tasks, default_dtype(device), device)
        firsts = firsts or (exact, eager)
        for name, gradient in eager.items():
            most[name] = max(most.get(name, 0.0), (gradient.double() - exact[name]).abs().max().item())
    return *firsts, most


def check_gradients(row: Row, config: Config, shape: tuple, device: torch.device) -> tuple[bool, str]:
    """Whether a row's gradients are as near to float64 as PyTorch's at the working dtype, and how near.

    The tolerance is that of triton_ops/tolerance.py: twice what PyTorch loses and some last bits of the
    largest, of the dtype that activations and their gradients have on the way. Beside FP8 PyTorch rounds
    q, k, v and the weights to E4M3 too.
    """
    dtype = default_dtype(device)
    beside = "e4m3" if row.attention.startswith("fp8") else "math"
    exact, eager, most = references(beside, config, shape, device)
    tasks = draw_tasks(*shape, seed=0, device=device)
    ours = gradients(replace(row, graph=False), config, tasks, dtype, device)
    nearest = 0.0
    for name, gradient in ours.items():
        result = compare(gradient.to(dtype), eager[name].to(dtype), exact[name], most[name])
        if not result.ok:
            return False, f"{name}: {result.reason}"
        nearest = max(nearest, share_of_tolerance(result))
    return True, f"at most {nearest:.2f} of the tolerance"


@contextmanager
def deterministic() -> Iterator[None]:
    """Inside, PyTorch takes kernels that repeat bit for bit where it has them."""
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(True, warn_only=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of operations that have no such kernel
            yield
    finally:
        torch.use_deterministic_algorithms(before)


def states_after(row: Row, config: Config, shape: tuple, device: torch.device) -> list[Tensor]:
    """The losses of some steps, and the weights after them."""
    trainer = Trainer(row, config, device, clip=CLIP)
    losses = train(trainer, shape, GRAPH_STEPS)
    return [torch.tensor(losses), *(p.detach() for p in trainer.model.parameters())]


def largest_difference(ours: list[Tensor], others: list[Tensor]) -> float:
    """The largest |a - b|; NaN where there is one in either."""
    return torch.stack([(a - b).abs().max().cpu() for a, b in zip(ours, others, strict=True)]).max().item()


def check_graph(row: Row, config: Config, shape: tuple, device: torch.device) -> tuple[bool, str]:
    """Whether a captured step does what the same step does without a graph: losses and weights after some."""
    plain = replace(row, graph=False)
    with deterministic():
        captured = states_after(row, config, shape, device)
        first = states_after(plain, config, shape, device)
        again = states_after(plain, config, shape, device)
    difference = largest_difference(captured, first)
    noise = largest_difference(first, again)
    if difference == 0:
        return True, "identical"
    return difference <= 2 * noise, f"differs by {difference:.1e}, two runs without a graph by {noise:.1e}"


def check_row(name: str, config: Config, shape: tuple, device: torch.device) -> dict:
    """{"ok", "gradients", "graph"}; "graph" of a captured row alone."""
    row = Row.parse(name)
    small = replace(config, layers=min(config.layers, CHECK_LAYERS))
    result = {"ok": True}
    wanted = {"gradients": check_gradients} | ({"graph": check_graph} if row.graph else {})
    for what, check in wanted.items():
        try:
            ok, result[what] = check(row, small, shape, device)
        except KERNEL_ERRORS as error:
            ok = False
            result[what] = error_summary(error)
        result["ok"] = result["ok"] and ok
    return result
