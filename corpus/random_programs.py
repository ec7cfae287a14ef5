"""random_programs."""

from corpus.extraction import load_pairs
from corpus.journal import Journal
from corpus.settings import JOURNALS
from corpus.splits import split_of
from corpus.workers import Workers
from python_to_triton import frontend
from python_to_triton import verification
import argparse
import ast
import contextlib
import hashlib
import itertools
import json
import random
import re
from pathlib import Path
import torch

from triton_ops.code_hash import code_hash
from triton_ops import CORES
from triton_ops import progress
from triton_ops import replacing


JOURNALS = JOURNALS / "prompts"


BATCH = 50  # programs that a worker draws at once


NUMBERS = {
    "factor": (
        0.1,
        0.125,
        0.25,
        0.3,
        0.5,
        0.7,
        0.75,
        1.2,
        1.5,
        1.702,
        2,
        2.0,
        2.5,
        3.0,
        4.0,
        5.0,
        8.0,
        10.0,
        -1.0,
        -0.5,
        -2.0,
    ),
    "shift": (0.01, 0.1, 0.2, 0.5, 1, 1.0, 1.5, 2.0, 3.0, 5.0, -0.1, -0.5, -1.0, -2.0),
    "slope": (0.001, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3),
    "positive": (0.1, 0.25, 0.5, 0.8, 1.0, 1.3, 1.5, 2.0, 3.0),
    "low": (-3.0, -2.0, -1.5, -1.0, -0.5, -0.1, 0.0),
    "high": (0.1, 0.5, 1.0, 1.5, 2.0, 3.0, 6.0),
    "level": (-1.0, -0.5, 0, 0.0, 0.1, 0.5, 1.0),
    "small": (1e-8, 1e-6, 1e-5, 1e-3, 0.1, 1.0),
}


POINTWISE = """
    9 torch.relu(x) | F.relu(x) | x.relu() | nn.ReLU()(x) | x.clamp(min=0) | torch.maximum(x, torch.zeros_like(x))
    6 torch.sigmoid(x) | x.sigmoid() | F.sigmoid(x) | nn.Sigmoid()(x) | 1 / (1 + torch.exp(-x))
    6 torch.tanh(x) | x.tanh() | F.tanh(x) | nn.Tanh()(x)
    6 F.gelu(x) | nn.GELU()(x) | F.gelu(x, approximate="tanh") | nn.GELU(approximate="tanh")(x)
    5 F.silu(x) | nn.SiLU()(x) | x * torch.sigmoid(x) | x * x.sigmoid()
    4 F.leaky_relu(x) | F.leaky_relu(x, {slope}) | F.leaky_relu(x, negative_slope={slope}) | nn.LeakyReLU({slope})(x)
    2 F.elu(x) | F.elu(x, alpha={positive}) | nn.ELU({positive})(x) | F.selu(x) | F.celu(x, alpha={positive})
    2 F.softplus(x) | F.softplus(x, beta={positive}) | nn.Softplus()(x) | F.mish(x) | x * torch.tanh(F.softplus(x)) | F.logsigmoid(x)
    3 F.hardswish(x) | F.hardsigmoid(x) | F.relu6(x) | F.hardtanh(x, {low}, {high}) | F.softsign(x) | x / (1 + x.abs())
    2 F.softshrink(x, {slope}) | F.hardshrink(x, {positive}) | F.tanhshrink(x) | x - torch.tanh(x) | F.threshold(x, {slope}, {slope})
    4 torch.clamp(x, {low}, {high}) | x.clamp(min={low}, max={high}) | torch.clamp(x, min={low}) | x.clamp(max={high})
    9 x * {factor} | {factor} * x | torch.mul(x, {factor}) | x.mul({factor})
    9 x + {shift} | x - {shift} | {shift} + x | torch.add(x, {shift}) | {shift} - x | x.add({shift})
    4 x / {positive} | torch.div(x, {positive}) | x.div({positive}) | x * {factor} + {shift} | (x - {shift}) / {positive}
    3 torch.square(x) | x ** 2 | x.pow(2) | x * x | torch.pow(x, 2) | x ** 3
    2 torch.exp(-x.abs()) | torch.exp(-x * x) | torch.exp(x.clamp(max={high})) | torch.exp(x) | x.exp()
    3 torch.abs(x) | x.abs() | torch.neg(x) | -x | torch.sign(x) * torch.sqrt(x.abs())
    2 torch.sqrt(x.abs() + {small}) | (x * x + {small}).sqrt() | torch.rsqrt(x.abs() + {positive}) | 1.0 / (x.abs() + {positive})
    2 torch.log(x.abs() + {positive}) | torch.log1p(x.abs()) | torch.log(F.relu(x) + {positive}) | torch.log1p(torch.exp(-x.abs()))
    3 torch.sin(x) | torch.cos(x) | x.sin() | torch.erf(x) | torch.atan(x) | torch.asinh(x) | torch.sin(x) + x
    1 torch.floor(x) | torch.round(x) | torch.ceil(x * {factor}) | torch.trunc(x) | torch.fmod(x, {positive}) | torch.remainder(x, {positive})
    2 torch.where(x > {level}, x, {factor} * x) | torch.where(x < {level}, torch.zeros_like(x), x) | x * (x > {level}).float()
    1 (x > {level}).float() | torch.expm1(x.clamp(max={high})) | torch.sinh(x.clamp({low}, {high})) | torch.nan_to_num(x)
"""


