"""samples."""

import itertools
import math
import random
import torch
from python_to_triton.frontend.values import Value, execute, flat, resolve
from python_to_triton.frontend.vocabulary import GraphError, OPS, REFUSALS


PROBABILITY, POSITIVE, SIGN = "probability", "positive", "sign"  # what floats may have to be


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


SMALL = (3, 5, 7, 4, 6, 2, 9, 8, 12, 16, 11, 24, 32, 33, 48, 64)


def classes(x):
    """How many classes the scores x (N, C, ...) or (C,) tell apart."""
    return x[1] if len(x) > 1 else x[0]


# op -> {operand: what its integers (an exclusive bound) or its floats have to be}, from the operands' shapes
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
    "cross_entropy": {1: lambda at, x, *rest: classes(x)},
    "nll_loss": {1: lambda at, x, *rest: classes(x)},
    "multi_margin_loss": {1: lambda at, x, *rest: classes(x)},
    "multilabel_margin_loss": {1: lambda at, x, *rest: classes(x)},
    "binary_cross_entropy": {0: lambda at, *shapes: PROBABILITY, 1: lambda at, *shapes: PROBABILITY},
    "binary_cross_entropy_with_logits": {1: lambda at, *shapes: PROBABILITY},
    "kl_div": {1: lambda at, *shapes: None if at.get("log_target") else PROBABILITY},
    "batch_norm": {2: lambda at, *shapes: POSITIVE},
    "soft_margin_loss": {1: lambda at, *shapes: SIGN},
    "hinge_embedding_loss": {1: lambda at, *shapes: SIGN},
    "margin_ranking_loss": {2: lambda at, *shapes: SIGN},
    "cosine_embedding_loss": {2: lambda at, *shapes: SIGN},
} | {op: {0: lambda at, *shapes: POSITIVE} for op in ("log", "log2", "log10", "sqrt", "rsqrt")}


def find_domains(graph, metas):
    """{id of value: exclusive bound of an integer, or what floats have to be} for what the operations ask of their operands."""
    domains = {}

    def ask(operand, domain):
        if isinstance(operand, Value) and domain is not None:
            known = domains.get(id(operand))
            domains[id(operand)] = (
                min(known, domain) if isinstance(known, int) and isinstance(domain, int) else domain
            )

    for value in reversed(graph.values):
        at = dict(value.attributes)
        shapes = [tuple(metas[id(o)].shape) for o in value.operands if isinstance(o, Value)]
        for position, wanted in DOMAINS.get(value.op, {}).items():
            if position < len(value.operands):
                ask(value.operands[position], wanted(at, *shapes))
        if value.op in ("index", "index_put"):
            x = metas[id(value.operands[0])]
            for dim, operand in enumerate(value.operands[1]):
                ask(operand, x.shape[dim])
        if value.op in CARRIERS:
            ask(value.operands[0], domains.get(id(value)))
        if value.op in ("where", "cat", "stack"):
            for operand in flat(value.operands):
                ask(operand, domains.get(id(value)))
    return domains


def draw(meta, domain, generator):
    """A random tensor like `meta`, its values within `domain`."""
    if meta.dtype.is_floating_point:
        if domain == PROBABILITY:
            return (torch.rand(meta.shape, generator=generator) * 0.9 + 0.05).to(meta.dtype)
        drawn = torch.randn(meta.shape, generator=generator)
        drawn = drawn.abs() + 0.05 if domain == POSITIVE else drawn.sign() if domain == SIGN else drawn
        return drawn.to(meta.dtype)
    if meta.dtype == torch.bool:
        return torch.rand(meta.shape, generator=generator) > 0.5
    if domain == SIGN:
        return (2 * torch.randint(2, meta.shape, generator=generator) - 1).to(meta.dtype)
    low, high = (0, domain) if isinstance(domain, int) else (0 if meta.dtype == torch.uint8 else -8, 9)
    return torch.randint(low, max(high, low + 1), meta.shape, generator=generator).to(meta.dtype)


def takes_one(value):
    """Whether a slice has one place whatever it is taken from."""
    start, end = value.at["start"], value.at["end"]
    return start == -1 or isinstance(start, int) and isinstance(end, int) and end - start == 1


def moved_to(view, dim):
    """Where a transpose, unsqueeze or squeeze has a dimension of its operand, both from the end; None where it is gone."""
    if view.op == "transpose":
        return {view.at["dim0"]: view.at["dim1"], view.at["dim1"]: view.at["dim0"]}.get(dim, dim)
    changed = flat((view.at["dim"],))
    if view.op == "squeeze":
        return None if dim in changed else dim + sum(dim < other for other in changed)
    return dim - sum(dim <= other for other in changed)


