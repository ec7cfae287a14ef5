"""Judges one answer to one canonical prompt, or one written file: functions of texts, so that any process can
run them.
"""

import ast
import dataclasses
import functools
import math
import time

import torch

from python_to_triton import codegen, frontend, user_programs, verification
from python_to_triton.frontend import Graph
from python_to_triton.frontend.loops import has_loops, most_steps
from python_to_triton.frontend.operation_kinds import outputs_of_sizes
from python_to_triton.frontend.programs import Program
from python_to_triton.inference.checkpoints import one_line
from python_to_triton.runtime.options import TranslationOptions
from python_to_triton.verification import sandbox
from python_to_triton.verification.original_program import OriginalProgram, ProgramEnded
from python_to_triton.verification.written_calls import own_calls
from python_to_triton.verification.written_file import (
    CallOutcome,
    WrittenFile,
    judge_written,
    judge_written_file,
)

# What is raised where a prompt, or a user's program, cannot be computed at any test case.
_NO_TEST_CASES = (*verification.REFERENCE_ERRORS, frontend.UnknownSize, MemoryError)
# Steps of a loop that an answer to a whole graph runs at most: the regions of a step have been judged at
# large sizes by themselves.
MOST_STEPS = 48
ELEMENTS_A_SECOND = 50  # of the smallest test case; all of some twenty run in the interpreter in that time
MOST_SECONDS = 120.0  # by that
MOST_CRASHES = 3  # of a program's process beside its translation: not all need be the program's doing
CRASHED = "crashed"  # the outcome of a judging in which that process crashed


def not_judged(reason: str) -> verification.Verdict:
    """The verdict on an answer that was not run."""
    return verification.Verdict(False, reason, math.inf, 0.0, 0, 0.0)


def run_of_few_steps(graph: Graph, *tensors: torch.Tensor):
    """What a graph gives. Raises ValueError where one of its loops would have more than MOST_STEPS steps."""
    steps = most_steps(graph.steps, graph.bind(tensors))
    if steps > MOST_STEPS:
        raise ValueError(f"a loop of {steps} steps, where {MOST_STEPS} are run")
    return graph.run(*tensors)


def run_as_traced(graph: Graph, *tensors: torch.Tensor):
    """What a graph gives. Raises ValueError where sizes that its trace has alike are broadcast, as PyTorch
    lets them where one is 1.
    """
    sizes = graph.bind(tensors)
    result = run_of_few_steps(graph, *tensors) if has_loops(graph) else graph.run(*tensors)
    if graph.sizes and not frontend.broadcasts_as_traced(graph, sizes):
        raise ValueError(f"a broadcast that the trace has not, at {sizes}")
    return result


@functools.lru_cache(maxsize=256)
def judging_task(prompt: str, composed: bool = False):
    """The verifier's test cases for a prompt: two smaller than any block, one with a long dimension, one with
    odd sizes throughout, one beyond constants that the others do not reach; more of other data. Where an
    answer is `composed` of those to the regions of a whole network, which have passed all of these, the two
    small ones, and few more.
    """
    graph = frontend.parse(prompt)
    samples = [graph.sample(0), graph.sample(1)]
    if not composed:
        samples += [graph.sample(2, grow=(1031,)), graph.sample(3, grow=(67, 35))]
        samples += [graph.sample(4, sizes=sizes) for sizes in frontend.sizes_beyond_constants(graph, 4)]
    reference = functools.partial(run_of_few_steps, graph) if has_loops(graph) else graph.run
    if composed:
        reference = functools.partial(run_as_traced, graph)
    return verification.prepare_reference(
        reference,
        samples,
        tied=True,
        of_sizes=outputs_of_sizes(graph),
        shown=frontend.first_read(graph) if composed else None,
        may_draw=not composed or any(map(frontend.is_opaque, graph.values)),
    )


def limits_for(prompt: str, task: verification.ReferenceTask) -> verification.Limits:
    """What an answer may use: a second of running for each operation where these are many, as in the whole of
    a network, and for every ELEMENTS_A_SECOND where the test cases cannot be small, as for 512 groups.
    """
    operations = prompt.count("\nv")
    counts = [sum(t.numel() for t in verification.tensors_in(case.arguments)) for case in task.cases]
    forced = min(min(counts, default=0) / ELEMENTS_A_SECOND, MOST_SECONDS)
    limits = verification.Limits()
    seconds = max(limits.seconds, float(operations), forced)
    return dataclasses.replace(limits, seconds=seconds)


def judge_answer(
    prompt: str, source: str, device: str | None = None, composed: bool = False
) -> verification.Verdict:
    """The verdict on an answer to a canonical prompt, run on `device` (the GPU if there is one); `composed`
    is as of `judging_task`.
    """
    sandbox.start_sandboxes()  # beside each other, and only where an answer is judged
    try:
        task = judging_task(prompt, composed)
    except _NO_TEST_CASES as error:
        return not_judged(f"no test cases could be made for the prompt: {one_line(error)}")
    return verification.judge_task(source, task, limits=limits_for(prompt, task), device=device)


