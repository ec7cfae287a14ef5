"""Guesses at the inputs of a program that has no example inputs, from the names of its parameters.

The sizes say nothing about the user's data: they only have to be distinct, so that they become distinct
letters.
"""

import itertools
import re
from collections.abc import Iterator

import torch

from python_to_triton.frontend.programs import Program

ROWS = 12
WIDTH = 20
OTHER_WIDTH = 28
TIME = 16
HEADS = 4
KERNEL = 3

_INDEX_NAMES = re.compile(r"(^|_)(idx|index|indices|ids|tokens|labels?|target|targets)\d*$")
_MASK_NAMES = re.compile(r"(^|_)(mask|cond|condition|keep)\d*$")
_WEIGHT_NAMES = re.compile(r"^(w|weight|weights|gamma|kernel|filters?|scale|wq|wk|wv|wo|w_\w+|.*_weight)\d*$")
_BIAS_NAMES = re.compile(r"^(b|bias|beta|shift|b_\w+|.*_bias)\d*$")
_SCALAR_NAMES = re.compile(r"^(alpha|eps|epsilon|lr|momentum|temperature|tau|lam|lambd|lambda_|step_size)$")
_PRODUCT = re.compile(r"@|matmul|\bmm\(|einsum|\.mm\(")
_INDEXING = re.compile(
    r"embedding|gather|cross_entropy|nll_loss|one_hot|index_select|Embedding|CrossEntropy|NLLLoss|take|\["
)

# At most so many combinations of shapes are tried for one layout.
_MOST_COMBINATIONS = 60


def _layouts(source):
    """Lists of shapes to try for (the first argument, weights, biases, masks, others), likeliest first."""
    n = ROWS
    w = WIDTH
    v = OTHER_WIDTH
    t = TIME
    h = HEADS
    k = KERNEL
    product = _PRODUCT.search(source)
    if "linear(" in source:
        weights = [(v, w), (w, v)]
    else:
        weights = [(w, v), (w,)] if product else [(w,), (w, v), (v, w)]
    biases = [(v,), (w,)] if product or "linear(" in source else [(w,), (v,)]

    matrix = ((n, w), weights, biases, [(n, w), (w,), (n, n)], [(n, w), (w, v), (w,), (n,), (n, v)])
    sequence = (
        (n, t, w),
        weights,
        biases,
        [(n, t, w), (t, w), (t, t), (n, t, t)],
        [(n, t, w), (n, w, v), (w, v), (n, t), (w,)],
    )
    heads = ((2, h, n, w), weights, biases, [(n, n), (2, 1, n, n)], [(2, h, n, w), (2, h, w, v), (n, w)])
    images = []
    for rank in (1, 2, 3):
        size = (18, 22, 14)[:rank]
        kernels = [(v, 8, *[k] * rank), (8, v, *[k] * rank), (8, 1, *[k] * rank), (v, 8, *[1] * rank), (8,)]
        images.append(((2, 8, *size), kernels, [(v,), (8,)], [(2, 8, *size)], [(2, 8, *size), (8,)]))
    vector = ((n,), [(n,)], [(n,)], [(n,)], [(n,), ()])

    order = [matrix, sequence, images[1], heads, vector, images[0], images[2]]
    for rank, image in zip((1, 2, 3), images):
        if re.search(rf"{rank}d\b", source, re.IGNORECASE):
            order.insert(0, image)
    if re.search(r"\b(q|query)\b", source):
        order.insert(0, heads)
    if re.search(r"\bbmm\b|batch_first|MultiheadAttention", source):
        order.insert(0, sequence)
    return order


def _choices(program, name, is_first, layout):
    """[(dtype, shape), ...] that one parameter may have."""
    first, weights, biases, masks, others = layout
    if name in program.hints:
        return [program.hints[name]]
    if _INDEX_NAMES.search(name) and (_INDEXING.search(program.source) or "target" not in name):
        shapes = ((ROWS,), (ROWS, TIME), (ROWS, 1), (ROWS, WIDTH), first)
        return [(torch.int64, shape) for shape in shapes]
    if _MASK_NAMES.search(name):
        return [(dtype, shape) for dtype in (torch.bool, torch.float32) for shape in masks]
    if _SCALAR_NAMES.match(name) and not is_first:
        return [(torch.float32, ())]

    shapes = others
    if is_first:
        shapes = [first]
    elif _WEIGHT_NAMES.match(name):
        shapes = weights + others
    elif _BIAS_NAMES.match(name):
        shapes = biases + others
    return [(torch.float32, shape) for shape in shapes]


def guess_inputs(program: Program) -> Iterator[tuple[tuple[torch.dtype, tuple[int, ...]], ...]]:
    """Inputs to try, each a tuple of (dtype, shape), likeliest first; each comes once."""
    tried = set()
    for layout in _layouts(program.source):
        choices = [_choices(program, name, not i, layout) for i, name in enumerate(program.parameters)]
        for inputs in itertools.islice(itertools.product(*choices), _MOST_COMBINATIONS):
            if inputs not in tried:
                tried.add(inputs)
                yield inputs
