"""The one judge of a Triton answer.

    verdict = judge(candidate, reference, cases)       # does the source text `candidate` compute what `reference` does?

An answer is read first: host code may allocate, view and launch, nothing else (`check_source`). It then runs in the
sandbox (sandbox.py), on memory that is poisoned and fenced, which sends back bytes. The judging process alone knows what
was expected: it holds the reference, draws the inputs and compares in float64. On a machine without a GPU the kernels
run in Triton's interpreter; `compile_kernels` says, separately, whether they compile for real ones.

Reading order: ties, tolerance, the allow-list, tasks, the verdict, compilation, command line.
"""
import argparse
import ast
import contextlib
import hashlib
import json
import math
import runpy
import time
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch.overrides import TorchFunctionMode

from sandbox import HOST_BUILTINS, KERNEL_BUILTINS, POISONS, Limits, Refused, explain, in_sandbox, words


# ---- ties: which of equal elements an index names is PyTorch's own affair -----------------------------------------

def leaves(value):
    """What nested tuples hold, in order."""
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, (tuple, list)) else [value]


def tensors_in(value):
    """All tensors of an output, a tensor or nested tuples of them."""
    return [leaf for leaf in leaves(value) if isinstance(leaf, torch.Tensor)]


def is_float(value):
    return isinstance(value, torch.Tensor) and value.is_floating_point()


PICKS = {"topk": ("input", "k", "dim"), "sort": ("input", "dim"), "argsort": ("input", "dim"),   # what leaves it open, and its parameters
         "kthvalue": ("input", "k", "dim"), "median": ("input", "dim")}
ONCE = frozenset(("topk", "sort", "argsort"))   # these name no element twice


@dataclass(frozen=True)
class Tie:
    """What an output of indices points into. An index is right if it finds just the value that the reference's finds there."""
    eager: torch.Tensor
    exact: torch.Tensor   # the same in float64
    dim: int
    once: bool            # no index stands twice along `dim`

    def same(self, source, ours, theirs):
        """Where the two find one value, NaN for NaN; indices out of range find none."""
        size = source.shape[self.dim]
        within = (ours >= 0) & (ours < size)
        ours, theirs = (index if index.dim() == source.dim() else index.unsqueeze(self.dim) for index in (ours.clamp(0, size - 1), theirs))
        mine, its = source.gather(self.dim, ours), source.gather(self.dim, theirs)
        return ((mine == its) | (mine != mine) & (its != its)).reshape(within.shape) & within

    def accepts(self, ours, eager, exact):
        return self.same(self.eager, ours, eager) | self.same(self.exact, ours, exact)

    def repeats(self, ours):
        """Whether an index stands twice where it may not."""
        return self.once and bool((ours.sort(self.dim).values.diff(dim=self.dim) == 0).any())


