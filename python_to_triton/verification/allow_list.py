"""allow_list."""

import ast
import math
import warnings
from dataclasses import dataclass
from python_to_triton.verification.sandbox import HOST_BUILTINS
from python_to_triton.verification.sandbox import KERNEL_BUILTINS
from python_to_triton.verification.sandbox import Refused
from python_to_triton.verification.sandbox import words


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


MAX_SOURCE, MAX_DEPTH = 1 << 16, 200  # characters; nested syntax nodes


IMPORTS = {"torch": "torch", "triton": "triton", "triton.language": "tl", "math": "math"}


DTYPES = words("float64 float32 float16 bfloat16 int64 int32 int16 int8 uint8")


COMMON_NODES = (
    ast.arguments,
    ast.arg,
    ast.Return,
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.For,
    ast.While,
    ast.If,
    ast.Expr,
    ast.BoolOp,
    ast.BinOp,
    ast.UnaryOp,
    ast.IfExp,
    ast.Compare,
    ast.Call,
    ast.keyword,
    ast.Constant,
    ast.Attribute,
    ast.Subscript,
    ast.Slice,
    ast.Name,
    ast.Tuple,
    ast.List,
    ast.expr_context,
    ast.boolop,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
)


HOST = Side(
    "host code",
    COMMON_NODES
    + (
        ast.FunctionDef,
        ast.Dict,
        ast.Starred,
        ast.Lambda,
        ast.ListComp,
        ast.GeneratorExp,
        ast.comprehension,
        ast.Break,
        ast.Continue,
        ast.Assert,
        ast.Raise,
        ast.JoinedStr,
        ast.FormattedValue,
    ),
    HOST_BUILTINS,
    {
        "torch": words(
            "empty empty_like empty_strided zeros zeros_like ones ones_like full full_like broadcast_shapes Size finfo iinfo"
        ),
        "triton": words("cdiv next_power_of_2"),
        "math": frozenset(name for name in dir(math) if name[0] != "_"),
        "tl": frozenset(),
        "": words("""
        numel nelement size stride dim ndimension element_size is_contiguous is_floating_point new_empty
        new_empty_strided new_zeros new_ones new_full view view_as reshape reshape_as expand expand_as broadcast_to permute
        transpose t swapaxes swapdims movedim unsqueeze squeeze flatten unflatten ravel narrow select unfold diagonal
        as_strided split chunk unbind detach contiguous append extend insert pop index count"""),
    },
    {
        "torch": DTYPES
        | words("float double half int long bool Tensor dtype device contiguous_format preserve_format"),
        "triton": frozenset(),
        "math": words("pi e tau inf nan"),
        "tl": DTYPES | words("constexpr"),
        "": words("shape dtype device ndim T mT itemsize is_floating_point min max eps tiny"),
    },
)


KERNEL = Side(
    "a kernel",
    COMMON_NODES,
    KERNEL_BUILTINS,
    {
        "torch": frozenset(),
        "math": frozenset(),
        "triton": words("cdiv next_power_of_2"),
        "tl": words("""
        abs add advance arange argmax argmin associative_scan assume atomic_add atomic_and atomic_cas atomic_max atomic_min atomic_or
        atomic_xchg atomic_xor broadcast broadcast_to cast cat cdiv ceil clamp constexpr cos cumprod cumsum debug_barrier device_assert div_rn
        dot erf exp exp2 expand_dims fdiv flip floor fma full gather histogram interleave join load log log2 make_block_ptr max max_constancy
        max_contiguous maximum min minimum mul multiple_of num_programs permute philox program_id rand randint randn range
        ravel reduce reduce_or reshape rsqrt sigmoid sin softmax sort split sqrt sqrt_rn squeeze static_assert static_range store
        sub sum swizzle2d topk trans umulhi unsqueeze view where xor_sum zeros zeros_like"""),
        "tl.math": words(
            "abs ceil cos div_rn erf exp exp2 fdiv floor fma log log2 rsqrt sin sqrt sqrt_rn umulhi"
        ),
        "tl.PropagateNan": frozenset(),
        "": words("""
        to cast reshape view trans permute broadcast_to expand_dims ravel split flip sum max min argmax argmin reduce cumsum
        cumprod associative_scan sort gather histogram sigmoid exp exp2 log log2 sin cos sqrt rsqrt erf abs ceil floor"""),
    },
    {
        "torch": frozenset(),
        "math": frozenset(),
        "triton": frozenset(),
        "tl.math": frozenset(),
        "tl.PropagateNan": words("ALL NONE"),
        "tl": DTYPES | words("int1 uint16 uint32 uint64 constexpr math PropagateNan"),
        "": words("shape dtype element_ty T value"),
    },
)


