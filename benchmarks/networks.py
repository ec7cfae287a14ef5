"""Small networks of common architectures, for the measurements of the torch.compile backend.

Each is written from its general idea, with sizes of its own. A width of `tiny` networks suits Triton's
interpreter on a CPU, the other a GPU. `networks(tiny)` gives the list; a network's loss is the mean of the
squares of what it returns.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass(frozen=True)
class Network:
    """A network by name: how it and its input are made."""

    name: str
    architecture: str
    build: Callable[[], nn.Module]
    draw: Callable[[], tuple[torch.Tensor, ...]]


class GatedMLP(nn.Module):
    """Two products, one of which gates the other, between a norm and a residual."""

    def __init__(self, width, hidden):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.gate = nn.Linear(width, hidden, bias=False)
        self.up = nn.Linear(width, hidden, bias=False)
        self.down = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        h = self.norm(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


class Attention(nn.Module):
    """Softmax attention over T positions, its products written out."""

    def __init__(self, width, heads, causal):
        super().__init__()
        self.heads = heads
        self.causal = causal
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (part.view(B, T, self.heads, C // self.heads).transpose(1, 2) for part in (q, k, v))
        scores = q @ k.transpose(-2, -1) * (C // self.heads) ** -0.5  # B, H, T, T
        if self.causal:
            later = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            scores = scores.masked_fill(later, float("-inf"))
        mixed = scores.softmax(-1) @ v  # B, H, T, D
        return self.out(mixed.transpose(1, 2).reshape(B, T, C))


class TransformerBlock(nn.Module):
    """Attention and an MLP, each behind a norm and beside a residual."""

    def __init__(self, width, heads, causal=False):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attention = Attention(width, heads, causal)
        self.norm2 = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class LanguageModel(nn.Module):
    """A decoder: embedding, causal blocks, and the scores of the next token."""

    def __init__(self, vocabulary, width, heads, depth, length):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.positions = nn.Parameter(torch.randn(length, width) * 0.02)
        self.blocks = nn.ModuleList(TransformerBlock(width, heads, causal=True) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids):
        x = self.tokens(ids) + self.positions[: ids.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


class ConvNet(nn.Module):
    """Convolutions with batch norm and pooling, then a classifier."""

    def __init__(self, channels, classes):
        super().__init__()
        self.conv1 = nn.Conv2d(3, channels, 3, padding=1)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, 2 * channels, 3, stride=2, padding=1)
        self.norm2 = nn.BatchNorm2d(2 * channels)
        self.head = nn.Linear(2 * channels, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm1(self.conv1(x))), 2)
        x = F.relu(self.norm2(self.conv2(x)))
        return self.head(x.mean((2, 3)))


class ResidualConv(nn.Module):
    """Blocks of two convolutions and a residual, with group norm."""

    def __init__(self, channels, groups, depth):
        super().__init__()
        self.stem = nn.Conv2d(3, channels, 3, padding=1)
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.GroupNorm(groups, channels),
                nn.SiLU(),
                nn.Conv2d(channels, channels, 3, padding=1),
                nn.GroupNorm(groups, channels),
                nn.SiLU(),
                nn.Conv2d(channels, channels, 3, padding=1),
            )
            for _ in range(depth)
        )

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = x + block(x)
        return x.mean((2, 3))


class SeparableConv(nn.Module):
    """A depthwise convolution, a pointwise one, and a squeeze of channels that scales them."""

    def __init__(self, channels):
        super().__init__()
        self.depthwise = nn.Conv2d(channels, channels, 5, padding=2, groups=channels)
        self.norm = nn.BatchNorm2d(channels)
        self.pointwise = nn.Conv2d(channels, channels, 1)
        self.squeeze = nn.Linear(channels, channels // 4)
        self.excite = nn.Linear(channels // 4, channels)

    def forward(self, x):
        h = self.pointwise(F.hardswish(self.norm(self.depthwise(x))))
        scale = torch.sigmoid(self.excite(F.relu(self.squeeze(h.mean((2, 3))))))
        return x + h * scale[:, :, None, None]


class Mixer(nn.Module):
    """Mixes positions, then channels, each by an MLP."""

    def __init__(self, positions, width):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.across = nn.Sequential(
            nn.Linear(positions, 2 * positions), nn.GELU(), nn.Linear(2 * positions, positions)
        )
        self.norm2 = nn.LayerNorm(width)
        self.within = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        x = x + self.across(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.within(self.norm2(x))


class Autoencoder(nn.Module):
    """Narrower layers, then wider ones; returns the difference from the input."""

    def __init__(self, widths):
        super().__init__()
        sizes = [*widths, *reversed(widths[:-1])]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))

    def forward(self, x):
        h = x
        for i, layer in enumerate(self.layers):
            h = layer(h)
            if i + 1 < len(self.layers):
                h = F.elu(h)
        return torch.sigmoid(h) - x


class VariationalAutoencoder(nn.Module):
    """A code's mean and log variance; its noise is an input. Returns reconstruction error and divergence."""

    def __init__(self, width, hidden, code):
        super().__init__()
        self.encode = nn.Linear(width, hidden)
        self.mean = nn.Linear(hidden, code)
        self.log_variance = nn.Linear(hidden, code)
        self.decode = nn.Sequential(nn.Linear(code, hidden), nn.Softplus(), nn.Linear(hidden, width))

    def forward(self, x, noise):
        h = torch.tanh(self.encode(x))
        mean = self.mean(h)
        log_variance = self.log_variance(h)
        decoded = self.decode(mean + torch.exp(0.5 * log_variance) * noise)
        divergence = 0.5 * (mean.square() + log_variance.exp() - 1 - log_variance).sum(-1)
        return F.mse_loss(decoded, x, reduction="none").mean(-1) + 0.01 * divergence


