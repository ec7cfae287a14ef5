"""The one judge of a Triton answer, and the sandbox that runs it.

    verdict = judge(candidate, reference, cases)       # does the source text `candidate` compute what `reference` does?

An answer is read first: host code may allocate, view and launch, nothing else (`check_source`). It then runs in a
process of its own, on memory that is poisoned and fenced, and sends back bytes. The judging process alone knows what
was expected: it holds the reference, draws the inputs and compares in float64. On a machine without a GPU the kernels
run in Triton's interpreter; `compile_kernels` says, separately, whether they compile for real ones.

Reading order: tolerance, the allow-list, messages, inside the sandbox, its server, its client, tasks, the verdict,
compilation, command line.
"""
import argparse
import ast
import atexit
import builtins
import contextlib
import ctypes
import functools
import gc
import hashlib
import inspect
import io
import json
import linecache
import math
import os
import re
import resource
import runpy
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import types
import warnings
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch
from torch.utils._python_dispatch import TorchDispatchMode


# ---- tolerance -------------------------------------------------------------------------------------------------

def judged(eager, exact):
    """Where both references are finite: what eager itself overflowed is not held against the answer."""
    return torch.isfinite(eager) & torch.isfinite(exact)


def loss(eager, exact):
    """max|eager - exact| and max|exact|, over finite entries: what eager loses, and out of how much."""
    if not eager.is_floating_point() or eager.numel() == 0:
        return 0.0, 0.0
    mask, exact = judged(eager, exact), exact.double()
    return (eager.double() - exact).abs().where(mask, 0.0).max().item(), exact.abs().where(mask, 0.0).max().item()


def allowance(eager, exact, lost=0.0):
    """The largest error that an answer may have: 2 max|eager - exact| + 4 eps max|exact|, over finite entries.

    `eager` is the reference at the working dtype, `exact` the reference in float64; integers allow nothing. `lost` is
    what eager was seen to lose on inputs of the same kind, where that is known.
    """
    lost_here, size = loss(eager, exact)
    return 2 * max(lost, lost_here) + 4 * torch.finfo(eager.dtype).eps * size if eager.is_floating_point() else 0.0


@dataclass(frozen=True)
class Comparison:
    """How far an answer is from the exact result, and how far it may be."""
    ok: bool
    reason: str       # empty where ok
    error: float      # max |ours - exact|
    allowance: float


def different(reason):
    return Comparison(False, reason, math.inf, 0.0)


def instead(mask, ours, exact):
    """The first place where `mask` holds, with what is there and what should be, as text."""
    place = tuple(mask.nonzero()[0].tolist())
    return f"{ours[place].item():.6g} instead of {exact[place].item():.6g} at {place}"


def compare_values(ours, eager, exact, lost):
    """One tensor of the right shape and dtype against the references."""
    if not eager.is_floating_point():
        if ours.dtype == torch.bool:  # a byte that is neither 0 nor 1 is memory that nobody wrote
            ours, eager, exact = ours.view(torch.uint8), eager.view(torch.uint8), exact.view(torch.uint8)
        wrong = (ours != eager) & (ours != exact)
        return different(instead(wrong, ours, exact)) if wrong.any() else Comparison(True, "", 0.0, 0.0)
    mask, allowed = judged(eager, exact), allowance(eager, exact, lost)
    wrong = mask & ~torch.isfinite(ours) | torch.isinf(exact) & (eager.double() == exact) & (ours.double() != exact)
    if wrong.any():
        return Comparison(False, instead(wrong, ours, exact), math.inf, allowed)
    errors = (ours.double() - exact).abs().where(mask, 0.0)
    error = errors.max().item()
    if error <= allowed:
        return Comparison(True, "", error, allowed)
    return Comparison(False, f"off by {error:.2g}, allowed {allowed:.2g}: {instead(errors == error, ours, exact)}", error, allowed)


def compare(ours, eager, exact, lost=0.0):
    """Judges an answer (a tensor, or a tuple of them) against the reference at its own dtype and in float64.

    Right means max|ours - exact| <= allowance(eager, exact) for every tensor, NaN only where `exact` has NaN, the
    same infinities, the reference's shape and dtype. Of a tuple the first tensor that fails is reported, else the worst.
    `lost` is as in `allowance`, or a tuple of such.
    """
    if isinstance(eager, (tuple, list)):
        if not isinstance(ours, (tuple, list)) or len(ours) != len(eager):
            found = f"{len(ours)} outputs" if isinstance(ours, (tuple, list)) else f"a {type(ours).__name__}"
            return different(f"returns {found} instead of {len(eager)} outputs")
        results = [compare(*four) for four in zip(ours, eager, exact, lost or [0.0] * len(eager))]
        for index, result in enumerate(results):
            if not result.ok:
                return Comparison(False, f"output {index}: {result.reason}", result.error, result.allowance)
        return max(results, key=lambda r: r.error / r.allowance if r.allowance else 0.0, default=Comparison(True, "", 0.0, 0.0))
    if type(ours) is not torch.Tensor:
        return different(f"returns a {type(ours).__name__} instead of a tensor")
    if ours.shape != eager.shape or ours.dtype != eager.dtype:
        return different(f"returns {tuple(ours.shape)} {ours.dtype} instead of {tuple(eager.shape)} {eager.dtype}")
    if ours.numel() == 0:
        return Comparison(True, "", 0.0, 0.0)
    return compare_values(ours, eager, exact.to(torch.float64) if eager.is_floating_point() else exact, lost)


# ---- the allow-list ----------------------------------------------------------------------------------------------

class Refused(Exception):
    """Why a candidate is no answer. `stage`: source, run, value or task."""

    def __init__(self, reason, stage="source"):
        super().__init__(reason)
        self.stage = stage


def refuse(node, why):
    raise Refused(f"line {getattr(node, 'lineno', 1)}: {why}")


def words(text):
    return frozenset(text.split())


@dataclass(frozen=True)
class Side:
    """What one kind of function may say. `calls` and `values` are keyed by the module they are found in, "" for methods."""
    name: str
    nodes: tuple
    builtins: frozenset
    calls: dict
    values: dict


