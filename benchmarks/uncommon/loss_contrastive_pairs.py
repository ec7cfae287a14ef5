import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    def __init__(self, margin=2.0):
        super().__init__()
        self.margin = margin
    def forward(self, o1, o2, label):
        d = F.pairwise_distance(o1, o2, keepdim=True)
        return torch.mean((1 - label) * d.pow(2) + label * torch.clamp(self.margin - d, min=0.0).pow(2))

def get_inputs():
    return [torch.randn(4096, 128), torch.randn(4096, 128), torch.randint(0, 2, (4096, 1)).float()]

def get_init_inputs():
    return [2.0]
