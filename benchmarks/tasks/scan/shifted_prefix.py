import torch
import torch.nn.functional as F


def exclusive_prefix_sum(x):
    return F.pad(x, (1, 0))[..., :-1].cumsum(-1)


def get_inputs():
    return [torch.randn(2048, 10000)]
