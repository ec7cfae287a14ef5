import torch
import torch.nn as nn


class Model(nn.Module):
    """Linear instnorm residual mul."""
    def __init__(self, in_features, out_features, eps=1e-5):
        super().__init__()
        self.linear = nn.Linear(in_features, out_features)
        self.inorm = nn.InstanceNorm1d(1, eps=eps)

    def forward(self, x, y):
        x = self.linear(x)
        x = self.inorm(x.unsqueeze(1)).squeeze(1)
        x = x + y
        return x * y


batch_size, in_features, out_features = 768, 3584, 3328


def get_inputs():
    return [torch.randn(batch_size, in_features), torch.randn(batch_size, out_features)]


def get_init_inputs():
    return [in_features, out_features]
