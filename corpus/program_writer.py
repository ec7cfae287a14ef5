"""Random PyTorch programs, as people write them: source text as a function of a seed.

A program holds at most one operation that is not pointwise (a matrix product, a convolution, a norm, a
reduction ...), the middle, some pointwise ones before and after it, tensors that are broadcast and values
that are used again. Shapes fit by construction.

Reading order: the writer, one program as it grows; middles; styles.
"""

import ast
import itertools
import random
import re
from collections.abc import Callable

from corpus.spellings import NUMBERS, TABLES

Shape = tuple[int, ...]

# pools of sizes
BATCHES = (2, 4, 8, 16, 32)
WIDTHS = (48, 64, 96, 128, 256, 384, 512, 768, 1024)
LENGTHS = (50, 100, 197, 200, 1000)
SIDES = (28, 30, 40, 56, 60)
CHANNELS = (3, 6, 12, 24)


# ---- the writer -------------------------------------------------------------------------------------------


class ProgramWriter:
    """Lines `target = expression`, the tensors that they take, and the shape of `x`, which the next line is
    about.
    """

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.arguments = {}  # {name: shape}
        self.lines = []  # (target, expression)
        self.dtype = "f16" if rng.random() < 0.03 else "f32"
        self.past = []  # (name, shape) of what was computed or given, and may be used again
        self.renames = rng.random() < 0.4  # a new name for every value, or one that is written over
        self.x = ""
        self.shape = ()

    def sizes(self, *pools: tuple[int, ...]) -> Shape:
        """A size out of each pool, no two alike, so that none is taken for another."""
        sizes = []
        for pool in pools:
            sizes.append(self.rng.choice([size for size in pool if size not in sizes]))
        return tuple(sizes)

    def tensor(self, name: str, shape: Shape) -> str:
        """A new argument; a name that is taken gets a number."""
        names = itertools.chain([name], (f"{name}{number}" for number in itertools.count(2)))
        name = next(new for new in names if new not in self.arguments)
        self.arguments[name] = shape
        return name

    def begin(self, shape: Shape) -> None:
        """The tensor that the program is about."""
        self.x = self.tensor(self.rng.choice(("x", "x", "x", "a", "inp")), shape)
        self.shape = shape
        self.past = [(self.x, shape)]

    def put(self, expression: str, shape: Shape) -> None:
        """The line that gives x its next value, of this shape."""
        self.past.append((self.x, self.shape))
        if self.renames or not self.lines:
            number = str(len(self.lines)) if self.lines else ""
            self.x = self.rng.choice(("h", "out", "t", "y", "z", "v")) + number
        else:  # what x was is gone
            self.past = [(name, known) for name, known in self.past if name != self.x]
        self.lines.append((self.x, expression))
        self.shape = shape

    def spell(self, table: str, **words: object) -> str:
        """A row of a table by weight, one of its spellings, with x and the words in braces filled in."""
        weights = [weight for weight, _ in TABLES[table]]
        [spellings] = self.rng.choices([row for _, row in TABLES[table]], weights)

        def word(match: re.Match) -> str:
            name = match[1]
            return str(words[name] if name in words else self.rng.choice(NUMBERS[name]))

        def tensor(match: re.Match) -> str:
            return self.x if match[1] == "x" else words.get("y", "y")

        text = re.sub(r"\{(\w+)\}", word, self.rng.choice(spellings))
        return re.sub(r"(?<![\w.])([xy])(?![\w(])", tensor, text)

    def another(self) -> str:
        """A tensor that broadcasts to x: a value from before, one of the same shape, or a bias of a usual
        shape.
        """
        known = [name for name, shape in self.past if shape == self.shape and name != self.x]
        if known and self.rng.random() < 0.4:
            return self.rng.choice(known)
        shapes = [self.shape, self.shape, self.shape[-1:], (1,)]
        if len(self.shape) > 2:
            shapes += [self.shape[1:2] + (1,) * (len(self.shape) - 2)] * 2
        if len(self.shape) > 1:
            shapes += [self.shape[:-1] + (1,)]
        shape = self.rng.choice(shapes)
        same = ("y", "b", "other", "z")
        smaller = ("bias", "scale", "b", "gamma", "w")
        return self.tensor(self.rng.choice(same if shape == self.shape else smaller), shape)

    def pointwise(self, number: int) -> None:
        """So many pointwise lines; a fifth of them takes another tensor."""
        for _ in range(number):
            if self.rng.random() < 0.2:
                self.put(self.spell("WITH_ANOTHER", y=self.another()), self.shape)
            else:
                self.put(self.spell("POINTWISE"), self.shape)

    def few(self) -> int:
        """How many pointwise operations stand before or after a middle."""
        return self.rng.choices(range(5), (45, 30, 15, 7, 3))[0]

    def axis(self) -> int:
        """One dimension of x, mostly the last, counted from either end."""
        rank = len(self.shape)
        dim = self.rng.choice((rank - 1, rank - 1, self.rng.randrange(rank)))
        return self.rng.choice((dim, dim - rank, dim - rank))


