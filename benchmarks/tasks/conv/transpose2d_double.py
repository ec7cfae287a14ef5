import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.deconv = nn.ConvTranspose2d(64, 32, kernel_size=4, stride=2, padding=1, bias=False)

    def forward(self, z):
        return self.deconv(z)


def get_inputs():
    return [torch.randn(16, 64, 64, 64)]


def get_init_inputs():
    return []
