"""test_cases."""

import contextlib
import math
from dataclasses import dataclass
import torch
from python_to_triton.verification.sandbox import explain
from python_to_triton.verification.ties import references
from triton_ops.tolerance import both_finite, compare, eager_error, is_float, leaves, tensors_in


ROW = 1e4


MISFITS = (
    RuntimeError,
    ValueError,
    IndexError,
    TypeError,
    AssertionError,
    ArithmeticError,
    NotImplementedError,
)


@dataclass(frozen=True)
class Prompt:
    """One set of inputs with what PyTorch makes of it."""

    label: str
    arguments: tuple
    eager: object  # the reference at the working dtype
    exact: object  # the reference in float64
    base: bool  # given by the caller, not derived
    ties: object  # the Tie of every output, or None, in the form of the outputs

    def compare(self, ours, lost=0.0):
        return compare(ours, self.eager, self.exact, lost, self.ties)


def settled(value):
    """An output, detached and on the CPU."""
    if isinstance(value, (tuple, list)):
        return tuple(map(settled, value))
    return value.detach().cpu() if isinstance(value, torch.Tensor) else value


def pose(label, reference, arguments, base=False):
    """The prompt with the reference's two answers to it, on copies, so that no reference can change the inputs."""

    def copies(exactly):
        return [
            a.to(torch.float64 if exactly and is_float(a) else a.dtype, copy=True)
            if isinstance(a, torch.Tensor)
            else a
            for a in arguments
        ]

    with torch.no_grad(), torch.backends.cudnn.flags(allow_tf32=False):
        eager, exact, ties = references(reference, copies)
    prompt = Prompt(label, arguments, settled(eager), settled(exact), base, ties)
    if [tensor.shape for tensor in tensors_in(prompt.eager)] != [
        tensor.shape for tensor in tensors_in(prompt.exact)
    ]:
        raise ValueError("another shape in float64")
    return prompt


def mostly_finite(prompt):
    pairs = zip(tensors_in(prompt.eager), tensors_in(prompt.exact))
    return all(
        not e.is_floating_point() or e.numel() == 0 or both_finite(e, x).double().mean() >= 0.5 for e, x in pairs
    )


def redraw(value, generator):
    """Other data of the same kind: drawn with replacement from the tensor's own values, so that its domain is kept.

    A fraction is a number still smaller, and a mask that is the same everywhere one that is not: an answer may have ignored them.
    Integers are often positions that must differ along some dimension. A matrix of them has its rows and columns
    permuted as wholes, which keeps that; a vector whose elements all differ is permuted, and a sorted one stays sorted.
    """
    if isinstance(value, float):
        return value * 0.75
    if not isinstance(value, torch.Tensor) or value.numel() < 2:
        return value
    if value.dtype == torch.bool and (value.all() or not value.any()):
        return (torch.rand(value.shape, generator=generator) < 0.5).to(value.device)
    integers = not value.is_floating_point() and value.dtype != torch.bool
    if integers and value.dim() > 1:
        rows, columns = (
            torch.randperm(value.shape[dim], generator=generator).to(value.device) for dim in (0, -1)
        )
        return value[rows][..., columns]
    flat = value.reshape(-1)
    distinct = integers and flat.unique().numel() == flat.numel()
    order = (
        torch.randperm(flat.numel(), generator=generator)
        if distinct
        else torch.randint(flat.numel(), (flat.numel(),), generator=generator)
    )
    drawn = flat[order.to(flat.device)]
    if integers and bool((flat[1:] >= flat[:-1]).all()):
        drawn = drawn.sort().values
    return drawn.reshape(value.shape)


def with_row(value, row):
    """The first row along the first dimension exchanged for `row` of it."""
    if value.dim() == 0 or value.numel() == 0:
        return value
    changed = value.clone(memory_format=torch.contiguous_format)
    changed[0] = row(changed[0])
    return changed


def in_halves(value):
    """Rounded to where functions have their steps and elements are equal, within the tensor's own range; no zero is negative."""
    return ((2 * value).round() / 2).clamp(value.min(), value.max()) + 0.0 if value.numel() else value


def is_number(value):
    return isinstance(value, (torch.Tensor, float))


def is_float_or_mask(value):
    return is_float(value) or isinstance(value, torch.Tensor) and value.dtype == torch.bool


