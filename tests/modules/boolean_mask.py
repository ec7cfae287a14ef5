import torch


def filled(scores, seen):
    """A mask that decides what is kept."""
    return torch.where(seen, scores, scores.new_tensor(-3.5)).amax(-1)


def get_inputs():
    return [torch.randn(5, 21), torch.rand(5, 21) > 0.4]