TENSOR_FIELDS = words(
    "shape dtype device ndim T mT numel stride size dim new_empty new_zeros contiguous view reshape"
)


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
        return (
            ast.unparse(node.func) == "tl.constexpr"
            and len(node.args) == 1
            and not node.keywords
            and is_literal(node.args[0])
        )
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def is_constant(node):
    """`BLOCK = 1024`, `BLOCK: tl.constexpr = 1024`, `BLOCK = tl.constexpr(1024)`."""
    if isinstance(node, ast.AnnAssign):
        typed = ast.unparse(node.annotation) in ("tl.constexpr", "int", "float")
        return (
            typed and isinstance(node.target, ast.Name) and node.value is not None and is_literal(node.value)
        )
    return (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and is_literal(node.value)
    )


def define(name, node, found):
    if name in found or name in IMPORTS.values() or "__" in name:
        refuse(node, f"defines `{name}`, which is taken")
    found[name] = node


def check_import(node):
    """Only torch, triton, triton.language as tl and math, under those names."""
    if isinstance(node, ast.ImportFrom):
        refuse(
            node,
            f"imports from {node.module}; only torch, triton, triton.language as tl and math may be imported",
        )
    for name in node.names:
        if (name.asname or name.name) != IMPORTS.get(name.name):
            refuse(
                node,
                f"imports {name.name}; only torch, triton, triton.language as tl and math may be imported",
            )


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
            refuse(
                node,
                f"{type(node).__name__} at the top level; only imports, functions and constants may stand there",
            )
    return found


def parameters(function):
    arguments = function.args
    return (
        arguments.posonlyargs
        + arguments.args
        + arguments.kwonlyargs
        + [a for a in (arguments.vararg, arguments.kwarg) if a]
    )