MAX_SOURCE, MAX_DEPTH = 1 << 16, 200     # characters; nested syntax nodes
IMPORTS = {"torch": "torch", "triton": "triton", "triton.language": "tl", "math": "math"}
DTYPES = words("float64 float32 float16 bfloat16 int64 int32 int16 int8 uint8")
COMMON_NODES = (
    ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If,
    ast.Expr, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call, ast.keyword, ast.Constant, ast.Attribute,
    ast.Subscript, ast.Slice, ast.Name, ast.Tuple, ast.List, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
HOST = Side(
    "host code",
    COMMON_NODES + (ast.Dict, ast.Starred, ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.comprehension, ast.Break, ast.Continue),
    words("min max len range int float bool abs sum all any tuple list enumerate zip reversed sorted divmod round"),
    {"torch": words("empty empty_like empty_strided zeros zeros_like ones ones_like full full_like broadcast_shapes Size"),
     "triton": words("cdiv next_power_of_2"),
     "math": frozenset(name for name in dir(math) if name[0] != "_"),
     "tl": frozenset(),
     "": words("""
        numel nelement size stride dim ndimension element_size storage_offset is_contiguous is_floating_point new_empty
        new_empty_strided new_zeros new_ones new_full view view_as reshape reshape_as expand expand_as broadcast_to permute
        transpose t swapaxes swapdims movedim unsqueeze squeeze flatten unflatten ravel narrow select unfold diagonal
        as_strided split chunk unbind tensor_split detach append extend insert pop index count""")},
    {"torch": DTYPES | words("float double half int long bool Tensor"), "triton": frozenset(),
     "math": words("pi e tau inf nan"), "tl": DTYPES | words("constexpr"),
     "": words("shape dtype device ndim T mT itemsize is_cuda is_floating_point")})
KERNEL = Side(
    "a kernel",
    COMMON_NODES,
    words("min max abs range float int len bool"),
    {"torch": frozenset(), "math": frozenset(), "triton": words("cdiv next_power_of_2"),
     "tl": words("""
        abs add arange argmax argmin associative_scan assume atomic_add atomic_and atomic_cas atomic_max atomic_min atomic_or
        atomic_xchg atomic_xor broadcast broadcast_to cast cat cdiv ceil clamp constexpr cos cumprod cumsum debug_barrier div_rn
        dot erf exp exp2 expand_dims fdiv flip floor fma full gather histogram interleave join load log log2 max max_constancy
        max_contiguous maximum min minimum mul multiple_of num_programs permute philox program_id rand randint randn range
        ravel reduce reduce_or reshape rsqrt sigmoid sin softmax sort split sqrt sqrt_rn squeeze static_assert static_range store
        sub sum swizzle2d topk trans umulhi unsqueeze view where xor_sum zeros zeros_like"""),
     "tl.math": words("abs ceil cos div_rn erf exp exp2 fdiv floor fma log log2 rsqrt sin sqrt sqrt_rn umulhi"),
     "": words("""
        to cast reshape view trans permute broadcast_to expand_dims ravel split flip sum max min argmax argmin reduce cumsum
        cumprod associative_scan sort gather histogram sigmoid exp exp2 log log2 sin cos sqrt rsqrt erf abs ceil floor""")},
    {"torch": frozenset(), "math": frozenset(), "triton": frozenset(), "tl.math": frozenset(),
     "tl": DTYPES | words("int1 uint16 uint32 uint64 constexpr math"), "": words("shape dtype element_ty T value")})
TENSOR_FIELDS = words("shape dtype device ndim T mT numel stride size dim new_empty new_zeros contiguous view reshape")
MAKES_TENSOR = (HOST.calls["torch"] - {"broadcast_shapes", "Size"}) | words("""
    new_empty new_empty_strided new_zeros new_ones new_full view reshape expand permute transpose t unsqueeze squeeze flatten
    contiguous broadcast_to narrow select as_strided diagonal detach""")


def parse(candidate):
    """The syntax tree of a candidate; whatever cannot be one is Refused."""
    if len(candidate) > MAX_SOURCE:
        raise Refused(f"{len(candidate)} characters of source; {MAX_SOURCE} are the most")
    if candidate.splitlines() != candidate.removesuffix("\n").split("\n") and candidate:
        raise Refused("a control character: Python and Triton would count its lines differently")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a model's stray backslash is no news to the user
            tree = ast.parse(candidate)
    except SyntaxError as error:
        raise Refused(f"line {error.lineno or 1}: does not parse: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Refused(f"does not parse: {type(error).__name__}: {error}") from None
    level, depth = [tree], 0
    while level:
        level, depth = [child for node in level for child in ast.iter_child_nodes(node)], depth + 1
    if depth > MAX_DEPTH:
        raise Refused(f"nested {depth} deep; {MAX_DEPTH} is the most")
    return tree


def is_jit(function):
    return [ast.unparse(decorator) for decorator in function.decorator_list] == ["triton.jit"]


def is_literal(node):
    """A number, a string, None, -1, `tl.constexpr(1024)`."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) == "tl.constexpr" and len(node.args) == 1 and not node.keywords and is_literal(node.args[0])
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def is_constant(node):
    """`BLOCK = 1024`, `BLOCK: tl.constexpr = 1024`, `BLOCK = tl.constexpr(1024)`."""
    if isinstance(node, ast.AnnAssign):
        typed = ast.unparse(node.annotation) in ("tl.constexpr", "int", "float")
        return typed and isinstance(node.target, ast.Name) and node.value is not None and is_literal(node.value)
    return isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and is_literal(node.value)


def define(name, node, found):
    if name in found or name in IMPORTS.values() or "__" in name:
        refuse(node, f"defines `{name}`, which is taken")
    found[name] = node


def check_import(node):
    """Only torch, triton, triton.language as tl and math, under those names."""
    if isinstance(node, ast.ImportFrom):
        refuse(node, f"imports from {node.module}; only torch, triton, triton.language as tl and math may be imported")
    for name in node.names:
        if (name.asname or name.name) != IMPORTS.get(name.name):
            refuse(node, f"imports {name.name}; only torch, triton, triton.language as tl and math may be imported")


def definitions(tree):
    """The functions and the constants of a module, {name: node}; anything else at its top level is Refused."""
    found = {}
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            check_import(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        elif isinstance(node, ast.FunctionDef):
            if node.decorator_list and not is_jit(node):
                refuse(node, f"decorates `{node.name}` with something other than @triton.jit")
            define(node.name, node, found)
        elif is_constant(node):
            define(node.target.id if isinstance(node, ast.AnnAssign) else node.targets[0].id, node, found)
        else:
            refuse(node, f"{type(node).__name__} at the top level; only imports, functions and constants may stand there")
    return found


def parameters(function):
    arguments = function.args
    return arguments.posonlyargs + arguments.args + arguments.kwonlyargs + [a for a in (arguments.vararg, arguments.kwarg) if a]


def inside(function):
    """Every node of a function but its decorators."""
    return [node for part in (function.args, *function.body, function.returns) if part for node in ast.walk(part)]


def check_attribute(node, side, called):
    """`module.name` or `value.name` against the side's lists."""
    owner = ast.unparse(node.value) if isinstance(node.value, (ast.Name, ast.Attribute)) else ""
    module = owner if owner in side.calls else ""
    allowed = side.calls[module] if called else side.values[module]
    if node.attr in allowed and isinstance(node.ctx, ast.Load):
        return
    dotted = ast.unparse(node)[:80]
    what = f"`{dotted}`" if dotted.split(".")[0] in IMPORTS.values() else f"`.{node.attr}`"
    if side is HOST:
        refuse(node, f"{what} in host code, which may only allocate, view, read shapes and launch")
    refuse(node, f"{what} is not among what a kernel may use")


def check_names(nodes, side, known):
    """Every name is local, defined in this source, or on the side's list; modules are only looked into."""
    looked_into = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        name = getattr(node, "id", None) or getattr(node, "arg", None)
        if not isinstance(name, str):
            continue
        binds = isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", None), ast.Store)
        if "__" in name or binds and name in IMPORTS.values():
            refuse(node, f"the name `{name}` is not allowed")
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            if name in side.calls and id(node) not in looked_into or name not in known:
                refuse(node, f"the name `{name}` means nothing in {side.name}, or is not allowed there")


def check_calls(nodes, side, module, contiguous):
    """Only listed functions, functions of this source, and launches are called."""
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and id(node) not in contiguous:
            check_attribute(node, side, id(node) in called)
        if not isinstance(node, ast.Call) or isinstance(node.func, ast.Attribute):
            continue
        function = node.func.value if isinstance(node.func, ast.Subscript) else node.func
        target = module.get(function.id) if isinstance(function, ast.Name) else None
        if isinstance(node.func, ast.Subscript):
            if side is KERNEL or not (isinstance(target, ast.FunctionDef) and is_jit(target)):
                refuse(node, "launches something that is not a @triton.jit function of this source")
        elif isinstance(target, ast.FunctionDef):
            if is_jit(target) is not (side is KERNEL):
                refuse(node, f"{side.name} calls `{function.id}`, which runs on the other side")
        elif not isinstance(function, ast.Name) or function.id not in side.builtins:
            refuse(node, f"{side.name} calls `{ast.unparse(function)[:60]}`")


def tensor_names(function, nodes):
    """The names that can only hold tensors: arguments used as such, and what allocations and views are bound to."""
    def tensor_like(value):
        return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in MAKES_TENSOR

    used = {node.value.id for node in nodes
            if isinstance(node, ast.Attribute) and node.attr in TENSOR_FIELDS and isinstance(node.value, ast.Name)}
    names = {argument.arg for argument in parameters(function)} & used
    assigned = [(target.id, node.value) for node in nodes if isinstance(node, ast.Assign)
                for target in node.targets if isinstance(target, ast.Name)]
    names |= {name for name, value in assigned if tensor_like(value)}
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return names - {name for name, value in assigned if not tensor_like(value)} - (stored - {name for name, _ in assigned})


def check_arithmetic(function, nodes):
    """`x * y` and `x[0] = y` are torch's work where x is a tensor. What this misses, the sandbox sees at run time."""
    tensors = tensor_names(function, nodes)
    for node in nodes:
        if isinstance(node, ast.BinOp):
            operands = [node.left, node.right]
        elif isinstance(node, ast.Compare) and not all(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops):
            operands = [node.left, *node.comparators]
        else:
            operands = [node.operand] if isinstance(node, ast.UnaryOp) else []
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            operands = [t.value for t in targets if isinstance(t, ast.Subscript)] + (targets if isinstance(node, ast.AugAssign) else [])
        for operand in operands:
            if isinstance(operand, ast.Name) and operand.id in tensors:
                refuse(node, f"torch computes on the tensor `{operand.id}` outside a kernel")


def contiguous_calls(function, nodes):
    """The ids of `.contiguous` in statements `x = x.contiguous()` where x is an argument: a copy at run time is Refused."""
    arguments = {argument.arg for argument in parameters(function)}
    found = set()
    for node in nodes:
        if not isinstance(node, ast.Assign):
            continue
        target, value = node.targets[0], node.value
        both_tuples = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        for name, call in zip(target.elts, value.elts) if both_tuples else [(target, value)]:
            if isinstance(name, ast.Name) and name.id in arguments and ast.unparse(call) == f"{name.id}.contiguous()":
                found.add(id(call.func))
    return found


def check_text(kernel, lines):
    """Triton's interpreter finds a kernel again by its text, from the last line that begins with `def`: it must be the only one."""
    if lines[kernel.decorator_list[0].lineno - 1] != "@triton.jit" or not lines[kernel.lineno - 1].startswith("def "):
        refuse(kernel, f"`{kernel.name}` must begin with the lines `@triton.jit` and `def {kernel.name}(`")
    for line in lines[kernel.lineno:kernel.end_lineno]:
        if line.strip().startswith(("def ", "@")):
            refuse(kernel, f"`{kernel.name}` holds a line of text that reads as another definition")


def check_function(function, module):
    """One function of a candidate against the list of its side."""
    side = KERNEL if is_jit(function) else HOST
    nodes = inside(function)
    for node in nodes:
        if not isinstance(node, side.nodes) or isinstance(node, ast.FunctionDef):
            refuse(node, f"{type(node).__name__} is not allowed in {side.name}")
        if isinstance(node, ast.Expr) and not isinstance(node.value, (ast.Call, ast.Constant)):
            refuse(node, "a statement that does nothing")
    for default in function.args.defaults + [d for d in function.args.kw_defaults if d]:
        if not is_literal(default):
            refuse(default, "a default value that is no constant could keep state between calls")
    local = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    local |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    check_names(nodes, side, local | set(module) | side.builtins | set(IMPORTS.values()))
    check_calls(nodes, side, module, contiguous_calls(function, nodes))
    if side is HOST:
        check_arithmetic(function, nodes)
        return
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "dot":
            precision = [ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg == "input_precision"]
            if precision != ["'ieee'"]:
                refuse(node, "tl.dot without input_precision=\"ieee\" is silently TF32 on a GPU")


def check_source(candidate, entry="translated"):
    """Reads a candidate without running it; raises Refused with the line and the reason.

    Host functions may allocate, view, read shapes, compute on integers and launch; `@triton.jit` functions may use the
    part of `triton.language` that computes. `entry` is the host function that gets the inputs.
    """
    module = definitions(parse(candidate))
    functions = [node for node in module.values() if isinstance(node, ast.FunctionDef)]
    if not any(is_jit(function) for function in functions):
        raise Refused("defines no @triton.jit kernel")
    if not isinstance(module.get(entry), ast.FunctionDef) or is_jit(module[entry]):
        raise Refused(f"defines no host function `{entry}`")
    lines = candidate.split("\n")
    for function in functions:
        check_function(function, module)
        if is_jit(function):
            check_text(function, lines)
    if not any(isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript)
               for function in functions if not is_jit(function) for node in inside(function)):
        raise Refused("launches no kernel")


# ---- messages: JSON and raw bytes, nothing that could run ---------------------------------------------------------

WIRE_DTYPES = {str(dtype)[6:]: dtype for dtype in (
    torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8,
    torch.uint8, torch.bool)}
FRAME = struct.Struct(">QQ")   # lengths of the JSON and of the tensors' bytes that follow


def span(shape, stride):
    """How many elements lie between the first and the last of a strided tensor, both included."""
    return 0 if 0 in shape else 1 + sum((n - 1) * step for n, step in zip(shape, stride))


def encode(value, chunks):
    """`value` (a tensor, a number, a string, None, nested tuples of them) as JSON; the bytes of tensors join `chunks`."""
    if type(value) is torch.Tensor:
        name = str(value.dtype)[6:]
        if name not in WIRE_DTYPES or value.layout is not torch.strided:
            raise Refused(f"a {value.layout} tensor of {name} is not supported", "run")
        value = value.detach().cpu()
        count = span(value.shape, value.stride())
        chunks.append(value.as_strided((count,), (1,)).view(torch.uint8).numpy().tobytes())
        return {"dtype": name, "shape": list(value.shape), "stride": list(value.stride())}
    if isinstance(value, (tuple, list)):
        return [encode(item, chunks) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"value": value}
    raise Refused(f"a {type(value).__name__} stands where a tensor is expected", "run")


def decode(form, data, position=0):
    """What `encode` wrote and the position after it: nothing is executed, every size is checked."""
    if isinstance(form, list):
        items = []
        for item in form:
            value, position = decode(item, data, position)
            items.append(value)
        return tuple(items), position
    if "value" in form:
        return form["value"], position
    dtype, shape, stride = WIRE_DTYPES[form["dtype"]], form["shape"], form["stride"]
    if len(shape) != len(stride) or not all(type(n) is int and 0 <= n < 2**48 for n in shape + stride):
        raise ValueError(f"no tensor has shape {shape} and strides {stride}")
    end = position + span(shape, stride) * dtype.itemsize
    if end > len(data):
        raise ValueError(f"{end - position} bytes announced, {len(data) - position} there")
    if end == position:
        return torch.empty(shape, dtype=dtype), end
    flat = torch.frombuffer(data, dtype=torch.uint8, count=end - position, offset=position).clone().view(dtype)
    return flat.as_strided(shape, stride), end


def pack(message, value):
    """One message as bytes: `message` must be plain JSON, `value` is what `encode` takes."""
    chunks = []
    text = json.dumps(message | {"tensors": encode(value, chunks)}).encode()
    return b"".join([FRAME.pack(len(text), sum(map(len, chunks))), text, *chunks])


def unpack(data):
    """(message, value) of one packed message; ValueError where it is not one."""
    try:
        first = FRAME.size
        length, size = FRAME.unpack_from(data)
        if len(data) != first + length + size:
            raise ValueError(f"{len(data)} bytes instead of {first + length + size}")
        message = json.loads(bytes(data[first:first + length]))
        return message, decode(message.pop("tensors"), bytearray(data[first + length:]))[0]
    except (struct.error, KeyError, TypeError, AttributeError, RuntimeError, RecursionError) as error:
        raise ValueError(f"not a message: {type(error).__name__}: {error}") from error


# ---- inside the sandbox: poisoned memory, counted launches ----------------------------------------------------------

RED = 1 << 15                # bytes of red zone on either side of every buffer
POISONS = (-0x80, 0x7B7B7B00)   # 32-bit words: every float dtype reads the first as NaN, the second as a large number
EMPTY = words("empty empty_like empty_strided new_empty new_empty_strided")
FILLED = words("zeros zeros_like ones ones_like full full_like new_zeros new_ones new_full")
COPIES = words("clone")


class Watch(TorchDispatchMode):
    """One call of a candidate's entry: hands out poisoned, fenced memory and Refuses every op that computes."""

    def __init__(self, device, poison, idle, copies):
        super().__init__()
        self.device, self.poison, self.copies = device, poison, copies
        self.idle = idle             # launches are counted, and do nothing
        self.launches, self.in_kernel = 0, False
        self.fences = []             # (what, all bytes of its storage, their poison, what they were if they may not change)

    @classmethod
    def _should_skip_dynamo(cls):
        return False   # else PyTorch imports its compiler for us: a second more to start, 100 MB more to fork

    def word(self):
        """The poison of the next buffer. No two share one: a red zone copied into another would not be seen."""
        return self.poison + 1 + len(self.fences) % 120

    def carve(self, shape, stride, dtype, device):
        """A tensor in the middle of a fresh storage full of poison, and the bytes of that storage."""
        size = span(shape, stride) * dtype.itemsize
        raw = torch.full((2 * RED + size + 3 >> 2,), self.word(), dtype=torch.int32, device=device).view(torch.uint8)
        tensor = torch.empty(0, dtype=dtype, device=device)
        return tensor.set_(raw.untyped_storage(), RED // dtype.itemsize, shape, stride), raw[:2 * RED + size]

    def argument(self, value, index):
        """A fenced copy of one argument on the device, at a fresh address."""
        if not isinstance(value, torch.Tensor):
            return value
        tensor, raw = self.carve(value.shape, value.stride(), value.dtype, self.device)
        count = (span(value.shape, value.stride()),)
        tensor.as_strided(count, (1,)).copy_(value.as_strided(count, (1,)))
        self.fences.append((f"argument {index}", raw, self.word(), raw.clone()))
        return tensor

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {})) if self.in_kernel or self.allows(func) else None
        name = func.overloadpacket.__name__
        if not self.in_kernel and name in EMPTY | FILLED:
            fenced, raw = self.carve(result.shape, result.stride(), result.dtype, result.device)
            self.fences.append((f"allocation {len(self.fences)}", raw, self.word(), None))
            result = fenced.copy_(result) if name in FILLED else fenced
        return result

    def allows(self, func):
        name, returns = func.overloadpacket.__name__, func._schema.returns
        is_view = returns and all(value.alias_info is not None and not value.alias_info.is_write for value in returns)
        if is_view or not func._schema.is_mutable and name in EMPTY | FILLED or self.copies and name in COPIES:
            return True
        raise Refused(f"torch computes aten.{name} outside a kernel", "run")

    def check_fences(self):
        """Refused where a kernel wrote beside its buffers or into its arguments."""
        for what, raw, word, before in self.fences:
            fence = torch.full((RED // 4 + 1,), word, dtype=torch.int32, device=raw.device).view(torch.uint8)
            odd = len(raw) % 4
            if not torch.equal(raw[:RED], fence[:RED]) or not torch.equal(raw[-RED:], fence[odd:odd + RED]):
                raise Refused(f"writes outside {what}", "run")
            if before is not None and not torch.equal(raw, before):
                raise Refused(f"changes {what}", "run")


TRITON_TYPES = {"float64": "fp64", "float32": "fp32", "float16": "fp16", "bfloat16": "bf16", "int64": "i64", "int32": "i32",
                "int16": "i16", "int8": "i8", "uint8": "u8", "bool": "i1"}


def describe_launch(kernel, args, kwargs):
    """What compiling this launch needs: types of the arguments, values of the constants, options."""
    names = inspect.signature(kernel.fn).parameters
    given = inspect.signature(kernel.fn).bind(*args, **{k: v for k, v in kwargs.items() if k in names})
    given.apply_defaults()
    types_, constants = {}, {}
    for name, value in given.arguments.items():
        if "constexpr" in str(names[name].annotation):
            constants[name] = {"function": value.__name__} if hasattr(value, "fn") else \
                {"dtype": value.name} if hasattr(value, "primitive_bitwidth") else {"value": getattr(value, "value", value)}
        elif value is None:
            constants[name] = {"value": None}
        elif isinstance(value, torch.Tensor):
            types_[name] = "*" + TRITON_TYPES[str(value.dtype)[6:]]
        else:
            types_[name] = "i1" if isinstance(value, bool) else "fp32" if isinstance(value, float) else \
                "i32" if -2**31 <= value < 2**31 else "i64"
    options = {name: value for name, value in kwargs.items() if name in ("num_warps", "num_stages")}
    return {"kernel": kernel.__name__, "types": types_, "constants": constants, "options": options}


def kernel_class():
    """What @triton.jit makes in this process."""
    if os.environ.get("TRITON_INTERPRET") == "1":
        from triton.runtime.interpreter import InterpretedFunction
        return InterpretedFunction
    from triton.runtime import JITFunction
    return JITFunction


@contextlib.contextmanager
def launches_seen(watch, described):
    """While it lasts every launch is counted by `watch` and, where `described` is a list, described in it."""
    kind = kernel_class()
    run = kind.run

    def launch(kernel, *args, grid, warmup, **kwargs):
        watch.launches += 1
        if described is not None and (form := describe_launch(kernel, args, kwargs)) not in described:
            described.append(form)
        if watch.idle:
            return None
        watch.in_kernel = True
        try:
            return run(kernel, *args, grid=grid, warmup=warmup, **kwargs)
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
    allowed = {name: getattr(builtins, name) for name in HOST.builtins | KERNEL.builtins | {"__import__"}}  # torch's C++ imports
    module.__dict__.update(torch=torch, triton=triton, tl=tl, math=math, __builtins__=allowed)
    exec(compile(tree, "<candidate>", "exec"), module.__dict__)
    return module


def explain(error):
    """One line about an exception that a candidate raised, with its line in the candidate."""
    line, trace = 0, error.__traceback__
    while trace:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == "<candidate>" else line
        trace = trace.tb_next
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return f"line {line}: {text}" if line else text


def run_once(entry, arguments, device, poison, idle, copies, described=None):
    """One call of the candidate: (launches, outputs). Raises Refused, or whatever the candidate raises."""
    watch = Watch(device, poison, idle, copies)
    inputs = [watch.argument(value, index) for index, value in enumerate(arguments)]
    with launches_seen(watch, described), watch:
        outputs = entry(*inputs)
    if device != "cpu":
        torch.cuda.synchronize()
    watch.check_fences()
    return watch.launches, outputs


def answer(job, arguments, device):
    """Does a job inside the sandbox: every run of `job["runs"]` = [question, poison, idle, copies]. Returns packed bytes."""
    described = [] if job["describe"] else None
    launches, outputs, done = [], [], -1
    try:
        entry = getattr(load(job["source"]), job["entry"])
        for done, (question, poison, idle, copies) in enumerate(job["runs"]):
            count, output = run_once(entry, arguments[question], device, poison, idle, copies, described)
            launches.append(count)
            outputs.append(output)
        return pack({"launches": launches, "described": described}, outputs)
    except Refused as refusal:
        why = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        why = explain(error)
    return pack({"refused": why, "run": done}, ())


SHARED_MEMORY = {80: 163 << 10, 86: 99 << 10, 89: 99 << 10, 90: 227 << 10, 100: 227 << 10}   # bytes a block may have


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
    with contextlib.redirect_stdout(io.StringIO()) as log:   # where Triton prints what ptxas says
        built = triton_compile(ASTSource(fn=kernel, signature=signature, constexprs=constants),
                               target=GPUTarget("cuda", arch, 32), options=form["options"])
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


# ---- the sandbox's server: one process that has everything imported, and a fork of it per candidate ------------------

@dataclass(frozen=True)
class Limits:
    """What one candidate may use, over all the inputs that it is judged on."""
    seconds: float = 20.0          # wall clock
    memory: int = 4 << 30          # bytes, beyond what the warm process maps
    output: int = 256 << 20        # bytes of answers


CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
NOBODY = 65534


def libc():
    return ctypes.CDLL(None, use_errno=True)


def leave_network():
    """Moves into a network namespace without interfaces; false where the kernel grants none. The allow-list knows no socket anyway."""
    return libc().unshare(CLONE_NEWNET) == 0 or libc().unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0


def bound(limits):
    """Sets hard resource limits {RLIMIT: number} on this process, never above what it has."""
    for name, most in limits.items():
        hard = resource.getrlimit(name)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(name, (most, most))


def confine(limits, kind):
    """What a forked child puts on before it touches a candidate. One that compiles must start ptxas and write its files."""
    os.setsid()
    libc().prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    bound({resource.RLIMIT_CPU: math.ceil(limits["seconds"]) + 1, resource.RLIMIT_AS: mapped + limits["memory"]})
    if kind == "compile":
        return
    bound({resource.RLIMIT_FSIZE: 0, resource.RLIMIT_NPROC: 0})
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):  # in a user namespace there may be nobody else to become
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)


