import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Transposed convolution, channel softmax, affine and a logistic output."""

    def __init__(self, cin, cout, k, stride, padding, output_padding, bias_shape, scaling_factor):
        super(Model, self).__init__()
        self.deconv = nn.ConvTranspose2d(cin, cout, k, stride=stride, padding=padding, output_padding=output_padding)
        self.bias = nn.Parameter(torch.randn(bias_shape))
        self.scaling_factor = scaling_factor

    def forward(self, x):
        x = F.softmax(self.deconv(x), dim=1)
        x = (x + self.bias) * self.scaling_factor
        return torch.sigmoid(x)


def get_inputs():
    return [torch.randn(18, 28, 44, 44)]


def get_init_inputs():
    return [28, 36, 3, 2, 1, 1, (36, 1, 1), 1.8]
