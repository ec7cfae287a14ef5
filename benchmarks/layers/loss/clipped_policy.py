"""PPO's clipped objective (Schulman et al. 2017, arXiv:1707.06347).

-mean min(r A, clip(r, 1 - eps, 1 + eps) A) with r = p_new / p_old.
"""

import torch


def ppo(log_new, log_old, advantage, eps: float = 0.15):
    ratio = torch.exp(log_new - log_old)
    clipped = torch.clamp(ratio, 1 - eps, 1 + eps)
    return -torch.minimum(ratio * advantage, clipped * advantage).mean()


def get_inputs():
    return [0.3 * torch.randn(33, 160), 0.3 * torch.randn(33, 160), torch.randn(33, 160)]
