import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Entropy of the class distribution, squashed."""

    def __init__(self, features, classes, scale):
        super().__init__()
        self.head = nn.Linear(features, classes)
        self.scale = scale

    def forward(self, x):
        logp = F.log_softmax(self.head(x) * self.scale, dim=1)
        ent = -(logp.exp() * logp).sum(dim=1)
        return torch.sigmoid(ent - 4.0)


def get_inputs():
    return [torch.randn(2400, 2048)]


def get_init_inputs():
    return [2048, 1203, 3.0]