class UShape(nn.Module):
    """Convolutions down and up again, with a connection across."""

    def __init__(self, channels):
        super().__init__()
        self.down1 = nn.Conv2d(1, channels, 3, padding=1)
        self.down2 = nn.Conv2d(channels, 2 * channels, 3, padding=1)
        self.up = nn.ConvTranspose2d(2 * channels, channels, 2, stride=2)
        self.out = nn.Conv2d(2 * channels, 1, 3, padding=1)

    def forward(self, x):
        across = F.leaky_relu(self.down1(x), 0.1)
        h = F.leaky_relu(self.down2(F.avg_pool2d(across, 2)), 0.1)
        return self.out(torch.cat([self.up(h), across], 1))


class GatedCell(nn.Module):
    """A gated recurrent cell, unrolled over the steps of its input."""

    def __init__(self, inputs, width):
        super().__init__()
        self.width = width
        self.from_input = nn.Linear(inputs, 3 * width)
        self.from_state = nn.Linear(width, 3 * width)

    def forward(self, x):
        state = x.new_zeros(x.shape[0], self.width)
        for step in range(x.shape[1]):
            r1, z1, n1 = self.from_input(x[:, step]).chunk(3, -1)
            r2, z2, n2 = self.from_state(state).chunk(3, -1)
            update = torch.sigmoid(z1 + z2)
            candidate = torch.tanh(n1 + torch.sigmoid(r1 + r2) * n2)
            state = update * state + (1 - update) * candidate
        return state


class LongShortCell(nn.Module):
    """A recurrent cell with a memory and three gates, unrolled over the steps of its input."""

    def __init__(self, inputs, width):
        super().__init__()
        self.width = width
        self.gates = nn.Linear(inputs + width, 4 * width)

    def forward(self, x):
        state = x.new_zeros(x.shape[0], self.width)
        memory = state
        for step in range(x.shape[1]):
            i, f, g, o = self.gates(torch.cat([x[:, step], state], -1)).chunk(4, -1)
            memory = torch.sigmoid(f) * memory + torch.sigmoid(i) * torch.tanh(g)
            state = torch.sigmoid(o) * torch.tanh(memory)
        return state


class TemporalConv(nn.Module):
    """Causal convolutions of growing dilation over time, each gated."""

    def __init__(self, channels, depth):
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv1d(channels, 2 * channels, 3, dilation=2**i) for i in range(depth))

    def forward(self, x):
        for conv in self.convs:
            h = conv(F.pad(x, (2 * conv.dilation[0], 0)))
            value, gate = h.chunk(2, 1)
            x = x + torch.tanh(value) * torch.sigmoid(gate)
        return x


