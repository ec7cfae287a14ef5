"""Guesses at the inputs of a program that has no example inputs, from the names of its parameters.

The sizes say nothing about the user's data: they only have to be distinct, so that they become distinct
letters. fitted_inputs.py tries the guesses and corrects them.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import torch

from python_to_triton.frontend.programs import Program

Inputs = tuple[tuple[torch.dtype, tuple[int, ...]], ...]  # (dtype, shape) of each parameter


@dataclass(frozen=True)
class Sizes:
    """What the dimensions of guessed inputs are; all distinct."""

    rows: int = 12
    width: int = 20
    other_width: int = 28
    time: int = 16
    heads: int = 4
    kernel: int = 3
    batch: int = 2
    channels: int = 8
    image: tuple[int, int, int] = (18, 22, 14)

    @property
    def wider(self) -> "Sizes":
        """With features that divide into 2, 3, 4, 6, 8, 12 or 24 heads."""
        return replace(self, width=24 * 20, other_width=24 * 28, channels=24 * 8)


USUAL_SIZES = Sizes()
# Square images of the usual data sets, where the program fixes how large they are once they are flattened.
SQUARE_SIZES = tuple(Sizes(image=(side,) * 3) for side in (28, 32, 64, 224, 96, 16))

_INDEX_NAMES = re.compile(r"(^|_)(idx|index|indices|ids|tokens|labels?|target|targets)\d*$")
_MASK_NAMES = re.compile(r"(^|_)(mask|cond|condition|keep)\d*$")
_WEIGHT_NAMES = re.compile(r"^(w|weight|weights|gamma|kernel|filters?|scale|wq|wk|wv|wo|w_\w+|.*_weight)\d*$")
_BIAS_NAMES = re.compile(r"^(b|bias|beta|shift|b_\w+|.*_bias)\d*$")
_SCALAR_NAMES = re.compile(r"^(alpha|eps|epsilon|lr|momentum|temperature|tau|lam|lambd|lambda_|step_size)$")
_FLATTENING = re.compile(r"flatten|Flatten|view\(|reshape\(")
_PRODUCT = re.compile(r"@|matmul|\bmm\(|einsum|\.mm\(")
_INDEXING = re.compile(
    r"embedding|gather|cross_entropy|nll_loss|one_hot|index_select|Embedding|CrossEntropy|NLLLoss|take|\["
)

# At most so many combinations of shapes are tried for one layout, and so many with scalars among them.
_MOST_COMBINATIONS = 60
_MOST_WITH_SCALARS = 100


@dataclass(frozen=True)
class _Layout:
    """Shapes to try for the inputs of a program, by what their names say, likeliest first."""

    first: tuple[int, ...]  # of the first input
    weights: list[tuple[int, ...]]
    biases: list[tuple[int, ...]]
    masks: list[tuple[int, ...]]
    others: list[tuple[int, ...]]


def _image_layouts(s):
    """Layouts of batches of images with one, two and three dimensions."""
    b = s.batch
    c = s.channels
    v = s.other_width
    layouts = []
    for rank in (1, 2, 3):
        image = (b, c, *s.image[:rank])
        window = (s.kernel,) * rank
        kernels = [(v, c, *window), (c, v, *window), (c, 1, *window), (v, c, *[1] * rank), (c,)]
        layouts.append(_Layout(image, kernels, [(v,), (c,)], [image], [image, (c,)]))
    return layouts


def _layouts(source, s):
    """The layouts to try for a program, likeliest first."""
    n = s.rows
    w = s.width
    v = s.other_width
    t = s.time
    h = s.heads
    b = s.batch
    product = _PRODUCT.search(source)
    if "linear(" in source:
        weights = [(v, w), (w, v)]
    else:
        weights = [(w, v), (v, w), (w,)] if product else [(w,), (w, v), (v, w)]
    biases = [(v,), (w,)] if product or "linear(" in source else [(w,), (v,)]

    matrix_masks = [(n, w), (w,), (n, n)]
    matrix_others = [(n, w), (w, v), (w,), (n,), (n, v)]
    matrix = _Layout((n, w), weights + matrix_others, biases, matrix_masks, matrix_others)
    sequence_masks = [(n, t, w), (t, w), (t, t), (n, t, t)]
    sequence_others = [(n, t, w), (n, w, v), (w, v), (n, t), (w,)]
    sequence = _Layout((n, t, w), weights + sequence_others, biases, sequence_masks, sequence_others)
    head_masks = [(n, n), (b, 1, n, n)]
    head_others = [(b, h, n, w), (b, h, w, v), (n, w)]
    heads = _Layout((b, h, n, w), weights + head_others, biases, head_masks, head_others)
    vector = _Layout((n,), [(n,)], [(n,)], [(n,)], [(n,)])
    images = _image_layouts(s)

    order = [matrix, sequence, images[1], heads, vector, images[0], images[2]]
    for rank, image in zip((1, 2, 3), images):
        # BatchNorm1d reads matrices first.
        if re.search(rf"(?<!batchnorm){rank}d\b", source, re.IGNORECASE):
            order.insert(0, image)
    if re.search(r"\b(q|query)\b", source):
        order.insert(0, heads)
    if re.search(r"\bbmm\b|batch_first|MultiheadAttention", source):
        order.insert(0, sequence)
    return order


def is_scalar(name: str) -> bool:
    """Whether an input's name says that it is one number."""
    return bool(_SCALAR_NAMES.match(name))


