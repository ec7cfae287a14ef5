"""Which part of an argument a load reads, from the text of its address.

`base`, `base + N` and `base + 2 * N` are chunks 0, 1 and 2. An address is multiplied out: x_ptr + 2 * N +
rows * N has the terms {(x_ptr,): 1, (N,): 2, (N, rows): 1}. Each factor is a text with the bindings of the
variables in it, so that two factors are equal only where they have the same value.
"""

import ast
import itertools
from collections import Counter, defaultdict

from python_to_triton.static_checks.prompt_values import PromptValues
from python_to_triton.static_checks.syntax import (
    Variables,
    all_nodes,
    assignments,
    is_stored,
    text_position,
)


class LoadAddresses:
    """`loads` {argument or buffer: {load: the terms of its address}} of a function."""

    def __init__(self, function: ast.FunctionDef, variables: Variables, received: dict):
        self.variables = variables
        self.received = received
        self.lines = defaultdict(list)  # {variable: the lines that bind it}
        self.loads = defaultdict(dict)
        for node, binding in variables.first_binding.items():
            if is_stored(node):
                self.lines[binding].append(node.lineno)
        self.assigned_once = {
            target: value
            for target, value in assignments(function.body)
            if variables.binding_counts[variables.first_binding.get(target)] == 1
        }
        for node in all_nodes(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "tl.load":
                terms = self.terms(node.args[0])
                for source in (received.get(factors[0][0]) for factors in terms if len(factors) == 1):
                    if isinstance(source, str):
                        self.loads[source][node] = terms

    def number_of(self, node: ast.AST, binding: ast.AST | None) -> object:
        """The integer that a constant or a parameter is; another value of another expression."""
        if self.variables.binding_counts.get(binding, 1) != 1:
            return None
        if isinstance(binding, ast.arg):
            return self.received.get(binding.arg)
        return getattr(node, "value", None)

    def factor(self, node: ast.AST) -> tuple:
        """An expression as a factor: its text, the variables in it, and how often each was bound before."""
        first_binding = self.variables.first_binding
        read = {name: first_binding[name] for name in all_nodes(node) if name in first_binding}
        versions = sorted(
            (*text_position(binding), sum(line <= name.lineno for line in self.lines[binding]))
            for name, binding in read.items()
        )
        return (ast.unparse(node), *versions)

    def terms(self, node: ast.AST) -> Counter:
        """{factors: how often} of an integer expression, multiplied out; () are the factors of a number."""
        binding = self.variables.first_binding.get(node)
        number = self.number_of(node, binding)
        if isinstance(number, int):
            return Counter({(): number})
        if binding in self.assigned_once:
            return self.terms(self.assigned_once[binding])
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult))):
            return Counter({(self.factor(node),): 1})
        left = self.terms(node.left)
        right = self.terms(node.right)
        if isinstance(node.op, ast.Add):
            left.update(right)
            return left
        if isinstance(node.op, ast.Sub):
            left.subtract(right)
            return left
        product = Counter()
        for one, other in itertools.product(left, right):
            product[tuple(sorted(one + other))] += left[one] * right[other]
        return product

    def parts(self, prompt_values: PromptValues) -> dict[ast.Call, tuple]:
        """{load: (argument or buffer, place)} of loads that lie one step apart, as the prompt's parts do."""
        parts = {}
        for source, loads in self.loads.items():
            steps = {
                term
                for terms in loads.values()
                for term in terms
                if any(other[term] != terms[term] for other in loads.values())
            }
            read = {terms[step] for terms in loads.values() for step in steps}
            is_argument = source in prompt_values.parts
            for places in [prompt_values.parts[source]] if is_argument else prompt_values.chunks.values():
                # Chunks that the prompt does not read may be loaded next to those that it does.
                some_unread = places in prompt_values.chunks.values() and () not in steps
                if len(steps) == 1 and (places.keys() == read or some_unread and places.keys() <= read):
                    [step] = steps
                    parts |= {
                        load: (source, terms[step]) for load, terms in loads.items() if terms[step] in places
                    }
                elif len(places) == 1 and is_argument:
                    parts |= {load: (source, *places) for load in loads}
        return parts

    def argument_parts(self, prompt_values: PromptValues) -> dict[ast.Call, str]:
        """{load: the prompt's name of the part of an argument that it reads}"""
        return {
            load: prompt_values.parts[source][place]
            for load, (source, place) in self.parts(prompt_values).items()
            if source in prompt_values.parts
        }
