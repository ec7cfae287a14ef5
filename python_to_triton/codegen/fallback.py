"""Fallback: the user's program stays in the module as it was written, and runs where a guard refuses a call.

A function stays as `_original_<name>` beside its translation, a class under its own name as the base of
ModelNew. What refuses is `_Refused`, a ValueError of the module's own, so that an error of the program itself
is not taken for one.
"""

import ast
import textwrap

from python_to_triton.codegen.user_source import class_and_forward
from python_to_triton.frontend.bare_statements import statements_as_function
from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.written_sizes import drawn_inputs

_CATCH = ("except _Refused as reason:", "    _warn(reason)")


def _signature_nodes(function):
    arguments = function.args
    given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    given += [
        arguments.vararg,
        arguments.kwarg,
        *arguments.defaults,
        *arguments.kw_defaults,
        function.returns,
    ]
    return [node for node in given if node is not None]


def _header(lines, function):
    """The lines of a function from `def` to its colon, without indentation."""
    first = function.body[0]
    if first.lineno == function.lineno:
        return [lines[first.lineno - 1][function.col_offset : first.col_offset].rstrip()]
    end = max([function.lineno, *(node.end_lineno for node in _signature_nodes(function))])
    while not lines[end - 1].split("#")[0].rstrip().endswith(":"):
        end += 1
    return [line[function.col_offset :] for line in lines[function.lineno - 1 : end]]


def _passed_on(arguments):
    """What a function passes to another of the same signature: `x, *rest, eps=eps`."""
    given = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    given += [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    given += [f"{argument.arg}={argument.arg}" for argument in arguments.kwonlyargs]
    given += [f"**{arguments.kwarg.arg}"] if arguments.kwarg else []
    return given


def _tried(statements, original):
    """The statements in a `try`, and the call of the original where they are refused."""
    return ["try:", *(f"    {line}" for line in statements), *_CATCH, f"    return {original}"]


def function_with_fallback(program: Program, statements: list[str]) -> str:
    """The source of a program with its function as `_original_<name>`, and one of its name that tries these
    statements first.
    """
    lines = textwrap.dedent(program.source).strip("\n").split("\n")
    functions = [node for node in ast.parse("\n".join(lines)).body if isinstance(node, ast.FunctionDef)]
    function = next(node for node in functions if node.name == program.name)
    header = _header(lines, function)
    original = f"_original_{program.name}"
    place = function.lineno - 1
    lines[place] = lines[place].replace(f"def {program.name}", f"def {original}", 1)

    call = f"{original}({', '.join(_passed_on(function.args))})"
    body = _tried(statements, call)
    docstring = ast.get_docstring(function, clean=False)
    if docstring is not None:
        body = [f'"""{docstring}"""', *body]
    new = [*header, *(f"    {line}" for line in body)]
    lines[function.end_lineno : function.end_lineno] = ["", "", *new]
    return "\n".join(lines)


def _forward_header(program, lines, forward):
    """(lines of the signature of ModelNew's forward, its arguments)."""
    if forward is not None:
        return _header(lines, forward), forward.args
    header = f"def forward{module_facts(program).signature}:"
    return [header], ast.parse(f"{header} pass").body[0].args


def class_with_fallback(program: Program, statements: list[str]) -> str:
    """The source of a program with ModelNew, a class derived from its own, whose forward tries these
    statements first.
    """
    lines = program.source.split("\n")
    target, forward = class_and_forward(program)
    header, arguments = _forward_header(program, lines, forward)
    call = f"super().forward({', '.join(_passed_on(arguments)[1:])})"
    new = [
        f"class ModelNew({program.name}):",
        f'    """{program.name}, translated; where it is called otherwise, PyTorch computes it."""',
        "",
        *(f"    {line}" for line in header),
        *(f"        {line}" for line in _tried(statements, call)),
    ]
    lines[target.end_lineno : target.end_lineno] = ["", "", *new]
    return "\n".join(lines)


def statements_with_fallback(program: Program, header: str, statements: list[str]) -> str:
    """The source of a function with this header that tries these statements, and else runs the program's.

    A program of bare statements becomes the function `_original`; what has no source cannot be written.
    """
    tree = ast.parse(program.source)
    if not any(isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in tree.body):
        drawn_inputs(tree)
    function = statements_as_function(tree).body[-1]
    function.name = "_original"
    body = _tried(statements, f"_original({', '.join(_passed_on(function.args))})")
    return "\n".join([ast.unparse(function), "", "", header, *(f"    {line}" for line in body)])
