"""Sizes at which a graph computes: small ones for Triton's interpreter, grown ones for several blocks.

A prompt names its sizes by letters and does not say which numbers they may be. `small_sizes` finds some by
trial: sizes are drawn, the graph is computed without data, and where two shapes disagree one letter takes the
other's size. A network is not drawn for: from the sizes of its trace, each letter is made smaller, one after
the other. PyTorch lets some sizes pass that no program means: it broadcasts a dimension that has one place by
chance (a single window of a convolution, say), and compares less on the meta device. `passes_by_chance` finds
these.
"""

import itertools
import math
import random

import torch

from python_to_triton.frontend.deep_samples import is_deep
from python_to_triton.frontend.index_ranges import indices_exceed
from python_to_triton.frontend.known_shapes import KnownShapes, shrunk
from python_to_triton.frontend.loops import most_steps
from python_to_triton.frontend.operation_kinds import SCANS
from python_to_triton.frontend.sample_inputs import CARRIERS, number_of_classes
from python_to_triton.frontend.values import Value, execute, flatten_operands, resolve
from python_to_triton.frontend.vocabulary import OPS, SHAPE_ERRORS, GraphError, Word

# Sizes to try, the preferred ones first.
SMALL_SIZES = (3, 5, 7, 4, 6, 2, 9, 8, 12, 16, 11, 24, 32, 33, 48, 64)

# A size that follows from others is tried up to this one.
LARGEST_MENDED = 256

# What all values hold together at small sizes that are found by trial. Where it is more, the least of so many
# such sizes is taken.
LARGEST_SMALL_ELEMENTS = 1 << 18
MOST_COMPARED = 5

# Operations of a graph that is computed at hundreds of drawn sizes. One with more starts at those of its
# trace, where letters that follow from each other stay large.
MOST_TRIED = 50

# {dimensions of a network's first input: sides of its small images}. At a side of 3 the deeper layers have
# one place, of which a padded window sees little, and many a unit is zero for every image.
IMAGE_SIDES = {4: (33, 35, 32, 40, 48, 64), 5: (9, 12, 16, 24)}

# What a network computes at small sizes, in elements of all its results together, from which on its batch is
# as small as can be: the sides of its images follow from its parameters, and are those of the trace.
MANY_RESULTS_OF_NETWORK = 1 << 22
FEW_ROWS = (2, 3)  # of the first two samples, which differ: a size that never does is taken to be fixed

ATTENTION = "scaled_dot_product_attention"

# Views that move dimensions.
MOVES = ("transpose", "permute", "unsqueeze", "squeeze")

# What leaves as many places in each dimension as there are.
REORDERS = {"roll", "flip"}

# What all values of a grown sample may hold together: more than one block, and not yet slow.
MAX_SAMPLE_ELEMENTS = 30_000

# The widest head of attention in it: kernels keep a head's keys and values on the chip, as PyTorch's do.
WIDEST_HEAD = 256

# And how many steps a loop of it may have.
MOST_SAMPLE_STEPS = 40


def _takes_one(value):
    """Whether a slice has one place whatever it is taken from."""
    start = value.at["start"]
    end = value.at["end"]
    return start == -1 or isinstance(start, int) and isinstance(end, int) and end - start == 1


def _moved_to(view, dim):
    """Where a transpose, permute, unsqueeze or squeeze has a dimension of its operand; None where it is gone.

    Both dimensions are counted from the end.
    """
    if view.op == "permute":
        dims = view.at["dims"]
        return dims.index(dim + len(dims)) - len(dims)
    if view.op == "transpose":
        return {view.at["dim0"]: view.at["dim1"], view.at["dim1"]: view.at["dim0"]}.get(dim, dim)
    changed = flatten_operands((view.at["dim"],))
    if view.op == "squeeze":
        return None if dim in changed else dim + sum(dim < other for other in changed)
    return dim - sum(dim <= other for other in changed)


def _with_inferred_size(values):
    """ids of the values that come from a reshape that infers a size, through pointwise operations and views.

    `values` are in the order of computation.
    """
    found = set()
    for value in values:
        passes_on = value.op in MOVES or value.op in OPS and OPS[value.op].kind == "pointwise"
        infers = value.op == "reshape" and -1 in value.at["shape"]
        if infers or passes_on and any(id(operand) in found for operand in value.inputs()):
            found.add(id(value))
    return found


