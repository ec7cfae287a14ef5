import torch


def batch_trace(m):
    return m.diagonal(dim1=-2, dim2=-1).sum(-1)


def get_inputs():
    return [torch.randn(512, 256, 256)]
