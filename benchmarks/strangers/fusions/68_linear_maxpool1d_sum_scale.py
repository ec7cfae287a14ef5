import torch
import torch.nn as nn


class Model(nn.Module):
    """Linear maxpool1d sum scale."""
    def __init__(self, in_features, out_features, kernel_size, scale_factor):
        super().__init__()
        self.fc = nn.Linear(in_features, out_features)
        self.pool = nn.MaxPool1d(kernel_size)
        self.scale_factor = scale_factor

    def forward(self, x):
        x = self.fc(x).unsqueeze(1)
        x = self.pool(x).squeeze(1)
        x = torch.sum(x, dim=1)
        return x * self.scale_factor


def get_inputs():
    return [torch.randn(640, 4608)]


def get_init_inputs():
    return [4608, 4500, 3, 0.125]
