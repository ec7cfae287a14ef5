"""Where what the allow-list knows may stand: harmless in one place, it would be a hole in another.

A device may be handed on, and never be looked at: an answer that asks where it runs can be right in the
interpreter alone. Names of functions, lists in a kernel and loop counters have rules of the same kind.
"""

import ast
from collections.abc import Iterator

from python_to_triton.verification.allow_list import KERNEL, PLACED_ON_A_DEVICE, Side
from python_to_triton.verification.parsing import dotted_name, refuse
from python_to_triton.verification.sandbox.tree_nodes import all_nodes, inner_nodes

GPU = "cuda"  # the only device that an answer may name
PROPERTIES = "torch.cuda.get_device_properties"


def parents_of(root: ast.AST) -> dict[ast.AST, ast.AST]:
    """{node: the node that it is part of}."""
    return {child: node for node in all_nodes(root) for child in inner_nodes(node)}


def ancestors(node: ast.AST, parents: dict) -> Iterator[tuple[ast.AST, ast.AST]]:
    """(a node that holds `node`, its part towards it), from the inside to the outside."""
    while node in parents:
        yield parents[node], node
        node = parents[node]


# ---- names ----


def bound_name(node: ast.AST) -> str | None:
    """The name that a node binds: a variable, a parameter or a function inside a function."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    if isinstance(node, ast.arg):
        return node.arg
    return node.name if isinstance(node, ast.FunctionDef) else None


def check_bindings(nodes: list[ast.AST], module: dict) -> None:
    """Refuses a variable or parameter with the name of a function of the source: a call of it would be
    another call than it reads.
    """
    for node in nodes:
        name = bound_name(node)
        if isinstance(module.get(name), ast.FunctionDef):
            refuse(node, f"binds `{name}`, the name of a function of this source")


def annotations(function: ast.FunctionDef, nodes: list[ast.AST]) -> set[ast.AST]:
    """The annotations in a function."""
    return {getattr(node, "annotation", None) for node in nodes} | {function.returns}


# ---- devices ----


def is_device_field(node: ast.AST) -> bool:
    """`x.device`."""
    return isinstance(node, ast.Attribute) and node.attr == "device" and dotted_name(node) != "torch.device"


def assigned_pairs(nodes: list[ast.AST]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """(target, value) of `a = x` and, element by element, of `a, b = x, y`."""
    for node in nodes:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target = node.targets[0]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            if len(target.elts) == len(node.value.elts):
                yield from zip(target.elts, node.value.elts)
        else:
            yield target, node.value


def is_wording(node: ast.AST, part: ast.AST) -> bool:
    """Whether `part` of a statement words an error and does nothing else."""
    return isinstance(node, ast.Raise) or isinstance(node, ast.Assert) and part is node.msg


def is_guard(node: ast.AST, part: ast.AST) -> bool:
    """Whether `part` of a statement decides on an error and on nothing else."""
    is_test = isinstance(node, (ast.If, ast.Assert)) and part is node.test
    return is_test and (
        isinstance(node, ast.Assert)
        or not node.orelse
        and all(isinstance(each, ast.Raise) for each in node.body)
    )


def is_device(node: ast.AST, held: set[str]) -> bool:
    """Whether an expression is a device."""
    if isinstance(node, ast.IfExp):
        return is_device(node.body, held) and is_device(node.orelse, held)
    return is_device_field(node) or isinstance(node, ast.Name) and node.id in held


def device_names(nodes: list[ast.AST]) -> set[str]:
    """The names that hold a device: parameters of that name, and what one is assigned to."""
    held = {node.arg for node in nodes if isinstance(node, ast.arg) and node.arg == "device"}
    pairs = [pair for pair in assigned_pairs(nodes) if isinstance(pair[0], ast.Name)]
    while True:
        more = {target.id for target, value in pairs if is_device(value, held)}
        if more <= held:
            return held
        held |= more


def may_stand(node: ast.AST, parents: dict, held: set[str], values: set[ast.AST]) -> bool:
    """Whether a device stands where it is handed on, or where only an error depends on it."""
    parent = parents[node]
    if isinstance(parent, ast.keyword):
        return parent.arg == "device"
    if isinstance(parent, ast.Call) and dotted_name(parent.func) == PROPERTIES:
        return True
    if isinstance(parent, ast.IfExp) and node is not parent.test:
        return may_stand(parent, parents, held, values)
    if isinstance(parent, ast.Attribute):
        return parent.attr == "type"  # the sandbox says "cuda" wherever it runs
    compared = isinstance(parent, ast.Compare) and [parent.left, *parent.comparators]
    if compared and not all(is_device(each, held) for each in compared):
        return False
    around = [*ancestors(node, parents)]
    decides = compared and any(is_guard(*pair) for pair in around)
    return node in values or decides or any(is_wording(*pair) for pair in around)


def check_properties(nodes: list[ast.AST], parents: dict) -> None:
    """Of a device's properties, host code may ask for the number of its multiprocessors."""
    asks = lambda node: isinstance(node, ast.Call) and dotted_name(node.func) == PROPERTIES
    held = {target.id for target, value in assigned_pairs(nodes) if asks(value) and dotted_name(target)}
    for node in nodes:
        parent = parents.get(node)
        is_held = isinstance(node, ast.Name) and node.id in held and isinstance(node.ctx, ast.Load)
        counts = isinstance(parent, ast.Attribute) and parent.attr == "multi_processor_count"
        if (asks(node) or is_held) and not counts and not (asks(node) and isinstance(parent, ast.Assign)):
            refuse(node, "reads another property of a device than `.multi_processor_count`")
        if isinstance(node, ast.Attribute) and node.attr == "multi_processor_count":
            if not asks(node.value) and dotted_name(node.value) not in held:
                refuse(node, f"`.multi_processor_count` of something else than `{PROPERTIES}(..)`")
        if isinstance(node, ast.Call) and dotted_name(node.func) == "torch.cuda.current_device":
            if not asks(parent):
                refuse(node, f"`torch.cuda.current_device()` outside `{PROPERTIES}(..)`")


