import torch


def sphere_residual(points):
    r2 = torch.einsum("nd,nd->n", points, points)
    return r2 - 1


def get_inputs():
    return [torch.randn(1_000_000, 16)]
