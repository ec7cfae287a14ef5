import torch
import torch.nn as nn


class Model(nn.Module):
    """Cosine embedding loss."""
    def __init__(self, margin: float):
        super().__init__()
        self.criterion = nn.CosineEmbeddingLoss(margin=margin)

    def forward(self, left, right, sign):
        return self.criterion(left, right, sign)


def get_inputs():
    n, d = 65000, 1400
    sign = torch.randint(0, 2, (n,)).float() * 2 - 1
    return [torch.randn(n, d), torch.randn(n, d), sign]


def get_init_inputs():
    return [0.15]
