import torch
import torch.nn as nn


class Model(nn.Module):
    """Avgpool3d."""
    def __init__(self, kernel=(2, 3, 3), stride=(2, 2, 1), padding=(0, 1, 1)):
        super().__init__()
        self.pool = nn.AvgPool3d(kernel, stride, padding)

    def forward(self, x: torch.Tensor):
        return self.pool(x)


def get_inputs():
    return [torch.randn(8, 36, 40, 84, 90)]


def get_init_inputs():
    return []