def children():
    """The processes whose parent is this one: orphans of a candidate too, since this is their subreaper."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended while we looked
            if int(stat.read_text().rpartition(")")[2].split()[1]) == os.getpid():
                found.append(int(stat.parent.name))
    return found


def reap():
    """Ends and collects everything that a candidate left behind, however it detached itself."""
    with contextlib.suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for pid in children():
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.001)


def supervise(child, seconds):
    """Waits for the child, at most `seconds`; then nothing of it is left. Returns {"exit": status} or {"timeout": true}."""
    deadline = time.monotonic() + seconds
    pid, status = os.waitpid(child, os.WNOHANG)
    while pid == 0 and (left := deadline - time.monotonic()) > 0:
        signal.sigtimedwait([signal.SIGCHLD], left)
        pid, status = os.waitpid(child, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    reap()
    return {"exit": os.waitstatus_to_exitcode(status)} if pid else {"timeout": True}


def receive_exactly(connection, size):
    data = bytearray()
    while len(data) < size:
        part = connection.recv(min(size - len(data), 1 << 20))
        if not part:
            raise EOFError("the other side closed the connection")
        data += part
    return data


def write_all(pipe, data):
    """`data` into a pipe; a reader that went away (too much output) is no error of ours."""
    view = memoryview(data)
    with contextlib.suppress(BrokenPipeError):
        while view:
            view = view[os.write(pipe, view):]
    os.close(pipe)


WARM_UP = """
@triton.jit
def warm_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + offsets, tl.exp(x - tl.max(x, axis=0)) / tl.sum(x * x, axis=0), mask=offsets < n)


