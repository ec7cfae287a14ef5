import torch
import torch.nn as nn

class Model(nn.Module):
    """Conv transpose1d."""
    def __init__(self, cin, cout, k, stride, padding, output_padding, dilation):
        super(Model, self).__init__()
        self.up = nn.ConvTranspose1d(cin, cout, k, stride=stride, padding=padding,
                                     output_padding=output_padding, dilation=dilation)

    def forward(self, x):
        return self.up(x)

def get_inputs():
    return [torch.randn(24, 112, 9000)]

def get_init_inputs():
    return [112, 56, 6, 3, 2, 1, 2]
