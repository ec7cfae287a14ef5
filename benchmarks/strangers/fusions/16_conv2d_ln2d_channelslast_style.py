import torch
import torch.nn as nn


class Model(nn.Module):
    """ConvNeXt-flavoured stem: patch conv, channel layer norm, GELU, layer scale."""

    def __init__(self, in_channels, dim, patch):
        super().__init__()
        self.proj = nn.Conv2d(in_channels, dim, patch, stride=patch)
        self.ln = nn.LayerNorm(dim, eps=1e-6)
        self.gamma = nn.Parameter(0.2 * torch.randn(dim, 1, 1) + 1.0)

    def forward(self, x):
        x = self.proj(x)
        x = x.permute(0, 2, 3, 1)
        x = self.ln(x)
        x = x.permute(0, 3, 1, 2)
        x = nn.functional.gelu(x)
        return x * self.gamma


def get_inputs():
    return [torch.randn(40, 3, 256, 224)]


def get_init_inputs():
    return [3, 112, 4]