def translated(x):
    y = torch.empty_like(x)
    warm_kernel[(triton.cdiv(x.numel(), 32),)](x, y, x.numel(), BLOCK=32)
    return y
"""


def warm_up(device):
    """Runs one kernel, and on the CPU does once, before any fork, what the interpreter would do again in every candidate."""
    job = {"source": WARM_UP, "entry": "translated", "describe": False, "runs": [[0, POISONS[0], False, False]]}
    message, _ = unpack(answer(job, [(torch.ones(3, 7),)], device))
    if "refused" in message:
        raise RuntimeError(f"no kernel runs on {device}: {message['refused']}")
    if device != "cpu":
        return
    import numpy
    import triton.language as tl
    from triton.runtime import interpreter

    numpy.seterr(all="ignore")
    for function in vars(tl.standard).values():
        if isinstance(function, interpreter.InterpretedFunction):
            function.rewrite()
    interpreter._patch_lang(sys.modules["candidate"].warm_kernel.fn)   # once for all; a launch spends half its time on this
    interpreter._patch_lang = lambda function: types.SimpleNamespace(restore=lambda: None)
    tl.tensor.__index__ = lambda self: int(self.handle.data.squeeze())  # as in Triton 3.7; 3.6 fails with numpy 2.4 in `range(n)`
    gc.collect()
    gc.freeze()   # collections in the forks need not touch, and so copy, these pages


def work_of(kind):
    """The function that does the jobs of a server: job, arguments -> packed bytes."""
    return compile_job if kind == "compile" else functools.partial(answer, device=kind)


def serve(kind, control):
    """Does jobs until the judging process closes `control`. A job: a frame with the pipe for the reply, then a message.

    kind: "cpu" and "compile" fork for every job; "cuda" and "cuda:1" do it here, since a CUDA context does not survive a
    fork, and leave the time limit to the judging process.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    libc().prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    offline = leave_network()
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    bound({resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 1 << 28})
    libc().prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if ":" in kind:
        torch.cuda.set_device(kind)
    if kind != "compile":
        warm_up(kind)
    work, forks = work_of(kind), kind in ("cpu", "compile")
    control.sendall(json.dumps({"offline": offline}).encode() + b"\n")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())   # what candidates make numpy or CUDA say
    while True:
        try:
            head, pipes, _, _ = socket.recv_fds(control, FRAME.size, 1)
            size, _ = FRAME.unpack(head)
            data = receive_exactly(control, size)
        except (EOFError, struct.error):   # the judging process is gone, killed perhaps: nobody else tidies up
            shutil.rmtree(Path.cwd(), ignore_errors=True)
            return
        job, arguments = unpack(data)
        status = {"exit": 0}
        child = os.fork() if forks else None
        if child is None:
            write_all(pipes[0], work(job, arguments))
            torch.cuda.synchronize()   # raises, and so ends this worker, where a kernel has spoilt the CUDA context
        elif child == 0:
            try:
                control.close()
                confine(job["limits"], kind)
                write_all(pipes[0], work(job, arguments))
            finally:
                os._exit(0)   # no reply is an answer too; this fork must never come back to the loop
        else:
            os.close(pipes[0])
            status = supervise(child, job["limits"]["seconds"])
        control.sendall(json.dumps(status).encode() + b"\n")


