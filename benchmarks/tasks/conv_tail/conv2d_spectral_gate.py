import torch
import torch.nn.functional as F


def gated(x, w_value, w_gate):
    """Two convolutions of one input; free-form inpainting."""
    value = F.elu(F.conv2d(x, w_value, padding=1))
    return value * torch.sigmoid(F.conv2d(x, w_gate, padding=1))


def get_inputs():
    return [torch.randn(8, 32, 128, 128), torch.randn(32, 32, 3, 3), torch.randn(32, 32, 3, 3)]
