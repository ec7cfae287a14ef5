"""From a variant of synthetic/ to its reference, its test cases and the prompts that ask for it.

A variant's reference is our own text and runs here; its kernels are neither defined nor run. The prompt is
what the front end makes of the reference, exactly as for a user's program, so what is trained on is what
will be asked."""

import contextlib
import functools
import math
import random
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
import torch.nn.functional

from corpus.dispatch_modes import end_modes, mode_depths
from corpus.family import Family
from corpus.splits import operations
from corpus.texts import functions_of
from python_to_triton import frontend, verification
from python_to_triton.frontend.graph import Graph
from python_to_triton.static_checks import named
from python_to_triton.verification.original_program import InFloat64

Case = tuple  # of tensors: the arguments of one call

HALF_DTYPES = (torch.float16, torch.bfloat16)


@contextlib.contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    """Raises TimeoutError if the block takes longer; no mode of PyTorch's that it struck stays in force.

    The front end gives it back as a GraphError, with the same text.
    """

    def ring(*_):
        raise TimeoutError(f"{what} takes more than {seconds} s")

    depths = mode_depths()
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        end_modes(depths)


@functools.cache
def load_family(path: Path) -> Family:
    """The family of a file. What the parent has loaded, its forks need not load."""
    return Family.load(path)


# ---- arguments --------------------------------------------------------------------------------------------


def reordered(reference: Callable, cases: list[Case], order: list[int] | None) -> tuple[Callable, list[Case]]:
    """(reference, cases) with their arguments in `order`: a list of places in the old order, or None."""
    if order is None or order == sorted(order):
        return reference, cases
    back = [order.index(place) for place in range(len(order))]

    def taking_them_in_order(*inputs):
        return reference(*[inputs[place] for place in back])

    return taking_them_in_order, [tuple(case[place] for place in order) for case in cases]


CAST = re.compile(r"\.(?:float|half|bfloat16)\(\)|torch\.(?:float32|float16|bfloat16)\b")


def keeping_width(reference: Callable) -> Callable:
    """A reference whose casts leave float64 as it is: else its exact results are no more exact than eager's
    own.
    """

    def kept(*inputs):
        if not any(x.dtype == torch.float64 for x in inputs):
            return reference(*inputs)
        with InFloat64():
            return reference(*inputs)

    return kept


def load_reference(variant: dict, order: list[int] | None = None) -> tuple[Callable, list[Case]]:
    """(reference, its cases) of a variant {field: value}, their arguments in `order`."""
    scope = {"__name__": variant["name"], "math": math, "torch": torch, "F": torch.nn.functional}
    text = variant["inputs"] + "\n\n\n" + variant["reference"]
    exec(compile(text, f"{variant['family']}.py", "exec"), scope)
    cases = []
    for seed, case in enumerate(scope["CASES"]):
        torch.manual_seed(seed)
        cases.append(tuple(scope["make"](*case)))
    reference = scope[f"{variant['name']}_torch"]
    if CAST.search(variant["reference"]):
        reference = keeping_width(reference)
    return reordered(reference, cases, order)


def with_parameters(answer: str, order: list[int]) -> str:
    """An answer whose `translated` takes its parameters in `order`. Raises ValueError where it cannot."""
    node = functions_of(answer)["translated"]
    names = [argument.arg for argument in node.args.args]
    old = f"def translated({', '.join(names)}):"
    if old not in answer or len(order) != len(names):
        raise ValueError(f"the parameters of `{old}` cannot be put in the order {order}")
    return answer.replace(old, f"def translated({', '.join(names[place] for place in order)}):")


def final_answer(answer: str, prompt: str, order: list[int]) -> str:
    """An answer as the corpus has it: parameters in the prompt's `order`, values by the prompt's names."""
    return named(with_parameters(answer, order), prompt)


def in_float64(case: Case) -> Case:
    """A case in float64, for the reference that errors are measured against."""
    return tuple(x.double() if x.is_floating_point() else x for x in case)


# ---- prompts ----------------------------------------------------------------------------------------------


def shape_pattern(case: Case) -> tuple:
    """What of a case can show in a prompt's text: ranks, dtypes, which sizes are 1 and which are equal."""
    letters = {1: 1}
    return tuple(
        (str(x.dtype), *(letters.setdefault(size, f"s{len(letters)}") for size in x.shape)) for x in case
    )


def prompt_of(reference: Callable, case: Case, regions: int = 0) -> tuple[str, tuple[int, ...], int]:
    """(prompt, places of the reference's arguments in its order, number of its regions), as for a user's
    program.

    Finding the regions takes long; other inputs of the same reference have as many, given as `regions`.
    """
    traced = frontend.trace(reference, case)
    names = [argument.name for argument in traced.arguments]
    regions = regions or frontend.number_of_regions(traced)
    if regions > 1:  # the whole of a program whose regions are asked for one by one
        return traced.text, tuple(range(len(names))), regions
    region = frontend.whole_region(traced)
    return region.graph.text, tuple(names.index(name) for name in region.inputs), regions


def fits_prompt(graph: Graph, inputs: Case) -> bool:
    """Whether a prompt's graph is about such tensors: their dtypes, their ranks, which sizes are equal."""
    with contextlib.suppress(frontend.GraphError):
        graph.bind(inputs)
        return all(x.dtype == argument.dtype for x, argument in zip(inputs, graph.arguments))
    return False