def single_places(value, known):
    """The dimensions, from the end, at which a window or a part of something, seen through what follows it, has one place by chance."""
    if value.op == "argument" or value.op not in OPS:
        return set()
    if OPS[value.op].kind == "pointwise" and value.op != "glu":
        return single_places(next(value.inputs()), known)
    if value.op in ("transpose", "unsqueeze", "squeeze"):
        return {moved_to(value, dim) for dim in single_places(value.operands[0], known)} - {None}
    if value.op.startswith(("conv", "max_pool", "avg_pool", "lp_pool")):
        dims = range(2 - known[id(value)].dim(), 0)
    elif value.op in ("pixel_shuffle", "pixel_unshuffle"):
        dims = range(-3, 0)
    elif value.op in ("chunk", "glu") or value.op == "slice" and not takes_one(value):
        dims = [value.at["dim"]]
    else:
        return set()
    before, after = (known[id(v)].shape for v in (value.operands[0], value))
    return {dim for dim in dims if after[dim] == 1 < before[dim]} | {
        dim for dim in single_places(value.operands[0], known) if after[dim] == 1
    }


def reads_beyond(value, known):
    """Whether labels that count up, as those of pairs in a batch do, count further than there are classes: no shape tells, only data would."""
    if value.op not in ("cross_entropy", "nll_loss"):
        return False
    x, target = value.operands[:2]
    while target.op in CARRIERS:
        target = target.operands[0]
    return (
        target.op == "arange"
        and target.at["start"] == 0
        and target.at["step"] == 1
        and known[id(target)].numel() > classes(known[id(x)].shape)
    )


def lenient(value, known):
    """Whether PyTorch let sizes pass, by broadcasting or without data, that no program means."""
    operands = [known[id(o)] for o in value.operands if isinstance(o, Value)]
    if reads_beyond(value, known):
        return True
    if OPS[value.op].kind == "pointwise":  # one place by chance, which then broadcasts against others
        single = set().union(*(single_places(o, known) for o in value.inputs()))
        return any(dim >= -tensor.dim() and tensor.shape[dim] > 1 for dim in single for tensor in operands)
    if value.op.startswith("conv_transpose"):
        return (
            operands[0].shape[1] != operands[1].shape[0]
            or len(operands) == 3
            and operands[2].shape[0] != known[id(value)].shape[1]
        )
    if value.op.startswith("conv") and len(operands) == 3:
        return operands[2].shape[0] != known[id(value)].shape[1]
    if value.op == "chunk":  # unequal parts, the last of 1 element, which then broadcasts against the others
        size, part = (tensor.shape[value.at["dim"]] for tensor in (operands[0], known[id(value)]))
        return part == 1 and size > value.at["chunks"]
    if value.op not in ("cross_entropy", "nll_loss") or operands[1].dim() < 2:
        return False
    x, target = operands[:2]  # a label or, in floating point, a probability of each class
    return target.shape != x.shape if target.dtype.is_floating_point else target.shape[1:] != x.shape[2:]


def computed(graph, sizes, strict=True):
    """{id of value: tensor without data} at these sizes; None where the graph does not compute, or does only by chance, if `strict`.

    A value without elements counts as not computed: some releases shape a convolution so whose kernel is too wide.
    """
    try:
        known = graph.shapes(sizes)
    except REFUSALS:
        return None
    empty = any(tensor.numel() == 0 for tensor in known.values() if isinstance(tensor, torch.Tensor))
    return None if empty or strict and any(lenient(value, known) for value in graph.values) else known


def volume(graph, sizes):
    """Elements of all the graph's values together at these sizes; infinite where it does not compute, or does only by chance."""
    known = computed(graph, sizes)
    return (
        sum(tensor.numel() for tensor in known.values() if isinstance(tensor, torch.Tensor))
        if known
        else math.inf
    )


def fits(graph, sizes, strict=True):
    """Whether the graph computes at these sizes; unless `strict`, by chance too."""
    return computed(graph, sizes, strict) is not None


def size_pool(graph):
    """Sizes to try, small first: ragged ones, and what the literals of the graph may ask to divide."""
    literals = {
        n
        for value in graph.values
        for _, item in value.attributes
        for n in flat((item,))
        if isinstance(item, int) and 1 < n < 17
    }
    return SMALL + tuple(
        sorted({m for n in literals for m in (n, n * n, 2 * n * n, n**3) if m <= 256} - set(SMALL))
    )


def with_groups(graph, sizes):
    """These sizes with the channels of grouped convolutions made to fit the groups."""
    dims, sizes = {a.name: a.dims for a in graph.arguments}, dict(sizes)
    for value in graph.values:
        groups = value.at.get("groups", 1) if value.op.startswith("conv") else 1
        weight = (
            dims.get(value.operands[1].name) if isinstance(groups, int) and groups > 1 else None
        )  # a letter is fitted as one
        if weight is not None and isinstance(weight[0], str):
            sizes[weight[0]] = groups * sizes[weight[0]]
            x = dims.get(value.operands[0].name, (0, 0))
            if "transpose" not in value.op and isinstance(x[1], str):
                sizes[x[1]] = groups * sizes.get(weight[1], weight[1])
    return sizes