# ---- middles: what stands between the pointwise operations ------------------------------------------------


def begin_with_any_shape(w: ProgramWriter, ranks: Shape = (1, 2, 2, 2, 3, 3, 4, 4, 5)) -> None:
    """Begins with a tensor of one of the ranks and a few pointwise operations."""
    rank = w.rng.choice(ranks)
    pools = {
        1: [WIDTHS],
        2: [BATCHES, WIDTHS],
        3: [BATCHES, LENGTHS, WIDTHS],
        4: [BATCHES, CHANNELS, SIDES, SIDES],
        5: [BATCHES, CHANNELS, (5, 7, 9, 10), SIDES, SIDES],
    }[rank]
    w.begin(w.sizes(*pools))
    w.pointwise(w.few())


def write_chain(w: ProgramWriter) -> None:
    """Pointwise operations only, one to eight; some begin with two tensors."""
    rank = w.rng.choice((1, 2, 2, 2, 3, 3, 4, 4, 5))
    w.begin(w.sizes(*[BATCHES, WIDTHS, LENGTHS, SIDES, (5, 7, 9)][:rank]))
    if w.rng.random() < 0.4:
        w.put(w.spell("WITH_ANOTHER", y=w.another()), w.shape)
    w.pointwise(w.rng.choices(range(1, 8), (10, 25, 25, 18, 12, 6, 4))[0])


def write_reduction(w: ProgramWriter) -> None:
    """A reduction of one, several or all dimensions; what it was made of may come back after it."""
    begin_with_any_shape(w)
    rank = len(w.shape)
    dims = [w.axis() % rank]
    several = rank > 1 and w.rng.random() < 0.25
    if several:
        dims = sorted(w.rng.sample(range(rank), w.rng.randint(2, rank)))
    if w.rng.random() < 0.1:
        name = w.rng.choice(("sum", "mean", "max", "norm", "std"))
        w.put(w.rng.choice((f"{w.x}.{name}()", f"torch.{name}({w.x})")), ())
        return
    keep = w.rng.random() < 0.4
    written = [dim - rank if w.rng.random() < 0.5 else dim for dim in dims]
    dim = str(tuple(written)) if several else str(written[0])
    table = "OF_ONE_DIM" if not several and w.rng.random() < 0.3 else "REDUCTIONS"
    before = w.x
    full = w.shape
    shape = tuple(
        1 if place in dims else size for place, size in enumerate(full) if keep or place not in dims
    )
    w.put(w.spell(table, dim=dim, keep=", keepdim=True" if keep else ""), shape)
    is_index = "arg" in w.lines[-1][1]
    if keep and w.renames and before != w.x and not is_index and w.rng.random() < 0.4:
        w.put(f"{before} {w.rng.choice('-*/+')} {w.x}", full)  # centred, scaled by its own statistic


def write_norm(w: ProgramWriter) -> None:
    """A softmax or one of the normalisations."""
    begin_with_any_shape(w, (2, 2, 3, 3, 4))
    kind = w.rng.choice(("softmax", "softmax", "layer", "layer", "rms", "group", "instance", "batch"))
    if kind == "softmax":
        w.put(w.spell("NORMS", dim=w.axis()), w.shape)
        return
    eps = w.rng.choice(("", "", ", eps=1e-6", ", eps=1e-3"))
    channels = w.shape[1:2] if kind not in ("layer", "rms") else w.shape[-1:]
    scale = f", weight={w.tensor('weight', channels)}" if w.rng.random() < 0.7 else ""
    shift = f", bias={w.tensor('bias', channels)}" if scale and kind != "rms" else ""
    affine = f"{scale}{shift}{eps}"
    if kind in ("layer", "rms"):
        w.put(f"F.{kind}_norm({w.x}, ({w.shape[-1]},){affine})", w.shape)
    elif kind == "instance" and len(w.shape) > 2:
        w.put(f"F.instance_norm({w.x}{affine})", w.shape)
    elif kind == "group" and len(w.shape) > 2:
        groups = next(number for number in (8, 4, 3, 2, 1) if w.shape[1] % number == 0)
        w.put(f"F.group_norm({w.x}, {groups}{affine})", w.shape)
    else:
        mean = w.tensor("running_mean", channels)
        var = w.tensor("running_var", channels)
        w.put(f"F.batch_norm({w.x}, {mean}, {var}.abs(){affine})", w.shape)


