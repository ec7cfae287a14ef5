import torch, torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Huber loss."""
    def __init__(self, delta=0.6):
        super().__init__()
        self.delta = delta
    def forward(self, p, t):
        return F.huber_loss(p, t, delta=self.delta)

def get_inputs():
    return [torch.randn(11000, 8000), torch.randn(11000, 8000)]

def get_init_inputs():
    return [0.6]
