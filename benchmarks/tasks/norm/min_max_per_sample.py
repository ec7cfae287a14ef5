import torch


def rescale(img):
    flat = img.flatten(1)
    lo = flat.min(dim=1, keepdim=True).values
    hi = flat.max(dim=1, keepdim=True).values
    return (flat - lo) / (hi - lo + 1e-6)


def get_inputs():
    return [torch.randn(128, 3, 224, 224)]
