"""InfoNCE (van den Oord et al. 2018, arXiv:1807.03748), the other rows of a batch being the negatives.

-mean_i log(exp(s_ii / tau) / sum_j exp(s_ij / tau)).
"""

import torch
import torch.nn.functional as F


def info_nce(query, key, temperature: float = 0.2):
    query, key = F.normalize(query, dim=1), F.normalize(key, dim=1)
    similarity = query @ key.t() / temperature
    return (torch.logsumexp(similarity, dim=1) - similarity.diagonal()).mean()


def get_inputs():
    return [torch.randn(104, 64), torch.randn(104, 64)]