def _single_by_chance(value, known, single):
    """The dimensions, from the end, in which a window or a part has one place at these sizes alone.

    They are seen through the pointwise operations, norms, scans and views that follow. `single` has those of
    the operands.
    """

    def of_operand(operand):
        return single.get(id(operand), frozenset())

    if value.op == "argument" or value.op not in OPS:
        return set()
    if OPS[value.op].kind == "pointwise" and value.op != "glu":
        shape = known[id(value)].shape
        dims = set().union(*map(of_operand, value.inputs()))
        return {dim for dim in dims if shape[dim] == 1}
    if value.op in MOVES:
        return {_moved_to(value, dim) for dim in of_operand(value.operands[0])} - {None}

    if value.op == "reshape":  # the size that it infers
        shape = value.at["shape"]
        inferred = {place - len(shape) for place, size in enumerate(shape) if size == -1}
        return {dim for dim in inferred if known[id(value)].shape[dim] == 1}
    if value.op.startswith(("conv", "max_pool", "avg_pool", "lp_pool")):
        dims = range(2 - known[id(value)].dim(), 0)
    elif value.op in ("pixel_shuffle", "pixel_unshuffle"):
        dims = range(-3, 0)
    elif value.op in ("chunk", "glu") or value.op == "slice" and not _takes_one(value):
        dims = [value.at["dim"]]
    elif OPS[value.op].kind == "normalization" or value.op in SCANS | REORDERS:
        dims = ()
    else:
        return set()

    before, after = (known[id(v)].shape for v in (value.operands[0], value))
    shrunk = {dim for dim in dims if after[dim] == 1 < before[dim]}
    return shrunk | {dim for dim in of_operand(value.operands[0]) if after[dim] == 1}


def labels_exceed_classes(value: Value, known: dict[int, torch.Tensor]) -> bool:
    """Whether labels that count up (those of the pairs in a batch) count further than there are classes.

    Shapes alone do not show this. `known` is {id of a Value: tensor} of the operands.
    """
    if value.op not in ("cross_entropy", "nll_loss"):
        return False
    scores, target = value.operands[:2]
    while target.op in CARRIERS:
        target = target.operands[0]
    counts_up = target.op == "arange" and target.at["start"] == 0 and target.at["step"] == 1
    return counts_up and known[id(target)].numel() > number_of_classes(known[id(scores)].shape)


def computes_by_chance(value: Value, known: dict[int, torch.Tensor], single: dict[int, set[int]]) -> bool:
    """Whether PyTorch lets the sizes of these operands pass though no program means them.

    Args:
        value: is asked for after its operands.
        known: {id of a Value: tensor} of the value and its operands.
        single: {id of a Value: dimensions that have one place by chance} of the operands; the value's own
            are added.
    """
    single[id(value)] = _single_by_chance(value, known, single)
    operands = [known[id(o)] for o in value.operands if isinstance(o, Value)]
    if labels_exceed_classes(value, known):
        return True

    if OPS[value.op].kind == "pointwise":  # one place by chance broadcasts against several
        dims = set().union(*(single.get(id(o), ()) for o in value.inputs()))
        return any(dim >= -tensor.dim() and tensor.shape[dim] > 1 for dim in dims for tensor in operands)

    if value.op.startswith("conv_transpose"):
        if operands[0].shape[1] != operands[1].shape[0]:
            return True
        return len(operands) == 3 and operands[2].shape[0] != known[id(value)].shape[1]
    if value.op.startswith("conv") and len(operands) == 3:
        return operands[2].shape[0] != known[id(value)].shape[1]

    if value.op == "chunk":  # unequal parts: the last, of one element, broadcasts against the others
        size, part = (tensor.shape[value.at["dim"]] for tensor in (operands[0], known[id(value)]))
        return part == 1 and size > value.at["chunks"]

    if value.op == "slice" and isinstance(value.at["end"], Word):  # PyTorch ends it where the dimension does
        size, part = (tensor.shape[value.at["dim"]] for tensor in (operands[0], known[id(value)]))
        return isinstance(value.at["start"], int) and part == size - value.at["start"] % size

    if value.op not in ("cross_entropy", "nll_loss") or operands[1].dim() < 2:
        return False
    scores, target = operands[:2]  # labels or, in floating point, a probability of each class
    if target.dtype.is_floating_point:
        return target.shape != scores.shape
    return target.shape[1:] != scores.shape[2:]


