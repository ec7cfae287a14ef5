import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.down = nn.Conv2d(cin, cout, 1, stride=2, bias=False)
    def forward(self, x):
        return self.down(x)

def get_inputs():
    return [torch.randn(32, 256, 57, 55)]

def get_init_inputs():
    return [256, 512]
