import torch, torch.nn as nn

class Model(nn.Module):
    """Mean two dims."""
    # global average pooling written as a mean
    def forward(self, x):
        return x.mean(dim=(-2, -1))

def get_inputs():
    return [torch.randn(56, 256, 72, 88)]

def get_init_inputs():
    return []