# ---- the sandbox as the judging process sees it ---------------------------------------------------------------------

START_SECONDS, GRACE_SECONDS = 180.0, 5.0
INHERITED = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "LANG", "CC",
             "TRITON_LIBCUDA_PATH", "TRITON_PTXAS_PATH")


def environment(kind, folder):
    """What a server sees of our environment: where to find libraries, and no secrets."""
    ours = {name: os.environ[name] for name in INHERITED if name in os.environ}
    ours |= {"HOME": folder, "TMPDIR": folder, "TRITON_CACHE_DIR": f"{folder}/cache", "PYTHONDONTWRITEBYTECODE": "1"}
    ours |= {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    if kind == "cpu":
        ours |= {"TRITON_INTERPRET": "1", "CUDA_VISIBLE_DEVICES": ""}
    if kind == "compile":
        ours |= {"TRITON_DUMP_PTXAS_LOG": "1", "CUDA_VISIBLE_DEVICES": ""}
    return ours


class Sandbox:
    """A server of one kind (cpu, compile, cuda, cuda:1) and the way to it. After a failure it is closed, never reused."""

    def __init__(self, kind):
        self.kind = kind
        self.folder = tempfile.mkdtemp(prefix="candidate-")
        os.chmod(self.folder, 0o755)   # a candidate is nobody, and may see that its folder is empty
        self.control, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).resolve()), "--serve", kind, str(theirs.fileno())], cwd=self.folder,
            env=environment(kind, self.folder), pass_fds=[theirs.fileno()], start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        theirs.close()
        try:
            self.offline = self.status(time.monotonic() + START_SECONDS)["offline"]
        except (OSError, EOFError, ValueError):
            self.close()
            reason = self.process.stderr.read().decode(errors="replace").strip().split("\n")[-1]
            raise RuntimeError(f"the {kind} sandbox does not start: {reason}") from None
        finally:
            self.process.stderr.close()

    def status(self, deadline):
        """The next line from the server."""
        line = bytearray()
        while not line.endswith(b"\n"):
            self.control.settimeout(max(0.001, deadline - time.monotonic()))
            line += receive_exactly(self.control, 1)
        return json.loads(line)

    def reply(self, pipe, deadline, most):
        """Everything that comes out of the pipe, until nobody holds its other end."""
        data = bytearray()
        while len(data) <= most:
            if not select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError
            part = os.read(pipe, 1 << 20)
            if not part:
                return data
            data += part
        raise Refused(f"answers with more than {most} bytes", "run")

    def run(self, job, arguments, limits):
        """Does one job: (message, value) that came back. Raises Refused with what went wrong; then this sandbox is closed."""
        job = job | {"limits": asdict(limits)}
        data = pack(job, arguments)
        deadline = time.monotonic() + limits.seconds + (GRACE_SECONDS if self.kind in ("cpu", "compile") else 0.0)
        reader, writer = os.pipe()
        try:
            self.control.settimeout(max(GRACE_SECONDS, limits.seconds))
            try:
                socket.send_fds(self.control, [FRAME.pack(len(data), 0)], [writer])
            finally:
                os.close(writer)
            self.control.sendall(data)
            back = self.reply(reader, deadline, limits.output + (1 << 20))
            status = self.status(deadline + GRACE_SECONDS)
        except TimeoutError:
            self.close()
            raise Refused(f"runs longer than {limits.seconds:g} s", "run") from None
        except (OSError, EOFError):
            self.close()
            raise Refused("takes its worker down (an illegal address, most likely)", "run") from None
        except Refused:
            self.close()
            raise
        finally:
            os.close(reader)
        return self.understand(back, status, limits)

    def understand(self, back, status, limits):
        if status.get("timeout"):
            raise Refused(f"runs longer than {limits.seconds:g} s", "run")
        code = status["exit"]
        if code < 0:
            raise Refused(f"dies of {signal.Signals(-code).name}", "run")
        if not back:
            raise Refused("ends without an answer (out of memory, most likely)", "run")
        try:
            return unpack(back)
        except ValueError as error:
            raise Refused(f"answers with something unreadable: {error}", "run") from None

    def close(self):
        """Ends the server and with it every candidate; closing twice is fine."""
        self.control.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


