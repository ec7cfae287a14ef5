"""The texts of a variant: its answer as the model is to write it, its bodies, and a hash without names."""

import ast
import functools
import hashlib
import symtable
import textwrap

from corpus.family import Variant
from corpus.rewriting import rename
from corpus.settings import RESERVED


@functools.lru_cache(maxsize=8)  # a variant's texts are looked at several times
def functions_of(text: str) -> dict[str, ast.FunctionDef]:
    """The module-level functions of `text`, by name. They are shared: who reads them changes nothing."""
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def undocumented(node: ast.FunctionDef) -> list[ast.stmt]:
    """The statements of a function, its docstring left out."""
    has_docstring = ast.get_docstring(node, clean=False) is not None
    return node.body[has_docstring:]


def body_text(text: str, name: str) -> str:
    """The statements of function `name` of `text`, as written, moved to the left margin."""
    statements = undocumented(functions_of(text)[name])
    lines = text.split("\n")[statements[0].lineno - 1 : statements[-1].end_lineno]
    return textwrap.dedent("\n".join(lines))


def kernel_name(variant: Variant) -> str:
    """The jit function that carries the variant's name: `<name>_kernel`, or else its last one."""
    kernels = [name for name, node in functions_of(variant.answer).items() if node.decorator_list]
    return next((name for name in kernels if name == f"{variant.name}_kernel"), kernels[-1])


def symbols_below(table: symtable.SymbolTable) -> list[symtable.Symbol]:
    """The names of a scope and of the scopes inside it."""
    inner = [symbol for child in table.get_children() for symbol in symbols_below(child)]
    return [*table.get_symbols(), *inner]


def symbols_of(text: str) -> dict[str, list[symtable.Symbol]]:
    """{function: the names that it uses or binds, in order of appearance} of a module."""
    module = symtable.symtable(text, "<answer>", "exec")
    return {table.get_name(): symbols_below(table) for table in module.get_children()}


def canonical_answer(variant: Variant) -> str:
    """The answer as the model is to write it: `<name>_triton` is `translated`, kernels lose the prefix
    `<name>_`.

    Raises ValueError where that gives two things one name.
    """
    functions = symbols_of(variant.answer)
    prefix = f"{variant.name}_"
    names = {old: old[len(prefix) :] for old in functions if old.startswith(prefix)}
    names[f"{variant.name}_triton"] = "translated"
    taken = {symbol.get_name() for symbols in functions.values() for symbol in symbols} | RESERVED
    clashes = sorted(taken & set(names.values()))
    if clashes:
        raise ValueError(f"without the prefix {prefix}, two things are called {', '.join(clashes)}")
    return rename(variant.answer, names)


class NumberedNames(ast.NodeTransformer):
    """Replaces the names that a module binds by numbers, function by function: only what it does remains."""

    def __init__(self, text: str):
        functions = symbols_of(text)
        self.functions = {name: f"f{number}" for number, name in enumerate(functions)}
        self.locals = {name: self.numbered(symbols) for name, symbols in functions.items()}
        self.current = {}

    @staticmethod
    def numbered(symbols: list[symtable.Symbol]) -> dict[str, str]:
        """{local name: its number}."""
        bound = dict.fromkeys(symbol.get_name() for symbol in symbols if symbol.is_local())
        return {name: f"v{number}" for number, name in enumerate(bound)}

    def visit_FunctionDef(self, node):
        self.current = self.locals.get(node.name, {})
        node.name = self.functions.get(node.name, node.name)
        node.body = undocumented(node)
        return self.generic_visit(node)

    def visit_Call(self, node):
        callee = node.func.value if isinstance(node.func, ast.Subscript) else node.func  # kernel[grid](...)
        parameters = self.locals.get(getattr(callee, "id", None), {})
        for keyword in node.keywords:
            keyword.arg = parameters.get(keyword.arg, keyword.arg)
        return self.generic_visit(node)

    def visit_Name(self, node):
        node.id = self.current.get(node.id) or self.functions.get(node.id, node.id)
        return node

    def visit_arg(self, node):
        node.arg = self.current[node.arg]
        return self.generic_visit(node)


def answer_hash(answer: str) -> str:
    """Hash of what an answer does: names, comments, docstrings and layout do not count; constants do."""
    tree = NumberedNames(answer).visit(ast.parse(answer))
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()
