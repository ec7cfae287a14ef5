"""The user's source with another body: of a function, or of a class's forward.

What changes a source gets its lines, and changes them in place.
"""

import ast
import re

from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.frontend.programs import Program


def class_and_forward(program: Program) -> tuple[ast.ClassDef, ast.FunctionDef | None]:
    """The class of a module in its source, and the class's own forward; None where it inherits one."""
    classes = [node for node in ast.parse(program.source).body if isinstance(node, ast.ClassDef)]
    target = next(node for node in classes if node.name == program.name)
    methods = [node for node in target.body if isinstance(node, ast.FunctionDef)]
    return target, next((node for node in methods if node.name == "forward"), None)


def replace_body(lines: list[str], function: ast.FunctionDef, statements: list[str]) -> None:
    """Replaces the body of a function. Signature and docstring stay as written."""
    first = function.body[0]
    last = function.body[-1]
    if first.lineno == function.lineno:  # all in one line
        indent = " " * (function.col_offset + 4)
        head = lines[first.lineno - 1][: first.col_offset].rstrip()
        lines[first.lineno - 1 : last.end_lineno] = [head, *(indent + line for line in statements)]
        return
    is_constant = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    has_docstring = is_constant and isinstance(first.value.value, str)
    start = first.end_lineno if has_docstring else first.lineno - 1
    lines[start : last.end_lineno] = [" " * first.col_offset + line for line in statements]


def _turns_gradients_off(expression):
    """Whether an expression is torch.no_grad(), or torch.inference_mode()."""
    return re.fullmatch(r"(torch\.)?(autograd\.)?(no_grad|inference_mode)(\(\))?", ast.unparse(expression))


def remove_decorators(lines: list[str], function: ast.FunctionDef) -> None:
    """Removes a function's decorators: what they do is in the graph.

    Those stay that turn gradients off: a result has none then, and so needs no backward.
    """
    for decorator in function.decorator_list[::-1]:
        if not _turns_gradients_off(decorator):
            del lines[decorator.lineno - 1 : decorator.end_lineno]


def without_gradients(function: ast.FunctionDef, statements: list[str]) -> list[str]:
    """The statements below `with torch.no_grad():` where all that a function computes stands there."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    block = body[0] if body and isinstance(body[0], ast.With) else None
    is_all = len(body) == 1 or len(body) == 2 and isinstance(body[1], ast.Return)
    if block is None or not is_all or len(block.items) > 1:
        return statements
    context = block.items[0].context_expr
    if not _turns_gradients_off(context):
        return statements
    return [f"with {ast.unparse(context)}:", *(f"    {line}" for line in statements)]


def add_inherited_forward(
    program: Program, target: ast.ClassDef, lines: list[str], statements: list[str]
) -> None:
    """Adds a forward to a class that inherits one; its signature stays, without annotations."""
    signature = module_facts(program).signature
    first = target.body[0]
    indent = " " * (target.col_offset + 4)
    end = target.end_lineno
    if first.lineno == target.lineno:  # class Model(Base): pass
        line, body = lines[end - 1].split(":", 1)
        lines[end - 1 : end] = [f"{line}:", indent + body.strip()]
        end += 1
    forward = [f"{indent}def forward{signature}:", *(f"{indent}    {line}" for line in statements)]
    if isinstance(first, ast.Pass):
        lines[end - 1 : end] = forward
    else:
        lines[end:end] = ["", *forward]


def rename_class(lines: list[str], target: ast.ClassDef, name: str) -> None:
    """Calls a class `name`: where it is defined, and where it names itself."""
    own_name = target.name
    mentions = [node for node in ast.walk(target) if isinstance(node, ast.Name) and node.id == own_name]
    for node in sorted(mentions, key=lambda node: -node.col_offset):  # a change moves what is right of it
        line = lines[node.lineno - 1]
        lines[node.lineno - 1] = line[: node.col_offset] + name + line[node.end_col_offset :]
    definition = target.lineno - 1
    lines[definition] = re.sub(rf"class\s+{own_name}\b", f"class {name}", lines[definition])
