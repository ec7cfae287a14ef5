import torch, torch.nn as nn

class Model(nn.Module):
    """Argmin last dim."""
    def __init__(self):
        super().__init__()
    def forward(self, dist):
        return dist.argmin(dim=-1, keepdim=True)

def get_inputs():
    return [torch.rand(20000, 4500)]

def get_init_inputs():
    return []
