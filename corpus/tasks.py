"""The tasks of a worker: expand and judge a variant, judge a row again, judge the answer to another prompt,
compile an answer.

Each is a function of a WorkerContext and small arguments (the path of a file, the index of a variant) that
returns a dict; its `reason` is empty where the answer passed."""

import functools
import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import torch

from corpus.family import Variant
from corpus.hashing import hash_fraction
from corpus.pairs import COLUMNS, Pair
from corpus.references import (
    HALF_DTYPES,
    final_answer,
    in_float64,
    load_family,
    load_reference,
    other_wording,
    prompts,
    reordered,
    smallest_sample,
    upcasting,
    within,
)
from corpus.settings import (
    HALVES,
    IN_PARTS,
    ONES,
    REFERENCE_SECONDS,
    SEVERAL_REGIONS,
    TARGETS,
    UPCASTS,
    WORDINGS,
)
from corpus.splits import split_of
from corpus.texts import answer_hash, body_text, canonical_answer, functions_of, kernel_name
from python_to_triton import static_checks, verification


def refusal(verdict: verification.Verdict) -> dict:
    """{"reason": why a verdict failed, empty where it passed}, and "lost" where a busy machine may be at
    fault.
    """
    reason = "" if verdict.ok else verdict.reason or "refused without a reason"
    return {"reason": reason} | ({"lost": True} if "runs longer than" in reason else {})


# ---- making a pair ----------------------------------------------------------------------------------------


def unasked_statement(answer: str, prompt: str) -> str:
    """The first statement of an answer that is not an operation of its prompt; empty where there is none.

    A chain of activations may canonicalise to less than was drawn: `leaky_relu(relu(x))` is `relu(x)`.
    """
    fault = static_checks.redundant_statement(answer, prompt)
    return answer.split("\n")[fault.line - 1].strip() if fault else ""


def judge_variant(variant: dict, device: str, in_full: bool = True) -> dict:
    """The verdict on a variant {field: value} with its `canonical` answer: {"reason", "prompt",
    "alternates", ...}.

    in_full: as a model's answer; else briefly (docs/brief_verdicts.md). Some variants also get a prompt with
    a size of 1 or in half precision, drawn from the answer's text.
    """
    draw = random.Random(variant["canonical"])
    shares = {"ones": ONES, "halves": HALVES, "upcasts": UPCASTS, "": 1 - ONES - HALVES - UPCASTS}
    kind = draw.choices(list(shares), shares.values())[0]
    with within(REFERENCE_SECONDS, "the reference"):
        reference, cases = load_reference(variant)
        one_region = hash_fraction(variant["canonical"]) > IN_PARTS
        wordings, order, first = prompts(reference, cases, WORDINGS - bool(kind), draw, one_region)
        if not wordings:
            return {"reason": SEVERAL_REGIONS}
        prompt = wordings[0]
        reference, cases = reordered(reference, cases, order)
        further, inputs = None, None
        if kind == "upcasts" and not any(x.dtype in HALF_DTYPES for x in first):
            reference = upcasting(reference)
        if kind:
            further, inputs = other_wording(reference, first, prompt, draw, kind, int(one_region))
        cases = cases + smallest_sample(prompt, reference)
    answer = final_answer(variant["canonical"], prompt, order)
    if statement := unasked_statement(answer, prompt):
        return {"reason": f"the answer has an operation that its prompt has not: {statement}"}
    with_further = cases + [inputs] * bool(further)
    judge = functools.partial(
        verification.judge, answer, reference, device=device, tied=True, briefly=not in_full
    )
    verdict = judge(with_further)
    if verdict.ok:
        wordings += [further] * bool(further)
    elif further:  # it may be right about what its file asks
        verdict = judge(cases)
    return refusal(verdict) | {
        "prompt": prompt,
        "alternates": wordings[1:],
        "error": verdict.error,
        "tolerance": verdict.tolerance,
        "launches": verdict.launches,
        "order": order,
    }


def row_of(variant: Variant, answer: str, digest: str, verdict: dict) -> dict:
    """The fields of a Pair, for a variant that was accepted."""
    pair = Pair(
        python_function=variant.reference,
        python_body=body_text(variant.reference, f"{variant.name}_torch"),
        triton_code=variant.answer,
        triton_body=body_text(variant.answer, kernel_name(variant)),
        op=variant.name,
        family=variant.family,
        source_file=f"{variant.family}.py",
        variant=variant.index,
        prompt=verdict["prompt"],
        alternates=json.dumps(verdict["alternates"]),
        answer=answer,
        max_error=verdict["error"],
        tolerance=verdict["tolerance"],
        launches=verdict["launches"],
        order=json.dumps(verdict["order"]),
        split=split_of(verdict["prompt"]),
        hash=digest,
        schedule=variant.schedule,
    )
    return {name: getattr(pair, name) for name in COLUMNS}


