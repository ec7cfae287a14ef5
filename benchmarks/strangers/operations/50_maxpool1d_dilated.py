import torch
import torch.nn as nn

class Model(nn.Module):
    """1-D max pooling with dilation and padding, no indices."""
    def __init__(self, kernel_size, stride, padding, dilation):
        super().__init__()
        self.pool = nn.MaxPool1d(kernel_size, stride=stride, padding=padding, dilation=dilation)

    def forward(self, x):
        return self.pool(x)

def get_inputs():
    return [torch.randn(40, 150, 24000)]

def get_init_inputs():
    return [6, 2, 3, 3]
