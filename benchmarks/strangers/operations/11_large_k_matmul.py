import torch
import torch.nn as nn

M = 192
N = 320
K = 180224


class Model(nn.Module):
    """Large k matmul."""
    def __init__(self):
        super(Model, self).__init__()

    def forward(self, A: torch.Tensor, B: torch.Tensor) -> torch.Tensor:
        """
        Contraction over a very long inner dimension.

        Args:
            A: shape (M, K)
            B: shape (K, N)

        Returns:
            shape (M, N)
        """
        return torch.matmul(A, B)


def get_inputs():
    A = torch.randn(M, K) * 0.05
    B = torch.randn(K, N) * 0.05
    return [A, B]


def get_init_inputs():
    return []
