"""Random arguments for a graph: indices in range, probabilities for losses, both signs elsewhere.

What an argument has to hold follows from the operations that read it: the indices of an `embedding` are below
the rows of its table, the target of a `binary_cross_entropy` is a probability. `find_domains` walks the graph
backwards and carries such a requirement through views and casts to the argument; `draw_tensor` fulfils it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import torch

from python_to_triton.frontend.arithmetic import UnknownSize
from python_to_triton.frontend.values import Value, flatten_operands, is_number, resolve
from python_to_triton.frontend.vocabulary import Word

# What floating-point values may have to be.
PROBABILITY = "probability"
POSITIVE = "positive"
SIGN = "sign"


@dataclass(frozen=True)
class Often:
    """Values that are compared with this number: about half of them are equal to it. Integers are where it is
    one that they hardly are otherwise.
    """

    number: float


@dataclass(frozen=True)
class Besides:
    """Indices below a bound, or this number, for which another index is taken: a label that is ignored."""

    bound: int
    number: int


# Operations whose result holds values of their first operand: a requirement of the result is one of the
# operand.
CARRIERS = {
    "reshape",
    "transpose",
    "permute",
    "unsqueeze",
    "squeeze",
    "expand",
    "slice",
    "select",
    "chunk",
    "to",
    "repeat",
    "flip",
    "roll",
}
# They tell zero from other numbers.
TRUTHS = {"any", "all", "count_nonzero", "logical_not", "logical_and", "logical_or", "logical_xor"}

# Operations that choose among the values of their first operand: of all of them is required what is of one.
CHOOSERS = {"gather", "index", "index_select"}


def number_of_classes(scores_shape: tuple[int, ...]) -> int:
    """The number of classes C of scores of the shape (N, C, ...) or (C,)."""
    return scores_shape[1] if len(scores_shape) > 1 else scores_shape[0]


# op -> {operand: what it has to hold}, a function of the attributes and the operands' shapes. An integer is
# the exclusive bound of an index.
DOMAINS = {
    "embedding": {0: lambda at, x, weight: weight[0]},
    "gather": {1: lambda at, x, index: x[at["dim"]]},
    "index_select": {1: lambda at, x, index: x[at["dim"]]},
    "take": {1: lambda at, x, index: math.prod(x)},
    "index_add": {1: lambda at, x, index, y: x[at["dim"]]},
    "index_copy": {1: lambda at, x, index, y: x[at["dim"]]},
    "scatter": {1: lambda at, x, index, *y: x[at["dim"]]},
    "scatter_add": {1: lambda at, x, index, y: x[at["dim"]]},
    "scatter_reduce": {1: lambda at, x, index, y: x[at["dim"]]},
    "one_hot": {0: lambda at, x: at["num_classes"]},
    "cross_entropy": {1: lambda at, x, *rest: number_of_classes(x)},
    "nll_loss": {1: lambda at, x, *rest: number_of_classes(x)},
    "multi_margin_loss": {1: lambda at, x, *rest: number_of_classes(x)},
    "multilabel_margin_loss": {1: lambda at, x, *rest: number_of_classes(x)},
    "binary_cross_entropy": {0: lambda at, *shapes: PROBABILITY, 1: lambda at, *shapes: PROBABILITY},
    "binary_cross_entropy_with_logits": {1: lambda at, *shapes: PROBABILITY},
    "kl_div": {1: lambda at, *shapes: None if at.get("log_target") else PROBABILITY},
    "batch_norm": {2: lambda at, *shapes: POSITIVE},
    "soft_margin_loss": {1: lambda at, *shapes: SIGN},
    "hinge_embedding_loss": {1: lambda at, *shapes: SIGN},
    "margin_ranking_loss": {2: lambda at, *shapes: SIGN},
    "cosine_embedding_loss": {2: lambda at, *shapes: SIGN},
} | {op: {0: lambda at, *shapes: POSITIVE} for op in ("log", "log2", "log10", "sqrt", "rsqrt")}


def required_of_operands(
    value: Value, metas: Mapping[int, torch.Tensor], sizes: Mapping[str, int] | None = None
) -> list[tuple[object, int | str | Often | None]]:
    """[(operand of an operation, what it has to hold), ...], see DOMAINS.

    Args:
        value: the operation.
        metas: {id of a Value: tensor without data} of its operands.
        sizes: {letter: size} of the letters in its attributes; one that is not there is required of nothing.
    """
    required = []
    if value.op in DOMAINS:
        at = value.at
        if sizes is not None:
            at = {name: _at_sizes(item, sizes) for name, item in at.items()}
        shapes = [tuple(metas[id(o)].shape) for o in value.operands if isinstance(o, Value)]
        for position, domain_of in DOMAINS[value.op].items():
            if position < len(value.operands):
                domain = domain_of(at, *shapes)
                required.append((value.operands[position], None if isinstance(domain, Word) else domain))
    if value.op in ("eq", "ne") and is_number(value.operands[1]):
        required.append((value.operands[0], Often(value.operands[1])))
    if value.op in TRUTHS or value.op == "to" and value.at["dtype"] == "bool":
        required += [(operand, Often(0)) for operand in value.operands]
    if value.op in ("index", "index_put"):
        shape = metas[id(value.operands[0])].shape
        required += [(operand, shape[dim]) for dim, operand in enumerate(value.operands[1])]
    return required


def _at_sizes(item, sizes):
    """An attribute with the sizes in the place of its letters; as it is where one is not known."""
    try:
        return resolve(item, sizes)
    except UnknownSize:
        return item


# How far back it is asked what an index is computed from: positions have short formulas.
MOST_ASKED = 60


def counted_masks(index: object) -> list[Value]:
    """The integer arguments that an index counts, by a cumsum: the mask of a text's tokens, for their
    positions.
    """
    found = {}
    waiting = [(index, False)]
    seen = set()
    while waiting and len(seen) < MOST_ASKED:
        value, is_counted = waiting.pop()
        if not isinstance(value, Value) or (id(value), is_counted) in seen:
            continue
        seen.add((id(value), is_counted))
        if value.op == "argument" and is_counted:
            found[id(value)] = value
        stays = value.op == "cumsum" or is_counted and value.op in CARRIERS
        waiting += [(operand, stays) for operand in value.inputs()]
    return list(found.values())


def _of_chosen(choice: Value, place: int, domain: object) -> object:
    """What a `where` requires of one of its operands: where(ne(x, -100), x, 0) takes no x of -100."""
    condition = choice.operands[0]
    compares = condition.op == {1: "ne", 2: "eq"}[place] and condition.operands[0] is choice.operands[place]
    if not (compares and isinstance(domain, int) and isinstance(condition.operands[1], int)):
        return domain
    number = int(condition.operands[1])
    return domain if 0 <= number < domain else Besides(domain, number)


def _of_both(known: object, domain: object) -> object:
    """What two operations require that read one value: indices within both bounds."""
    if not all(isinstance(each, (int, Besides)) for each in (known, domain)):
        return domain
    bound = min(each.bound if isinstance(each, Besides) else each for each in (known, domain))
    numbers = {each.number if isinstance(each, Besides) else None for each in (known, domain)}
    return Besides(bound, *numbers) if len(numbers) == 1 and None not in numbers else bound


def find_domains(graph, metas: dict[int, torch.Tensor]) -> dict[int, int | str | Often | Besides]:
    """What the operations of a graph require of the values that they read.

    Args:
        graph: a Graph.
        metas: {id of a Value: tensor without data} of all its values.

    Returns:
        {id of a Value: exclusive bound of its integers, or PROBABILITY, POSITIVE, SIGN, Often or Besides}.
    """
    domains = {}
    sizes = graph.bind(tuple(metas[id(value)] for value in graph.inputs))

    def require(operand, domain):
        if not isinstance(operand, Value) or domain is None:
            return
        known = domains.get(id(operand))
        if known is not None and isinstance(domain, Often):  # a comparison may be among other uses
            return
        domains[id(operand)] = _of_both(known, domain)

    for value in reversed(graph.values):
        for operand, domain in required_of_operands(value, metas, sizes):
            require(operand, domain)
            for mask in counted_masks(operand) if isinstance(domain, int) else ():
                require(mask, 2)

        if value.op in CARRIERS | CHOOSERS | {"index_put"}:
            require(value.operands[0], domains.get(id(value)))
        if value.op in ("cat", "stack"):
            for operand in flatten_operands(value.operands):
                require(operand, domains.get(id(value)))
        for place in (1, 2) if value.op == "where" else ():
            require(value.operands[place], _of_chosen(value, place, domains.get(id(value))))
    return domains


def drawn_often(shape: torch.Size, place: dict) -> torch.Tensor:
    """A mask that hides about half of the elements. Along one dimension, a third of the places is hidden
    whole and a third is shown whole, so that a reduction over the others sees lines of each kind. In some
    draws all elements are hidden, or shown.

    Args:
        shape: of the mask.
        place: {"generator": that draws it, "device": its own}.
    """
    mask = torch.rand(shape, **place) < 0.5
    dims = [None, *(dim for dim, n in enumerate(shape) if n > 1)]
    dim = dims[torch.randint(len(dims), (), **place)]
    if dim is None:
        line = torch.rand((), **place)
    else:
        order = torch.randperm(shape[dim], **place)
        line = (order + 0.5).reshape([-1 if d == dim else 1 for d in range(len(shape))]) / shape[dim]
    return torch.where(line < 1 / 3, True, torch.where(line > 2 / 3, False, mask))


def _is_beyond(number: float, low: int, high: int, dtype: torch.dtype) -> bool:
    """Whether a number is an integer of a dtype that is not drawn from low to high."""
    limits = torch.iinfo(dtype)
    is_one = number == number // 1 and limits.min <= number <= limits.max
    return is_one and not low <= number < high


def draw_tensor(
    meta: torch.Tensor, domain: int | str | Often | Besides | None, generator: torch.Generator
) -> torch.Tensor:
    """A random tensor of the shape and dtype of `meta`, its values within `domain` (see find_domains), on
    the generator's device.
    """
    place = {"generator": generator, "device": generator.device}
    if meta.dtype.is_floating_point:
        if domain == PROBABILITY:
            return (torch.rand(meta.shape, **place) * 0.9 + 0.05).to(meta.dtype)
        drawn = torch.randn(meta.shape, **place)
        if domain == POSITIVE:
            drawn = drawn.abs() + 0.05
        elif domain == SIGN:
            drawn = drawn.sign()
        elif isinstance(domain, Often):
            drawn = torch.where(drawn_often(meta.shape, place), domain.number, drawn)
        return drawn.to(meta.dtype)

    if meta.dtype == torch.bool:
        return torch.rand(meta.shape, **place) > 0.5
    if domain == SIGN:
        return (2 * torch.randint(2, meta.shape, **place) - 1).to(meta.dtype)

    low = 0 if meta.dtype == torch.uint8 else -8
    high = 9
    if isinstance(domain, (int, Besides)):
        low = 0
        high = domain.bound if isinstance(domain, Besides) else domain
    drawn = torch.randint(low, max(high, low + 1), meta.shape, **place).to(meta.dtype)
    if isinstance(domain, (Often, Besides)) and _is_beyond(domain.number, low, high, meta.dtype):
        return torch.where(drawn_often(meta.shape, place), int(domain.number), drawn).to(meta.dtype)
    return drawn