def _choices(program, name, is_first, layout, s):
    """[(dtype, shape), ...] that one parameter may have."""
    if name in program.hints:
        return [program.hints[name]]
    if _INDEX_NAMES.search(name) and (_INDEXING.search(program.source) or "target" not in name):
        shapes = ((s.rows,), (s.rows, s.time), (s.rows, 1), (s.rows, s.width), layout.first)
        return [(torch.int64, shape) for shape in shapes]
    if _MASK_NAMES.search(name):
        return [(dtype, shape) for dtype in (torch.bool, torch.float32) for shape in layout.masks]
    if is_scalar(name) and not is_first:
        return [(torch.float32, ())]

    shapes = layout.others
    if is_first:
        shapes = [layout.first]
    elif _WEIGHT_NAMES.match(name):
        shapes = layout.weights
    elif _BIAS_NAMES.match(name):
        shapes = layout.biases + layout.others
    return [(torch.float32, shape) for shape in shapes]


def _alike(choices):
    """The combinations in which all that have the same choices take the same one."""
    kinds = list(dict.fromkeys(map(tuple, choices)))
    for combination in itertools.product(*kinds):
        chosen = dict(zip(kinds, combination))
        yield tuple(chosen[tuple(one)] for one in choices)


def _guesses_of(program, layout, s):
    """The guesses of one layout, likeliest first.

    In the end an input may be a scalar too, which grows to what it is broadcast to (fitted_inputs.py).
    """
    choices = [_choices(program, name, not i, layout, s) for i, name in enumerate(program.parameters)]
    yield from itertools.islice(itertools.product(*choices), _MOST_COMBINATIONS)
    yield from itertools.islice(_alike(choices), _MOST_COMBINATIONS)
    scalar = (torch.float32, ())
    more = [one if len(one) == 1 else [*one, scalar] for one in choices]
    yield from itertools.islice(itertools.product(*more), _MOST_WITH_SCALARS)


def guess_inputs(program: Program) -> Iterator[Inputs]:
    """Inputs to try, each a tuple of (dtype, shape), likeliest first; each comes once."""
    source = program.source
    tried = [(layout, s) for s in (USUAL_SIZES, USUAL_SIZES.wider) for layout in _layouts(source, s)]
    if _FLATTENING.search(source) and re.search(r"2d\b", source, re.IGNORECASE):
        tried += [(_image_layouts(s)[1], s) for s in SQUARE_SIZES]
    known = set()
    for layout, s in tried:
        for inputs in _guesses_of(program, layout, s):
            if inputs not in known:
                known.add(inputs)
                yield inputs
