import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Linear activation zoo."""
    def __init__(self, in_features, out_features, add_value_shape):
        super().__init__()
        self.fc = nn.Linear(in_features, out_features)
        self.add_value = nn.Parameter(torch.randn(add_value_shape))

    def forward(self, x):
        x = self.fc(x)
        x = x + self.add_value
        x = torch.sigmoid(x) * x
        x = torch.tanh(x)
        x = F.gelu(x)
        x = F.softsign(x)
        return x


def get_inputs():
    return [torch.randn(800, 7000)]


def get_init_inputs():
    return [7000, 5500, (5500,)]
