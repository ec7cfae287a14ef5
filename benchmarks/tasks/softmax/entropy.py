import torch


def entropy(logits):
    logp = torch.log_softmax(logits, dim=-1)
    return -(logp.exp() * logp).sum(-1)


def get_inputs():
    return [torch.randn(4096, 10000)]
