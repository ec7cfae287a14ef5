import torch
import torch.nn.functional as F


def surprise(log_prob, labels):
    return F.nll_loss(log_prob, labels, reduction="none")


def get_inputs():
    return [torch.randn(100000, 128).log_softmax(-1), torch.randint(0, 128, (100000,))]
