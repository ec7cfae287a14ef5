"""One step of gated linear attention (Yang et al. 2023, arXiv:2312.06635).

S_t = diag(alpha_t) S_{t-1} + k_t^T v_t,  o_t = q_t S_t.
"""

import torch


def step(state: torch.Tensor, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, alpha: torch.Tensor):
    """state (B, H, K, V); q, k and alpha (B, H, K); v (B, H, V). Returns the output and the new state."""
    state = alpha.sigmoid().unsqueeze(-1) * state + k.unsqueeze(-1) * v.unsqueeze(-2)
    return torch.einsum("bhk,bhkv->bhv", q, state), state


def get_inputs():
    b, h, k, v = 9, 3, 36, 52
    q, key, alpha = (torch.randn(b, h, k) for _ in range(3))
    return [torch.randn(b, h, k, v), q, key, torch.randn(b, h, v), alpha]