def write_linear(w: ProgramWriter, inner: int, columns: int) -> None:
    """x times a weight of (columns, inner), with a bias or without."""
    weight = w.tensor("weight", (columns, inner))
    bias = w.tensor("bias", (columns,)) if w.rng.random() < 0.7 else ""
    if bias:
        spellings = [f"F.linear({w.x}, {weight}, {bias})", f"{w.x} @ {weight}.T + {bias}"]
    else:
        spellings = [f"F.linear({w.x}, {weight})", f"{w.x} @ {weight}.t()"]
    w.put(w.rng.choice(spellings), w.shape[:-1] + (columns,))


def write_product(w: ProgramWriter) -> None:
    """A matrix product in one of its layouts."""
    batch, rows, inner, columns = w.sizes(BATCHES, LENGTHS, WIDTHS, WIDTHS)
    kind = w.rng.choice(("mm", "mm", "linear", "linear", "linear", "bmm", "transposed", "batched", "vector"))
    linear = w.rng.choice(((rows, inner), (batch, rows, inner)))
    batched = (batch, rows, inner)
    w.begin({"bmm": batched, "batched": batched, "linear": linear}.get(kind, (rows, inner)))
    w.pointwise(w.few())
    if kind == "linear":
        write_linear(w, inner, columns)
        return
    if kind == "vector":
        w.put(f"torch.mv({w.x}, {w.tensor('v', (inner,))})", (rows,))
        return
    other = {"bmm": (batch, inner, columns), "transposed": (columns, inner)}.get(kind, (inner, columns))
    y = w.tensor(w.rng.choice(("w", "y", "b", "weight")), other)
    if kind == "transposed":
        y = f"{y}.T"
    function = "bmm" if kind == "bmm" else "matmul"
    spellings = (f"{w.x} @ {y}", f"torch.matmul({w.x}, {y})", f"torch.{function}({w.x}, {y})")
    w.put(w.rng.choice(spellings), w.shape[:-1] + (columns,))