def changes(generator):
    """(label, function of a tensor, which arguments change) for every kind of derived input."""
    yield "re-drawn", lambda x: redraw(x, generator), is_number
    for factor in (3.0, 0.01, -1.0):
        yield f"x{factor:g}", lambda x, factor=factor: x * factor, is_float
    yield "with a row of zeros", lambda x: with_row(x, torch.zeros_like), is_float
    yield (
        "with zeros alone",
        torch.zeros_like,
        is_float_or_mask,
    )  # a mask that selects nothing, a norm of nothing
    for level in (ROW, -ROW):
        yield (
            f"with a row at {level:g}",
            lambda x, level=level: with_row(x, lambda row: row + level),
            is_float,
        )
    yield "in halves", in_halves, is_float


def derived(reference, prompt):
    """Prompts made from one of the caller's: other data, sizes and signs, wherever the reference can take them."""
    picks_index = any(
        not is_float(output) and tie is None for output, tie in zip(leaves(prompt.eager), leaves(prompt.ties))
    )
    first = next((i for i, a in enumerate(prompt.arguments) if is_float(a)), -1)
    for label, change, changing in changes(torch.Generator().manual_seed(0)):
        if picks_index and "zeros" in label:
            continue  # which of many equal elements is the largest is PyTorch's own affair
        everywhere = tuple(change(a) if changing(a) else a for a in prompt.arguments)
        only_first = tuple(change(a) if i == first else a for i, a in enumerate(prompt.arguments))
        for arguments in (everywhere, only_first):
            try:
                posed = pose(f"{prompt.label} {label}", reference, arguments)
            except MISFITS:
                continue  # outside the reference's domain: nothing to compare with
            if mostly_finite(posed):
                yield posed
                break


def shapes_of(arguments):
    return "on " + ", ".join(str(tuple(a.shape)) for a in arguments if isinstance(a, torch.Tensor))


def resized(value, sizes, generator):
    """A tensor with each of its sizes exchanged, filled with its own values."""
    if not isinstance(value, torch.Tensor) or value.numel() == 0:
        return value
    shape = [sizes[size] for size in value.shape]
    return value.reshape(-1)[torch.randint(value.numel(), (math.prod(shape),), generator=generator)].reshape(
        shape
    )


LITTLE = 8  # sizes below are often meant: three colours, a window of five


CHEAP = 1 << 12  # elements of a prompt whose sizes may grow, where there are others


def at_other_sizes(reference, posed, elements):
    """A prompt at sizes that the caller did not give: a size grows wherever it stands, in the largest of the prompts that are small.

    It grows to what is ragged or, where rows of several sets of sizes were, to twice itself, which whatever divided it still does.
    Integers may be positions, which other sizes would make wrong. A list, since the reference may take no other sizes.
    """
    prompt = max(zip(elements, posed), key=lambda pair: pair[0] if pair[0] <= CHEAP else -pair[0])[1]
    tensors = tensors_in(prompt.arguments)
    several = any(shapes_of(other.arguments) != shapes_of(prompt.arguments) for other in posed)
    odd = any(
        size > 1 and size % 2
        for other in posed
        for tensor in tensors_in(other.arguments)
        for size in tensor.shape[1:]
    )
    if any(not is_float(tensor) and tensor.dtype != torch.bool for tensor in tensors):
        return []
    generator, old = (
        torch.Generator().manual_seed(2),
        sorted({size for tensor in tensors for size in tensor.shape}, reverse=True),
    )
    kept = {size: size for size in old}
    rows = [
        size
        for size in tensors[0].shape[:1]
        if not several and sum(tensor.shape.count(size) for tensor in tensors) == 1
    ]  # however few
    grown = {
        size: 2 * size if several and odd else size + size // 2 + 1
        for size in old
        if size >= LITTLE or size in rows
    }
    for sizes in (grown, *[{size: grown[size]} for size in grown]):
        arguments = tuple(resized(value, kept | sizes, generator) for value in prompt.arguments)
        with contextlib.suppress(
            *MISFITS
        ):  # sizes that do not fit together, or that the reference holds as constants
            other = pose(shapes_of(arguments), reference, arguments)
            if sizes and mostly_finite(other):
                return [other]
    return []


