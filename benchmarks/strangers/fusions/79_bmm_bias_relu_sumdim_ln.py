import torch
import torch.nn as nn

class Model(nn.Module):
    """Bmm bias relu sumdim ln."""
    def __init__(self, n):
        super().__init__()
        self.bias = nn.Parameter(torch.randn(n))
        self.ln = nn.LayerNorm(n)

    def forward(self, a, b):
        c = torch.relu(torch.bmm(a, b) / 16.0 + self.bias)
        return self.ln(c.sum(dim=1))

def get_inputs():
    return [torch.randn(40, 300, 512), torch.randn(40, 512, 640)]

def get_init_inputs():
    return [640]