def passes_by_chance(value: Value, known: dict[int, torch.Tensor], single: dict[int, set[int]]) -> bool:
    """`computes_by_chance`, or whether indices that follow from sizes are beyond what they index.

    `known` has the tensors of all that the value is computed from. A trace asks for the former alone: its own
    indices are in range, and an input that has the length of a table by chance is no table.
    """
    return computes_by_chance(value, known, single) or indices_exceed(value, known)


def _broadcasts_anew(value, known, traced):
    """Whether an operation broadcasts a dimension that its operands share in the trace.

    known, traced: {id of a Value: tensor without data} of the operands.
    """
    operands = [operand for operand in value.operands if isinstance(operand, Value)]
    if OPS[value.op].kind != "pointwise" or len(operands) < 2:
        return False
    shapes = [[table[id(operand)].shape[::-1] for operand in operands] for table in (known, traced)]
    ranks = [len(shape) for shape in shapes[0]]
    for dim in range(max(ranks)):
        here, there = ({shape[dim] for shape in table if dim < len(shape)} for table in shapes)
        if len(here) > 1 and len(there) == 1:
            return True
    return False


def broadcasts_as_traced(graph, sizes: dict[str, int]) -> bool:
    """Whether a graph broadcasts, at sizes at which it computes, only what it broadcasts in its trace."""
    traced, known = (graph.shapes(one) for one in (graph.sizes, sizes))
    return not any(_broadcasts_anew(value, known, traced) for value in graph.values)


def _chance(graph):
    """`passes_by_chance` for a graph; where its trace has sizes, so is a broadcast that the trace has not."""
    if not graph.sizes:
        return passes_by_chance
    try:
        traced = graph.shapes(graph.sizes)
    except SHAPE_ERRORS:
        return passes_by_chance
    return lambda value, known, single: (
        _broadcasts_anew(value, known, traced) or passes_by_chance(value, known, single)
    )


def shapes_at(graph, sizes: dict[str, int], strict: bool = True) -> dict[int, torch.Tensor] | None:
    """{id of a Value: tensor without data} of a graph at these sizes; None where it does not compute there.

    With `strict`, None too where it computes by chance. A value without elements counts as not computed: some
    releases of PyTorch infer one for a convolution whose kernel is wider than its input.
    """
    try:
        known = graph.shapes(sizes)
    except SHAPE_ERRORS:
        return None
    if any(tensor.numel() == 0 for tensor in known.values() if isinstance(tensor, torch.Tensor)):
        return None
    single = {}
    if strict and any(passes_by_chance(value, known, single) for value in graph.values):
        return None
    return known


def total_elements(graph, sizes: dict[str, int], strict: bool = True) -> float:
    """Elements of all the graph's values together; infinite where it does not compute at these sizes."""
    known = shapes_at(graph, sizes, strict)
    if not known:
        return math.inf
    return sum(tensor.numel() for tensor in known.values() if isinstance(tensor, torch.Tensor))


def fits(graph, sizes: dict[str, int], strict: bool = True) -> bool:
    """Whether the graph computes at these sizes, and not by chance; without `strict`, by chance too."""
    return shapes_at(graph, sizes, strict) is not None


def _size_pool(graph):
    """Sizes to try, small first: ragged ones, and multiples of the integers in the graph."""
    literals = {
        n
        for value in graph.values
        for _, item in value.attributes
        for n in flatten_operands((item,))
        if isinstance(item, int) and 1 < n < 17
    }
    multiples = {m for n in literals for m in (n, n * n, 2 * n * n, n**3) if m <= 256}
    return SMALL_SIZES + tuple(sorted(multiples - set(SMALL_SIZES)))


