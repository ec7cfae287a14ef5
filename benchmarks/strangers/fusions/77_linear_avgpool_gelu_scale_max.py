import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """matmul + avg pool + GELU + scale + max"""

    def __init__(self, in_features, out_features, pool_kernel_size, scale_factor):
        super().__init__()
        self.matmul = nn.Linear(in_features, out_features)
        self.k = pool_kernel_size
        self.scale_factor = scale_factor

    def forward(self, x):
        x = self.matmul(x)
        x = F.avg_pool1d(x.unsqueeze(1), self.k).squeeze(1)
        x = F.gelu(x) * self.scale_factor
        return torch.max(x, dim=1).values


def get_inputs():
    return [torch.randn(1000, 3600)]


def get_init_inputs():
    return [3600, 4096, 8, 3.5]
