import torch
import torch.nn as nn

class Model(nn.Module):
    """Avgpool2d exclude pad."""
    def __init__(self, kernel, stride=None, padding=0):
        super(Model, self).__init__()
        self.avg = nn.AvgPool2d(kernel, stride=stride, padding=padding, count_include_pad=False)

    def forward(self, x):
        return self.avg(x)

def get_inputs():
    x = torch.randn(22, 64, 260, 232)
    return [x]

def get_init_inputs():
    return [5, 3, 2]