class TwoTowers(nn.Module):
    """Two encoders of one width, and the logarithm of the softmax of their cosines."""

    def __init__(self, left, right, width):
        super().__init__()
        self.left = nn.Sequential(nn.Linear(left, width), nn.ReLU(), nn.Linear(width, width))
        self.right = nn.Sequential(nn.Linear(right, width), nn.ReLU(), nn.Linear(width, width))

    def forward(self, x, y):
        x = F.normalize(self.left(x), dim=-1)
        y = F.normalize(self.right(y), dim=-1)
        return F.log_softmax(x @ y.T / 0.1, dim=-1)


class GraphConvolution(nn.Module):
    """Two rounds of averages over neighbours, which a dense matrix gives, each after a product."""

    def __init__(self, width, hidden, classes):
        super().__init__()
        self.first = nn.Linear(width, hidden)
        self.second = nn.Linear(hidden, classes)

    def forward(self, x, adjacency):
        neighbours = adjacency / adjacency.sum(-1, keepdim=True)
        return neighbours @ self.second(F.relu(neighbours @ self.first(x)))


class MixtureOfExperts(nn.Module):
    """Every expert computes; a softmax weighs them."""

    def __init__(self, width, hidden, experts):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.up = nn.Parameter(torch.randn(experts, width, hidden) * width**-0.5)
        self.down = nn.Parameter(torch.randn(experts, hidden, width) * hidden**-0.5)

    def forward(self, x):
        weights = self.gate(x).softmax(-1)  # N, E
        h = F.gelu(torch.einsum("nw,ewh->enh", x, self.up))
        return torch.einsum("enh,ehw,ne->nw", h, self.down, weights)


class Recommender(nn.Module):
    """Embeddings of two ids, their products and an MLP of dense features."""

    def __init__(self, users, items, width, features):
        super().__init__()
        self.users = nn.Embedding(users, width)
        self.items = nn.Embedding(items, width)
        self.dense = nn.Linear(features, width)
        self.top = nn.Linear(3, 1)

    def forward(self, user, item, features):
        u = self.users(user)
        i = self.items(item)
        d = F.relu(self.dense(features))
        pairs = torch.stack([(u * i).sum(-1), (u * d).sum(-1), (i * d).sum(-1)], -1)
        return torch.sigmoid(self.top(pairs)).squeeze(-1)


def _randn(*shape):
    return lambda: (torch.randn(*shape),)


def _drawn(*makers):
    return lambda: tuple(maker() for maker in makers)


@dataclass(frozen=True)
class Sizes:
    """Sizes from which those of all networks follow."""

    scale: int  # of widths
    batch: int
    side: int  # of an image
    steps: int  # of a sequence

    @property
    def width(self) -> int:
        return 16 * self.scale


TINY = Sizes(scale=1, batch=4, side=8, steps=3)
FULL = Sizes(scale=8, batch=256, side=32, steps=16)


def _ids(high, *shape):
    return lambda: torch.randint(high, shape)


def _drawn_from(*shape):
    return lambda: torch.randn(*shape)


def _mlp(w, first, second):
    layers = [nn.Linear(w, 2 * w), first, nn.Linear(2 * w, 2 * w), second, nn.Linear(2 * w, 10)]
    return nn.Sequential(*layers)


