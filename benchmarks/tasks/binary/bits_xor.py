import torch


def parity_mix(a, b):
    return torch.bitwise_xor(a, b) & 255


def get_inputs():
    return [torch.randint(0, 1 << 20, (2048, 4096)), torch.randint(0, 1 << 20, (2048, 4096))]
