"""The judge of a written file: does the file, as it is written, do what the program does?

The whole module runs in the sandbox: the user's constructor, state dict, signature, modes and effects, and
codegen's guards around the answers. Each call is right (it returns, writes and differentiates what the
program does, within the usual tolerance), or one ValueError of the guards, in one line, refuses it. Anything
else fails the file.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from python_to_triton import frontend
from python_to_triton.frontend import Graph
from python_to_triton.verification.original_program import (
    CallReference,
    Original,
    ProgramEnded,
    ProgramRaised,
    WrittenCall,
)
from python_to_triton.verification.sandbox import Limits, Refused, describe_error, run_in_sandbox
from python_to_triton.verification.sandbox.forms import flatten
from python_to_triton.verification.source_check import check_written
from python_to_triton.verification.test_cases import perturbed_eager_error
from python_to_triton.verification.verdict import Verdict
from python_to_triton.verification.written_calls import (
    call_as_built_otherwise,
    call_sizes,
    fixed_sizes,
    guard_calls,
    index_calls,
    own_calls,
    variations,
)
from triton_ops.tolerance import Comparison, compare, share_of_tolerance, tensors_in

FILE_LIMITS = Limits(seconds=120.0)
STAGE = "file"  # of a verdict on a file as it is written

# Elements of all values of a call together: more are called less often, still more not at all. Triton's
# interpreter takes a GPU's seconds for minutes.
CHEAP_ELEMENTS = {"cpu": 1 << 17, "cuda": 1 << 24}
MOST_ELEMENTS = {"cpu": 1 << 22, "cuda": 1 << 28}
LEAN_LABELS = ("mode", "transposed", "gradient")  # of the variations of a call that is not cheap


@dataclass(frozen=True)
class WrittenFile:
    """A module as it is written, and what the judge has to know of it."""

    source: str
    entry: str  # the user's function, ModelNew, or `translated` itself
    entries: tuple[str, ...] = ("translated",)  # host functions of the answers, which may launch and no more
    pytorch: tuple[str, ...] = ()  # functions within the answers that are left to PyTorch
    draws: bool = False  # whether PyTorch draws random numbers in those functions
    drawn: bool = False  # whether the file draws all of them itself, as DrawnByPhilox does
    has_kernel: bool = True  # false of a view, and of a file that leaves everything to PyTorch
    limits: tuple[str, ...] = ()  # what its guards demand of sizes, over their letters: "B >= 12"
    # Whether it leaves arguments as they are that the program writes: statements become a function of them.
    leaves_arguments: bool = False
    evaluated: bool = False  # whether it was written for the module after .eval()
    falls_back: bool = False  # whether the original program runs where a guard fails


@dataclass(frozen=True)
class CallOutcome:
    """What became of one call of a written file."""

    label: str
    outcome: str  # right, refused, wrong, or skipped where the program itself takes no such call
    reason: str = ""  # the guard's text, or what is wrong
    error: float = 0.0
    tolerance: float = 0.0
    launches: int = 0


def skipped(call: WrittenCall, reason: str) -> CallOutcome:
    """The outcome of a call that tells nothing."""
    return CallOutcome(call.label, "skipped", reason)


def wrong(call: WrittenCall, reason: str) -> CallOutcome:
    """The outcome of a call that fails the file."""
    return CallOutcome(call.label, "wrong", reason, math.inf)


# ---- one call ----


def is_clear(text: str) -> bool:
    """Whether the text of a guard is one line."""
    return bool(text.strip()) and "\n" not in text.strip()


def what_the_program_raises(reference: CallReference) -> ProgramRaised | None:
    """Makes the test case of a call; returns what the program itself raises for that call, or None."""
    try:
        reference.prepare()
    except ProgramEnded:
        raise
    except Exception as error:  # the program is the user's own, and may raise anything for a bad argument
        return ProgramRaised.of(error)
    return None


def judge_raised(file: WrittenFile, call: WrittenCall, reference: CallReference, reply: dict) -> CallOutcome:
    """The outcome of a call that raised."""
    text = reply["text"].strip()
    if reply["guard"] and is_clear(text):
        return wrong(call, f"refused: {text}") if call.required else CallOutcome(call.label, "refused", text)
    if reply["guard"]:
        return wrong(call, f"a guard's message is not one line: {text!r}"[:300])
    raised = what_the_program_raises(reference)
    if raised is not None and reply["raised"] in (raised.kind, "IndexError"):
        if reply["raised"] == "IndexError" and is_clear(text):  # as PyTorch does, in some exception
            return CallOutcome(call.label, "refused", text)
        # What is none of a guard's: a missing argument, a check of the program itself, sizes that do not
        # divide.
        program_text = raised.text.replace(f"{reference.original.program.name}.", "")
        same_text = program_text == reply["text"].replace(f"{file.entry}.", "")
        is_clear_enough = file.falls_back or raised.kind != "AttributeError"
        if same_text and is_clear_enough or not call.guarded:
            return CallOutcome(call.label, "refused", reply["line"])
    return wrong(call, f"raises {reply['line']}")


def judge_backward(call: WrittenCall, backward: dict) -> CallOutcome | None:
    """The outcome of a wanted gradient that is none; None where there are gradients to compare."""
    if "raised" in backward:
        text = backward["text"].strip()
        if backward["guard"] and is_clear(text):
            return CallOutcome(call.label, "refused", text)
        return wrong(call, f"its backward raises {backward['line']}")
    if backward["gradients"] is None:
        return wrong(call, "a gradient is wanted, and the result has none")
    return None


def outputs_of(
    reference: CallReference, reply: dict, tensors: Sequence[Tensor], with_gradients: bool
) -> list[Tensor]:
    """What the written file returned and left behind, in the order of the reference's test case."""
    before = [*reference.tensors, *reference.state]
    changed = {int(place): tensors[number] for place, number in reply["changed"].items()}
    after = [changed.get(place, tensor) for place, tensor in enumerate(before)]
    forms = reply["backward"].get("gradients") or [None] * len(before) if with_gradients else []
    found = [
        torch.zeros_like(leaf) if form is None else tensors[form["tensor"]]
        for leaf, form in zip(before, forms)
    ]
    count = len(tensors) - len(changed) - sum(form is not None for form in forms)
    return [*tensors[:count], *found, *after]


