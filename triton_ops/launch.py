"""launch."""

import contextlib
import functools
import re
import subprocess
import tempfile
from types import SimpleNamespace
from typing import Callable, NamedTuple
import torch
from torch import Tensor
from triton_ops.contract import Op
from triton_ops.judge import as_tuple
from triton_ops.machine import DTYPES, OLDEST_GPU, TensorDescriptor, triton


TYPE_NAMES = DTYPES | {torch.int64: "i64", torch.int32: "i32", torch.float8_e4m3fn: "fp8e4nv"}


SHARED_MEMORY = {80: 163 << 10, 90: 227 << 10}  # bytes that one program may have, by compute capability


SPILLED = 32  # bytes a thread may spill: attention's widest backward, which does, is 4 to 11 % faster than the widest that does not


TILE = 2048  # elements of a tile: 16 a thread with 4 warps


class Launch(NamedTuple):
    """A launch that was recorded instead of made."""

    kernel: object
    arguments: tuple
    num_warps: int
    num_stages: int
    constants: dict


# While `recorded_launches` runs, a list and what it is for; while `tried` runs, a list of what was launched; what `apply_settings` set, and
# the options that make another process do so too.
recorder = SimpleNamespace(launches=None, generation=0, binaries=None, settings="", options=[])


@functools.cache
def compute_capability(device: torch.device) -> int:
    major, minor = torch.cuda.get_device_capability(device)
    return 10 * major + minor


def generation(device: torch.device) -> int:
    """90 for compute capability 9.0: of `device`, of the GPU that launches are recorded for, 0 of a CPU."""
    return (
        compute_capability(device)
        if device.type == "cuda"
        else recorder.generation
        if device.type == "meta"
        else 0
    )


def launch(kernel, grid, *arguments, num_warps, num_stages=3, **constants):
    """Runs a kernel on the device of its first argument; an empty grid is nothing to do. Loops over tl.dot are `num_stages` deep.

    Of `constants`, what the kernel does not name are Triton's options. A kernel that names DEPENDENT begins, on Hopper and later, while the
    one before it ends, and waits by itself (programmatic dependent launch): that hides some of the 2 us between two. It gives the norms'
    forward + backward 1.05x at 12288 x 384 and nothing to longer ones; of other kernels it takes as much as it gives (LOG.md).
    """
    if "DEPENDENT" in kernel.arg_names:
        dependent = torch.version.hip is None and generation(arguments[0].device) >= 90
        constants |= {"DEPENDENT": True, "launch_pdl": True} if dependent else {"DEPENDENT": False}
    if recorder.launches is not None:
        recorder.launches.append(Launch(kernel, arguments, num_warps, num_stages, constants))
        return
    if 0 in grid:
        return
    device = arguments[0].device
    elsewhere = device.type == "cuda" and device.index != torch.cuda.current_device()
    with torch.cuda.device(device) if elsewhere else contextlib.nullcontext():
        binary = kernel[grid](*arguments, num_warps=num_warps, num_stages=num_stages, **constants)
    if recorder.binaries is not None:
        recorder.binaries.append(binary)


def differentiable(
    forward,
    backward,
    *,
    fake,
    backward_fake,
    keep,
    visible,
    constants=lambda inputs: (),
    spread=lambda *gradients: gradients,
) -> Callable:
    """A function of the inputs of `forward` that autograd and torch.compile understand.

    forward(*inputs) -> outputs, of which the first `visible` are the caller's; keep(inputs, outputs) -> what
    backward(*gradients of the visible outputs, *kept, *constants) needs to give the gradients of the first inputs, and
    constants(inputs) -> what of it is no tensor; `fake` and `backward_fake` give their outputs' shapes. All are
    annotated, since the operators' schemas derive from that. An operator may not return one tensor twice: `spread`
    makes backward's outputs into gradients where two are the same.

    There are two routes over the same two functions. torch.compile sees custom operators, so no graph breaks. Eager
    goes through an autograd.Function, since a custom operator costs the host three times as much per call (on a CPU,
    forward + backward of an op that does nothing: 75 us against 230 us), and at training's sizes the host is the limit.
    """
    name = forward.__name__.removesuffix("_forward")
    operator = torch.library.custom_op(f"kernels::{name}", forward, mutates_args=())
    gradient = torch.library.custom_op(f"kernels::{name}_backward", backward, mutates_args=())
    operator.register_fake(fake)
    gradient.register_fake(backward_fake)

    def save(ctx, inputs, output):
        ctx.save_for_backward(*keep(inputs, output))
        ctx.n_inputs, ctx.constants = len(inputs), constants(inputs)

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
        return (
            as_tuple(operator(*inputs))[:visible] if torch.compiler.is_compiling() else Eager.apply(*inputs)
        )

    return apply


def forward_only(forward, *, fake, mutates=()) -> Callable:
    """A function of the inputs of `forward` that torch.compile understands; it updates the arguments `mutates` in place.

    It has no gradient, and says so when asked for one.
    """
    name = forward.__name__.removesuffix("_forward")
    operator = torch.library.custom_op(f"kernels::{name}", forward, mutates_args=mutates)
    operator.register_fake(fake)

    def apply(*inputs):
        if torch.is_grad_enabled() and any(
            isinstance(value, Tensor) and value.requires_grad for value in inputs
        ):
            raise ValueError(
                f"{name} has no gradient in Triton: call it under torch.no_grad(), or on detached tensors"
            )
        return operator(*inputs) if torch.compiler.is_compiling() else forward(*inputs)

    return apply


