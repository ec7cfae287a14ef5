"""Edits of an answer's text: names, and expressions that get statements of their own. Comments and layout
stay.
"""

import ast
import copy
import itertools
import re
from collections.abc import Iterable

from python_to_triton.codegen import realign_continuations
from python_to_triton.static_checks.kernel_arguments import is_pointer_name
from python_to_triton.static_checks.syntax import Variables, all_nodes, identifier
from python_to_triton.verification import parse_answer

OPERATOR_TEXTS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}

Edit = tuple[int, int, int, str]  # (line, first column, last column, new text)
Part = tuple[ast.expr, str]  # (expression, the variable that it is assigned to)


def renaming(node: ast.AST, name: str) -> Edit:
    """The edit that writes `name` in place of the identifier of a node."""
    return node.lineno, node.col_offset, node.col_offset + len(identifier(node)), name


def without_collisions(new_names: dict, old_names: dict) -> dict:
    """`new_names` {thing: name}, and x_ for a thing without a new name whose old name x is now another's."""
    taken = set(new_names.values())
    return new_names | {
        thing: f"{name}_" for thing, name in old_names.items() if thing not in new_names and name in taken
    }


def expanded_update(node: ast.AugAssign, old: str, new: str) -> tuple[str, str]:
    """`x += b * c` as `v1 = v0 + b * c`: the text up to where b begins, and what follows the end."""
    is_atom = isinstance(node.value, (ast.Name, ast.Constant, ast.Call, ast.Subscript, ast.Attribute))
    is_product = isinstance(node.value, ast.BinOp) and isinstance(node.value.op, (ast.Mult, ast.Div))
    is_sum = isinstance(node.op, (ast.Add, ast.Sub))
    before = f"{new} = {old} {OPERATOR_TEXTS[type(node.op)]} "
    if is_atom or is_sum and is_product:
        return before, ""
    return f"{before}(", ")"


def host_edits(host: ast.FunctionDef) -> list[Edit]:
    """Edits that call the parameters of the host function a0, a1, ..."""
    arguments = {parameter.arg: f"a{place}" for place, parameter in enumerate(host.args.args)}
    nodes = [node for node in all_nodes(host) if isinstance(node, (ast.Name, ast.arg))]
    names = {identifier(node): identifier(node) for node in nodes}
    names |= without_collisions(arguments, names)
    return [renaming(node, names[identifier(node)]) for node in nodes]


def pointer_names(function: ast.FunctionDef, received: dict) -> dict[str, str]:
    """{parameter: a0_ptr, ..} of the pointers to arguments, each argument once."""
    owners = {}
    for parameter in function.args.args:
        argument = received.get(parameter.arg)
        if re.fullmatch(r"a\d+", str(argument)) and is_pointer_name(parameter.arg):
            owners.setdefault(argument, parameter.arg)
    return {parameter: f"{argument}_ptr" for argument, parameter in owners.items()}


def kernel_edits(variables: Variables, new_names: dict[ast.AST, str]) -> list[Edit]:
    """Edits that give the variables of a kernel their names {binding: name}."""
    binding_of = variables.first_binding
    names = {binding: identifier(binding) for binding in variables.binding_counts}
    names |= without_collisions(new_names, names)
    edits = []
    done = set()
    for node, binding in binding_of.items():
        if isinstance(node, ast.AugAssign) and names[binding] != names[binding_of[node.target]]:
            before, after = expanded_update(node, names[binding], names[binding_of[node.target]])
            end = node.end_col_offset
            edits.append((node.lineno, node.col_offset, node.value.col_offset, before))
            edits.append((node.end_lineno, end, end, after))
            done.add(node.target)
    others = [node for node in binding_of if not isinstance(node, ast.AugAssign) and node not in done]
    return edits + [renaming(node, names[binding_of[node]]) for node in others]


def keyword_edits(calls: Iterable[ast.Call], pointers: dict[str, str]) -> list[Edit]:
    """Edits that write the keywords of calls of a kernel as its renamed pointer parameters."""
    return [
        renaming(word, pointers[word.arg]) for call in calls for word in call.keywords if word.arg in pointers
    ]


def edited(text: str, edits: list[Edit]) -> str:
    """A text with its edits made; what was aligned with a bracket still is."""
    lines = text.split("\n")
    for line, first, last, new in sorted(edits, reverse=True):
        lines[line - 1] = lines[line - 1][:first] + new + lines[line - 1][last:]
    return "\n".join(realign_continuations(lines, text.split("\n")))


