"""Types of loop-carried variables: each keeps its type from one iteration to the next, as Triton's compiler
demands.

Triton compiles no other loop; its interpreter runs any. So a kernel's text is rewritten, in the sandbox, to
compare the types of what each loop carries after every iteration.
"""

import ast
from types import ModuleType


def types_of(names, scope: dict) -> dict:
    """{name: Triton's type} of those of `names` that are bound in `scope` to what Triton computed."""
    return {name: scope[name].type for name in names if hasattr(scope.get(name), "handle")}


def check_carried(before: dict, names, scope: dict) -> None:
    """TypeError where a name has another type than it had `before`."""
    for name, now in types_of(names, scope).items():
        if now != before.get(name, now):
            raise TypeError(
                f"`{name}` is {before[name]} before the loop and {now} after a turn of it; "
                "its type must stay the same"
            )


def stored_names(nodes: list[ast.AST]) -> set[str]:
    """The names that some statements bind."""
    return {
        node.id
        for part in nodes
        for node in ast.walk(part)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def is_unrolled(turns: ast.expr) -> bool:
    """Whether a loop is over `tl.static_range`: Triton unrolls it, so a type may change."""
    return isinstance(turns, ast.Call) and ast.unparse(turns.func) == "tl.static_range"


def check_of_loop(names: list[str], line: int) -> tuple[ast.stmt, ast.stmt]:
    """The statement before a loop that notes the types of `names`, and the one in it that compares them."""
    before = f"__before_{line}__"  # a name that no candidate may write
    text = (
        f"{before} = __types_of__({names}, __locals__())\n__check_carried__({before}, {names}, __locals__())"
    )
    first, after = ast.parse(text).body
    for added in (first, after):
        for node in ast.walk(added):
            if hasattr(node, "lineno"):
                node.lineno = node.end_lineno = line
    return first, after


def with_checked_loops(body: list, known: set[str]) -> list:
    """Statements of a kernel, each loop's types compared after every turn; `known` are the names bound before
    them.

    What a loop or a branch binds first is undefined after it and in the next iteration, unlike in Python.
    """
    checked = []
    for statement in body:
        if isinstance(statement, (ast.For, ast.While)):
            is_for = isinstance(statement, ast.For)
            own = {ast.unparse(statement.target)} if is_for else set()
            carried = sorted(known & stored_names(statement.body) - own)
            statement.body = with_checked_loops(statement.body, known | own)
            if carried and not is_unrolled(statement.iter if is_for else statement.test):
                first, after = check_of_loop(carried, statement.lineno)
                checked.append(first)
                statement.body.append(after)
        elif isinstance(statement, ast.If):
            statement.body = with_checked_loops(statement.body, known)
            statement.orelse = with_checked_loops(statement.orelse, known)
        else:
            known = known | stored_names([statement])
        checked.append(statement)
    return checked


def rewrite_kernels(tree: ast.Module, module: ModuleType) -> None:
    """Rewrites kernels as the interpreter does at their first launch, on a tree that is parsed already.

    Every loop of a kernel is checked too. `module` is where the tree will be executed.
    """
    from triton.runtime import interpreter

    module.interpreter_semantic = interpreter.interpreter_semantic  # what the rewritten assignments name
    module.__dict__.update(__types_of__=types_of, __check_carried__=check_carried, __locals__=locals)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            parameters = {argument.arg for argument in node.args.args}
            rewritten = interpreter.ASTTransformer().visit(node)
            node.body = with_checked_loops(rewritten.body, parameters)
    ast.fix_missing_locations(tree)
