import torch
import torch.nn.functional as F


def flatten_depth(scan, w, b, scale):
    """Convolution, average over the depth, scaled hyperbolic tangent."""
    y = F.conv3d(scan, w, b, padding=1)
    return torch.tanh(y.mean(dim=2)) * scale


def get_inputs():
    return [torch.randn(4, 8, 32, 80, 80), torch.randn(16, 8, 3, 3, 3), torch.randn(16), torch.randn(16, 1, 1)]