def inside(function):
    """Every node of a function but its decorators."""
    return [
        node for part in (function.args, *function.body, function.returns) if part for node in ast.walk(part)
    ]


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
        for node in (
            node for expression in expressions for node in ast.walk(expression) if isinstance(node, ast.Name)
        ):
            if isinstance(node.ctx, ast.Load) and node.id not in bound:
                refuse(node, f"nothing has bound `{node.id}` here")

    for statement in statements:
        if isinstance(statement, (ast.For, ast.While)):
            read(statement.iter if isinstance(statement, ast.For) else statement.test)
            targets = (
                {node.id for node in ast.walk(statement.target) if isinstance(node, ast.Name)}
                if isinstance(statement, ast.For)
                else set()
            )
            after = check_bound(statement.body, bound | targets)
            bound = after if targets and "static_range" in ast.unparse(statement.iter) else bound
        elif isinstance(statement, ast.If):
            read(statement.test)
            bound = check_bound(statement.body, bound) | check_bound(statement.orelse, bound)
        else:
            read(
                statement,
                *[ast.Name(statement.target.id, ast.Load(), lineno=statement.lineno)]
                if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name)
                else [],
            )
            bound = bound | {
                node.id
                for node in ast.walk(statement)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
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
        return (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr in MAKES_TENSOR
        )

    used = {
        node.value.id
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in TENSOR_FIELDS and isinstance(node.value, ast.Name)
    }
    names = {argument.arg for argument in parameters(function)} & used
    assigned = [
        (target.id, node.value)
        for node in nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    names |= {name for name, value in assigned if tensor_like(value)}
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return (
        names
        - {name for name, value in assigned if not tensor_like(value)}
        - (stored - {name for name, _ in assigned})
    )


def check_arithmetic(function, nodes):
    """`x * y` and `x[0] = y` are torch's work where x is a tensor. What this misses, the sandbox sees at run time."""
    tensors = tensor_names(function, nodes)
    for node in nodes:
        if isinstance(node, ast.BinOp):
            operands = [node.left, node.right]
        elif isinstance(node, ast.Compare) and not all(
            isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops
        ):
            operands = [node.left, *node.comparators]
        else:
            operands = [node.operand] if isinstance(node, ast.UnaryOp) else []
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            operands = [t.value for t in targets if isinstance(t, ast.Subscript)] + (
                targets if isinstance(node, ast.AugAssign) else []
            )
        for operand in operands:
            if isinstance(operand, ast.Name) and operand.id in tensors:
                refuse(node, f"torch computes on the tensor `{operand.id}` outside a kernel")


def check_text(kernel, lines):
    """Triton's interpreter finds a kernel again by its text, from the last line that begins with `def`: it must be the only one."""
    if lines[kernel.decorator_list[0].lineno - 1] != "@triton.jit" or not lines[kernel.lineno - 1].startswith(
        "def "
    ):
        refuse(kernel, f"`{kernel.name}` must begin with the lines `@triton.jit` and `def {kernel.name}(`")
    for line in lines[kernel.lineno : kernel.end_lineno]:
        if line.strip().startswith(("def ", "@")):
            refuse(kernel, f"`{kernel.name}` holds a line of text that reads as another definition")


def check_function(function, module):
    """One function of a candidate against the list of its side."""
    side = KERNEL if is_jit(function) else HOST
    nodes = inside(function)
    for node in nodes:
        if not isinstance(node, side.nodes):
            refuse(node, f"{type(node).__name__} is not allowed in {side.name}")
        if isinstance(node, ast.FunctionDef) and (
            node.decorator_list or node.name in side.builtins | set(module) | set(IMPORTS.values())
        ):
            refuse(node, f"defines `{node.name}` inside a function")
        if isinstance(node, ast.Expr) and not isinstance(node.value, (ast.Call, ast.Constant)):
            refuse(node, "a statement that does nothing")
    taking = [node.args for node in (function, *nodes) if isinstance(node, (ast.FunctionDef, ast.Lambda))]
    for default in [default for args in taking for default in args.defaults + args.kw_defaults if default]:
        if not is_literal(default):
            refuse(default, "a default value that is no constant could keep state between calls")
    local = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    local |= {node.arg for node in nodes if isinstance(node, ast.arg)} | {
        node.name for node in nodes if isinstance(node, ast.FunctionDef)
    }
    known = set(module) | side.builtins | set(IMPORTS.values())
    check_names(nodes, side, local | known)
    check_calls(function, nodes, side, module)
    if side is HOST:
        check_arithmetic(function, nodes)
        return
    check_bound(function.body, known | {parameter.arg for parameter in parameters(function)})
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "dot":
            precision = [
                ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg == "input_precision"
            ]
            if precision not in (["'ieee'"], ["'tf32x3'"]):
                refuse(node, 'tl.dot without input_precision="tf32x3" or "ieee" is silently TF32 on a GPU')
            if any(
                keyword.arg == "out_dtype" and ast.unparse(keyword.value) != "tl.float32"
                for keyword in node.keywords
            ):
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
    if not any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript)
        for function in functions
        if not is_jit(function)
        for node in inside(function)
    ):
        raise Refused("launches no kernel")
