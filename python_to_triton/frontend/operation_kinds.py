"""Kinds of operations, as the partition into regions sees them: anchors, pointwise operations and views."""

import torch

from python_to_triton.frontend.loops import LOOP_OPS
from python_to_triton.frontend.random_draws import is_draw_call
from python_to_triton.frontend.values import Value, flatten_operands
from python_to_triton.frontend.vocabulary import OPS, VIEWS

# Views of a part of a tensor.
SLICES = {"slice", "select", "chunk"}

# Views that leave another order in memory, or gaps.
MOVES = {"transpose", "permute", "diagonal", *SLICES}

# Views that may show one element at several places. The host may not copy them: that computes.
REPEATS = {"expand", "unfold"}

# Views that only write the same elements in another shape.
RESHAPES = {"reshape", "unsqueeze", "squeeze"}

# Views through which a pointwise operation still continues its producer.
BROADCASTS = {"unsqueeze", "squeeze", "expand"}

# Movements of data that are computed at each place by itself.
MASKS = {"tril", "triu"}

SCANS = {"cumsum", "cumprod", "logcumsumexp", "cummax", "cummin"}

# Types of literal tensors that have a kernel of their own.
LITERAL_DTYPES = (torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.int64)

# Kinds of which a region has at most one operation.
ANCHOR_KINDS = {"heavy", "normalization", "reduction", "loss"}

# Sums that one pass computes together if they are over the same places of the same data, as those of a dice
# loss are.
SUMS = {"sum", "mean", "norm"}

# Anchors that one pass over the data serves count as one: op -> the op it goes with.
_ONE_PASS = {
    "amin": "amax",
    "argmax": "amax",
    "argmin": "amax",
    "argsort": "sort",
    "var": "mean",
    "std": "mean",
}

# Losses that compute each element by itself before they sum.
_ELEMENTWISE_LOSSES = {
    op for op, row in OPS.items() if row.kind == "loss" and "reduction" in row.attributes
} - {
    "cross_entropy",
    "nll_loss",
    "cosine_embedding_loss",
    "triplet_margin_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
}


def is_opaque(value: Value) -> bool:
    """Whether PyTorch computes a value, on the host: it is in no region."""
    return value.op == "opaque"


def is_draw(value: Value) -> bool:
    """Whether a value is random numbers that the written file draws itself (random_draws.py)."""
    return is_opaque(value) and is_draw_call(value.at["call"])


def holds_random_numbers(value: Value) -> bool:
    """Whether a value is random numbers, whoever draws them."""
    return is_opaque(value) and bool(value.at["occurrence"])


def draws_by_pytorch(value: Value) -> bool:
    """Whether a value is random numbers that PyTorch draws."""
    return holds_random_numbers(value) and not is_draw(value)


def is_wall(value: Value) -> bool:
    """Whether the host computes a value between the regions: it is opaque, or at the border of a loop."""
    return is_opaque(value) or value.op in LOOP_OPS


def operator_of(value: Value) -> str:
    """The name of PyTorch's operator that an opaque value is a call of: linalg_svd."""
    return value.at["call"].split("(")[0].split(".")[1].strip("_")


def is_literal_tensor(value: Value) -> bool:
    """Whether a value is a literal tensor that a kernel of its own writes (codegen/literal_kernels.py)."""
    return value.op == "tensor" and value.dtype in LITERAL_DTYPES


def is_pointwise(value: Value) -> bool:
    """Whether each element is computed from those at its own place.

    glu reads halves of its tensor, which a product or a norm has in other tiles: it is an anchor.
    """
    return value.op not in ("argument", "glu") and (OPS[value.op].kind == "pointwise" or value.op in MASKS)


def is_anchor(value: Value) -> bool:
    """Whether a value is what a region is built around: neither pointwise, a view, a wall, nor a factory."""
    if value.op == "argument" or value.op in VIEWS or is_wall(value):
        return False
    return not is_pointwise(value) and OPS[value.op].kind != "factory"


def is_elementwise_loss(value: Value) -> bool:
    """Whether an anchor is an elementwise loss: a sum of its elements may be in one region with it."""
    return value.op in _ELEMENTWISE_LOSSES and value.at["reduction"] == "none"


def anchor_key(value: Value) -> tuple:
    """What an anchor computes: equal for anchors that one pass over the same data serves."""
    op = value.op.removesuffix("_indices")
    attributes = {name: item for name, item in value.attributes if name != "correction"}
    operands = tuple(map(id, flatten_operands(value.operands)))
    return _ONE_PASS.get(op, op), operands, repr(sorted(attributes.items()))


def outputs_of_sizes(graph) -> frozenset[int]:
    """Which outputs of a graph hold what its sizes alone determine: zeros, positions, a diagonal of ones."""
    depends = set(map(id, graph.inputs))
    for value in graph.values:
        if is_wall(value) or any(id(operand) in depends for operand in value.inputs()):
            depends.add(id(value))
    return frozenset(place for place, value in enumerate(graph.outputs) if id(value) not in depends)


def is_matrix_transpose(value: Value) -> bool:
    """Whether a value is x.mT."""
    return value.op == "transpose" and (value.at["dim0"], value.at["dim1"]) == (-2, -1)
