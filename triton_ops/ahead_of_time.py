"""Compiling every kernel for a GPU that need not be here: launches are recorded on tensors without data."""

import itertools
import re
import subprocess
import sys
import tempfile
from typing import Any

import torch
from torch import Tensor

from triton_ops.choice import format_columns
from triton_ops.contract import Op
from triton_ops.judge import as_tuple, error_summary
from triton_ops.launch import Launch, recording
from triton_ops.machine import DTYPES, KERNEL_ERRORS, MIN_CAPABILITY, TensorDescriptor, triton

TYPE_NAMES = DTYPES | {torch.int64: "i64", torch.int32: "i32", torch.float8_e4m3fn: "fp8e4nv"}
SHARED_MEMORY = {80: 163 << 10, 90: 227 << 10}  # bytes that one program may have, by compute capability
# Bytes a thread may spill: attention's widest backward, which does, is 4 to 11 % faster than the widest that
# does not.
SPILL_LIMIT = 32
# (dtype, autocast)
COMPILED_DTYPES = [(torch.float32, False), (torch.bfloat16, False), (torch.bfloat16, True)]
HEADING = ["kernel", "shape", "dtype", "warps", "registers", "stack", "shared"]


def why_not_compile(capability: int, min_capability: tuple = MIN_CAPABILITY) -> str:
    """Why kernels that need `min_capability` are not compiled for a `capability` such as 90.

    Empty where they are.
    """
    needed = 10 * min_capability[0] + min_capability[1]
    return f"sm_{capability} lacks what sm_{needed} has" if capability < needed else ""


def recorded_launches(op: Op, shape, dtype, autocast: bool, capability: int) -> list[Launch]:
    """What forward and backward of `op` would launch on a GPU, found on meta tensors: shapes without data."""

    def draw(*size, dtype=dtype):
        return torch.empty(size, dtype=dtype, device="meta")

    arguments = op.inputs(shape, dtype, draw, autocast)
    leaves = [a for a in arguments if isinstance(a, Tensor) and a.requires_grad]
    recording.launches = []
    recording.capability = capability
    try:
        with torch.autocast("cpu", dtype, enabled=autocast):
            outputs = as_tuple(op.run(*arguments, implementation="triton"))
            if leaves:
                torch.autograd.grad(outputs, leaves, [torch.empty_like(output) for output in outputs])
        return recording.launches
    finally:
        recording.launches = None


def type_name(value: Tensor | TensorDescriptor | float | int) -> str:
    """How a signature of Triton's compiler calls the type of an argument."""
    if isinstance(value, Tensor):
        return "*" + TYPE_NAMES[value.dtype]
    if isinstance(value, TensorDescriptor):
        return f"tensordesc<{TYPE_NAMES[value.base.dtype]}{list(value.block_shape)}>"
    if isinstance(value, float):
        return "fp32"
    return "i32" if abs(value) < 2**31 else "i64"


def compiled(record: Launch, capability: int):
    """The record's kernel compiled for a GPU that need not be here, specialised as a launch does.

    An integer that is 1 is a constant, and multiples of 16 are known as such.
    """
    arguments = dict(zip(record.kernel.arg_names, record.arguments))
    options = {name: value for name, value in record.constants.items() if name not in record.kernel.arg_names}
    given = {name: value for name, value in record.constants.items() if name not in options}
    ones = {name: 1 for name, value in arguments.items() if type(value) is int and value == 1}
    constants = given | ones
    signature = {}
    attributes = {}
    for place, (name, value) in enumerate((arguments | given).items()):
        signature[name] = "constexpr" if name in constants else type_name(value)
        divisible = isinstance(value, int) and name not in constants and value % 16 == 0
        if isinstance(value, Tensor) or divisible:
            attributes[(place,)] = [["tt.divisibility", 16]]
    source = triton.compiler.ASTSource(record.kernel, signature, constants, attributes)
    target = triton.backends.compiler.GPUTarget("cuda", capability, 32)
    options |= {"num_warps": record.num_warps, "num_stages": record.num_stages}
    return triton.compile(source, target=target, options=options)


def resources(binary: Any) -> dict[str, int]:
    """{"REG": registers a thread, "STACK": bytes a thread, ...}.

    A stack means that registers spill to memory.
    """
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(binary.asm["cubin"])
        file.flush()
        command = [triton.knobs.nvidia.cuobjdump.path, "--dump-resource-usage", file.name]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: int(value) for name, value in re.findall(r"\b([A-Z]+):(\d+)", report)}


def compile_op(op: Op, capability: int, rows: dict) -> int:
    """Compiles every kernel that `op` launches; adds {binary: table row} to `rows`; returns how many failed.

    A kernel fails that does not compile, spills more than SPILL_LIMIT, or needs more shared memory than there
    is.
    """
    failures = 0
    for shape, (dtype, autocast) in itertools.product([*op.bench_shapes, op.cases[-1]], COMPILED_DTYPES):
        for record in recorded_launches(op, shape, dtype, autocast, capability):
            label = [str(shape), DTYPES[dtype] + " autocast" * autocast, str(record.num_warps)]
            try:
                binary = compiled(record, capability)
            except KERNEL_ERRORS as error:  # the other kernels are still to be seen
                failures += 1
                rows[op.name, *label] = [op.name, *label, "-", "-", "-", error_summary(error)]
                continue
            if binary.hash in rows:
                continue
            used = resources(binary)
            shared = binary.metadata.shared
            available = SHARED_MEMORY.get(capability, min(SHARED_MEMORY.values()))
            fits = used["STACK"] <= SPILL_LIMIT and shared <= available
            failures += not fits
            sizes = [str(used["REG"]), str(used["STACK"]), str(shared)]
            rows[binary.hash] = [
                binary.metadata.name,
                *label,
                *sizes,
                "ok" if fits else "SPILLS OR TOO LARGE",
            ]
    return failures


def compile_ops(ops: list[Op], capability: int) -> int:
    """`compile_op` of every op, printed as a table; 1 if any kernel failed."""
    rows = {}
    failures = 0
    for op in ops:
        failures += compile_op(op, capability, rows)
    print(format_columns([[*HEADING, f"sm_{capability}"], *rows.values()]))
    sys.stdout.flush()
    return int(failures > 0)
