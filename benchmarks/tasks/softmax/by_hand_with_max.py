import torch


def stable_softmax(z):
    m = z.max(dim=-1, keepdim=True)[0]
    e = (z - m).exp()
    return e / e.sum(dim=-1, keepdim=True)


def get_inputs():
    return [torch.randn(64, 256, 1024)]