def variable_numbers(variables: Variables, copies: dict[ast.AST, ast.Name] | None = None) -> list[int]:
    """The variables of a function as numbers, in the order of the text: what no renaming may change.

    Those of `copies` {binding: what it copies} count as what they copy.
    """
    copies = copies or {}
    left_out = {*copies, *copies.values()}
    places = sorted(
        (node.lineno, node.col_offset, isinstance(node, ast.AugAssign), node)
        for node in variables.first_binding
        if node not in left_out
    )
    numbers = {}
    found = []
    for *_, node in places:
        binding = variables.first_binding[node]
        if binding in copies:
            binding = variables.first_binding[copies[binding]]
        found.append(numbers.setdefault(binding, len(numbers)))
    return found


def first_parts(parts: list[Part]) -> dict[str, ast.expr]:
    """{variable: the first expression that it is assigned}, in an order in which each reads what stands
    before it.
    """
    first = {}
    for part, variable in parts:
        first.setdefault(variable, part)
    return first


class CutTransformer(ast.NodeTransformer):
    """A tree in which the parts of `cuts` {statement: [(expression, variable)]} are assigned before the
    statement.
    """

    def __init__(self, cuts: dict[ast.stmt, list[Part]]):
        self.cuts = cuts
        self.variable = {part: name for parts in cuts.values() for part, name in parts}

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST]:
        """The node, a variable in the place of a part, or a statement after the assignments that it needs."""
        if isinstance(node, ast.stmt) and not hasattr(node, "body") and node not in self.cuts:
            return node  # nothing in it is cut
        self.generic_visit(node)
        if node in self.variable:
            return ast.Name(self.variable[node], ast.Load())
        new = [
            ast.Assign([ast.Name(name, ast.Store())], part)
            for name, part in first_parts(self.cuts.get(node, [])).items()
        ]
        return [*new, node] if new else node


class StatementText:
    """The text of one statement, parts of which are assigned to variables before it."""

    def __init__(self, text: str, parts: list[Part]):
        self.text = text
        self.parts = parts
        lengths = (len(line) + 1 for line in text.split("\n"))
        self.starts = list(itertools.accumulate(lengths, initial=0))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The first and the last character of a node."""
        first = self.starts[node.lineno - 1] + node.col_offset
        return first, self.starts[node.end_lineno - 1] + node.end_col_offset

    def with_brackets(self, first: int, last: int) -> tuple[int, int]:
        """A span with the brackets around it that are not those of a call."""
        while True:
            before = self.text[:first].rstrip()
            after = self.text[last:].lstrip()
            if not before.endswith("(") or re.match(r"[\w)\]]", before[-2]) or not after.startswith(")"):
                return first, last
            first = len(before) - 1
            last = len(self.text) - len(after) + 1

    def written(self, node: ast.AST) -> str:
        """A node on one line, with variables in the place of the parts in it."""
        first, last = self.span(node)
        spans = [(*self.with_brackets(*self.span(part)), name) for part, name in self.parts]
        done = first
        words = []
        for start, end, name in sorted(spans, key=lambda found: (found[0], -found[1])):
            if done <= start < end <= last and (start, end) != (first, last):
                words += [self.text[done:start], name]
                done = end
        joined = re.sub(r"\s*\n\s*", " ", "".join(words) + self.text[done:last])
        return re.sub(r"(?<=[(\[]) | (?=[)\]])", "", joined)

    def cut(self, statement: ast.stmt) -> str:
        """The lines of a statement, those that assign its parts first."""
        margin = " " * statement.col_offset
        lines = [f"{margin}{name} = {self.written(part)}" for name, part in first_parts(self.parts).items()]
        return "\n".join([*lines, margin + self.written(statement)])


def cut_apart(answer: str, tree: ast.Module, cuts: dict[ast.stmt, list[Part]]) -> tuple[str, dict]:
    """(text, {node of `tree`: its twin in that text's tree}) with the parts of `cuts` assigned before
    statements.

    `tree` is left as it is.
    """
    lines = answer.split("\n")
    for statement in sorted(cuts, key=lambda statement: -statement.lineno):
        after = lines[statement.end_lineno - 1][statement.end_col_offset :]
        new = StatementText(answer, cuts[statement]).cut(statement)
        lines[statement.lineno - 1 : statement.end_lineno] = [new + after]
    text = "\n".join(lines)
    changed = copy.deepcopy(tree)
    copies = dict(zip(all_nodes(tree), all_nodes(changed), strict=True))
    cuts_of_copy = {
        copies[statement]: [(copies[part], name) for part, name in parts] for statement, parts in cuts.items()
    }
    changed = CutTransformer(cuts_of_copy).visit(changed)
    twins = dict(zip(all_nodes(changed), all_nodes(parse_answer(text)), strict=True))
    for node, twin in twins.items():
        assert type(node) is type(twin), f"other expressions:\n{text}"
        assert getattr(node, "id", None) == getattr(twin, "id", None), f"other expressions:\n{text}"
    return text, {node: twins[copied] for node, copied in copies.items() if copied in twins}
