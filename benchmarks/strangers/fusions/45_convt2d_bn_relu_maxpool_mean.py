import torch
import torch.nn as nn


class Model(nn.Module):
    """Convt2d bn relu maxpool mean."""
    def __init__(self, a: int, b: int, k: int):
        super().__init__()
        self.layers = nn.Sequential(
            nn.ConvTranspose2d(a, b, k, stride=1, padding=1),
            nn.BatchNorm2d(b),
            nn.ReLU(),
            nn.MaxPool2d(2, 2),
        )

    def forward(self, x):
        x = self.layers(x)
        x = x.mean(dim=(2, 3), keepdim=True)
        return torch.tanh(x)


def get_inputs():
    return [torch.randn(32, 32, 64, 64)]


def get_init_inputs():
    return [32, 56, 4]