def _with_groups(graph, sizes):
    """These sizes with the channels of grouped convolutions and norms made to fit the groups."""
    dims = {argument.name: argument.dims for argument in graph.arguments}
    sizes = dict(sizes)
    for value in graph.values:
        if value.op == "group_norm":
            channels = dims.get(value.operands[0].name, (0, 0))[1]
            groups = value.at["num_groups"]
            if isinstance(channels, str) and isinstance(groups, int) and sizes[channels] % groups:
                sizes[channels] = groups * (1 + sizes[channels] % 2)
        groups = value.at.get("groups", 1) if value.op.startswith("conv") else 1
        if not isinstance(groups, int) or groups == 1:  # groups that are a letter are fitted as that letter
            continue
        weight = dims.get(value.operands[1].name)
        if weight is None or not isinstance(weight[0], str):
            continue
        sizes[weight[0]] = groups * sizes[weight[0]]
        x = dims.get(value.operands[0].name, (0, 0))
        if "transpose" not in value.op and isinstance(x[1], str):
            sizes[x[1]] = groups * sizes.get(weight[1], weight[1])
    return sizes


def _sizes_of_constants(graph):
    """Sizes that constants of the graph may fix.

    These are the lengths of slices and windows, the places where they begin and end, and the places where one
    of such a length would end that begins at such a place; and the lengths that a reflection wants.
    """
    lengths = set()
    places = set()
    for at in (value.at for value in graph.values):
        names = ("start", "end", "index", "size", "k")
        start, end, index, *given = (at[name] if isinstance(at.get(name), int) else 0 for name in names)
        places |= {start, end, index}
        lengths |= {abs(end - start) if end or start < 0 else 0, *given}
        if at.get("mode") in ("reflect", "circular"):
            lengths |= {n + 1 for n in at["pad"] if isinstance(n, int) and n > 0}
    lengths.discard(0)
    reached = {abs(place) + length for place in places for length in lengths or SMALL_SIZES[:3]}
    return tuple(sorted(n for n in lengths | places | reached if n > 1))


def _first_misfit(graph, sizes, inferred):
    """(value, shapes of its operands, whether an operand has an inferred size) of the first value that does
    not compute, or computes by chance; None where there is none, or no tensor may be as large as an argument.

    `inferred` are the ids of the values with an inferred size.
    """
    try:
        known = dict(zip(map(id, graph.inputs), graph.metas(sizes)))
    except SHAPE_ERRORS:  # more elements than memory has addresses
        return None
    single = {}
    for value in graph.values:
        is_inferred = any(id(operand) in inferred for operand in value.inputs())
        try:
            known[id(value)] = execute(value, known, sizes, "meta")
            if is_inferred:
                misfits = passes_by_chance(value, known, single)
            else:
                misfits = False
                single[id(value)] = _single_by_chance(value, known, single)
        except SHAPE_ERRORS:
            misfits = True
        if misfits:
            return value, [tuple(known[id(o)].shape) for o in value.inputs()], is_inferred
    return None


def _grouped_channels(value, shapes, sizes):
    """[(size, the size it should have), ...] of the channels or the windows of a grouped convolution."""
    x = shapes[0][1 - len(shapes[1]) :]
    weight = (resolve(value.at["groups"], sizes) * shapes[1][1], *shapes[1][2:])
    if x[0] != weight[0]:
        return [(x[0], weight[0])]
    return [(window, n) for n, window in zip(x, weight) if window > n]  # a kernel shrinks


def _unequal(shapes):
    """[(x, y), ...] of the lengths that two of these shapes have at the same place, where they differ."""
    return [
        (x, y)
        for one, other in itertools.combinations(shapes, 2)
        for x, y in zip(one[::-1], other[::-1])
        if x != y
    ]


