import math
import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, x):
        cdf = 0.5 * (1.0 + torch.erf(x / math.sqrt(2.0)))
        return cdf * x

def get_inputs():
    return [torch.randn(2000, 2000)]

def get_init_inputs():
    return []