class Picks(TorchFunctionMode):
    """Notes what a reference picks from: (indices, source, dim, whether each stands once) of every call that leaves ties open."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result, name = function(*args, **kwargs), getattr(function, "__name__", "")
        if name in PICKS and not kwargs.get("stable"):
            given = dict(zip(PICKS[name], args)) | kwargs
            indices = result[1] if isinstance(result, tuple) else result if name == "argsort" else None
            if indices is not None and given["input"].dim():
                source, dim = given["input"].detach().clone(), given.get("dim", -1)
                self.seen.append((indices, source, dim % source.dim(), name in ONCE))
        return result


def ties_of(outputs, exactly, seen, also):
    """The Tie of every output, in their form; None where an output is not itself what a call in `seen` picked, in float64 in `also`."""
    if isinstance(outputs, (tuple, list)):
        return tuple(ties_of(*both, seen, also) for both in zip(outputs, exactly))
    picked = [next((pick for pick in picks if pick[0] is indices), None) for indices, picks in ((outputs, seen), (exactly, also))]
    if None in picked or picked[0][2:] != picked[1][2:]:
        return None
    return Tie(picked[0][1], picked[1][1], *picked[0][2:])


def references(reference, given):
    """(at the working dtype, in float64, the Ties) of a reference. given(exactly) makes the arguments of a call, in float64 or not."""
    runs = []
    for exactly in (False, True):
        outputs, picks = reference(*given(exactly)), Picks()
        if not all(is_float(tensor) for tensor in tensors_in(outputs)):   # who watches every call is too slow for the others
            with picks:
                outputs = reference(*given(exactly))
        runs.append((outputs, picks.seen))
    (eager, seen), (exact, also) = runs
    return eager, exact, ties_of(eager, exact, seen, also)


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


FLUSHED = torch.finfo(torch.float32).tiny   # a GPU's sin, log, sqrt and rsqrt of float32 (PTX: .ftz) take and give 0 for all that is smaller


def allowance(eager, exact, lost=0.0):
    """The largest error that an answer may have: 2 max|eager - exact| + 4 eps max|exact| + FLUSHED, over finite entries.

    `eager` is the reference at the working dtype, `exact` the reference in float64; integers allow nothing. `lost` is
    what eager was seen to lose on inputs of the same kind, where that is known.
    """
    lost_here, size = loss(eager, exact)
    return 2 * max(lost, lost_here) + 4 * torch.finfo(eager.dtype).eps * size + FLUSHED if eager.is_floating_point() else 0.0


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
    rest, place = int(mask.reshape(-1).byte().argmax()), ()   # nonzero ends at 2^31
    for size in reversed(mask.shape):
        rest, index = divmod(rest, size)
        place = index, *place
    return f"{ours[place].item():.6g} instead of {exact[place].item():.6g} at {place}"


def compare_values(ours, eager, exact, lost, tie):
    """One tensor of the right shape and dtype against the references."""
    if not eager.is_floating_point():
        if ours.dtype == torch.bool:  # a byte that is neither 0 nor 1 is memory that nobody wrote
            ours, eager, exact = ours.view(torch.uint8), eager.view(torch.uint8), exact.view(torch.uint8)
        wrong = (ours != eager) & (ours != exact)
        if tie and wrong.any():
            wrong &= ~tie.accepts(ours, eager, exact)
        if tie and tie.repeats(ours):
            return different(f"an index stands twice along dimension {tie.dim}")
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


def compare(ours, eager, exact, lost=0.0, ties=None):
    """Judges an answer (a tensor, or a tuple of them) against the reference at its own dtype and in float64.

    Right means max|ours - exact| <= allowance(eager, exact) for every tensor, NaN only where `exact` has NaN, the
    same infinities, the reference's shape and dtype. Of a tuple the first tensor that fails is reported, else the worst.
    `lost` is as in `allowance`, or a tuple of such; `ties` the Tie of an output of indices, or a tuple of Ties and Nones.
    """
    if isinstance(eager, (tuple, list)):
        if not isinstance(ours, (tuple, list)) or len(ours) != len(eager):
            found = f"{len(ours)} outputs" if isinstance(ours, (tuple, list)) else f"a {type(ours).__name__}"
            return different(f"returns {found} instead of {len(eager)} outputs")
        results = [compare(*five) for five in zip(ours, eager, exact, lost or [0.0] * len(eager), ties or [None] * len(eager))]
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
    return compare_values(ours, eager, exact.to(torch.float64) if eager.is_floating_point() else exact, lost, ties)


# ---- the allow-list ----------------------------------------------------------------------------------------------

def refuse(node, why):
    raise Refused(f"line {getattr(node, 'lineno', 1)}: {why}")


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
    ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If,
    ast.Expr, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call, ast.keyword, ast.Constant, ast.Attribute,
    ast.Subscript, ast.Slice, ast.Name, ast.Tuple, ast.List, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
HOST = Side(
    "host code",
    COMMON_NODES + (ast.FunctionDef, ast.Dict, ast.Starred, ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.comprehension, ast.Break, ast.Continue,
                    ast.Assert, ast.Raise, ast.JoinedStr, ast.FormattedValue),
    HOST_BUILTINS,
    {"torch": words("empty empty_like empty_strided zeros zeros_like ones ones_like full full_like broadcast_shapes Size finfo iinfo"),
     "triton": words("cdiv next_power_of_2"),
     "math": frozenset(name for name in dir(math) if name[0] != "_"),
     "tl": frozenset(),
     "": words("""
        numel nelement size stride dim ndimension element_size is_contiguous is_floating_point new_empty
        new_empty_strided new_zeros new_ones new_full view view_as reshape reshape_as expand expand_as broadcast_to permute
        transpose t swapaxes swapdims movedim unsqueeze squeeze flatten unflatten ravel narrow select unfold diagonal
        as_strided split chunk unbind detach contiguous append extend insert pop index count""")},
    {"torch": DTYPES | words("float double half int long bool Tensor dtype device contiguous_format preserve_format"), "triton": frozenset(),
     "math": words("pi e tau inf nan"), "tl": DTYPES | words("constexpr"),
     "": words("shape dtype device ndim T mT itemsize is_floating_point min max eps tiny")})
KERNEL = Side(
    "a kernel",
    COMMON_NODES,
    KERNEL_BUILTINS,
    {"torch": frozenset(), "math": frozenset(), "triton": words("cdiv next_power_of_2"),
     "tl": words("""
        abs add advance arange argmax argmin associative_scan assume atomic_add atomic_and atomic_cas atomic_max atomic_min atomic_or
        atomic_xchg atomic_xor broadcast broadcast_to cast cat cdiv ceil clamp constexpr cos cumprod cumsum debug_barrier device_assert div_rn
        dot erf exp exp2 expand_dims fdiv flip floor fma full gather histogram interleave join load log log2 make_block_ptr max max_constancy
        max_contiguous maximum min minimum mul multiple_of num_programs permute philox program_id rand randint randn range
        ravel reduce reduce_or reshape rsqrt sigmoid sin softmax sort split sqrt sqrt_rn squeeze static_assert static_range store
        sub sum swizzle2d topk trans umulhi unsqueeze view where xor_sum zeros zeros_like"""),
     "tl.math": words("abs ceil cos div_rn erf exp exp2 fdiv floor fma log log2 rsqrt sin sqrt sqrt_rn umulhi"), "tl.PropagateNan": frozenset(),
     "": words("""
        to cast reshape view trans permute broadcast_to expand_dims ravel split flip sum max min argmax argmin reduce cumsum
        cumprod associative_scan sort gather histogram sigmoid exp exp2 log log2 sin cos sqrt rsqrt erf abs ceil floor""")},
    {"torch": frozenset(), "math": frozenset(), "triton": frozenset(), "tl.math": frozenset(), "tl.PropagateNan": words("ALL NONE"),
     "tl": DTYPES | words("int1 uint16 uint32 uint64 constexpr math PropagateNan"), "": words("shape dtype element_ty T value")})
TENSOR_FIELDS = words("shape dtype device ndim T mT numel stride size dim new_empty new_zeros contiguous view reshape")
MAKES_TENSOR = (HOST.calls["torch"] - words("broadcast_shapes Size finfo iinfo")) | words("""
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