IDLE = {}   # kind -> warm sandboxes that nobody uses; as many as there were judges at work at once


def forget():
    """A forked copy of the judging process must not talk to its parent's servers."""
    for sandboxes in IDLE.values():
        for sandbox in sandboxes:
            sandbox.control.close()
    IDLE.clear()


def close_sandboxes():
    """Ends every warm sandbox; the next judgement starts a new one."""
    for sandboxes in IDLE.values():
        while sandboxes:
            sandboxes.pop().close()


os.register_at_fork(after_in_child=forget)
atexit.register(close_sandboxes)


def in_sandbox(kind, job, arguments, limits):
    """`Sandbox.run` in a warm sandbox of that kind, started if none is free."""
    idle = IDLE.setdefault(kind, [])
    try:
        sandbox = idle.pop()
    except IndexError:
        sandbox = Sandbox(kind)
    try:
        return sandbox.run(job, arguments, limits)
    finally:
        if sandbox.control.fileno() >= 0:
            idle.append(sandbox)


# ---- tasks: what is asked, and what the reference says ----------------------------------------------------------------

ROW = 1e4
MISFITS = (RuntimeError, ValueError, IndexError, TypeError, AssertionError, ArithmeticError, NotImplementedError)


@dataclass(frozen=True)
class Question:
    """One set of inputs with what PyTorch makes of it."""
    label: str
    arguments: tuple
    eager: object     # the reference at the working dtype
    exact: object     # the reference in float64
    base: bool        # given by the caller, not derived


def tensors_in(value):
    """All tensors of an output, a tensor or nested tuples of them."""
    if isinstance(value, (tuple, list)):
        return [tensor for item in value for tensor in tensors_in(item)]
    return [value] if isinstance(value, torch.Tensor) else []


def is_float(value):
    return isinstance(value, torch.Tensor) and value.is_floating_point()


def settled(value):
    """An output, detached and on the CPU."""
    if isinstance(value, (tuple, list)):
        return tuple(map(settled, value))
    return value.detach().cpu() if isinstance(value, torch.Tensor) else value


def pose(label, reference, arguments, base=False):
    """The question with the reference's two answers to it, on copies, so that no reference can change the inputs."""
    with torch.no_grad(), torch.backends.cudnn.flags(allow_tf32=False):
        eager = reference(*[a.clone() if isinstance(a, torch.Tensor) else a for a in arguments])
        exact = reference(*[a.double() if is_float(a) else a.clone() if isinstance(a, torch.Tensor) else a for a in arguments])
    return Question(label, arguments, settled(eager), settled(exact), base)


