"""Whether a kernel computes every value that its prompt's results are made of.

Lines are compared with the values that their names say (line_values). What an answer leaves out has no line:
a product of a0 where the prompt multiplies relu(a0), an epilogue whose last operations are not there. So each
pointwise value that is returned, or that a sum, a product or the like is made of, has to be found at some
place of some kernel; kernel_matching finds it under any name.

A kernel may hold a result in another form. Of a norm or a standard deviation it has the square and takes the
root where it is read; what a rounded mean is put right by, the sum of deviations from it, is 0.
"""

import ast
from collections.abc import Iterator

import torch

from python_to_triton import frontend
from python_to_triton.static_checks.findings import FaultFound
from python_to_triton.static_checks.kernel_matching import MatchedKernel, Trial
from python_to_triton.static_checks.prompt_values import PromptValues, SampleDraws, whole_of
from python_to_triton.static_checks.syntax import Variables

ROOTS = ("norm", "std")  # results of which a kernel may hold the square
NOTHING = "0"  # the name of what is 0


class ResultValues(PromptValues):
    """The values of a prompt, with the other forms in which a kernel may hold its results.

    Attributes:
        forms: names of these
    """

    def __init__(self, prompt: frontend.Graph, draws: SampleDraws):
        super().__init__(prompt.text, draws, takes_statistics=True)
        squares = {f"{one.name}**2": one.name for one in prompt.values if one.op in ROOTS}
        for square, root in squares.items():
            self.values[square] = self.values[root] ** 2
            self.made_of[square] = self.made_of[root]
        self.values[NOTHING] = torch.zeros_like(draws("a0"))
        self.made_of[NOTHING] = {*self.values}  # of anything
        self.forms = (*squares, NOTHING) if self.results else ()

    def computed(self, value: frontend.Value, known: dict, draws: SampleDraws) -> torch.Tensor:
        """The values of PromptValues; a root is not negative."""
        found = super().computed(value, known, draws)
        return found.abs() if value.op in ROOTS else found


class KernelOfResults(MatchedKernel):
    """A matched kernel in which results of sums, products and the like alone are tried at places.

    A pointwise value has to be computed: what is put anywhere would explain that it is skipped.
    """

    def trials(self) -> Iterator[list[Trial]]:
        """The trials of MatchedKernel without those of pointwise values, then the forms of results."""
        for trials in super().trials():
            yield [trial for trial in trials if all(name in self.prompt.results for _, name in trial)]
        known = self.names_of_values({**self.values, **self.inside})
        places = [place for place in self.values if place not in self.placed and not known[place]]
        yield [((place, name),) for name in self.prompt.forms for place in places if self.sources[place]]


def needed_values(prompt: frontend.Graph, values: PromptValues) -> list[str]:
    """The pointwise values that are returned, or that what is not pointwise is made of, in order."""
    read = [part for value in prompt.values if value.name in values.results for part in value.inputs()]
    needed = {whole_of(value).name for value in (*read, *prompt.outputs)}
    return [name for name in values.pointwise if name in needed]


def check_missing_values(
    functions: dict[str, ast.FunctionDef], variables: dict[str, Variables], received: dict, prompt: str
) -> None:
    """Raises FaultFound, at the first kernel, where a value is found in none of the kernels."""
    draws = SampleDraws()
    graph = frontend.parse(prompt)
    values = ResultValues(graph, draws)
    needed = needed_values(graph, values)
    found: set[str] = set()
    for name, function in functions.items() if needed else ():
        kernel = KernelOfResults(function, functions, variables, received[name], values, draws)
        places = {**kernel.values, **kernel.inside}
        found = found.union(*kernel.names_of_values(places).values()) if places else found
    missing = [name for name in needed if name not in found]
    if missing:
        line = min(function.lineno for function in functions.values())
        raise FaultFound(line, f"{missing[0]} is computed nowhere")