WITH_ANOTHER = """
    9 x + y | torch.add(x, y) | x.add(y) | y + x | torch.add(x, y, alpha={factor}) | x + {factor} * y
    8 x * y | torch.mul(x, y) | x.mul(y) | x * (1 + y) | x * y + x
    4 x - y | torch.sub(x, y) | y - x | (x - y).abs() | (x - y) ** 2
    2 x / (y.abs() + {positive}) | x / (1.0 + torch.exp(y)) | torch.div(x, y * y + {positive})
    3 x * torch.sigmoid(y) | F.silu(x) * y | x * F.gelu(y) | torch.tanh(x) * torch.sigmoid(y) | F.relu(x) * y
    2 torch.maximum(x, y) | torch.minimum(x, y) | torch.max(x, y) | torch.where(x > y, x, y) | torch.where(y > {level}, x, y)
    1 torch.hypot(x, y) | torch.atan2(x, y) | torch.lerp(x, y, {slope}) | torch.logaddexp(x, y) | torch.copysign(x, y) | (x > y).float()
"""


REDUCTIONS = """
    6 torch.sum(x, dim={dim}{keep}) | x.sum({dim}{keep}) | x.sum(dim={dim}{keep})
    6 torch.mean(x, dim={dim}{keep}) | x.mean({dim}{keep}) | x.mean(dim={dim}{keep})
    4 torch.amax(x, dim={dim}{keep}) | x.amax({dim}{keep}) | torch.amin(x, dim={dim}{keep}) | x.amin({dim}{keep})
    3 torch.logsumexp(x, dim={dim}{keep}) | x.logsumexp({dim}{keep})
    3 torch.var(x, dim={dim}{keep}) | x.std(dim={dim}{keep}) | x.var(dim={dim}, unbiased=False{keep}) | torch.std(x, dim={dim}{keep}, correction=0)
    3 torch.norm(x, dim={dim}{keep}) | torch.linalg.vector_norm(x, dim={dim}{keep}) | x.norm(p=1, dim={dim}{keep})
"""


OF_ONE_DIM = """
    4 torch.max(x, dim={dim}{keep}).values | x.max({dim}{keep})[0] | torch.min(x, dim={dim}{keep})[0] | x.min({dim}{keep}).values
    3 torch.argmax(x, dim={dim}{keep}) | x.argmax({dim}{keep}) | torch.argmin(x, dim={dim}{keep})
    1 torch.prod(x, dim={dim}{keep}) | x.prod({dim}{keep}) | (x > {level}).any(dim={dim}{keep}) | (x > {low}).all(dim={dim}{keep})
"""


NORMS = """
    5 F.softmax(x, dim={dim}) | torch.softmax(x, dim={dim}) | x.softmax({dim}) | nn.Softmax(dim={dim})(x)
    3 F.log_softmax(x, dim={dim}) | torch.log_softmax(x, dim={dim}) | x.log_softmax({dim})
"""


SCANS = """
    5 torch.cumsum(x, dim={dim}) | x.cumsum({dim}) | x.cumsum(dim={dim})
    1 torch.cumprod(x, dim={dim}) | torch.logcumsumexp(x, dim={dim}) | torch.cummax(x, dim={dim}).values | torch.cummax(x, dim={dim})[0]
    1 torch.cumsum(x.flip({dim}), dim={dim}).flip({dim}) | torch.sort(x, dim={dim}).values | torch.flip(x, (({dim}),))
    1 torch.roll(x, 1, {dim}) | torch.roll(x, shifts=-2, dims={dim}) | x.flip({dim}) | torch.tril(x) | torch.triu(x, diagonal=1)
"""


