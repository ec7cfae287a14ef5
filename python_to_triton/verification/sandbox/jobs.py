"""The jobs of a server: it runs a candidate, or compiles its kernels. Replies are packed bytes."""

import contextlib
import io
import re
import types
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.sandbox.candidate import describe_error, load_candidate
from python_to_triton.verification.sandbox.fence import WatchedCall
from python_to_triton.verification.sandbox.launches import watched_launches
from python_to_triton.verification.sandbox.messages import pack
from python_to_triton.verification.sandbox.rules import SHARED_MEMORY, Refused

NEWEST_SHARED_MEMORY = SHARED_MEMORY[90]  # of an architecture that the table does not have


def refuse_text_of_tensor(tensor: Tensor, *_):
    """Replaces Tensor.__repr__, which gives host code the values without an operation that is dispatched."""
    raise Refused("reads a tensor as text", "run")


def shared_memory(arguments: Sequence, outputs: Any) -> list[tuple[int, int]]:
    """(output, argument) for every output that lies in an argument's memory."""
    storages = [
        value.untyped_storage().data_ptr() if isinstance(value, Tensor) else None for value in arguments
    ]
    results = outputs if isinstance(outputs, (tuple, list)) else [outputs]
    return [
        (index, storages.index(result.untyped_storage().data_ptr()))
        for index, result in enumerate(results)
        if type(result) is Tensor and result.numel() and result.untyped_storage().data_ptr() in storages
    ]


def run_once(
    entry: Callable, arguments: Sequence, device: str, run: Sequence, described: list | None = None
) -> tuple[int, list[tuple[int, int]], Any]:
    """One call of a candidate's host function: (launches, what shares memory, outputs).

    `run` holds the further arguments of WatchedCall. Raises Refused, or whatever the candidate raises.
    """
    watched = WatchedCall(device, *run)
    Tensor.__repr__ = Tensor.__format__ = Tensor.__str__ = refuse_text_of_tensor
    inputs = [watched.argument(value, index) for index, value in enumerate(arguments)]
    with watched_launches(watched, described), watched:
        outputs = entry(*inputs)
    if device != "cpu":
        torch.cuda.synchronize()
    if not watched.kernels_disabled:
        watched.check_fences()
    return watched.launches, shared_memory(inputs, outputs), outputs


def run_job(job: dict, arguments: Sequence, device: str) -> bytes:
    """Does every run of `job["runs"]`, each [index of its arguments, *further arguments of WatchedCall].

    The reply holds the launches and the outputs of each run; or "refused", why, and "run", which of them it
    was, -1 where the candidate could not be loaded.
    """
    described = [] if job["describe"] else None
    launches, shared, outputs = [], [], []
    current = -1
    try:
        entry = getattr(load_candidate(job["source"]), job["entry"])
        for number, (index, *run) in enumerate(job["runs"]):
            current = number
            count, aliases, output = run_once(entry, arguments[index], device, run, described)
            launches.append(count)
            shared.append(aliases)
            outputs.append(output)
        return pack({"launches": launches, "shared": shared, "described": described}, outputs)
    except Refused as refusal:
        reason = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        reason = describe_error(error)
    return pack({"refused": reason, "run": current}, ())


def compile_launch(module: types.ModuleType, described: dict, architecture: int) -> tuple[int, int]:
    """Compiles one launch that `describe_launch` described: (bytes of shared memory, bytes of registers
    spilled).
    """
    import triton.language as tl
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
    from triton.compiler import compile as triton_compile

    def constant(written):
        if "function" in written:
            return getattr(module, written["function"])
        return tl.str_to_ty(written["dtype"], None) if "dtype" in written else written["value"]

    kernel = getattr(module, described["kernel"])
    constants = {name: constant(written) for name, written in described["constants"].items()}
    signature = {name: described["types"].get(name, "constexpr") for name in kernel.arg_names}
    with contextlib.redirect_stdout(io.StringIO()) as log:  # where Triton prints what ptxas says
        built = triton_compile(
            ASTSource(fn=kernel, signature=signature, constexprs=constants),
            target=GPUTarget("cuda", architecture, 32),
            options=described["options"],
        )
    spilled = sum(int(size) for size in re.findall(r"(\d+) bytes spill", log.getvalue()))
    return built.metadata.shared, spilled


def compile_job(job: dict, arguments: Sequence) -> bytes:
    """Compiles every launch of `job["launches"]`, each [description, architecture]."""
    results = []
    for described, architecture in job["launches"]:
        try:
            shared, spilled = compile_launch(load_candidate(job["source"]), described, architecture)
            most = SHARED_MEMORY.get(architecture, NEWEST_SHARED_MEMORY)
            reason = (
                "" if shared <= most else f"{shared} bytes of shared memory; sm_{architecture} has {most}"
            )
            results.append({"ok": not reason, "reason": reason, "shared": shared, "spilled": spilled})
        except Exception as error:  # Triton's compiler fails in many types; the text goes to the caller
            results.append({"ok": False, "reason": describe_error(error), "shared": 0, "spilled": 0})
    return pack({"compiled": results}, ())
