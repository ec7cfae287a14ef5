"""jobs."""

import ast
import builtins
import contextlib
import io
import linecache
import math
import os
import re
import sys
import types
import torch
from python_to_triton.verification.sandbox.interpreter import (
    LAUNCH_OPTIONS,
    MOST_PROGRAMS,
    Traffic,
    interpret,
    is_constexpr,
    rewrite_kernels,
    signature_of,
)
from python_to_triton.verification.sandbox.memory import Watch
from python_to_triton.verification.sandbox.messages import pack
from python_to_triton.verification.sandbox.words import HOST_BUILTINS, KERNEL_BUILTINS, Refused


TRITON_TYPES = {
    "float64": "fp64",
    "float32": "fp32",
    "float16": "fp16",
    "bfloat16": "bf16",
    "int64": "i64",
    "int32": "i32",
    "int16": "i16",
    "int8": "i8",
    "uint8": "u8",
    "bool": "i1",
}


def interpreting():
    return os.environ.get("TRITON_INTERPRET") == "1"


def kernel_class():
    """What @triton.jit makes in this process."""
    if interpreting():
        from triton.runtime.interpreter import InterpretedFunction

        return InterpretedFunction
    from triton.runtime import JITFunction

    return JITFunction


def check_passed(name, value, kinds):
    """A launch passes values. A function, a generator or a list of the host, or a tensor as a constant, would compute inside the kernel, unwatched."""
    if isinstance(value, tuple):
        for item in value:
            check_passed(name, item, kinds)
    elif not isinstance(value, kinds):
        raise TypeError(f"a kernel cannot take a {type(value).__name__} as `{name}`")


def bind(kernel, args, kwargs):
    """The arguments of a launch by name; TypeError where there is one that neither the kernel nor Triton knows, or takes."""
    import triton.language as tl

    signature = signature_of(kernel.fn)
    unknown = kwargs.keys() - signature.parameters.keys() - LAUNCH_OPTIONS
    if unknown:
        raise TypeError(f"{kernel.__name__} has no argument {', '.join(sorted(unknown))}")
    given = signature.bind(
        *args, **{name: value for name, value in kwargs.items() if name in signature.parameters}
    )
    given.apply_defaults()
    numbers = int, float, types.NoneType
    for name, value in given.arguments.items():
        constant = is_constexpr(signature.parameters[name])
        check_passed(
            name,
            value,
            (*numbers, str, tl.dtype, tl.constexpr, kernel_class()) if constant else (*numbers, torch.Tensor),
        )
    for name in kwargs.keys() & LAUNCH_OPTIONS:
        check_passed(name, kwargs[name], numbers)
    if kwargs.get("num_warps", 4) not in (1, 2, 4, 8, 16, 32):
        raise ValueError(f"no GPU runs {kwargs['num_warps']} warps")
    return given.arguments


def size_of(grid, given):
    """Three numbers of programs. A grid that is a function runs here, where host code is watched."""
    sizes = tuple(grid({**given}) if callable(grid) else grid)
    if not all(type(size) is int for size in sizes):
        raise TypeError(f"a grid of {', '.join(type(size).__name__ for size in sizes)}")
    sizes += (1,) * (3 - len(sizes))
    if len(sizes) > 3 or any(size > most for size, most in zip(sizes, MOST_PROGRAMS)):
        raise ValueError(f"no GPU has a grid of {sizes}")
    return sizes


def describe_launch(kernel, given, kwargs):
    """What compiling this launch needs: types of the arguments, values of the constants, options."""
    names = signature_of(kernel.fn).parameters
    types_, constants = {}, {}
    for name, value in given.items():
        if is_constexpr(names[name]):
            constants[name] = (
                {"function": value.__name__}
                if hasattr(value, "fn")
                else {"dtype": value.name}
                if hasattr(value, "primitive_bitwidth")
                else {"value": getattr(value, "value", value)}
            )
        elif (
            value is None or type(value) is int and value == 1
        ):  # a launch compiles a size of 1 in, as a constant
            constants[name] = {"value": value}
        elif isinstance(value, torch.Tensor):
            types_[name] = "*" + TRITON_TYPES[str(value.dtype)[6:]]
        else:
            types_[name] = (
                "i1"
                if isinstance(value, bool)
                else "fp32"
                if isinstance(value, float)
                else "i32"
                if -(2**31) <= value < 2**31
                else "i64"
            )
    options = {name: value for name, value in kwargs.items() if name in ("num_warps", "num_stages")}
    return {"kernel": kernel.__name__, "types": types_, "constants": constants, "options": options}


@contextlib.contextmanager
def launches_seen(watch, described):
    """While it lasts every launch is counted by `watch` and, where `described` is a list, described in it."""
    kind = kernel_class()
    run = kind.run

    def launch(kernel, *args, grid, warmup, **kwargs):
        given = bind(kernel, args, kwargs)
        sizes = size_of(grid, given)
        watch.launches += 1
        if described is not None and (form := describe_launch(kernel, given, kwargs)) not in described:
            described.append(form)
        if watch.idle:
            return None
        watch.in_kernel = True
        try:
            if interpreting():
                return interpret(
                    kernel, given, sizes, Traffic(watch.fences, watch.red) if watch.witnessed else None
                )
            return run(kernel, *args, grid=sizes, warmup=warmup, **kwargs)
        finally:
            watch.in_kernel = False

    kind.run = launch
    try:
        yield
    finally:
        kind.run = run


