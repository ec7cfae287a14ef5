import torch
import torch.nn as nn

batch_size = 2048
in_features = 2048
out_features = 4096
bias_shape = (1,)
divide_value = 1.4

class Model(nn.Module):
    """Linear bn swish div bias."""
    def __init__(self, in_features, out_features, bn_eps, bn_momentum, bias_shape, divide_value):
        super(Model, self).__init__()
        self.lin = nn.Linear(in_features, out_features)
        self.bn = nn.BatchNorm1d(out_features, eps=bn_eps, momentum=bn_momentum)
        self.bias = nn.Parameter(torch.randn(bias_shape))
        self.divide_value = divide_value

    def forward(self, x):
        x = self.bn(self.lin(x))
        x = x + self.bias
        x = x / self.divide_value
        return x * torch.sigmoid(x)

def get_inputs():
    return [torch.randn(batch_size, in_features)]

def get_init_inputs():
    return [in_features, out_features, 1e-4, 0.05, bias_shape, divide_value]