def check_devices(function: ast.FunctionDef, nodes: list[ast.AST]) -> None:
    """Host code hands devices on: it neither compares them nor turns them into text, and it allocates on one.

    Where all that follows is an error, two devices may be compared.
    """
    parents = parents_of(function)
    check_properties(nodes, parents)
    held = device_names(nodes)
    values = {value for target, value in assigned_pairs(nodes) if isinstance(target, ast.Name)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr == "type" and not is_device(node.value, held):
            refuse(node, "`.type` of something else than a device")
        is_read = isinstance(getattr(node, "ctx", None), ast.Load) and is_device(node, held)
        if is_read and not may_stand(node, parents, held, values):
            refuse(node, "looks at a device, which host code may only hand on as `device=`")
        if isinstance(node, ast.Call) and dotted_name(node.func) in PLACED_ON_A_DEVICE:
            given = [word.value for word in node.keywords if word.arg == "device"]
            if not given:
                refuse(node, f"`{dotted_name(node.func)}` without `device=` allocates on the CPU")
        if isinstance(node, ast.keyword) and node.arg == "device":
            is_gpu = isinstance(node.value, ast.Constant) and node.value.value == GPU
            if not is_gpu and not is_device(node.value, held):
                refuse(node.value, 'a device that is neither an argument\'s `.device` nor "cuda"')


# ---- TF32 ----

ALLOWS_TF32 = "torch.backends.cudnn.allow_tf32"


def is_literal_of(node: ast.AST, kind: type) -> bool:
    """Whether an expression is a number of a type, with a sign or without."""
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(node, ast.Constant) and type(node.value) is kind


def check_tf32(function: ast.FunctionDef, nodes: list[ast.AST]) -> None:
    """Whether PyTorch's convolutions may round to TF32 chooses between two texts, the names of precisions."""
    parents = parents_of(function)
    for node in nodes:
        if isinstance(node, ast.Attribute) and dotted_name(node) == ALLOWS_TF32:
            choice = parents[node]
            chooses = isinstance(choice, ast.IfExp) and node is choice.test
            if not chooses or not all(is_literal_of(each, str) for each in (choice.body, choice.orelse)):
                refuse(node, f'`{ALLOWS_TF32}` outside `"tf32" if {ALLOWS_TF32} else "tf32x3"`')


# ---- launches ----

CHANGES_A_LIST = frozenset(("append", "extend", "insert", "pop"))


def check_launches(function: ast.FunctionDef, nodes: list[ast.AST], module: dict) -> None:
    """Host code neither looks at a kernel or at what a launch returns, nor counts how often Triton calls it:
    all of these differ on a GPU.
    """
    parents = parents_of(function)
    for node in nodes:
        is_launch = isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript)
        if is_launch and not isinstance(parents[node], ast.Expr):
            refuse(node, "uses what a launch returns, which is another thing on a GPU")
        around = [each for each, _ in ancestors(node, parents)]
        if isinstance(node, ast.Name) and isinstance(module.get(node.id), ast.FunctionDef):
            as_text = any(isinstance(each, ast.JoinedStr) for each in around)
            called = isinstance(parents[node], ast.Call) and node is parents[node].func
            if as_text and not called or isinstance(parents[node], ast.BinOp):
                refuse(node, f"the function `{node.id}` as text")
        changes = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if changes and node.func.attr in CHANGES_A_LIST:
            if any(
                isinstance(each, (ast.Lambda, ast.FunctionDef)) and each is not function for each in around
            ):
                refuse(node, f"`.{node.func.attr}` in a function that Triton calls")


