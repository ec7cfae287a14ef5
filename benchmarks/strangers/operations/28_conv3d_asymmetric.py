import torch, torch.nn as nn

frames, height, width = 18, 112, 150

class Model(nn.Module):
    """Conv3d asymmetric."""
    def __init__(self, ci, co, kernel, stride, padding, dilation, groups, bias):
        super().__init__()
        self.body = nn.Conv3d(ci, co, kernel, stride, padding, dilation, groups, bias)

    def forward(self, clip: torch.Tensor):
        return self.body(clip)

def get_inputs():
    return [torch.randn(6, 24, frames, height, width)]

def get_init_inputs():
    return [24, 48, (3, 5, 3), (1, 2, 2), (1, 2, 3), (1, 1, 2), 3, False]
