"""Dead code elimination in the user's source: a translation keeps only what its new body still needs."""

import ast

import torch.nn as nn

from python_to_triton.frontend.dependencies import bound_names, first_line_of, used_names

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_SEEDS = ("manual_seed", "seed")  # torch.manual_seed, random.seed, numpy.random.seed
_DRAWS = "draws"  # stands for all that may draw random numbers


def _changed_names(node):
    """The names whose objects a statement changes: `TABLE[0] = 1`, `SIZES.append(5)`, also within a loop.

    A seed of random numbers changes what is drawn after it: it is said to change every draw.
    """
    is_main = isinstance(node, ast.If) and "__name__" in used_names(node.test)
    if isinstance(node, _DEFINITIONS) or is_main:
        return set()
    changed = [one.value for one in ast.walk(node) if isinstance(one, ast.Expr)]
    changed = [one.func for one in changed if isinstance(one, ast.Call)]
    changed += [
        target
        for one in ast.walk(node)
        if isinstance(one, (ast.Assign, ast.AugAssign))
        for target in (one.targets if isinstance(one, ast.Assign) else [one.target])
    ]
    names = set()
    for one in changed:
        if isinstance(one, ast.Attribute) and one.attr in _SEEDS:
            names.add(_DRAWS)
        while isinstance(one, (ast.Attribute, ast.Subscript)):
            one = one.value
            names |= {one.id} if isinstance(one, ast.Name) else set()
    return names


def kept_statements(source: str, roots: set[str]) -> list[tuple[str, ast.stmt]]:
    """[(text, statement), ...] of what the names `roots` need of a source, in its order: what binds these
    names, and what changes the objects that they are bound to.
    """
    tree = ast.parse(source)
    lines = source.split("\n")
    wanted = set(roots)
    data = set()  # the names of kept objects that are no modules, functions or classes
    kept = set()

    def is_needed(node):
        return bound_names(node) & wanted or _changed_names(node) & data

    while True:
        more = [node for node in tree.body if node not in kept and is_needed(node)]
        if not more:
            break
        for node in more:
            kept.add(node)
            wanted |= used_names(node)
            if isinstance(node, (ast.Assign, ast.AnnAssign)):
                calls = any(isinstance(one, ast.Call) for one in ast.walk(node))
                data |= bound_names(node) | ({_DRAWS} if calls else set())
    return [
        ("\n".join(lines[first_line_of(node) - 1 : node.end_lineno]), node)
        for node in tree.body
        if node in kept
    ]


def _cut(source, nodes, instead=None):
    """The source without these functions, and with the line `instead` in the place of the last."""
    lines = source.split("\n")
    for node in nodes[::-1]:
        first = first_line_of(node) - 1
        while first > 0 and not lines[first - 1].strip():
            first -= 1
        lines[first : node.end_lineno] = [] if instead is None else [instead]
    return "\n".join(lines)


def _is_called_by_pytorch(method):
    """Whether a method of a module may be called by others than the user's own code."""
    return method.startswith("__") or hasattr(nn.Module, method)


def without_unreachable_methods(source: str, name: str) -> str:
    """The source without the methods of a class that neither constructor nor forward can reach, nor PyTorch
    calls: `train` and the like.
    """
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    target = next(node for node in classes if node.name == name)
    methods = {node.name: node for node in target.body if isinstance(node, ast.FunctionDef)}
    reached = set()
    queue = [m for m in methods if _is_called_by_pytorch(m)]
    while queue:
        method = queue.pop()
        if method not in reached:
            reached.add(method)
            attributes = [n.attr for n in ast.walk(methods[method]) if isinstance(n, ast.Attribute)]
            queue += [attribute for attribute in attributes if attribute in methods]
    return _cut(source, [methods[m] for m in methods if m not in reached])


def _constructor_calls_module(tree):
    """Whether a constructor calls a module that it has just built, say to see how large its output is."""
    functions = [f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)]
    constructors = [f for f in functions if f.name == "__init__"]
    called = [n.func for f in constructors for n in ast.walk(f) if isinstance(n, ast.Call)]
    methods = {f.name for f in functions} | set(dir(nn.Module))
    return any(
        isinstance(f, ast.Attribute)
        and isinstance(f.value, ast.Name)
        and f.value.id == "self"
        and f.attr not in methods
        for f in called
    )


def _dead_method(tree, names):
    """(class, method) of one method that is a forward, or that nothing mentions; None where there is none."""
    attributes = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    constants = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
    mentioned = attributes | {text for text in constants if isinstance(text, str)}
    dead = [
        (c, node)
        for c in tree.body
        if isinstance(c, ast.ClassDef) and c.name in names
        for node in c.body
        if isinstance(node, ast.FunctionDef)
        and (node.name == "forward" or not _is_called_by_pytorch(node.name) and node.name not in mentioned)
    ]
    return dead[-1] if dead else None


def without_forwards(source: str, names: set[str]) -> str:
    """The source without the forwards of the classes `names`, and without what only these mention.

    A translation uses the parameters of these classes alone. Where a constructor calls a module, all is kept.
    """
    tree = ast.parse(source)
    while not _constructor_calls_module(tree):
        dead = _dead_method(tree, names)
        if dead is None:
            break
        c, node = dead
        source = _cut(source, [node], " " * node.col_offset + "pass" if c.body == [node] else None)
        tree = ast.parse(source)
    return source
