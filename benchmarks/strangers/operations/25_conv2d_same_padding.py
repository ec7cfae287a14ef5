import torch
import torch.nn as nn

class Model(nn.Module):
    """Even kernel with padding='same': the right/bottom side gets the extra pixel."""
    def __init__(self, c1, c2, kernel):
        super().__init__()
        self.c = nn.Conv2d(c1, c2, kernel, padding="same")

    def forward(self, x):
        return self.c(x)

def get_inputs():
    return [torch.randn(14, 36, 180, 220)]

def get_init_inputs():
    return [36, 60, (4, 5)]
