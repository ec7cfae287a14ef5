import torch


def wrapped(hours: torch.Tensor, shift: torch.Tensor):
    """Whole numbers in and out."""
    return (hours + shift) % 24 // 2


def get_inputs():
    return [torch.randint(0, 24, (6, 17)), torch.randint(0, 100, (17,))]
