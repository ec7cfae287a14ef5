import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 64, 7, stride=2, padding=3)

    def forward(self, rgb):
        return self.stem(rgb)


def get_inputs():
    return [torch.randn(64, 3, 224, 224)]


def get_init_inputs():
    return []
