import torch
import torch.nn as nn


class Model(nn.Module):
    """Linear gn leaky add."""
    def __init__(self, input_size, hidden_size, num_groups):
        super().__init__()
        self.fc = nn.Linear(input_size, hidden_size)
        self.gn = nn.GroupNorm(num_groups, hidden_size)
        self.act = nn.LeakyReLU(negative_slope=0.25)

    def forward(self, x):
        x = self.gn(self.fc(x))
        y = self.act(x)
        return x + x * y


def get_inputs():
    return [torch.randn(1200, 2304)]


def get_init_inputs():
    return [2304, 3840, 48]
