"""tasks."""

import contextlib
import functools
import hashlib
import json
import math
import random
import signal
from dataclasses import asdict, fields
from pathlib import Path

from corpus.family import Family
from corpus.order import share
from corpus.settings import HALVES, IN_PARTS, ONES, OUR_SECONDS, PARTED, TARGETS, WORDINGS, Pair
from corpus.splits import operations, split_of
from corpus.texts import answer_hash, body_text, canonical_answer, functions_of, kernel_name
from python_to_triton import frontend, verification


@contextlib.contextmanager
def within(seconds, what):
    """Raises TimeoutError if the block takes longer; for code of ours, which does not catch it."""

    def ring(*_):
        raise TimeoutError(f"{what} takes more than {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@functools.cache
def load_family(path):
    """The family of a file. What the books have loaded, their forks need not."""
    return Family.load(path)


def in_order(reference, cases, order):
    """(reference, cases) that take their arguments in `order`: a list of places in the old one, or None."""
    if order is None or order == sorted(order):
        return reference, cases
    back = [order.index(place) for place in range(len(order))]
    return lambda *inputs: reference(*[inputs[place] for place in back]), [
        tuple(case[place] for place in order) for case in cases
    ]


def load_reference(variant, order=None):
    """(reference, cases) of a variant {field: value}, their arguments in `order`; its kernels are neither
    defined nor run here.
    """
    import torch
    import torch.nn.functional

    scope = {"__name__": variant["name"], "math": math, "torch": torch, "F": torch.nn.functional}
    exec(
        compile(variant["inputs"] + "\n\n\n" + variant["reference"], f"{variant['family']}.py", "exec"), scope
    )
    cases = []
    for seed, case in enumerate(scope["CASES"]):
        torch.manual_seed(seed)
        cases.append(tuple(scope["make"](*case)))
    return in_order(scope[f"{variant['name']}_torch"], cases, order)


def with_parameters(answer, order):
    """An answer whose `translated` takes its parameters in `order`."""
    node = functions_of(answer)["translated"]
    names = [argument.arg for argument in node.args.args]
    old, new = (
        f"def translated({', '.join(listed)}):" for listed in (names, [names[place] for place in order])
    )
    if old not in answer or len(order) != len(names):
        raise ValueError(f"the parameters of `{old}` cannot be put in the order {order}")
    return answer.replace(old, new)


def final_answer(answer, prompt, order):
    """An answer as the corpus has it: parameters in `order`, that of the prompt, and values by the prompt's
    names.
    """
    from python_to_triton.static_checks.naming import named

    return named(with_parameters(answer, order), prompt)


def shape_pattern(case):
    """What of a case can show in a prompt's text: ranks, dtypes, which sizes are 1 and which are equal."""
    letters = {1: 1}
    return tuple(
        (str(x.dtype), *(letters.setdefault(size, f"s{len(letters)}") for size in x.shape)) for x in case
    )


def exactly(case):
    """A case in float64, for the reference that errors are measured against."""
    return tuple(x.double() if x.is_floating_point() else x for x in case)


def asked(reference, case, parts=0):
    """(canonical prompt, places of the reference's arguments in its order, number of its parts), as a
    translator asks about these inputs.

    Other inputs of the same reference have as many `parts`, which take long to find.
    """

    traced = frontend.trace(reference, case)
    names, parts = (
        [argument.name for argument in traced.arguments],
        parts or frontend.number_of_regions(traced),
    )
    if parts > 1:  # the whole of a program that is asked for in parts
        return traced.text, tuple(range(len(names))), parts
    region = frontend.whole(traced)
    return region.graph.text, tuple(names.index(name) for name in region.inputs), parts


def takes(prompt, inputs):
    """Whether a prompt is about such tensors: their dtypes, their ranks, which sizes are equal."""

    with contextlib.suppress(frontend.GraphError):
        prompt.bind(inputs)
        return all(x.dtype == argument.dtype for x, argument in zip(inputs, prompt.arguments))
    return False


def misstated(text, order, reference, own, cases):
    """Where `text`, of the case `own`, does not say what the reference computes, there or wherever else it
    fits; empty where it does.

    A slice that takes all of a small tensor, for one, is none in the text, and one at other sizes.
    """

    prompt = frontend.parse(text)
    for case in (own, *cases):
        inputs = [case[place] for place in order]
        if case is own or takes(prompt, inputs):
            same = verification.compare(prompt.run(*inputs), reference(*case), reference(*exactly(case)))
            if not same.ok:
                return f"{same.reason}, on {', '.join(str(tuple(x.shape)) for x in inputs)}"
    return ""


def prompts(reference, cases, most, draw, whole=False):
    """(the canonical texts of a reference, at most `most` of a longer program, one for each pattern of
    shapes; the order of its arguments in them; the case of the first). A single operation is asked about at
    every rank that its cases have. No texts where a `whole` is wanted and translation asks for it in parts.

    Any of the least degenerate cases speaks first, so that no rank is asked about more than others; a text
    that wants another order is left out. A case that is all ones is judged, but nobody asks for it: it has
    no text where there are others."""

    distinct = {}
    for case in [case for case in cases if any(x.numel() > 1 for x in case)] or cases[:1]:
        distinct.setdefault(shape_pattern(case), case)
    drawn = draw.sample(list(distinct.values()), len(distinct))
    plain, *others = sorted(drawn, key=lambda case: sum(size == 1 for x in case for size in x.shape))
    text, order, parts = asked(reference, plain)
    if whole and parts > 1:
        return [], [], plain
    if wrong := misstated(text, order, reference, plain, cases):
        raise ValueError(f"the prompt does not compute what the reference computes: {wrong}")
    reference, [inputs, *others] = in_order(
        reference, [plain, *others], list(order)
    )  # traced so, a prompt has its order already
    _, cases = in_order(reference, cases, list(order))
    texts, most = [text], most if len(operations(text)) > 1 else len(distinct)
    for case in others:
        if len(texts) < most:
            text, other, _ = asked(reference, case, parts)
            if (
                list(other) == sorted(other)
                and text not in texts
                and not misstated(text, other, reference, case, cases)
            ):
                texts.append(text)
    return texts, list(order), inputs


def told(verdict):
    """Why a verdict refuses, empty where it does not; `lost` where a busy machine may be at fault."""
    reason = "" if verdict.ok else verdict.reason or "refused without a reason"
    return {"reason": reason} | ({"lost": True} if "runs longer than" in reason else {})


def reworded(kind, case, text, draw):
    """The inputs of `case`, which `text` asks about, for one more wording: with sizes of 1, or in half
    precision. None where there are none.
    """
    import torch

    if kind == "halves":
        half = draw.choice((torch.float16, torch.bfloat16))
        return tuple(x.to(half) if x.dtype == torch.float32 else x for x in case)
    prompt = frontend.parse(text)
    letters = [
        d for a in (prompt.arguments[0], *prompt.arguments) for d in a.dims if isinstance(d, str)
    ]  # those of the first twice
    if not letters:
        return None
    prompt.sizes = prompt.bind(case) | dict.fromkeys(draw.choices(letters, k=draw.choice((1, 1, 1, 2))), 1)
    return (
        prompt.sample(draw.randrange(1000), small=False)
        if frontend.fits(prompt, prompt.sizes, strict=False)
        else None
    )  # half of 1 is nothing


def other_wording(reference, case, text, draw, kind, parts=0):
    """(a further text of the prompt `text`, its inputs), or (None, None) where there is none. `parts` as
    `asked` takes it.
    """

    try:
        case = reworded(kind, case, text, draw)
        further, order, _ = asked(reference, case, parts) if case else (text, [], 0)
    except frontend.REFUSALS:  # PyTorch's: not every operation takes such inputs
        return None, None
    return (further, case) if further != text and list(order) == sorted(order) else (None, None)


def drawn_for(text, reference):
    """[the least inputs on which a translator is judged that is asked `text`]; none where integers may be
    positions, or other sizes be meant.

    An answer that holds a size of its file's cases for given, three colours, is right on those alone.
    """
    import torch

    with contextlib.suppress(*verification.MISFITS):  # GraphError is one: none may fit
        inputs = frontend.parse(text).sample()
        reference(*inputs)
        return [inputs] if all(x.is_floating_point() or x.dtype == torch.bool for x in inputs) else []
    return []


def judge_variant(variant, device):
    """The verdict on a variant {field: value} with its `canonical` answer, a dict: `reason` is empty where
    it may be a pair.
    """

    draw = random.Random(variant["canonical"])
    kind = draw.choices(("ones", "halves", ""), (ONES, HALVES, 1 - ONES - HALVES))[0]
    with within(OUR_SECONDS, "the reference"):
        reference, cases = load_reference(variant)
        whole = share(variant["canonical"]) > IN_PARTS
        texts, order, plain = prompts(reference, cases, WORDINGS - bool(kind), draw, whole)
        if not texts:
            return {"reason": PARTED}
        reference, cases = in_order(reference, cases, order)
        further, case = (
            other_wording(reference, plain, texts[0], draw, kind, int(whole)) if kind else (None, None)
        )
        cases = cases + drawn_for(texts[0], reference)
    answer = final_answer(variant["canonical"], texts[0], order)
    verdict = verification.judge(answer, reference, cases + [case] * bool(further), device=device)
    if verdict.ok:
        texts += [further] * bool(further)
    elif further:  # it may be right about what its file asks
        verdict = verification.judge(answer, reference, cases, device=device)
    return told(verdict) | {
        "prompt": texts[0],
        "alternates": texts[1:],
        "error": verdict.error,
        "tolerance": verdict.tolerance,
        "launches": verdict.launches,
        "order": order,
    }


def row_of(variant, answer, digest, verdict):
    """The fields of a Pair, for a variant that was accepted."""
    values = (
        variant.reference,
        body_text(variant.reference, f"{variant.name}_torch"),
        variant.answer,
        body_text(variant.answer, kernel_name(variant)),
        variant.name,
        variant.family,
        f"{variant.family}.py",
        variant.index,
        verdict["prompt"],
        json.dumps(verdict["alternates"]),
        answer,
        verdict["error"],
        verdict["tolerance"],
        verdict["launches"],
        json.dumps(verdict["order"]),
        split_of(verdict["prompt"]),
        digest,
    )
    return dict(zip([field.name for field in fields(Pair)], values, strict=True))


def make_pair(context, path, index, version):
    """Task: expands variant `index` of a file and judges it, unless the books know what becomes of it."""
    variant = load_family(path)[index]
    answer = canonical_answer(variant)
    text = "\0".join([version, variant.name, variant.inputs, variant.reference, answer])
    made = {"key": hashlib.sha256(text.encode()).hexdigest()[:32], "hash": answer_hash(answer)}
    known = context.ask_parent(made)
    verdict = known or judge_variant(asdict(variant) | {"canonical": answer}, context.device)
    accepted = verdict["reason"] == ""
    row = (
        row_of(variant, final_answer(answer, verdict["prompt"], verdict["order"]), made["hash"], verdict)
        if accepted
        else None
    )
    return made | {"verdict": verdict, "fresh": not known, "row": row}


def judge_row(context, path, index, reference_text, answer, order):
    """Task: judges a row of a corpus again, on inputs that its file makes."""

    variant = load_family(path)[index]
    if variant.reference != reference_text:
        raise ValueError(f"{Path(path).name} has changed: its variant {index} is another")
    verdict = verification.judge(answer, *load_reference(asdict(variant), order), device=context.device)
    return told(verdict) | {"error": verdict.error, "tolerance": verdict.tolerance}


def agrees(other, prompt):
    """Whether another reference says the same, but for what float64 rounds: float32's own loss, that much
    finer.
    """
    import torch

    fine = torch.finfo(torch.float64).eps
    try:
        theirs = other(*exactly(prompt.arguments))
    except (TypeError, ValueError, RuntimeError, IndexError):  # PyTorch's: it cannot take these inputs at all
        return False
    theirs, ours, finest = (
        verification.tensors_in((outputs,)) for outputs in (theirs, prompt.eager, prompt.exact)
    )
    if [x.shape for x in theirs] != [exact.shape for exact in finest]:
        return False
    for x, eager, exact, tie in zip(theirs, ours, finest, verification.leaves(prompt.ties)):
        if tie and verification.compare(x, eager, exact, ties=tie).ok:
            continue
        scale = fine / torch.finfo(eager.dtype).eps if eager.is_floating_point() else 0.0
        if not torch.allclose(
            x.double(),
            exact.double(),
            rtol=0.0,
            atol=scale * verification.tolerance(eager, exact),
            equal_nan=True,
        ):
            return False
    return True


def judge_crossed(context, asked, answered, answer):
    """Task: judges the prompt of one variant, (path, index, order), with the answer of another, which is to
    be refused.

    One that is accepted is no fault of the judge where the two references are one function written twice:
    where they agree in float64 on everything that was asked."""

    with within(OUR_SECONDS, "the reference"):
        task = verification.prepare(*load_reference(asdict(load_family(asked[0])[asked[1]]), asked[2]))
    verdict = verification.examine(answer, task, device=context.device)
    if not verdict.ok:
        return told(verdict) | {"same": False}
    other, _ = load_reference(asdict(load_family(answered[0])[answered[1]]), answered[2])
    return {"reason": "", "same": all(agrees(other, prompt) for prompt in task.prompts)}


def kernels_of(answer):
    """The text of an answer without its host code."""
    lines = answer.split("\n")
    jitted = [node for node in functions_of(answer).values() if node.decorator_list]
    return "\n\n\n".join(
        "\n".join(lines[node.decorator_list[0].lineno - 1 : node.end_lineno]) for node in jitted
    )


def structures(context, answers):
    """Task: the structures of the kernels of some answers."""

    return [verification.structure(kernels_of(answer)) for answer in answers]


def compile_row(context, path, index, answer, order):
    """Task: compiles what an answer launches on the widest inputs of its file: failures as [kernel, target,
    reason].
    """

    _, cases = load_reference(asdict(load_family(path)[index]), order)
    widest = max(cases, key=lambda case: sum(x.numel() for x in verification.tensors_in(case)))
    compiled = verification.compile_kernels(answer, [widest], targets=TARGETS)
    return {
        "launches": len(compiled),
        "spilled": sum(one.spilled > 0 for one in compiled),
        "failures": [[one.kernel, one.target, one.reason] for one in compiled if not one.ok],
    }
