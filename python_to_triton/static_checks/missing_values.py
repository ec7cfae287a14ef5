"""Whether a kernel computes every value that its prompt's results are made of.

Lines are compared with the values that their names say (line_values). What an answer leaves out has no line:
a product of a0 where the prompt multiplies relu(a0), an epilogue whose last operations are not there. So each
pointwise value that is returned, or that a sum, a product or the like is made of, has to be found at some
place of some kernel; kernel_matching finds it under any name.
"""

import ast
from collections.abc import Iterator

from python_to_triton import frontend
from python_to_triton.static_checks.findings import FaultFound
from python_to_triton.static_checks.kernel_matching import MatchedKernel, Trial
from python_to_triton.static_checks.prompt_values import PromptValues, SampleDraws, whole_of
from python_to_triton.static_checks.syntax import Variables


class KernelOfResults(MatchedKernel):
    """A matched kernel in which results of sums, products and the like alone are tried at places.

    A pointwise value has to be computed: what is put anywhere would explain that it is skipped.
    """

    def trials(self) -> Iterator[list[Trial]]:
        """The trials of MatchedKernel without those of pointwise values."""
        for trials in super().trials():
            yield [trial for trial in trials if all(name in self.prompt.results for _, name in trial)]


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
    values = PromptValues(prompt, draws, takes_statistics=True)
    needed = needed_values(frontend.parse(prompt), values)
    found: set[str] = set()
    for name, function in functions.items() if needed else ():
        kernel = KernelOfResults(function, functions, variables, received[name], values, draws)
        places = {**kernel.values, **kernel.inside}
        found = found.union(*kernel.names_of_values(places).values()) if places else found
    missing = [name for name in needed if name not in found]
    if missing:
        line = min(function.lineno for function in functions.values())
        raise FaultFound(line, f"{missing[0]} is computed nowhere")
