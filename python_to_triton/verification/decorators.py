"""What may stand above a kernel: `@triton.jit` and its options, `@triton.autotune`, `@triton.heuristics`."""

import ast
from collections.abc import Iterable, Iterator

from python_to_triton.verification.allow_list import CONFIG_FIELDS
from python_to_triton.verification.parsing import dotted_name, refuse
from python_to_triton.verification.placement import CHANGES_A_LIST
from python_to_triton.verification.sandbox.tree_nodes import all_nodes

JIT_OPTIONS = frozenset(("do_not_specialize", "do_not_specialize_on_alignment", "debug", "noinline"))
TUNING_OPTIONS = frozenset(
    (
        "configs",
        "key",
        "reset_to_zero",
        "restore_value",
        "warmup",
        "rep",
        "use_cuda_graph",
        "cache_results",
        "prune_configs_by",
        "pre_hook",
        "post_hook",
    )
)
CONFIG_OPTIONS = frozenset(("kwargs", "num_warps", "num_stages", "num_ctas", "maxnreg", "pre_hook"))
HOOKS = frozenset(("pre_hook", "post_hook", "early_config_prune", "perf_model"))  # options that are functions
PRUNING = frozenset(("early_config_prune", "perf_model", "top_k"))  # what prune_configs_by may hold
LITERALS = (
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.Name,
    ast.Call,
    ast.keyword,
    ast.Attribute,
    ast.ListComp,
    ast.comprehension,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.BoolOp,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
    ast.boolop,
    ast.expr_context,
)


def is_jit_function(function: ast.FunctionDef) -> bool:
    """Whether a function is a kernel: its last decorator is `@triton.jit`."""
    if not function.decorator_list:
        return False
    last = function.decorator_list[-1]
    return dotted_name(last.func if isinstance(last, ast.Call) else last) == "triton.jit"


def check_options(call: ast.Call, allowed: frozenset[str], positional: int = 0) -> None:
    """Only listed options, by name."""
    if len(call.args) > positional:
        refuse(call, f"`{dotted_name(call.func)}` with {len(call.args)} arguments that have no name")
    for option in call.keywords:
        if option.arg not in allowed:
            refuse(call, f"`{dotted_name(call.func)}` with the option `{option.arg}`")


def function_in(value: ast.expr, module: dict, what: str) -> Iterator[ast.FunctionDef]:
    """A lambda in a decorator as a host function, to be read as such; nothing of one that has a name."""
    if isinstance(value, ast.Constant) and value.value is None:
        return
    if isinstance(value, ast.Lambda):
        body = [ast.copy_location(ast.Return(value.body), value)]
        function = ast.FunctionDef("hook", value.args, body, [], returns=None, type_comment=None)
        yield ast.copy_location(function, value)
    elif not isinstance(module.get(dotted_name(value)), ast.FunctionDef):
        refuse(value, f"{what} is a lambda, or a host function of this source")


def hooks_in(values: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """(option, value) of every function that tuning calls: in a configuration, or in prune_configs_by."""
    for node in all_nodes(values):
        if isinstance(node, ast.Call):
            yield from ((word.arg, word.value) for word in node.keywords if word.arg in HOOKS)
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values):
                if isinstance(key, ast.Constant) and key.value in HOOKS:
                    yield key.value, value


def check_tuning_values(values: ast.expr, module: dict) -> list[ast.FunctionDef]:
    """Options are numbers, texts, configurations and lists of these, or what a host function returns.

    Returns the functions that are written in them, which are host code.
    """
    bound = {node.id for node in all_nodes(values) if isinstance(getattr(node, "ctx", None), ast.Store)}
    hooks = list(hooks_in(values))
    found = [each for what, value in hooks for each in function_in(value, module, f"`{what}`")]
    inside = {id(node) for _, value in hooks for node in all_nodes(value)}
    for node in all_nodes(values):
        if id(node) in inside:
            continue
        if not isinstance(node, LITERALS):
            refuse(values, f"{type(node).__name__} in a decorator")
        if isinstance(node, ast.Call):
            if dotted_name(node.func) == "triton.Config":
                check_options(node, CONFIG_OPTIONS, positional=1)
            elif not isinstance(module.get(dotted_name(node.func)), ast.FunctionDef):
                refuse(node, f"a decorator calls `{ast.unparse(node.func)[:60]}`")
        if isinstance(node, ast.Attribute) and dotted_name(node) != "triton.Config":
            refuse(node, f"`{ast.unparse(node)[:60]}` in a decorator")
        if isinstance(node, ast.Name) and node.id not in {"triton", *bound, *module}:
            refuse(node, f"the name `{node.id}` in a decorator")
    return found


def check_pruning(values: ast.expr) -> None:
    """What prune_configs_by holds."""
    if isinstance(values, ast.Constant) and values.value is None:
        return
    if not isinstance(values, ast.Dict):
        refuse(values, "prune_configs_by of something else than a dict")
    for key in values.keys:
        if not isinstance(key, ast.Constant) or key.value not in PRUNING:
            refuse(values, f"prune_configs_by with something else than {', '.join(sorted(PRUNING))}")


