import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """wav2vec 2.0: convolution, layer norm over the channels, GELU."""

    def __init__(self, cin, cout):
        super().__init__()
        self.conv = nn.Conv1d(cin, cout, 3, stride=2, bias=False)
        self.norm = nn.LayerNorm(cout)

    def forward(self, x):
        x = self.conv(x).transpose(-2, -1)
        return F.gelu(self.norm(x)).transpose(-2, -1)


def get_inputs():
    return [torch.randn(8, 128, 8000)]


def get_init_inputs():
    return [128, 256]