def _perceptrons(sizes: Sizes) -> list[Network]:
    """MLPs and autoencoders."""
    b = sizes.batch
    w = sizes.width
    return [
        Network("mlp_relu", "MLP", lambda: _mlp(w, nn.ReLU(), nn.ReLU()), _randn(b, w)),
        Network("mlp_gelu_tanh", "MLP", lambda: _mlp(w, nn.GELU(), nn.Tanh()), _randn(b, w)),
        Network("gated_mlp", "MLP", lambda: GatedMLP(w, 3 * w), _randn(b, w)),
        Network("mixture_of_experts", "MLP", lambda: MixtureOfExperts(w, 2 * w, 3), _randn(b, w)),
        Network("autoencoder", "autoencoder", lambda: Autoencoder([4 * w, 2 * w, w // 2]), _randn(b, 4 * w)),
        Network(
            "variational_autoencoder",
            "autoencoder",
            lambda: VariationalAutoencoder(3 * w, 2 * w, w // 2),
            _drawn(_drawn_from(b, 3 * w), _drawn_from(b, w // 2)),
        ),
    ]


def _convolutions(sizes: Sizes) -> list[Network]:
    """Convolutional networks."""
    s = sizes.scale
    b = sizes.batch
    side = sizes.side
    steps = sizes.steps
    image = _randn(b // 2, 3, side, side)
    return [
        Network("conv_batch_norm", "CNN", lambda: ConvNet(4 * s, 10), image),
        Network("conv_residual", "residual CNN", lambda: ResidualConv(8 * s, 4, 2), image),
        Network("conv_separable", "CNN", lambda: SeparableConv(8 * s), _randn(b // 2, 8 * s, side, side)),
        Network("conv_temporal", "CNN", lambda: TemporalConv(4 * s, 3), _randn(b // 2, 4 * s, 8 * steps)),
        Network("u_shape", "U-shaped CNN", lambda: UShape(4 * s), _randn(b // 2, 1, side, side)),
    ]


def _transformers(sizes: Sizes) -> list[Network]:
    """Attention, and what is made of it."""
    s = sizes.scale
    b = sizes.batch
    w = sizes.width
    steps = sizes.steps
    sequence = _randn(b, 2 * sizes.steps, w)
    return [
        Network("encoder_block", "transformer", lambda: TransformerBlock(w, 2 * s), sequence),
        Network("decoder_block", "transformer", lambda: TransformerBlock(w, 4, causal=True), sequence),
        Network(
            "attention_of_torch",
            "transformer",
            lambda: nn.MultiheadAttention(w, 4, batch_first=True),
            lambda: (x := torch.randn(b, 2 * steps, w), x, x),
        ),
        Network(
            "encoder_layer_of_torch",
            "transformer",
            lambda: nn.TransformerEncoderLayer(w, 4, 3 * w, dropout=0.0, batch_first=True, norm_first=True),
            sequence,
        ),
        Network(
            "language_model",
            "transformer",
            lambda: LanguageModel(40 * s, w, 4, 2, 2 * steps),
            _drawn(_ids(40 * s, b, 2 * steps)),
        ),
    ]


def _others(sizes: Sizes) -> list[Network]:
    """Recurrent cells, a mixer, contrastive, graph and embedding networks."""
    s = sizes.scale
    b = sizes.batch
    w = sizes.width
    steps = sizes.steps
    sequence = _randn(b, 2 * sizes.steps, w)
    return [
        Network("gated_cell", "recurrent", lambda: GatedCell(w, w), _randn(b, steps, w)),
        Network("long_short_cell", "recurrent", lambda: LongShortCell(w, w), _randn(b, steps, w)),
        Network("mixer", "mixer", lambda: Mixer(2 * steps, w), sequence),
        Network(
            "two_towers",
            "contrastive",
            lambda: TwoTowers(w, 2 * w, w),
            _drawn(_drawn_from(b, w), _drawn_from(b, 2 * w)),
        ),
        Network(
            "graph_convolution",
            "graph network",
            lambda: GraphConvolution(w, 2 * w, 7),
            _drawn(
                _drawn_from(3 * b, w), lambda: (torch.rand(3 * b, 3 * b) < 0.3).float() + torch.eye(3 * b)
            ),
        ),
        Network(
            "recommender",
            "embeddings",
            lambda: Recommender(50 * s, 30 * s, w, 7),
            _drawn(_ids(50 * s, b), _ids(30 * s, b), _drawn_from(b, 7)),
        ),
    ]


def networks(tiny: bool) -> list[Network]:
    """Twenty-two networks; weights and inputs are those of the random generator's present state."""
    sizes = TINY if tiny else FULL
    return [
        network
        for family in (_perceptrons, _convolutions, _transformers, _others)
        for network in family(sizes)
    ]