def wrongly_changed(reference: CallReference, reply: dict) -> str:
    """The first argument or tensor of the state that the file alone changed; "" for none."""
    before = [*reference.tensors, *reference.state]
    first = len(reference.names) - len(before)
    for place in map(int, reply["changed"]):
        after = reference.case.eager[first + place]
        if after.shape == before[place].shape and torch.equal(after.nan_to_num(), before[place].nan_to_num()):
            return reference.names[first + place].removesuffix(" after the call")
    return ""


def compare_all(reference: CallReference, ours: Sequence[Tensor], kept: Sequence[int]) -> Comparison:
    """The first output of `kept` that is wrong, else the one nearest to its tolerance.

    What eager loses on perturbed inputs is computed only where the tolerance without it is exceeded.
    """
    case, names = reference.case, reference.names
    ties = case.ties or [None] * len(names)
    worst = Comparison(True, "", 0.0, 0.0)
    perturbed = None
    for place in kept:
        five = ours[place], case.eager[place], case.exact[place]
        result = compare(*five, ties=ties[place])
        if not result.ok and result.error < math.inf:
            perturbed = perturbed or perturbed_eager_error(reference, case)
            result = compare(*five, perturbed[place], ties[place])
        if not result.ok:
            return replace(result, reason=f"{names[place]}: {result.reason}")
        worst = max(worst, result, key=share_of_tolerance)
    return worst


