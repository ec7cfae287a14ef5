import torch, torch.nn as nn

class Model(nn.Module):
    """Maxpool2d ceil."""
    def __init__(self, k, s, p):
        super().__init__()
        self.mp = nn.MaxPool2d(kernel_size=k, stride=s, padding=p, ceil_mode=True)
    def forward(self, x):
        return self.mp(x)

def get_inputs():
    return [torch.randn(24, 72, 255, 242)]

def get_init_inputs():
    return [(3, 4), (2, 3), (1, 2)]
