"""Whether a kernel computes every value that its prompt's results are made of.

Lines are compared with the values that their names say (line_values). What an answer leaves out has no line:
a product of a0 where the prompt multiplies relu(a0), an epilogue whose last operations are not there. So each
pointwise value that is returned, or that a sum, a product or the like is made of, has to be found at some
place of some kernel; kernel_matching finds it under any name.

A kernel may hold a result in another form. Of a norm or a standard deviation it has the square, and takes the
root where it is read; of the logarithm of a sum it has the largest and the sum of powers beside it. What a
rounded mean is put right by, the sum of deviations from it, is 0.
"""

import ast
import itertools
from collections.abc import Iterator

import torch

from python_to_triton import frontend
from python_to_triton.static_checks.findings import FaultFound
from python_to_triton.static_checks.kernel_matching import MatchedKernel, Trial
from python_to_triton.static_checks.prompt_values import PromptValues, SampleDraws, whole_of
from python_to_triton.static_checks.syntax import Variables

ROOTS = ("norm", "std")  # results of which a kernel may hold the square
# Results that a kernel may hold in another form, and the form
FORMS = dict.fromkeys(ROOTS, torch.square) | dict.fromkeys(("logsumexp",), torch.exp)
MAX_PAIRED_PLACES = 16  # the last of a kernel, at which two names are tried at once
NOTHING = "0"  # the name of what is 0


class ResultValues(PromptValues):
    """The values of a prompt, with the other forms in which a kernel may hold its results.

    Attributes:
        forms: names of these; NOTHING is a further one
    """

    def __init__(self, prompt: frontend.Graph, draws: SampleDraws):
        for argument in prompt.arguments:
            if argument.dtype is torch.bool:
                draws.by_key[argument.name] = (draws(argument.name) > 0).double()
        super().__init__(prompt.text, draws, takes_statistics=True)
        self.forms = []
        for value in prompt.values if self.results else ():
            if value.op in FORMS:
                self.forms.append(f"{value.op} of {value.name}")
                self.values[self.forms[-1]] = FORMS[value.op](self.values[value.name])
                self.made_of[self.forms[-1]] = self.made_of[value.name]
        self.values[NOTHING] = torch.zeros_like(draws("a0"))
        self.made_of[NOTHING] = {*self.values}

    def computed(self, value: frontend.Value, known: dict, draws: SampleDraws) -> torch.Tensor:
        """The values of PromptValues; a root is not negative."""
        found = super().computed(value, known, draws)
        return found.abs() if value.op in ROOTS else found


class KernelOfResults(MatchedKernel):
    """A matched kernel in which results of sums, products and the like alone are tried at places.

    A pointwise value has to be computed: what is put anywhere would explain that it is skipped.
    """

    def trials(self) -> Iterator[list[Trial]]:
        """The trials of MatchedKernel without those of pointwise values; then two results at once, which one
        value is made of, as a ratio of sums; then the forms of results, alone and beside what is 0.
        """
        for trials in super().trials():
            yield [trial for trial in trials if all(name in self.prompt.results for _, name in trial)]
        known = self.names_of_values({**self.values, **self.inside})
        places = [place for place in self.values if place not in self.placed and not known[place]]
        yield self.trials_of_pairs(self.pairs_of_results(), places)
        forms = [*self.prompt.forms, NOTHING] if self.prompt.results else []
        yield [((place, name),) for name in forms for place in places if self.sources[place]]
        yield self.trials_of_pairs([(name, NOTHING) for name in self.prompt.forms], places)

    def trials_of_pairs(self, pairs: list[tuple[str, str]], places: list[ast.AST]) -> list[Trial]:
        """Each two names at each two of the last places."""
        return [
            tuple(zip(two, names))
            for names in pairs
            for two in itertools.permutations(places[-MAX_PAIRED_PLACES:], 2)
            if all(name == NOTHING or self.may_hold(name, place) for place, name in zip(two, names))
        ]

    def pairs_of_results(self) -> list[tuple[str, str]]:
        """The pairs of results, both without a place, that a pointwise value is made of."""
        placed = {*self.placed.values()}
        missing = [name for name in self.prompt.results if name not in placed]
        made_of = [
            [name for name in missing if name in self.prompt.made_of[v]] for v in self.prompt.pointwise
        ]
        return list(dict.fromkeys(tuple(names) for names in made_of if len(names) == 2))


def depends_on_places(value: frontend.Value) -> bool:
    """Whether what an operation gives depends on where an element stands."""
    return frontend.OPS[value.op].kind == "factory" or value.op in ("tril", "triu")


def needed_values(prompt: frontend.Graph, values: PromptValues) -> list[str]:
    """The pointwise values that are returned, or that what is not pointwise is made of, in order.

    Not those that are a result itself, in another dtype, or made of what depends on places: what an answer
    computes of places has no numbers here.
    """
    read = [part for value in prompt.values if value.name in values.results for part in value.inputs()]
    needed = {whole_of(value).name for value in (*read, *prompt.outputs)}
    of_places = {value.name for value in prompt.values if depends_on_places(value)}
    results = [values.values[name] for name in values.results]
    return [
        name
        for name in values.pointwise
        if name in needed
        and not values.made_of[name] & of_places
        and not any(torch.equal(values.values[name], one) for one in results)
    ]


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
