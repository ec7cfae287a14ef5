"""Checks a candidate's text by the allow-list, without running it; the first violation is the reason."""

import ast
import functools
from collections.abc import Sequence

from python_to_triton.verification.allow_list import (
    DTYPES,
    HOST,
    KERNEL,
    MAKES_TENSOR,
    MODULES,
    TENSOR_FIELDS,
    Side,
)
from python_to_triton.verification.decorators import (
    check_decorators,
    check_hooks,
    check_tuning_values,
    is_jit_function,
    makes_configurations,
)
from python_to_triton.verification.parsing import dotted_name, parse_answer, refuse
from python_to_triton.verification.placement import annotations, bound_name, check_placement
from python_to_triton.verification.sandbox import Refused, describe_error
from python_to_triton.verification.sandbox.imports import with_one_spelling
from python_to_triton.verification.sandbox.tree_nodes import all_nodes


def stored_name(node: ast.AST) -> str | None:
    """The name that a node binds, if it is a plain one."""
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else None


def is_literal(node: ast.AST) -> bool:
    """A number, a string, None, -1, `2**20 - 1`, `math.pi`, `torch.float32`, `tl.constexpr(1024)`."""
    if isinstance(node, ast.Attribute):
        owner = dotted_name(node.value)
        return (
            node.attr in DTYPES and owner in ("torch", "tl") or owner == "math" and node.attr in ("pi", "e")
        )
    if isinstance(node, ast.BinOp):
        return is_literal(node.left) and is_literal(node.right)
    if isinstance(node, ast.Call):
        one_argument = len(node.args) == 1 and not node.keywords
        return ast.unparse(node.func) == "tl.constexpr" and one_argument and is_literal(node.args[0])
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def constant_target(node: ast.stmt) -> str | None:
    """The name of `BLOCK = 1024`, `BLOCK: tl.constexpr = 1024`, `BLOCK = tl.constexpr(1024)` or of a list of
    configurations; None of anything else.
    """
    if isinstance(node, ast.AnnAssign):
        typed = ast.unparse(node.annotation) in ("tl.constexpr", "int", "float")
        target = node.target
        is_constant = typed and node.value is not None and is_literal(node.value)
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        is_constant = is_literal(node.value) or makes_configurations(node.value)
    else:
        return None
    return target.id if is_constant and isinstance(target, ast.Name) else None


def check_configurations(found: dict[str, ast.stmt]) -> None:
    """A list of configurations is for decorators alone: a function could keep in it what it did before."""
    lists = {
        name
        for name, node in found.items()
        if isinstance(node, ast.Assign) and makes_configurations(node.value)
    }
    functions = [node for node in found.values() if isinstance(node, ast.FunctionDef)]
    for node in (part for function in functions for one in function.body for part in all_nodes(one)):
        if isinstance(node, ast.Name) and node.id in lists:
            refuse(node, f"reads `{node.id}`, a list of configurations, outside a decorator")


def definitions(tree: ast.Module) -> dict[str, ast.stmt]:
    """The functions and constants of a module, {name: node}; anything else at its top level is refused."""
    found = {}
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            continue  # `with_one_spelling` has read it
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.FunctionDef):
            if node.decorator_list and not is_jit_function(node):
                refuse(node, f"decorates `{node.name}` with something other than @triton.jit")
            name = node.name
        else:
            name = constant_target(node)
        if name is None:
            what = type(node).__name__
            refuse(node, f"{what} at the top level; only imports, functions and constants are allowed there")
        if name in found or name in MODULES or "__" in name:
            refuse(node, f"defines `{name}`, a name that is in use already")
        found[name] = node
    check_configurations(found)
    return found


def parameters(function: ast.FunctionDef) -> list[ast.arg]:
    """All parameters of a function."""
    given = function.args
    variadic = [parameter for parameter in (given.vararg, given.kwarg) if parameter]
    return given.posonlyargs + given.args + given.kwonlyargs + variadic


def nodes_of(function: ast.FunctionDef) -> list[ast.AST]:
    """Every node of a function but its decorators."""
    parts = (function.args, *function.body, function.returns)
    return [node for part in parts if part for node in all_nodes(part)]


