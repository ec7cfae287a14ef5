import torch


def mad(x):
    """Mean absolute deviation of each row around its mean."""
    centre = x.mean(dim=-1, keepdim=True)
    return (x - centre).abs().mean(dim=-1)


def get_inputs():
    return [torch.randn(16384, 2048)]
