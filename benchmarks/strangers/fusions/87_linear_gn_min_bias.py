import torch
import torch.nn as nn


class Model(nn.Module):
    """Linear gn min bias."""
    def __init__(self, in_features, out_features, num_groups, bias_shape):
        super().__init__()
        self.fc = nn.Linear(in_features, out_features)
        self.group_norm = nn.GroupNorm(num_groups, out_features)
        self.bias = nn.Parameter(torch.randn(bias_shape))

    def forward(self, x):
        x = self.group_norm(self.fc(x))
        x = torch.min(x, dim=1, keepdim=True)[0]
        return torch.tanh(x + self.bias)


def get_inputs():
    return [torch.randn(960, 3200)]


def get_init_inputs():
    return [3200, 2048, 64, (1, 2048)]
