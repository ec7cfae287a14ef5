"""Which numbers of a program its answers receive at run time: the judge's proof.

For each region, codegen/run_time_numbers.py offers texts in which literals have become arguments. A text is
taken where it computes what the region computes for the numbers of the trace, for two others, and for the
ends of the range that its guard will admit. A number that stands in some region without such a text stays
fixed, and so do those that share an expression with it.
"""

import functools
import itertools
import json
import re
from collections.abc import Sequence

from python_to_triton import frontend, verification
from python_to_triton.codegen import Number, parameter_names, with_numbers_passed
from python_to_triton.frontend import (
    FreeNumbers,
    Graph,
    NumberParameter,
    PassedNumbers,
    Range,
    Region,
    RegionNumbers,
    RunTimeNumber,
    free_numbers,
    region_numbers,
)
from python_to_triton.frontend.sample_inputs import find_domains
from python_to_triton.inference.checkpoints import one_line
from python_to_triton.runtime.futures import Waiting
from python_to_triton.runtime.judging import not_judged
from python_to_triton.runtime.pool import Judges

MOST_TEXTS = 6  # that are judged for one region
GROWN = ((), (), (1031,), (67, 35))  # the sizes of the test cases, as runtime/judging.py has them


# ---- the judge of one text ----


def number_task_text(prompt: str, numbers: RegionNumbers, cases: Sequence[tuple[float, ...]]) -> str:
    """What `judge_numbers` needs, as one text."""
    traced = numbers.numbers
    return json.dumps({"prompt": prompt, "named": numbers.prompt, "traced": traced, "cases": cases})


def _reference(named, count):
    """A region as a function of its tensors and `count` numbers."""
    graph = frontend.parse(named)

    def reference(*arguments):
        tensors = arguments[: len(arguments) - count]
        numbers = arguments[len(tensors) :]
        return graph.run_with(tensors, {f"N{i}": number for i, number in enumerate(numbers)})

    return reference


def _without_effect(task, traced):
    """Which number changes no output of any test case; None where each changes some."""
    count = len(traced)
    for i, own in enumerate(traced):
        for case in task.cases:
            tensors = case.arguments[: len(case.arguments) - count]
            numbers = case.arguments[len(tensors) :]
            if numbers[i] == own:
                continue
            with_own = task.reference(*tensors, *numbers[:i], own, *numbers[i + 1 :])
            if not case.compare(with_own).ok:
                break
        else:
            return i
    return None


def _enlarged(graph, tensors, numbers):
    """The tensors, those of floats that may have any value as large as the numbers, and larger.

    An answer that limits what it reads by a literal of its own, beyond the number of the trace, shows there.
    """
    domains = find_domains(graph, graph.shapes(graph.bind(tensors)))
    factor = 4 * max(1.0, *map(abs, numbers))
    return tuple(
        tensor * factor if tensor.is_floating_point() and id(value) not in domains else tensor
        for tensor, value in zip(tensors, graph.inputs)
    )


@functools.lru_cache(maxsize=64)
def number_task(text: str):
    """(the ReferenceTask of a region with numbers, why nothing can be shown by it)."""
    told = json.loads(text)
    graph = frontend.parse(told["prompt"])
    cases = [tuple(map(float, case)) for case in told["cases"]]
    reference = _reference(told["named"], len(cases[0]))
    grown = [*GROWN, *[()] * len(cases)]
    drawn = [(graph.sample(seed, grow=grown[seed]), numbers) for seed, numbers in enumerate(cases)]
    drawn += [(_enlarged(graph, tensors, numbers), numbers) for tensors, numbers in drawn[2:]]
    samples = [(*tensors, *numbers) for tensors, numbers in drawn]
    task = verification.prepare_reference(reference, samples, tied=True)
    unseen = None if task.fault else _without_effect(task, told["traced"])
    return task, "" if unseen is None else f"number {unseen} changes no result"


def judge_numbers(text: str, source: str) -> verification.Verdict:
    """The verdict on an answer that receives numbers: a function of two texts, as the pool wants it."""
    try:
        task, fault = number_task(text)
    except (*verification.REFERENCE_ERRORS, MemoryError) as error:
        return not_judged(f"no test cases could be made: {one_line(error)}")
    return not_judged(fault) if fault else verification.judge_task(source, task)


# ---- one region ----


def _name_of(expression):
    """What a parameter that is an expression is called: eps, one_minus_beta, scale_factor."""
    names = [re.findall(r"[A-Za-z_]\w*", path)[-1] for path in expression.paths]
    name = "_".join(dict.fromkeys(names))
    if expression.text == expression.paths[0]:
        return name
    return f"one_minus_{name}" if expression.text == f"1 - {expression.paths[0]}" else f"{name}_factor"


def _cases(numbers: RegionNumbers, free: FreeNumbers, ranges: dict[str, Range]):
    """The numbers of the test cases: those of the probes, the trace last, then each witness of each range.

    The smallest case, from which others are derived, is one of the first two: with other numbers.
    """
    paths = {path for expression in numbers.expressions for path in expression.paths}
    settings = [*free.probes[::-1]]
    settings += [
        {**free.probes[1], path: witness}
        for path, one in ranges.items()
        if path in paths
        for witness in one.witnesses
    ]
    return [numbers.at(values) for values in settings]


