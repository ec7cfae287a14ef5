import torch


def gem(x, p=3.0, eps=1e-6):
    """Generalised-mean pooling of retrieval networks."""
    return x.clamp(min=eps).pow(p).mean(dim=(-2, -1)).pow(1.0 / p)


def get_inputs():
    return [torch.rand(64, 512, 32, 32)]
