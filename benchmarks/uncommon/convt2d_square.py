import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, cin, cout, k):
        super().__init__()
        self.t = nn.ConvTranspose2d(cin, cout, k, bias=False)
    def forward(self, x):
        return self.t(x)

def get_inputs():
    return [torch.randn(8, 32, 200, 100)]

def get_init_inputs():
    return [32, 64, (3, 7)]