def _moves(value, shapes, is_inferred, sizes, grouped):
    """[(letter, new size), ...], each of which may let a value compute that does not."""
    if grouped and value.op in ("conv1d", "conv2d", "conv3d"):
        changes = _grouped_channels(value, shapes, sizes)
        return [(letter, size) for old, size in changes for letter in sizes if sizes[letter] == old]

    if value.op == "reshape":
        target = resolve(value.at["shape"], sizes)
        if -1 in target:  # all elements are to be a multiple of those of the other dimensions
            known = -math.prod(target)
            factor = known // math.gcd(known, math.prod(shapes[0]))
            return [
                (letter, size * factor)
                for letter, size in sizes.items()
                if size in shapes[0] and size * factor <= LARGEST_MENDED
            ]
        return [
            (dim, math.prod(shapes[0]) * sizes[dim] // math.prod(target))
            for dim in value.at["shape"]
            if dim in sizes
        ]

    unequal = _unequal(shapes)
    equal = [
        (letter, y if size == x else x)
        for x, y in unequal
        for letter, size in sizes.items()
        if size in (x, y) and 1 not in (x, y)
    ]
    if not is_inferred:
        return equal
    inferred = [  # a letter that has no place of its own in these shapes
        (letter, size * y // x)
        for x, y in [*unequal, *((y, x) for x, y in unequal)]
        for letter, size in sizes.items()
        if x and size not in (x, y) and size * y % x == 0 and size * y // x <= LARGEST_MENDED
    ]
    return equal + inferred


def _closing_moves(graph, sizes, inferred, misfit):
    """[(letter, new size), ...] that make two lengths of a misfit equal, of which one is a sum of letters.

    How fast they come together is seen where a letter is one larger. So `cat([a, a, a, b[624:]])` beside `b`
    wants an `a` of 208: no letter has a length of the sum.
    """
    value, shapes, _ = misfit
    moves = []
    for letter, size in sizes.items():
        further = _first_misfit(graph, sizes | {letter: size + 1}, inferred)
        if further is None:
            moves.append((letter, size + 1))
        elif further[0] is value:
            for (x, y), (x_further, y_further) in zip(_unequal(shapes), _unequal(further[1])):
                closer = (x_further - x) - (y_further - y)
                if closer and (y - x) % closer == 0 and size + (y - x) // closer > 0:
                    moves.append((letter, size + (y - x) // closer))
    return moves


def _reconciled(graph, sizes, rng, grouped=False, closing=False):
    """`sizes` with letters changed, one after the other, where shapes that should agree do not.

    Two shapes that should agree name two sizes; of the letters of either size one takes the other. Which one
    is drawn: a wrong draw fails, and the caller draws again. With `grouped`, the channels of a convolution
    are those of all its groups; with `closing`, letters are solved for (_closing_moves), if one can be.
    """
    sizes = dict(sizes)
    inferred = _with_inferred_size(graph.values)
    for _ in range(2 * len(sizes)):
        misfit = _first_misfit(graph, sizes, inferred)
        if not misfit:
            return sizes
        moves = closing and _closing_moves(graph, sizes, inferred, misfit)
        moves = moves or _moves(*misfit, sizes, grouped)
        if not moves:
            return sizes
        letter, size = rng.choice(moves)
        sizes[letter] = max(1, size)
    return sizes


def _smallest_that_fit(graph, tried, strict=True):
    """The first of `tried` at which the graph computes and holds at most LARGEST_SMALL_ELEMENTS.

    A letter that follows from others may become large, and the interpreter then takes minutes: so of the
    first MOST_COMPARED at which the graph computes it is the one with the fewest elements. None where there
    are none.
    """
    fitting = (sizes for sizes in tried if fits(graph, sizes, strict))
    least = None
    fewest = math.inf
    for sizes in itertools.islice(fitting, MOST_COMPARED):
        elements = total_elements(graph, sizes, strict)
        if elements < fewest:
            least = sizes
            fewest = elements
        if fewest <= LARGEST_SMALL_ELEMENTS:
            break
    return least


def _some_sizes(graph, pool, rng):
    """Any sizes at which the graph computes, by chance if need be; None where none are found."""
    guesses = [
        _with_groups(graph, {letter: rng.choice(pool[: 6 + attempt // 15]) for letter in graph.letters})
        for attempt in range(400)
    ]
    mended = (_reconciled(graph, drawn, rng) for drawn in guesses)
    tried = [graph.sizes, *guesses] if graph.sizes else guesses
    if graph.sizes and not any(fits(graph, drawn) for drawn in tried):
        # What looks like chance is what the program means.
        if total_elements(graph, graph.sizes, strict=False) <= LARGEST_SMALL_ELEMENTS:
            return graph.sizes
    sizes = _smallest_that_fit(graph, itertools.chain(tried, mended))
    if sizes is None:  # what looks like chance is meant
        sizes = _smallest_that_fit(graph, tried, strict=False)
    if sizes is not None:
        return sizes

    choices = pool[:6] + _sizes_of_constants(graph)
    for closing, count in ((False, 400), (True, 40)):
        guesses = (
            _with_groups(graph, {letter: rng.choice(choices) for letter in graph.letters})
            for _ in range(count)
        )
        mended = (_reconciled(graph, drawn, rng, grouped=True, closing=closing) for drawn in guesses)
        found = itertools.islice((sizes for sizes in mended if fits(graph, sizes)), 5)
        least = min(found, key=lambda sizes: total_elements(graph, sizes), default=None)
        if least is not None:
            return least
    return None


def _with_few_rows(at, seed):
    """The sizes of a KnownShapes, with as few rows in the batch as can be where a network computes much."""
    batch = at.graph.arguments[0].dims[:1]
    rows = FEW_ROWS[seed % len(FEW_ROWS)]
    if not is_deep(at.graph) or at.computed_elements <= MANY_RESULTS_OF_NETWORK:
        return at.sizes
    return shrunk(at, lambda letter, size: [rows] if letter in batch and rows < size else []).sizes


def small_sizes(graph, seed: int) -> dict[str, int]:
    """{letter: size}, small and mostly ragged, at which the graph computes.

    Raises:
        GraphError: none are found.
    """
    letters = graph.letters
    rng = random.Random(seed)
    pool = _size_pool(graph)
    first = rng.sample(pool[:6], 6)
    sizes = dict(zip(letters, itertools.cycle(first)))
    if fits(graph, sizes):
        at = KnownShapes.at(graph, sizes, _chance(graph)) if is_deep(graph) else None
        return _with_few_rows(at, seed) if at else sizes

    at = None
    if graph.sizes and len(graph.values) > MOST_TRIED:
        at = KnownShapes.at(graph, graph.sizes, _chance(graph))
    if at is None:
        sizes = _some_sizes(graph, pool, rng)
        if sizes is None:
            raise GraphError("no small sizes were found at which this graph computes; give it example inputs")
        at = KnownShapes.at(graph, sizes, _chance(graph))
    if at is None and graph.sizes:  # it may be a broadcast that the trace has not
        at = KnownShapes.at(graph, graph.sizes, _chance(graph))
    if at is None:  # what looks like chance is meant
        return sizes

    places = {letter: place % 6 for place, letter in enumerate(letters)}
    image = graph.arguments[0].dims
    sides = IMAGE_SIDES.get(len(image), ()) if is_deep(graph) else ()

    def choices(letter, size):  # first one of its own: equal sizes hide an answer's mistakes
        if sides and letter in image[2:]:
            place = image.index(letter) % 2
            return [n for n in sides[place:] + sides[:place] if n < size]
        place = places[letter]
        return first[place:] + first[:place] + [n for n in pool[6:] if n < size]

    return _with_few_rows(shrunk(at, choices), seed)


def _widths_of_heads(graph):
    """The letters of the last dimension of the queries, keys and values that attention takes."""
    taken = {id(operand) for value in graph.values if value.op == ATTENTION for operand in value.operands[:3]}
    pairs = zip(graph.inputs, graph.arguments)
    return {argument.dims[-1] for value, argument in pairs if id(value) in taken and argument.dims}


def grown_sizes(
    graph, sizes: dict[str, int], grow: tuple[int, ...], most: int = MAX_SAMPLE_ELEMENTS
) -> dict[str, int]:
    """`sizes` with each letter, the last first, at the first of `grow` that keeps within `most` elements, and
    loops within MOST_SAMPLE_STEPS steps.
    """

    at = KnownShapes.at(graph, sizes, _chance(graph))
    if at is None:
        return sizes

    def keeps_within(larger):
        return larger.elements <= most and most_steps(graph.steps, larger.sizes) <= MOST_SAMPLE_STEPS

    widths = _widths_of_heads(graph)
    for letter in reversed(graph.letters):
        tried = [size for size in grow if letter not in widths or size <= WIDEST_HEAD]
        grown = filter(None, (at.with_sizes({letter: size}) for size in tried))
        at = next(filter(keeps_within, grown), at)
    return at.sizes
