"""The operations of random programs: a row is a weight and the spellings of one operation.

A spelling is of `x`, of a second tensor `y`, and of words in braces, which the writer fills in: {dim},
{keep} and {how} by what it is about to write, the others by a draw from NUMBERS. A line that begins with
`|` goes on with the row above."""

NUMBERS = {
    "factor": (
        *(0.1, 0.125, 0.25, 0.3, 0.5, 0.7, 0.75, 1.2, 1.5, 1.702, 2, 2.0, 2.5, 3.0, 4.0, 5.0, 8.0, 10.0),
        *(-1.0, -0.5, -2.0),
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
    9 torch.relu(x) | F.relu(x) | x.relu() | nn.ReLU()(x) | x.clamp(min=0)
      | torch.maximum(x, torch.zeros_like(x))
    6 torch.sigmoid(x) | x.sigmoid() | F.sigmoid(x) | nn.Sigmoid()(x) | 1 / (1 + torch.exp(-x))
    6 torch.tanh(x) | x.tanh() | F.tanh(x) | nn.Tanh()(x)
    6 F.gelu(x) | nn.GELU()(x) | F.gelu(x, approximate="tanh") | nn.GELU(approximate="tanh")(x)
    5 F.silu(x) | nn.SiLU()(x) | x * torch.sigmoid(x) | x * x.sigmoid()
    4 F.leaky_relu(x) | F.leaky_relu(x, {slope}) | F.leaky_relu(x, negative_slope={slope})
      | nn.LeakyReLU({slope})(x)
    2 F.elu(x) | F.elu(x, alpha={positive}) | nn.ELU({positive})(x) | F.selu(x)
      | F.celu(x, alpha={positive})
    2 F.softplus(x) | F.softplus(x, beta={positive}) | nn.Softplus()(x) | F.mish(x)
      | x * torch.tanh(F.softplus(x)) | F.logsigmoid(x)
    3 F.hardswish(x) | F.hardsigmoid(x) | F.relu6(x) | F.hardtanh(x, {low}, {high}) | F.softsign(x)
      | x / (1 + x.abs())
    2 F.softshrink(x, {slope}) | F.hardshrink(x, {positive}) | F.tanhshrink(x) | x - torch.tanh(x)
      | F.threshold(x, {slope}, {slope})
    4 torch.clamp(x, {low}, {high}) | x.clamp(min={low}, max={high}) | torch.clamp(x, min={low})
      | x.clamp(max={high})
    9 x * {factor} | {factor} * x | torch.mul(x, {factor}) | x.mul({factor})
    9 x + {shift} | x - {shift} | {shift} + x | torch.add(x, {shift}) | {shift} - x | x.add({shift})
    4 x / {positive} | torch.div(x, {positive}) | x.div({positive}) | x * {factor} + {shift}
      | (x - {shift}) / {positive}
    3 torch.square(x) | x ** 2 | x.pow(2) | x * x | torch.pow(x, 2) | x ** 3
    2 torch.exp(-x.abs()) | torch.exp(-x * x) | torch.exp(x.clamp(max={high})) | torch.exp(x) | x.exp()
    3 torch.abs(x) | x.abs() | torch.neg(x) | -x | torch.sign(x) * torch.sqrt(x.abs())
    2 torch.sqrt(x.abs() + {small}) | (x * x + {small}).sqrt() | torch.rsqrt(x.abs() + {positive})
      | 1.0 / (x.abs() + {positive})
    2 torch.log(x.abs() + {positive}) | torch.log1p(x.abs()) | torch.log(F.relu(x) + {positive})
      | torch.log1p(torch.exp(-x.abs()))
    3 torch.sin(x) | torch.cos(x) | x.sin() | torch.erf(x) | torch.atan(x) | torch.asinh(x)
      | torch.sin(x) + x
    1 torch.floor(x) | torch.round(x) | torch.ceil(x * {factor}) | torch.trunc(x)
      | torch.fmod(x, {positive}) | torch.remainder(x, {positive})
    2 torch.where(x > {level}, x, {factor} * x) | torch.where(x < {level}, torch.zeros_like(x), x)
      | x * (x > {level}).float()
    1 (x > {level}).float() | torch.expm1(x.clamp(max={high})) | torch.sinh(x.clamp({low}, {high}))
      | torch.nan_to_num(x)
"""

WITH_ANOTHER = """
    9 x + y | torch.add(x, y) | x.add(y) | y + x | torch.add(x, y, alpha={factor}) | x + {factor} * y
    8 x * y | torch.mul(x, y) | x.mul(y) | x * (1 + y) | x * y + x
    4 x - y | torch.sub(x, y) | y - x | (x - y).abs() | (x - y) ** 2
    2 x / (y.abs() + {positive}) | x / (1.0 + torch.exp(y)) | torch.div(x, y * y + {positive})
    3 x * torch.sigmoid(y) | F.silu(x) * y | x * F.gelu(y) | torch.tanh(x) * torch.sigmoid(y)
      | F.relu(x) * y
    2 torch.maximum(x, y) | torch.minimum(x, y) | torch.max(x, y) | torch.where(x > y, x, y)
      | torch.where(y > {level}, x, y)
    1 torch.hypot(x, y) | torch.atan2(x, y) | torch.lerp(x, y, {slope}) | torch.logaddexp(x, y)
      | torch.copysign(x, y) | (x > y).float()
"""

REDUCTIONS = """
    6 torch.sum(x, dim={dim}{keep}) | x.sum({dim}{keep}) | x.sum(dim={dim}{keep})
    6 torch.mean(x, dim={dim}{keep}) | x.mean({dim}{keep}) | x.mean(dim={dim}{keep})
    4 torch.amax(x, dim={dim}{keep}) | x.amax({dim}{keep}) | torch.amin(x, dim={dim}{keep})
      | x.amin({dim}{keep})
    3 torch.logsumexp(x, dim={dim}{keep}) | x.logsumexp({dim}{keep})
    3 torch.var(x, dim={dim}{keep}) | x.std(dim={dim}{keep}) | x.var(dim={dim}, unbiased=False{keep})
      | torch.std(x, dim={dim}{keep}, correction=0)
    3 torch.norm(x, dim={dim}{keep}) | torch.linalg.vector_norm(x, dim={dim}{keep})
      | x.norm(p=1, dim={dim}{keep})
"""

OF_ONE_DIM = """
    4 torch.max(x, dim={dim}{keep}).values | x.max({dim}{keep})[0] | torch.min(x, dim={dim}{keep})[0]
      | x.min({dim}{keep}).values
    3 torch.argmax(x, dim={dim}{keep}) | x.argmax({dim}{keep}) | torch.argmin(x, dim={dim}{keep})
    1 torch.prod(x, dim={dim}{keep}) | x.prod({dim}{keep}) | (x > {level}).any(dim={dim}{keep})
      | (x > {low}).all(dim={dim}{keep})
"""

NORMS = """
    5 F.softmax(x, dim={dim}) | torch.softmax(x, dim={dim}) | x.softmax({dim}) | nn.Softmax(dim={dim})(x)
    3 F.log_softmax(x, dim={dim}) | torch.log_softmax(x, dim={dim}) | x.log_softmax({dim})
"""

SCANS = """
    5 torch.cumsum(x, dim={dim}) | x.cumsum({dim}) | x.cumsum(dim={dim})
    1 torch.cumprod(x, dim={dim}) | torch.logcumsumexp(x, dim={dim}) | torch.cummax(x, dim={dim}).values
      | torch.cummax(x, dim={dim})[0]
    1 torch.cumsum(x.flip({dim}), dim={dim}).flip({dim}) | torch.sort(x, dim={dim}).values
      | torch.flip(x, (({dim}),))
    1 torch.roll(x, 1, {dim}) | torch.roll(x, shifts=-2, dims={dim}) | x.flip({dim}) | torch.tril(x)
      | torch.triu(x, diagonal=1)
"""

LOSSES = """
    4 F.mse_loss(x, y{how}) | nn.MSELoss()(x, y) | torch.mean((x - y) ** 2) | (x - y).pow(2).mean()
    3 F.l1_loss(x, y{how}) | nn.L1Loss()(x, y) | torch.mean(torch.abs(x - y)) | (x - y).abs().sum()
    3 F.smooth_l1_loss(x, y{how}) | F.smooth_l1_loss(x, y, beta={positive})
      | F.huber_loss(x, y, delta={positive}) | nn.HuberLoss()(x, y)
    2 F.binary_cross_entropy_with_logits(x, torch.sigmoid(y){how})
      | F.kl_div(F.log_softmax(x, dim=-1), F.softmax(y, dim=-1){how})
    1 F.soft_margin_loss(x, torch.sign(y){how}) | torch.mean(torch.clamp(1 - x * y, min=0))
      | 1 - F.cosine_similarity(x, y, dim=-1)
"""


def rows_of(table: str) -> list[tuple[int, list[str]]]:
    """[(weight, spellings)] of a table."""
    rows = table.strip().replace("\n      | ", " | ").splitlines()
    return [
        (int(weight), spellings.split(" | ")) for weight, spellings in (row.split(None, 1) for row in rows)
    ]


TABLES = {
    "POINTWISE": rows_of(POINTWISE),
    "WITH_ANOTHER": rows_of(WITH_ANOTHER),
    "REDUCTIONS": rows_of(REDUCTIONS),
    "OF_ONE_DIM": rows_of(OF_ONE_DIM),
    "NORMS": rows_of(NORMS),
    "SCANS": rows_of(SCANS),
    "LOSSES": rows_of(LOSSES),
}