def mostly_finite(question):
    pairs = zip(tensors_in(question.eager), tensors_in(question.exact))
    return all(not e.is_floating_point() or e.numel() == 0 or judged(e, x).double().mean() >= 0.5 for e, x in pairs)


def redraw(value, generator):
    """Other data of the same kind: drawn with replacement from the tensor's own values, so that its domain is kept.

    Integers are often positions that must differ along some dimension. A matrix of them has its rows and columns
    permuted as wholes, which keeps that; a vector whose elements all differ is permuted, and a sorted one stays sorted.
    """
    if not isinstance(value, torch.Tensor) or value.numel() < 2:
        return value
    integers = not value.is_floating_point() and value.dtype != torch.bool
    if integers and value.dim() > 1:
        rows, columns = (torch.randperm(value.shape[dim], generator=generator).to(value.device) for dim in (0, -1))
        return value[rows][..., columns]
    flat = value.reshape(-1)
    distinct = integers and flat.unique().numel() == flat.numel()
    order = torch.randperm(flat.numel(), generator=generator) if distinct else \
        torch.randint(flat.numel(), (flat.numel(),), generator=generator)
    drawn = flat[order.to(flat.device)]
    if integers and bool((flat[1:] >= flat[:-1]).all()):
        drawn = drawn.sort().values
    return drawn.reshape(value.shape)


def with_row(value, row):
    """The first row along the first dimension exchanged for `row` of it."""
    if value.dim() == 0 or value.numel() == 0:
        return value
    changed = value.clone(memory_format=torch.contiguous_format)
    changed[0] = row(changed[0])
    return changed


def changes(generator):
    """(label, function of a tensor, whether integers change too) for every kind of derived input."""
    yield "re-drawn", lambda x: redraw(x, generator), True
    for factor in (3.0, 0.01, -1.0):
        yield f"x{factor:g}", lambda x, factor=factor: x * factor, False
    yield "with a row of zeros", lambda x: with_row(x, torch.zeros_like), False
    yield f"with a row at {ROW:g}", lambda x: with_row(x, lambda row: row + ROW), False


def derived(reference, question):
    """Questions made from one of the caller's: other data, sizes and signs, wherever the reference can take them."""
    picks_index = any(not tensor.is_floating_point() for tensor in tensors_in(question.eager))
    first = next((i for i, a in enumerate(question.arguments) if is_float(a)), -1)
    for label, change, integers in changes(torch.Generator().manual_seed(0)):
        if picks_index and "zeros" in label:
            continue   # which of many equal elements is the largest is PyTorch's own affair
        everywhere = tuple(change(a) if is_float(a) or integers and isinstance(a, torch.Tensor) else a for a in question.arguments)
        only_first = tuple(change(a) if i == first else a for i, a in enumerate(question.arguments))
        for arguments in (everywhere, only_first):
            try:
                posed = pose(f"{question.label} {label}", reference, arguments)
            except MISFITS:
                continue   # outside the reference's domain: nothing to compare with
            if mostly_finite(posed):
                yield posed
                break


@dataclass(frozen=True)
class Task:
    """All questions that one reference is judged on, and why it cannot be judged, if it cannot."""
    reference: object
    questions: tuple
    small: int        # the question that the derived ones were made from
    flaw: str


def shapes_of(arguments):
    return "on " + ", ".join(str(tuple(a.shape)) for a in arguments if isinstance(a, torch.Tensor))


def filled(expected, value):
    """An answer of the expected form that is `value(tensor)` everywhere."""
    if isinstance(expected, (tuple, list)):
        return tuple(filled(item, value) for item in expected)
    return torch.full_like(expected, value(expected))


def middle(tensor):
    """The constant that is closest to all finite values of a tensor."""
    finite = tensor[torch.isfinite(tensor)] if tensor.is_floating_point() else tensor
    return (finite.min().item() + finite.max().item()) / 2 if finite.numel() else 0.0


def flaw_of(questions, small):
    """Why a task would accept an answer that computes nothing; empty if it would not."""
    def passes(ours, question):
        return compare(ours, question.eager, question.exact).ok

    if all(passes(filled(question.eager, lambda _: 0), question) for question in questions):
        return "zeros would pass"
    constant = tuple(map(middle, tensors_in(questions[small].eager)))
    if all(passes(filled(question.eager, lambda _, values=iter(constant): next(values)), question) for question in questions):
        return "a constant would pass"
    alike = [q for q in questions if not q.base]
    if alike and all(passes(question.eager, questions[small]) for question in alike):
        return "an answer that ignores its inputs would pass"
    return ""


def prepare(reference, cases):
    """The Task of a reference and example inputs, tuples of CPU tensors and numbers; the references run here, once.

    Judging many candidates of one reference, prepare once and call `examine`.
    """
    try:
        posed = [pose(shapes_of(case), reference, tuple(case), base=True) for case in cases]
    except MISFITS as error:
        return Task(reference, (), 0, f"the reference raises {explain(error)}")
    if not posed or not all(tensors_in(question.arguments) for question in posed):
        return Task(reference, (), 0, "there are no inputs")
    if any(not tensors_in(question.eager) for question in posed):
        return Task(reference, (), 0, f"the reference returns a {type(posed[0].eager).__name__}, not a tensor")
    sizes = [sum(tensor.numel() for tensor in tensors_in(question.arguments)) for question in posed]
    enough = [index for index, size in enumerate(sizes) if size >= 8] or range(len(posed))
    small = min(enough, key=lambda index: sizes[index])
    questions = (*posed, *derived(reference, posed[small]))
    return Task(reference, questions, small, flaw_of(questions, small))


DRAWS = 8


def usual_loss(reference, question):
    """What eager loses on inputs like these, in the form of its outputs: its worst of several draws.

    An output of few elements can be exact by luck, and an honest answer would then have to be lucky too. A draw counts
    with its absolute or its relative loss, whichever is less, so a draw of larger numbers lends nothing.
    """
    def worst(here, draws):
        if isinstance(here[0], (tuple, list)):
            return tuple(worst(pair, [(e[i], x[i]) for e, x in draws]) for i, pair in enumerate(zip(*here)))
        size = loss(*here)[1]
        losses = [loss(*draw) for draw in draws]
        return max([min(lost, lost / of * size) for lost, of in losses if of > 0], default=0.0)

    generator, draws = torch.Generator().manual_seed(1), []
    for _ in range(DRAWS):
        with contextlib.suppress(*MISFITS):   # a draw outside the reference's domain says nothing
            drawn = pose("", reference, tuple(redraw(a, generator) for a in question.arguments))
            draws.append((drawn.eager, drawn.exact))
    return worst((question.eager, question.exact), draws)


# ---- the verdict ----------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Verdict:
    """What the judge says of one candidate."""
    ok: bool
    reason: str          # empty where ok; else one line
    error: float         # max |ours - exact| on that of the caller's inputs where it is closest to what is allowed
    allowance: float
    launches: int        # of kernels, on the first question
    seconds: float
    stage: str = ""      # where it was refused: source, run, value or task


