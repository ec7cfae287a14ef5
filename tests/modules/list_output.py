import torch


def levels(signal):
    """Returns a list that grows in a loop."""
    found = []
    for step in (1, 2, 4):
        signal = signal - 0.5 * torch.roll(signal, step, dims=-1)
        found.append(signal)
    return found


def get_inputs():
    return [torch.randn(3, 16)]
