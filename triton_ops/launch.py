"""Launching kernels, and making functions of them that autograd and torch.compile understand."""

import contextlib
import functools
from collections.abc import Callable
from types import SimpleNamespace
from typing import NamedTuple

import torch
from torch import Tensor

from triton_ops.judge import as_tuple
from triton_ops.machine import DTYPES

TILE = 2048  # elements of a tile: 16 a thread with 4 warps


class Launch(NamedTuple):
    """A launch that was recorded instead of made."""

    kernel: object
    arguments: tuple
    num_warps: int
    num_stages: int
    constants: dict


# What is recorded instead of, or besides, a launch. `launches` and `capability`: while ahead_of_time records
# launches, a list and the GPU they are for. `binaries`: while a tile is tried, a list of what was launched.
recording = SimpleNamespace(launches=None, capability=0, binaries=None)


@functools.cache
def compute_capability(device: torch.device) -> int:
    """90 for compute capability 9.0."""
    major, minor = torch.cuda.get_device_capability(device)
    return 10 * major + minor


def capability_of(device: torch.device) -> int:
    """90 for compute capability 9.0: of `device`, of the GPU that launches are recorded for, 0 of a CPU."""
    if device.type == "cuda":
        return compute_capability(device)
    return recording.capability if device.type == "meta" else 0


def launch(kernel, grid: tuple, *arguments, num_warps: int, num_stages: int = 3, **constants) -> None:
    """Runs a kernel on the device of its first argument; an empty grid is nothing to do.

    num_stages  depth of the pipeline of loops over tl.dot
    constants   the kernel's constexpr arguments; what the kernel does not name are Triton's options

    A kernel that names DEPENDENT begins, on Hopper and later, while the one before it ends, and waits by
    itself (programmatic dependent launch). That hides some of the 2 us between two kernels: 1.05x for the
    norms' forward + backward at 12288 x 384, nothing for longer ones; of other kernels it takes as much as it
    gives.
    """
    if "DEPENDENT" in kernel.arg_names:
        dependent = torch.version.hip is None and capability_of(arguments[0].device) >= 90
        constants |= {"DEPENDENT": True, "launch_pdl": True} if dependent else {"DEPENDENT": False}
    if recording.launches is not None:
        recording.launches.append(Launch(kernel, arguments, num_warps, num_stages, constants))
        return
    if 0 in grid:
        return
    device = arguments[0].device
    elsewhere = device.type == "cuda" and device.index != torch.cuda.current_device()
    with torch.cuda.device(device) if elsewhere else contextlib.nullcontext():
        binary = kernel[grid](*arguments, num_warps=num_warps, num_stages=num_stages, **constants)
    if recording.binaries is not None:
        recording.binaries.append(binary)


def differentiable(
    forward: Callable,
    backward: Callable,
    *,
    fake: Callable,
    backward_fake: Callable,
    keep: Callable,
    visible: int,
    constants: Callable = lambda inputs: (),
    spread: Callable = lambda *gradients: gradients,
) -> Callable:
    """A function of the inputs of `forward` that autograd and torch.compile understand.

    forward(*inputs) -> outputs, of which the first `visible` are the caller's; keep(inputs, outputs) -> what
    backward(*gradients of the visible outputs, *kept, *constants) needs to give the gradients of the first
    inputs, and constants(inputs) -> what of it is no tensor; `fake` and `backward_fake` give their outputs'
    shapes. All are annotated, since the operators' schemas derive from that. An operator may not return one
    tensor twice: `spread` makes backward's outputs into gradients where two are the same.

    There are two routes over the same two functions. torch.compile sees custom operators, so no graph breaks.
    Eager goes through an autograd.Function, since a custom operator costs the host three times as much per
    call (on a CPU, forward + backward of an op that does nothing: 75 us against 230 us), and at training's
    sizes the host is the limit.
    """
    name = forward.__name__.removesuffix("_forward")
    operator = torch.library.custom_op(f"kernels::{name}", forward, mutates_args=())
    gradient = torch.library.custom_op(f"kernels::{name}_backward", backward, mutates_args=())
    operator.register_fake(fake)
    gradient.register_fake(backward_fake)

    def save(ctx, inputs, output):
        ctx.save_for_backward(*keep(inputs, output))
        ctx.n_inputs = len(inputs)
        ctx.constants = constants(inputs)

    def chain(run, ctx, *cotangents):
        gradients = spread(*run(*cotangents[:visible], *ctx.saved_tensors, *ctx.constants))
        return (*gradients, *[None] * (ctx.n_inputs - len(gradients)))

    operator.register_autograd(functools.partial(chain, gradient), setup_context=save)

    class Eager(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            outputs = forward(*inputs)
            save(ctx, inputs, outputs)
            return as_tuple(outputs)[:visible]

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, *cotangents):
            return chain(backward, ctx, *cotangents)

    def apply(*inputs) -> tuple[Tensor, ...]:
        if torch.compiler.is_compiling():
            return as_tuple(operator(*inputs))[:visible]
        return Eager.apply(*inputs)

    return apply