LOSSES = """
    4 F.mse_loss(x, y{how}) | nn.MSELoss()(x, y) | torch.mean((x - y) ** 2) | (x - y).pow(2).mean()
    3 F.l1_loss(x, y{how}) | nn.L1Loss()(x, y) | torch.mean(torch.abs(x - y)) | (x - y).abs().sum()
    3 F.smooth_l1_loss(x, y{how}) | F.smooth_l1_loss(x, y, beta={positive}) | F.huber_loss(x, y, delta={positive}) | nn.HuberLoss()(x, y)
    2 F.binary_cross_entropy_with_logits(x, torch.sigmoid(y){how}) | F.kl_div(F.log_softmax(x, dim=-1), F.softmax(y, dim=-1){how})
    1 F.soft_margin_loss(x, torch.sign(y){how}) | torch.mean(torch.clamp(1 - x * y, min=0)) | 1 - F.cosine_similarity(x, y, dim=-1)
"""


def rows_of(table):
    """[(weight, spellings)] of a table."""
    rows = [line.split(None, 1) for line in table.strip().splitlines()]
    return [(int(weight), spellings.split(" | ")) for weight, spellings in rows]


TABLES = {
    name: rows_of(table)
    for name, table in list(globals().items())
    if isinstance(table, str) and name.isupper()
}


BATCHES, WIDTHS, LENGTHS, SIDES = (
    (2, 4, 8, 16, 32),
    (48, 64, 96, 128, 256, 384, 512, 768, 1024),
    (50, 100, 197, 200, 1000),
    (28, 30, 40, 56, 60),
)


class Writer:
    """Lines `target = expression`, the tensors that they take, and the shape of `x`, which the next line is
    about.
    """

    def __init__(self, rng):
        self.rng, self.arguments, self.lines = rng, {}, []
        self.dtype = "f16" if rng.random() < 0.03 else "f32"
        self.past = []  # (name, shape) of what was computed or given, and may be used again
        self.renames = rng.random() < 0.4  # a new name for every value, or one that is written over

    def sizes(self, *pools):
        """A size out of each pool, no two alike, so that none is taken for another."""
        sizes = []
        for pool in pools:
            sizes.append(self.rng.choice([size for size in pool if size not in sizes]))
        return tuple(sizes)

    def tensor(self, name, shape):
        """A new argument; a name that is taken gets a number."""
        name = next(
            new
            for new in itertools.chain([name], (f"{name}{number}" for number in itertools.count(2)))
            if new not in self.arguments
        )
        self.arguments[name] = shape
        return name

    def begin(self, shape):
        """The tensor that the program is about."""
        self.x, self.shape = self.tensor(self.rng.choice(("x", "x", "x", "a", "inp")), shape), shape
        self.past = [(self.x, shape)]

    def put(self, expression, shape):
        """The line that gives x its next value, of this shape."""
        self.past.append((self.x, self.shape))
        if self.renames or not self.lines:
            self.x = self.rng.choice(("h", "out", "t", "y", "z", "v")) + (
                str(len(self.lines)) if self.lines else ""
            )
        else:  # what x was is gone
            self.past = [(name, known) for name, known in self.past if name != self.x]
        self.lines.append((self.x, expression))
        self.shape = shape

    def spell(self, table, **words):
        """A row of a table by weight, one of its spellings, with x and the numbers filled in."""
        rows = TABLES[table]
        text = self.rng.choice(self.rng.choices([row for _, row in rows], [weight for weight, _ in rows])[0])
        text = re.sub(
            r"\{(\w+)\}",
            lambda word: str(
                words.get(word[1], "") if word[1] in words else self.rng.choice(NUMBERS[word[1]])
            ),
            text,
        )
        return re.sub(
            r"(?<![\w.])([xy])(?![\w(])", lambda name: self.x if name[1] == "x" else words.get("y", "y"), text
        )

    def another(self):
        """A tensor that broadcasts to x: a bias of one of the usual shapes, a value from before, or one of
        the same shape.
        """
        known = [name for name, shape in self.past if shape == self.shape and name != self.x]
        if known and self.rng.random() < 0.4:
            return self.rng.choice(known)
        shapes = [self.shape, self.shape, self.shape[-1:], (1,)]
        shapes += [self.shape[1:2] + (1,) * (len(self.shape) - 2)] * 2 if len(self.shape) > 2 else []
        shapes += [self.shape[:-1] + (1,)] if len(self.shape) > 1 else []
        shape = self.rng.choice(shapes)
        return self.tensor(
            self.rng.choice(
                ("y", "b", "other", "z") if shape == self.shape else ("bias", "scale", "b", "gamma", "w")
            ),
            shape,
        )

    def pointwise(self, number):
        """So many pointwise lines; a fifth of them takes another tensor."""
        for _ in range(number):
            if self.rng.random() < 0.2:
                self.put(self.spell("WITH_ANOTHER", y=self.another()), self.shape)
            else:
                self.put(self.spell("POINTWISE"), self.shape)

    def some(self):
        """How many pointwise operations stand before or after a middle."""
        return self.rng.choices(range(5), (45, 30, 15, 7, 3))[0]