def misstatement(prompt: str, order: list[int], reference: Callable, own: Case, cases: list[Case]) -> str:
    """Where the prompt of the case `own` does not say what the reference computes, on any case that it fits.

    Empty where it does. A slice that takes all of a small tensor, for one, is missing from the text, and is
    a slice at other sizes."""
    graph = frontend.parse(prompt)
    for case in (own, *cases):
        inputs = tuple(case[place] for place in order)
        if case is own or fits_prompt(graph, inputs):
            same = verification.compare(graph.run(*inputs), reference(*case), reference(*in_float64(case)))
            if not same.ok:
                return f"{same.reason}, on {', '.join(str(tuple(x.shape)) for x in inputs)}"
    return ""


def distinct_cases(cases: list[Case], draw: random.Random) -> list[Case]:
    """One case a shape pattern in random order, those with fewest sizes of 1 first.

    Cases of single elements count only if there are no others.
    """
    by_pattern = {}
    for case in [case for case in cases if any(x.numel() > 1 for x in case)] or cases[:1]:
        by_pattern.setdefault(shape_pattern(case), case)
    drawn = draw.sample(list(by_pattern.values()), len(by_pattern))
    return sorted(drawn, key=lambda case: sum(size == 1 for x in case for size in x.shape))


def prompts(
    reference: Callable, cases: list[Case], most: int, draw: random.Random, one_region: bool = False
) -> tuple[list[str], list[int], Case]:
    """(the prompts of a reference, the order of its arguments in them, the case of the first).

    At most `most` of a longer program, one a shape pattern; a single operation is asked at every rank that
    its cases have. None where `one_region` is wanted and translation asks for it in several. Any of the
    least degenerate cases comes first, so that no rank is asked about more than others; a prompt that wants
    another order is left out. Raises ValueError where the prompt does not say what the reference computes.
    """
    first, *others = distinct = distinct_cases(cases, draw)
    prompt, order, regions = prompt_of(reference, first)
    if one_region and regions > 1:
        return [], [], first
    if wrong := misstatement(prompt, order, reference, first, cases):
        raise ValueError(f"the prompt does not compute what the reference computes: {wrong}")
    reference, [inputs, *others] = reordered(reference, [first, *others], list(order))
    _, cases = reordered(reference, cases, list(order))  # traced so, a prompt has its order already
    found = [prompt]
    most = most if len(operations(prompt)) > 1 else len(distinct)
    for case in others:
        if len(found) == most:
            break
        prompt, other, _ = prompt_of(reference, case, regions)
        kept_order = list(other) == sorted(other)
        if kept_order and prompt not in found and not misstatement(prompt, other, reference, case, cases):
            found.append(prompt)
    return found, list(order), inputs


def upcasting(reference: Callable) -> Callable:
    """A reference that computes in float32 what comes in half precision, and gives back that precision.

    So people write norms, softmaxes and losses. Of inputs in float32 it is the reference itself.
    """

    def computed_in_float32(*inputs):
        half = next((x.dtype for x in inputs if x.dtype in HALF_DTYPES), None)
        if half is None:
            return reference(*inputs)
        found = reference(*[x.float() if x.dtype == half else x for x in inputs])
        several = isinstance(found, tuple)
        results = [x.to(half) if x.dtype == torch.float32 else x for x in (found if several else (found,))]
        return tuple(results) if several else results[0]

    return computed_in_float32


def inputs_for_rewording(kind: str, case: Case, prompt: str, draw: random.Random) -> Case | None:
    """The inputs of `case` for one more wording of `prompt`: with sizes of 1 ("ones"), or in half precision
    ("halves", "upcasts").

    None where there are none.
    """
    if kind in ("halves", "upcasts"):
        half = draw.choice(HALF_DTYPES)
        return tuple(x.to(half) if x.dtype == torch.float32 else x for x in case)
    graph = frontend.parse(prompt)
    arguments = (graph.arguments[0], *graph.arguments)  # the first one's sizes count twice
    letters = [size for argument in arguments for size in argument.dims if isinstance(size, str)]
    if not letters:
        return None
    graph.sizes = graph.bind(case) | dict.fromkeys(draw.choices(letters, k=draw.choice((1, 1, 1, 2))), 1)
    if not frontend.fits(graph, graph.sizes, strict=False):  # half of 1 is no size
        return None
    return graph.sample(draw.randrange(1000), small=False)


def other_wording(
    reference: Callable, case: Case, prompt: str, draw: random.Random, kind: str, regions: int = 0
) -> tuple[str, Case] | tuple[None, None]:
    """(a further wording of `prompt`, its inputs), or (None, None) where there is none."""
    try:
        inputs = inputs_for_rewording(kind, case, prompt, draw)
        further, order, _ = prompt_of(reference, inputs, regions) if inputs else (prompt, [], 0)
    except frontend.SHAPE_ERRORS:  # PyTorch's: not every operation takes such inputs
        return None, None
    return (further, inputs) if further != prompt and list(order) == sorted(order) else (None, None)


def smallest_sample(prompt: str, reference: Callable) -> list[Case]:
    """[the smallest inputs on which a translator's answer to `prompt` is judged]; none where integers may
    be indices.

    An answer that takes a size of its file's cases for granted, three colours, is right on those cases alone.
    """
    with contextlib.suppress(*verification.REFERENCE_ERRORS):  # GraphError is one: no inputs may fit
        inputs = frontend.parse(prompt).sample()
        reference(*inputs)
        return [inputs] if all(x.is_floating_point() or x.dtype == torch.bool for x in inputs) else []
    return []
