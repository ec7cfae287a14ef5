import torch
import torch.nn as nn

in_c = 48
out_c = 72
kernel = (3, 6)
stride = (2, 3)
padding = (1, 2)
output_padding = (1, 0)
dilation = (2, 1)
groups = 12

class Model(nn.Module):
    """Conv transpose2d asym groups."""
    def __init__(self, in_c, out_c, kernel, stride, padding, output_padding, dilation, groups, bias=False):
        super().__init__()
        self.ct = nn.ConvTranspose2d(in_c, out_c, kernel, stride=stride, padding=padding,
                                     output_padding=output_padding, groups=groups,
                                     bias=bias, dilation=dilation)

    def forward(self, x):
        return self.ct(x)

def get_inputs():
    return [torch.rand(12, in_c, 110, 74)]

def get_init_inputs():
    return [in_c, out_c, kernel, stride, padding, output_padding, dilation, groups]
