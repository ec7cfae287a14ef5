"""The guards of a module: what a translation depends on in `self`, and its parameters.

A small module is checked line by line. Of a larger one, each kind of layer has a function that checks it and
gives its parameters: layers that differ in their names alone are one kind. So the text is as long as there
are kinds.

    def _bottleneck_parts(path, layer, weights, buffers):
        _layer(path, layer, "Bottleneck")
        _conv2d_parts(f"{path}.reduce", layer.reduce, weights, buffers)
        ...
"""

import collections
import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from python_to_triton.codegen.guards import (
    contains_word,
    fixed_guard,
    global_hook_lines,
    new_name,
    range_guard,
    reads_only_the_module,
    tensor_paths,
)
from python_to_triton.codegen.module_text import BODY_COLUMNS, call_lines, literal
from python_to_triton.frontend import Graph
from python_to_triton.frontend.module_facts import module_facts

_CHAIN = re.compile(r"\bself(?:\.\w+|\[\d+\])*")
_STEP = re.compile(r"\.\w+|\[\d+\]")

# Containers of PyTorch whose layers a loop may go through.
_CONTAINERS = {"Sequential", "ModuleList"}


def _prefixes(path):
    """`self.net`, `self.net[0]` and `self.net[0].weight` of an expression with self.net[0].weight."""
    for chain in _CHAIN.findall(path):
        steps = _STEP.findall(chain)
        yield from ("self" + "".join(steps[:end]) for end in range(1, len(steps) + 1))


def _seen_from(path, name, expression):
    """An expression with `name` in the place of what `path` leads to: layer.stride of self.net[0].stride."""
    return re.sub(rf"{re.escape(path)}(?!\w)", name, expression)


def _fixed_of_module(graph):
    return [
        one
        for one in graph.source.conditions.fixed
        if reads_only_the_module(one.path) and not contains_word(one.value)
    ]


def _parameter_paths(graph):
    return [path for path, one in zip(tensor_paths(graph), graph.arguments) if one.origin]


# ---- line by line ----


class _Submodules:
    """Names for the submodules that several expressions go through: each costs up to a microsecond."""

    def __init__(self, paths: Iterable[str]):
        counts = collections.Counter(prefix for path in paths for prefix in _prefixes(path))
        self.shared = {prefix for prefix, count in counts.items() if count > 1}
        self.names = {}
        self.taken = set()

    def short(self, path: str) -> tuple[list[str], str]:
        """(statements that name submodules for the first time, the expression by their names)."""
        lines = []
        for prefix in _prefixes(path):
            if prefix in self.shared and prefix not in self.names:
                expression = self._by_names(prefix)
                self.names[prefix] = new_name(prefix, self.taken)
                lines.append(f"{self.names[prefix]} = {expression}")
        return lines, self._by_names(path)

    def _by_names(self, path):
        for prefix in sorted(_prefixes(path), key=len, reverse=True):
            if prefix in self.names:
                return _seen_from(prefix, self.names[prefix], path)
        return path


def _lines_one_by_one(graph):
    """The statements that check what a graph depends on in `self`, and return its parameters as a tuple."""
    fixed = _fixed_of_module(graph)
    parameters = _parameter_paths(graph)
    free = {number.path: number for number in graph.source.conditions.passed.free}
    submodules = _Submodules([*(one.path for one in fixed), *parameters])
    statements = []
    for one in fixed:
        before, short = submodules.short(one.path)
        check = fixed_guard(graph, one, short)
        statements += [*before, *(range_guard(free[one.path]) if one.path in free else check)]
    items = []
    for path in parameters:
        before, short = submodules.short(path)
        statements += before
        items.append(short)
    return [
        *global_hook_lines(statements),
        *statements,
        *call_lines("return ", items if len(items) > 1 else [*items, ""], columns=BODY_COLUMNS),
    ]


# ---- by kinds of layers ----


@dataclass
class _Part:
    """A layer of the module that is checked, or goes to one that is."""

    path: str  # self.stages[0]
    fixed: list = field(default_factory=list)
    parameters: list[str] = field(default_factory=list)
    children: dict[str, "_Part"] = field(default_factory=dict)  # by their step from here: [0], .norm

    def reaches(self, paths: set[str]) -> bool:
        """Whether a parameter of this layer, or of one below, is among `paths`."""
        own = any(path in paths for path in self.parameters)
        return own or any(part.reaches(paths) for part in self.children.values())

    def in_order(self) -> Iterable["_Part"]:
        """This part and all below it, as the module lists its layers."""
        yield self
        for part in self.children.values():
            yield from part.in_order()


