import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    """Channel mixing of RWKV (Peng et al. 2023, arXiv:2305.13048).

    r = W_r (mu_r x_t + (1 - mu_r) x_{t-1}),  k = W_k (mu_k x_t + (1 - mu_k) x_{t-1}),
    y = sigmoid(r) * W_v relu(k)^2.
    """

    def __init__(self, width, hidden):
        super().__init__()
        self.mu_r = nn.Parameter(torch.rand(width))
        self.mu_k = nn.Parameter(torch.rand(width))
        self.receptance = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, hidden, bias=False)
        self.value = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        before = F.pad(x, (0, 0, 1, 0))[:, :-1]
        r = self.receptance(torch.lerp(before, x, self.mu_r))
        k = self.key(torch.lerp(before, x, self.mu_k))
        return torch.sigmoid(r) * self.value(torch.relu(k).square())


def get_inputs():
    return [torch.randn(4, 53, 92)]


def get_init_inputs():
    return [92, 230]
