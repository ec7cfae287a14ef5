"""Launches as an answer's text has them: `kernel[grid](...)`, and what the host computes its numbers from."""

import ast
import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

Assigned = dict[str, list[ast.expr]]  # the expressions that a function assigns to each of its names


def called_function(node: ast.AST) -> str:
    """The last name of what a call calls: cdiv of `triton.cdiv(...)`; "" of anything else."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def has_call(node: ast.AST, name: str) -> bool:
    """Whether something of that name is called in a node."""
    return any(called_function(part) == name for part in ast.walk(node))


def assigned_expressions(function: ast.FunctionDef) -> Assigned:
    """What a function assigns to each of its names; a tuple part by part."""
    assigned = {}
    for node in ast.walk(function):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            assigned.setdefault(node.target.id, []).append(node.value)
        for target in node.targets if isinstance(node, ast.Assign) else ():
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple):
                parts = node.value.elts if isinstance(node.value, ast.Tuple) else ()
                same = len(parts) == len(target.elts)
                pairs = zip(target.elts, parts if same else itertools.repeat(node.value))
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    assigned.setdefault(name.id, []).append(value)
    return assigned


def reached(node: ast.AST, assigned: Assigned) -> list[ast.AST]:
    """The nodes of an expression and of all that its names stand for."""
    found = []
    names = set()
    queue = [node]
    while queue:
        for part in ast.walk(queue.pop()):
            found.append(part)
            if isinstance(part, ast.Name) and part.id not in names:
                names.add(part.id)
                queue += assigned.get(part.id, [])
    return found


def is_store(node: ast.AST) -> bool:
    """Whether a node calls tl.store, or changes memory atomically."""
    return called_function(node).startswith(("store", "atomic"))


def first_statement(kernel: ast.FunctionDef) -> ast.stmt:
    """The first statement of a kernel behind its docstring."""
    has_more = len(kernel.body) > 1 and ast.get_docstring(kernel) is not None
    return kernel.body[1] if has_more else kernel.body[0]


def functions_that(
    kernels: dict[str, ast.FunctionDef], is_wanted: Callable[[ast.AST], bool]
) -> frozenset[str]:
    """The names of the functions that have a node as wanted, themselves or in a function that they call."""
    found = set()
    for _ in kernels:  # each time one name at least is added, or no further one ever
        for name, kernel in kernels.items():
            if any(is_wanted(node) or called_function(node) in found for node in ast.walk(kernel)):
                found.add(name)
    return frozenset(found)


def is_axis(node: ast.AST) -> bool:
    """Whether a node is the literal number of an axis of the grid."""
    return isinstance(node, ast.Constant) and node.value in (0, 1, 2)


def program_axes(kernel: ast.FunctionDef) -> dict[str, set[int]]:
    """{parameter: the axes of the program ids that the kernel multiplies it with}, of all that it does."""
    assigned = assigned_expressions(kernel)
    axes = {}
    for node in ast.walk(kernel):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
            continue
        for block, other in ((node.left, node.right), (node.right, node.left)):
            if not isinstance(block, ast.Name):
                continue
            calls = [part for part in reached(other, assigned) if called_function(part) == "program_id"]
            of_ids = {part.args[0].value for part in calls if part.args and is_axis(part.args[0])}
            if of_ids:
                axes.setdefault(block.id, set()).update(of_ids)
    return axes


@dataclass
class WrittenLaunch:
    """`kernel[grid](...)` in a host function."""

    kernel: ast.FunctionDef
    host: ast.FunctionDef
    call: ast.Call
    arguments: dict[str, ast.expr]  # by the names of the kernel's parameters, and launch options
    # names of functions that a kernel may call
    loaders: frozenset[str] = frozenset({"load"})  # that load: tl.load, and functions of the answer
    storers: frozenset[str] = frozenset()  # functions of the answer that store
    program_askers: frozenset[str] = frozenset()  # that ask for a program id, or the number of programs
    called_in_kernels: frozenset[str] = frozenset()
    kernels: Mapping[str, ast.FunctionDef] = field(default_factory=dict)  # of the answer, by name

    # ---- of the kernel ----

    @functools.cached_property
    def assigned_in_kernel(self) -> Assigned:
        """What the kernel assigns to its names."""
        return assigned_expressions(self.kernel)

    @functools.cached_property
    def axes(self) -> dict[str, set[int]]:
        """See program_axes."""
        return program_axes(self.kernel)

    @functools.cached_property
    def blocks(self) -> list[str]:
        """The parameters that are sides of blocks (`tl.arange(0, BLOCK)`), and groups of tiles (GROUP)."""
        sides = {
            part.id
            for node in ast.walk(self.kernel)
            if called_function(node) == "arange"
            for argument in node.args
            for part in ast.walk(argument)
            if isinstance(part, ast.Name)
        }
        names = [argument.arg for argument in self.kernel.args.args]
        return [name for name in names if name in sides or name.startswith("GROUP") and name != "GROUPS"]

    @functools.cached_property
    def loop_steps(self) -> set[str]:
        """The names in the steps of the kernel's loops: `range(0, K, SPLITS * BLOCK_K)`."""
        calls = [node for node in ast.walk(self.kernel) if called_function(node) == "range"]
        steps = [node.args[2] for node in calls if len(node.args) == 3]
        return {part.id for step in steps for part in ast.walk(step) if isinstance(part, ast.Name)}

    @functools.cached_property
    def has_dot(self) -> bool:
        """Whether the kernel multiplies matrices."""
        return has_call(self.kernel, "dot")

    @property
    def loads_in_a_loop(self) -> bool:
        """Whether the kernel loads in a loop that Triton may pipeline."""
        loops = [node for node in ast.walk(self.kernel) if isinstance(node, (ast.For, ast.While))]
        return any(has_call(loop, name) for loop in loops for name in self.loaders)

    # ---- of the host ----

    @functools.cached_property
    def assigned(self) -> Assigned:
        """What the host assigns to its names."""
        return assigned_expressions(self.host)

    @property
    def grid(self) -> ast.expr:
        """The grid; of a name what it was given last, further up."""
        grid = self.call.func.slice
        given = self.assigned.get(grid.id, ()) if isinstance(grid, ast.Name) else ()
        before = [value for value in given if value.lineno < self.call.lineno]
        return max(before, key=lambda value: value.lineno, default=grid)