def fixed_sizes(graph):
    """Sizes that constants of the graph may fix: how long its parts are, where they begin and end, and where one that begins there would end."""
    lengths, places = set(), set()
    for at in (value.at for value in graph.values):
        start, end, index, *given = (
            at[name] if isinstance(at.get(name), int) else 0
            for name in ("start", "end", "index", "size", "k")
        )
        places |= {start, end, index}
        lengths |= {abs(end - start) if end or start < 0 else 0, *given}
    lengths.discard(0)
    reached = {abs(place) + length for place in places for length in lengths or SMALL[:3]}
    return tuple(sorted(n for n in lengths | places | reached if n > 1))


def first_misfit(graph, sizes):
    """(value, shapes of its operands) of the first value that does not compute at these sizes; None where all do."""
    known = {id(v): tensor for v, tensor in zip(graph.inputs, graph.metas(sizes))}
    for value in graph.values:
        try:
            known[id(value)] = execute(value, known, sizes, "meta", False)
        except REFUSALS:
            return value, [tuple(known[id(o)].shape) for o in flat(value.operands) if isinstance(o, Value)]
    return None


def reconciled(graph, sizes, rng, grouped=False):
    """`sizes` with letters changed, one after the other, that stand where the graph itself yields another size.

    Two shapes that should agree name two sizes; of the letters of either size one takes the other. Which one is drawn: a wrong
    draw fails, and the caller draws again. If `grouped`, the channels of a convolution are those of all its groups.
    """
    sizes = dict(sizes)
    for _ in range(2 * len(sizes)):
        misfit = first_misfit(graph, sizes)
        if not misfit:
            return sizes
        value, shapes = misfit
        unequal = [
            (x, y)
            for one, other in itertools.combinations(shapes, 2)
            for x, y in zip(one[::-1], other[::-1])
            if x != y and 1 not in (x, y)
        ]
        moves = [
            (letter, y if size == x else x)
            for x, y in unequal
            for letter, size in sizes.items()
            if size in (x, y)
        ]
        if value.op == "reshape":
            target = [sizes.get(dim, dim) for dim in value.at["shape"]]
            moves = [
                (dim, math.prod(shapes[0]) * sizes[dim] // math.prod(target))
                for dim in value.at["shape"]
                if dim in sizes and -1 not in target
            ]
        if grouped and value.op in ("conv1d", "conv2d", "conv3d"):
            x, weight = (
                shapes[0][1 - len(shapes[1]) :],
                (resolve(value.at["groups"], sizes) * shapes[1][1], *shapes[1][2:]),
            )
            changes = (
                [(x[0], weight[0])] if x[0] != weight[0] else [(k, n) for n, k in zip(x, weight) if k > n]
            )  # a kernel shrinks
            moves = [(letter, size) for old, size in changes for letter in sizes if sizes[letter] == old]
        if not moves:
            return sizes
        letter, size = rng.choice(moves)
        sizes[letter] = max(1, size)
    return sizes


def small_sizes(graph, seed):
    """{letter: size}, small and mostly ragged, at which the graph computes. Raises GraphError where none are found."""
    letters, rng, pool = graph.letters, random.Random(seed), size_pool(graph)
    first = rng.sample(pool[:6], 6)
    sizes = dict(zip(letters, itertools.cycle(first)))
    if fits(graph, sizes):
        return sizes
    guesses = [
        with_groups(graph, {letter: rng.choice(pool[: 6 + attempt // 15]) for letter in letters})
        for attempt in range(400)
    ]
    mended = (reconciled(graph, drawn, rng) for drawn in guesses)
    traced = [graph.sizes] if graph.sizes else []
    tried = [*traced, *guesses]
    sizes = next((sizes for sizes in itertools.chain(tried, mended) if fits(graph, sizes)), None)
    sizes = sizes or next(
        (sizes for sizes in tried if fits(graph, sizes, strict=False)), None
    )  # what looks like chance is meant
    if sizes is None:
        choices = pool[:6] + fixed_sizes(graph)
        guesses = (
            with_groups(graph, {letter: rng.choice(choices) for letter in letters}) for _ in range(400)
        )
        mended = (reconciled(graph, drawn, rng, grouped=True) for drawn in guesses)
        found = itertools.islice((sizes for sizes in mended if fits(graph, sizes)), 5)
        sizes = min(found, key=lambda sizes: volume(graph, sizes), default=None)
    if sizes is None:
        raise GraphError("no small sizes fit this graph")
    for place, letter in enumerate(
        letters
    ):  # each prefers another size: equal ones hide an answer's mistakes
        choices = first[place % 6 :] + first[: place % 6] + [n for n in pool[6:] if n < sizes[letter]]
        sizes = sizes | {
            letter: next((n for n in choices if fits(graph, sizes | {letter: n})), sizes[letter])
        }
    return sizes


ELEMENTS = 30_000  # what all values of a grown sample may hold together: more than one block, not yet slow


def grown_sizes(graph, sizes, grow, most=ELEMENTS):
    """`sizes` with each letter, the last first, at the first of `grow` that still computes within `most` elements."""
    for letter in reversed(graph.letters):
        grown = (sizes | {letter: size} for size in grow)
        sizes = next((larger for larger in grown if volume(graph, larger) <= most), sizes)
    return sizes