def functions_of_tuning(decorator: ast.Call, module: dict) -> Iterator[ast.FunctionDef]:
    """The functions that are written in the options of a triton.autotune."""
    check_options(decorator, TUNING_OPTIONS, positional=2)
    for value in decorator.args:
        yield from check_tuning_values(value, module)
    for option in decorator.keywords:
        if option.arg == "prune_configs_by":
            check_pruning(option.value)
        if option.arg in HOOKS:
            yield from function_in(option.value, module, f"`{option.arg}`")
        else:
            yield from check_tuning_values(option.value, module)


def functions_in(values: ast.expr, module: dict) -> Iterator[ast.FunctionDef]:
    """The functions of a dict of heuristics that are written in it, as host functions to be read as such."""
    if not isinstance(values, ast.Dict):
        refuse(values, "triton.heuristics of something else than a dict")
    for name, value in zip(values.keys, values.values):
        if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
            refuse(values, "triton.heuristics of a name that is no text")
        yield from function_in(value, module, "a heuristic")


def check_decorators(kernel: ast.FunctionDef, module: dict) -> list[ast.FunctionDef]:
    """Reads the decorators of a kernel; returns the functions in them, which are host code."""
    *others, jit = kernel.decorator_list
    if isinstance(jit, ast.Call):
        check_options(jit, JIT_OPTIONS)
        for option in jit.keywords:
            check_tuning_values(option.value, {})
    found = []
    for decorator in others:
        name = dotted_name(decorator.func) if isinstance(decorator, ast.Call) else ""
        if name == "triton.autotune":
            found += functions_of_tuning(decorator, module)
        elif name == "triton.heuristics":
            check_options(decorator, frozenset(("values",)), positional=1)
            for value in (*decorator.args, *(option.value for option in decorator.keywords)):
                found += functions_in(value, module)
        else:
            refuse(kernel, f"decorates `{kernel.name}` with something other than @triton.jit and its tuning")
    return found


def check_hook(function: ast.AST) -> None:
    """A function that tuning calls, more often on a GPU than here, launches nothing and changes nothing that
    it did not make.
    """
    nodes = all_nodes(function)
    made = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.List, ast.ListComp, ast.Dict))
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes:
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Subscript):
            refuse(node, "a launch in a function that tuning calls")
        is_method = isinstance(called, ast.Attribute) and called.attr in CHANGES_A_LIST
        assigns = isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
        changed = called.value if is_method else node.value if assigns else None
        if changed is not None and dotted_name(changed) not in made:
            refuse(node, f"changes `{ast.unparse(changed)[:60]}` in a function that tuning calls")


def named_in(nodes: Iterable[ast.AST], module: dict) -> set[str]:
    """The host functions that some nodes name, and those that these name."""
    found = set()
    queue = [name.id for node in nodes for name in all_nodes(node) if isinstance(name, ast.Name)]
    while queue:
        name = queue.pop()
        function = module.get(name)
        if name not in found and isinstance(function, ast.FunctionDef) and not is_jit_function(function):
            found.add(name)
            queue += [node.id for node in all_nodes(function) if isinstance(node, ast.Name)]
    return found


def check_hooks(module: dict) -> None:
    """Reads the functions that tuning calls: those that decorators, or lists of configurations, name.

    They alone may read the fields of a configuration, which other objects have on a GPU alone.
    """
    decorators = [each for one in module.values() for each in getattr(one, "decorator_list", ())]
    lists = [one.value for one in module.values() if isinstance(one, ast.Assign)]
    written = [
        node for part in decorators + lists for node in all_nodes(part) if isinstance(node, ast.Lambda)
    ]
    hooks = named_in(decorators + lists, module)
    for function in (*written, *(module[name] for name in hooks)):
        check_hook(function)

    host = {
        name
        for name, one in module.items()
        if isinstance(one, ast.FunctionDef) and not is_jit_function(one) and name not in hooks
    }
    called = named_in([statement for name in host for statement in module[name].body], module)
    for node in (node for name in host | called for node in all_nodes(module[name])):
        if isinstance(node, ast.Attribute) and node.attr in CONFIG_FIELDS:
            refuse(node, f"`.{node.attr}` outside a function that only tuning calls")


def makes_configurations(node: ast.AST) -> bool:
    """A list of triton.Config(..), a sum or comprehension of such."""
    if isinstance(node, ast.BinOp):
        return makes_configurations(node.left) and makes_configurations(node.right)
    elements = node.elts if isinstance(node, ast.List) else [getattr(node, "elt", node)]
    return (
        isinstance(node, (ast.List, ast.ListComp))
        and bool(elements)
        and all(isinstance(each, ast.Call) and dotted_name(each.func) == "triton.Config" for each in elements)
    )
