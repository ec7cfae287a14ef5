import torch
import torch.nn as nn
import torch.nn.functional as F

N = 14_000
M = 6_500


class Model(nn.Module):
    """Smooth l1 loss."""
    def __init__(self):
        super().__init__()

    def forward(self, boxes: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
        """Summed over columns, averaged over rows."""
        return F.smooth_l1_loss(boxes, truth, beta=0.4, reduction="sum") / boxes.shape[0]


def get_inputs():
    return [torch.rand(N, M), torch.rand(N, M)]


def get_init_inputs():
    return []
