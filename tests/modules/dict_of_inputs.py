import torch


def balance(readings, weights: dict):
    """Takes a dictionary of tensors."""
    return readings * weights["gain"] + weights["offset"]


def get_inputs():
    return [torch.randn(6, 13), {"gain": torch.randn(13), "offset": torch.randn(6, 1)}]
