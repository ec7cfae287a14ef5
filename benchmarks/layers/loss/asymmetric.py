"""The asymmetric loss (Ridnik et al. 2021, arXiv:2009.14119).

-y log p - (1 - y) p_m^gamma log(1 - p_m) with p_m = max(p - m, 0).
"""

import torch


def asymmetric(logits, y, m: float = 0.05, gamma: int = 4):
    p = torch.sigmoid(logits)
    p_m = (p - m).clamp(min=0)
    positive = y * torch.log(p.clamp(min=1e-8))
    negative = (1 - y) * p_m**gamma * torch.log((1 - p_m).clamp(min=1e-8))
    return -(positive + negative).sum(dim=-1)


def get_inputs():
    return [torch.randn(64, 190), (torch.rand(64, 190) > 0.9).float()]
