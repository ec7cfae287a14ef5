"""Linear attention (Katharopoulos et al. 2020, arXiv:2006.16236), recurrent: S_t = S_(t-1) + k_t v_t^T."""

import torch


def linear_attention(q, k, v):
    B, T, D = q.shape
    state = torch.zeros(B, D, v.shape[-1])
    outs = []
    for t in range(T):
        state = state + torch.einsum("bi,bj->bij", k[:, t], v[:, t])
        outs.append(torch.einsum("bi,bij->bj", q[:, t], state))
    return torch.stack(outs, dim=1)


def get_inputs():
    return [torch.randn(2, 7, 5), torch.randn(2, 7, 5), torch.randn(2, 7, 4)]
