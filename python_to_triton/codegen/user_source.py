"""The user's source with another body: of a function, or of a class's forward.

Functions that take `lines`, those of the text that a node was parsed from, change them in place.
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


def _split_at(line, offset):
    """A line's text on both sides of an offset of ast, which counts bytes."""
    text = line.encode()
    return text[:offset].decode(), text[offset:].decode()


def replace_body(lines: list[str], function: ast.FunctionDef, statements: list[str]) -> None:
    """Replaces the body of a function. Its signature stays, and a docstring on lines of its own."""
    first = function.body[0]
    begin = min(node.lineno for node in (first, *getattr(first, "decorator_list", ())))
    end = function.body[-1].end_lineno
    head, _ = _split_at(lines[first.lineno - 1], first.col_offset)
    if head.strip():  # the signature ends on this line
        indent = _split_at(lines[function.lineno - 1], function.col_offset)[0] + "    "
        lines[begin - 1 : end] = [head.rstrip(), *(indent + line for line in statements)]
        return
    start = begin - 1 if ast.get_docstring(function) is None else first.end_lineno
    lines[start:end] = [head + line for line in statements]


def _turns_gradients_off(expression):
    """Whether an expression is torch.no_grad(), or torch.inference_mode(); called or not."""
    return re.fullmatch(r"(torch\.)?(autograd\.)?(no_grad|inference_mode)(\(\))?", ast.unparse(expression))


def remove_decorators(lines: list[str], function: ast.FunctionDef) -> None:
    """Removes a function's decorators: what they do is in the graph.

    Those that turn gradients off stay: a result has none then, and so needs no backward.
    """
    for decorator in function.decorator_list[::-1]:
        if not _turns_gradients_off(decorator):
            del lines[decorator.lineno - 1 : decorator.end_lineno]


def _returns_names(statement):
    """Whether a statement returns values that have names, or constants, and computes nothing."""
    plain = (ast.Return, ast.Name, ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.expr_context)
    return isinstance(statement, ast.Return) and all(isinstance(node, plain) for node in ast.walk(statement))


def without_gradients(function: ast.FunctionDef, statements: list[str]) -> list[str]:
    """The statements, below `with torch.no_grad():` where the function has all that it computes there."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    block = body[0] if body and isinstance(body[0], ast.With) else None
    is_all = all(map(_returns_names, body[1:]))
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
    line = lines[first.lineno - 1]
    indent, _ = _split_at(line, first.col_offset)
    end = target.end_lineno
    if indent.strip():  # class Model(Base): pass
        indent = "    "
        head, _, body = line.partition(":")  # rename_class may have moved the columns
        lines[first.lineno - 1 : first.lineno] = [f"{head}:", indent + body.strip()]
        end += 1
    forward = [f"{indent}def forward{signature}:", *(f"{indent}    {line}" for line in statements)]
    if isinstance(first, ast.Pass) and len(target.body) == 1:
        lines[end - 1 : end] = forward
    else:
        lines[end:end] = ["", *forward]


def rename_class(lines: list[str], target: ast.ClassDef, name: str) -> None:
    """Calls a class `name`: where it is defined, and where it names itself."""
    own_name = target.name
    mentions = [node for node in ast.walk(target) if isinstance(node, ast.Name) and node.id == own_name]
    for node in sorted(mentions, key=lambda node: -node.col_offset):  # a change moves what is right of it
        line = lines[node.lineno - 1]
        before, _ = _split_at(line, node.col_offset)
        _, after = _split_at(line, node.end_col_offset)
        lines[node.lineno - 1] = before + name + after
    definition = target.lineno - 1
    lines[definition] = re.sub(rf"class\s+{own_name}\b", f"class {name}", lines[definition])