def without_autocast(run) -> Callable:
    """`run` with its own dtypes: what it multiplies has been cast, and autocast would also cast its float32 sums."""

    @functools.wraps(run)
    def apply(first, *others):
        with torch.autocast("cuda" if first.is_cuda else "cpu", enabled=False):
            return run(first, *others)

    return apply


def liger(name: str) -> Callable:
    """A function of Liger-Kernel; raises ImportError, when called, where that is not installed."""

    def run(*arguments, **options):
        import liger_kernel.transformers.functional as functions

        return getattr(functions, name)(*arguments, **options)

    return run


def padded(size: int) -> int:
    """The next multiple of 16."""
    return size + -size % 16


def own(gradient: Tensor, like: Tensor) -> Tensor:
    """`gradient` in the dtype of `like`, contiguous, in memory that it shares with nothing: no view of a larger sum."""
    return like.new_empty(gradient.shape).copy_(gradient)


def product_in(dtype: torch.dtype, a: Tensor, b: Tensor) -> Tensor:
    """The matrix product a b in `dtype`; float32 is never rounded to half on the way, though on a GPU the factors stay half."""
    if a.dtype == dtype or dtype != torch.float32:
        return (a @ b).to(dtype)
    return torch.mm(a, b, out_dtype=dtype) if a.is_cuda else a.to(dtype) @ b.to(dtype)


def multiplied_in(x: Tensor, width: int) -> str:
    """How a kernel can multiply x (M, width): "wide" by tensor cores fed with 16-byte loads, "narrow" otherwise."""
    aligned_rows = width % 16 == 0 and x.stride(0) % 16 == 0 and x.data_ptr() % 16 == 0
    return "wide" if x.element_size() == 2 and aligned_rows else "narrow"


def consumed_dtype(x: Tensor) -> torch.dtype:
    """Under autocast a norm's output is about to be cast for a matrix product: the op writes that dtype at once."""
    kind = (
        "cpu" if x.is_meta else x.device.type
    )  # meta tensors, of `recorded_launches`, know no autocast of their own
    return (
        torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) and x.dtype in DTYPES else x.dtype
    )


def unit_stride(x: Tensor) -> Tensor:
    """`x`, copied only where its last dimension is not contiguous."""
    return x if x.stride(-1) == 1 or x.shape[-1] <= 1 else x.contiguous()


def as_rows(x: Tensor) -> Tensor:
    """x (..., N) as (M, N) with contiguous rows at any distance from each other."""
    return unit_stride(x.reshape(x.shape[:-1].numel(), x.shape[-1]))


def warps_for(elements: int, per_thread: int = 16) -> int:
    """Warps that give each thread so many elements of a tile, from 1 to 16."""
    return min(max(elements // (32 * per_thread), 1), 16)


def why_not_compile(capability: int, oldest=OLDEST_GPU) -> str:
    """Why kernels that need `oldest` are not compiled for a `capability` such as 90; empty where they are."""
    needed = 10 * oldest[0] + oldest[1]
    return f"sm_{capability} has not what sm_{needed} has" if capability < needed else ""


def recorded_launches(op: Op, shape, dtype, autocast, capability: int) -> list[Launch]:
    """What forward and backward of `op` would launch on a GPU, found on meta tensors: shapes without data."""

    def draw(*size, dtype=dtype):
        return torch.empty(size, dtype=dtype, device="meta")

    arguments = op.inputs(shape, dtype, draw, autocast)
    leaves = [a for a in arguments if isinstance(a, Tensor) and a.requires_grad]
    recorder.launches, recorder.generation = [], capability
    try:
        with torch.autocast("cpu", dtype, enabled=autocast):
            outputs = as_tuple(op.run(*arguments, implementation="triton"))
            if leaves:
                torch.autograd.grad(outputs, leaves, [torch.empty_like(output) for output in outputs])
        return recorder.launches
    finally:
        recorder.launches = None


def compiled(record: Launch, capability: int):
    """The record's kernel compiled for a GPU that need not be here, as a launch does: an integer that is 1 is a constant, and
    multiples of 16 are known as such."""
    arguments = dict(zip(record.kernel.arg_names, record.arguments))
    options = {name: value for name, value in record.constants.items() if name not in record.kernel.arg_names}
    given = {name: value for name, value in record.constants.items() if name not in options}
    constants = given | {name: 1 for name, value in arguments.items() if type(value) is int and value == 1}
    signature, attributes, values = {}, {}, arguments | given
    for place, (name, value) in enumerate(values.items()):
        if name in constants:
            signature[name] = "constexpr"
        elif isinstance(value, Tensor):
            signature[name] = "*" + TYPE_NAMES[value.dtype]
        elif isinstance(value, TensorDescriptor):
            signature[name] = f"tensordesc<{TYPE_NAMES[value.base.dtype]}{list(value.block_shape)}>"
        else:
            signature[name] = "fp32" if isinstance(value, float) else "i32" if abs(value) < 2**31 else "i64"
        if isinstance(value, Tensor) or (
            isinstance(value, int) and name not in constants and value % 16 == 0
        ):
            attributes[(place,)] = [["tt.divisibility", 16]]
    source = triton.compiler.ASTSource(record.kernel, signature, constants, attributes)
    target = triton.backends.compiler.GPUTarget("cuda", capability, 32)
    return triton.compile(
        source,
        target=target,
        options=options | {"num_warps": record.num_warps, "num_stages": record.num_stages},
    )


def resources(binary) -> dict[str, int]:
    """{"REG": registers a thread, "STACK": bytes a thread, ...}; a stack means that registers spill to memory."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(binary.asm["cubin"])
        file.flush()
        command = [triton.knobs.nvidia.cuobjdump.path, "--dump-resource-usage", file.name]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: int(value) for name, value in re.findall(r"\b([A-Z]+):(\d+)", report)}