def runs_of(task):
    """What the sandbox runs, in order: every question, one of them again on other poison, the caller's without kernels."""
    def copies(question):
        return not all(a.is_contiguous() for a in tensors_in(question.arguments))

    every = [[index, POISONS[0], False, copies(question)] for index, question in enumerate(task.questions)]
    again = [[task.small, POISONS[1], False, copies(task.questions[task.small])]]
    idle = [[index, POISONS[0], True, copies(question)] for index, question in enumerate(task.questions) if question.base]
    return every + again + idle


def weigh(task, runs, launches, outputs):
    """The worst Comparison on the inputs that the caller gave; raises Refused at the first output that is wrong, on any."""
    worst = Comparison(True, "", 0.0, 0.0)
    for (index, poison, idle, _), count, output in zip(runs, launches, outputs):
        question = task.questions[index]
        result = compare(output, question.eager, question.exact)
        if not idle and not result.ok and result.error < math.inf:
            result = compare(output, question.eager, question.exact, usual_loss(task.reference, question))
        if idle:
            zeros = filled(question.eager, lambda _: 0)
            if result.ok and not compare(zeros, question.eager, question.exact).ok:
                raise Refused(f"the answer stands without the kernels, {question.label}", "run")
            continue
        if count == 0 and any(tensor.numel() for tensor in tensors_in(question.eager)):
            raise Refused(f"launches no kernel {question.label}", "run")
        if not result.ok:
            again = " when repeated" if poison != POISONS[0] else ""
            raise Refused(f"{result.reason}, {question.label}{again}", "value")
        if question.base and result.error * worst.allowance >= worst.error * result.allowance:
            worst = result
    return worst


def examine(candidate, task, entry="translated", *, limits=Limits(), device=None):
    """`judge` for a task that was prepared before."""
    start = time.perf_counter()
    try:
        if task.flaw:
            raise Refused(f"the task is no test: {task.flaw}", "task")
        check_source(candidate, entry)
        runs = runs_of(task)
        job = {"source": candidate, "entry": entry, "runs": runs, "describe": False}
        kind = device or ("cuda" if torch.cuda.is_available() else "cpu")
        message, outputs = in_sandbox(kind, job, [question.arguments for question in task.questions], limits)
        if "refused" in message:
            where = f", {task.questions[runs[message['run']][0]].label}" if message["run"] >= 0 else ""
            raise Refused(f"{message['refused']}{where}", "run")
        launches = [int(count) for count in message["launches"]]
        if not len(outputs) == len(launches) == len(runs):
            raise ValueError(f"{len(outputs)} outputs of {len(runs)} runs")
        worst = weigh(task, runs, launches, outputs)
    except Refused as refusal:
        return Verdict(False, str(refusal), math.inf, 0.0, 0, time.perf_counter() - start, refusal.stage)
    except (ValueError, TypeError, KeyError, IndexError) as error:   # a message that is no answer to this job
        return Verdict(False, f"answers with nonsense: {explain(error)}", math.inf, 0.0, 0, time.perf_counter() - start, "run")
    return Verdict(True, "", worst.error, worst.allowance, launches[0], time.perf_counter() - start)


def judge(candidate, reference, cases, entry="translated", *, limits=Limits(), device=None):
    """Does the source text `candidate` compute what `reference` does? The one judge of every answer.

    cases: tuples of example arguments (tensors, numbers), several shapes of the same rank if there are; other data,
    magnitudes and signs are derived from the smallest that is not degenerate. The reference runs here, the candidate in
    a sandbox on `device` ("cpu" is Triton's interpreter; by default the GPU if there is one). Never raises for a
    candidate's or a task's fault: that is a Verdict with its reason.
    """
    start = time.perf_counter()
    task = prepare(reference, cases)
    verdict = examine(candidate, task, entry, limits=limits, device=device)
    return replace(verdict, seconds=time.perf_counter() - start)


# ---- compilation, on any machine --------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Compiled:
    """One launch of a candidate compiled for one architecture."""
    kernel: str
    target: str       # sm_90
    ok: bool          # it compiles and its shared memory fits
    reason: str
    shared: int       # bytes of shared memory
    spilled: int      # bytes of registers spilled, stores and loads


COMPILED = {}   # (structure of the source, launch, target) -> result


def structure(candidate):
    """A hash of the syntax tree with the candidate's own names and its numbers taken out: alike means same structure."""
    tree, names = parse(candidate), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names.setdefault(node.name, f"f{len(names)}")
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or node.body
        elif isinstance(node, ast.arg) or isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(getattr(node, "arg", None) or node.id, f"v{len(names)}")
    for node in ast.walk(tree):
        for field in ("id", "arg", "name"):
            if isinstance(getattr(node, field, None), str):
                setattr(node, field, names.get(getattr(node, field), getattr(node, field)))
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            node.value = 0
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:16]


def compile_kernels(candidate, cases, entry="translated", *, targets=("sm_80", "sm_90"), limits=Limits(seconds=120.0)):
    """Compiles every kernel that `entry` launches on `cases` for every target, without a GPU: a list of Compiled.

    The launches are recorded in the interpreter: types, constants and options are those of a real call. Results are
    remembered by structure. Raises Refused where the candidate does not run at all.
    """
    check_source(candidate, entry)
    runs = [[index, POISONS[0], True, True] for index in range(len(cases))]
    job = {"source": candidate, "entry": entry, "runs": runs, "describe": True}
    message, _ = in_sandbox("cpu", job, [tuple(case) for case in cases], limits)
    if "refused" in message:
        raise Refused(message["refused"], "run")
    source = structure(candidate)
    keys = {(source, json.dumps(form), target): (form, int(target.removeprefix("sm_")))
            for form in message["described"] for target in targets}
    missing = [key for key in keys if key not in COMPILED]
    if missing:
        job = {"source": candidate, "launches": [keys[key] for key in missing]}
        message, _ = in_sandbox("compile", job, (), limits)
        for key, result in zip(missing, message["compiled"]):
            COMPILED[key] = Compiled(keys[key][0]["kernel"], key[2], **result)
    return [COMPILED[key] for key in keys]


# ---- command line ---------------------------------------------------------------------------------------------------

def main():
    """`python verify.py CANDIDATE.py REFERENCE.py`: the reference file defines CASES, make and reference."""
    parser = argparse.ArgumentParser(description="Judges the Triton answer in one file by the PyTorch reference in another.")
    parser.add_argument("candidate", type=Path, help="@triton.jit functions and a host function")
    parser.add_argument("reference", type=Path, help="Python that defines `reference`, and get_inputs() or CASES and make(*case)")
    parser.add_argument("--entry", default="translated", help="name of the host function")
    parser.add_argument("--compile", action="store_true", help="compile the kernels for sm_80 and sm_90 too")
    options = parser.parse_args()
    module = runpy.run_path(str(options.reference))
    cases = [tuple(module["get_inputs"]())] if "get_inputs" in module else [module["make"](*case) for case in module["CASES"]]
    candidate = options.candidate.read_text()
    verdict = judge(candidate, module["reference"], cases, options.entry)
    print(f"verified, error {verdict.error:.1e}, allowed {verdict.allowance:.1e}" if verdict.ok else f"refused: {verdict.reason}")
    for result in compile_kernels(candidate, cases, options.entry) if options.compile and verdict.ok else []:
        print(f"{result.kernel} {result.target}: {result.reason or 'compiles'}, {result.shared} B shared, {result.spilled} B spilled")
    return 0 if verdict.ok else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2], socket.socket(fileno=int(sys.argv[3])))
    else:
        raise SystemExit(main())