def make_pair(context, path: Path, index: int, version: str, in_full: bool = True) -> dict:
    """Task: expands variant `index` of a file and judges it, unless the parent knows its verdict."""
    variant = load_family(path)[index]
    answer = canonical_answer(variant)
    text = "\0".join([version, variant.name, variant.inputs, variant.reference, answer])
    text += "" if in_full else "\0briefly"
    made = {"key": hashlib.sha256(text.encode()).hexdigest()[:32], "hash": answer_hash(answer)}
    known = context.ask_parent(made)
    verdict = known or judge_variant(asdict(variant) | {"canonical": answer}, context.device, in_full)
    row = None
    if verdict["reason"] == "":
        named_answer = final_answer(answer, verdict["prompt"], verdict["order"])
        row = row_of(variant, named_answer, made["hash"], verdict)
    return made | {"verdict": verdict, "fresh": not known, "row": row}


# ---- checking a corpus ------------------------------------------------------------------------------------


def judge_row(context, path: Path, index: int, reference_text: str, answer: str, order: list[int]) -> dict:
    """Task: judges a row of a corpus again, on inputs that its file makes. Raises ValueError where that
    changed.
    """
    variant = load_family(path)[index]
    if variant.reference != reference_text:
        raise ValueError(f"{Path(path).name} has changed: its variant {index} is another")
    reference, cases = load_reference(asdict(variant), order)
    verdict = verification.judge(answer, reference, cases, device=context.device, tied=True)
    return refusal(verdict) | {"error": verdict.error, "tolerance": verdict.tolerance}


def is_same_function(other: Callable, case) -> bool:
    """Whether another reference gives a test case's float64 outputs, to float32's own error scaled to
    float64.
    """
    fine = torch.finfo(torch.float64).eps
    try:
        theirs = verification.tensors_in((other(*in_float64(case.arguments)),))
    except (TypeError, ValueError, RuntimeError, IndexError):  # PyTorch's: it cannot take these inputs at all
        return False
    eager = verification.tensors_in((case.eager,))
    exact = verification.tensors_in((case.exact,))
    if [x.shape for x in theirs] != [x.shape for x in exact]:
        return False
    for other_x, eager_x, exact_x, tie in zip(theirs, eager, exact, verification.leaves(case.ties)):
        if tie and verification.compare(other_x, eager_x, exact_x, ties=tie).ok:
            continue
        scale = fine / torch.finfo(eager_x.dtype).eps if eager_x.is_floating_point() else 0.0
        allowed = scale * verification.tolerance(eager_x, exact_x)
        if not torch.allclose(other_x.double(), exact_x.double(), rtol=0.0, atol=allowed, equal_nan=True):
            return False
    return True


def judge_mismatch(context, with_prompt: tuple, with_answer: tuple, answer: str) -> dict:
    """Task: judges the prompt of one variant, (path, index, order), with the answer of another: to be
    refused.

    One that is accepted is no fault of the judge where the two references are one function written twice:
    where they agree in float64 on every test case."""
    path, index, order = with_prompt
    with within(REFERENCE_SECONDS, "the reference"):
        reference, cases = load_reference(asdict(load_family(path)[index]), order)
        task = verification.prepare_reference(reference, cases, tied=True)
    verdict = verification.judge_task(answer, task, device=context.device)
    if not verdict.ok:
        return refusal(verdict) | {"same": False}
    path, index, order = with_answer
    other, _ = load_reference(asdict(load_family(path)[index]), order)
    return {"reason": "", "same": all(is_same_function(other, case) for case in task.cases)}


# ---- compiling --------------------------------------------------------------------------------------------


def kernels_of(answer: str) -> str:
    """The text of an answer without its host code."""
    lines = answer.split("\n")
    kernels = [node for node in functions_of(answer).values() if node.decorator_list]
    texts = ["\n".join(lines[node.decorator_list[0].lineno - 1 : node.end_lineno]) for node in kernels]
    return "\n\n\n".join(texts)


def structures(context, answers: list[str]) -> list[str]:
    """Task: the structures of the kernels of some answers; names and numbers aside, equal kernels have
    one.
    """
    return [verification.structure_hash(kernels_of(answer)) for answer in answers]


def compile_row(context, path: Path, index: int, answer: str, order: list[int]) -> dict:
    """Task: compiles what an answer launches on the widest inputs of its file; failures: [kernel, target,
    reason].
    """
    _, cases = load_reference(asdict(load_family(path)[index]), order)
    widest = max(cases, key=lambda case: sum(x.numel() for x in verification.tensors_in(case)))
    compiled = verification.compile_kernels(answer, [widest], targets=TARGETS)
    return {
        "launches": len(compiled),
        "spilled": sum(kernel.spilled > 0 for kernel in compiled),
        "failures": [[kernel.kernel, kernel.target, kernel.reason] for kernel in compiled if not kernel.ok],
    }