def dotted(node):
    """`a.b.c` as text; empty where something else than names is looked into."""
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return owner and f"{owner}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def is_jit(function):
    return [dotted(decorator) for decorator in function.decorator_list] == ["triton.jit"]


def is_literal(node):
    """A number, a string, None, -1, `torch.float32`, `tl.constexpr(1024)`."""
    if isinstance(node, ast.Attribute):
        return node.attr in DTYPES and dotted(node.value) in ("torch", "tl")
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
    owner = dotted(node.value)
    module = owner if owner in side.calls else ""
    allowed = side.calls[module] if called else side.values[module]
    if node.attr in allowed and isinstance(node.ctx, ast.Load):
        return
    text = ast.unparse(node)[:80]
    what = f"`{text}`" if text.split(".")[0] in IMPORTS.values() else f"`.{node.attr}`"
    if side is HOST:
        refuse(node, f"{what} in host code, which may only allocate, view, read shapes and launch")
    refuse(node, f"{what} is not among what a kernel may use")


def check_names(nodes, side, known):
    """Every name is local, defined in this source, or on the side's list; modules are only looked into."""
    looked_into = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        name = getattr(node, "id", None) or getattr(node, "arg", None) or getattr(node, "name", None)
        if not isinstance(name, str):
            continue
        binds = isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", None), ast.Store)
        if "__" in name or binds and name in IMPORTS.values():
            refuse(node, f"the name `{name}` is not allowed")
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            if name in side.calls and id(node) not in looked_into or name not in known:
                refuse(node, f"the name `{name}` means nothing in {side.name}, or is not allowed there")