def check_attribute(node: ast.Attribute, side: Side, called: bool) -> None:
    """`module.name` or `value.name` against the side's lists."""
    owner = dotted_name(node.value)
    module = owner if owner in side.calls else ""
    if side is HOST and node.attr == "block_shape" and isinstance(node.value, ast.Subscript):
        if isinstance(node.ctx, ast.Store):  # of a descriptor among the arguments, by a configuration's hook
            return
    allowed = side.calls[module] if called else side.values[module]
    if node.attr in allowed and isinstance(node.ctx, ast.Load):
        return
    text = ast.unparse(node)[:80]
    what = f"`{text}`" if text.split(".")[0] in MODULES else f"`.{node.attr}`"
    if side is HOST:
        refuse(node, f"{what} in host code, which may only allocate, view, read shapes and launch")
    refuse(node, f"{what} is not allowed in a kernel")


def check_names(nodes: list[ast.AST], side: Side, known: set[str]) -> None:
    """Every name is local, defined in this source, or listed; modules are read by attribute only."""
    looked_into = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        name = getattr(node, "id", None) or getattr(node, "arg", None) or getattr(node, "name", None)
        if not isinstance(name, str):
            continue
        binds = isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", None), ast.Store)
        if "__" in name or binds and name in MODULES:
            refuse(node, f"the name `{name}` is not allowed")
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            is_module = name in side.calls and name not in side.builtins
            if is_module and id(node) not in looked_into or name not in known:
                refuse(node, f"the name `{name}` is not defined in {side.name}, or not allowed there")


def check_bound(statements: list[ast.stmt], bound: set[str]) -> set[str]:
    """Refuses a kernel that reads a name before it binds it; returns the names bound after `statements`.

    `bound` are the names bound before them. What a loop binds first is gone after it, as it might not have
    run. Triton compiles nothing else; its interpreter would accept it.
    """

    def check_reads(nodes):
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in bound:
                refuse(node, f"`{node.id}` is used before it is assigned")

    for statement in statements:
        if isinstance(statement, ast.For):
            check_reads(all_nodes(statement.iter))
            targets = {node.id for node in all_nodes(statement.target) if isinstance(node, ast.Name)}
            after = check_bound(statement.body, bound | targets)
            bound = after if targets and "static_range" in ast.unparse(statement.iter) else bound
        elif isinstance(statement, ast.While):
            check_reads(all_nodes(statement.test))
            check_bound(statement.body, bound)
        elif isinstance(statement, ast.If):
            check_reads(all_nodes(statement.test))
            bound = check_bound(statement.body, bound) | check_bound(statement.orelse, bound)
        else:
            nodes = all_nodes(statement)
            check_reads(nodes)
            if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
                check_reads([ast.Name(statement.target.id, ast.Load(), lineno=statement.lineno)])
            bound = bound | set(filter(None, map(stored_name, nodes)))
    return bound


def check_call(node: ast.Call, side: Side, module: dict, constants: set[str], local: set[str]) -> None:
    """One call that is no `owner.method(...)`: a listed function, one of this source, a launch, or a given
    constant.

    What a function binds itself, `local`, is none of these.
    """
    callee = node.func.value if isinstance(node.func, ast.Subscript) else node.func
    name = callee.id if isinstance(callee, ast.Name) else None
    target = None if name in local else module.get(name)
    is_function = isinstance(target, ast.FunctionDef)
    if isinstance(node.func, ast.Subscript):
        if side is KERNEL or not (is_function and is_jit_function(target)):
            refuse(node, "launches something that is not a @triton.jit function of this source")
    elif is_function:
        if side is HOST and is_jit_function(target):
            refuse(node, f"host code calls the kernel `{name}` without a grid")
        if side is KERNEL and not is_jit_function(target):
            refuse(node, f"a kernel calls the host function `{name}`")
    elif (name not in side.builtins or name in local) and not (side is KERNEL and name in constants):
        refuse(node, f"{side.name} calls `{ast.unparse(callee)[:60]}`, which is not allowed")


def check_callees(function: ast.FunctionDef, nodes: list[ast.AST], side: Side, module: dict) -> None:
    """Only listed functions, functions of this source, launches, and what a kernel gets as a constant are
    called. `tl.constexpr` is an annotation, or called.
    """
    local = set(filter(None, map(bound_name, nodes)))
    types = annotations(function, nodes)
    constants = {each.arg for each in parameters(function) if dotted_name(each.annotation) == "tl.constexpr"}
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and not (node in types and dotted_name(node) == "tl.constexpr"):
            check_attribute(node, side, id(node) in called)
        if isinstance(node, ast.Call) and not isinstance(node.func, ast.Attribute):
            check_call(node, side, module, constants, local)
    for node in nodes if side is KERNEL else ():
        target = module.get(getattr(node, "id", None))
        if isinstance(target, ast.FunctionDef) and not is_jit_function(target):
            refuse(node, f"a kernel names the host function `{node.id}`")