def write_convolution(w: ProgramWriter) -> None:
    """A convolution in 1 to 3 dimensions, or a transposed one."""
    rank = w.rng.choice((1, 2, 2, 2, 3))
    transposed = w.rng.random() < 0.2
    batch, out = w.sizes((2, 4, 8, 16), (18, 36, 72))
    groups = w.rng.choice((1, 1, 1, 1, 3, 6))
    channels = 6 if groups > 1 else w.rng.choice(CHANNELS)
    sides = w.rng.sample(SIDES, rank)
    w.begin((batch, channels, *sides))
    w.pointwise(w.few())
    kernel = w.rng.choice((1, 3, 3, 3, 5, 7))
    stride = w.rng.choice((1, 1, 1, 2, 2, 3))
    padding = min(w.rng.choice((0, 1, 1, 2, 3)), kernel // 2)
    dilation = w.rng.choice((1, 1, 1, 1, 2))
    if kernel == 1:
        dilation = 1
    shape = (channels, out // groups) if transposed else (out, channels // groups)
    weight = w.tensor("weight", (*shape, *[kernel] * rank))
    bias = ", " + w.tensor("bias", (out,)) if w.rng.random() < 0.7 else ""
    options = {
        "stride": (stride, 1),
        "padding": (padding, 0),
        "dilation": (dilation, 1),
        "groups": (groups, 1),
    }
    written = "".join(f", {name}={value}" for name, (value, usual) in options.items() if value != usual)
    reach = dilation * (kernel - 1)
    if transposed:
        sides = [(side - 1) * stride - 2 * padding + reach + 1 for side in sides]
    else:
        sides = [(side + 2 * padding - reach - 1) // stride + 1 for side in sides]
    function = f"F.conv{'_transpose' if transposed else ''}{rank}d"
    w.put(f"{function}({w.x}, {weight}{bias}{written})", (batch, out, *sides))


def write_pooling(w: ProgramWriter) -> None:
    """Max, average or global pooling."""
    rank = w.rng.choice((1, 2, 2, 2, 3))
    w.begin((*w.sizes((2, 4, 8, 16), CHANNELS), *w.rng.sample(SIDES, rank)))
    w.pointwise(w.few())
    kind = w.rng.choice(("max", "avg", "avg", "adaptive"))
    kernel = w.rng.choice((2, 2, 3, 3, 4, 5))
    if kind == "adaptive":
        kind = w.rng.choice(("avg", "max"))
        w.put(f"F.adaptive_{kind}_pool{rank}d({w.x}, 1)", w.shape[:2] + (1,) * rank)
        return
    stride = w.rng.choice((kernel, kernel, 1, 2, 3))
    padding = w.rng.choice((0, 0, 1))
    written = f", stride={stride}" if stride != kernel else ""
    written += f", padding={padding}" if padding else ""
    sides = tuple((side + 2 * padding - kernel) // stride + 1 for side in w.shape[2:])
    w.put(f"F.{kind}_pool{rank}d({w.x}, {kernel}{written})", w.shape[:2] + sides)


def write_loss(w: ProgramWriter) -> None:
    """A loss of two tensors."""
    begin_with_any_shape(w, (1, 2, 2, 3))
    if w.rng.random() < 0.4:
        target = w.tensor("target", w.shape)
        w.put(w.spell("LOSSES", y=target, how=w.rng.choice(("", "", ', reduction="sum"'))), ())
        return
    name = w.rng.choice(("mse_loss", "l1_loss", "smooth_l1_loss"))
    w.put(f'F.{name}({w.x}, {w.tensor("target", w.shape)}, reduction="none")', w.shape)


def write_attention(w: ProgramWriter) -> None:
    """Scaled dot-product attention, causal or not."""
    batch, heads, queries, keys, width = w.sizes(BATCHES, (3, 6, 12), LENGTHS, LENGTHS, (32, 48, 64))
    causal = w.rng.random() < 0.4
    w.begin((batch, heads, queries, width))
    k, v = (w.tensor(name, (batch, heads, queries if causal else keys, width)) for name in ("k", "v"))
    option = ", is_causal=True" if causal else ""
    w.put(f"F.scaled_dot_product_attention({w.x}, {k}, {v}{option})", w.shape)


def write_scan(w: ProgramWriter) -> None:
    """A scan, a sort or a movement along a dimension."""
    begin_with_any_shape(w, (2, 2, 3))
    w.put(w.spell("SCANS", dim=w.axis()), w.shape)


MIDDLES: dict[Callable, int] = {  # percent of the programs
    write_chain: 24,
    write_reduction: 18,
    write_norm: 13,
    write_product: 15,
    write_convolution: 13,
    write_pooling: 5,
    write_loss: 5,
    write_attention: 3,
    write_scan: 4,
}


# ---- styles -----------------------------------------------------------------------------------------------


class InlinedName(ast.NodeTransformer):
    """Puts an expression in the place of a name."""

    def __init__(self, name: str, value: ast.expr):
        self.name = name
        self.value = value

    def visit_Name(self, node):
        return self.value if node.id == self.name else node


def times_used(name: str, text: str) -> int:
    """How often a name stands in an expression."""
    return len(re.findall(rf"\b{name}\b", text))


def nested(lines: list[tuple[str, str]], rng: random.Random) -> list[tuple[str, str]]:
    """Some lines written into the next one, which is the only one that reads them."""
    kept = lines[:1]
    for place, (target, expression) in enumerate(lines[1:], 1):
        before, value = kept[-1]
        is_read_later = before != target and any(times_used(before, text) for _, text in lines[place + 1 :])
        if (
            rng.random() < 0.5
            and times_used(before, expression) == 1
            and not is_read_later
            and len(value) + len(expression) < 90
        ):
            inner = ast.parse(value, mode="eval").body
            tree = InlinedName(before, inner).visit(ast.parse(expression, mode="eval"))
            kept[-1] = (target, ast.unparse(tree))
        else:
            kept.append((target, expression))
    return kept


def source_of(w: ProgramWriter) -> str:
    """The source text of what a writer holds: statements or a function, sizes in comments or annotations."""
    lines = nested(w.lines, w.rng) if w.rng.random() < 0.5 else w.lines
    hints = {name: f"{w.dtype}[{', '.join(map(str, shape))}]" for name, shape in w.arguments.items()}
    comments = [f"# {name}: {hint}" for name, hint in hints.items()]
    body = [f"{target} = {value}" for target, value in lines]
    if w.rng.random() < 0.4:
        return "\n".join([*comments, *body]) + "\n"
    target, value = lines[-1]
    body[-1:] = [f"return {value}"] if w.rng.random() < 0.5 else [body[-1], f"return {target}"]
    annotated = w.rng.random() < 0.5
    arguments = ", ".join(f'{name}: "{hint}"' if annotated else name for name, hint in hints.items())
    name = w.rng.choice(("forward", "fused", "f", "compute", "layer", "op", "fn"))
    indented = ["    " + line for line in ([] if annotated else comments) + body]
    return "\n".join([f"def {name}({arguments}):", *indented]) + "\n"


def write_program(seed: str) -> str:
    """The program of a seed: source text."""
    w = ProgramWriter(random.Random(seed))
    [middle] = w.rng.choices(list(MIDDLES), MIDDLES.values())
    if middle not in (write_chain, write_reduction):
        w.dtype = "f32"
    middle(w)
    ends_in_floats = not any(word in w.lines[-1][1] for word in ("arg", ".any(", ".all("))
    if middle is not write_chain and ends_in_floats:
        w.pointwise(w.few())
    return source_of(w)
