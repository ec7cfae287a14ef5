import torch
from torch import nn


class Model(nn.Module):
    """A graph convolution (Kipf & Welling 2017, arXiv:1609.02907): relu(D^-1/2 (A + I) D^-1/2 H W), dense."""

    def __init__(self, inside, outside):
        super().__init__()
        self.w = nn.Parameter(torch.randn(inside, outside) * inside**-0.5)

    def forward(self, h, adjacency):
        a = adjacency + torch.eye(adjacency.shape[0], device=adjacency.device)
        d = a.sum(1).rsqrt()
        return torch.relu((d[:, None] * a * d) @ (h @ self.w))


def get_inputs():
    edges = (torch.rand(85, 85) > 0.9).float()
    return [torch.randn(85, 50), torch.maximum(edges, edges.T)]


def get_init_inputs():
    return [50, 34]