def check_bound(statements, bound):
    """Whether a kernel binds what it reads before that: the names bound after `statements`, if those in `bound` are bound before them.

    What a loop binds first is gone after it, as it might not have run. Triton compiles nothing else; its interpreter would not mind.
    """
    def read(*expressions):
        for node in (node for expression in expressions for node in ast.walk(expression) if isinstance(node, ast.Name)):
            if isinstance(node.ctx, ast.Load) and node.id not in bound:
                refuse(node, f"nothing has bound `{node.id}` here")

    for statement in statements:
        if isinstance(statement, (ast.For, ast.While)):
            read(statement.iter if isinstance(statement, ast.For) else statement.test)
            targets = {node.id for node in ast.walk(statement.target) if isinstance(node, ast.Name)} if isinstance(statement, ast.For) else set()
            after = check_bound(statement.body, bound | targets)
            bound = after if targets and "static_range" in ast.unparse(statement.iter) else bound
        elif isinstance(statement, ast.If):
            read(statement.test)
            bound = check_bound(statement.body, bound) | check_bound(statement.orelse, bound)
        else:
            read(statement, *[ast.Name(statement.target.id, ast.Load(), lineno=statement.lineno)] if isinstance(statement, ast.AugAssign)
                 and isinstance(statement.target, ast.Name) else [])
            bound = bound | {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return bound


def check_calls(function, nodes, side, module):
    """Only listed functions, functions of this source, launches, and what a kernel gets as a constant are called."""
    passed = {a.arg for a in parameters(function) if dotted(a.annotation) == "tl.constexpr"}
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Attribute):
            check_attribute(node, side, id(node) in called)
        if not isinstance(node, ast.Call) or isinstance(node.func, ast.Attribute):
            continue
        callee = node.func.value if isinstance(node.func, ast.Subscript) else node.func
        name = callee.id if isinstance(callee, ast.Name) else None
        target = module.get(name)
        if isinstance(node.func, ast.Subscript):
            if side is KERNEL or not (isinstance(target, ast.FunctionDef) and is_jit(target)):
                refuse(node, "launches something that is not a @triton.jit function of this source")
        elif isinstance(target, ast.FunctionDef):
            if is_jit(target) is not (side is KERNEL):
                refuse(node, f"{side.name} calls `{name}`, which runs on the other side")
        elif name not in side.builtins and not (side is KERNEL and name in passed):
            refuse(node, f"{side.name} calls `{ast.unparse(callee)[:60]}`")
    for node in nodes if side is KERNEL else ():
        target = module.get(getattr(node, "id", None))
        if isinstance(target, ast.FunctionDef) and not is_jit(target):
            refuse(node, f"a kernel names `{node.id}`, which runs on the other side")


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
        if not isinstance(node, side.nodes):
            refuse(node, f"{type(node).__name__} is not allowed in {side.name}")
        if isinstance(node, ast.FunctionDef) and (node.decorator_list or node.name in side.builtins | set(module) | set(IMPORTS.values())):
            refuse(node, f"defines `{node.name}` inside a function")
        if isinstance(node, ast.Expr) and not isinstance(node.value, (ast.Call, ast.Constant)):
            refuse(node, "a statement that does nothing")
    taking = [node.args for node in (function, *nodes) if isinstance(node, (ast.FunctionDef, ast.Lambda))]
    for default in [default for args in taking for default in args.defaults + args.kw_defaults if default]:
        if not is_literal(default):
            refuse(default, "a default value that is no constant could keep state between calls")
    local = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    local |= {node.arg for node in nodes if isinstance(node, ast.arg)} | {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    known = set(module) | side.builtins | set(IMPORTS.values())
    check_names(nodes, side, local | known)
    check_calls(function, nodes, side, module)
    if side is HOST:
        check_arithmetic(function, nodes)
        return
    check_bound(function.body, known | {parameter.arg for parameter in parameters(function)})
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "dot":
            precision = [ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg == "input_precision"]
            if precision not in (["'ieee'"], ["'tf32x3'"]):
                refuse(node, "tl.dot without input_precision=\"tf32x3\" or \"ieee\" is silently TF32 on a GPU")
            if any(keyword.arg == "out_dtype" and ast.unparse(keyword.value) != "tl.float32" for keyword in node.keywords):
                refuse(node, "tl.dot with another out_dtype than tl.float32 loses what fp32 would keep")


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
    ties: object      # the Tie of every output, or None, in the form of the outputs

    def compare(self, ours, lost=0.0):
        return compare(ours, self.eager, self.exact, lost, self.ties)


def settled(value):
    """An output, detached and on the CPU."""
    if isinstance(value, (tuple, list)):
        return tuple(map(settled, value))
    return value.detach().cpu() if isinstance(value, torch.Tensor) else value


def pose(label, reference, arguments, base=False):
    """The question with the reference's two answers to it, on copies, so that no reference can change the inputs."""
    def copies(exactly):
        return [a.to(torch.float64 if exactly and is_float(a) else a.dtype, copy=True) if isinstance(a, torch.Tensor) else a for a in arguments]

    with torch.no_grad(), torch.backends.cudnn.flags(allow_tf32=False):
        eager, exact, ties = references(reference, copies)
    question = Question(label, arguments, settled(eager), settled(exact), base, ties)
    if [tensor.shape for tensor in tensors_in(question.eager)] != [tensor.shape for tensor in tensors_in(question.exact)]:
        raise ValueError("another shape in float64")
    return question


def mostly_finite(question):
    pairs = zip(tensors_in(question.eager), tensors_in(question.exact))
    return all(not e.is_floating_point() or e.numel() == 0 or judged(e, x).double().mean() >= 0.5 for e, x in pairs)


def redraw(value, generator):
    """Other data of the same kind: drawn with replacement from the tensor's own values, so that its domain is kept.

    A fraction is a number still smaller, and a mask that is the same everywhere one that is not: an answer may have ignored them.
    Integers are often positions that must differ along some dimension. A matrix of them has its rows and columns
    permuted as wholes, which keeps that; a vector whose elements all differ is permuted, and a sorted one stays sorted.
    """
    if isinstance(value, float):
        return value * 0.75
    if not isinstance(value, torch.Tensor) or value.numel() < 2:
        return value
    if value.dtype == torch.bool and (value.all() or not value.any()):
        return (torch.rand(value.shape, generator=generator) < 0.5).to(value.device)
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


def in_halves(value):
    """Rounded to where functions have their steps and elements are equal, within the tensor's own range; no zero is negative."""
    return ((2 * value).round() / 2).clamp(value.min(), value.max()) + 0.0 if value.numel() else value


def is_number(value):
    return isinstance(value, (torch.Tensor, float))


def is_float_or_mask(value):
    return is_float(value) or isinstance(value, torch.Tensor) and value.dtype == torch.bool


def changes(generator):
    """(label, function of a tensor, which arguments change) for every kind of derived input."""
    yield "re-drawn", lambda x: redraw(x, generator), is_number
    for factor in (3.0, 0.01, -1.0):
        yield f"x{factor:g}", lambda x, factor=factor: x * factor, is_float
    yield "with a row of zeros", lambda x: with_row(x, torch.zeros_like), is_float
    yield "with zeros alone", torch.zeros_like, is_float_or_mask   # a mask that selects nothing, a norm of nothing
    for level in (ROW, -ROW):
        yield f"with a row at {level:g}", lambda x, level=level: with_row(x, lambda row: row + level), is_float
    yield "in halves", in_halves, is_float


def derived(reference, question):
    """Questions made from one of the caller's: other data, sizes and signs, wherever the reference can take them."""
    picks_index = any(not is_float(output) and tie is None for output, tie in zip(leaves(question.eager), leaves(question.ties)))
    first = next((i for i, a in enumerate(question.arguments) if is_float(a)), -1)
    for label, change, changing in changes(torch.Generator().manual_seed(0)):
        if picks_index and "zeros" in label:
            continue   # which of many equal elements is the largest is PyTorch's own affair
        everywhere = tuple(change(a) if changing(a) else a for a in question.arguments)
        only_first = tuple(change(a) if i == first else a for i, a in enumerate(question.arguments))
        for arguments in (everywhere, only_first):
            try:
                posed = pose(f"{question.label} {label}", reference, arguments)
            except MISFITS:
                continue   # outside the reference's domain: nothing to compare with
            if mostly_finite(posed):
                yield posed
                break


def shapes_of(arguments):
    return "on " + ", ".join(str(tuple(a.shape)) for a in arguments if isinstance(a, torch.Tensor))


def resized(value, sizes, generator):
    """A tensor with each of its sizes exchanged, filled with its own values."""
    if not isinstance(value, torch.Tensor) or value.numel() == 0:
        return value
    shape = [sizes[size] for size in value.shape]
    return value.reshape(-1)[torch.randint(value.numel(), (math.prod(shape),), generator=generator)].reshape(shape)


LITTLE = 8    # sizes below are often meant: three colours, a window of five
CHEAP = 1 << 12   # elements of a question whose sizes may grow, where there are others


def at_other_sizes(reference, posed, elements):
    """A question at sizes that the caller did not give: a size grows wherever it stands, in the largest of the questions that are small.

    It grows to what is ragged or, where rows of several sets of sizes were, to twice itself, which whatever divided it still does.
    Integers may be positions, which other sizes would make wrong. A list, since the reference may take no other sizes.
    """
    question = max(zip(elements, posed), key=lambda pair: pair[0] if pair[0] <= CHEAP else -pair[0])[1]
    tensors = tensors_in(question.arguments)
    several = any(shapes_of(other.arguments) != shapes_of(question.arguments) for other in posed)
    odd = any(size > 1 and size % 2 for other in posed for tensor in tensors_in(other.arguments) for size in tensor.shape[1:])
    if any(not is_float(tensor) and tensor.dtype != torch.bool for tensor in tensors):
        return []
    generator, old = torch.Generator().manual_seed(2), sorted({size for tensor in tensors for size in tensor.shape}, reverse=True)
    kept = {size: size for size in old}
    rows = [size for size in tensors[0].shape[:1] if not several and sum(tensor.shape.count(size) for tensor in tensors) == 1]   # however few
    grown = {size: 2 * size if several and odd else size + size // 2 + 1 for size in old if size >= LITTLE or size in rows}
    for sizes in (grown, *[{size: grown[size]} for size in grown]):
        arguments = tuple(resized(value, kept | sizes, generator) for value in question.arguments)
        with contextlib.suppress(*MISFITS):   # sizes that do not fit together, or that the reference holds as constants
            other = pose(shapes_of(arguments), reference, arguments)
            if sizes and mostly_finite(other):
                return [other]
    return []


@dataclass(frozen=True)
class Task:
    """All questions that one reference is judged on, and why it cannot be judged, if it cannot."""
    reference: object
    questions: tuple
    small: int        # the question that the derived ones were made from
    flaw: str


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
        return question.compare(ours).ok

    if all(passes(filled(question.eager, lambda _: 0), question) for question in questions):
        return "zeros would pass"
    constant = tuple(map(middle, tensors_in(questions[small].eager)))
    if all(passes(filled(question.eager, lambda _, values=iter(constant): next(values)), question) for question in questions):
        return "a constant would pass"
    alike = [q for q in questions if not q.base and shapes_of(q.arguments) == shapes_of(questions[small].arguments)]
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
    if others := [leaf for leaf in leaves(posed[0].eager) or [()] if not isinstance(leaf, torch.Tensor)]:
        return Task(reference, (), 0, f"the reference returns a {type(others[0]).__name__}, not a tensor")
    sizes = [sum(tensor.numel() for tensor in tensors_in(question.arguments)) for question in posed]
    enough = [index for index, size in enumerate(sizes) if size >= 8] or range(len(posed))
    small = min(enough, key=lambda index: sizes[index])
    questions = (*posed, *derived(reference, posed[small]), *at_other_sizes(reference, posed, sizes))
    return Task(reference, questions, small, flaw_of(questions, small))


DRAWS = 8


def nudged(argument, generator):
    """A tensor of floats with every element moved by up to 2^-12 of itself; anything else as it is."""
    if not isinstance(argument, torch.Tensor) or not argument.is_floating_point():
        return argument
    moved = torch.rand(argument.shape, generator=generator, dtype=torch.float64, device=argument.device) - 0.5
    return (argument * (1 + moved * 2 ** -11)).to(argument.dtype)


def usual_loss(reference, question):
    """What eager loses on inputs like these, in the form of its outputs: its worst on several redrawn and several nudged ones.

    An output of few elements can be exact by luck, and so can one that cancels: an honest answer would then have to be
    lucky too. Inputs a little beside the question's own are as ill-conditioned as those, but rounded otherwise. A draw
    counts with its absolute or its relative loss, whichever is less, so a draw of larger numbers lends nothing.
    """
    def worst(here, draws):
        if isinstance(here[0], (tuple, list)):
            return tuple(worst(pair, [(e[i], x[i]) for e, x in draws]) for i, pair in enumerate(zip(*here)))
        size = loss(*here)[1]
        losses = [loss(*draw) for draw in draws]
        return max([min(lost, lost / of * size) for lost, of in losses if of > 0], default=0.0)

    generator, draws = torch.Generator().manual_seed(1), []
    for other in DRAWS * (redraw, nudged):
        with contextlib.suppress(*MISFITS):   # a draw outside the reference's domain says nothing
            drawn = pose("", reference, tuple(other(a, generator) for a in question.arguments))
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
    """What the sandbox runs, in order: every question, one of them again on other poison, the caller's without kernels.

    Loads and stores are looked at on the first question of each set of sizes, the one that was not derived from another.
    """
    every = [[index, POISONS[0], False, question.label == shapes_of(question.arguments)] for index, question in enumerate(task.questions)]
    again = [[task.small, POISONS[1], False, False]]
    idle = [[index, POISONS[0], True, False] for index, question in enumerate(task.questions) if question.base]
    return every + again + idle


def weigh(task, runs, launches, outputs):
    """The worst Comparison on the inputs that the caller gave; raises Refused at the first output that is wrong, on any."""
    worst = Comparison(True, "", 0.0, 0.0)
    for (index, poison, idle, *_), count, output in zip(runs, launches, outputs):
        question = task.questions[index]
        result = question.compare(output)
        if not idle and not result.ok and result.error < math.inf:
            result = question.compare(output, usual_loss(task.reference, question))
        if idle:
            zeros = filled(question.eager, lambda _: 0)
            if result.ok and not question.compare(zeros).ok:
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
    runs = [[index, POISONS[0], True, False] for index in range(len(cases))]
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
    raise SystemExit(main())
