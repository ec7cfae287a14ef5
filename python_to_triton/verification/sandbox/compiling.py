"""The jobs of the server that compiles: a candidate's launches for a GPU, on any machine. Replies are bytes.

A launch is lowered to Triton's own intermediate representation, where a kernel that is none fails; where its
blocks are so large that shared memory may not do, until that is allotted; on to the machine's code only where
that is wanted.
"""

import contextlib
import io
import math
import re
import types
from collections.abc import Sequence
from typing import Any

from python_to_triton.verification.sandbox.candidate import describe_error, kernel_of, load_candidate
from python_to_triton.verification.sandbox.messages import pack
from python_to_triton.verification.sandbox.rules import SHARED_MEMORY, TOO_MUCH_SHARED, refuse_ir

NEWEST_SHARED_MEMORY = SHARED_MEMORY[90]  # of an architecture that the table does not have
COPIES_IN_FLIGHT = 2  # loaded blocks of the largest size that a stage of a pipeline holds
CONTEXTS = []  # the compiler's, once there is one; forks share it
BLOCK_TYPE = re.compile(r"tensor<((?:\d+x)+)(?:!tt\.ptr<)?[a-z]+(\d*)")


def constant_of(module: types.ModuleType, written: dict) -> Any:
    """The compile-time constant that `descriptions.describe_constant` wrote."""
    import triton.language as tl

    if "function" in written:
        return kernel_of(getattr(module, written["function"]))
    if "tuple" in written:
        return tuple(constant_of(module, item) for item in written["tuple"])
    return tl.dtype(written["dtype"]) if "dtype" in written else written["value"]


def type_of(written: Any) -> Any:
    """Triton's type of an argument; a tuple comes as a list."""
    return tuple(map(type_of, written)) if isinstance(written, list) else written


def ast_source(module: types.ModuleType, described: dict) -> Any:
    """What Triton compiles of one launch that `descriptions.describe_launch` described."""
    from triton.compiler import ASTSource

    kernel = kernel_of(getattr(module, described["kernel"]))
    constants = {tuple(path): constant_of(module, written) for path, written in described["constants"]}
    signature = {name: type_of(written) for name, written in described["types"].items()}
    return ASTSource(fn=kernel, signature=signature, constexprs=constants)


def context_of(backend: Any) -> Any:
    """The compiler's context with all dialects, made once: it takes longer than a small kernel does."""
    from triton._C.libtriton import ir

    if not CONTEXTS:
        context = ir.context()
        ir.load_dialects(context)
        backend.load_dialects(context)
        CONTEXTS.append(context)
    return CONTEXTS[0]


def ptx_version(options: Any, architecture: int) -> int:
    """The version of PTX that Triton writes. A process asks ptxas once."""
    from triton.backends.nvidia.compiler import get_ptx_version_from_options

    return get_ptx_version_from_options(options, architecture)


class Lowering:
    """A launch in Triton's intermediate representation, for one architecture."""

    def __init__(self, source: Any, options: dict, architecture: int):
        """Raises what Triton's compiler raises."""
        from triton.backends.compiler import GPUTarget
        from triton.compiler import make_backend

        target = GPUTarget("cuda", architecture, 32)
        self.backend = make_backend(target)
        # Triton's checks of overflow are compiled out, but in its debug mode: a fifth of the time.
        settings = {**options, **source.parse_options(), "sanitize_overflow": False}
        self.options = self.backend.parse_options(settings)
        functions = self.backend.get_codegen_implementation(self.options)
        context = context_of(self.backend)
        modules = self.backend.get_module_map()
        self.language = source.language
        self.architecture = architecture
        self.module = source.make_ir(target, self.options, functions, modules, context)

    def shared_memory(self) -> int:
        """Bytes of shared memory that the launch takes: compiled until they are allotted, a tenth of the way
        to the machine's code. It takes the module with it.
        """
        from triton._C.libtriton import ir, nvidia, passes

        stages = {}
        self.backend.add_stages(stages, self.options, self.language)
        for stage in ("ttir", "ttgir"):
            self.module = stages[stage](self.module, {})
        manager = ir.pass_manager(self.module.context)
        passes.ttgpuir.add_combine_tensor_select_and_if(manager)
        passes.ttgpuir.add_allocate_warp_groups(manager)
        passes.convert.add_scf_to_cf(manager)
        passes.gluon.add_inliner(manager)
        version = ptx_version(self.options, self.architecture)
        nvidia.passes.ttgpuir.add_allocate_shared_memory_nv(manager, self.architecture, version)
        manager.run(self.module, "allocate_shared_memory")
        return self.module.get_int_attr("ttg.shared")


def largest_block(lowered: str) -> int:
    """Bytes of the largest block in Triton's intermediate representation."""
    blocks = set(BLOCK_TYPE.findall(lowered))
    sizes = [
        math.prod(map(int, sides.split("x")[:-1])) * max(1, int(bits or 64) // 8) for sides, bits in blocks
    ]
    return max(sizes, default=0)


def most_shared(lowered: str, stages: int) -> int:
    """Bytes of shared memory that a launch may take: what its pipeline loads, and one block that is
    rearranged.
    """
    loads = "\n".join(line for line in lowered.split("\n") if "load " in line or "gather " in line)
    return largest_block(loads) * COPIES_IN_FLIGHT * stages + largest_block(lowered)


def compile_to_machine_code(source: Any, options: dict, architecture: int) -> tuple[int, int]:
    """(bytes of shared memory, bytes of registers spilled) of a launch."""
    from triton.backends.compiler import GPUTarget
    from triton.compiler import compile as triton_compile

    with contextlib.redirect_stdout(io.StringIO()) as log:  # where Triton prints what ptxas says
        built = triton_compile(source, target=GPUTarget("cuda", architecture, 32), options=options)
    spilled = sum(int(size) for size in re.findall(r"(\d+) bytes spill", log.getvalue()))
    return built.metadata.shared, spilled


def compile_launch(module: types.ModuleType, described: dict, architecture: int, complete: bool) -> dict:
    """Compiles one launch: what the reply says of it. Raises what Triton's compiler raises.

    complete: to the machine's code in any case.
    """
    source, options = ast_source(module, described), described["options"]
    lowering = Lowering(source, options, architecture)
    lowered = str(lowering.module)
    most = SHARED_MEMORY.get(architecture, NEWEST_SHARED_MEMORY)
    shared, spilled = 0, 0
    refused = refuse_ir(lowered)
    stages = options.get("num_stages") or 3
    if complete:
        shared, spilled = compile_to_machine_code(source, options, architecture)
    elif most_shared(lowered, stages) > most:
        shared = lowering.shared_memory()
    if shared > most:
        refused = f"{shared} {TOO_MUCH_SHARED}; sm_{architecture} has {most}"
    return {"ok": not refused, "reason": refused, "shared": shared, "spilled": spilled}


def compile_job(job: dict, arguments: Sequence) -> bytes:
    """Compiles every launch of `job["launches"]`, each [description, architecture]."""
    results = []
    module = None
    for described, architecture in job["launches"]:
        try:
            module = module or load_candidate(job["source"])  # it may raise too
            results.append(compile_launch(module, described, architecture, job["complete"]))
        except Exception as error:  # Triton's compiler fails in many types; the text goes to the caller
            results.append({"ok": False, "reason": describe_error(error), "shared": 0, "spilled": 0})
    return pack({"compiled": results}, ())