@dataclass(frozen=True)
class Task:
    """All prompts that one reference is judged on, and why it cannot be judged, if it cannot."""

    reference: object
    prompts: tuple
    small: int  # the prompt that the derived ones were made from
    flaw: str


def filled(expected, value):
    """An answer of the expected form that is `value(tensor)` everywhere."""
    if isinstance(expected, (tuple, list)):
        return tuple(filled(item, value) for item in expected)
    return torch.full_like(expected, value(expected))


def middle(tensor):
    """The constant that is closest to all finite values of a tensor."""
    finite = tensor[torch.isfinite(tensor)] if tensor.is_floating_point() else tensor
    return (finite.min().item() + finite.max().item()) / 2 if finite.numel() else 0.0


def flaw_of(prompts, small):
    """Why a task would accept an answer that computes nothing; empty if it would not."""

    def passes(ours, prompt):
        return prompt.compare(ours).ok

    if all(passes(filled(prompt.eager, lambda _: 0), prompt) for prompt in prompts):
        return "zeros would pass"
    constant = tuple(map(middle, tensors_in(prompts[small].eager)))
    if all(
        passes(filled(prompt.eager, lambda _, values=iter(constant): next(values)), prompt)
        for prompt in prompts
    ):
        return "a constant would pass"
    alike = [
        q for q in prompts if not q.base and shapes_of(q.arguments) == shapes_of(prompts[small].arguments)
    ]
    if alike and all(passes(prompt.eager, prompts[small]) for prompt in alike):
        return "an answer that ignores its inputs would pass"
    return ""


def prepare(reference, cases):
    """The Task of a reference and example inputs, tuples of CPU tensors and numbers; the references run here, once.

    Judging many candidates of one reference, prepare once and call `examine`.
    """
    try:
        posed = [pose(shapes_of(case), reference, tuple(case), base=True) for case in cases]
    except MISFITS as error:
        return Task(reference, (), 0, f"the reference raises {explain(error)}")
    if not posed or not all(tensors_in(prompt.arguments) for prompt in posed):
        return Task(reference, (), 0, "there are no inputs")
    if others := [leaf for leaf in leaves(posed[0].eager) or [()] if not isinstance(leaf, torch.Tensor)]:
        return Task(reference, (), 0, f"the reference returns a {type(others[0]).__name__}, not a tensor")
    sizes = [sum(tensor.numel() for tensor in tensors_in(prompt.arguments)) for prompt in posed]
    enough = [index for index, size in enumerate(sizes) if size >= 8] or range(len(posed))
    small = min(enough, key=lambda index: sizes[index])
    prompts = (*posed, *derived(reference, posed[small]), *at_other_sizes(reference, posed, sizes))
    return Task(reference, prompts, small, flaw_of(prompts, small))


DRAWS = 8


def nudged(argument, generator):
    """A tensor of floats with every element moved by up to 2^-12 of itself; anything else as it is."""
    if not isinstance(argument, torch.Tensor) or not argument.is_floating_point():
        return argument
    moved = torch.rand(argument.shape, generator=generator, dtype=torch.float64, device=argument.device) - 0.5
    return (argument * (1 + moved * 2**-11)).to(argument.dtype)


def usual_loss(reference, prompt):
    """What eager loses on inputs like these, in the form of its outputs: its worst on several redrawn and several nudged ones.

    An output of few elements can be exact by luck, and so can one that cancels: an honest answer would then have to be
    lucky too. Inputs a little beside the prompt's own are as ill-conditioned as those, but rounded otherwise. A draw
    counts with its absolute or its relative loss, whichever is less, so a draw of larger numbers lends nothing.
    """

    def worst(here, draws):
        if isinstance(here[0], (tuple, list)):
            return tuple(worst(pair, [(e[i], x[i]) for e, x in draws]) for i, pair in enumerate(zip(*here)))
        size = eager_error(*here)[1]
        losses = [eager_error(*draw) for draw in draws]
        return max([min(lost, lost / of * size) for lost, of in losses if of > 0], default=0.0)

    generator, draws = torch.Generator().manual_seed(1), []
    for other in DRAWS * (redraw, nudged):
        with contextlib.suppress(*MISFITS):  # a draw outside the reference's domain says nothing
            drawn = pose("", reference, tuple(other(a, generator) for a in prompt.arguments))
            draws.append((drawn.eager, drawn.exact))
    return worst((prompt.eager, prompt.exact), draws)