def _owner(path, layers):
    """The layer that an expression reads, or that holds all that it reads."""
    chains = [[chain[:4], *_STEP.findall(chain)] for chain in _CHAIN.findall(path)]
    shared = [steps[0] for steps in zip(*chains) if len(set(steps)) == 1]
    while "".join(shared) not in layers and len(shared) > 1:
        shared.pop()
    return "".join(shared)


def _tree(graph):
    """The _Part that is the module, with those below it in the order of the module's layers."""
    layers = module_facts(graph.source).layers
    root = _Part("self")
    parts = {"self": root}

    def part_of(path):
        if path not in parts:
            steps = _STEP.findall(path)
            above = "self" + "".join(steps[:-1])
            parts[path] = part_of(above).children.setdefault(steps[-1], _Part(path))
        return parts[path]

    fixed = [(_owner(one.path, layers), one) for one in _fixed_of_module(graph)]
    parameters = [(_owner(path, layers), path) for path in _parameter_paths(graph)]
    needed = {owner for owner, _ in [*fixed, *parameters]}
    for path in layers:
        if path in needed:
            part_of(path)
    for owner, one in fixed:
        part_of(owner).fixed.append(one)
    for owner, path in parameters:
        part_of(owner).parameters.append(path)
    return root


def _name_text(path, name):
    """The literal by which a message names what an expression of a layer reads."""
    if path == "self":
        return literal(name)
    parts = re.split(rf"{re.escape(path)}(?!\w)", name)
    text = "{path}".join(part.replace("{", "{{").replace("}", "}}") for part in parts)
    return "path" if text == "{path}" else f"f{literal(text)}"


class _Kinds:
    """A function for each kind of layer, made from the layers themselves, the innermost first."""

    def __init__(self, graph: Graph, words: dict[str, str], known: dict[str, str], taken: set[str]):
        """words: {path of a parameter: the list that it goes to}. known: {text: name} of functions that stand
        already.
        """
        self.graph = graph
        self.free = {number.path: number for number in graph.source.conditions.passed.free}
        self.words = words
        self.lists = list(dict.fromkeys(words.values()))
        self.functions = known
        self.taken = taken

    def checks(self, part: _Part, layer: str) -> list[str]:
        """The statements that check a layer, and take its parameters."""
        lines = []
        plain = {}
        path = "path" if layer == "layer" else literal(part.path)

        def finish():
            if plain:
                given = [path, layer, *(f"{name}={value}" for name, value in plain.items())]
                lines.extend(call_lines("_attributes", given, columns=BODY_COLUMNS))
                plain.clear()

        for one in part.fixed:
            expression = _seen_from(part.path, layer, one.path)
            attribute = re.fullmatch(rf"{layer}\.(\w+)", expression)
            if attribute and one.path not in self.free and attribute[1].isidentifier():
                plain[attribute[1]] = literal(one.value)
                continue
            finish()
            name = _name_text(part.path, one.path)
            if one.path in self.free:
                lines += range_guard(self.free[one.path], name, expression)
            else:
                owner = re.fullmatch(r"type\((.*)\)\.__name__", one.path)
                short = _name_text(part.path, owner[1]) if owner else ""
                lines += fixed_guard(self.graph, one, expression, name, short)
        finish()
        return lines + self.taken_lines(part, layer)

    def taken_lines(self, part: _Part, layer: str) -> list[str]:
        """The statements that take a layer's own parameters."""
        lines = []
        for word in self.lists:
            own = [path for path in part.parameters if self.words[path] == word]
            items = [_seen_from(part.path, layer, path) for path in own]
            if len(items) == 1:
                lines.append(f"{word}.append({items[0]})")
            elif items:
                lines += call_lines(f"{word} += ", items, columns=BODY_COLUMNS)
        return lines

    def calls(self, part: _Part, layer: str) -> list[str]:
        """The statements that check the layers below one, equal ones in a row in loops."""
        below = [(step, child, self.function(child)) for step, child in part.children.items()]
        places = [int(step[1:-1]) if step[0] == "[" else None for step, _, _ in below]
        lines, items = self.items_below(part, layer)
        start = 0
        while start < len(below):
            step, child, function = below[start]
            end = start + 1
            while (
                places[start] is not None
                and end < len(below)
                and below[end][2] == function
                and places[end] == places[end - 1] + 1
            ):
                end += 1
            indent = ""
            item = items[start]
            if end - start > 2:
                lines.append(f"for i in range({places[start]}, {places[end - 1] + 1}):")
                indent = "    "
                item = item.removesuffix(step) + "[i]"
                step = "[{i}]"
            else:
                end = start + 1
            name = f'f"{{path}}{step}"' if layer == "layer" else f'f"{part.path}{step}"'
            name = name if "{" in name else name[1:]
            given = self.lists if child.reaches(set(self.words)) else []
            lines += call_lines(f"{indent}{function}", [name, item, *given], columns=BODY_COLUMNS)
            start = end
        return lines

    def items_below(self, part: _Part, layer: str) -> tuple[list[str], list[str]]:
        """(a statement that names the layers below one, if there is any, [the expression of each]).

        A module looks up a layer that is its attribute in half a microsecond, its table in a tenth.
        """
        steps = list(part.children)
        if len(steps) < 2 or layer != "layer":
            return [], [f"{layer}{step}" for step in steps]
        if self.kind_of(part) in _CONTAINERS:
            return [f"parts = tuple({layer})"], [f"parts{step}" for step in steps]
        if not all(step[0] == "." for step in steps):
            return [], [f"{layer}{step}" for step in steps]
        return [f"parts = {layer}._modules"], [f'parts["{step[1:]}"]' for step in steps]

    def kind_of(self, part: _Part) -> str:
        """The name of a layer's class, as far as it is checked."""
        wanted = f"type({part.path}).__name__"
        return next((str(one.value) for one in part.fixed if one.path == wanted), "")

    def function(self, part: _Part) -> str:
        """The name of the function that checks a layer; made if there is none yet."""
        given = ["path", "layer", *(self.lists if part.reaches(set(self.words)) else [])]
        body = [*self.checks(part, "layer"), *self.calls(part, "layer")]
        text = "\n".join([f"({', '.join(given)}):", *(f"    {line}" for line in body)])
        if text not in self.functions:
            kind = self.kind_of(part) or "layer"
            stem = kind.lower().strip("_")
            names = itertools.chain((f"_{stem}_parts",), (f"_{stem}_parts_{n}" for n in itertools.count(2)))
            name = next(name for name in names if name not in self.taken)
            self.taken.add(name)
            self.functions[text] = name
        return self.functions[text]