def makes_tensor(value: ast.expr) -> bool:
    """Whether an expression is an allocation or a view."""
    is_method = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)
    return is_method and value.func.attr in MAKES_TENSOR


def tensor_names(function: ast.FunctionDef, nodes: list[ast.AST]) -> set[str]:
    """The names that can only hold tensors: arguments used as such, and what allocations and views are bound
    to.
    """
    used = {
        node.value.id
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in TENSOR_FIELDS and isinstance(node.value, ast.Name)
    }
    assigned = [
        (target.id, makes_tensor(node.value))
        for node in nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    tensors = {argument.arg for argument in parameters(function)} & used
    tensors |= {name for name, is_tensor in assigned if is_tensor}
    others = {name for name, is_tensor in assigned if not is_tensor}
    bound_otherwise = set(filter(None, map(stored_name, nodes))) - {name for name, _ in assigned}
    return tensors - others - bound_otherwise


def operands_of(node: ast.AST) -> list[ast.expr]:
    """What a node computes on, or stores into."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Compare) and not all(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops):
        return [node.left, *node.comparators]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, ast.Assign):
        return [target.value for target in node.targets if isinstance(target, ast.Subscript)]
    if isinstance(node, ast.AugAssign):
        inner = [node.target.value] if isinstance(node.target, ast.Subscript) else []
        return [*inner, node.target]
    return []


def check_tensor_arithmetic(function: ast.FunctionDef, nodes: list[ast.AST]) -> None:
    """`x * y` and `x[0] = y` are torch's work where x is a tensor. What this misses, the sandbox sees at run
    time.
    """
    tensors = tensor_names(function, nodes)
    for node in nodes:
        for operand in operands_of(node):
            if isinstance(operand, ast.Name) and operand.id in tensors:
                refuse(node, f"torch computes on the tensor `{operand.id}` outside a kernel")


def check_text(kernel: ast.FunctionDef, lines: list[str]) -> None:
    """Triton finds a kernel by its text, from the first line after its decorators' that begins with `def`: it
    must be alone.
    """
    first, start, end = kernel.decorator_list[0].lineno, kernel.lineno, kernel.end_lineno
    if lines[first - 1][:1] != "@" or not lines[start - 1].startswith("def "):
        refuse(kernel, f"`{kernel.name}` must begin with the lines `@triton.jit` and `def {kernel.name}(`")
    above = any(line.lstrip().startswith("def ") for line in lines[first - 1 : start - 1])
    inside = any(line.lstrip().startswith(("def ", "@")) for line in lines[start:end])
    if above or inside:
        refuse(kernel, f"`{kernel.name}` holds a line of text that reads as another definition")


def check_syntax(nodes: list[ast.AST], side: Side, module: dict) -> None:
    """Only listed kinds of statements and expressions, each with an effect; no function name is reused."""
    taken = side.builtins | set(module) | MODULES
    for node in nodes:
        if not isinstance(node, side.nodes):
            refuse(node, f"{type(node).__name__} is not allowed in {side.name}")
        if isinstance(node, ast.FunctionDef) and (node.decorator_list or node.name in taken):
            refuse(node, f"defines `{node.name}` inside a function")
        if isinstance(node, ast.Expr) and not isinstance(node.value, (ast.Call, ast.Constant)):
            refuse(node, "a statement without effect")


def check_defaults(function: ast.FunctionDef, nodes: list[ast.AST]) -> None:
    """A default value is a constant."""
    taking = [node.args for node in (function, *nodes) if isinstance(node, (ast.FunctionDef, ast.Lambda))]
    for given in taking:
        for default in given.defaults + given.kw_defaults:
            if default and not is_literal(default):
                refuse(default, "a default value that is not a constant could keep state between calls")


def check_function(function: ast.FunctionDef, module: dict) -> None:
    """One function of a candidate against the list of its side."""
    side = KERNEL if is_jit_function(function) else HOST
    nodes = nodes_of(function)
    check_syntax(nodes, side, module)
    check_defaults(function, nodes)
    local = set(filter(None, map(bound_name, nodes)))
    known = set(module) | side.builtins | MODULES
    check_names(nodes, side, local | known)
    check_callees(function, nodes, side, module)
    check_placement(function, nodes, side, module)
    if side is HOST:
        check_tensor_arithmetic(function, nodes)
        return
    for inner in check_decorators(function, module):
        check_function(inner, module)
    check_bound(function.body, known | {parameter.arg for parameter in parameters(function)})


def launches(function: ast.FunctionDef) -> bool:
    """Whether a host function holds a launch, `kernel[grid](...)`."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript) for node in nodes_of(function)
    )