class RegionProof:
    """An answer to a region that receives its numbers, and the ranges of these for which it was judged."""

    def __init__(self, judges: Judges, prompt: str, numbers: RegionNumbers, free: FreeNumbers):
        self.judges = judges
        self.prompt = prompt
        self.numbers = numbers
        self.free = free
        self.ranges = {number.path: number.ranges for number in free.numbers}
        self.source = ""
        self.level = None  # which of the ranges of each number the answer is right for

    def _judged(self, source, level) -> Waiting:
        """Returns whether a text is right for these ranges: the level-th of each number, or its narrowest."""
        chosen = {path: each[min(level, len(each) - 1)] for path, each in self.ranges.items()}
        text = number_task_text(self.prompt, self.numbers, _cases(self.numbers, self.free, chosen))
        verdict = yield self.judges.submit(text, source, judge_numbers)
        return verdict.ok

    def find(self, answer: str) -> Waiting:
        """Looks for a text of this answer that is right, for the widest ranges that it is right for; returns
        whether there is one.
        """
        wanted = [
            Number(_name_of(expression), number)
            for expression, number in zip(self.numbers.expressions, self.numbers.numbers)
        ]
        last = max(map(len, self.ranges.values())) - 1
        for tried, source in enumerate(with_numbers_passed(answer, wanted)):
            if tried >= MOST_TEXTS:
                break
            if not (yield from self._judged(source, last)):
                continue
            self.source, self.level = source, 0
            while self.level < last and not (yield from self._judged(source, self.level)):
                self.level += 1
            return True
        return False

    def range_of(self, path: str) -> Range:
        """The range of a number in which the text was found right."""
        return self.ranges[path][min(self.level, len(self.ranges[path]) - 1)]


# ---- a whole program ----


def _outside(graph, regions, free):
    """The program's numbers that the host computes with, outside of all regions."""
    inside = {id(value) for region in regions for value in region.values}
    return free.paths_in(graph, [value for value in graph.values if id(value) not in inside])


def _proofs(judges, prompts, answers, numbers, free) -> Waiting:
    """Returns ({which region: its RegionProof}, paths that have to stay fixed)."""
    proofs = {}
    for i, (prompt, answer, own) in enumerate(zip(prompts, answers, numbers)):
        if own.expressions:
            proof = RegionProof(judges, prompt, own, free)
            if not (yield from proof.find(answer)):
                return proofs, {path for expression in own.expressions for path in expression.paths}
            proofs[i] = proof
    return proofs, set()


def _parameters(graph, proofs):
    """{Expression: NumberParameter} of all expressions that the regions receive."""
    parameters = {}
    taken = {"tensors", *parameter_names(graph), *graph.letters}
    taken |= {argument.name for argument in graph.arguments}
    for i in sorted(proofs):
        numbers = proofs[i].numbers
        for expression, number in zip(numbers.expressions, numbers.numbers):
            if expression in parameters:
                continue
            stem = _name_of(expression)
            tried = itertools.chain((stem,), (f"{stem}_{n}" for n in itertools.count(2)))
            name = next(name for name in tried if name not in taken)
            taken.add(name)
            parameters[expression] = NumberParameter(name, number, expression.text)
    return parameters


def _passed(graph, free, proofs):
    """The PassedNumbers of a program whose regions all have their proofs."""
    parameters = _parameters(graph, proofs)
    ranges = {}
    for number in free.numbers:
        used = [p for p in proofs.values() if any(number.path in e.paths for e in p.numbers.expressions)]
        narrowest = [p.range_of(number.path) for p in used] or number.ranges[:1]
        ranges[number.path] = max(narrowest, key=number.ranges.index)
    return PassedNumbers(
        free=tuple(RunTimeNumber(n.path, n.value, ranges[n.path]) for n in free.numbers),
        parameters=tuple(parameters.values()),
        regions={
            i: tuple(parameters[expression].name for expression in proof.numbers.expressions)
            for i, proof in proofs.items()
        },
    )


def pass_numbers(
    graph: Graph,
    regions: Sequence[Region],
    answers: Sequence[str],
    judges: Judges,
) -> Waiting:
    """Returns (the PassedNumbers that the answers of a program receive at run time, the answers that receive
    them), and yields the Futures of the verdicts that it waits for.

    Args:
        graph: as it was traced.
        regions: of the graph.
        answers: a verified answer to each; one that receives nothing is returned as it is.
        judges: they judge the changed answers.
    """
    free = free_numbers(graph)
    free = free.only({number.path for number in free.numbers} - _outside(graph, regions, free))
    while free.numbers:
        numbers = [region_numbers(graph, region, free) for region in regions]
        unknown = [region for region, own in zip(regions, numbers) if own is None]
        lost = {path for region in unknown for path in free.paths_in(graph, region.values)}
        proofs = {}
        if not lost:
            proofs, lost = yield from _proofs(judges, [r.graph.text for r in regions], answers, numbers, free)
        if not lost:
            changed = [proofs[i].source if i in proofs else answer for i, answer in enumerate(answers)]
            return _passed(graph, free, proofs), changed
        free = free.only({number.path for number in free.numbers} - lost)
    return PassedNumbers(), list(answers)
