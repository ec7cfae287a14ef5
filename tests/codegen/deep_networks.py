"""Networks of many alike layers, as texts; their widths are drawn from a seed."""

import random

_HEAD = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n\n\n"

RESIDUAL = """
class Bottleneck(nn.Module):
    def __init__(self, inputs, width, outputs, stride):
        super().__init__()
        self.reduce = nn.Conv2d(inputs, width, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(width)
        self.mix = nn.Conv2d(width, width, 3, stride=stride, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(width)
        self.expand = nn.Conv2d(width, outputs, 1)
        self.act = nn.ReLU(inplace=True)
        self.shortcut = None
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride=stride, bias=False), nn.BatchNorm2d(outputs)
            )

    def forward(self, x):
        y = self.act(self.norm1(self.reduce(x)))
        y = self.expand(self.act(self.norm2(self.mix(y))))
        if self.shortcut is not None:
            x = self.shortcut(x)
        return self.act(x + y)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, A0, 3, padding=1)
        stages = []
        inputs = A0
        for i, width in enumerate((A0, A1)):
            blocks = []
            for j in range(DEPTH):
                blocks.append(Bottleneck(inputs, width, 2 * width, 2 if i and not j else 1))
                inputs = 2 * width
            stages.append(nn.Sequential(*blocks))
        self.stages = nn.Sequential(*stages)
        self.head = nn.Linear(inputs, A2)

    def forward(self, x):
        return self.head(self.stages(self.stem(x)).mean((2, 3)))


def get_inputs():
    return [torch.randn(2, 3, 6, 6)]
"""

ENCODER = """
class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, A1)
        self.down = nn.Linear(A1, width)

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(B, T, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v)
        x = x + self.out(mixed.transpose(1, 2).reshape(B, T, C))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(4 * A0, 2) for _ in range(DEPTH)])
        self.norm = nn.LayerNorm(4 * A0)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.norm(x)[:, 0]


def get_inputs():
    return [torch.randn(2, 5, 4 * A0)]
"""

MIXER = """
class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1 = nn.LayerNorm(A1)
        self.across = nn.Sequential(nn.Linear(A0, A2), nn.GELU(), nn.Linear(A2, A0))
        self.norm2 = nn.LayerNorm(A1)
        self.within = nn.Sequential(nn.Linear(A1, A2), nn.SiLU(), nn.Linear(A2, A1))

    def forward(self, x):
        x = x + self.across(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.within(self.norm2(x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[Layer() for _ in range(DEPTH)])
        self.scale = nn.Parameter(torch.randn(A1))

    def forward(self, x):
        return self.layers(x) * self.scale


def get_inputs():
    return [torch.randn(2, A0, A1)]
"""

UNET = """
class Twice(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv1 = nn.Conv1d(inputs, outputs, 3, padding=1)
        self.norm1 = nn.GroupNorm(1, outputs)
        self.conv2 = nn.Conv1d(outputs, outputs, 3, padding=1)
        self.norm2 = nn.GroupNorm(1, outputs)

    def forward(self, x):
        x = torch.relu(self.norm1(self.conv1(x)))
        return torch.relu(self.norm2(self.conv2(x)))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.ModuleList([Twice(A0, A0) for _ in range(DEPTH)])
        self.bottom = Twice(A0, A0)
        self.up = nn.ModuleList([Twice(2 * A0, A0) for _ in range(DEPTH)])

    def forward(self, x):
        kept = []
        for block in self.down:
            x = block(x)
            kept.append(x)
            x = F.max_pool1d(x, 2)
        x = self.bottom(x)
        for block, across in zip(self.up, reversed(kept)):
            x = block(torch.cat([across, F.interpolate(x, scale_factor=2.0)], 1))
        return x


def get_inputs():
    return [torch.randn(2, A0, 2**DEPTH)]
"""

KINDS = {"residual": RESIDUAL, "encoder": ENCODER, "mixer": MIXER, "unet": UNET}


def network(kind: str, depth: int, seed: int) -> str:
    """The text of a network of a kind, so deep, with widths of this seed."""
    text = KINDS[kind]
    widths = random.Random(seed).sample(range(3, 9), 3)
    for i, width in enumerate(widths):
        text = text.replace(f"A{i}", str(width))
    return _HEAD + text.replace("DEPTH", str(depth)).strip("\n") + "\n"