def _origins(graph):
    known = set(module_facts(graph.source).parameters)
    return [one.origin for one in graph.arguments if one.origin in known]


def _lists_of(graph, root):
    """{path of a parameter: the list it goes to}, so that the lists have the order of the graph; or None."""
    trained = {module_facts(graph.source).expressions[name] for name in _origins(graph)}
    wanted = _parameter_paths(graph)
    words = {path: "weights" if path in trained else "buffers" for path in wanted}
    found = [path for part in root.in_order() for path in part.parameters]
    ordered = [path for word in ("weights", "buffers") for path in found if words[path] == word]
    return {path: words[path] for path in ordered} if ordered == wanted else None


def _lines_by_kinds(graph, known, taken):
    """(functions of the kinds, statements); None where the parameters are in another order."""
    root = _tree(graph)
    words = _lists_of(graph, root)
    if words is None:
        return None
    kinds = _Kinds(graph, words, known, taken)
    checks = kinds.checks(root, "self")
    calls = kinds.calls(root, "self")
    returned = ", ".join(f"*{word}" for word in kinds.lists) + ("," if len(kinds.lists) == 1 else "")
    lines = [f"{word} = []" for word in kinds.lists]
    lines += [*global_hook_lines(["_layer("]), *checks, *calls, f"return ({returned})"]
    return lines


def module_lines(
    graph: Graph, known: dict[str, str] | None = None, taken: set[str] = frozenset()
) -> tuple[list[str], list[str]]:
    """(functions, statements) that check what a graph depends on in `self`, and return its parameters.

    Whichever text is the shorter: line by line, or with a function for each kind of layer.

    Args:
        known: {text: name} of the functions that stand already; those of this graph are added.
        taken: names that no function may have.
    """
    one_by_one = _lines_one_by_one(graph)
    if not _parameter_paths(graph):
        return [], one_by_one
    known = {} if known is None else known
    functions = dict(known)
    by_kinds = _lines_by_kinds(graph, functions, set(taken) | set(known.values()))
    if by_kinds is None:
        return [], one_by_one
    added = [f"def {name}{text}" for text, name in functions.items() if text not in known]
    if len("\n".join([*added, *by_kinds])) >= len("\n".join(one_by_one)):
        return [], one_by_one
    known |= functions
    return added, by_kinds