def forward_only(forward: Callable, *, fake: Callable, mutates: tuple[str, ...] = ()) -> Callable:
    """A function of the inputs of `forward` that torch.compile understands.

    It updates the arguments `mutates` in place. It has no gradient: where one is needed it raises ValueError.
    """
    name = forward.__name__.removesuffix("_forward")
    operator = torch.library.custom_op(f"kernels::{name}", forward, mutates_args=mutates)
    operator.register_fake(fake)

    def apply(*inputs):
        needs_grad = any(isinstance(value, Tensor) and value.requires_grad for value in inputs)
        if torch.is_grad_enabled() and needs_grad:
            raise ValueError(
                f"{name} has no gradient in Triton: call it under torch.no_grad(), or on detached tensors"
            )
        return operator(*inputs) if torch.compiler.is_compiling() else forward(*inputs)

    return apply


def without_autocast(run: Callable) -> Callable:
    """`run` with its own dtypes: what it multiplies has been cast, and autocast would also cast its float32
    sums.
    """

    @functools.wraps(run)
    def apply(first, *others):
        with torch.autocast("cuda" if first.is_cuda else "cpu", enabled=False):
            return run(first, *others)

    return apply


def liger_function(name: str) -> Callable:
    """A function of Liger-Kernel; raises ImportError, when called, where that is not installed."""

    def run(*arguments, **options):
        import liger_kernel.transformers.functional as functions

        return getattr(functions, name)(*arguments, **options)

    return run


def padded_to_16(size: int) -> int:
    """The next multiple of 16."""
    return size + -size % 16


def copied_like(gradient: Tensor, like: Tensor) -> Tensor:
    """`gradient` in the dtype of `like`, contiguous, in memory of its own: no view of a larger sum."""
    return like.new_empty(gradient.shape).copy_(gradient)


def no_gradient(like: Tensor) -> Tensor:
    """What an operator, which may only return tensors, gives as the gradient of an argument that is None."""
    return like.new_empty(())


def gradients_of_present(*gradients: Tensor) -> tuple[Tensor | None, ...]:
    """The gradients, None for each `no_gradient`; those of arguments that are there have a dimension."""
    return tuple(gradient if gradient.dim() else None for gradient in gradients)


def matmul_in(dtype: torch.dtype, a: Tensor, b: Tensor) -> Tensor:
    """The matrix product a b in `dtype`; float32 is never rounded to half on the way.

    On a GPU the factors stay half precision, and cuBLAS gives the float32 sum.
    """
    if a.dtype == dtype or dtype != torch.float32:
        return (a @ b).to(dtype)
    return torch.mm(a, b, out_dtype=dtype) if a.is_cuda else a.to(dtype) @ b.to(dtype)


def load_width(x: Tensor, width: int) -> str:
    """How a kernel can multiply x (M, width): "wide" by tensor cores fed with 16-byte loads, "narrow"
    otherwise.
    """
    aligned_rows = width % 16 == 0 and x.stride(0) % 16 == 0 and x.data_ptr() % 16 == 0
    return "wide" if x.element_size() == 2 and aligned_rows else "narrow"


def consumed_dtype(x: Tensor) -> torch.dtype:
    """The dtype that an op writes its result in: under autocast autocast's, else x's.

    A matrix product that follows would cast to it anyway.
    """
    kind = "cpu" if x.is_meta else x.device.type  # meta tensors know no autocast of their own
    casts = torch.is_autocast_enabled(kind) and x.dtype in DTYPES
    return torch.get_autocast_dtype(kind) if casts else x.dtype


def unit_stride(x: Tensor) -> Tensor:
    """`x`, copied only where its last dimension is not contiguous."""
    return x if x.stride(-1) == 1 or x.shape[-1] <= 1 else x.contiguous()


def as_rows(x: Tensor) -> Tensor:
    """x (..., N) as (M, N) with contiguous rows at any distance from each other."""
    return unit_stride(x.reshape(x.shape[:-1].numel(), x.shape[-1]))


def warps_for(elements: int, per_thread: int = 16) -> int:
    """Warps that give each thread so many elements of a tile, from 1 to 16."""
    return min(max(elements // (32 * per_thread), 1), 16)