def judge_values(
    file: WrittenFile, call: WrittenCall, reference: CallReference, reply: dict, tensors: Sequence[Tensor]
) -> CallOutcome:
    """The outcome of a call that returned."""
    left_to_pytorch = file.draws or file.falls_back and not reply["launches"]
    draws = call.training is not False and reference.original.draws(call)
    if draws and not left_to_pytorch and not file.drawn:
        return wrong(call, "returns a value where the program draws random numbers")
    if draws and not file.drawn:
        return CallOutcome(call.label, "right", "random numbers are PyTorch's")
    wants_gradient = call.gradient and reference.has_gradient
    refusal = judge_backward(call, reply["backward"]) if wants_gradient else None
    if refusal and refusal.outcome == "wrong":
        return refusal
    if reference.form != reply["result"]:
        return wrong(call, "returns another structure than the program does")
    if reference.attributes != reply["attributes"]:
        return wrong(call, f"sets {reply['attributes']}, and the program {reference.attributes}")
    changed = wrongly_changed(reference, reply)
    if changed:
        return wrong(call, f"changes {changed}")
    ours = outputs_of(reference, reply, tensors, call.gradient and not refusal)
    kept = set(range(len(reference.names)))
    if refusal:  # the gradients are not compared
        count = len(reference.tensors) + len(reference.state)
        results = len(reference.names) - 2 * count
        ours = [*ours[:results], *[torch.zeros(())] * count, *ours[results:]]
        kept -= set(range(results, results + count))
    if file.leaves_arguments:
        first = len(reference.names) - len(reference.tensors)
        unchanged = [i for i in range(len(reference.tensors)) if str(i) not in reply["changed"]]
        kept -= {first + place for place in unchanged}
    result = compare_all(reference, ours, sorted(kept))
    if not result.ok:
        return wrong(call, result.reason)
    results = tensors_in(reference.case.eager)[: len(tensors)]
    is_empty = not any(tensor.numel() for tensor in results)
    if call.required and file.has_kernel and not is_empty and not reply["launches"]:
        return wrong(call, "launches no kernel")
    return CallOutcome(
        call.label,
        "right",
        refusal.reason if refusal else "",
        result.error,
        result.tolerance,
        reply["launches"],
    )


def judge_written_call(
    file: WrittenFile, original: Original, call: WrittenCall, reply: dict, tensors: Sequence[Tensor]
) -> CallOutcome:
    """The outcome of one call, from what the sandbox says that the written file did."""
    if "refused" in reply:
        return wrong(call, reply["refused"])
    reference = CallReference(original, call)
    if "raised" in reply:
        return judge_raised(file, call, reference, reply)
    raised = what_the_program_raises(reference)
    if raised is not None:
        line = f"the program raises {raised.line}"
        if not call.guarded:  # sizes that the program takes no more than another layout
            return skipped(call, line)
        return wrong(call, f"returns a value where {line}")
    return judge_values(file, call, reference, reply, tensors)


# ---- all calls ----


def job_of(file: WrittenFile, original: Original, calls: Sequence[WrittenCall]) -> tuple[dict, list]:
    """(the job of the sandbox, the tensors of each call)."""
    models = [
        {
            "init": None if model.init is None else flatten(model.init, []),
            "paths": list(model.state),
            "keys": list(model.keys),
        }
        for model in original.models
    ]
    described, tensors = [], []
    for call in calls:
        reference = CallReference(original, call)
        described.append(
            {
                "arguments": reference.arguments,
                "named": reference.named,
                "layouts": [call.layout] * len(reference.tensors),
                "model": call.model,
                "training": call.training,
                "attributes": {path: flatten(value, []) for path, value in call.attributes.items()},
                "state_layout": call.state_layout,
                "gradient": call.gradient,
            }
        )
        tensors.append((*reference.tensors, *reference.state))
    job = {
        "source": file.source,
        "entry": file.entry,
        "is_module": original.is_module,
        "entries": file.entries,
        "pytorch": file.pytorch,
        "models": models,
        "calls": described,
    }
    return job, tensors


def outcomes_of(
    file: WrittenFile,
    original: Original,
    calls: Sequence[WrittenCall],
    limits: Limits = FILE_LIMITS,
    device: str = "cpu",
) -> list[CallOutcome]:
    """The outcome of every call. Raises Refused where the file cannot be run at all."""
    check_written(file.source, file.entries, file.pytorch)
    job, tensors = job_of(file, original, calls)
    message, replies = run_in_sandbox(device, job, tensors, limits)
    if "refused" in message:
        raise Refused(message["refused"], STAGE)
    return [
        judge_written_call(file, original, call, reply, own)
        for call, reply, own in zip(calls, message["replies"], replies, strict=True)
    ]


def verdict_on(outcomes: Sequence[CallOutcome], seconds: float) -> Verdict:
    """The verdict on a file whose calls had these outcomes."""
    failed = next((one for one in outcomes if one.outcome == "wrong"), None)
    if failed:
        reason = f"as written, {failed.label}: {failed.reason}"
        return Verdict(False, reason, math.inf, 0.0, 0, seconds, STAGE)
    compared = [one for one in outcomes if one.outcome == "right"]
    if not compared:
        return Verdict(False, "as written: no call returned", math.inf, 0.0, 0, seconds, STAGE)
    worst = max(compared, key=lambda one: one.error / one.tolerance if one.tolerance else 0.0)
    return Verdict(True, "", worst.error, worst.tolerance, compared[0].launches, seconds)


