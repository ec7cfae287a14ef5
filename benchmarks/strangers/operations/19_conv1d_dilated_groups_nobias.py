import torch
import torch.nn as nn

channels_in = 96
channels_out = 192
ksize = 5
stride = 2
dilation = 4
groups = 6

class Model(nn.Module):
    """
    Grouped 1-D convolution with dilation and without bias.
    """
    def __init__(self, channels_in, channels_out, ksize, stride, dilation, groups, bias=False):
        super(Model, self).__init__()
        self.layer = nn.Conv1d(channels_in, channels_out, ksize, stride=stride,
                               dilation=dilation, groups=groups, bias=bias)

    def forward(self, x):
        return self.layer(x)

def get_inputs():
    return [torch.rand(16, channels_in, 40000)]

def get_init_inputs():
    return [channels_in, channels_out, ksize, stride, dilation, groups]