def any_shape(w, ranks=(1, 2, 2, 2, 3, 3, 4, 4, 5)):
    """Begins with a tensor of any rank and some pointwise operations."""
    rank = w.rng.choice(ranks)
    pools = {
        1: [WIDTHS],
        2: [BATCHES, WIDTHS],
        3: [BATCHES, LENGTHS, WIDTHS],
        4: [BATCHES, (3, 6, 12, 24), SIDES, SIDES],
        5: [BATCHES, (3, 6, 12, 24), (5, 7, 9, 10), SIDES, SIDES],
    }[rank]
    w.begin(w.sizes(*pools))
    w.pointwise(w.some())


def chain(w):
    """Pointwise operations only, one to eight; some begin with two tensors."""
    rank = w.rng.choice((1, 2, 2, 2, 3, 3, 4, 4, 5))
    w.begin(w.sizes(*[BATCHES, WIDTHS, LENGTHS, SIDES, (5, 7, 9)][:rank]))
    if w.rng.random() < 0.4:
        w.put(w.spell("WITH_ANOTHER", y=w.another()), w.shape)
    w.pointwise(w.rng.choices(range(1, 8), (10, 25, 25, 18, 12, 6, 4))[0])


def axis(w):
    """One dimension of x, counted from either end."""
    dim = w.rng.choice((len(w.shape) - 1, len(w.shape) - 1, w.rng.randrange(len(w.shape))))
    return w.rng.choice((dim, dim - len(w.shape), dim - len(w.shape)))


def reduction(w):
    """A reduction of one, several or all dimensions; what it was made of may come back after it."""
    any_shape(w)
    dims = [axis(w) % len(w.shape)]
    several = len(w.shape) > 1 and w.rng.random() < 0.25
    if several:
        dims = sorted(w.rng.sample(range(len(w.shape)), w.rng.randint(2, len(w.shape))))
    if w.rng.random() < 0.1:
        name = w.rng.choice(("sum", "mean", "max", "norm", "std"))
        return w.put(w.rng.choice((f"{w.x}.{name}()", f"torch.{name}({w.x})")), ())
    keep = w.rng.random() < 0.4
    written = [dim - len(w.shape) if w.rng.random() < 0.5 else dim for dim in dims]
    dim = str(tuple(written)) if several else str(written[0])
    table = "OF_ONE_DIM" if not several and w.rng.random() < 0.3 else "REDUCTIONS"
    shape = tuple(
        1 if place in dims else size for place, size in enumerate(w.shape) if keep or place not in dims
    )
    before, known = w.x, w.shape
    w.put(w.spell(table, dim=dim, keep=", keepdim=True" if keep else ""), shape)
    if keep and w.renames and before != w.x and "arg" not in w.lines[-1][1] and w.rng.random() < 0.4:
        w.put(f"{before} {w.rng.choice('-*/+')} {w.x}", known)  # centred, scaled by its own statistic


