"""Whether a kernel computes every value that its prompt's results are made of.

Lines are compared with the values that their names say (line_values). What an answer leaves out has no line:
it multiplies a0 where the prompt says relu(a0), or ends before the last operations. So each pointwise value
that is returned, or that a sum, a product or the like is made of, has to be found at some place of some
kernel; kernel_matching finds it under any name.

A kernel may hold a result in another form. Of a norm or a standard deviation it has the square, and takes the
root where it is read; of the logarithm of a sum it has the largest and the sum of powers beside it. And some
kernels correct a rounded mean by the sum of deviations from it, which is 0 in exact arithmetic.
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

ROOTS = ("norm", "std")
# Results that a kernel may hold in another form, and the form
FORMS = {"norm": torch.square, "std": torch.square, "logsumexp": torch.exp}
MAX_PAIRED_PLACES = 16  # the last of a kernel, at which two names are tried: 240 trials, below MAX_TRIALS
NOTHING = "0"  # the name of what is 0


class ResultValues(PromptValues):
    """The values of a prompt, with the other forms in which a kernel may hold its results.

    Attributes:
        forms: names of these; NOTHING is a further one
    """

    def __init__(self, prompt: frontend.Graph, draws: SampleDraws):
        for argument in prompt.arguments:  # before anything is computed of them
            if argument.dtype is torch.bool:
                draws.by_key[argument.name] = (draws(argument.name) > 0).double()
        super().__init__(prompt.text, draws, takes_statistics=True)
        self.forms = []
        for value in prompt.values:
            if value.op in FORMS:
                self.forms.append(f"{value.op} of {value.name}")
                self.values[self.forms[-1]] = FORMS[value.op](self.values[value.name])
                self.made_of[self.forms[-1]] = self.made_of[value.name]
        self.values[NOTHING] = torch.zeros_like(draws("a0"))
        self.made_of[NOTHING] = {*self.values}  # it may stand for anything

    def computed(self, value: frontend.Value, known: dict, draws: SampleDraws) -> torch.Tensor:
        """The values of PromptValues, some of which are negative: a root is not."""
        found = super().computed(value, known, draws)
        return found.abs() if value.op in ROOTS else found


class KernelOfResults(MatchedKernel):
    """A matched kernel in which results of sums, products and the like alone are tried at places.

    Were a pointwise value tried, too, a kernel that skips it would pass.
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
        """The pairs of results that a pointwise value is made of, where both have no place and no third has
        none: of more, one is mostly found alone.
        """
        placed = {*self.placed.values()}
        missing = [name for name in self.prompt.results if name not in placed]
        made_of = [
            [name for name in missing if name in self.prompt.made_of[v]] for v in self.prompt.pointwise
        ]
        return list(dict.fromkeys(tuple(names) for names in made_of if len(names) == 2))


def depends_on_position(value: frontend.Value) -> bool:
    """Whether what an operation gives depends on where in its tensor an element stands."""
    return frontend.OPS[value.op].kind == "factory" or value.op in ("tril", "triu")


def needed_values(prompt: frontend.Graph, values: PromptValues) -> list[str]:
    """The pointwise values that are returned, or that what is not pointwise is made of, in order.

    Not those that are a result itself, in another dtype, or made of what depends on positions: what an answer
    computes of these has no numbers here.
    """
    read = [part for value in prompt.values if value.name in values.results for part in value.inputs()]
    needed = {whole_of(value).name for value in (*read, *prompt.outputs)}
    of_positions = {value.name for value in prompt.values if depends_on_position(value)}
    results = [values.values[name] for name in values.results]
    return [
        name
        for name in values.pointwise
        if name in needed
        and not values.made_of[name] & of_positions
        and not any(torch.equal(values.values[name], one) for one in results)
    ]


def check_missing_values(
    functions: dict[str, ast.FunctionDef], variables: dict[str, Variables], received: dict, prompt: str
) -> None:
    """Raises FaultFound, at the first kernel, if a needed value is found in no kernel."""
    draws = SampleDraws()
    graph = frontend.parse(prompt)
    values = ResultValues(graph, draws)
    needed = needed_values(graph, values)
    if not needed:
        return
    found: set[str] = set()
    for name, function in functions.items():
        kernel = KernelOfResults(function, functions, variables, received[name], values, draws)
        places = {**kernel.values, **kernel.inside}
        if places:
            found.update(*kernel.names_of_values(places).values())
    missing = [name for name in needed if name not in found]
    if missing:
        line = min(function.lineno for function in functions.values())
        raise FaultFound(line, f"{missing[0]} is computed nowhere")
