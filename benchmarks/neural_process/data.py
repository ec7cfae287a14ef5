"""Tasks for a neural process: functions drawn from Gaussian processes, seen at M places, asked at N others.

The kernel is a Gaussian one of a random length scale. A draw from its process is a sum of FEATURES random
cosines, whose covariance tends to the kernel (Rahimi & Recht 2007): its cost grows with the number of places,
not with its cube, so that 200,000 of them are a few milliseconds.

Dimension key: B tasks, M context places, N target places, T = M + N, R features.
"""

import math
from typing import NamedTuple

import torch
from torch import Tensor

WIDEST = 2.0  # places lie in +-WIDEST
LENGTH_SCALES = 0.1, 1.0  # drawn evenly on a logarithmic scale
NOISE = 0.02  # standard deviation of what is observed
FEATURES = 256
TOKEN = 4  # numbers of a token: place, value or 0, whether the value is known, 1 in place of a bias


class Tasks(NamedTuple):
    """B tasks. The first M tokens are the context, the others ask for `targets`."""

    tokens: Tensor  # (B, T, TOKEN)
    targets: Tensor  # (B, N, 1)

    @property
    def n_context(self) -> int:
        return self.tokens.shape[1] - self.targets.shape[1]


def gaussian_process(x_BT: Tensor, generator: torch.Generator) -> Tensor:
    """The values (B, T) of one function a row, of variance 1."""

    def draw(kind, *shape):
        return kind(*shape, generator=generator, device=x_BT.device)

    B = x_BT.shape[0]
    shortest, longest = LENGTH_SCALES
    scale_B1 = shortest * (longest / shortest) ** draw(torch.rand, B, 1)
    frequency_BR = draw(torch.randn, B, FEATURES) / scale_B1
    phase_BR = 2 * math.pi * draw(torch.rand, B, FEATURES)
    weight_BR = draw(torch.randn, B, FEATURES) * math.sqrt(2 / FEATURES)
    angles_BTR = torch.baddbmm(phase_BR[:, None], x_BT[..., None], frequency_BR[:, None])
    return torch.bmm(angles_BTR.cos_(), weight_BR[..., None])[..., 0]


def as_tasks(x_BT: Tensor, y_BT: Tensor, n_context: int) -> Tasks:
    """The first `n_context` places and values are known."""
    known_BT = (torch.arange(x_BT.shape[1], device=x_BT.device) < n_context).to(x_BT.dtype).expand_as(x_BT)
    tokens = torch.stack([x_BT, y_BT * known_BT, known_BT, torch.ones_like(x_BT)], dim=-1)
    return Tasks(tokens, y_BT[:, n_context:, None].contiguous())


def draw_tasks(B: int, M: int, N: int, seed: int, device: torch.device | str) -> Tasks:
    """Random places everywhere; float32."""
    generator = torch.Generator(device).manual_seed(seed)
    x_BT = WIDEST * (2 * torch.rand(B, M + N, generator=generator, device=device) - 1)
    y_BT = gaussian_process(x_BT, generator)
    y_BT += NOISE * torch.randn(B, M + N, generator=generator, device=device)
    return as_tasks(x_BT, y_BT, M)


def curves(B: int, M: int, N: int, seed: int, device: torch.device | str) -> tuple[Tasks, Tensor]:
    """Tasks whose targets are N places from one end to the other, and those places (N,); without noise."""
    generator = torch.Generator(device).manual_seed(seed)
    x_BM = WIDEST * (2 * torch.rand(B, M, generator=generator, device=device) - 1)
    grid_N = torch.linspace(-WIDEST, WIDEST, N, device=device)
    x_BT = torch.cat([x_BM, grid_N.expand(B, N)], dim=1)
    return as_tasks(x_BT, gaussian_process(x_BT, generator), M), grid_N