def norm(w):
    """A softmax or one of the normalisations."""
    any_shape(w, (2, 2, 3, 3, 4))
    kind = w.rng.choice(("softmax", "softmax", "layer", "layer", "rms", "group", "instance", "batch"))
    if kind == "softmax":
        return w.put(w.spell("NORMS", dim=axis(w)), w.shape)
    eps = w.rng.choice(("", "", ", eps=1e-6", ", eps=1e-3"))
    channels = w.shape[1:2] if kind not in ("layer", "rms") else w.shape[-1:]
    scale = f", weight={w.tensor('weight', channels)}" if w.rng.random() < 0.7 else ""
    shift = f", bias={w.tensor('bias', channels)}" if scale and kind != "rms" else ""
    affine = f"{scale}{shift}{eps}"
    if kind in ("layer", "rms"):
        return w.put(f"F.{kind}_norm({w.x}, ({w.shape[-1]},){affine})", w.shape)
    if kind == "instance" and len(w.shape) > 2:
        return w.put(f"F.instance_norm({w.x}{affine})", w.shape)
    if kind == "group" and len(w.shape) > 2:
        return w.put(
            f"F.group_norm({w.x}, {next(n for n in (8, 4, 3, 2, 1) if w.shape[1] % n == 0)}{affine})", w.shape
        )
    mean, var = w.tensor("running_mean", channels), w.tensor("running_var", channels)
    w.put(f"F.batch_norm({w.x}, {mean}, {var}.abs(){affine})", w.shape)


def product(w):
    """A matrix product in one of its layouts."""
    batch, rows, inner, columns = w.sizes(BATCHES, LENGTHS, WIDTHS, WIDTHS)
    kind = w.rng.choice(("mm", "mm", "linear", "linear", "linear", "bmm", "transposed", "batched", "vector"))
    w.begin(
        {
            "bmm": (batch, rows, inner),
            "batched": (batch, rows, inner),
            "linear": w.rng.choice(((rows, inner), (batch, rows, inner))),
        }.get(kind, (rows, inner))
    )
    w.pointwise(w.some())
    shape = w.shape[:-1] + (columns,)
    if kind == "linear":
        weight, bias = (
            w.tensor("weight", (columns, inner)),
            w.tensor("bias", (columns,)) if w.rng.random() < 0.7 else "",
        )
        return w.put(
            w.rng.choice(
                (
                    [f"F.linear({w.x}, {weight}, {bias})", f"{w.x} @ {weight}.T + {bias}"]
                    if bias
                    else [f"F.linear({w.x}, {weight})", f"{w.x} @ {weight}.t()"]
                )
            ),
            shape,
        )
    if kind == "vector":
        return w.put(f"torch.mv({w.x}, {w.tensor('v', (inner,))})", (rows,))
    other = {"bmm": (batch, inner, columns), "transposed": (columns, inner)}.get(kind, (inner, columns))
    y = w.tensor(w.rng.choice(("w", "y", "b", "weight")), other)
    y = f"{y}.T" if kind == "transposed" else y
    w.put(
        w.rng.choice(
            (
                f"{w.x} @ {y}",
                f"torch.matmul({w.x}, {y})",
                f"torch.{'bmm' if kind == 'bmm' else 'matmul'}({w.x}, {y})",
            )
        ),
        shape,
    )


