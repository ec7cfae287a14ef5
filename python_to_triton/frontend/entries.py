"""Entries: which functions and classes of a file are programs of their own, and the text of each.

A function or class that others of the file use is translated with them; each remaining one is an entry. Its
text is the file with blank lines in place of what it does not need, so that lines keep their numbers.
"""

import ast
from dataclasses import dataclass

from python_to_triton.frontend.bare_statements import defines_its_program
from python_to_triton.frontend.dependencies import Dependencies, bound_names, first_line_of, used_names

MOST_DEFINITIONS = 256  # functions and classes of a file among which entries are looked for
GETTERS = ("get_inputs", "get_init_inputs")

# Annotations of what is no tensor, nor holds any.
_NO_TENSORS = {"int", "float", "bool", "str", "bytes", "Path", "Module", "dtype", "device", "Optimizer"}


@dataclass(frozen=True)
class Entry:
    """A function or class of a file that is a program of its own."""

    name: str  # "" for the whole of a text that has one entry
    # With the lines of the file; then without get_inputs(), where that may not fit.
    texts: tuple[str, ...]
    is_primary: bool = True  # the one that is translated where no other is asked for
    obstacle: str = ""  # why it is no program that could be translated


# ---- what is an entry ----


def _base_names(node):
    """The last words of a class's bases: Module for nn.Module."""
    return {base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases}


def _module_classes(definitions):
    """The names of the classes that are modules, as far as their text shows."""
    modules = set()
    for node in definitions:  # a base is defined above
        if isinstance(node, ast.ClassDef):
            bases = _base_names(node)
            own = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            if bases & (modules | {"Module", "Sequential"}) or "forward" in own and bases - {"Function"}:
                modules.add(node.name)
    return modules


def _is_without_tensors(argument):
    """Whether an annotation says that an argument is no tensor."""
    text = ast.unparse(argument.annotation) if argument.annotation else ""
    words = text.strip("'\"").replace("[", " ").replace(".", " ").split()
    return bool(set(words) & _NO_TENSORS) and "Tensor" not in words


def _is_function_of_tensors(node):
    """Whether a function, by its name and arguments, may be a program."""
    if not isinstance(node, ast.FunctionDef) or node.decorator_list or node.name.startswith(("get_", "_")):
        return False
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    arguments += [node.args.vararg] if node.args.vararg else []
    return any(not _is_without_tensors(argument) for argument in arguments)


def _obstacle(known, name, modules, primary):
    """Why what looks like an entry is none; "" where it is one."""
    needed = known.needed({name}) - {name}
    if name in modules and primary == "Model" and primary in needed:
        return "it holds Model, which is translated by itself"
    if name not in modules and needed & modules:
        return "it builds a module, and is no function of tensors alone"
    return ""


def _named_entries(known):
    """([(name, obstacle), ...] of a file in its order, the name of the primary entry)."""
    modules = _module_classes(known.definitions)
    ordered = [
        node.name for node in known.definitions if node.name in modules or _is_function_of_tensors(node)
    ]
    if not ordered:
        return [], ""
    candidates = [name for name in ordered if name in modules] or ordered
    primary = "Model" if "Model" in modules else known.roots(candidates)[-1]
    users = [
        node.name
        for node in known.definitions
        if isinstance(node, ast.ClassDef) or not known.needed({node.name}) & modules
    ]
    used = known.used_by(users)
    names = [name for name in ordered if name not in used or name == primary]
    return [(name, _obstacle(known, name, modules, primary)) for name in names], primary


# ---- the text of an entry ----


def _parameters_of(known, name):
    """The names of the parameters of a function, or of a class's forward."""
    node = known.bound[name][-1]
    if isinstance(node, ast.ClassDef):
        methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
        forwards = [part for part in methods if part.name == "forward"]
        return [argument.arg for argument in forwards[0].args.args[1:]] if forwards else None
    return [argument.arg for argument in node.args.args]


def _without(source, nodes):
    """The source with blank lines in place of statements, and of the comments right above them."""
    lines = source.split("\n")
    for node in nodes:
        first = first_line_of(node) - 1
        while first > 0 and lines[first - 1].startswith("#"):
            first -= 1
        lines[first : node.end_lineno] = [""] * (node.end_lineno - first)
    return "\n".join(lines)


def _text_of(source, known, roots):
    """The source without the definitions that `roots` do not need, and without what needs these."""
    kept = known.needed(roots)
    dropped = {node for node in known.definitions if node.name not in kept}
    while True:
        gone = set().union(*map(bound_names, dropped))
        more = {
            node
            for node in known.statements
            if node not in dropped and not bound_names(node) & kept and used_names(node) & gone
        }
        if not more:
            return _without(source, dropped)
        dropped |= more


def entries(source: str) -> list[Entry]:
    """The entries of a text, in its order; a text with one entry, or none, is an entry as it is.

    So is a text that cannot be parsed: its trace says what is wrong. One of more than MOST_DEFINITIONS is a
    single entry, since each is held against all others.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [Entry("", (source,))]
    known = Dependencies(tree)
    if len(known.definitions) > MOST_DEFINITIONS:
        return [Entry("", (source,))]
    if not defines_its_program(tree, [node.name for node in known.definitions]):
        return [Entry("", (source,))]
    named, primary = _named_entries(known)
    if len(named) < 2:
        return [Entry("", (source,))]
    found = []
    for name, obstacle in named:
        # get_inputs() is that of the primary entry; another that takes the same may be called with it too.
        getters = [GETTERS] if name == primary else [()]
        if name != primary and _parameters_of(known, name) == _parameters_of(known, primary):
            getters.insert(0, GETTERS[:1])
        texts = dict.fromkeys(_text_of(source, known, {name, *given}) for given in getters)
        found.append(Entry(name, tuple(texts), name == primary, obstacle))
    return found