def judge_written(
    file: WrittenFile,
    original: Original,
    calls: Sequence[WrittenCall],
    limits: Limits = FILE_LIMITS,
    device: str | None = None,
) -> tuple[Verdict, list[CallOutcome]]:
    """(the verdict on a written file, the outcome of each of these calls). It never raises for a fault of the
    file.
    """
    start = time.perf_counter()
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        outcomes = outcomes_of(file, original, calls, limits, device)
    except Refused as refusal:
        seconds = time.perf_counter() - start
        return Verdict(False, f"as written: {refusal}", math.inf, 0.0, 0, seconds, refusal.stage), []
    except (ValueError, TypeError, KeyError, IndexError) as error:
        reason = f"as written: worker sent a reply that does not fit: {describe_error(error)}"
        return Verdict(False, reason, math.inf, 0.0, 0, time.perf_counter() - start, STAGE), []
    return verdict_on(outcomes, time.perf_counter() - start), outcomes


def calls_that_run(
    file: WrittenFile, graph: Graph, original: Original, most: int
) -> tuple[list[WrittenCall], float]:
    """(the program's own calls, elements of all values in the first), at the sizes of the trace where the
    program takes no smaller ones; no calls where they have more than `most` elements.
    """
    evaluated = file.evaluated or graph.source.conditions.refused_in_training
    for fixed in (fixed_sizes(graph, original) | graph.source.conditions.sizes, graph.sizes):
        elements = frontend.total_elements(graph, call_sizes(graph, fixed, 0, file.limits))
        if elements > most:
            return [], elements
        calls = own_calls(graph, original, fixed, file.limits)
        calls = [replace(call, training=False if evaluated else None) for call in calls]
        if what_the_program_raises(CallReference(original, calls[0])) is None:
            break
    return calls, elements


def choose_calls(
    file: WrittenFile, graph: Graph, original: Original, limits: Limits, device: str
) -> list[WrittenCall]:
    """The calls that a file is judged by. Adds a model to `original`.

    Where the program's own sizes are not cheap, and the file takes its class as built with smaller ones, all
    variations are called there; where it does not, a few are called at the program's own sizes.
    """
    kind = device.partition(":")[0]

    def guards(call, sizes):
        return [*guard_calls(graph, sizes, call), *(index_calls(call) if kind == "cpu" else ())]

    fixed = fixed_sizes(graph, original) | graph.source.conditions.sizes
    own, elements = calls_that_run(file, graph, original, MOST_ELEMENTS[kind])
    other = call_as_built_otherwise(graph, original, file.limits)
    rest = [other] if other else []
    if own and elements <= CHEAP_ELEMENTS[kind]:
        return [*own, *rest, *variations(graph, original, own[0]), *guards(own[0], fixed)]
    if other:
        [outcome] = outcomes_of(file, original, [replace(other, required=False)], limits, device)
        if outcome.outcome != "refused":
            there = fixed_sizes(graph, original, other.model)
            others = [*variations(graph, original, other), *guards(other, there)]
            return [*own[:1], replace(other, required=True), *others]
    if not own:
        return []
    lean = [one for one in variations(graph, original, own[0]) if any(w in one.label for w in LEAN_LABELS)]
    return [own[0], *rest, *lean, *guards(own[0], fixed)]


def judge_written_file(
    file: WrittenFile,
    graph: Graph,
    original: Original,
    limits: Limits = FILE_LIMITS,
    device: str | None = None,
) -> tuple[Verdict, list[CallOutcome]]:
    """(the verdict on the file written for a traced program, the outcome of each call).

    A file whose sizes are too large to be called here passes, and its only outcome says so.
    """
    start = time.perf_counter()
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        calls = choose_calls(file, graph, original, limits, device)
    except Refused as refusal:
        seconds = time.perf_counter() - start
        return Verdict(False, f"as written: {refusal}", math.inf, 0.0, 0, seconds, refusal.stage), []
    if not calls:
        reason = "its sizes are too large to be called here"
        passed = Verdict(True, "", 0.0, 0.0, 0, time.perf_counter() - start)
        return passed, [CallOutcome("the whole file", "skipped", reason)]
    verdict, outcomes = judge_written(file, original, calls, limits, device)
    return replace(verdict, seconds=time.perf_counter() - start), outcomes
