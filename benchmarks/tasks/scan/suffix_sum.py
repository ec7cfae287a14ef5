import torch


def returns_to_go(rewards):
    """Sum of the rewards from each step on."""
    return rewards.flip(-1).cumsum(-1).flip(-1)


def get_inputs():
    return [torch.randn(4096, 4000)]