# ---- kernels ----


def check_lists(function: ast.FunctionDef, nodes: list[ast.AST]) -> None:
    """A list in a kernel is an argument, as in `tl.zeros([M, N])`: Triton compiles none that could change."""
    parents = parents_of(function)
    for node in nodes:
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            refuse(node, "a kernel assigns an element")
        if isinstance(node, ast.List):
            if not isinstance(parents[node], (ast.Call, ast.keyword, ast.List, ast.Tuple)):
                refuse(node, "a list in a kernel that is not an argument; a tuple is a value")


def counts_only(node: ast.AST, counters: set[str]) -> bool:
    """Whether an expression is made of loop counters and integers alone."""
    if isinstance(node, ast.BinOp):
        sides = [node.left, node.right]
        whole = all(is_literal_of(side, int) or counts_only(side, counters) for side in sides)
        return whole and any(counts_only(side, counters) for side in sides)
    return isinstance(node, ast.Name) and node.id in counters


def check_counters(nodes: list[ast.AST]) -> None:
    """A loop counter times `0.1` reads as a Python number, and is an integer of the GPU: it is cast first."""
    loops = [node for node in nodes if isinstance(node, ast.For) and isinstance(node.target, ast.Name)]
    counters = {loop.target.id for loop in loops if "static_range" not in ast.unparse(loop.iter)}
    for node in nodes:
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
            continue
        sides = [node.left, node.right]
        if any(is_literal_of(side, float) for side in sides) and any(
            counts_only(side, counters) for side in sides
        ):
            reason = "multiplies a loop counter, which the GPU holds as an integer, by a float"
            refuse(node, f"{reason}; `.to(tl.float32)` casts it")


def check_placement(function: ast.FunctionDef, nodes: list[ast.AST], side: Side, module: dict) -> None:
    """All rules of this file on one function."""
    check_bindings(nodes, module)
    if side is KERNEL:
        check_lists(function, nodes)
        check_counters(nodes)
    else:
        check_devices(function, nodes)
        check_tf32(function, nodes)
        check_launches(function, nodes, module)