def judge_composed(prompt: str, source: str) -> verification.Verdict:
    """The verdict on a graph's answer that is composed of its regions' answers, each of which passed."""
    return judge_answer(prompt, source, composed=frontend.is_deep(frontend.parse(prompt)))


def who_draws(graph: Graph) -> dict[str, bool]:
    """Of a WrittenFile: whether PyTorch draws random numbers in it, or else the file itself."""
    by_pytorch = any(map(frontend.draws_by_pytorch, graph.values))
    return {"draws": by_pytorch, "drawn": not by_pytorch and any(map(frontend.is_draw, graph.values))}


def written_file(graph: Graph, source: str, options: TranslationOptions) -> WrittenFile:
    """What the judge has to know of a module that was written for a traced program."""
    names = [
        node.name for node in ast.parse(source).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    ]
    wanted = "ModelNew" if graph.source.kind == "module" else graph.source.name
    # codegen writes an answer as `unguarded`, and its guards as `translated`.
    entries = [name for name in names if name.partition("_")[0] == "unguarded"] or ["translated"]
    return WrittenFile(
        source=source,
        entry=wanted if wanted in names else "translated",
        entries=tuple(entries),
        pytorch=codegen.pytorch_functions(source),
        **who_draws(graph),
        has_kernel="@triton.jit" in source,
        limits=tuple(limit.rule for limit in codegen.size_limits(graph)),
        leaves_arguments=graph.source.kind == "statements",
        evaluated=options.evaluate,
        falls_back=options.fallback == "pytorch",
    )


def judge_mixed(prompt: str, source: str) -> verification.Verdict:
    """The verdict on `translated` of a graph that draws random numbers, or that is in part PyTorch's."""
    try:
        graph = frontend.parse(prompt)
        graph.sizes = frontend.small_sizes(graph, 0)
        names = tuple(argument.name for argument in graph.arguments)
        graph.source = Program("function", "translated", graph.run, names)
        original = OriginalProgram(graph.source)
        calls = own_calls(graph, original, {})
    except _NO_TEST_CASES as error:
        return not_judged(f"no test cases could be made for the prompt: {one_line(error)}")
    file = WrittenFile(
        source,
        "translated",
        pytorch=codegen.pytorch_functions(source),
        has_kernel="@triton.jit" in source,
        **who_draws(graph),
    )
    return judge_written(file, original, calls)[0]


def judge_file_here(
    text: str, source: str, options: TranslationOptions, merged: str = "", entry: str = ""
) -> tuple[verification.Verdict, list[CallOutcome]]:
    """What `judge_file` gives, without a second try.

    Raises ProgramEnded where the program does not run, or ends its process.
    """
    training = False if options.evaluate else None
    with user_programs.program_process() as process:
        original = user_programs.RemoteOriginal(process, text, training, options.partial)
        graph = original.graph
        file = written_file(graph, source, options)
        if merged:
            whole = written_file(graph, merged, options)
            file = dataclasses.replace(whole, entry=entry, has_kernel=file.has_kernel)
        return judge_written_file(file, graph, original)


def crash_outcome(crash: user_programs.ProgramCrashed) -> CallOutcome:
    """A crash of the program's process beside the calls that its file was judged by, with its stack."""
    return CallOutcome("the program's process", CRASHED, "\n".join([str(crash), *crash.stack]))


def judge_file(
    text: str, source: str, options: TranslationOptions, merged: str = "", entry: str = ""
) -> tuple[verification.Verdict, list[CallOutcome]]:
    """(the verdict on the module written for the program `text`, what became of each call).

    The module runs in the sandbox as its user runs it, the program itself in a process of its own, and what
    both give is compared here. Where that process crashes, all is judged again, from the beginning and in
    another one, up to MOST_CRASHES times. Of a file with several entries, `merged` is the module of them all,
    in which this one is called `entry`.
    """
    start = time.perf_counter()
    crashes = []
    reason = ""
    while len(crashes) < MOST_CRASHES:
        try:
            verdict, outcomes = judge_file_here(text, source, options, merged, entry)
        except ProgramEnded as error:
            reason = str(error)
            if not isinstance(error.__cause__, user_programs.ProgramCrashed):
                break
            crashes.append(crash_outcome(error.__cause__))
        except _NO_TEST_CASES as error:
            reason = one_line(error)
            break
        else:
            seconds = time.perf_counter() - start
            return dataclasses.replace(verdict, seconds=seconds), [*outcomes, *crashes]
    again = f", {MOST_CRASHES} times" if len(crashes) == MOST_CRASHES else ""
    return not_judged(f"the program does not run beside its translation: {reason}{again}"), crashes


def compile_answer(prompt: str, source: str) -> str:
    """Why a verified answer does not compile for sm_80 and sm_90; "" where it does."""
    try:
        compiled = verification.compile_kernels(source, [frontend.parse(prompt).sample(1)])
    except sandbox.Refused as refusal:
        return str(refusal)
    return "; ".join(f"{one.kernel} for {one.target}: {one.reason}" for one in compiled if not one.ok)


def skip_judging(prompt: str, source: str) -> verification.Verdict:
    """In place of judge_answer where the user wants no verdict (--no-verify)."""
    return not_judged("not judged (--no-verify)")
