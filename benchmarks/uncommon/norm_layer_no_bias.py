import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.w = nn.Parameter(torch.ones(d))
    def forward(self, x):
        return F.layer_norm(x, self.w.shape, self.w, None, 1e-5)

def get_inputs():
    return [torch.randn(12, 1024, 768)]

def get_init_inputs():
    return [768]