def kernels_and_hosts(tree: ast.Module) -> tuple[dict[str, ast.FunctionDef], list[ast.FunctionDef]]:
    """({name: kernel}, host functions). A kernel that is tuned or has heuristics brings its own numbers."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    kernels = {node.name: node for node in functions if len(node.decorator_list) == 1}
    return kernels, [node for node in functions if not node.decorator_list]


def launches_of(tree: ast.Module) -> Iterator[WrittenLaunch]:
    """The launches of a module, in the order of its text."""
    kernels, hosts = kernels_and_hosts(tree)
    loaders = functions_that(kernels, lambda node: called_function(node) == "load") | {"load"}
    storers = functions_that(kernels, is_store)
    program_askers = functions_that(
        kernels, lambda node: called_function(node) in ("program_id", "num_programs")
    )
    called = frozenset(called_function(node) for kernel in kernels.values() for node in ast.walk(kernel))
    for host in hosts:
        for node in ast.walk(host):
            is_launch = isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript)
            if not is_launch or not isinstance(node.func.value, ast.Name):
                continue
            kernel = kernels.get(node.func.value.id)
            if kernel is None:
                continue
            named = {}
            if not any(isinstance(argument, ast.Starred) for argument in node.args[:-1]):
                named = dict(zip((argument.arg for argument in kernel.args.args), node.args))
            named |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
            yield WrittenLaunch(kernel, host, node, named, loaders, storers, program_askers, called, kernels)