def check_scratch(functions: Sequence[ast.FunctionDef]) -> None:
    """A kernel that makes tensor descriptors needs memory for them, which the host has to provide: without,
    its launch fails on a GPU that has them.
    """
    calls = [node for each in functions for node in all_nodes(each) if isinstance(node, ast.Call)]
    made = [call for call in calls if dotted_name(call.func) == "tl.make_tensor_descriptor"]
    if made and not any(dotted_name(call.func) == "triton.set_allocator" for call in calls):
        refuse(made[0], "tl.make_tensor_descriptor without triton.set_allocator in the host function")


def check_tree(source: str, entry: str) -> None:
    """`check_source` without its cache."""
    module = definitions(with_one_spelling(parse_answer(source)))
    functions = [node for node in module.values() if isinstance(node, ast.FunctionDef)]
    if not any(is_jit_function(function) for function in functions):
        raise Refused("defines no @triton.jit kernel")
    if not isinstance(module.get(entry), ast.FunctionDef) or is_jit_function(module[entry]):
        raise Refused(f"defines no host function `{entry}`")
    lines = source.split("\n")
    for node in module.values():
        if isinstance(node, ast.Assign) and makes_configurations(node.value):
            for function in check_tuning_values(node.value, module):
                check_function(function, module)
    check_hooks(module)
    for function in functions:
        check_function(function, module)
        if is_jit_function(function):
            check_text(function, lines)
    check_scratch(functions)
    if not any(launches(function) for function in functions if not is_jit_function(function)):
        raise Refused("launches no kernel")


def top_level(tree: ast.Module) -> dict[str, list[ast.stmt]]:
    """{name: the functions, classes and constants of a module that bind it}."""
    found = {}
    for node in tree.body:
        is_definition = isinstance(node, (ast.FunctionDef, ast.ClassDef))
        name = node.name if is_definition else constant_target(node)
        if name:
            found.setdefault(name, []).append(node)
    return found


def reached_from(entries: Sequence[str], known: dict[str, list[ast.stmt]], left_out: Sequence[str]) -> set:
    """The names of a module that functions reach by name, `left_out` and what only these reach aside."""
    reached = set()
    queue = list(entries)
    while queue:
        name = queue.pop()
        if name in reached or name not in known or name in left_out:
            continue
        reached.add(name)
        nodes = [node for one in known[name] for node in all_nodes(one)]
        queue += [node.id for node in nodes if isinstance(node, ast.Name)]
    return reached


def check_written(source: str, entries: Sequence[str], pytorch: Sequence[str] = ()) -> None:
    """Reads the answers in a written module: everything that its host functions `entries` reach.

    Functions `pytorch` are codegen's calls of PyTorch, not answers. The rest is the user's own text. Raises
    Refused with the line and the reason.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Refused(f"does not parse: {describe_error(error)}") from error
    known = top_level(tree)
    names = reached_from(entries, known, pytorch)
    lines = source.split("\n")
    for name in sorted(names):
        if len(known[name]) > 1:
            refuse(known[name][1], f"defines `{name}`, a name that an answer uses")
    module = {name: known[name][0] for name in names} | {name: known[name][0] for name in pytorch}
    check_hooks({name: node for name, node in module.items() if name in names})
    for name in sorted(names):
        function = known[name][0]
        if isinstance(function, ast.ClassDef):
            refuse(function, f"an answer names the class `{name}`")
        if isinstance(function, ast.FunctionDef):
            check_function(function, module)
            if is_jit_function(function):
                check_text(function, lines)


@functools.lru_cache(maxsize=256)
def reason_refused(source: str, entry: str) -> str:
    """Why `check_tree` refuses a source, cached; empty where it does not."""
    try:
        check_tree(source, entry)
    except Refused as refusal:
        return str(refusal)
    return ""


def check_source(source: str, entry: str = "translated") -> None:
    """Reads a candidate without running it; raises Refused with the line and the reason.

    `entry` is the host function that gets the inputs. Results are cached by text.
    """
    reason = reason_refused(source, entry)
    if reason:
        raise Refused(reason)