def convolution(w):
    """A convolution in 1 to 3 dimensions, or a transposed one."""
    rank, transposed = w.rng.choice((1, 2, 2, 2, 3)), w.rng.random() < 0.2
    batch, out = w.sizes((2, 4, 8, 16), (18, 36, 72))
    groups = w.rng.choice((1, 1, 1, 1, 3, 6))
    channels = 6 if groups > 1 else w.rng.choice((3, 6, 12, 24))
    sides = w.rng.sample(SIDES, rank)
    w.begin((batch, channels, *sides))
    w.pointwise(w.some())
    kernel, stride, padding, dilation = (
        w.rng.choice(pool)
        for pool in ((1, 3, 3, 3, 5, 7), (1, 1, 1, 2, 2, 3), (0, 1, 1, 2, 3), (1, 1, 1, 1, 2))
    )
    padding, dilation = min(padding, kernel // 2), dilation if kernel > 1 else 1
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
    w.put(
        f"F.conv{'_transpose' if transposed else ''}{rank}d({w.x}, {weight}{bias}{written})",
        (batch, out, *sides),
    )


def pooling(w):
    """Max, average or global pooling."""
    rank = w.rng.choice((1, 2, 2, 2, 3))
    w.begin((*w.sizes((2, 4, 8, 16), (3, 6, 12, 24)), *w.rng.sample(SIDES, rank)))
    w.pointwise(w.some())
    kind, kernel = w.rng.choice(("max", "avg", "avg", "adaptive")), w.rng.choice((2, 2, 3, 3, 4, 5))
    if kind == "adaptive":
        return w.put(
            f"F.adaptive_{w.rng.choice(('avg', 'max'))}_pool{rank}d({w.x}, 1)", w.shape[:2] + (1,) * rank
        )
    stride, padding = w.rng.choice((kernel, kernel, 1, 2, 3)), w.rng.choice((0, 0, 1))
    written = (f", stride={stride}" if stride != kernel else "") + (f", padding={padding}" if padding else "")
    shape = w.shape[:2] + tuple((side + 2 * padding - kernel) // stride + 1 for side in w.shape[2:])
    w.put(f"F.{kind}_pool{rank}d({w.x}, {kernel}{written})", shape)


def loss(w):
    """A loss of two tensors."""
    any_shape(w, (1, 2, 2, 3))
    if w.rng.random() < 0.4:
        return w.put(
            w.spell("LOSSES", y=w.tensor("target", w.shape), how=w.rng.choice(("", "", ', reduction="sum"'))),
            (),
        )
    w.put(
        f'F.{w.rng.choice(("mse_loss", "l1_loss", "smooth_l1_loss"))}({w.x}, {w.tensor("target", w.shape)}, reduction="none")',
        w.shape,
    )


def attention(w):
    """Attention."""
    batch, heads, queries, keys, width = w.sizes(BATCHES, (3, 6, 12), LENGTHS, LENGTHS, (32, 48, 64))
    causal = w.rng.random() < 0.4
    w.begin((batch, heads, queries, width))
    k, v = (w.tensor(name, (batch, heads, queries if causal else keys, width)) for name in ("k", "v"))
    w.put(f"F.scaled_dot_product_attention({w.x}, {k}, {v}{', is_causal=True' if causal else ''})", w.shape)


def scan(w):
    """A scan, a sort or a movement along a dimension."""
    any_shape(w, (2, 2, 3))
    w.put(w.spell("SCANS", dim=axis(w)), w.shape)


MIDDLES = {
    chain: 24,
    reduction: 18,
    norm: 13,
    product: 15,
    convolution: 13,
    pooling: 5,
    loss: 5,
    attention: 3,
    scan: 4,
}


class Inline(ast.NodeTransformer):
    """Puts an expression in the place of a name."""

    def __init__(self, name, value):
        self.name, self.value = name, value

    def visit_Name(self, node):
        return self.value if node.id == self.name else node


def uses(text, name):
    return len(re.findall(rf"\b{name}\b", text))


def nested(lines, rng):
    """Some lines written into the next one, which is the only one that reads them."""
    kept = lines[:1]
    for place, (target, expression) in enumerate(lines[1:], 1):
        before, value = kept[-1]
        later = sum(uses(text, before) for _, text in lines[place + 1 :]) if before != target else 0
        if (
            rng.random() < 0.5
            and uses(expression, before) == 1
            and not later
            and len(value) + len(expression) < 90
        ):
            tree = Inline(before, ast.parse(value, mode="eval").body).visit(
                ast.parse(expression, mode="eval")
            )
            kept[-1] = (target, ast.unparse(tree))
        else:
            kept.append((target, expression))
    return kept


def source_of(w):
    """The source text of what a writer holds: statements or a function, sizes in comments or annotations."""
    lines = nested(w.lines, w.rng) if w.rng.random() < 0.5 else w.lines
    hints = {name: f"{w.dtype}[{', '.join(map(str, shape))}]" for name, shape in w.arguments.items()}
    comments = [f"# {name}: {hint}" for name, hint in hints.items()]
    if w.rng.random() < 0.4:
        return "\n".join([*comments, *(f"{target} = {value}" for target, value in lines)]) + "\n"
    body = [f"{target} = {value}" for target, value in lines]
    body[-1:] = [f"return {lines[-1][1]}"] if w.rng.random() < 0.5 else [body[-1], f"return {lines[-1][0]}"]
    annotated = w.rng.random() < 0.5
    arguments = ", ".join(f'{name}: "{hint}"' if annotated else name for name, hint in hints.items())
    name = w.rng.choice(("forward", "fused", "f", "compute", "layer", "op", "fn"))
    return (
        "\n".join(
            [
                f"def {name}({arguments}):",
                *("    " + line for line in (*([] if annotated else comments), *body)),
            ]
        )
        + "\n"
    )


def write(seed):
    """The program of a seed: source text."""
    w = Writer(random.Random(seed))
    middle = w.rng.choices(list(MIDDLES), MIDDLES.values())[0]
    w.dtype = w.dtype if middle in (chain, reduction) else "f32"
    middle(w)
    if middle is not chain and not any(word in w.lines[-1][1] for word in ("arg", ".any(", ".all(")):
        w.pointwise(w.some())
    return source_of(w)


def prompt_of(program):
    """The canonical prompt of a program; ValueError, with the reason, where it makes none that is worth
    asking.
    """
    traced = frontend.trace(program)
    if len(frontend.regions(traced)) != 1:
        raise ValueError("more than one kernel's work")
    text = traced.text
    if split_of(text).startswith("test"):
        raise ValueError("kept for a test")
    parsed = frontend.parse(text)
    with torch.no_grad():
        samples = [parsed.sample(seed=number) for number in (0, 1)]
        if not all(
            torch.isfinite(x).all()
            for sample in samples
            for x in verification.tensors_in((parsed.run(*sample),))
            if x.is_floating_point()
        ):
            raise ValueError("not finite")
    if fault := verification.prepare_reference(parsed.run, samples).fault:
        raise ValueError(fault)
    return text


def drawn(seed, start, number):
    """[(program, prompt)] of the programs `start` to `start + number` of a seed that make a prompt."""
    found = []
    for place in range(start, start + number):
        program = write(f"{seed}/{place}")
        with contextlib.suppress(
            *frontend.SHAPE_ERRORS
        ):  # GraphError is a ValueError; of random programs some are no good, by design
            found.append((program, prompt_of(program)))
    return found


def programs(seed, given=()):
    """Endlessly (program, canonical prompt), no prompt twice and none of `given`: a function of the seed."""
    seen = set(given)
    for start in itertools.count(0, BATCH):
        for program, prompt in drawn(seed, start, BATCH):
            if prompt not in seen:
                seen.add(prompt)
                yield program, prompt


def draw(context, seed, start):
    """Task of a worker: a batch."""
    return {"drawn": drawn(seed, start, BATCH)}


def version(seed):
    """Hash of all that the programs of a seed depend on."""
    sources = code_hash(
        "corpus.random_programs", "python_to_triton.frontend", *verification.VERDICT_CODE
    )
    text = "\0".join([sources, str(seed), torch.__version__])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def batches(seed, jobs, journals):
    """Endlessly what `drawn` makes of one batch after the other, first those that an earlier run, killed
    perhaps, has drawn.
    """
    journal = Journal(journals / f"{version(seed)}.jsonl")
    with contextlib.closing(journal):
        for start in (known := journal.verdicts):
            yield known[start]
        tasks = ((start, (draw, (seed, start))) for start in itertools.count(BATCH * len(known), BATCH))
        with Workers(jobs, None) as workers:
            for start, result in workers.map(tasks):
                if "drawn" not in result:
                    raise RuntimeError(f"batch {start}: {result['reason']}")
                journal.add(str(start), result["drawn"])
                yield result["drawn"]


def collect(number, seed, given, jobs, journals):
    """`number` rows {program, prompt, split}: what `programs(seed, given)` gives, drawn by `jobs`
    processes.
    """
    rows, seen = [], set(given)
    with (
        progress(number, "prompt", "drawing") as bar,
        contextlib.closing(batches(seed, jobs, journals)) as source,
    ):
        while len(rows) < number:
            for program, prompt in next(source):
                if prompt not in seen:
                    seen.add(prompt)
                    rows.append({"program": program, "prompt": prompt, "split": split_of(prompt)})
            bar.update(min(len(rows), number) - bar.n)
    return rows[:number]


def main(arguments=None):
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--number", type=int, default=20_000, help="prompts (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="draws the programs (%(default)s)")
    parser.add_argument(
        "--out", type=Path, default=Path("prompts.jsonl"), help="one JSON object a line (%(default)s)"
    )
    parser.add_argument("--corpus", type=Path, help="leave out the prompts of this training_data.csv")
    parser.add_argument("--jobs", type=int, default=CORES, help="processes (%(default)s)")
    options = parser.parse_args(arguments)
    pairs = load_pairs(options.corpus) if options.corpus else []
    given = {text for pair in pairs for text in (pair.prompt, *json.loads(pair.alternates))}
    rows = collect(options.number, options.seed, given, options.jobs, JOURNALS)
    with replacing(options.out) as partial:
        partial.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(f"{len(rows):,} prompts in {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
