"""An answer with the names of its prompt: what the prompt calls a0 or v3 is called so in the kernels that
answer it.

A model that translates then binds values by copying their names. `named(answer, prompt)` renames, and changes
nothing that is computed:

  * the parameters of `translated` are a0, a1, ...; the pointer that a kernel receives for a0 is a0_ptr, the
    block that is loaded from it a0
  * every value of a kernel has a variable of its own, where control flow lets it: `x += b` becomes
    `v1 = v0 + b`
  * a variable that holds the prompt's v3 is called v3, and what computes them is in the prompt's order
  * an expression in a statement that is the prompt's v3 gets a statement `v3 = ...` of its own; what is no
    value of the prompt stays inside
  * a kernel's pointers, its launch and neighbouring loads have the order of the prompt's arguments; several
    results are called y0, y1, ...

Which variable holds v3 is found by abstract interpretation at sample points (prompt_values, kernel_values,
kernel_matching); which part of an argument a load reads follows from its address (load_addresses). A
name about which neither says anything stays as it is.
"""

import ast
import functools
import re
from collections.abc import Iterable

import torch

from python_to_triton.static_checks.argument_order import ordered_arguments
from python_to_triton.static_checks.kernel_arguments import received_values
from python_to_triton.static_checks.kernel_matching import MatchedKernel
from python_to_triton.static_checks.prompt_values import PromptValues, SampleDraws
from python_to_triton.static_checks.result_names import named_results
from python_to_triton.static_checks.statement_order import ordered_statements
from python_to_triton.static_checks.syntax import (
    ENTRY,
    Variables,
    all_nodes,
    callee_name,
    functions_by_name,
    identifier,
)
from python_to_triton.static_checks.text_edits import (
    cut_apart,
    edited,
    host_edits,
    kernel_edits,
    keyword_edits,
    pointer_names,
    variable_numbers,
)
from python_to_triton.static_checks.value_names import (
    ExpressionCuts,
    copies_of_variables,
    names_of_variables,
)
from python_to_triton.verification import parse_answer


class Renaming:
    """The new names of an answer's variables, found kernel by kernel, and the text that they make.

    Attributes:
        names: {kernel: {binding: new name}}
        copies: {kernel: {binding of z: the Name that z = x reads}}, statements to leave out
        cuts: {statement: [(expression, variable)]}, statements to add
        pointers: {kernel: {parameter: a0_ptr}}
    """

    def __init__(self, answer: str, prompt: str):
        self.answer = answer
        self.tree = parse_answer(answer)
        self.kernels = functions_by_name(self.tree)
        self.host = self.kernels.pop(ENTRY)
        self.variables = {name: Variables(node) for name, node in self.kernels.items()}
        received = received_values(self.kernels, self.host)
        self.pointers = {
            name: pointer_names(function, received[name]) for name, function in self.kernels.items()
        }
        self.names: dict[str, dict] = {}
        self.copies: dict[str, dict] = {}
        self.cuts: dict[ast.stmt, list] = {}
        draws = SampleDraws()
        prompt_values = PromptValues(prompt, draws)
        for name, function in self.kernels.items():
            kernel = MatchedKernel(
                function, self.kernels, self.variables, received[name], prompt_values, draws
            )
            self.add_kernel(name, kernel)

    def add_kernel(self, name: str, kernel: MatchedKernel) -> None:
        """Records the names, copies and cuts of a kernel."""
        variables = self.variables[name]
        names = names_of_variables(kernel)
        copies = copies_of_variables(kernel, names)
        names |= {copy: names[variables.first_binding[read]] for copy, read in copies.items()}
        pointers = self.pointers[name]
        names |= {
            binding: pointers[identifier(binding)]
            for binding in variables.binding_counts
            if identifier(binding) in pointers
        }
        self.names[name] = names
        self.copies[name] = copies
        for statement, parts in ExpressionCuts(kernel, names).find().items():
            self.cuts[statement] = [(part, f"{value}_at_{statement.lineno}") for part, value in parts]

    def cut(self) -> None:
        """Assigns the expressions of `cuts` to variables of their own, v3_at_12, which are then named v3."""
        new = {variable for parts in self.cuts.values() for _, variable in parts}
        self.answer, twins = cut_apart(self.answer, self.tree, self.cuts)
        self.tree = twins[self.tree]
        self.host = twins[self.host]
        self.kernels = {name: twins[function] for name, function in self.kernels.items()}
        self.variables = {name: Variables(function) for name, function in self.kernels.items()}
        for name, variables in self.variables.items():
            copies = self.copies[name].items()
            self.copies[name] = {twins[copy]: twins[read] for copy, read in copies}
            self.names[name] = {twins[binding]: value for binding, value in self.names[name].items()}
            self.names[name] |= {
                binding: identifier(binding).split("_")[0]
                for binding in variables.binding_counts
                if identifier(binding) in new
            }

    def calls(self, kernel: str) -> Iterable[ast.Call]:
        """The calls and launches of a kernel."""
        nodes = (node for node in all_nodes(self.tree) if isinstance(node, ast.Call))
        return [call for call in nodes if callee_name(call) == kernel]

    def text(self) -> str:
        """The renamed answer. It is asserted that its variables are those of before."""
        if self.cuts:
            self.cut()
        edits = host_edits(self.host)
        for name, variables in self.variables.items():
            edits += kernel_edits(variables, self.names[name])
            if "_ptr=" in self.answer:
                edits += keyword_edits(self.calls(name), self.pointers[name])
        result = edited(self.answer, edits)
        result = re.sub(r"\n +(\w+) = \1(?:  #.*)?(?=\n)", "", result)
        after = {
            function: Variables(function)
            for name, function in functions_by_name(parse_answer(result)).items()
            if name != ENTRY
        }
        for function, variables in after.items():
            before = variable_numbers(self.variables[function.name], self.copies[function.name])
            assert variable_numbers(variables) == before, f"other variables in {function.name}:\n{result}"
        return named_results(ordered_arguments(ordered_statements(result, after)))


@functools.lru_cache(maxsize=8)  # an answer is named to be judged, and again to be kept
@torch.inference_mode()  # tiny tensors: a tenth of the time
def named(answer: str, prompt: str) -> str:
    """`answer` with the names of `prompt`; what it computes is the same.

    Raises GraphError where the prompt does not parse, Refused where the answer does not parse.
    """
    return Renaming(answer, prompt).text()
