import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.fc = nn.Linear(i, o, bias=False)

    def forward(self, x):
        return self.fc(x)


def get_inputs():
    return [torch.randn(16, 512, 1280)]


def get_init_inputs():
    return [1280, 640]
