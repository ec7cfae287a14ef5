"""texts."""

import ast
import hashlib
import symtable
import textwrap
from corpus.rewriting import rename
from corpus.settings import RESERVED


def functions_of(text):
    """The module-level functions of `text`, as ast nodes, by name."""
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def undocumented(node):
    """The statements of a function, its docstring left out."""
    documented = ast.get_docstring(node, clean=False) is not None
    return node.body[documented:]


def body_text(text, name):
    """The statements of function `name` of `text`, as written, moved to the left margin."""
    statements = undocumented(functions_of(text)[name])
    return textwrap.dedent("\n".join(text.split("\n")[statements[0].lineno - 1 : statements[-1].end_lineno]))


def kernel_name(variant):
    """The jit function that carries the variant's name: `<name>_kernel`, or else its last one."""
    jitted = [name for name, node in functions_of(variant.answer).items() if node.decorator_list]
    return next((name for name in jitted if name == f"{variant.name}_kernel"), jitted[-1])


def scopes(text):
    """{function: the names that it uses or binds, in order of appearance, as symtable entries} of a
    module's functions.
    """

    def symbols(table):
        return [
            *table.get_symbols(),
            *(symbol for inner in table.get_children() for symbol in symbols(inner)),
        ]

    return {
        table.get_name(): symbols(table)
        for table in symtable.symtable(text, "<answer>", "exec").get_children()
    }


def canonical_answer(variant):
    """The answer as the model is to write it: `<name>_triton` is `translated`, kernels lose the prefix
    `<name>_`.
    """
    functions = scopes(variant.answer)
    names = {old: old[len(variant.name) + 1 :] for old in functions if old.startswith(f"{variant.name}_")}
    names[f"{variant.name}_triton"] = "translated"
    taken = {symbol.get_name() for symbols in functions.values() for symbol in symbols} | RESERVED
    clashes = sorted(taken & set(names.values()))
    if clashes:
        raise ValueError(f"without the prefix {variant.name}_, two things are called {', '.join(clashes)}")
    return rename(variant.answer, names)


class Renamed(ast.NodeTransformer):
    """Gives the names that a module binds numbers, function by function, so that only what it does
    remains.
    """

    def __init__(self, text):
        functions = scopes(text)
        self.functions = {name: f"f{number}" for number, name in enumerate(functions)}
        self.locals = {name: self.numbered(symbols) for name, symbols in functions.items()}
        self.current = {}

    @staticmethod
    def numbered(symbols):
        bound = dict.fromkeys(symbol.get_name() for symbol in symbols if symbol.is_local())
        return {name: f"v{number}" for number, name in enumerate(bound)}

    def visit_FunctionDef(self, node):
        self.current = self.locals.get(node.name, {})
        node.name, node.body = self.functions.get(node.name, node.name), undocumented(node)
        return self.generic_visit(node)

    def visit_Call(self, node):
        callee = node.func.value if isinstance(node.func, ast.Subscript) else node.func  # kernel[grid](...)
        parameters = self.locals.get(getattr(callee, "id", None), {})
        for named in node.keywords:
            named.arg = parameters.get(named.arg, named.arg)
        return self.generic_visit(node)

    def visit_Name(self, node):
        node.id = self.current.get(node.id) or self.functions.get(node.id, node.id)
        return node

    def visit_arg(self, node):
        node.arg = self.current[node.arg]
        return self.generic_visit(node)


def answer_hash(answer):
    """Hash of what `answer` does: names, comments, docstrings and layout do not count; constants do."""
    return hashlib.sha256(ast.dump(Renamed(answer).visit(ast.parse(answer))).encode()).hexdigest()
