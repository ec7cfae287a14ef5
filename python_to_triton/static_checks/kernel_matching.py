"""Which variable of a kernel holds which value of its prompt.

Kernel and prompt are evaluated at the same sample points; what is equal at all of them is one value. The
result of a sum, a product or a window is not a function of one element. Which place of a kernel holds it is
tried at every place: it is the one with which most of what follows in the prompt is found.
"""

import ast
import itertools
import re
from collections import defaultdict
from collections.abc import Iterator

import torch

from python_to_triton.static_checks.kernel_values import KernelInterpreter
from python_to_triton.static_checks.load_addresses import LoadAddresses
from python_to_triton.static_checks.prompt_values import PromptValues, SampleDraws, equal_at_points
from python_to_triton.static_checks.syntax import Variables, all_nodes, is_stored, simple_statements

MAX_TRIALS = 256  # places of results that are tried at once
MAX_PERMUTED_LOADS = 6  # loads of one argument among which its pieces are tried in every order

Trial = tuple[tuple[ast.AST, str], ...]  # (place, the result of the prompt that it may hold), ..


def is_argument(name: object) -> bool:
    """Whether a name is that of an argument of the prompt."""
    return bool(re.fullmatch(r"a\d+", str(name)))


class MatchedKernel:
    """A kernel compared with its prompt.

    Attributes:
        values: {place: [1, P]}, a place being a binding or an expression that is no function of one element
        inside: {(*path, expression): [1, P]} of what is computed elementwise
        placed: {place: the result of the prompt that it holds}
    """

    def __init__(
        self,
        function: ast.FunctionDef,
        functions: dict[str, ast.FunctionDef],
        variables: dict[str, Variables],
        received: dict,
        prompt_values: PromptValues,
        draws: SampleDraws,
    ):
        self.function = function
        self.functions = functions
        self.all_variables = variables
        self.variables = variables[function.name]
        self.received = received
        self.prompt = prompt_values
        self.draws = draws
        self.placed: dict[ast.AST, str] = {}
        self.loops = [
            node
            for node in function.body
            if isinstance(node, ast.For) and "static_range" not in ast.unparse(node.iter)
        ]
        self.returns = any(isinstance(node, ast.Return) and node.value for node in function.body)
        self.parts: dict[ast.Call, tuple] = {}
        if prompt_values.parts or prompt_values.chunks:
            self.parts = LoadAddresses(function, self.variables, received).parts(prompt_values)
        self.argument_parts = {
            load: prompt_values.parts[source][place]
            for load, (source, place) in self.parts.items()
            if source in prompt_values.parts
        }
        self.values, self.inside = self.interpret()
        self.sources = self.sources_of(self.values) if prompt_values.pointwise else {}
        while prompt_values.pointwise and self.values and self.place_result():
            self.values, self.inside = self.interpret()

    def interpret(self, trials: list[Trial] | None = None) -> tuple[dict, dict]:
        """({place: values [rows, P]}, {path: values}): a row for each trial and one without any.

        What the trials leave alone has one row.
        """
        held = self.held(trials or ())
        interpreter = KernelInterpreter(
            self.functions, self.all_variables, self.draws, self.argument_parts, len(trials or ()) + 1, held
        )
        interpreter.run(self.function, self.received)
        return interpreter.values, interpreter.inside

    def sources_of(self, places: dict) -> dict[ast.AST, set]:
        """{place: the arguments of the prompt that it is computed from, and the (argument, place) of their
        parts}
        """
        binding_of = self.variables.first_binding
        sources = {binding: set() for binding in self.variables.binding_counts}
        for binding in sources:
            if isinstance(binding, ast.arg) and is_argument(self.received.get(binding.arg)):
                sources[binding].add(self.received[binding.arg])
        statement_at = {
            line: node
            for node in simple_statements(self.function.body)
            for line in range(node.lineno, node.end_lineno + 1)
        }
        read = defaultdict(list)
        bound = []
        for node, binding in binding_of.items():
            if is_stored(node):
                bound.append((binding, statement_at.get(node.lineno)))
            elif not isinstance(node, ast.arg):
                read[statement_at.get(node.lineno)].append(sources[binding])
        for load, part in self.parts.items():
            read[statement_at.get(load.lineno)].append({part})
        for binding, statement in bound * 2:  # what a loop has left is read at its beginning
            sources[binding].update(*read[statement])
        found = {}
        for place in places:
            if place in sources:
                found[place] = sources[place]
            else:
                inside = [sources[binding_of[name]] for name in all_nodes(place) if name in binding_of]
                found[place] = set().union(*inside)
        return found

    def has_parts(self, name: str, place: ast.AST) -> bool:
        """Whether a place has all parts that a value of the prompt is made of.

        What is made of parts is none of the wholes that are only read in parts.
        """
        parts = self.sources[place] - {*self.prompt.values}
        made_of = {name, *self.prompt.made_of[name]}
        for whole, chunks in self.prompt.chunks.items():
            needed = {index for index, chunk in chunks.items() if chunk in made_of}
            read = defaultdict(set)
            for source, part in parts:
                feeds = source not in self.prompt.parts and source in self.prompt.made_of.get(whole, ())
                if source == whole or feeds:
                    read[source].add(part)
            if not all(needed <= found for found in read.values()):
                return False
        return not parts or name not in self.prompt.divided

    def may_hold(self, name: str, place: ast.AST) -> bool:
        """Whether a place is made of the arguments that a value of the prompt is made of.

        It may be made of fewer where a caller or another kernel has loaded some.
        """
        expected = {other for other in self.prompt.made_of[name] if other[0] == "a"}
        sources = {source for source in self.sources[place] if isinstance(source, str)}
        fewer = (self.returns or not sources) and sources <= expected
        return (sources == expected or fewer) and self.has_parts(name, place)

    def held(self, trials: list[Trial] | tuple = ()) -> dict[ast.AST, list]:
        """{place: [(rows, values)]}: what is placed, in every row, and what a row tries."""
        held = {place: [(slice(None), self.prompt.values[name])] for place, name in self.placed.items()}
        for row, trial in enumerate(trials):
            for place, name in trial:
                held.setdefault(place, []).append((row, self.prompt.values[name]))
        return held

    def names_of_values(self, values: dict) -> dict[ast.AST, list[str]]:
        """{place: the prompt's names of its value}; a view has the name of what it shows."""
        names = [
            name
            for name in self.prompt.values
            if name[0] == "a" or name in self.prompt.pointwise or name in self.prompt.results
        ]
        found_S1P = torch.stack([*values.values()]).double()
        equal_SN = equal_at_points(found_S1P, self.prompt.stacked(names))[:, 0]
        found = {place: [] for place in values}
        places = [*values]
        for place, name in equal_SN.nonzero().tolist():
            found[places[place]].append(names[name])
        return found

    def trials(self) -> Iterator[list[Trial]]:
        """What place_result tries, in this order.

        Every result at every place; then all pieces of an argument at once, each at another of its loads;
        then the other values at every place that equals none yet, for what a kernel computes in another way
        than the prompt says (a corrected mean, say).
        """
        prompt = self.prompt
        places = [place for place in self.values if place not in self.placed]
        missing = {*prompt.values} - {*self.placed.values()} - {*self.argument_parts.values()}
        known = self.names_of_values({**self.values, **self.inside})
        yield [
            ((place, name),)
            for name in prompt.results
            if name in missing
            for place in places
            if self.may_hold(name, place) and prompt.made_of[name].issuperset(known[place])
        ]
        for argument, pieces in prompt.pieces.items():
            pieces = [name for name in pieces if name in missing]
            loads = [place for place in places if argument in known[place]]
            if 1 < len(pieces) <= len(loads) <= MAX_PERMUTED_LOADS:
                yield [tuple(zip(order, pieces)) for order in itertools.permutations(loads, len(pieces))]
        found = {name for names in known.values() for name in names}
        needed = set().union(*(prompt.made_of[name] for name in prompt.pointwise if name not in found))
        yield [
            ((place, name),)
            for name in prompt.pointwise
            if name in missing and (name in needed or name not in found)
            for place in places
            if not known[place] and self.may_hold(name, place)
        ]

    def gains(self, trials: list[Trial]) -> list[int]:
        """How many pointwise values of the prompt each trial finds that were not found before.

        A value that equals what is tried does not count.
        """
        pointwise_NP = self.prompt.stacked(self.prompt.pointwise)
        values, inside = self.interpret(trials)  # the last row tries nothing
        names = list(dict.fromkeys(name for trial in trials for _, name in trial))
        own_RN = equal_at_points(self.prompt.stacked(names)[:, None], pointwise_NP)[:, 0]
        rows = torch.tensor([[names.index(name) for _, name in trial] for trial in trials])
        new_TN = ~own_RN[rows].any(1)
        values = [*values.values(), *inside.values()]
        changed_STP = torch.stack([value for value in values if len(value) > 1]).double()
        found_TN = equal_at_points(changed_STP, pointwise_NP).any(0)
        unchanged = [value for value in values if len(value) == 1]
        if unchanged:
            found_TN |= equal_at_points(torch.stack(unchanged).double(), pointwise_NP).any(0)
        return ((found_TN[:-1].int() - found_TN[-1].int()) * new_TN).sum(-1).tolist()

    def place_result(self) -> bool:
        """Places one more result of the prompt where it explains most; whether there is such a place."""
        rank = {name: place for place, name in enumerate(self.prompt.values)}
        for trials in self.trials():
            trials = trials[:MAX_TRIALS]
            if not trials:
                continue
            gains = self.gains(trials)
            # Of equals the first value of the prompt, at its last place.
            best = max(range(len(trials)), key=lambda row: (gains[row], -rank[trials[row][0][1]], row))
            if gains[best] > 0:
                self.placed.update(trials[best])
                return True
        return False

    def are_separate(self, node: ast.AST, other: ast.AST) -> bool:
        """Whether Triton never sees two bindings of one name together: what a loop binds is gone after it."""
        loop, other_loop = (
            next((loop for loop in self.loops if loop.lineno <= at.lineno <= loop.end_lineno), None)
            for at in (node, other)
        )
        earlier = other_loop if node.lineno > other.lineno else loop
        return loop is not other_loop and earlier is not None
