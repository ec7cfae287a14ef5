import torch


def moving_total(frames):
    """Takes a list of tensors of one shape."""
    total = torch.zeros_like(frames[0])
    for weight, frame in enumerate(frames, 1):
        total = total + frame / weight
    return total


def get_inputs():
    return [[torch.randn(5, 9) for _ in range(4)]]
