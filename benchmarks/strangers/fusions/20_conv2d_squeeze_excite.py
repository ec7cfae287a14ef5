import torch
import torch.nn as nn


class Model(nn.Module):
    """Convolution followed by a one-matrix squeeze-and-excite gate."""

    def __init__(self, in_channels, out_channels, kernel_size):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size, padding=1)
        self.fc = nn.Linear(out_channels, out_channels)

    def forward(self, x):
        f = self.conv(x)
        w = f.mean(dim=(2, 3))
        w = torch.sigmoid(self.fc(w)).unsqueeze(-1).unsqueeze(-1)
        return torch.relu(f + f * w)


def get_inputs():
    return [torch.randn(16, 32, 96, 96)]


def get_init_inputs():
    return [32, 64, 3]
