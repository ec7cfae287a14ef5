import torch
import torch.nn as nn

BATCH, C_IN, C_OUT = 8, 112, 224
H = W = 256


class Model(nn.Module):
    """1x1 convolution: a per-pixel linear map over channels."""

    def __init__(self, c_in: int, c_out: int, bias: bool = True):
        super().__init__()
        self.mix = nn.Conv2d(c_in, c_out, kernel_size=1, bias=bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.mix(x)


def get_inputs():
    return [torch.rand(BATCH, C_IN, H, W)]


def get_init_inputs():
    return [C_IN, C_OUT]