def load(source):
    """The candidate's functions. Triton asks `inspect` for their text, so the text goes where `inspect` looks."""
    import triton
    import triton.language as tl

    module = types.ModuleType("candidate")
    linecache.cache["<candidate>"] = (len(source), None, source.splitlines(keepends=True), "<candidate>")
    sys.modules["candidate"] = module
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    allowed = {
        name: getattr(builtins, name) for name in HOST_BUILTINS | KERNEL_BUILTINS | {"__import__"}
    }  # torch's C++ imports
    module.__dict__.update(torch=torch, triton=triton, tl=tl, math=math, __builtins__=allowed)
    if interpreting():
        rewrite_kernels(tree, module)
    exec(compile(tree, "<candidate>", "exec"), module.__dict__)
    if interpreting():
        kernels = [value for value in vars(module).values() if isinstance(value, kernel_class())]
        kernel_class().rewritten_fn.update({kernel.fn: kernel.fn for kernel in kernels})
    return module


def explain(error):
    """One line about an exception that a candidate raised, with its line in the candidate."""
    line, trace = 0, error.__traceback__
    while trace:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == "<candidate>" else line
        trace = trace.tb_next
    try:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        text = (
            text if len(text) <= 300 else f"{text[:60]} ... {text[-235:]}"
        )  # Triton's compiler tells the cause last
    except Refused as refusal:  # what it raised holds a tensor
        text = str(refusal)
    return f"line {line}: {text}" if line else text


def unreadable(tensor, *_):
    """In place of Tensor.__repr__, which hands the values to host code behind every dispatch mode's back."""
    raise Refused("reads a tensor as text", "run")


def run_once(entry, arguments, device, run, described=None):
    """One call of the candidate: (launches, outputs). Raises Refused, or whatever the candidate raises."""
    watch = Watch(device, *run)
    torch.Tensor.__repr__ = torch.Tensor.__format__ = torch.Tensor.__str__ = unreadable
    inputs = [watch.argument(value, index) for index, value in enumerate(arguments)]
    with launches_seen(watch, described), watch:
        outputs = entry(*inputs)
    if device != "cpu":
        torch.cuda.synchronize()
    if not watch.idle:
        watch.check_fences()
    return watch.launches, outputs


def answer(job, arguments, device):
    """Does a job inside the sandbox: every run of `job["runs"]`, [prompt, *arguments of Watch]. Returns packed bytes."""
    described = [] if job["describe"] else None
    launches, outputs, done = [], [], -1
    try:
        entry = getattr(load(job["source"]), job["entry"])
        for done, (prompt, *run) in enumerate(job["runs"]):
            count, output = run_once(entry, arguments[prompt], device, run, described)
            launches.append(count)
            outputs.append(output)
        return pack({"launches": launches, "described": described}, outputs)
    except Refused as refusal:
        why = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        why = explain(error)
    return pack({"refused": why, "run": done}, ())


SHARED_MEMORY = {
    80: 163 << 10,
    86: 99 << 10,
    89: 99 << 10,
    90: 227 << 10,
    100: 227 << 10,
}  # bytes a block may have


def compile_launch(module, form, arch):
    """Compiles one launch that `describe_launch` recorded: (shared bytes, spilled bytes)."""
    import triton.language as tl
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource, compile as triton_compile

    def constant(written):
        if "function" in written:
            return getattr(module, written["function"])
        return tl.str_to_ty(written["dtype"], None) if "dtype" in written else written["value"]

    kernel = getattr(module, form["kernel"])
    constants = {name: constant(written) for name, written in form["constants"].items()}
    signature = {name: form["types"].get(name, "constexpr") for name in kernel.arg_names}
    with contextlib.redirect_stdout(io.StringIO()) as log:  # where Triton prints what ptxas says
        built = triton_compile(
            ASTSource(fn=kernel, signature=signature, constexprs=constants),
            target=GPUTarget("cuda", arch, 32),
            options=form["options"],
        )
    spilled = sum(int(size) for size in re.findall(r"(\d+) bytes spill", log.getvalue()))
    return built.metadata.shared, spilled


def compile_job(job, arguments):
    """Compiles every launch of `job["launches"]` for every architecture, inside the sandbox. Returns packed bytes."""
    results = []
    for form, arch in job["launches"]:
        try:
            shared, spilled = compile_launch(load(job["source"]), form, arch)
            fits = shared <= SHARED_MEMORY.get(arch, 227 << 10)
            reason = "" if fits else f"{shared} bytes of shared memory; sm_{arch} has {SHARED_MEMORY[arch]}"
            results.append({"ok": fits, "reason": reason, "shared": shared, "spilled": spilled})
        except Exception as error:  # Triton's compiler fails in many types; the text goes to the caller
            results.append({"ok": False, "reason": explain(error), "shared": 0, "spilled": 0})
    return pack({"compiled": results}, ())
