"""Statements outside of any function as a function, whose parameters are the names that they do not bind.

h = x @ w                    def program(x, w):
y = torch.relu(h)                h = x @ w
                                 y = torch.relu(h)
                                 return y
"""

import ast
import builtins
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

# The names that a program may use without importing them.
PREDEFINED_NAMES = {"torch": torch, "nn": nn, "F": F, "math": math, "Tensor": torch.Tensor}


class _FreeNames:
    """Finds the names that statements read before they write them, in order of first use."""

    def __init__(self, known_names):
        self.free = {}
        self.bound = set(known_names) | set(dir(builtins))

    def visit(self, node):
        if isinstance(node, ast.Name):
            self._visit_name(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For)):
            self._visit_assignment(node)
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
            self._visit_comprehension(node)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self.bound.update((a.asname or a.name).split(".")[0] for a in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
            self._visit_function(node)
        else:
            self._visit_all(ast.iter_child_nodes(node))

    def _visit_all(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)

    def _visit_name(self, node):
        if isinstance(node.ctx, ast.Load) and node.id not in self.bound:
            self.free.setdefault(node.id)
        elif isinstance(node.ctx, ast.Store):
            self.bound.add(node.id)

    def _visit_assignment(self, node):
        if isinstance(node, ast.AugAssign):  # it reads its target too
            is_name = isinstance(node.target, ast.Name)
            self.visit(ast.Name(node.target.id, ast.Load()) if is_name else node.target)
        source = node.iter if isinstance(node, ast.For) else node.value
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        self._visit_all([source, *targets, *getattr(node, "body", []), *getattr(node, "orelse", [])])

    def _visit_comprehension(self, node):
        for generator in node.generators:
            self._visit_all([generator.iter, generator.target, *generator.ifs])
        self._visit_all(getattr(node, part, None) for part in ("elt", "key", "value"))

    def _visit_function(self, node):
        if isinstance(node, ast.FunctionDef):
            self.bound.add(node.name)
        own = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
        added = own - self.bound
        self.bound.update(added)
        self._visit_all(node.body if isinstance(node.body, list) else [node.body])
        self.bound.difference_update(added)


def _free_names(tree, known_names):
    """Names that the statements of a module read before they write them, in order of first use."""
    finder = _FreeNames(known_names)
    for statement in tree.body:
        finder.visit(statement)
    return list(finder.free)


def lambdas_as_functions(tree: ast.Module) -> bool:
    """Rewrites `f = lambda x: ...` as `def f(x)`, in place. Returns whether there were any."""
    before = list(tree.body)
    for i, node in enumerate(tree.body):
        is_lambda = isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
        if is_lambda and isinstance(node.targets[0], ast.Name):
            function = ast.parse(f"def {node.targets[0].id}(): pass").body[0]
            function.args = node.value.args
            function.body = [ast.copy_location(ast.Return(node.value.body), node)]
            tree.body[i] = ast.fix_missing_locations(ast.copy_location(function, node))
    return tree.body != before


def statements_as_function(tree: ast.Module) -> ast.Module:
    """The module of `def program(free names...)` that runs bare statements and returns the last value."""
    body = [node for node in tree.body if not (isinstance(node, ast.AnnAssign) and node.value is None)]
    names = _free_names(ast.Module(body, []), PREDEFINED_NAMES)
    last = body[-1] if body else None
    if isinstance(last, ast.Expr):
        body[-1] = ast.copy_location(ast.Return(last.value), last)
    elif isinstance(last, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        target = last.targets[-1] if isinstance(last, ast.Assign) else last.target
        while isinstance(target, ast.Subscript):
            target = target.value
        value = ast.parse(ast.unparse(target), mode="eval").body
        body.append(ast.copy_location(ast.Return(value), last))

    arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
    function = ast.FunctionDef("program", arguments, body or [ast.Pass()], [], lineno=1, col_offset=0)
    for name, default in (("type_params", []), ("returns", None), ("type_comment", None)):
        setattr(function, name, default)
    return ast.fix_missing_locations(ast.Module([function], []))


def defines_its_program(tree: ast.Module, defined: list[str]) -> bool:
    """Whether a source defines what is to be traced, rather than being statements to be traced themselves."""
    free = defined and _free_names(tree, set(PREDEFINED_NAMES) | set(defined))
    if not defined or isinstance(tree.body[-1], ast.Assign) and free:
        return False
    kept = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.If)
    # A call may be torch.manual_seed(0); with a free name in the source it may be what is to be traced.
    expressions = (ast.Constant,) if free else (ast.Constant, ast.Call)
    return all(
        isinstance(node, kept) or isinstance(node, ast.Expr) and isinstance(node.value, expressions)
        for node in tree.body
    )
